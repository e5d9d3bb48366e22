"""Why one's own move is refused: what turns on another's secret is not told beside what can be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import State

RULES = """\
rulebook bluff "Bluff"
    players 2
    seats Ann, Ben

each Player has
    purse: money = 5
    luck: secret 0 to 9 = 5
    nerve: secret 0 to 9 = 5
    points: 0 to 99 = 0

round "A day"
    turn of player in Player
        player may call or dare or wait_for

action call(who: others(you))
    needs bold: you.points > 3
    needs lucky: who.luck > 3
    needs calm: who.nerve > 3
    costs stake: 9 to bank
    then
        raise you.points by 1

action dare(who: others(you))
    needs lucky: who.luck > 3
    needs calm: who.nerve > 3
    then
        raise you.points by 1

action wait_for(who: others(you))
    needs bold: you.points > 3
    costs tribute: who.luck to bank
    then
        raise you.points by 1

end soon of round when round.number = 2
"""

ALIKE = [(0, 9), (9, 0), (0, 0)]
"""Secrets of Ben with which Ann has the same legal moves."""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def with_secrets(state: State, luck: int, nerve: int) -> State:
    """The same for Ann: what Ben has in secret is other."""
    other = state.clone()
    for name, value in (("luck", luck), ("nerve", nerve)):
        run = next(run for run in state.table.flow.layout.runs.values() if run.field.name == name)
        other.vector[run.base[1]] = value
    assert other.view(0) == state.view(0)
    return other


@pytest.mark.parametrize("move", ["call(Ben)", "wait_for(Ben)"])
def test_beside_what_he_sees_nothing_unseen_is_told(state: State, move: str) -> None:
    told = {str(with_secrets(state, *secrets).why_not(f"Ann: {move}", 0)) for secrets in ALIKE}
    assert len(told) == 1
    (words,) = told
    assert "bold" in words
    assert "lucky" not in words
    assert "calm" not in words


def test_where_nothing_can_be_seen_all_that_may_forbid_it_is_named(state: State) -> None:
    """The move is refused in all three positions, so that much is known anyway; not by which rule."""
    told = {str(with_secrets(state, *secrets).why_not("Ann: dare(Ben)", 0)) for secrets in ALIKE}
    assert len(told) == 1
    (words,) = told
    assert "lucky" in words
    assert "calm" in words


def test_a_refusal_in_play_tells_no_more(state: State) -> None:
    said = set()
    for luck, nerve in ALIKE:
        with pytest.raises(mercatoria.IllegalMove) as refused:
            with_secrets(state, luck, nerve).apply("Ann: call(Ben)")
        said.add(str(refused.value))
    assert len(said) == 1
