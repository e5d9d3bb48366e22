"""Tests Stock Dump move by move against random games of the original program.

The original is an example of RLC (rl_language_core 0.4.18). Each line of `stock_dump_games.txt` is one game. A line
begins with the numbers of the three absent traders. Each decision follows as in `1s2:02`: the seat, the kind of
decision, the choice, and the available choices. The line ends with the points of both players. Traders and shares have
consecutive numbers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import Game, Move, State

ROOT = Path(__file__).resolve().parents[2]
RECORDED = (Path(__file__).parent / "stock_dump_games.txt").read_text(encoding="utf-8").splitlines()
TRADERS = ["Buyer", "Option", "Seller", "Manipulator", "Insider", "Banker", "Partner", "Investor", "Dumper", "Founder"]
MEMBERS = {
    "t": ("trader", TRADERS),
    "x": ("show", [None]),
    "s": ("share", ["Amber", "Copper", "Salt"]),
    "b": ("deal", ["Selling", "Buying"]),
    "r": ("rival", ["Seat1", "Seat2"]),
}
"""Our name for each decision letter of the records, and the meaning of the numbers after this letter."""


@pytest.fixture(scope="module")
def game() -> Game:
    return mercatoria.load(str(ROOT / "docs" / "examples" / "stock_dump"))


def asked_and_taken(move: Move) -> tuple[str, object]:
    return move.action, next(iter(move.args.values()), None)


def follow(state: State, recorded: str) -> None:
    """Replay a recorded game, and compare the available choices at each decision."""
    away, *decisions, points = recorded.split()
    for trader in away:
        state.resolve(TRADERS[int(trader)])
    for decision in decisions:
        kind, of = MEMBERS[decision[1]]
        taken, could = (of[int(decision[2])], [of[int(n)] for n in decision[4:]])
        (seat,) = state.deciders
        assert str(seat) == decision[0]
        ours = {asked_and_taken(move): move for move in state.moves(seat)}
        assert set(ours) == {(kind, each) for each in could}
        state.apply(ours[kind, taken])
    assert state.is_over
    assert ",".join(map(str, state.scores)) == points


@pytest.mark.parametrize("first", range(0, 150, 50))
def test_the_same_moves_and_points_as_in_the_original(game: Game, first: int) -> None:
    assert len(RECORDED) == 150
    for recorded in RECORDED[first : first + 50]:
        follow(game.start(2, chance="manual"), recorded)


def test_another_record_would_be_noticed(game: Game) -> None:
    wrong = RECORDED[0].rsplit(" ", 1)[0] + " 0,0"
    with pytest.raises(AssertionError):
        follow(game.start(2, chance="manual"), wrong)
