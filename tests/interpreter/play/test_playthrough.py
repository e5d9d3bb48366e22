"""Tests that a playthrough plays only legal moves, lets its caller choose outcomes, and survives a pickle."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

import mercatoria
from interpreter.play import Chance, Playthrough, record_of
from interpreter.table import NotAMove
from tests.mercatoria.conftest import PIG


def begun(manual: bool, seed: int = 3) -> Playthrough:
    table = mercatoria.load(str(PIG)).table(2)
    return Playthrough(table, table.start(), Chance(seed, manual, table.chance_of(seed)))


def test_an_illegal_move_changes_nothing() -> None:
    played = begun(manual=True)
    before, (mover,) = record_of(played), played.deciders
    other = played.table.notation.move(1 - mover, played.rows(mover)[0])
    assert not played.try_move(other)
    assert (record_of(played), played.last) == (before, None)
    assert played.try_move(played.moves()[0])
    assert record_of(played) != before


def test_the_caller_chooses_an_outcome() -> None:
    played = begun(manual=True)
    assert played.chance_outcomes() == []
    assert played.try_move(played.moves()[0])
    assert played.is_chance
    assert [chance for _, chance in played.chance_outcomes()] == [Fraction(1, 6)] * 6
    with pytest.raises(NotAMove, match="`7` is not a possible random outcome here; possible outcomes are 1, 2, 3"):
        played.resolve(7)
    assert played.resolve(6).deciders
    assert played.last is not None and played.last.length == 2


def test_streams_choose_the_same_outcomes_after_a_copy_and_a_pickle() -> None:
    played = begun(manual=False)
    for twin in (played.clone(), pickle.loads(pickle.dumps(played))):
        assert type(twin) is Playthrough
        assert twin.try_move(twin.moves()[0])
        assert (twin.chance == played.chance, record_of(twin) == record_of(played)) == (False, False)
        again = begun(manual=False)
        assert again.try_move(again.moves()[0])
        assert record_of(twin) == record_of(again)
