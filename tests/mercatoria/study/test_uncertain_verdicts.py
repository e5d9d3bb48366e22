"""Tests that a verdict does not take an uncertain estimate for a small one, and knows games that stay the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from mercatoria.simulation import Estimate, Workers
from mercatoria.study import Design, Findings, inquiry
from mercatoria.study.deals import Deal
from mercatoria.study.inquiry import LEAST_TIMED, Inquiry
from mercatoria.study.question import LineUp, Question
from mercatoria.study.report.verdict_words import told
from mercatoria.study.rule_use import RuleUse
from mercatoria.study.verdict import Judgement, Verdict
from tests.mercatoria.study.studied_games import PLAYED, RENAMED, SEATS, design, found, judged, pig

BEFORE = Estimate(100.0, 99.0, 101.0, 400)
USED = RuleUse({"worked replace target_reached": [1, 1, 0]})


def with_changes(study: Findings, **changes: Estimate) -> Verdict:
    """Return the verdict on games in which nothing changed but these measures, each from 100."""
    base = replace(study.base, estimates=study.base.estimates | dict.fromkeys(changes, BEFORE))
    quiet = {name: Estimate(0.0, -0.001, 0.001, 999) for name in study.rule_sets[1].differences}
    other = replace(study.rule_sets[1], differences=quiet | changes)
    return replace(judged(replace(study, rule_sets=(base, other)), length=(quiet | changes)["length"]), use=USED)


def test_a_large_uncertain_change_asks_for_more_games(tmp_path: Path) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    said = told(with_changes(study, points=Estimate(60.0, 1.0, 119.0, 100)), study.titles, SEATS, PLAYED)
    assert said.judgement == "slight change"
    assert said.short.startswith("A change, perhaps slight: each player scores 160 points instead of 100 (+60 %).")
    (following,) = said.groups[-1].sentences
    assert following.startswith("One game played; for certainty about average score, play about ")
    sure = told(with_changes(study, points=Estimate(12.0, 9.0, 15.0, 100)), study.titles, SEATS, PLAYED)
    assert sure.short.startswith("Slight change: ")


@pytest.mark.parametrize(("length", "following"), [
    (-40.0, "Play it with people, and ask whether they like the clear changes."),
    (-10.0, "Drop the rule if you want a close game, because it has fewer changes of the lead."),
])  # fmt: skip
def test_a_shorter_game_may_have_fewer_changes_of_the_lead(tmp_path: Path, length: float, following: str) -> None:
    study = found(tmp_path, RENAMED, "renamed")
    leads, shorter = Estimate(-30.0, -34.0, -26.0, 400), Estimate(length, length - 1, length + 1, 400)
    said = told(with_changes(study, lead_changes=leads, length=shorter), study.titles, SEATS, PLAYED)
    assert said.groups[-1].sentences[0].startswith(following)


@pytest.mark.parametrize(("change", "judgement"), [
    (Estimate(30.0, 20.0, 40.0, 400), Judgement.POSSIBLE),
    (Estimate(0.0, -0.1, 0.1, 400), Judgement.HARDLY),
    (Estimate(0.0, -90.0, 90.0, 400), Judgement.UNKNOWN),
])  # fmt: skip
def test_random_games_may_be_too_few_to_show_whether_a_rule_matters(
    tmp_path: Path, change: Estimate, judgement: Judgement
) -> None:
    verdict = replace(with_changes(found(tmp_path, RENAMED, "renamed"), length=change), only_random=True)
    assert verdict.judgement is judgement


def test_a_number_that_changes_no_game_was_not_tested(tmp_path: Path) -> None:
    later = 'variant later "A later end" of pig\n    set longest_game to 9999\n'
    study = found(tmp_path, later, "later", deals=2)
    said = told(judged(study), study.titles, SEATS, PLAYED)
    assert said.judgement == "never used"
    assert said.short.startswith("Not tested: the moves and points of all games are the same, with")


@dataclass
class Asked:
    """The parts of a question that a study in progress uses."""

    line_ups: tuple[LineUp, ...]
    extent: None = None

    def design(self, line_up: LineUp) -> Design:
        return design(pig(), seats=line_up.seats)


def test_the_pace_is_known_only_after_many_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0, 2)
    monkeypatch.setattr(inquiry.time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(inquiry, "study", lambda *_: (Deal(number, 1, {}) for number in range(30)))
    line_up = LineUp(("random", "random"))
    asked = Inquiry(cast(Question, Asked((line_up,))))
    paces = [asked.seconds.get(line_up) for _ in asked.play(cast(Workers, None))]
    first = next(number for number, pace in enumerate(paces) if pace is not None)
    assert 2 * first >= LEAST_TIMED
    assert paces[first] == pytest.approx(2, abs=0.3)
