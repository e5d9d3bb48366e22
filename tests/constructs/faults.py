"""The statements that may fail, each with parts for which a secret of the other player decides whether it fails.

A statement may also fail because a place that the asker does not see contains too little.
"""

from __future__ import annotations

from tests.constructs.statements import GIVE, NOTE

BEST = "max(n for n in 1 to other(you).luck)"
"""A number that does not exist if the other player has no luck."""

FAILING = {
    "Let": f"let best = {BEST}\nset out to best",
    "Assign": "set out to 4 * other(you).luck",
    "Adjust": "raise out by 4 * other(you).luck",
    "MovePieces": "move (5 * other(you).luck) of Wool from supply to you.cart",
    "Pay": "you pays 4 * other(you).luck to bank",
    "Draw": f"draw {BEST} from sack to you.cart",
    "Random": "random out in 1 to other(you).luck",
    "Act": f"you must give, at most {BEST} times",
    "Choose": "you chooses part in 1 to other(you).luck\nset out to part",
    "Secretly": "everyone in {you} secretly chooses bid in 1 to other(you).luck\nset out to bid(you)",
    "Window": f"window for p in Player where p.luck > {BEST}: give",
    "Do": f"do note({BEST})",
    "IfDo": f"if {BEST} > 1\n    set out to 1",
    "ForEach": f"for n in 1 to {BEST}\n    set out to n",
    "Repeat": f"repeat {BEST} times\n    raise out by 1 wrapping",
    "Turn": f"turn of p in Player where p.luck > {BEST}\n    set out to 1",
}
"""The lines in which a statement may fail, by class."""

NEEDED = {"Act": GIVE, "Window": GIVE, "Do": NOTE}
"""Further declarations that the lines need."""

SHORT = {
    "MovePieces": "move 2 of Wool from other(you).hold to you.cart",
    "Pay": "chest pays 2 to bank",
}
"""The lines in which a statement takes more than an unseen place may contain, by class."""

CHEST = "game has\n    chest: hidden money = 3\n"

NEVER_SHORT = {"Draw": "it takes what there is"}
"""The reasons why the other statements that take something never take too much."""

NEVER_FAILING = {
    "Shuffle": "an empty stack can be shuffled",
    "Reveal": "an empty holder can be shown",
    "Stop": "it has no parts",
    "FollowedBy": "only its lines can fail",
}
"""The reasons why the other statements never fail."""
