"""Tests how goals are read, and how far values are from them."""

from __future__ import annotations

import pytest

from mercatoria.balance import BadGoal, Goal, goals_of, misfit, score

SEATS = ("Ann", "Ben", "Cat")


def only(text: str) -> Goal:
    (found,) = goals_of([text], SEATS)
    return found


def test_even_wins_are_a_goal_for_each_seat() -> None:
    found = goals_of(["wins=even"], SEATS)
    assert [each.measure for each in found] == ["win.Ann", "win.Ben", "win.Cat"]
    assert all(each.low == each.high == pytest.approx(1 / 3) for each in found)
    assert [each.tolerance for each in goals_of(["wins = even ± 5%"], SEATS)] == [0.05] * 3


def test_wins_of_seats_and_of_players() -> None:
    assert [(each.low, each.high) for each in goals_of(["wins=40%,30%,30%"], SEATS)] == [
        (0.4, 0.4), (0.3, 0.3), (0.3, 0.3),
    ]  # fmt: skip
    assert (only("wins.Ben=30%±3%").measure, only("wins.Ben=30%±3%").tolerance) == ("win.Ben", 0.03)
    rung = only("medium>greedy=70%")
    assert (rung.measure, rung.against, rung.low) == ("win_by.medium", ("medium", "greedy"), 0.7)


def test_points_of_seats_and_uses_of_actions() -> None:
    assert (only("points.Ben=20±2").measure, only("points.Ben=20±2").tolerance) == ("score.Ben", 2)
    assert only("points=20").measure == "points"
    (uses,) = goals_of(["uses.buy=3..4"], SEATS, ["buy", "sell"])
    assert (uses.title, uses.measure, uses.low, uses.high, uses.share) == ("uses of buy", "done.buy", 3, 4, False)
    with pytest.raises(BadGoal, match="there is no action `buuy` in this game; did you mean `buy`"):
        goals_of(["uses.buuy=3"], SEATS, ["buy", "sell"])
    with pytest.raises(BadGoal, match="the actions are buy, sell"):
        goals_of(["uses.=3"], SEATS, ["buy", "sell"])


@pytest.mark.parametrize("measure", ["gap", "lead_changes", "settled", "won_from_behind", "shared"])
def test_a_game_for_one_player_has_no_goals_that_compare_players(measure: str) -> None:
    value = "5" if measure in ("gap", "lead_changes") else "5%"
    with pytest.raises(BadGoal, match=f"a game for one player has no {measure.replace('_', ' ')}; choose length"):
        goals_of([f"{measure}={value}"], SEATS[:1])
    assert only("length=5").measure == "length"


def test_a_range_is_reached_everywhere_inside() -> None:
    goal = only("length=60..80")
    assert [goal.misfit(value) for value in (60, 70, 80)] == [0, 0, 0]
    assert goal.misfit(84) == pytest.approx(1)
    assert goal.misfit(52) == pytest.approx(2)
    assert (goal.wanted, only("gap=5").wanted, only("settled=40%").wanted) == ("60 to 80", "5", "40.0 %")


def test_the_distance_of_several_goals() -> None:
    goals = goals_of(["wins.Ann=50%", "length=100"], SEATS)
    assert misfit(goals, [0.5, 100]) == 0
    assert misfit(goals, [0.52, 105]) == pytest.approx(1)
    assert misfit(goals, [0.58, 100]) == pytest.approx(4 / 2**0.5)


def test_a_score_counts_win_rates_alone() -> None:
    goals = goals_of(["wins.Ann=50%", "wins.Ben=20%", "length=100"], SEATS)
    assert score(goals, [0.5, 0.2, 7]) == 1000
    assert score(goals, [1.0, 0.2, 7]) == 500
    assert score(goals, [1.0, 1.0, 100]) == 0
    assert score(goals_of(["length=100"], SEATS), [100]) is None


@pytest.mark.parametrize(("text", "words"), [
    ("wins", "write a measure and a value"),
    ("wins=", "write a measure and a value"),
    ("wins=50%,50%", "one share for each of the 3 seats"),
    ("wins=50%,50%,50%", "do not add up to 100 %"),
    ("wins=10%,20%,30%", "do not add up to 100 %"),
    ("wins.Dan=30%", "the seats are Ann, Ben, Cat"),
    ("wins.Ann=30", "percent, such as 30%"),
    ("wins.Ann=130%", "`130%` is not possible for wins of Ann, which is at most 100%$"),
    ("shared=150%", "`150%` is not possible for shared, which is at most 100%$"),
    ("wins=60%", r"or the word even; for one seat, write wins\.Ann=60%$"),
    ("length=30%", "without %"),
    ("length=long", "write a number"),
    ("length=80..60", "`80..60` is not a range for length; write the smaller value first$"),
    ("lenght=60..80", "`lenght` is not a measure; did you mean `length`"),
    ("uses.byu=3", "there is no action `byu` in this game; did you mean `buy`"),
    ("length=80±0", "greater than 0"),
    ("points.Dan=30", "the seats are Ann, Ben, Cat"),
    ("uses.buy=3", "it has no actions with a name"),
    ("speed=3", "is not a measure; choose wins, length"),
    ("easy>easy=50%", "compares a player with itself"),
])  # fmt: skip
def test_a_goal_that_cannot_be_read_says_what_to_write(text: str, words: str) -> None:
    with pytest.raises(BadGoal, match=words):
        goals_of([text], SEATS, ["buy", "sell"] if "byu" in text else ())


def test_a_measure_has_one_goal() -> None:
    with pytest.raises(BadGoal, match="wins of Ann has two goals"):
        goals_of(["wins=even", "wins.Ann=30%"], SEATS)
