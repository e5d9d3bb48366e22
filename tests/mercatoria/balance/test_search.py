"""Tests the search with games whose results follow from a formula, so that the best change is known."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from mercatoria.balance import Change, Goal, Parameter, Rules, Search, Table, evidence, recommended, report
from mercatoria.balance.trials import Outcome, Task
from mercatoria.simulation.executors import InProcess
from mercatoria.study import Workers

TITLES = {"days": "Days", "fee": "Fee", "walls": "Walls"}
DAYS, FEE, WALLS = (
    Parameter("days", "Days", "4"), Parameter("fee", "Fee", "10"), Parameter("walls", "Walls", "no", ("no", "yes")),
)  # fmt: skip
LENGTH, GAP = Goal("length", "length", 60, 60, 2, share=False), Goal("gap", "spread", 5, 5, 0.5, share=False)


class Formula(InProcess):
    """An executor that plays no game: the results follow from the values of the parameters, with some noise."""

    def __init__(self, result: Callable[[dict[str, int]], tuple[float, ...]]) -> None:
        self.result = result
        self.tasks: list[Task] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        (task,) = args
        self.tasks.append(task)
        values = {"days": 4, "fee": 10, "walls": 0, "market": 0}
        for each in task.rules.changes:
            values[each.target] = 1 if each.source or each.after == "yes" else int(each.after)
        future: Future[Any] = Future()
        try:
            means = self.result(values)
            noise = [((31 * number) % 7 - 3) / 10 for number in task.deals]
            future.set_result(Outcome([tuple(mean + each for mean in means) for each in noise]))
        except ValueError as fault:
            future.set_result(Outcome(fault=str(fault)))
        return future


def searched(result: Callable[[dict[str, int]], tuple[float, ...]], *goals: Goal, **more: Any) -> Search:
    found = Search(
        Rules("fair", "fair"), [Table(("random",), goals)], (DAYS, FEE, WALLS), more.pop("variants", ()),
        Workers(Formula(result), 1), 64, **more,
    )  # fmt: skip
    found.run()
    return found


def lines(search: Search) -> list[str]:
    return [line for each in search.frontier()[-1].changes for line in each.lines]


@pytest.mark.parametrize("days", [1, 2, 3, 5, 6, 7, 9, 13, 30])
def test_a_number_is_found(days: int) -> None:
    """Near values are tried at once, values between follow by interpolation, and values beyond step by step."""
    search = searched(lambda v: (15 * v["days"] + 60 - 15 * days + 0.01 * v["fee"],), LENGTH)
    assert lines(search) == [f"set days to {days}"]


def test_a_flag_and_a_variant_are_found() -> None:
    assert lines(searched(lambda v: (60 - 20 * (1 - v["walls"]),), LENGTH)) == ["set walls to yes"]
    search = searched(
        lambda v: (60 - 20 * (1 - v["market"]),), LENGTH, variants=[Change.of_variants(["market"], "market")]
    )
    assert lines(search) == ["requires market"]


def test_two_changes_are_combined() -> None:
    search = searched(lambda v: (50 + 2 * v["days"], 15 - v["fee"]), LENGTH, GAP)
    assert lines(search) == ["set days to 5"]
    search = searched(lambda v: (48 + 2 * v["days"], 13 - v["fee"]), LENGTH, GAP)
    assert lines(search) == ["set days to 6", "set fee to 8"]
    assert len(searched(lambda v: (48 + 2 * v["days"], 13 - v["fee"]), LENGTH, GAP, most=1).frontier()[-1].changes) == 1


def test_a_change_that_does_nothing_is_not_shown() -> None:
    search = searched(lambda v: (60.0,), LENGTH)
    assert [each.changes for each in search.frontier()] == [()]
    found = evidence(search.rules, search.tables, [()], 64, search.workers)
    assert (
        next(report(found, list(search.candidates.values()), TITLES)) == "The game reaches every goal without a change."
    )


def test_rules_that_cannot_be_played_are_left_out_and_counted() -> None:
    def result(v: dict[str, int]) -> tuple[float, ...]:
        if v["days"] > 4:
            raise ValueError("a game does not end")
        return (70 - 10 * v["fee"] + 100 - v["days"],)

    search = searched(result, LENGTH)
    assert not any("days" in line and int(line[-1]) > 4 for line in lines(search))
    found = evidence(search.rules, search.tables, [each.changes for each in search.frontier()], 64, search.workers)
    told = list(report(found, list(search.candidates.values()), TITLES))
    assert any("cannot be played; the most frequent reason: a game does not end" in line for line in told)


def test_the_evidence_uses_other_deals_and_recommends_the_smallest_change() -> None:
    search = searched(lambda v: (49 + 2 * v["days"], 13 - v["fee"]), LENGTH, GAP)
    seen = {number for task in search.workers.executor.tasks for number in task.deals}  # type: ignore[attr-defined]
    found = evidence(search.rules, search.tables, [each.changes for each in search.frontier()], 64, search.workers)
    new = {number for task in search.workers.executor.tasks for number in task.deals} - seen  # type: ignore[attr-defined]
    assert len(new) == 4 * 64
    best = recommended(found)
    assert best is not None
    assert [line for each in best.changes for line in each.lines] == ["set days to 5", "set fee to 8"]
    first, *_ = report(found, list(search.candidates.values()), TITLES)
    assert first == "Smallest change that reaches every goal: “Days”: 5 instead of 4, and “Fee”: 8 instead of 10."


def test_an_interrupted_search_keeps_what_it_has_found() -> None:
    played = 0

    def stop(number: int) -> None:
        nonlocal played
        played += 1
        if played == 30:
            raise KeyboardInterrupt

    search = Search(
        Rules("fair", "fair"), [Table(("random",), (LENGTH,))], (DAYS, FEE, WALLS), (),
        Workers(Formula(lambda v: (15 * v["days"] - 15,)), 1), 64, played=stop,
    )  # fmt: skip
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert search.frontier()
    assert search.base.deals == 64


def test_a_hopeless_change_costs_a_few_games() -> None:
    """Numbers without an effect are tried at both ends in a few deals; only the promising ones play more."""
    idle = [Parameter(f"idle{at}", f"Idle {at}", "10") for at in range(30)]
    search = Search(
        Rules("fair", "fair"), [Table(("random",), (LENGTH,))], (DAYS, *idle), (),
        Workers(Formula(lambda v: (15 * v["days"] - 15,)), 1), 640, most=1,
    )  # fmt: skip
    search.run()
    assert lines(search) == ["set days to 5"]
    hopeless = [each for each in search.candidates.values() if each.changes and each.changes[0].target != "days"]
    assert len(hopeless) <= 2 * len(idle) + 3 * 24
    assert sum(each.deals == 40 for each in hopeless) > len(idle)
    assert sum(each.deals for each in hopeless) < 40 * len(hopeless) + 16 * 120 + 6 * 480


def test_a_nearer_value_follows_if_the_greatest_cannot_be_played() -> None:
    def result(v: dict[str, int]) -> tuple[float, ...]:
        if v["days"] > 5:
            raise ValueError("a game does not end")
        return (15 * v["days"] - 15,)

    assert lines(searched(result, LENGTH)) == ["set days to 5"]


@pytest.mark.parametrize("least", [5, 7, 8, 9, 13])
def test_the_smallest_of_equal_changes_is_found(least: int) -> None:
    """A longer game ends early anyway, so the number of days matters up to a point only."""
    assert lines(searched(lambda v: (60 - 20 * max(0, least - v["days"]),), LENGTH)) == [f"set days to {least}"]


def test_the_report_says_which_goals_are_missed() -> None:
    """Each goal has a row, because a designer may give many goals, but compares few changes."""
    search = searched(lambda v: (40 + 4 * v["days"], 7.0), LENGTH, GAP)
    found = evidence(search.rules, search.tables, [each.changes for each in search.frontier()], 64, search.workers)
    told = list(report(found, list(search.candidates.values()), TITLES))
    assert told[0] == "No change that was tried reaches every goal. Nearest: “Days”: 5 instead of 4."
    assert told[1] == "It misses: gap."
    table = [line for line in told if line.startswith("|")]
    assert table[0] == "| goal | no change | set days to 5 |"
    assert [line.split(" | ")[0] for line in table[2:]] == ["| length: 60", "| gap: 5", "| distance"]
    assert table[3].count(", missed") == 2
    assert told[-1] == "The distance counts tolerances: at 1 or less, the goals are near enough on average."


def test_a_number_without_effect_is_tried_only_twice() -> None:
    search = searched(lambda v: (15 * v["days"] - 15,), LENGTH)
    assert sum(len(each) == 1 and each[0].target == "fee" for each in search.candidates) == 2


def test_a_change_that_is_only_a_little_nearer_may_be_the_first_to_reach_the_goals() -> None:
    """The smaller change is just outside the tolerances, and the larger one just inside."""
    search = searched(lambda v: (40.0 if v["days"] < 5 else 57.8 if v["days"] == 5 else 58.1,), LENGTH)
    assert [each.changes[0].after for each in search.frontier() if each.changes][:2] == ["5", "6"]


def test_evidence_ends_early_for_changes_that_certainly_miss_a_goal() -> None:
    search = searched(lambda v: (15 * v["days"] - 15,), LENGTH)
    found = evidence(search.rules, search.tables, [(DAYS.to("8"),), (DAYS.to("5"),)], 64, search.workers)
    assert [each.estimates[0].number for each in found] == [64, 256]
    assert [each.reaches for each in found] == [False, True]
