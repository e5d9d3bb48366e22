"""The entry of every class of statement, in the order of the model."""

from __future__ import annotations

from tests.constructs.construct import in_action, in_round

NODES = "play waits in it, so it becomes nodes of the flow, and no operation of the observer"
NOTHING = "it changes no field"
UNSEEN = "no player sees the order of a shuffled stack"

CART = {"event": "(p: Player, g: Good) each time g enters p.cart", "changed": "{seat}.cart"}
GIVE = 'action give "Give"\n    limit 2 per round\n    then\n        raise out by 1 wrapping\n'
NOTE = "rule note(n: 0 to 3)\n    set out to n\n"

STATEMENTS = [
    in_action("Let", "let half = you.luck / 2 rounded down\nset out to half", told="set out to"),
    in_action("Assign", "set out to you.luck / 2 rounded down"),
    in_action("Adjust", "raise out by you.luck / 2 rounded down wrapping"),
    in_action("MovePieces", "move (you.luck / 2 rounded down) of Wool from supply to you.cart", **CART),
    in_action("Shuffle", "if you.luck > 1 and heap.size = 0\n    move Token1 from box to heap\n    shuffle heap",
              more="kind Token, 2\n\ngame has\n    heap: stack of Token\n",
              without={"triggers": UNSEEN, "why": UNSEEN}),
    in_action("Reveal", "reveal you.hold", without={"triggers": NOTHING, "why": NOTHING}),
    in_action("Pay", "you pays you.luck / 2 rounded down to bank",
              event="(p: Player) each time p.purse changes", changed="{seat}.purse"),
    in_action("Stop", "if you.luck > 1\n    stop turn\nset out to 1"),
    in_action("Draw", "draw you.luck / 2 rounded down from sack to you.cart", **CART, told="chance: cart",
              without={"effects": NODES}),
    in_action("Draw", "refill you.cart to 1 + you.luck / 2 rounded down from sack", **CART, told="chance: cart",
              without={"effects": NODES}),
    in_action("Random", "random out in {0, you.luck / 2 rounded down}", told="chance: out", without={"effects": NODES}),
    in_action("Act", "you must give, at most 1 + you.luck / 2 rounded down times", more=GIVE, told="raise out by 1",
              without={"effects": NODES}),
    in_action("Choose", "you chooses part in 0 to you.luck / 2 rounded down\nset out to part", told="set out to",
              without={"effects": NODES}),
    in_action("Secretly", "everyone in Player secretly chooses bid in 0 to you.luck / 2 rounded down\n"
              "set out to bid(you)", told="set out to bid", without={"effects": NODES}),
    in_action("Window", "window for p in Player where p.luck > 1: give", more=GIVE, told="raise out by 1",
              without={"effects": NODES}),
    in_action("Do", "do note(you.luck / 2 rounded down)", more=NOTE, told="set out to"),
    in_action("IfDo", "if you.luck > 1\n    raise out by 1 wrapping"),
    in_action("ForEach", "for n in 1 to you.luck / 2 rounded down\n    raise out by n wrapping", told="raise out by"),
    in_action("Repeat", "repeat you.luck / 2 rounded down times\n    raise out by 1 wrapping"),
    in_round("Turn", "turn of p in Player where p.luck > 0\n    p must act\n    set out to p.number", told="set out to",
             without={"effects": NODES}),
    in_round("FollowedBy", "do play", more='phase play "Play"\n    Two must act\n\n'
             "trigger later after play when Two.luck > 0\n    raise out by 1 wrapping\n", told="raise out by 1"),
]  # fmt: skip
