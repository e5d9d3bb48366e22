"""Tests that a `refill` may be broken inside its brackets. The formatter breaks a long line there."""

from __future__ import annotations

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
