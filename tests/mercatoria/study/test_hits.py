"""Tests that affected players are compared with the same seats of the same deals."""

from __future__ import annotations

import pytest

from mercatoria.study.hits import USERS, hits
from mercatoria.study.observed import ObservedGame

RISK = 0.01


def game(winner: int, scores: list[int], uses: list[int] | None = None) -> ObservedGame:
    moves = {"take": uses} if uses is not None else {}
    return ObservedGame(["greedy"] * 3, 9, [winner], list(scores), moves=moves)


def test_users_are_compared_with_their_own_seats() -> None:
    base = [[game(0, [5, 1, 1])], [game(1, [2, 6, 2])]] * 30
    other = [[game(2, [1, 1, 9], [0, 0, 1])], [game(1, [2, 8, 2], [0, 3, 0])]] * 30
    (hit,) = hits(["take"], base, other, RISK)
    assert (hit.way, hit.seats, hit.wins.number) == (USERS, 1.0, 60)
    assert (hit.wins_before, hit.wins_after) == (0.5, 1.0), "seat 3 lost without the rule, and seat 2 won"
    assert (hit.scores_before, hit.scores_after) == (3.5, 8.5)
    assert hit.wins.low > 0


def test_a_rule_that_everyone_uses_has_nobody_to_compare() -> None:
    base, other = [[game(0, [5, 1, 1])]] * 30, [[game(0, [5, 1, 1], [1, 1, 1])]] * 30
    (hit,) = hits(["take"], base, other, RISK)
    assert (hit.seats, hit.wins.number) == (3.0, 0)


def test_a_use_is_worth_what_its_users_gain() -> None:
    base = [[game(0, [5, 1, 1])], [game(1, [2, 6, 2])]] * 30
    other = [[game(2, [9, 1, 9], [0, 0, 2])], [game(1, [2, 8, 4], [0, 1, 1])]] * 30
    (hit,) = hits(["take"], base, other, RISK)
    assert hit.worth is not None
    assert (hit.worth.mean, hit.worth.number) == (pytest.approx(3.0), 60), "8 and 4 points, each for 2 uses"
    assert hit.worth.low > 0


def test_a_use_has_a_worth_even_if_all_players_use_the_rule() -> None:
    base, other = [[game(0, [5, 1, 1])]] * 30, [[game(0, [6, 2, 2], [1, 1, 1])]] * 30
    (hit,) = hits(["take"], base, other, RISK)
    assert hit.worth is not None
    assert (hit.worth.mean, hit.worth.number) == (1.0, 30)


@pytest.mark.parametrize("uses", [None, [0, 0, 0]])
def test_a_rule_that_nobody_uses_affects_nobody(uses: list[int] | None) -> None:
    assert list(hits(["take"], [[game(0, [5, 1, 1])]], [[game(0, [5, 1, 1], uses)]], RISK)) == []
