"""Tests that the random streams of a module follow the specification in `docs/chance.md`."""

from __future__ import annotations

import pytest

from interpreter.flow import seat_stream, streams_of
from interpreter.rng import game_seed, key_of, words_of
from tests.interpreter.native.native_games import ROOT, least_table, native_of


@pytest.mark.parametrize("seed", [0, 7, -1, 2**53 - 1, 2**64 - 1, -(2**63)])
def test_streams_begin_with_the_same_words(seed: int) -> None:
    table = least_table(ROOT / "games" / "medieval_merchant")
    native = native_of(table)
    native.machine.call("begin", seed - (1 << 64) if seed >= 1 << 63 else seed)
    names = [*streams_of(table.flow).names, *(seat_stream(seat) for seat in range(table.flow.model.players))]
    at = native.native.memory.stream_words // 4
    found = [word & 0xFFFFFFFF for word in native.machine.words[at : at + 2 * len(names)]]
    assert found == [word for name in names for word in words_of(seed, key_of(name))]


@pytest.mark.parametrize(("seed", "first"), [(0, 0), (1, 1), (7, 2**31 - 5), (-1, 2)])
def test_games_of_a_run_have_their_seeds(seed: int, first: int) -> None:
    native = native_of(least_table(ROOT / "docs" / "examples" / "pig"))
    played = [game.seed for game in native.play_many(seed, first, 3)]
    assert played == [game_seed(seed, first + at) for at in range(3)]
