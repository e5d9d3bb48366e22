"""Tests the list of passes, and what they show of the games that they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.native import ALL_PASSES, pass_changes
from interpreter.native.module_passes import MODULE_PASSES
from interpreter.optimizer import PASSES, Change, plan
from tests.interpreter.native.native_games import ROOT, least_table, program_of
from tests.interpreter.optimizer.tiny_games import flow_of

FIXTURES = Path(__file__).parent / "fixtures"
BEFORE, AFTER = "\n-- before\n", "\n-- after\n"


def changes_of(example: str, name: str) -> list[Change]:
    table = least_table(ROOT / "docs" / "examples" / example)
    return pass_changes(table.flow, program_of(table), tuple(table.start()), name)


def test_the_passes_of_the_optimizer_come_before_those_of_the_module() -> None:
    assert (*PASSES, *MODULE_PASSES) == ALL_PASSES
    assert len({each.name for each in ALL_PASSES}) == len(ALL_PASSES)


@pytest.mark.parametrize("name", [each.name for each in ALL_PASSES])
def test_a_pass_says_what_it_does(name: str) -> None:
    about = next(each.about for each in ALL_PASSES if each.name == name)
    assert about.split()[0].endswith("s")
    assert about[0].islower()
    assert not about.endswith(".")


@pytest.mark.parametrize("name", [each.name for each in MODULE_PASSES])
def test_a_pass_of_the_module_does_what_its_fixture_shows(name: str, update_golden: bool) -> None:
    """The fixture has rules, and the first function of a node that the pass changes, before and after."""
    path = FIXTURES / f"{name}.txt"
    rules = path.read_text(encoding="utf-8").partition(BEFORE)[0]
    flow = flow_of(rules)
    program = plan(flow)
    assert program.start is not None
    first = next(each for each in pass_changes(flow, program, program.start, name) if "(line" in each.title)
    now = f"{rules}{BEFORE}{first.title}\n{first.before}{AFTER}{first.title}\n{first.after}"
    if update_golden:
        path.write_text(now, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == now


def test_every_fixture_belongs_to_a_pass_of_the_module() -> None:
    assert {path.stem for path in FIXTURES.glob("*.txt")} == {each.name for each in MODULE_PASSES}


def test_changes_have_the_words_of_the_rulebook() -> None:
    first, *_ = changes_of("tic_tac_toe", "lookup_tables")
    assert first == Change(
        'legal moves of round "Each marks a cell" (line 21)',
        "search\n"
        "    for cell in (0, 1, 2, 3, 4, 5, 6, 7, 8)\n"
        "        if (v[(cell + 10): mark] = -1)\n"
        "            emit (1, cell)\n",
        "search\n"
        "    for cell, z1 in T1\n"
        "        if (v[z1] = -1)\n"
        "            emit (1, cell)\n"
        "T1 = cell, (cell + 10) for cell in (0, 1, 2, 3, 4, 5, 6, 7, 8)\n",
    )


def test_an_aggregate_has_the_words_of_its_expression() -> None:
    titles = [each.title for each in changes_of("tic_tac_toe", "lookup_tables")]
    assert "all(c.mark = you for c in line.cells) (line 28)" in titles


def test_a_pass_that_changes_nothing_shows_nothing() -> None:
    assert changes_of("kuhn_poker", "hoisting") == []
