"""Tests that the sentences of a summary claim exactly as much as the intervals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mercatoria.simulation import Estimate
from mercatoria.study import Findings, LineUp, findings
from mercatoria.study.report import Chapter, Studied, report
from mercatoria.study.report.summary import rung, summary
from tests.mercatoria.study.studied_games import design, pig, variant


def found(**estimates: Estimate) -> Findings:
    """Return the findings of a study of two games, with some estimates replaced."""
    made = design(seats=("greedy", "random"))
    told = findings(made, [made.deal(0)])
    named = {name.replace("_in_", "."): estimate for name, estimate in estimates.items()}
    return replace(told, rule_sets=(replace(told.base, estimates=told.base.estimates | named),))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.51, 0.9, "`greedy` is the better player: greedy against random, it wins"),
        (0.1, 0.49, "`greedy` is the worse player"),
        (0.3, 0.6, "Nothing tells `greedy` from `random`"),
    ],
)
def test_a_rung_is_told_by_its_interval(low: float, high: float, said: str) -> None:
    told = found(win_by_in_greedy=Estimate((low + high) / 2, low, high, 30))
    chapter = Chapter(LineUp(("greedy", "random"), rung=True), told)
    assert rung(chapter, told.base, several=False).startswith(said)


def test_seats_are_alike_until_shown_to_differ() -> None:
    chapter = Chapter(LineUp(("greedy", "random")), found())
    assert any("No seat is known to have an advantage" in sentence for sentence in summary([chapter]))
    uneven = found(win_in_Seat1=Estimate(0.7, 0.6, 0.8, 99))
    told = list(summary([Chapter(LineUp(("greedy", "random")), uneven)]))
    assert told[0].startswith("The seats are not equal: Seat1 wins 70.0 % (60.0 % to 80.0 %).")


def test_several_tables_are_told_apart() -> None:
    tables = [Chapter(LineUp(("greedy", "random")), found()), Chapter(LineUp(("greedy",) * 3), found())]
    told = list(summary(tables))
    assert {sentence.partition(":")[0] for sentence in told} == {"With 2 players", "With 3 players"}


NEVER = """\
variant never "A rule for a round that does not come" of pig
    add rule late before round when round.number = 9999
        set pot to 0
"""


def test_dead_rules_and_what_is_rare_are_named(tmp_path: Path) -> None:
    made = design(pig(variant(tmp_path, "never", NEVER)), looked_into=2)
    chapter = Chapter(LineUp(made.seats), findings(made, [made.deal(number) for number in range(2)]))
    studied = Studied("Pig", (made.seats,), {}, "mercatoria study", 1, {2: {}})
    said = [text for part in report([chapter], studied).parts for each in part.sections for text in each.sentences]
    assert "Dead rules under “A rule for a round that does not come”: late." in said
    assert "Never done under “A rule for a round that does not come”, in 2 games: late." in said
    rare = "Keep what you rolled (in 2), Roll the die (in 2)"
    assert f"Too rare under “base” to estimate how often: {rare} of 2 games." in said
    assert any("may still apply in up to 77.6 % of all games" in text for text in said)


def test_a_clause_that_never_bore_is_told_in_our_words() -> None:
    made = design(seats=("random", "random"), looked_into=1)
    chapter = Chapter(LineUp(made.seats), findings(made, [made.deal(0)]))
    said = {"PIG-003": "You may roll.", "PIG-999": "Who rolls six sixes buys a pig."}
    parts = report([chapter], Studied("Pig", (made.seats,), {}, "", 1, {2: {}}, said)).parts
    (rules,) = (each for part in parts for each in part.sections if each.title == "Rules that hardly matter")
    assert [table.rows for table in rules.tables] == [(("PIG-999 Who rolls six sixes buys a pig.",),)]
    assert not any("Every rule" in sentence for sentence in rules.sentences)
