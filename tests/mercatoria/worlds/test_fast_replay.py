"""Tests that replaying a log without running the rules gives the same result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mercatoria.worlds import ParticleFilter, fast_replay, transcript_of
from mercatoria.worlds.access_tracking import AccessTracker, plain
from mercatoria.worlds.particle_step import ParticleStepper
from tests.mercatoria.worlds.test_particle_filter import BIDS, COMMERCE, played

GAMES = [(COMMERCE, 3, 25), (BIDS, 3, 6), ("medieval_merchant", 3, 40), ("merchants_of_medieval_europe", 3, 30)]


@pytest.mark.parametrize(("slug", "players", "length"), GAMES, ids=lambda each: Path(str(each)).name)
def test_worlds_are_those_that_are_lived_by_the_rules_alone(
    slug: str, players: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    true, found = played(slug, players, length), []
    asked: list[int] = []
    by_rules = ParticleStepper._done

    def counted(self: ParticleStepper, *args: Any) -> Any:
        asked[-1] += 1
        return by_rules(self, *args)

    monkeypatch.setattr(ParticleStepper, "_done", counted)
    for most in (fast_replay.MOST_KNOWN, 0):
        asked.append(0)
        monkeypatch.setattr(fast_replay, "MOST_KNOWN", most)
        pool = ParticleFilter(true.table, 0, 5, size=8)
        pool.hear(transcript_of(true, 0))
        pool.stir(2)
        found.append((pool.positions, pool.weights))
    assert found[0] == found[1]
    assert asked[0] < asked[1], "the rules are asked less often"


def test_a_watched_position_notes_what_is_looked_at_and_written() -> None:
    touched = set[int]()
    v = AccessTracker([5, 6, 7, 8], touched)
    assert (v[1], plain(v), touched) == (6, [5, 6, 7, 8], {1})
    copy = v[:]
    copy[2:3] = [9]
    assert (plain(copy), plain(v), touched) == ([5, 6, 9, 8], [5, 6, 7, 8], {1, 2})
    copy[-1] += 1
    assert (plain(copy), touched) == ([5, 6, 9, 9], {1, 2, 3})


@pytest.mark.parametrize(
    "look",
    [list, tuple, sum, len, sorted, lambda v: 7 in v, lambda v: v == [5, 6, 7], lambda v: v != [5, 6, 7],
     lambda v: v.index(7), lambda v: v.count(7), lambda v: v.copy(), lambda v: [*v], lambda v: max(*v)],
)  # fmt: skip
def test_reads_of_a_whole_position_are_recorded(look: Any) -> None:
    touched = set[int]()
    assert look(AccessTracker([5, 6, 7], touched)) == look([5, 6, 7])
    assert touched == (set() if look is len else {0, 1, 2})
