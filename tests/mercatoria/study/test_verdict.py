"""Tests that a verdict claims exactly as much as the intervals, and names rules by their titles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import mercatoria
from mercatoria.study import Findings, findings
from mercatoria.study.intervals import Estimate
from mercatoria.study.precision import deals_needed
from mercatoria.study.report import as_text
from mercatoria.study.report.content import Band, Tracks
from mercatoria.study.report.verdict_words import strategy_sentences, told
from mercatoria.study.rule_use import parts_of
from mercatoria.study.verdict import CHANGED, OPEN, SAME, Effect, Strategies, Verdict, noticeable, verdicts
from tests.mercatoria.conftest import SHIPPED
from tests.mercatoria.study.studied_games import GIFT, RENAMED, design, pig, variant

BEFORE = Estimate(100.0, 99.0, 101.0, 400)
SEATS = ("Seat1", "Seat2")


def found(folder: Path, text: str = GIFT.format(points=12), name: str = "gift", deals: int = 1) -> Findings:
    made = design(pig(variant(folder, name, text)), looked_into=deals)
    return findings(made, [made.deal(number) for number in range(deals)])


def judged(found: Findings, **differences: Estimate) -> Verdict:
    """Return the verdict on a variant, with some of its differences replaced."""
    named = {name.replace("_in_", "."): estimate for name, estimate in differences.items()}
    other = replace(found.rule_sets[1], differences=found.rule_sets[1].differences | named)
    (verdict,) = verdicts(replace(found, rule_sets=(found.base, other)))
    return verdict


@pytest.mark.parametrize(
    ("low", "high", "outcome", "is_sure"),
    [
        (6.0, 9.0, CHANGED, True),
        (1.0, 9.0, CHANGED, False),
        (1.0, 8.0, OPEN, False),
        (1.0, 4.0, SAME, False),
        (-4.0, 4.0, SAME, False),
        (-2.0, 9.0, OPEN, False),
        (-9.0, -6.0, CHANGED, True),
    ],
)
def test_an_effect_is_judged_by_its_whole_interval(low: float, high: float, outcome: str, is_sure: bool) -> None:
    effect = Effect("length", Estimate((low + high) / 2, low, high, 400), BEFORE, 5.0)
    assert (effect.outcome, effect.is_sure) == (outcome, is_sure)


def test_it_says_how_many_deals_would_tell() -> None:
    effect = Effect("length", Estimate(0.0, -10.0, 10.0, 400), BEFORE, 5.0)
    assert effect.deals == 1600, "half the radius takes four times as many deals"
    assert replace(effect, change=Estimate(4.0, -6.0, 14.0, 400)).deals == 40_000, "4 may grow by 1 and stay unnoticed"
    assert replace(effect, change=Estimate(8.0, -2.0, 18.0, 400)).deals == 630, "a change of 8 needs a radius of 8"
    assert replace(effect, change=Estimate(0.0, -10.0, 10.0, 400), noticed=0.0).deals is None
    assert deals_needed(Estimate(0.0, -10.0, 10.0, 19), 5.0) is None


def test_a_third_of_the_points_is_not_too_small_to_notice(tmp_path: Path) -> None:
    base = found(tmp_path).base
    wide = replace(base, estimates=base.estimates | {"points": BEFORE, "spread": Estimate(900.0, 890.0, 910.0, 400)})
    assert [noticeable(name, wide) for name in ("points", "spread")] == [18.0, 90.0]
    narrow = replace(base, estimates=base.estimates | {"points": BEFORE, "spread": Estimate(20.0, 19.0, 21.0, 400)})
    assert [noticeable(name, narrow) for name in ("points", "spread")] == [10.0, 2.0]


def test_a_rule_that_names_a_seat_is_judged_seat_by_seat(tmp_path: Path) -> None:
    named = [effect.measure for effect in judged(found(tmp_path)).effects]
    assert named[:2] == ["win.Seat1", "win.Seat2"]
    neutral = [effect.measure for effect in judged(found(tmp_path, RENAMED, "renamed")).effects]
    assert neutral[:3] == ["win", "points", "spread"]
    assert not any("Seat" in name for name in neutral)


def test_the_seats_as_a_whole_are_as_uncertain_as_the_worst(tmp_path: Path) -> None:
    same, wide = Estimate(0.0, -0.01, 0.01, 999), Estimate(0.0, -0.2, 0.2, 999)
    study = found(tmp_path, RENAMED, "renamed")
    for first, second, outcome in (
        (same, same, SAME),
        (same, wide, OPEN),
        (Estimate(0.1, 0.06, 0.14, 9), wide, CHANGED),
    ):
        verdict = judged(study, win_in_Seat1=first, win_in_Seat2=second)
        assert verdict.effects[0].outcome == outcome
        assert verdict.effects[0].measure == ("win.Seat1" if outcome == CHANGED else "win")


def test_the_verdict_begins_with_the_rule_itself(tmp_path: Path) -> None:
    study = found(tmp_path, deals=2)
    said = told(judged(study, length=Estimate(-9.0, -9.5, -8.5, 400)), study.titles, SEATS)
    assert said.title == "The first seat begins with 12 points"
    assert said.short.startswith("Players would notice shorter games.")
    both = judged(study, length=Estimate(-9.0, -9.5, -8.5, 400), lead_changes=Estimate(5.0, 0.1, 9.9, 400))
    noticed = "Players would notice shorter games, and might notice more changes of the lead."
    assert told(both, study.titles, SEATS).short.startswith(noticed)
    did = said.groups[0]
    assert did.label == "What the rule did"
    assert did.sentences[0].startswith("The rule took effect 1.00 times per game, in the 2 games examined")
    assert did.sentences[1] == "It gave 12.0 points per game: Seat1 12.0, Seat2 0.00."
    changed = next(group for group in said.groups if group.label == "What changed")
    assert changed.sentences[0].startswith("Decisions per game fall by 9.00 (8.50 to 9.50), from ")


def test_a_rule_that_never_applies_is_said_to_be_idle(tmp_path: Path) -> None:
    late = """\
