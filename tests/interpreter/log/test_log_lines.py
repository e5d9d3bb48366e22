"""Tests cached log lines: each line is computed once per seat, and copies of a game do not share later lines."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import mercatoria
from interpreter.log import log, visible_log

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


@pytest.mark.parametrize("example", ["sealed_bid", "pig", "commerce"])
def test_copies_that_part_ways_tell_their_own_story(example: str) -> None:
    start = mercatoria.load(str(EXAMPLES / example)).start(3, seed=4)
    rng, states, compared = random.Random(7), [start, start.clone()], 0
    for turn in range(120):
        state = states[turn % len(states)]
        if state.is_over:
            continue
        state.apply(state.sample(rng, rng.choice(state.deciders)))
        if turn in (10, 40):
            states.append(states[0].clone())
        for each in states:
            for seat in (None, 0, 1, 2):
                assert each.log(seat) == log(each.table, each.vector, each.last, seat)
                compared += len(each.log(seat))
    assert compared > 200


def test_a_line_is_told_once_to_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    tell = visible_log._told

    def counted(*args: object) -> str:
        told.append(1)
        return tell(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(visible_log, "_told", counted)
    state, rng = mercatoria.load(str(EXAMPLES / "pig")).start(2, seed=1), random.Random(1)
    for _ in range(100):
        state.apply(state.sample(rng))
        state.view(0)
    assert state.last is not None
    assert len(told) == state.last.length > 100


def test_changing_a_returned_log_changes_no_other() -> None:
    state = mercatoria.load(str(EXAMPLES / "pig")).start(2, seed=1)
    state.apply(state.moves()[0])
    before = state.log()
    state.log().clear()
    assert state.log() == before != []
