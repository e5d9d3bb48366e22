"""Tests that each particle of a whole game agrees with everything that the seat saw and learnt."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import mercatoria
from interpreter.flow import SimultaneousDecision
from interpreter.log import CHANCE, MOVE, entries
from interpreter.position import OPEN, Results
from mercatoria import Game, State
from mercatoria.worlds import ParticleFilter, Transcript, transcript_of

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
COMMERCE, BIDS = str(EXAMPLES / "commerce"), str(EXAMPLES / "sealed_bid")
PASS = (0,)

GAMES = {
    COMMERCE: (3, (8, 20, 45)),
    BIDS: (3, (1, 3, 5, 6)),
    "medieval_merchant": (4, (10, 50, 90)),
    "merchants_of_the_middle_ages": (3, (30, 120, 160)),
    "merchants_of_medieval_europe": (4, (20, 50)),
    "catan_merchants_of_europe": (3, (30, 60, 90)),
    "merkator": (2, (25, 45)),
}
"""Games with their player counts, and the numbers of log entries after which to check a seat's particles."""

LATE = {"medieval_merchant": (4, (250,)), "merchants_of_the_middle_ages": (3, (280,)),
        "merchants_of_medieval_europe": (4, (100, 200)), "catan_merchants_of_europe": (3, (240,)),
        "merkator": (2, (150,))}  # fmt: skip
"""Games with their player counts, and numbers of log entries late in the game."""


def played(slug: str, players: int, length: int, seed: int = 1) -> State:
    """Return a random game of at most `length` entries with few passes."""
    state, rng = mercatoria.load(slug).start(players, seed), random.Random(seed)
    while not state.is_over and (state.last is None or state.last.length < length):
        seat = rng.choice(state.deciders)
        rows = [row for row in state.rows(seat) if row != PASS and OPEN not in row]
        move = state.table.notation.move(seat, rng.choice(rows)) if rows and rng.random() < 0.8 else None
        state.apply(move or state.sample(rng, seat))
    return state


def twins(true: State, seat: int, pool: ParticleFilter) -> list[State]:
    """Return a whole game with its log for each particle of a filter."""
    begun = [(entry.form, entry.seat, entry.row) for entry in entries(true.last)]
    found = []
    for world in pool.worlds:
        twin = State(true.table, true.table.start(), true.chance.copy())
        for (form, mover, _), row in zip(begun, pool.rows(world), strict=True):
            twin._step(form, mover, row, alone=len(twin.chance_outcomes()) == 1)
        assert twin.vector == world.now
        found.append(twin)
    return found


@pytest.mark.parametrize("slug", GAMES, ids=lambda slug: Path(slug).name)
def test_each_world_has_the_views_and_the_log_of_the_seat(slug: str) -> None:
    alike_at_all_marks(slug, *GAMES[slug])


@pytest.mark.slow
@pytest.mark.parametrize("slug", LATE)
def test_late_in_the_game_too(slug: str) -> None:
    alike_at_all_marks(slug, *LATE[slug])


def alike_at_all_marks(slug: str, players: int, marks: tuple[int, ...]) -> None:
    """Sample particles at several points of a game, and check that each particle looks the same to the seat in a
    separate game.
    """
    pool: ParticleFilter | None = None
    for mark in marks:
        true = played(slug, players, mark)
        pool = pool or ParticleFilter(true.table, 0, 7, size=6)
        pool.hear(transcript_of(true, 0))
        assert not pool.lost
        assert sum(pool.weights) == pytest.approx(1)
        for twin in twins(true, 0, pool):
            assert twin.view(0) == true.view(0)


@pytest.mark.slow
def test_indistinguishable_games_give_the_same_particles() -> None:
    for slug, players, length in ((COMMERCE, 3, 30), (COMMERCE, 4, 12), ("medieval_merchant", 4, 60)):
        true = played(slug, players, length)
        pool = ParticleFilter(true.table, 1, 3, size=8)
        pool.hear(transcript_of(true, 1))
        others = [twin for twin in twins(true, 1, pool) if twin != true]
        assert others
        for twin in others[:2]:
            assert transcript_of(twin, 1) == transcript_of(true, 1)
            assert transcript_of(twin, None) == transcript_of(true, None)
            assert Game(twin.edition).replay(twin.record).vector == twin.vector
            again = ParticleFilter(twin.table, 1, 3, size=8)
            again.hear(transcript_of(twin, 1))
            assert again.positions == pool.positions
            assert again.weights == pool.weights


