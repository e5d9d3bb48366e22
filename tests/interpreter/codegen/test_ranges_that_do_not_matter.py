"""Tests that a value outside its range raises an error on both engines, even if the result does not depend on it."""

from __future__ import annotations

import pytest

from tests.interpreter.codegen.test_codegen import Match, flow_of

USES = {
    "the least of it and nothing": "set kept to min(doubtful, 0)",
    "the most of it and much": "set kept to max(doubtful, 9)",
    "no times it": "set kept to doubtful * 0",
    "an entry of a table of equals": "set kept to same(doubtful)",
    "never less than nothing": "if doubtful >= 0\n        set kept to 1",
    "as much as itself": "if doubtful = doubtful\n        set kept to 1",
    "one way or the other": "set kept to if doubtful > 3 then 2 else 2",
    "or else yes": "if doubtful > 3 or yes\n        set kept to 1",
    "a name that nobody uses": "let unused = doubtful\n    set kept to 1",
}


@pytest.mark.parametrize("use", USES)
def test_it_is_a_fault_in_any_case(use: str) -> None:
    flow = flow_of(
        f"""
game has
    source: 0 to 30 = 15
    kept: 0 to 9
value doubtful: 0 to 9 = source
value same(n: 0 to 9): 0 to 9 = 4
round
    do use_it
rule use_it
    {USES[use]}
""",
    )
    found = Match(flow, 1).same("start")
    assert found[:2] == ("fault", "the value doubtful is 15 here, outside its range of 0 to 9"), found
