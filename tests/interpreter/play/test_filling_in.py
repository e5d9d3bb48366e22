"""Tests that random values for open parameters lead to legal moves, above all for sets of limited size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import mercatoria
from interpreter.position import OPEN, filled_in
from interpreter.rng import Stream
from mercatoria.simulation import Count, TooManyWays, count, play

RULES = """\
rulebook vows "Vows"
    players 2
    seats Ann, Ben

kind Vow, 70

each Player has
    kept: set of Vow = {}
    liked: set of Vow = {Vow2, Vow5, Vow66}

round "Promising"
    for p in Player
        p must promise

action promise(open sworn: set of Vow at most 2, open dear: set of you.liked)
    then
        add sworn to you.kept

end enough of round when round.number = 3

scoring of p in Player
    kept: p.kept.size
"""


@pytest.fixture
def state(tmp_path: Path) -> mercatoria.State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def drawn(state: mercatoria.State, times: int) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the random values of the two sets."""
    (row,) = state.rows(0)
    assert OPEN in row
    engine = state.table.engine
    ranges, sizes = engine.ranges(state.vector, 0, row), engine.sizes(state.vector, 0, row)
    stream = Stream(1, "test")
    for _ in range(times):
        move = state.table.notation.move(0, filled_in(row, ranges, sizes, stream.randrange))
        assert isinstance(move.args["sworn"], list) and isinstance(move.args["dear"], list)
        yield tuple(map(str, move.args["sworn"])), tuple(map(str, move.args["dear"]))


def test_sets_with_a_bound_come_in_all_sizes_and_of_all_members(state: mercatoria.State) -> None:
    found = [sworn for sworn, _ in drawn(state, 900)]
    sizes = Counter(map(len, found))
    assert set(sizes) == {0, 1, 2}
    assert all(240 < number < 360 for number in sizes.values()), sizes
    assert len({each for sworn in found for each in sworn}) == 70


def test_sets_without_a_bound_are_drawn_alike_from_their_domain(state: mercatoria.State) -> None:
    liked = ("Vow2", "Vow5", "Vow66")
    found = Counter(dear for _, dear in drawn(state, 800))
    assert set(found) == {few for size in range(4) for few in combinations(liked, size)}
    assert all(60 < number < 140 for number in found.values()), found


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_games_are_played_with_such_sets(state: mercatoria.State, tmp_path: Path, kind: str) -> None:
    result = play(mercatoria.load(str(tmp_path)), 2, 3, (kind, kind))
    assert result.finished and result.decisions == 6
    assert sum(result.scores) > 0


def test_counting_refuses_too_many_ways(state: mercatoria.State) -> None:
    with pytest.raises(TooManyWays):
        count(state.table.engine, state.vector, 1, Count())
