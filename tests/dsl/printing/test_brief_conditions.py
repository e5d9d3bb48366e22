"""Tests that the formatter keeps a condition that follows its statement, also behind `else`."""

from __future__ import annotations

import pytest

from dsl.diagnostics import Sink
from dsl.printing import formatted
from dsl.source import Source

RULES = """\
rulebook brief "Brief"
    players 2

phase work
    if a
        set b to 1
{rest}"""


@pytest.mark.parametrize(
    "rest",
    [
        "    else\n        set c to 1 if d\n",
        "    else\n        reveal row if d = (if e then f else g)\n",
        "    else if d\n        set c to 1\n",
        "    else if d\n        set c to 1\n    else\n        set f to 1 if e\n",
    ],
)
def test_a_condition_behind_its_statement_stays_there(rest: str) -> None:
    sink, text = Sink(), RULES.format(rest=rest)
    assert formatted(Source("brief.rules", text), sink) == text
    assert not sink.errors
