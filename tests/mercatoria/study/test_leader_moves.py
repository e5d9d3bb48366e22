"""Tests that the moves of the leader at half-time are compared, and what a verdict says about them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mercatoria.simulation import Estimate
from mercatoria.study.leader_moves import LeaderMove, leader_moves
from mercatoria.study.measures import HALFWAY
from mercatoria.study.observed import PARTS, ObservedGame
from mercatoria.study.report.verdict_words import told
from mercatoria.study.rule_use import RuleUse
from tests.mercatoria.study.studied_games import PLAYED, RENAMED, SEATS, found, judged

FEWER = Estimate(-2.0, -2.5, -1.5, 400)


def game(halfway: list[int], trades: list[int]) -> ObservedGame:
    points = [[0, 0, 0]] * (PARTS // 2) + [halfway] + [[9, 9, 9]] * (PARTS // 2)
    return ObservedGame(["greedy"] * 3, 9, [0], [9, 9, 9], points=list(points), moves={"trade": trades})


def test_the_leader_at_half_time_is_compared_with_the_leader_of_the_same_deal() -> None:
    base = [[game([5, 1, 1], [4, 9, 9])], [game([0, 6, 2], [9, 2, 9])]] * 30
    other = [[game([1, 1, 5], [9, 9, 1])], [game([0, 6, 2], [9, 1, 9])]] * 30
    (move,) = leader_moves(["trade", "sell"], base, other, 0.01)
    assert (move.name, move.before, move.after, move.change.number) == ("trade", 3.0, 1.0, 60)
    assert move.change.high < 0


def test_two_leaders_are_not_compared() -> None:
    base, other = [[game([5, 5, 1], [4, 9, 9])]] * 30, [[game([5, 1, 1], [4, 9, 9])]] * 30
    assert list(leader_moves(["trade"], base, other, 0.01)) == []


HELD_BACK = "Drop the rule if it was meant to hold back the leader, who makes fewer of these moves but"


@pytest.mark.parametrize(("wins", "following"), [
    (Estimate(0.0, -0.01, 0.01, 999), f"{HELD_BACK} wins as often."),
    (Estimate(0.02, -0.2, 0.2, 999), f"{HELD_BACK} shows no sign of winning less often."),
    (Estimate(-0.02, -0.2, 0.2, 999), "Drop the rule if you wanted a clear change:"),
])  # fmt: skip
def test_a_rule_that_bars_moves_of_the_leader_is_judged_by_the_wins(
    tmp_path: Path, wins: Estimate, following: str
) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    longer = Estimate(0.07 * study.base.estimates["length"].mean, 0.5, 9.0, 400)
    still = replace(study.rule_sets[1], differences=quiet | {HALFWAY: wins, "length": longer})
    verdict = replace(
        judged(replace(study, rule_sets=(study.base, still))),
        use=RuleUse({"forbade add needs fair": [1, 1, 0]}),
        by_leader=(LeaderMove("hold", FEWER, 5.0),),
    )  # fmt: skip
    sentences = {group.label: group.sentences for group in told(verdict, study.titles, SEATS, PLAYED).groups}
    hold = study.titles["hold"]
    assert sentences["The leader"][0] == (
        f"The leader at half-time does “{hold}” 3 times per game instead of 5 (−40 %)."
    )
    assert sentences["Next"][0].startswith(following)


def test_an_accepted_offer_of_the_leader_is_named_by_the_offer(tmp_path: Path) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    verdict = replace(
        judged(study), use=RuleUse({"forbade add needs fair": [1, 1, 0]}), acceptances={"roll": "hold"},
        by_leader=(LeaderMove("hold", FEWER, 5.0),),
    )  # fmt: skip
    sentences = {group.label: group.sentences for group in told(verdict, study.titles, SEATS, PLAYED).groups}
    assert sentences["The leader"][0].startswith(f"The leader at half-time accepts “{study.titles['roll']}” 3 times")


def test_a_rule_that_bars_no_move_says_nothing_about_moves_of_the_leader(tmp_path: Path) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    verdict = replace(judged(study), by_leader=(LeaderMove("hold", FEWER, 5.0),))
    said = [each for group in told(verdict, study.titles, SEATS, PLAYED).groups for each in group.sentences]
    assert not any("The leader at half-time does" in each for each in said)
