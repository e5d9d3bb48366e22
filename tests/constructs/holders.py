"""The entry of every form of holder."""

from __future__ import annotations

from tests.constructs.construct import Construct, in_action

TOKEN = "kind Token, 2\n\n"


def with_pieces(form: str, field: str) -> Construct:
    """Return the entry of a form that holds pieces."""
    return in_action(
        form, "move (you.luck / 2 rounded down) of Wool from supply to you.heap",
        more=f"each Player has\n    {field}\n",
        event="(p: Player, g: Good) each time g enters p.heap", changed="{seat}.heap",
    )  # fmt: skip


def with_things(form: str, field: str, empty: str) -> Construct:
    """Return the entry of a form that holds things."""
    return in_action(
        form, f"if you.luck > 1 and {empty}\n    move Token1 from box to heap", more=f"{TOKEN}game has\n    {field}\n",
        event="(t: Token) each time t enters heap", changed="heap",
    )  # fmt: skip


HOLDERS = [
    in_action("set", "add {g in Good where you.luck > 1} to you.heap", more="each Player has\n    heap: set of Good\n",
              event="(p: Player) each time p.heap changes", changed="{seat}.heap"),
    with_things("pile", "heap: pile of Token", "heap.size = 0"),
    with_pieces("bag", "heap: bag of Good"),
    with_pieces("row", "heap: row of Good at most 9"),
    with_things("stack", "heap: stack of Token", "heap.size = 0"),
    with_things("space", "heap: space for Token", "heap = none"),
]  # fmt: skip
