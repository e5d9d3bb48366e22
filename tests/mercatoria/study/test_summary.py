"""Tests that the sentences of a summary claim exactly as much as the intervals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mercatoria.study import Findings, LineUp, findings
from mercatoria.study.intervals import Estimate
from mercatoria.study.report import Chapter, Studied, report
from mercatoria.study.report.summary import rung, summary, variant_summary
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


def test_a_variant_that_tells_nothing_says_how_far_it_sees() -> None:
    made = design(pig())
    other = findings(made, [made.deal(0)]).rule_sets[1]
    first, second = variant_summary(other)
    assert first == "Under other, no measured difference is significant."
    assert second == "There are too few deals to say whether other changes who wins."
    near = {f"win.Seat{seat}": Estimate(0.02, -0.07, 0.08, 999) for seat in (1, 2)}
    _, second = variant_summary(replace(other, differences=other.differences | near))
    assert "by more than 9.0 percentage points" in second
    assert second.endswith("smaller change. To detect a change of 5 percentage points takes about 3,200 deals.")
    known = {f"win.Seat{seat}": Estimate(0.01, -0.03, 0.05, 9999) for seat in (1, 2)}
    _, second = variant_summary(replace(other, differences=other.differences | known))
    assert second.endswith("by more than 4.0 percentage points; these deals cannot show a smaller change.")


def test_best_known_hints_come_first() -> None:
    made = design(pig())
    other = findings(made, [made.deal(0)]).rule_sets[1]
    done = {"done.hold": Estimate(1.0, 0.1, 1.9, 999), "done.roll": Estimate(-2.0, -2.1, -1.9, 999)}
    first, _ = variant_summary(replace(other, differences=done | {"length": Estimate(9.0, 1.0, 17.0, 999)} | {
        name: estimate for name, estimate in other.differences.items() if name.startswith("win")
    }))  # fmt: skip
    assert first.index("Decisions per game") < first.index("“roll”") < first.index("“hold”")


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
    assert "Dead rules under other: late." in said
    assert "Never done under other, in 2 games: late." in said
    assert "Too rare under base to estimate how often: hold (in 2), roll (in 2) of 2 games." in said
    assert any("may still apply in up to 77.6 % of all games" in text for text in said)


def test_a_clause_that_never_bore_is_told_in_our_words() -> None:
    made = design(seats=("random", "random"), looked_into=1)
    chapter = Chapter(LineUp(made.seats), findings(made, [made.deal(0)]))
    said = {"PIG-003": "You may roll.", "PIG-999": "Who rolls six sixes buys a pig."}
    parts = report([chapter], Studied("Pig", (made.seats,), {}, "", 1, {2: {}}, said)).parts
    (rules,) = (each for part in parts for each in part.sections if each.title == "Rules that hardly matter")
    assert [table.rows for table in rules.tables] == [(("PIG-999 Who rolls six sixes buys a pig.",),)]
    assert not any("Every rule" in sentence for sentence in rules.sentences)
