"""Tests that a verdict claims exactly as much as the intervals, and names rules by their titles."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import mercatoria
from mercatoria.simulation import Estimate
from mercatoria.study import Design, RuleSet, findings
from mercatoria.study.findings import titles_of
from mercatoria.study.hits import GAINERS, PAYERS, USERS, Hit
from mercatoria.study.precision import deals_needed
from mercatoria.study.report import as_text
from mercatoria.study.report.content import Band, Tracks
from mercatoria.study.report.rule_work import ranked, work
from mercatoria.study.report.strategy_words import strategy_sentences
from mercatoria.study.report.verdict_words import told
from mercatoria.study.report.words import duration
from mercatoria.study.rule_parts import parts_of
from mercatoria.study.rule_use import RuleUse
from mercatoria.study.strategies import Strategies
from mercatoria.study.verdict import CHANGED, OPEN, SAME, Effect, Verdict, noticeable, verdicts
from tests.mercatoria.conftest import PIG, SHIPPED
from tests.mercatoria.study.studied_games import GIFT, PLAYED, RENAMED, SEATS, found, judged, variant

BEFORE = Estimate(100.0, 99.0, 101.0, 400)
TRADING = "merchants_of_medieval_europe"

@pytest.mark.parametrize(
    ("low", "high", "outcome", "is_sure"),
    [
        (6.0, 9.0, CHANGED, True),
        (1.0, 9.0, CHANGED, False),
        (1.0, 8.0, CHANGED, False),
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
    assert replace(effect, change=Estimate(4.0, -6.0, 14.0, 400)).deals == 2_500, "a change of 4 needs a radius of 4"
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


@pytest.mark.parametrize(
    ("measure", "fraction", "recommended"),
    [
        ("spread", -0.3, "Keep the rule if you want a closer game, because it has a smaller gap"),
        ("spread", 0.3, "Drop the rule if you want a close game, because it has a larger gap"),
        ("lead_changes", 0.9, "Keep the rule if you want a closer game, because it has more changes of the lead."),
        ("length", 0.3, "Play it with people, and ask whether they like the clear changes."),
        ("length", 0.07, "Drop the rule if you wanted a clear change: its only certain effects are slight."),
    ],
)
def test_it_recommends_by_how_close_the_game_becomes(
    tmp_path: Path, measure: str, fraction: float, recommended: str
) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    base = replace(study.base, estimates=study.base.estimates | {measure: BEFORE})
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    change = Estimate(100 * fraction, 100 * fraction - 4, 100 * fraction + 4, 400)
    still = replace(study.rule_sets[1], differences=quiet | {measure: change})
    verdict = judged(replace(study, rule_sets=(base, still)))
    used = replace(verdict, use=RuleUse({"worked replace target_reached": [1, 1, 0]}))
    (following, *_) = told(used, study.titles, SEATS, PLAYED).groups[-1].sentences
    assert following.startswith(recommended)


@pytest.mark.parametrize(("low", "high", "said"), [
    (0.1, 0.3, "Change the rule, because the players whom it affects win too often: halve what it gives"),
    (-0.3, -0.1, "Drop the rule, or let it cost less: the players whom it affects win less often."),
])  # fmt: skip
def test_it_recommends_by_how_the_users_end(tmp_path: Path, low: float, high: float, said: str) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    wins = Estimate((low + high) / 2, low, high, 400)
    verdict = judged(study, length=SHORTER)
    hit = Hit(USERS, 1.0, wins, 0.5, Estimate(3.0, 2.0, 4.0, 400), 20.0)
    groups = told(replace(verdict, hits=(hit,)), study.titles, SEATS, PLAYED).groups
    sentences = {group.label: group.sentences for group in groups}
    now = round(100 * (0.5 + wins.mean))
    assert sentences["The players it affects"] == (
        "1 of 2 players per game used the rule.",
        f"They win {now} games in 100; the same seats of the same deals win 50 without the rule.",
        "They end with 23 points instead of 20.",
    )
    assert sentences["Next"][0].startswith(said)


@pytest.mark.parametrize(("number", "said"), [
    (0, "No game shows whether these players win more or less."),
    (1, "Only one examined game shows whether these players win more or less, which is too few."),
    (7, "Only 7 examined games show whether these players win more or less, which is too few."),
])  # fmt: skip
def test_too_few_affected_players_are_not_judged(tmp_path: Path, number: int, said: str) -> None:
    few = Estimate(0.2, 0.1, 0.3, number)
    study = found(tmp_path, RENAMED, "renamed")
    verdict = replace(judged(study, length=SHORTER), hits=(Hit(USERS, 1.0, few, 0.5, few, 20.0),))
    groups = told(verdict, study.titles, SEATS, PLAYED).groups
    sentences = {group.label: group.sentences for group in groups}
    assert sentences["The players it affects"] == ("1 of 2 players per game used the rule.", said)


@pytest.mark.parametrize(("way", "seats", "following"), [
    (USERS, 0.5, (
        "Play 10 games with people; if players who used the rule win 6 or more, halve what it gives.",
        "By chance, they win about 2.5.",
        "If they win fewer than 6, keep the rule if people like it.",
    )),
    (GAINERS, 2.0, (
        "Play 3 games with the rule and 3 without it, and keep it if people prefer it.",
        "All players got something from the rule in nearly every game, so it favours none of them.",
    )),
    (PAYERS, 0.5, ("Play it with people.",)),
])  # fmt: skip
def test_people_show_who_gains_where_bots_play_too_badly(
    tmp_path: Path, way: str, seats: float, following: tuple[str, ...]
) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    still = replace(study.rule_sets[1], differences=quiet)
    verdict = judged(replace(study, rule_sets=(replace(study.base, at_lowest=0.9), still)))
    none = Estimate(0.0, -inf, inf, 0)
    hit = Hit(way, seats, none, 0.5, none, 20.0)
    used = replace(verdict, hits=(hit,), use=RuleUse({"worked replace target_reached": [1, 1, 0]}))
    assert told(used, study.titles, SEATS, PLAYED).groups[-1].sentences == following


def test_a_rule_that_favours_a_seat_needs_another_number(tmp_path: Path) -> None:
    study = found(tmp_path)
    better, worse = Estimate(0.1, 0.08, 0.12, 400), Estimate(-0.1, -0.12, -0.08, 400)
    said = told(judged(study, win_in_Seat1=better, win_in_Seat2=worse), study.titles, SEATS, PLAYED)
    assert said.groups[-1].sentences == ("Change the rule, because it favours Seat1: test 6 instead of 12.",)


@pytest.mark.parametrize(("pairs", "said"), [
    (((3, 4), (5, 9)), "test 7 instead of 9 in “taken goods”"),
    (((3, 4),), "halve what it gives or takes"),
])  # fmt: skip
def test_a_number_to_test_lies_between_the_old_and_the_new_one(
    tmp_path: Path, pairs: tuple[tuple[int, int], ...], said: str
) -> None:
    better, worse = Estimate(0.1, 0.08, 0.12, 400), Estimate(-0.1, -0.12, -0.08, 400)
    study = found(tmp_path)
    verdict = judged(study, win_in_Seat1=better, win_in_Seat2=worse)
    part = replace(verdict.parts[0], target="taken_goods", title="", numbers=(), changes=pairs)
    sentences = told(replace(verdict, parts=(part,)), study.titles, SEATS, PLAYED).groups[-1].sentences
    assert sentences == (f"Change the rule, because it favours Seat1: {said}.",)


def test_the_largest_change_comes_first_after_the_move_at_stake(tmp_path: Path) -> None:
    study = found(tmp_path, NEVER_LEGAL, "shy")
    more = {name: Estimate(9.0, 8.9, 9.1, 400) for name in ("done_in_roll", "done_in_hold", "lead_changes")}
    verdict = judged(study, length=Estimate(900.0, 899.0, 901.0, 400), **more)
    assert next(each.measure for each in ranked(verdict)) == "length"
    near = replace(verdict, at_stake=("hold",))
    assert [each.measure for each in ranked(near)][:2] == ["done.hold", "length"]


SHORTER = Estimate(-9.0, -9.5, -8.5, 400)


def test_the_verdict_begins_with_the_rule_itself(tmp_path: Path) -> None:
    study = found(tmp_path, deals=2)
    said = told(judged(study, length=SHORTER), study.titles, SEATS, PLAYED)
    assert said.title == "The first seat begins with 12 points"
    assert said.judgement == "clear change"
    assert said.short.startswith("Clear change: a game has 16 decisions instead of 24 (")
    assert said.short.endswith("The rule came into play once per game (2 examined games).")
    both = judged(study, length=SHORTER, lead_changes=Estimate(5.0, 0.1, 9.9, 400))
    assert "the lead changes" not in told(both, study.titles, SEATS, PLAYED).short, "a slight change is not named"
    groups = {group.label: group.sentences for group in said.groups}
    assert groups["The rule itself"] == (
        "The rule came into play once per game (2 examined games).",
        "It gave 12 points per game (2 examined games): Seat1 12, Seat2 0.",
    )
    assert groups["Clear changes"][0].startswith("A game has ")
    assert any(each.startswith("Decisions per game fall by 9.00 (8.50 to 9.50), from ") for each in said.details)
    assert not any("8.50" in sentence for group in said.groups for sentence in group.sentences)


def test_a_rule_that_never_applies_was_not_tested(tmp_path: Path) -> None:
    late = """\
