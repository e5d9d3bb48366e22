"""Tests for each class of statement whether players learn a random value that the statement uses."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from dsl import model as m
from tests.constructs.construct import in_action
from tests.constructs.flows import HIDDEN, MORE, NEVER_USING, SHOWN
from tests.constructs.test_every_construct import ADD, game_of

FLOWS = [
    *(pytest.param(name, lines, True, id=f"{name}-hidden") for name, lines in HIDDEN.items()),
    *(pytest.param(name, lines, False, id=f"{name}-shown") for name, lines in SHOWN.items()),
]


def test_every_statement_uses_a_random_value_or_has_a_reason() -> None:
    for each in get_args(m.AnyStatement):
        used = each.__name__ in HIDDEN.keys() | SHOWN.keys()
        assert used != (each.__name__ in NEVER_USING), ADD.format(name=each.__name__, file="flows")


@pytest.mark.parametrize(("name", "lines", "hidden"), FLOWS)
def test_flows(name: str, lines: str, hidden: bool, tmp_path: Path) -> None:
    """A random value is hidden exactly if it reaches only fields that some player does not see."""
    game = game_of(in_action(name, f"random omen in 0 to 1\n{lines}", more=MORE), tmp_path)
    made = game.table(2).checked.model
    assert made is not None
    _, *after = made.actions["act"].then
    assert any(type(part).__name__ == name and mentions_omen(part) for part in m.parts(tuple(after)))
    (found,) = [each for each in m.chance_names(made).values() if each.var.name == "omen"]
    assert found.flow.is_hidden == hidden
    assert bool(found.flow.shown) != hidden


def mentions_omen(part: object) -> bool:
    return any(isinstance(each, m.Var) and each.name == "omen" for each in m.parts(part))
