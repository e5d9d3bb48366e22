"""Tests that the error for nesting that is too deep names the rule and the line at which the limit is exceeded."""

from __future__ import annotations

import pytest

from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import parse

LEVELS = 300
ABOVE = "game has\n    wind: 0 to 9 = 0\n\n"
FIRST = 1 + ABOVE.count("\n")


def indented(heading: str, line: str, last: str, above: int = 1) -> str:
    """Return lines that are nested in each other below a heading. The first line is `above` levels deep."""
    lines = [f"{'    ' * (above + level)}{line}" for level in range(LEVELS)]
    return "\n".join([heading, *lines, f"{'    ' * (above + LEVELS)}{last}", ""])


DEEP = {
    "ifs in an action": (
        indented('action act(n: 1 to 3) "Act"\n    then', "if wind = 1", "set wind to 2", 2), "action act", 20, 70,
    ),
    "ifs in a rule": (indented('rule blow "Blow"', "if wind = 1", "set wind to 2"), "rule blow", 20, 70),
    "loops in a round": (indented('round "A day"', "for a in 1 to 2", "set wind to 2"), "round", 20, 70),
    "brackets in a value": ("value much: 0 to 9\n    = " + "(1 + " * LEVELS + "1" + ")" * LEVELS, "value much", 1, 1),
    "brackets in a number": ("number much = " + "(1 + " * LEVELS + "1" + ")" * LEVELS, "number much", 0, 0),
    "a let in a value": (
        "value much: 0 to 9\n    let a = " + "(1 + " * LEVELS + "1" + ")" * LEVELS + "\n    = a", "value much", 1, 1,
    ),
    "else after else": (
        'rule blow "Blow"\n    if wind = 0\n        set wind to 1\n'
        + "    else if wind = 1\n        set wind to 1\n" * LEVELS, "rule blow", 20, 200,
    ),
    "nots in a value": ("value dear: flag\n    = " + "not " * LEVELS + "no", "value dear", 1, 1),
    "fields": ("game has\n    much: 0 to 9 = " + "(1 + " * LEVELS + "1" + ")" * LEVELS, "game", 1, 1),
}  # fmt: skip


@pytest.mark.parametrize(("block", "name", "least", "most"), DEEP.values(), ids=DEEP.keys())
def test_the_rule_and_the_line_are_named(block: str, name: str, least: int, most: int) -> None:
    """The reported line is between `least` and `most` lines below the heading."""
    sink = Sink()
    parse(Source("deep.rules", ABOVE + block + "\n"), sink)
    (fault,) = sink.found
    assert (fault.code, fault.title) == ("E015", f"`{name}` is nested too deeply")
    assert least <= fault.span.line - FIRST <= most
