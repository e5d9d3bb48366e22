"""Tests how much a search bot loses in games with a known solution.

A test computes the loss of each decision from the solution, against a rival who follows the solution. The sum over a
game is the number of wins by which the bot falls short of a perfect player. This sum does not include the luck of the
dice, so a small number of games is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import mercatoria
from mercatoria import Move, State
from mercatoria.players import Position, seeded
from tests.mercatoria.conftest import KUHN, PIG, TIC_TAC_TOE

SIDES = 6


class PigSolution:
    """The solution of Pig by value iteration (Neller and Presser, *Optimal play of the dice game Pig*, 2004)."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._begun = {(own, other): 0.5 for own in range(target) for other in range(target)}
        """Chance of winning for the player who begins a turn, keyed by the points of both players."""
        for total in range(2 * target - 2, -1, -1):
            for own in range(max(0, total - target + 1), total // 2 + 1):
                self._solve(own, total - own)

    def _solve(self, own: int, other: int) -> None:
        """Iterate the chances at two mirrored scores until they converge, because each depends on the other.

        The chances at all higher scores must be known.
        """
        change = 1.0
        while change > 1e-9:
            change = 0.0
            for here in ((own, other), (other, own)):
                rolling, holding = self.chances(*here, 0)
                change = max(change, abs(self._begun[here] - max(rolling, holding)))
                self._begun[here] = max(rolling, holding)

    def chances(self, own: int, other: int, pot: int) -> tuple[float, float]:
        """Return the chances of winning if the player rolls, and if the player holds."""
        enough = max(self.target - own, pot)
        value, rolling, holding = [1.0] * (enough + SIDES + 1), 1.0, 1.0
        for kept in range(enough, pot - 1, -1):
            lost = 1 - self._begun[other, own]
            holding = 1 - self._begun[other, own + kept] if own + kept < self.target else 1.0
            rolling = (lost + sum(value[kept + 2 : kept + SIDES + 1])) / SIDES
            value[kept] = max(rolling, holding)
        return rolling, holding


@cache
def solution(target: int) -> PigSolution:
    return PigSolution(target)


def given_away_in_pig(target: int, level: str, seed: int) -> float:
    """Return the chance of winning that the bot gives away in one game against a perfect player."""
    state, best, given_away = mercatoria.load(PIG, options={"target": target}).start(2, seed), solution(target), 0.0
    seat = seed % 2
    player = seeded(level, seed, seat)
    while not state.is_over:
        decides, view = state.deciders[0], state.view()
        points = [of["points"] for of in view["things"]["Player"].values()]
        rolling, holding = best.chances(points[decides], points[1 - decides], view["game"]["pot"])
        if decides == seat:
            move = player.choose(Position(state, seat))
            given_away += max(rolling, holding) - (rolling if move.action == "roll" else holding)
        else:
            move = next(each for each in state.moves() if each.action == ("roll" if rolling >= holding else "hold"))
        state.apply(move)
    return given_away


def test_the_solution_holds_what_wins_and_rolls_when_it_is_behind() -> None:
    best = solution(20)
    assert best.chances(12, 5, 8)[1] == 1
    assert best.chances(0, 18, 3)[0] > best.chances(0, 18, 3)[1]
    assert best.chances(0, 0, 0)[0] == pytest.approx(0.6156, abs=1e-4)


@pytest.mark.slow
def test_search_bot_loses_less_in_pig_than_greedy() -> None:
    given_away = {level: sum(given_away_in_pig(20, level, seed) for seed in range(4)) for level in ("medium", "greedy")}
    assert given_away["medium"] < given_away["greedy"] / 2


@pytest.mark.slow
def test_the_chance_of_who_begins_pig_is_the_published_one() -> None:
    assert solution(100).chances(0, 0, 0)[0] == pytest.approx(0.5306, abs=1e-4)


@pytest.mark.slow
def test_in_pig_it_wins_within_two_points_of_the_best_player() -> None:
    games = 8
    assert sum(given_away_in_pig(50, "hard", seed) for seed in range(games)) / games < 0.02


# ---------------------------------------------------------------- Kuhn poker

CARDS = (1, 2, 3)
PASSED, BET, RAISED = "passed", "bet", "passed, then bet"
Policy = dict[tuple[int, str], float]
"""Probability that a seat adds its second coin, keyed by its card and the earlier moves."""

ALPHA = 1 / 4
FIRST: Policy = {
    (1, ""): ALPHA, (2, ""): 0, (3, ""): 3 * ALPHA,
    (1, RAISED): 0, (2, RAISED): ALPHA + 1 / 3, (3, RAISED): 1,
}  # fmt: skip
SECOND: Policy = {(1, PASSED): 1 / 3, (2, PASSED): 0, (3, PASSED): 1, (1, BET): 0, (2, BET): 1 / 3, (3, BET): 1}
"""An equilibrium strategy of the second player (Kuhn, *A simplified two-person poker*, 1950).

In an equilibrium, the first player loses 1/18 of a coin on average.
"""


def coins_of_first(first: Policy, second: Policy) -> float:
    """Return the average gain of the first seat, in coins."""
    total = 0.0
    for own, other in product(CARDS, CARDS):
        if own != other:
            sign = 1 if own > other else -1
            bets, calls, raises = first[own, ""], second[other, BET], second[other, PASSED]
            answers = first[own, RAISED]
            after_bet = calls * 2 * sign + (1 - calls)
            after_pass = raises * (answers * 2 * sign - (1 - answers)) + (1 - raises) * sign
            total += (bets * after_bet + (1 - bets) * after_pass) / 6
    return total


FOR_COINS = """\
variant for_coins "Whoever has more coins is more likely to win" of kuhn_poker
    new game has
        lot: 0 to 4 = 0
    new value coins(who: Player): -2 to 2 = if beats(who) then other(who).stake else 0 - who.stake
    replace round "A hand"
        First may bet
        Second may bet
        if First.stake < Second.stake
            First may bet
        random drawn in 1 to 4
        set lot to drawn
        stop game
    replace scoring.coins: if (lot <= 2 + coins(First)) = (p = First) then 1 else 0
"""
"""A variant in which more coins make a win more likely, because a bot plays to win by any margin.

Two coins always win, and one coin wins three times out of four.
"""


def poker_hands(game: mercatoria.Game) -> Iterator[tuple[int, int, str, State]]:
    """Yield each decision with each card of the deciding seat, and one possible card of the other seat."""
    for seed in range(40):
        begun = game.start(2, seed)
        for moves, seat, before in (("", 0, ""), ("pass", 1, PASSED), ("bet", 1, BET), ("pass bet", 0, RAISED)):
            state = begun.clone()
            for name in moves.split():
                state.apply(named(state, name))
            hand = state.view(seat)["things"]["Player"][state.table.flow.model.seats[seat]]["hand"]
            yield seat, int(hand[0].removeprefix("Card")), before, state


def named(state: State, name: str) -> Move:
    return next(move for move in state.moves() if move.action == name)


def learnt_policies(game: mercatoria.Game, level: str, times: int) -> tuple[Policy, Policy]:
    """Return the strategies of a bot in Kuhn poker, estimated from `times` answers to each decision."""
    found: tuple[Policy, Policy] = ({}, {})
    for seat, card, before, state in poker_hands(game):
        if (card, before) not in found[seat]:
            moves = [seeded(level, seed, seat).choose(Position(state, seat)) for seed in range(times)]
            found[seat][card, before] = sum(move.action == "bet" for move in moves) / times
    return found


def test_the_equilibrium_is_one() -> None:
    assert coins_of_first(FIRST, SECOND) == pytest.approx(-1 / 18)
    for asked, other, sign in ((FIRST, SECOND, 1), (SECOND, FIRST, -1)):
        for changed in asked:
            for share in (0.0, 1.0):
                deviates = asked | {changed: share}
                pair = (deviates, other) if sign > 0 else (other, deviates)
                assert sign * coins_of_first(*pair) <= sign * -1 / 18 + 1e-9


@pytest.mark.parametrize(("level", "times", "most"), [
    ("easy", 3, 0.2),
    ("medium", 2, 0.03),
    pytest.param("hard", 12, 0.03, marks=pytest.mark.slow),
])  # fmt: skip
def test_in_kuhn_poker_an_equilibrium_wins_no_more_than_the_game_gives_it(
    tmp_path: Path, level: str, times: int, most: float
) -> None:
    """`most` allows for chance, because the test estimates the strategies from a small sample."""
    file = tmp_path / "for_coins.rules"
    file.write_text(FOR_COINS, encoding="utf-8")
    first, second = learnt_policies(mercatoria.load(KUHN, variants=[str(file)]), level, times)
    assert coins_of_first(first, SECOND) >= -1 / 18 - most
    assert coins_of_first(FIRST, second) <= -1 / 18 + most


# ---------------------------------------------------------------- tic-tac-toe


def tic_tac_toe(*moves: str) -> State:
    state = mercatoria.load(TIC_TAC_TOE).start(2, 1)
    for cell in moves:
        state.apply(marking(state, cell))
    return state


def marking(state: State, cell: str) -> Move:
    return next(move for move in state.moves() if move.args == {"cell": cell})


@pytest.mark.parametrize(
    ("moves", "right"),
    [
        (("B2", "A1", "C1", "A3"), {"A2"}),  # Only this cell blocks three in a row.
        (("A1", "A2", "B1", "B2"), {"C1"}),  # Three in a row is better than a block.
        (("A1", "B2", "C3"), {"B1", "A2", "C2", "B3"}),  # a corner loses
        (("A1",), {"B2"}),  # Every other cell loses.
    ],
)
def test_it_knows_the_only_cells_that_will_do(moves: tuple[str, ...], right: set[str]) -> None:
    state = tic_tac_toe(*moves)
    seat = state.deciders[0]
    assert seeded("medium", 3, seat).choose(Position(state, seat)).args["cell"] in right


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_tic_tac_toe_is_drawn(seed: int) -> None:
    state, players = tic_tac_toe(), [seeded("hard", seed, seat) for seat in range(2)]
    while not state.is_over:
        seat = state.deciders[0]
        state.apply(players[seat].choose(Position(state, seat)))
    assert state.scores == (0, 0)