variant late "A rule for a round that does not come" of pig
    add rule late before round when round.number = 9999
        set pot to 0
"""
    study = found(tmp_path, late, "late", deals=2)
    said = told(judged(study), study.titles, SEATS, PLAYED)
    assert said.judgement == "never used"
    assert said.short == "Not tested: the rule never came up in the 2 examined games. Try it with people."
    assert [group.label for group in said.groups] == ["The rule itself", "Next"], "nothing follows without a test"
    assert said.groups[-1].sentences == (
        "Play 3 games with people, and drop the rule if it never applies.",
        "Otherwise, keep it if they prefer it to the printed rules.",
    )


NEVER_LEGAL = """\
variant shy "An action for a round that does not come" of pig
    new action bow at any time "Bow to the table"
        needs late: round.number = 9999
"""


def test_the_move_at_stake_comes_first(tmp_path: Path) -> None:
    needs = """\
variant patient "No holding with fewer than six points" of pig
    add needs enough to hold: pot >= 6 "At least six points"
"""
    study = found(tmp_path, needs, "patient")
    fewer, many = Estimate(-2.0, -2.5, -1.5, 400), Estimate(90.0, 80.0, 99.0, 400)
    actions = judged(study, done_in_hold=fewer, done_in_roll=many).actions
    assert [effect.measure for effect in actions][:2] == ["done.hold", "done.roll"]


def test_a_move_that_nobody_makes_was_not_tested(tmp_path: Path) -> None:
    study = found(tmp_path, NEVER_LEGAL, "shy", deals=2)
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    verdict = judged(study, **{name.replace(".", "_in_"): each for name, each in quiet.items()})
    assert verdict.at_stake == ("bow",)
    said = told(verdict, study.titles, SEATS, PLAYED)
    never = "Not tested: the bots never do “Bow to the table”, with or without the rule. Try it with people."
    assert (said.judgement, said.short) == ("never used", never)


def test_an_offer_that_nobody_takes_was_not_tested(tmp_path: Path) -> None:
    """An amendment of a rule that bots could follow, but never do, says how often they could."""
    study = found(tmp_path, deals=2)
    verdict = judged(study)
    unused = replace(
        verdict, at_stake=("given",), done=frozenset(), times={},
        use=RuleUse({"asked add rule gift": [9, 8, 0]}),
    )  # fmt: skip
    said = told(unused, study.titles, SEATS, PLAYED).short
    assert said == (
        "Not tested: the rule was open to the bots 8.5 times per game, but they never used it. Try it with people."
    )


def test_a_rule_that_only_shows_something_is_left_to_people() -> None:
    base, other = (mercatoria.load(SHIPPED, variants=names) for names in ((), ("open_purses",)))
    (part,) = parts_of(other, base)
    study = findings(Design((RuleSet("base", base), RuleSet("open", other)), ("random",) * 2, 1), [])
    assert study.rule_sets[1].parts == (part,)
    assert part.moves_at_stake(other.table(2).flow) == frozenset()


def test_half_as_many_points_again_are_too_many(tmp_path: Path) -> None:
    study = found(tmp_path)
    points = study.base.estimates["points"].mean
    rich = Estimate(points, 0.6 * points, 1.4 * points, 400)
    said = told(judged(study, points=rich), study.titles, SEATS, PLAYED)
    assert said.judgement == "too strong"
    assert said.short.startswith("Too strong: each player scores ")
    assert "(+100 %)" in said.short
    less = Estimate(points, 0.4 * points, 1.6 * points, 400)
    assert told(judged(study, points=less), study.titles, SEATS, PLAYED).judgement == "clear change"


def test_nothing_changed_is_said_with_the_reason(tmp_path: Path) -> None:
    study = found(tmp_path, GIFT.format(points=1))
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    verdict = judged(study, **{name.replace(".", "_in_"): each for name, each in quiet.items()})
    said = told(verdict, study.titles, SEATS, PLAYED)
    assert said.judgement == "no difference"
    why = "the rule came into play once per game (one examined game) and it gave 1 points per game (one examined game)"
    assert said.short == f"Players would notice no difference: {why}."
    groups = {group.label: group.sentences for group in said.groups}
    assert groups["The same as before"][0].startswith(
        "Wins of Seat1 (±0.1 games in 100), wins of Seat2 (±0.1 games in 100), average score (±0 points), gap (±"
    )
    assert groups["Next"][0] == "Drop the rule: it is not worth its words."
    assert any(each.startswith("The wins of Seat1: at most ±0.10 games in 100") for each in said.details)


def test_only_the_extra_part_of_a_price_is_told(tmp_path: Path) -> None:
    study = found(tmp_path)
    use = RuleUse({"worked except dear": [2, 0, 0]}, lost={"points": [8, 0]}, extra={"points": [6, 0]})
    said = told(replace(judged(study), use=use), study.titles, SEATS, PLAYED)
    cost = "It cost 6 points per game more than usual, 3 each time (one examined game): Seat1 6, Seat2 0."
    assert cost in said.groups[0].sentences


def test_open_effects_ask_for_more_games(tmp_path: Path) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    named = {name.replace(".", "_in_"): each for name, each in quiet.items()}
    verdict = judged(study, **named | {"win_in_Seat1": Estimate(0.0, -0.1, 0.1, 999)})
    said = told(verdict, study.titles, SEATS, PLAYED)
    assert said.judgement == "unknown"
    open_to = "Unknown: these games do not tell about who wins."
    assert said.short == f"{open_to} Players would notice no other difference."
    groups = {group.label: group.sentences for group in said.groups}
    most = "play about 4,000 (the rest takes about 2.2 hours): use `--games 4000`"
    missing = f"One game played; for certainty about who wins, {most}."
    assert groups["Next"] == (missing,)
    assert "Unknown" not in groups, "the next step says how many games are missing"
    possible = "Unknown: a seat may gain or lose up to 10 wins in 100, where a fair share is 50."
    assert groups["The seats"] == (possible,)


def test_a_few_games_give_no_empty_intervals_and_bury_no_action(tmp_path: Path) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    wide = {name: Estimate(0.0, -1.0, 1.0, 3) for name in ("win_in_Seat1", "win_in_Seat2", "leader_wins_in_5")}
    verdict = judged(study, **wide)
    dead = replace(verdict, strategies=replace(verdict.strategies, dead=("hold",)))
    groups = {group.label: group.sentences for group in told(dead, study.titles, SEATS, PLAYED).groups}
    assert groups["The leader"] == groups["The seats"] == ("Unknown: too few games.",)
    assert "New" not in groups, "an action that happens once per game may be absent from one game"


def test_a_single_win_is_one_win(tmp_path: Path) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    small = Estimate(0.0, -0.01, 0.01, 999)
    said = told(judged(study, win_in_Seat1=small, win_in_Seat2=small), study.titles, SEATS, PLAYED)
    groups = {group.label: group.sentences for group in said.groups}
    assert groups["The seats"] == ("No seat gains or loses more than 1 win in 100.",)


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
    assert "These bots never do “Look under the cup”." in said
    told_plain = list(strategy_sentences(plain, {}))
    assert told_plain[0].startswith("No runaway leader:")
    assert told_plain[1].endswith("wins 40 games in 100, which is the most. We call an action dominant from 62.")


def test_a_rare_action_that_may_dominate_is_not_denied() -> None:
    rare = Strategies("Pig", 4, None, {"peek": Estimate(0.7, 0.4, 0.9, 30)}, ())
    assert (rare.dominant, rare.perhaps_dominant, rare.promising) == ([], ["peek"], [])
    (said,) = strategy_sentences(rare, {})
    unseen = replace(rare, most={"peek": Estimate(1.0, 0.1, 1.0, 3)})
    assert list(strategy_sentences(unseen, {})) == [], "three deals say nothing"
    assert said.startswith("Possibly dominant, but the games are too few to be sure: the player who does “Peek” most")


def test_points_over_time_are_drawn_as_text() -> None:
    lines = as_text(Tracks("Points", (Band("plain", (0.0, 4.0, 8.0), (0.0, 2.0, 4.0), (0.0, 0.0, 0.0)),)))
    assert lines == ["Points", "  plain", "    highest  ▁▅█ 0.00 to 8.00", "    average  ▁▃▅ 0.00 to 4.00",
                     "    lowest   ▁▁▁ 0.00 to 0.00"]  # fmt: skip


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.08, 0.04, "Unknown: the leader at half-time wins 42 to 54 games in 100; without the rule, 50."),
        (-0.12, -0.08, "Held back: the leader at half-time wins 40 games in 100, was 50."),
        (0.08, 0.12, "Helped: the leader at half-time wins 60 games in 100, was 50."),
        (-0.01, 0.01, "Neither held back nor helped: the leader at half-time wins 50 games in 100, was 50."),
    ],
)
def test_it_says_whether_the_leader_is_held_back(tmp_path: Path, low: float, high: float, said: str) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    half = {"leader_wins.5": Estimate(0.5, 0.45, 0.55, 400)}
    study = replace(study, rule_sets=(
        replace(study.base, estimates=study.base.estimates | half), study.rule_sets[1]))  # fmt: skip
    change = Estimate((low + high) / 2, low, high, 400)
    groups = {each.label: each.sentences for each in told(
        judged(study, leader_wins_in_5=change), study.titles, SEATS, PLAYED).groups}  # fmt: skip
    assert groups["The leader"] == (said,)


def test_scores_that_are_mostly_the_lowest_are_not_judged(tmp_path: Path) -> None:
    study = found(tmp_path)
    points = study.base.estimates["points"].mean
    idle = replace(study, rule_sets=(replace(study.base, at_lowest=0.77), study.rule_sets[1]), lowest=0)
    verdict = judged(idle, points=Estimate(points, 0.9 * points, 1.1 * points, 400))
    assert (verdict.has_scores, verdict.excesses) == (False, [])
    assert {effect.measure for effect in verdict.effects} <= {"length", "choices"}
    said = told(verdict, study.titles, SEATS, PLAYED)
    why = "These bots cannot show who gains, because 77 of 100 players end with the lowest score, 0."
    assert said.short.startswith(why)
    assert not {"Final scores", "The leader", "The seats", "The players it affects"} & {g.label for g in said.groups}


def test_bad_players_judge_only_what_certainly_changed(tmp_path: Path) -> None:
    study = found(tmp_path)
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    still = replace(study.rule_sets[1], differences=quiet)
    idle = replace(study, rule_sets=(replace(study.base, at_lowest=0.77), still))
    assert told(judged(idle), study.titles, SEATS, PLAYED).judgement == "bots cannot judge"
    assert told(judged(idle, length=SHORTER), study.titles, SEATS, PLAYED).judgement == "clear change"


def test_random_bots_show_only_whether_a_rule_can_matter(tmp_path: Path) -> None:
    study = found(tmp_path)
    random = ("random", "random")
    said = told(judged(study, random, length=SHORTER), study.titles, SEATS, PLAYED)
    assert said.judgement == "can matter"
    assert said.short.startswith("Random bots show only whether the rule can matter. The rule came into play once ")
    assert said.short.endswith("It can matter: a game has 12 decisions instead of 21 (−43 %).")
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    still = replace(study, rule_sets=(study.base, replace(study.rule_sets[1], differences=quiet)))
    said = told(judged(still, random), study.titles, SEATS, PLAYED)
    assert said.judgement == "can hardly matter"
    assert "no difference" not in " ".join([said.short, *(s for group in said.groups for s in group.sentences)])
    assert [group.label for group in said.groups] == ["The rule itself", "Next"]


def of_letters() -> Verdict:
    """Return a verdict with one clear change on a rule in which every player buys a letter for 12 guilders."""
    base, other = (mercatoria.load(SHIPPED, variants=names) for names in ((), ("letters_for_sale",)))
    made = Design((RuleSet("base", base), RuleSet("letters", other)), ("random",) * 2, 1, 1)
    study = findings(made, [made.deal(0)])
    changes = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    changes["length"] = Estimate(-50.0, -51.0, -49.0, 400)
    bought = study.rule_sets[1].estimates | {"done.buy_letter": Estimate(2.0, 1.9, 2.0, 400)}
    often = replace(study.rule_sets[1], estimates=bought, differences=changes)
    (verdict,) = verdicts(replace(study, rule_sets=(study.base, often), kinds=("greedy",) * 2))
    return verdict


@pytest.mark.parametrize(("worth", "said", "following"), [
    (Estimate(0.6, 0.2, 1.0, 400), "On average, a use gains 0.6 points (0.2 to 1), after its costs.",
     ("Change a number: test 18 and 24 instead of 12, and take the first price at which some players decline.",
      "A use gains 0.6 points (0.2 to 1) even after its price, so 12 guilders are too few.")),
    (Estimate(0.6, -0.2, 1.4, 400), "It is unknown whether a use gains points, after its costs (−0.2 to +1.4).",
     ("Change a number: test 18 and 24 instead of 12, and take the first price at which some players decline.",
      "The games do not show what a use is worth, so they suggest no exact number.")),
    (Estimate(-0.6, -1.0, -0.2, 400), "On average, a use loses 0.6 points (0.2 to 1), after its costs.",
     ("Change a number: test 18 and 24 instead of 12, and take the first price at which some players decline.",
      "But players lose 0.6 points (0.2 to 1) with each use, so these bots overrate it.")),
])  # fmt: skip
def test_a_price_is_raised_by_what_a_use_gains(worth: Estimate, said: str, following: tuple[str, str]) -> None:
    none = Estimate(0.0, -inf, inf, 0)
    paid = replace(of_letters(), at_lowest=0.0, use=RuleUse({}, {}, {"guilders": [12, 12]}))
    verdict = replace(paid, hits=(Hit(USERS, 2.0, none, 0.5, none, 20.0, worth),))
    groups = {group.label: group.sentences for group in told(verdict, {}, ("Red", "Blue"), PLAYED).groups}
    assert groups["The players it affects"] == ("All players used the rule in nearly every game.", said)
    assert groups["Next"] == following


def test_a_price_without_a_number_to_test_is_still_raised() -> None:
    paid = replace(of_letters(), at_lowest=0.0, use=RuleUse({}, {}, {"guilders": [12, 12]}))
    step = replace(paid.parts[0], changes=((3, 4),), numbers=(12,))
    groups = told(replace(paid, parts=(step,)), {}, ("Red", "Blue"), PLAYED).groups
    (following, *_) = groups[-1].sentences
    assert following == "Change a number: raise 12, and take the first price at which some players decline."


def test_a_move_that_every_player_makes_is_too_cheap() -> None:
    base, other = (mercatoria.load(SHIPPED, variants=names) for names in ((), ("letters_for_sale",)))
    made = Design((RuleSet("base", base), RuleSet("letters", other)), ("random",) * 2, 1, 1)
    study = findings(made, [made.deal(0)])
    assert study.rule_sets[1].capacity["buy_letter"] == 2
    bought = {"done.buy_letter": Estimate(1.9, 1.8, 2.0, 400)}
    often = replace(study.rule_sets[1], estimates=study.rule_sets[1].estimates | bought)
    (verdict,) = verdicts(replace(study, rule_sets=(study.base, often), kinds=("greedy",) * 2))
    assert (verdict.too_cheap, verdict.numbers) == (["buy_letter"], (12,))
    said = told(verdict, study.titles, ("Red", "Blue"), PLAYED)
    assert "Every player used “Buy an escort letter” in nearly every game, so it is too cheap to be a choice." in (
        said.groups[0].sentences
    )
    letters = Estimate(1.7, 1.6, 1.8, 400)
    seldom = replace(often, estimates=often.estimates | {"done.buy_letter": letters})
    (rarer,) = verdicts(replace(study, rule_sets=(study.base, seldom)))
    assert rarer.too_cheap == []
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in often.differences}
    shorter = replace(often, differences=quiet | {"length": Estimate(-50.0, -51.0, -49.0, 400)})
    (changes,) = verdicts(replace(study, rule_sets=(study.base, shorter), kinds=("greedy",) * 2))
    assert told(changes, study.titles, ("Red", "Blue"), PLAYED).groups[-1].sentences == (
        "Change a number: test 18 and 24 instead of 12, and take the first price at which some players decline.",
    )


def test_numbers_that_a_rule_changes_are_shown(tmp_path: Path) -> None:
    target = """\
