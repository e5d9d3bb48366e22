"""Tests of the worth of moves, in a game with forced moves and chance, and in one with secret choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import mercatoria
from tests.mercatoria.conftest import BIDS, loaded

np = pytest.importorskip("numpy", reason="values of afterstates need numpy")

from interpreter.rng import Stream  # noqa: E402 - these need numpy
from mercatoria.players.afterstates.expansion import Best, Expansion, Leaf, Mean, best_of, mean_worths, worth  # noqa: E402
from mercatoria.players.afterstates.steps import ArraySteps, Numbers, array_of  # noqa: E402

LADDER = """rulebook ladder "Ladder"
    players 2

each Player has
    rungs: 0 to 99 = 0

round
    turn of player in Player
        player must rest or jump
        player may climb

action rest "Rest"
    then
        raise you.rungs by 2

action jump "Jump, and land on your feet"
    then
        random height in 0 to 5
        raise you.rungs by height
        you must grip

action grip(more: 0 to 1) "Grip"
    then
        raise you.rungs by more

action climb "Climb up"
    then
        raise you.rungs by 10

end dusk of round when round.number = 9

scoring of p in Player
    rungs: p.rungs
"""


@pytest.fixture
def steps(game: Callable[[str], Path]) -> ArraySteps:
    return ArraySteps(mercatoria.load(str(game(LADDER))).table(2))


def valued(steps: ArraySteps) -> Callable[[Sequence[Numbers]], Numbers]:
    """Return a function that values a position by the seats' rungs."""
    (slots,) = [run.base for of, run in steps.table.flow.layout.runs.items() if of.name == "rungs"]
    return lambda positions: np.stack([v[list(slots)] / 100 for v in positions])


def test_a_tree_is_worth_the_best_choice_and_the_mean_outcome() -> None:
    tree = Mean([(0.25, Leaf(0)), (0.75, Best([Leaf(1), Leaf(2)]))])
    assert worth(tree, [0.4, 0.2, 0.8]) == pytest.approx(0.7)


def test_chance_is_averaged_and_the_best_forced_move_follows(steps: ArraySteps) -> None:
    v = steps.start()
    rows = {steps.table.notation.move(0, row).action: row for row in steps.rows(v, 0)}
    expansion = Expansion(steps, 0, Stream(1, "test"))
    worths = expansion.worths(v, [rows["rest"], rows["jump"]], valued(steps))
    assert worths == pytest.approx([0.02, (2.5 + 1) / 100]), "the optional step afterwards is not taken"
    assert len(expansion.leaves) == 1 + 6 * 2


def test_a_position_that_is_over_is_worth_the_true_share(steps: ArraySteps) -> None:
    v = steps.start()
    (round_slot,) = [run.base[0] for of, run in steps.table.flow.layout.runs.items() if of.name == "round_number"]
    (slots,) = [run.base for of, run in steps.table.flow.layout.runs.items() if of.name == "rungs"]
    v = steps.played(steps.played(v, 0, steps.rows(v, 0)[0]), 0, (0,))
    v[round_slot], v[slots[0]] = 9, 20
    lost = Expansion(steps, 1, Stream(1, "test"))
    v = steps.played(v, 1, steps.rows(v, 1)[0])
    rows = steps.rows(v, 1)
    assert lost.worths(v, rows, valued(steps)) == [0.0] * len(rows)


def test_secret_choices_of_others_are_drawn() -> None:
    table = loaded(BIDS).table(3)
    steps, v = ArraySteps(table), array_of(table.start())
    while not steps.is_secret(v):
        outcomes = steps.outcomes(v)
        v = steps.settled(v, outcomes[0][0])
    seat = steps.decider(v)
    rows = [row for row in steps.rows(v, seat) if -1 not in row][:4]
    found = Expansion(steps, seat, Stream(2, "test")).worths(v, rows, lambda leaves: np.full((len(leaves), 3), 1 / 3))
    assert all(each is not None for each in found)
    again = Expansion(steps, seat, Stream(2, "test"))
    assert again.worths(v, rows, lambda leaves: np.full((len(leaves), 3), 1 / 3)) == found
    assert not any(steps.is_secret(leaf) and steps.decider(leaf) == seat for leaf in again.leaves)


def test_worths_are_means_over_the_positions_in_which_a_move_can_be_played() -> None:
    assert mean_worths([[0.1, 0.4, None], [0.3, None, None]], [1.0, 3.0]) == [pytest.approx(0.25), 0.4, None]


def test_equal_moves_are_drawn() -> None:
    assert {best_of([0.5, 0.2, 0.5], Stream(seed, "test")) for seed in range(20)} == {0, 2}
