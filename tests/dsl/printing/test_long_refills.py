"""Tests that a `refill` may be broken inside its brackets. The formatter breaks a long line there."""

from __future__ import annotations

import pytest

from dsl import ast
from dsl.diagnostics import Sink
from dsl.printing import formatted
from dsl.source import Source
from dsl.syntax import parse

LONG = """\
rulebook long "Long"
    players 2

phase work
    refill row to clamp(count(x in Card where {name} in {{a, (b), c}}), 0, 2) from deck reshuffling gone
"""


def statements(text: str) -> list[str]:
    """Return the classes of the statements in the last declaration."""
    sink = Sink()
    phase = parse(Source("long.rules", text), sink)[-1]
    assert not sink.errors and isinstance(phase, ast.Phase)
    return [type(each).__name__ for each in phase.body.body]


def test_a_refill_may_be_broken_inside_its_brackets() -> None:
    short = LONG.format(name="x")
    broken = short.replace("where x", "\n            where x")
    assert statements(broken) == statements(short) == ["Draw"]


def test_a_long_refill_is_formatted() -> None:
    sink = Sink()
    text = formatted(Source("long.rules", LONG.format(name="x" * 80)), sink)
    assert not sink.errors and len(text.splitlines()) > len(LONG.splitlines())
    assert statements(text) == ["Draw"]


@pytest.mark.parametrize("depth", [1, 4, 5, 12])
def test_a_refill_may_be_broken_at_any_depth_of_brackets(depth: int) -> None:
    number = f"{'clamp(' * depth}4{', 0, 9)' * depth}"
    short = f'rulebook long "Long"\n    players 2\n\nphase work\n    refill row to {number} from deck\n'
    broken = short.replace("4, 0, 9", "4,\n            0, 9")
    assert statements(broken) == statements(short) == ["Draw"]


@pytest.mark.parametrize("rest", [" may buy", " pays 2 to bank", ".next may buy", " must buy", " chooses good in Good"])
def test_a_player_may_be_called_refill(rest: str) -> None:
    text = f'rulebook long "Long"\n    players 2\n\nphase work\n    refill{rest}\n'
    assert "Draw" not in statements(text)