variant longer "A longer game" of pig
    set target to 40
"""
    base = mercatoria.load(PIG)
    other = mercatoria.load(PIG, variants=(variant(tmp_path, "longer", target),))
    (part,) = parts_of(other, base)
    assert part.changes == ((100, 40),)
    study = found(tmp_path, target, "longer")
    said = " ".join(s for group in told(judged(study), study.titles, SEATS, PLAYED).groups for s in group.sentences)
    assert "The study does not see how often players use that." in said
    assert "No player made a move" not in said, "the target forbids no move"


FIRES = """\
rulebook fires "Fires"
    players 1

action fire "Light a fire"

action counter_fire "Put out a fire"

round "Day"
    turn of player in Player
        player must fire or counter_fire

end last of round when round.number = 2

scoring of p in Player
    points: 1
"""


def test_only_a_counter_offer_is_named_after_an_offer(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(FIRES, encoding="utf-8")
    flow = mercatoria.load(str(tmp_path)).table(1).flow
    assert titles_of([flow])["counter_fire"] == "Put out a fire"
    offers = titles_of([mercatoria.load(TRADING).table(3).flow])
    assert offers["counter_trade"] == "Make a counter-offer to: Trade with another player"


def test_an_offer_is_told_by_its_agreements() -> None:
    base, other = (mercatoria.load(TRADING, variants=names) for names in ((), ("not_with_the_leader",)))
    made = Design((RuleSet("base", base), RuleSet("leader", other)), ("random",) * 3, 1, 1)
    study = findings(made, [made.deal(0)])
    talk = {f"done.{name}": Estimate(-9.0, -9.5, -8.5, 400) for name in ("trade", "accept_trade", "counter_trade")}
    verdict = judged(study, **{name.replace(".", "_in_"): each for name, each in talk.items()})
    said = " ".join(s for group in told(verdict, study.titles, SEATS, PLAYED).groups for s in group.sentences)
    assert "“Trade with another player” is agreed " in said
    assert "ounter-offer" not in said
    assert "The rule forbade “Trade with another player”, or some ways to do it, in " in said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.2, "1 second"), (40, "40 seconds"), (60, "1 minute"), (420, "7 minutes"), (5400, "1.5 hours")],
)
def test_a_duration_has_a_suitable_unit(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_a_changed_number_is_named_once_by_its_rule(tmp_path: Path) -> None:
    """A field often has the same range as the rule that counts with it."""
    verdict = judged(found(tmp_path))
    (part,) = verdict.parts
    counter = replace(part, target="taken_goods", title="", is_rule=False, changes=((3, 4), (5, 6)))
    rule = replace(part, target="take", title="", changes=((3, 4),))
    sentences = [*work(replace(verdict, parts=(counter, rule)), {"take": "Take goods"}, SEATS)]
    assert "It changes “taken goods” (6 instead of 5) and “Take goods” (4 instead of 3)." in sentences
