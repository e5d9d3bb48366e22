"""Tests that the closing lines of an end run once, on all engines, and that nothing interrupts them."""

from __future__ import annotations

import random

import mercatoria
from tests.interpreter.agreement.three_engines import RULEBOOKS, InAgreement, table_of

NAME = "closing_lines"


def ended(seed: int) -> mercatoria.State:
    state, draw = mercatoria.load(str(RULEBOOKS / f"{NAME}.rules")).start(2, seed), random.Random(seed)
    while not state.is_over:
        state.apply(state.sample(draw, state.deciders[0]))
    return state


def test_all_engines_play_them_alike() -> None:
    assert InAgreement(table_of(NAME)).play(12) > 0


def test_they_run_once_whatever_they_stop_or_reach() -> None:
    seen = set()
    for seed in range(12):
        state = ended(seed)
        log = state.log()
        lucky = log[-1] == "chance: luck = Seat1"
        seen.add(lucky)
        assert state.ended_by == "late"
        assert [line for line in log if line.startswith("chance")] == [log[-1]]
        assert sum("→ note" in line for line in log) == 2, "the trigger `each time` fires in the closing lines"
        assert (state.scores[0] >= 16) == lucky, "`stop game` skips the rest of the closing lines"
    assert seen == {False, True}