@pytest.mark.parametrize(("slug", "players", "length"), [(COMMERCE, 3, 25), (BIDS, 3, 6), ("merkator", 2, 20)])
def test_a_transcript_that_grows_is_the_same_as_one_that_is_made_anew(slug: str, players: int, length: int) -> None:
    """The log includes an answer that the game reveals later. The test also cuts the transcript back to an earlier
    point.
    """
    state, rng = mercatoria.load(slug).start(players, 1), random.Random(1)
    line = [state.clone()]
    while not state.is_over and len(line) < length:
        seat = rng.choice(state.deciders)
        state.apply(state.sample(rng, seat))
        line.append(state.clone())
    anew = []
    for each in line:
        state.table.results = Results()
        anew.append(transcript_of(each, 0))
    assert len({len(each.entries) for each in anew}) == len(line)
    for at in [*range(len(line)), 3, 0, len(line) - 1]:
        assert transcript_of(line[at], 0) == anew[at]


def test_another_seed_draws_other_worlds() -> None:
    true = played(COMMERCE, 3, 12)
    pools = [ParticleFilter(true.table, 0, seed, size=8) for seed in (1, 2)]
    for pool in pools:
        pool.hear(transcript_of(true, 0))
    assert pools[0].positions != pools[1].positions
    assert len({tuple(v) for v in pools[0].positions}) > 4


def test_own_cards_are_the_same_in_all_worlds_and_others_are_not() -> None:
    true = played(COMMERCE, 3, 10)
    run = next(run for run in true.table.flow.layout.runs.values() if run.field.name == "hand")
    pool = ParticleFilter(true.table, 0, 1, size=16)
    pool.hear(transcript_of(true, 0))
    hands = [
        [tuple(v[base : base + width]) for v in pool.positions]
        for base, width in zip(run.base, run.widths, strict=True)
    ]
    assert set(hands[0]) == {tuple(true.vector[run.base[0] : run.base[0] + run.widths[0]])}
    assert all(len(set(of_rival)) > 4 for of_rival in hands[1:])


def test_bids_are_guessed_until_all_are_in() -> None:
    true = mercatoria.load(BIDS).start(3, seed=4)
    (node,) = (node for node in true.table.flow.nodes if isinstance(node, SimultaneousDecision))
    bids = true.table.flow.layout.runs[node.field].base
    pool = ParticleFilter(true.table, 0, 1, size=16)
    true.apply("Seat2: bid(7)")
    pool.hear(transcript_of(true, 0))
    assert len({v[bids[1]] for v in pool.positions}) > 3
    true.apply("Seat1: bid(2)").apply("Seat3: bid(1)")
    pool.hear(transcript_of(true, 0))
    assert [entry.words[-1] for entry in transcript_of(true, 0).entries if entry.form == MOVE] == [7, 2, 1]
    assert not pool.lost
    assert true.is_over


def test_impossible_observations_leave_no_particle() -> None:
    """The filter must report the entry that no particle matches, and must not invent a particle."""
    true = played(COMMERCE, 3, 20)
    heard = transcript_of(true, 0)
    at = next(at for at, told in enumerate(heard.entries) if told.form != CHANCE)
    wrong = replace(heard.entries[at], mover=(heard.entries[at].mover + 1) % 3)
    pool = ParticleFilter(true.table, 0, 1, size=4, patience=1000)
    pool.hear(Transcript(0, heard.begin, (*heard.entries[:at], wrong, *heard.entries[at + 1 :])))
    assert pool.lost == at + 1
    assert pool.positions == pool.weights == []
    pool.hear(heard)
    assert not pool.lost
    assert pool.positions


def test_a_sort_that_was_seen_lately_is_found_soon() -> None:
    """Players draw markers unseen from bags and reveal them one by one."""
    true = played("medieval_merchant", 4, 90)
    heard, lost = transcript_of(true, None), []
    for seed in range(5):
        pool = ParticleFilter(true.table, None, seed, size=8, patience=1500)
        pool.hear(heard)
        lost.append(pool.lost)
    assert lost.count(0) >= 3


def test_a_transcript_is_of_one_seat_and_of_a_game_that_was_played() -> None:
    true = played(COMMERCE, 3, 8)
    with pytest.raises(ValueError, match="seat 0"):
        ParticleFilter(true.table, 0, 1).hear(transcript_of(true, 1))
    true.vector[-1] += 1
    with pytest.raises(ValueError, match="does not reproduce this position"):
        transcript_of(true, 0)
