"""A number of thousands of digits on a command line is refused with a message, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import Ran

Run = Callable[..., Ran]

LONG = "7" * 5000
PIG = "docs/examples/pig"

COMMANDS = [
    ("simulate", PIG, "-o", f"target={LONG}", "-n", "1"),
    ("simulate", PIG, "--player", LONG, "--players", "2", "-n", "1"),
    ("perft", PIG, "--players", "2", "--depth", LONG),
    ("draw", PIG, "--as", LONG),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[::2])[:20])
def test_a_long_number_is_refused_with_a_message(run: Run, command: tuple[str, ...]) -> None:
    ran = run(*command)
    assert ran.code == 2
    assert ran.err.startswith("mercatoria: ")
    assert "fault of mercatoria" not in ran.err
    assert LONG not in ran.err
