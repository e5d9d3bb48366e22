"""Tests that a game whose hidden things are dealt again agrees with everything that the seat knows."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria.worlds import Courses, ParticleFilter, Transcript, redealt, transcript_of
from tests.mercatoria.worlds.test_particle_filter import BIDS, COMMERCE, GAMES, played, twins


@pytest.mark.parametrize("slug", GAMES, ids=lambda slug: Path(slug).name)
@pytest.mark.parametrize("seat", [0, None])
def test_a_new_deal_has_the_view_and_the_log_of_the_seat(slug: str, seat: int | None) -> None:
    players, (length, *_) = GAMES[slug]
    true = played(slug, players, length)
    transcript = transcript_of(true, seat)
    courses = Courses.of(true.table, transcript)
    for seed in (1, 2):
        dealt = redealt(true.table, transcript, courses, seed)
        assert dealt is not None
        assert dealt.view(seat) == true.view(seat)
        assert dealt.last is not None and true.last is not None and dealt.last.length == true.last.length
        assert not dealt.chance.manual and dealt.seed == seed
        again = mercatoria.load(slug).replay(dealt.record)
        assert again.vector == dealt.vector
        assert again.chance == dealt.chance


@pytest.mark.parametrize(
    ("slug", "players", "length"),
    [(COMMERCE, 3, 30), pytest.param("medieval_merchant", 4, 60, marks=pytest.mark.slow)],
)
def test_games_that_a_seat_cannot_tell_apart_are_redealt_alike(slug: str, players: int, length: int) -> None:
    true = played(slug, players, length)
    pool = ParticleFilter(true.table, 1, 3, size=8)
    pool.hear(transcript_of(true, 1))
    others = [twin for twin in twins(true, 1, pool) if twin != true]
    assert others
    deals = []
    for each in (true, *others[:2]):
        transcript = transcript_of(each, 1)
        dealt = [redealt(each.table, transcript, Courses.of(each.table, transcript), seed) for seed in range(4)]
        deals.append([state.record for state in dealt if state is not None])
    assert len(deals[0]) == 4
    assert deals[0] == deals[1] == deals[2]
    assert len({str(record["log"]) for record in deals[0]}) > 1, "every deal is the same"


def test_there_is_no_deal_for_what_cannot_have_happened() -> None:
    true, other = played(BIDS, 3, 6), played(BIDS, 3, 6, seed=2)
    one, two = transcript_of(true, 0), transcript_of(other, 0)
    mixed = Transcript(0, one.begin, (*one.entries[:-1], two.entries[-1]))
    assert one.entries[-1] != two.entries[-1]
    courses = Courses.of(true.table, mixed, patience=50)
    assert courses.rows == ()
    assert redealt(true.table, mixed, courses, 1) is None
