"""Tests the explanation of a move from which its player could not reach the goal of a series.

The player gets the full reason. Other players get only the name of the rule.
"""

from pathlib import Path

import mercatoria
from interpreter.explain import explain_refusal, explain_to_other

CARAVANS = Path(__file__).resolve().parents[3] / "docs" / "examples" / "caravans"


def test_the_dead_end_nearest_to_the_goal_is_told() -> None:
    state = mercatoria.load(str(CARAVANS)).start(2, seed=1)
    for move in ("Seat1: set_out(Caravan_Seat1, 2)", "Seat1: go_on(Caravan_Seat1, Sand)"):
        state.apply(move)
    state.apply("Seat1: go_on(Caravan_Seat1, Wadi)")
    table = state.table
    move = table.notation.parse("Seat1: go_on(Caravan_Seat1, Sand)")
    told = explain_refusal(table, state.vector, move)
    assert told.rules == ("go_on.finish",)
    reason = told.reasons[0]
    assert reason.text == "the goal could no longer be reached"
    assert reason.values[0] == "it continues until Seat1’s caravan is not on the way"
    assert any(value.startswith("go_on.water:") for value in reason.values), reason.values
    assert any(value.startswith("halt.in_town:") for value in reason.values), reason.values
    for asker in (1, None):
        other = explain_to_other(table, state.vector, move, asker)
        assert other is not None
        assert other.unsure
        assert [(each.rule, each.hidden, each.values) for each in other.reasons] == [("go_on.finish", True, ())]
