"""Tests that games advanced by one batch call have the same positions as games on the Python engine."""

from __future__ import annotations

import pytest

import mercatoria
from interpreter.log import take_fired
from interpreter.native import Batch, Stopped
from interpreter.position import OPEN, Row, Vector
from interpreter.rng import game_seed
from mercatoria import State
from mercatoria.simulation.playout import Chooser
from tests.interpreter.native.native_games import ROOT, native_of

GAMES = {
    "docs/examples/pig": (2, 50), "docs/examples/sealed_bid": (3, 50), "docs/examples/commerce": (3, 4),
    "games/medieval_merchant": (3, 20),
}  # fmt: skip
"""Games with chance, secret choices and open numbers, each with a player count and the number of moves to compare."""
SEED = 5


def batch_of(path: str, players: int, games: int, most: int) -> Batch:
    native = native_of(mercatoria.load(str(ROOT / path)).table(players))
    batch = Batch(native.machine, games, most)
    batch.begin(SEED)
    return batch


class Twin:
    """A copy of the game on the Python engine."""

    def __init__(self, path: str, players: int, number: int) -> None:
        self.state: State = mercatoria.load(str(ROOT / path)).start(players, game_seed(SEED, number))
        self.chooser = Chooser(self.state.seed, players)

    def is_at(self, position: Vector) -> bool:
        """Return True if the game has this position, ignoring trigger flags, which a state clears at once."""
        take_fired(self.state.table, position)
        return position == self.state.vector

    @property
    def rows(self) -> list[Row]:
        return self.state.rows(self.state.deciders[0]) if self.state.deciders else []

    def play(self, number: int) -> None:
        table, seat, rows = self.state.table, self.state.deciders[0], self.rows
        row = rows[number]
        if OPEN in row:
            row = self.chooser.filled(table.engine, self.state.vector, seat, rows, row)
        self.state.apply(table.notation.move(seat, row))


@pytest.mark.parametrize("path", GAMES)
def test_games_are_stepped_alike(path: str) -> None:
    players, most = GAMES[path]
    batch = batch_of(path, players, 3, most)
    twins = [Twin(path, players, number) for number in range(3)]
    for step in range(40):
        for number, twin in enumerate(twins):
            assert twin.is_at(batch.position(number))
            assert batch.counts[number] == len(twin.rows)
            assert batch.moves(number) == twin.rows[:most]
            assert batch.scores(number) == twin.state.scores
            assert (batch.ending(number) != 0) == twin.state.is_over
            if twin.state.is_over:
                assert batch.seats[number] == -1
                continue
            assert batch.seats[number] == twin.state.deciders[0]
            batch.choices[number] = pick = (7 * step + number) % min(most, len(twin.rows))
            twin.play(pick)
        batch.step()


def test_a_copy_goes_on_in_the_same_way() -> None:
    batch = batch_of("docs/examples/pig", 2, 3, 9)
    for _ in range(20):
        batch.step()
    batch.copy(0, 2)
    assert batch.position(0) == batch.position(2) != batch.position(1)
    for _ in range(20):
        batch.step()
        assert (batch.position(0), batch.seats[0]) == (batch.position(2), batch.seats[2])


def test_a_choice_that_is_not_shown_leaves_its_game_as_it_was() -> None:
    batch = batch_of("docs/examples/pig", 2, 3, 9)
    before = [batch.position(number) for number in range(3)]
    batch.choices[1] = 2
    with pytest.raises(Stopped):
        batch.step()
    assert batch.done == 1
    assert [batch.position(number) == before[number] for number in range(3)] == [False, True, True]


def test_a_batch_needs_room() -> None:
    native = native_of(mercatoria.load(str(ROOT / "docs" / "examples" / "pig")).table(2))
    for games, most in ((1 << 20, 40), (0, 1), (1, 0)):
        with pytest.raises(ValueError, match="no room"):
            Batch(native.machine, games, most)
