"""Tests that only offers are made by which both sides gain and which the partner can pay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import mercatoria
from tests.mercatoria.players.test_offers import SWAPS

np = pytest.importorskip("numpy", reason="values of afterstates need numpy")

from interpreter.position import PASS  # noqa: E402
from interpreter.rng import Stream  # noqa: E402
from mercatoria.players import Position, SearchBot  # noqa: E402
from mercatoria.players.afterstates.offers import both_gain  # noqa: E402 - these need numpy
from mercatoria.players.afterstates.steps import ArraySteps, Numbers  # noqa: E402
from mercatoria.players.sampled_positions import SampledPositions  # noqa: E402
from mercatoria.players.search_bot.forced_moves import ForcedMoves  # noqa: E402

WOOL, ORE, SALT = range(3)
LIKED = np.array([[3, 1, 1], [1, 3, 1], [1, 1, 1]]) / 100
"""Value of one good of each sort, by seat."""


@pytest.fixture
def steps(game: Callable[[str], Path]) -> ArraySteps:
    rules = SWAPS.replace("draw 2 * p.number from supply to p.hand", "move 2 of Wool + 2 of Ore from supply to p.hand")
    return ArraySteps(mercatoria.load(str(game(rules))).table(3))


def shares(steps: ArraySteps) -> Callable[[Sequence[Numbers]], Numbers]:
    (hands,) = [run.base for of, run in steps.table.flow.layout.runs.items() if of.name == "hand"]

    def found(positions: Sequence[Numbers]) -> Numbers:
        return np.stack([[v[hands[seat] : hands[seat] + 3] @ LIKED[seat] for seat in range(3)] for v in positions])

    return found


def swap(steps: ArraySteps, give: tuple[int, ...], get: tuple[int, ...]) -> tuple[int, ...]:
    """Return the offer of seat 0 to seat 1."""
    rows = steps.rows(steps.start(), 0)
    (listed,) = [row for row in rows if len(row) > 1 and row[1] == 1]
    return (*listed[:2], *give, *get, 0, 0)


def test_an_offer_that_helps_both_is_made(steps: ArraySteps) -> None:
    assert both_gain(steps, steps.start(), 0, swap(steps, (0, 1, 0), (1, 0, 0)), shares(steps))


def test_no_offer_is_made_by_which_one_side_loses(steps: ArraySteps) -> None:
    assert not both_gain(steps, steps.start(), 0, swap(steps, (1, 0, 0), (0, 1, 0)), shares(steps))
    assert not both_gain(steps, steps.start(), 0, swap(steps, (0, 1, 0), (1, 1, 0)), shares(steps))


def test_no_offer_is_made_that_the_partner_cannot_pay(steps: ArraySteps) -> None:
    assert not both_gain(steps, steps.start(), 0, swap(steps, (0, 1, 0), (0, 0, 1)), shares(steps))


def test_a_bot_weighs_only_offers_that_help_both(steps: ArraySteps, game: Callable[[str], Path]) -> None:
    state = mercatoria.load(str(game(SWAPS))).start(3, 1)
    position = Position(state, 0)
    rows = [move.row for move in position.moves if not move.open]
    offer = swap(steps, (1, 0, 0), (1, 0, 0))
    forced = ForcedMoves(Stream(1, "test"), SampledPositions(Stream(2, "test")))

    assert forced.without_idle_offers(position, Refusing(), [*rows, offer], 8) == rows  # type: ignore[arg-type]


class Refusing:
    """Values that are equal for all seats, so that no offer is worth making."""

    def is_worth_offering(self, *_: object) -> bool:
        return False

    def shares(self, _: object) -> list[float]:
        return [1 / 3] * 3


def test_a_default_offer_by_which_one_side_loses_is_replaced(game: Callable[[str], Path]) -> None:
    state = mercatoria.load(str(game(SWAPS))).start(3, 1)
    position, forced = Position(state, 0), ForcedMoves(Stream(1, "test"), SampledPositions(Stream(2, "test")))
    offer = (position.moves[-1].row[0], 1, 1, 0, 0, 1, 0, 0, 0, 0)
    assert forced.without_idle_offers(position, Refusing(), [offer, PASS], 8) == [PASS]  # type: ignore[arg-type]
    assert forced.without_idle_offers(position, Refusing(), [offer], 8) == [offer], "a bot must move"  # type: ignore[arg-type]


def test_hints_show_offers_that_the_bot_would_not_make(game: Callable[[str], Path]) -> None:
    state = mercatoria.load(str(game(SWAPS))).start(3, 1)
    position, shown = Position(state, 0), set[str]()
    for seed in range(12):  # in most positions, no drawn offer can be paid
        bot = SearchBot(Stream(seed, "test"), 60, lambda _: Refusing())  # type: ignore[arg-type,return-value]
        shown |= {each.move.action for each in bot.hints(position, 50)}
        assert bot.choose(position).action == "pass"
    assert shown == {"pass", "swap"}
