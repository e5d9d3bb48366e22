"""Tests that a deal has the same random outcomes under each rule set, rotates the seats, and is the same in any
process.
"""

from __future__ import annotations

import pickle
from pathlib import Path

from mercatoria.simulation import play, replay
from mercatoria.study import Deal, Design, RuleSet
from mercatoria.study.deals import rotations
from mercatoria.study.findings import findings
from mercatoria.study.measures import measures
from mercatoria.study.observed import observe
from tests.mercatoria.study.studied_games import GIFT, RENAMED, design, pig, variant


def test_each_way_around_the_table_is_played_once() -> None:
    assert rotations(["a", "b", "c"]) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert rotations(["a", "b", "a", "b"]) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert rotations(["a", "a"]) == [("a", "a")]


def test_an_observed_game_is_the_game_that_is_simulated() -> None:
    for kinds in (("random", "random"), ("greedy", "random")):
        for seed in range(4):
            observed, played = observe(pig(), seed, kinds), play(pig(), 2, seed, kinds)
            assert (observed.decisions, tuple(observed.scores), tuple(observed.winners), observed.ending) == (
                played.decisions, played.scores, played.winners, played.ending,
            )  # fmt: skip
            assert sum(observed.done.get(name, 0) for name in ("roll", "hold")) == observed.decisions


def test_the_course_of_a_game_is_counted() -> None:
    observed = observe(pig(), 3, ("random", "random"))
    lead, changes, behind = None, 0, 0
    winner = observed.winners[0]
    points = [(0, 0), *play_again(3)]
    for at, (red, blue) in enumerate(points):
        if red != blue:
            now = 0 if red > blue else 1
            changes += lead is not None and now != lead
            lead = now
        if points[at][winner] < points[at][1 - winner]:
            behind = at + 1
    half = points[5 * (len(points) - 1) // 10]
    assert observed.leaders[4] == (0.5 if half[0] == half[1] else float(half[winner] > half[1 - winner]))
    assert observed.lead_changes == changes
    assert [observed.points[0], observed.points[5], observed.points[-1]] == [[0, 0], list(half), observed.scores]
    assert sum(sum(times) for times in observed.moves.values()) == observed.decisions
    assert observed.settled == behind / len(points)


TWO_KEYS = """\
variant two_keys "The first line of the ranking is the same for everybody" of pig
    replace ranking of p in Player by least (if p.points >= 0 then 0 else 1), then most p.points
"""


def test_the_leader_is_the_seat_that_would_win_now(tmp_path: Path) -> None:
    other = pig(variant(tmp_path, "two_keys", TWO_KEYS))
    assert observe(other, 3, ("random", "random")).leaders == observe(pig(), 3, ("random", "random")).leaders


def play_again(seed: int) -> list[tuple[int, ...]]:
    """Return the points after each decision of a random game, replaying the game up to each decision."""
    whole = observe(pig(), seed, ("random", "random")).decisions
    return [tuple(replay(pig(), 2, seed, ("random", "random"), upto).scores) for upto in range(1, whole + 1)]


def test_a_deal_is_the_same_in_another_process_and_as_a_line() -> None:
    made = design(seats=("greedy", "random"), looked_into=1, weighed=1)
    deal = made.deal(0)
    again: Design = pickle.loads(pickle.dumps(made))
    assert again.deal(0).as_line() == deal.as_line()
    assert Deal.from_text(deal.as_line()) == deal
    assert [game.seats for game in deal.games["base"]] == [["greedy", "random"], ["random", "greedy"]]
    bore = deal.games["base"][0].fired
    assert bore is not None
    assert {"PIG-003", "PIG-006"} <= set(bore.clauses)
    assert {"roll", "hold"} <= set(bore.rules)
    later = made.deal(1).games["base"][0]
    assert later.fired is later.weighed is None


def test_a_renaming_makes_no_difference_at_all(tmp_path: Path) -> None:
    made = design(pig(variant(tmp_path, "renamed", RENAMED)), seats=("random", "greedy"))
    dealt = [made.deal(number) for number in range(25)]
    for deal in dealt:
        assert deal.games["base"] == deal.games["other"]
    other = findings(made, dealt).rule_sets[1]
    assert all(estimate.mean == 0 and not estimate.tells for estimate in other.differences.values())


def test_a_gift_to_the_first_seat_shows(tmp_path: Path) -> None:
    made = design(pig(variant(tmp_path, "gift", GIFT.format(points=12))))
    found = findings(made, [made.deal(number) for number in range(250)]).rule_sets[1]
    assert found.differences["win.Seat1"].low > 0
    assert found.differences["win.Seat2"].high < 0


def test_of_a_game_alone_nothing_is_measured_that_needs_others() -> None:
    names = {measure.name for measure in measures(["Red"], ["random"])}
    assert names == {"win.Red", "score.Red", "length", "points", "choices", *(f"average.{part}" for part in range(11))}


def test_a_rule_that_fails_is_told_and_its_deal_left_out(tmp_path: Path) -> None:
    broken = pig(variant(tmp_path, "broken", BROKEN))
    made = Design((RuleSet("base", pig()), RuleSet("other", broken)), ("random", "random"), 1)
    dealt = [made.deal(number) for number in range(6)]
    found = findings(made, dealt)
    assert found.rule_sets[1].failed
    assert "pot" in found.rule_sets[1].failed[0]
    assert found.base.games == sum(not deal.games["other"][0].fault for deal in dealt) < 6


BROKEN = """\
variant broken "More than there is room for" of pig
    add rule too_much after roll
        set pot to 1110 - player.points
"""