variant late "A rule for a round that does not come" of pig
    add rule late before round when round.number = 9999
        set pot to 0
"""
    study = found(tmp_path, late, "late")
    said = told(judged(study), study.titles, SEATS)
    assert said.short.startswith("The rule never came up in the games examined.")
    assert said.groups[0].sentences == ("The rule did nothing in the game examined.",)


def test_nothing_changed_is_said_with_its_bounds(tmp_path: Path) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    other = replace(study.rule_sets[1], differences=quiet)
    (verdict,) = verdicts(replace(study, rule_sets=(study.base, other)))
    said = told(verdict, study.titles, SEATS)
    assert said.short.endswith("Players would notice no difference in the game or in who wins.")
    assert "Who wins: at most ±0.1 % of the wins." in said.groups[-1].sentences


def test_open_money_changes_who_may_see_it() -> None:
    base, other = (mercatoria.load(SHIPPED, variants=names) for names in ((), ("open_purses",)))
    (part,) = parts_of(other, base)
    assert (part.is_rule, part.changes_visibility, part.target) == (False, True, "purse")


def test_leaders_and_strategies_are_told_by_their_intervals() -> None:
    most = {"roll": Estimate(0.8, 0.7, 0.9, 99), "hold": Estimate(0.1, 0.05, 0.12, 99)}
    plain = Strategies("Pig", 4, Estimate(0.4, 0.3, 0.5, 99), {"roll": Estimate(0.4, 0.3, 0.5, 99)}, ())
    strong = Strategies("Pig", 4, Estimate(0.7, 0.65, 0.75, 99), most, ("peek",))
    assert (strong.dominant, strong.losing, strong.promising) == (["roll"], ["hold"], [])
    said = " ".join(strategy_sentences(strong, {"roll": "Roll the die", "peek": "Look under the cup"}))
    assert "Runaway leader: the leader at half-time wins 70 games in 100, where an equal share is 25." in said
    assert "Dominant: the player who does “Roll the die” most often wins 80 games in 100." in said
    assert "Losing: the player who does “Hold” most often wins 10 games in 100." in said
    assert "Dead, because never done: “Look under the cup”." in said
    told_plain = list(strategy_sentences(plain, {}))
    assert told_plain[0].startswith("No runaway leader:")
    assert told_plain[1].endswith("the player who does an action most often wins at most 40 games in 100.")


def test_a_rare_action_that_may_dominate_is_not_denied() -> None:
    rare = Strategies("Pig", 4, None, {"peek": Estimate(0.7, 0.4, 0.9, 9)}, ())
    assert (rare.dominant, rare.perhaps_dominant, rare.promising) == ([], ["peek"], [])
    (said,) = strategy_sentences(rare, {})
    assert said.startswith("Perhaps dominant, but too rare to be certain: the player who does “Peek” most often wins")


def test_points_over_time_are_drawn_as_text() -> None:
    lines = as_text(Tracks("Points", (Band("plain", (0.0, 4.0, 8.0), (0.0, 2.0, 4.0), (0.0, 0.0, 0.0)),)))
    assert lines == ["Points", "  plain", "    highest  ▁▅█ 0.00 to 8.00", "    average  ▁▃▅ 0.00 to 4.00",
                     "    lowest   ▁▁▁ 0.00 to 0.00"]  # fmt: skip
