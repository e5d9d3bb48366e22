"""Tests that all commands parse numbers in the same way: digits from 0 to 9, with an optional minus sign."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from mercatoria.terminal.open_moves import amounts
from tests.mercatoria.conftest import PIG, Ran

Run = Callable[..., Ran]

LONG = "9" * 5000
ODD = ("²", "٣", "1_000", "+7", LONG)
"""Texts that every command must reject. Python's `int` rejects only the first and the last of them."""
EDGES = (" 7", "-0")
"""Texts that a command may accept or reject, but that must not crash it."""

COMMANDS = [
    ("simulate", PIG, "-n", "1", "-o", "target={}"),
    ("simulate", PIG, "-n", "1", "--seat", "{}=random"),
    ("simulate", PIG, "-n", "1", "--player", "{}"),
    ("simulate", PIG, "--games", "{}", "--players", "99"),
    ("simulate", PIG, "-n", "1", "--players", "{}"),
    ("simulate", PIG, "-n", "1", "--seed", "{}"),
    ("study", PIG, "--without", "no_such_rule", "--players", "{}"),
    ("study", PIG, "--without", "no_such_rule", "--players", "2..{}"),
    ("study", PIG, "--without", "no_such_rule", "--clauses", "{}", "--jobs", "0"),
    ("study", PIG, "--without", "no_such_rule", "--until", "{}"),
    ("study", PIG, "--without", "no_such_rule", "--ladder", "random,{}"),
    ("perft", PIG, "--players", "{}", "--depth", "1"),
    ("coverage", "no_such_game", "--require", "{}"),
    ("slips", PIG, "--require", "{}", "--jobs", "-1"),
    ("fit", PIG, "--games", "{}", "--players", "99"),
    ("serve", "--port", "{}", "no_such_game"),
    ("why", PIG, "{record}", "last move", "--depth", "{}"),
    ("why", PIG, "{record}", "last move", "--upto", "{}"),
    ("why", PIG, "{record}", "points({})"),
    ("why", PIG, "{record}", "what if Seat1: hold({})"),
    ("replay", "{record}", PIG, "--upto", "{}"),
]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    state = mercatoria.load(PIG).start(2, 1)
    state.apply(state.moves()[0])
    file = tmp_path_factory.mktemp("odd") / "record.json"
    file.write_text(state.to_json(), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: f"{command[0]} {' '.join(command[-2:])}")
def test_a_command_refuses_what_is_almost_a_number(run: Run, record: str, command: tuple[str, ...]) -> None:
    for number in (*ODD, *EDGES):
        ran = run(*(part.replace("{record}", record).replace("{}", number) for part in command))
        assert ran.code in ((1, 2) if number in ODD else (0, 1, 2)), (number[:9], ran.err)
        assert "internal error" not in ran.err, (number[:9], ran.err)
        if number in ODD:
            assert ran.code == 2 or number == LONG, (number[:9], ran.err)
            assert len(ran.err) < 1000


@pytest.mark.parametrize("number", ["²", "٣", "1_000"])
def test_a_rulebook_refuses_other_digits(run: Run, tmp_path: Path, number: str) -> None:
    text = (Path(PIG) / "rulebook.rules").read_text(encoding="utf-8")
    (tmp_path / "rulebook.rules").write_text(text.replace("players 2", f"players {number}", 1), encoding="utf-8")
    assert run("check", str(tmp_path)).code == 1


def test_counts_at_the_terminal_are_ascii_digits() -> None:
    assert amounts("2 tea", ("Tea",)) == "2 of Tea"
    assert amounts("٣ tea", ("Tea",)) == "1 of ٣ tea"
