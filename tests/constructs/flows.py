"""The statements with which a random value may stay hidden, and those that show it to every player.

Each entry has the shortest lines in which a statement of the class uses the random value `omen`, which is 0 or 1.
"""

from __future__ import annotations

from tests.constructs.statements import GIVE

MORE = f"""
{GIVE}
kind Token, 2

game has
    chest: hidden money = 3
    sealed: hidden 0 to 9 = 0
    heaps(0 to 1): hidden stack of Token

rule keep(n: 0 to 1)
    set sealed to n
"""
"""Further declarations that the lines need."""

HIDDEN = {
    "Let": "let y = omen\nset you.mine to y",
    "Assign": "set you.mine to omen",
    "Adjust": "raise you.mine by omen clamped",
    "MovePieces": "move omen of Wool from sack to you.hold",
    "Pay": "chest pays omen to bank",
    "Random": "random you.mine in {0, omen}",
    "Do": "do keep(omen)",
}
"""The lines in which a statement puts the value only into fields that some player does not see, by class."""

SHOWN = {
    "Assign": "set out to omen",
    "Adjust": "raise out by omen clamped",
    "MovePieces": "move omen of Wool from sack to you.cart",
    "Pay": "you pays omen to bank",
    "Random": "random out in {0, omen}",
    "Draw": "draw omen from sack to you.hold",
    "Shuffle": "shuffle heaps(omen)",
    "Reveal": "reveal heaps(omen)",
    "Act": "you must give, at most omen times",
    "Choose": "you chooses part in 0 to omen\nset you.mine to part",
    "Secretly": "everyone in Player secretly chooses bid in 0 to omen\nset you.mine to bid(you)",
    "Window": "window for p in Player where p.number > omen: give",
    "IfDo": "if omen = 1\n    set you.mine to 1",
    "ForEach": "for n in 1 to omen\n    set you.mine to n",
    "Repeat": "repeat omen times\n    raise you.mine by 1 clamped",
    "Turn": "turn of p in Player where p.number > omen\n    set p.mine to 1",
}
"""The lines in which a statement shows the value, by class."""

NEVER_USING = {"Stop": "it has no parts", "FollowedBy": "only its lines can use a value"}
"""The reasons why the other statements use no value."""
