"""Tests that `build --explain` lists the passes and shows what they change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.native import ALL_PASSES
from tests.mercatoria.conftest import PIG, ROOT, Ran

Run = Callable[..., Ran]
LINES = str(ROOT / "docs" / "examples" / "tic_tac_toe")


@pytest.mark.parametrize("args", [("--explain",), ("--explain", "--players", "2")])
def test_the_passes_are_listed_in_order(run: Run, args: tuple[str, ...]) -> None:
    said = run("build", PIG, *args)
    assert said.code == 0
    assert [line.split()[0] for line in said.out.splitlines()] == [each.name for each in ALL_PASSES]
    assert said.out.splitlines()[-1].endswith(ALL_PASSES[-1].about)


def test_the_list_as_json(run: Run) -> None:
    assert run("build", PIG, "--explain", "--json").data == {
        "passes": [{"name": each.name, "about": each.about} for each in ALL_PASSES]
    }


def test_a_pass_shows_the_rules_that_it_changes(run: Run) -> None:
    said = run("build", LINES, "--explain", "lookup_tables")
    assert said.code == 0
    assert said.out.startswith(
        "lookup_tables computes properties of loop members in advance, in columns of a table\n"
        "4 changes in Tic-tac-toe for 2 players\n"
        "\n"
        'legal moves of round "Each marks a cell" (line 21)\n'
        "  before\n"
        "    search\n"
        "        for cell in (0, 1, 2, 3, 4, 5, 6, 7, 8)\n"
        "            if (v[(cell + 10): mark] = -1)\n"
        "                emit (1, cell)\n"
        "  after\n"
        "    search\n"
        "        for cell, z1 in T1\n"
        "            if (v[z1] = -1)\n"
        "                emit (1, cell)\n"
        "    T1 = cell, (cell + 10) for cell in (0, 1, 2, 3, 4, 5, 6, 7, 8)\n"
    )


def test_changes_as_json(run: Run) -> None:
    data = run("build", PIG, "--players", "3", "--explain", "loop_fusion", "--json").data
    assert (data["pass"], data["players"]) == ("loop_fusion", 3)
    assert [each["title"] for each in data["changes"]] == ['legal moves of roll_or_hold "Roll or hold" (line 21)']
    assert data["changes"][0]["after"] == "search\n    emit (1)\n    emit (2)\n"


def test_a_pass_may_change_nothing(run: Run) -> None:
    assert run("build", PIG, "--explain", "hoisting", "--players", "2").out.splitlines()[1] == (
        "0 changes in Pig for 2 players"
    )


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (("--explain", "hoist"), "there is no pass `hoist`; did you mean hoisting?"),
        (("--explain", "zzz"), "there is no pass `zzz`; the passes are check_elimination, condition_expansion, "),
        (("--explain", "hoisting", "-o", "pig.wasm"), "--explain writes no file; leave out -o, --c and --text"),
        (("--explain", "hoisting", "--c"), "--explain writes no file; leave out -o, --c and --text"),
        ((), "missing option '--output'; give a file such as game.wasm"),
    ],
)
def test_wrong_use_is_explained(run: Run, args: tuple[str, ...], fault: str) -> None:
    said = run("build", PIG, *args)
    assert said.code == 2
    assert fault in said.err
