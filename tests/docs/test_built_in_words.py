"""Tests that the reference shows the row of each built-in word, and that the example of each row is true."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from code_blocks import DOCS, blocks, write_game

from dsl import ast
from dsl.diagnostics import Sink
from dsl.diagnostics.diagnostic import render
from dsl.folder import read_folder
from dsl.source import Source
from dsl.syntax import AGGREGATES, FUNCTIONS, HOLDINGS, MEMBERS, VALUES, Form, parse
from interpreter.testing.scenarios import run_scenario
from mercatoria.highlight import CALLED
from mercatoria.highlight import VALUES as COLOURED

PAGE = DOCS / "language.md"
CALLS = [form for row in FUNCTIONS.values() for form in row.forms]
GATHERED = {
    "members": [form for row in AGGREGATES.values() if row.over != "values" for form in row.forms],
    "values": [form for row in AGGREGATES.values() if row.over == "values" for form in row.forms],
}
NAMED = [*MEMBERS, *HOLDINGS.values(), *VALUES.values()]
FORMS = [*CALLS, *GATHERED["members"], *GATHERED["values"], *NAMED]
TABLES = {
    "These\naggregates count, test or pick members:": GATHERED["members"],
    "These aggregates compute an expression for each member and combine the results:": GATHERED["values"],
    "players begins; the example of `other` needs two players.": [*CALLS, *NAMED],
}
"""The tables of the page, by the text above them."""


def table_of(forms: Iterable[Form]) -> str:
    lines = ["| word | is | for example |", "| --- | --- | --- |"]
    for form in forms:
        example = f"`{form.example}` " if form.example else ""
        lines.append(f"| `{form.written}` | {form.meaning} | {example}|")
    return "\n".join(lines)


@pytest.mark.parametrize("above", TABLES)
def test_the_reference_shows_every_row(above: str, update_golden: bool) -> None:
    """The tables agree with the rows; `--update-golden` rewrites the tables."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(re.escape(above) + r"\n\n((?:\|.*\n)+)", text)
    assert found is not None
    table = table_of(TABLES[above]) + "\n"
    if update_golden:
        PAGE.write_text(text[: found.start(1)] + table + text[found.end(1) :], encoding="utf-8")
        return
    assert found[1] == table


@pytest.fixture(scope="module")
def coast(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = list(blocks(PAGE))
    return write_game(tmp_path_factory.mktemp("coast"), page, next(block for block in page if block.name == "coast"))


@pytest.mark.parametrize("form", [form for form in FORMS if form.example], ids=lambda form: form.written)
def test_the_example_is_true(form: Form, coast: Path) -> None:
    players = "Seat1, Seat2" if form in FUNCTIONS["other"].forms else "Seat1, Seat2, Seat3"
    text = f'scenario example "An example"\n    players {players}\n    expect\n        {form.example}\n'
    folder = read_folder(coast, "coast")
    (scenario,) = parse(Source("example", text), Sink())
    assert isinstance(scenario, ast.Scenario)
    assert [render(fault) for fault in run_scenario(folder, scenario).faults] == []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.written)
def test_the_example_uses_the_word(form: Form) -> None:
    word = re.match(r"\w*", form.written.removeprefix("p.").removeprefix("Cell("))
    assert word is not None
    assert not form.example or word[0] in form.example


def test_every_function_has_an_example() -> None:
    assert all(form.example for form in FORMS if "(" in form.written and form.written != "Cell(3)")


def test_every_word_is_coloured() -> None:
    assert {*FUNCTIONS, *AGGREGATES} == CALLED
    assert {*HOLDINGS, *VALUES} == COLOURED


def test_reserved_words_are_listed() -> None:
    hidden = [f"`{word}`" for word, row in FUNCTIONS.items() if row.may_be_name]
    assert len(hidden) == 8
    sentence = re.search(r"You may use (.*?) as names", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert sentence is not None
    assert sorted(re.findall(r"`\w+`", sentence[1])) == sorted(hidden)
