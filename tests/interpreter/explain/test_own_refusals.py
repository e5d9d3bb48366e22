"""Tests the reasons why a player's own move is illegal: those that depend on another player's secret stay hidden."""

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
        player may call or dare or wait_for or hint_at or whisper or pay

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

action hint_at(who: others(you) where who.luck > 3)
    needs bold: you.points > 3
    then
        raise you.points by 1

action whisper(word: 1 to 3, who: others(you) where who.luck > word)
    needs calm: who.nerve > 3
    needs bold: you.points > 3
    then
        raise you.points by 1

action pay(who: others(you))
    costs tribute: who.luck to bank
    costs much: 9 to bank
    then
        raise you.points by 1

end soon of round when round.number = 2
"""

ALIKE = [(0, 9), (9, 0), (0, 0), (2, 0)]
"""Secrets of Ben that do not change Ann's legal moves."""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def with_secrets(state: State, luck: int, nerve: int) -> State:
    """Return a position that looks the same to Ann but in which Ben has other secrets."""
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
    """The move is illegal in all three positions. Ann may learn that it is illegal, but not which rule
    is the reason.
    """
    told = {str(with_secrets(state, *secrets).why_not("Ann: dare(Ben)", 0)) for secrets in ALIKE}
    assert len(told) == 1
    (words,) = told
    assert "lucky" in words
    assert "calm" in words


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    "asked", ["Ann: hint_at(Ben)", "Ann: whisper(2, Ben)", "Ann: pay(Ben)", "why not call", "why not dare",
              "why not wait_for", "why not hint_at", "why not whisper", "why not pay", "why not hint_at Ben"]
)  # fmt: skip
def test_no_answer_about_own_moves_turns_on_what_is_not_seen(state: State, asked: str, plain: bool) -> None:
    """In these moves, a visible need follows a hidden need, a choice depends on a secret, or a cost follows a hidden
    cost.
    """
    alike = [with_secrets(state, *secrets) for secrets in ALIKE]
    assert len({tuple(map(str, each.moves(0))) for each in alike}) == 1
    assert len({str(each.why(asked, 0, plain)) for each in alike}) == 1
    assert len({str(each.why_not(asked, 0)) for each in alike if ":" in asked}) <= 1


def test_visible_reasons_are_given_beside_hidden_ones(state: State) -> None:
    assert "bold" in str(state.why("why not hint_at", 0))
    assert "bold" in str(state.why_not("Ann: whisper(2, Ben)", 0))
    told = str(state.why_not("Ann: pay(Ben)", 0))
    assert "you have 5 coins; it costs 9" in told
    assert "tribute" not in told


def test_a_refusal_in_play_tells_no_more(state: State) -> None:
    said = set()
    for luck, nerve in ALIKE:
        with pytest.raises(mercatoria.IllegalMove) as refused:
            with_secrets(state, luck, nerve).apply("Ann: call(Ben)")
        said.add(str(refused.value))
    assert len(said) == 1
