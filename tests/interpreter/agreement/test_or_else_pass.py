"""Tests that all engines agree on `must …, or else pass` and on `can`, and that `can` agrees with the list of moves."""

from __future__ import annotations

import random

import pytest
from three_engines import InAgreement, table_of

from dsl import model as m
from dsl.source import NOWHERE
from interpreter.flow import nodes as f
from interpreter.position import OPEN, PC
from interpreter.reference import Walker, kind_of
from tests.thinning import thinned

NAMES = ["or_else_pass", "can_of_bags"]


@pytest.mark.parametrize("name", NAMES)
def test_engines_play_it_alike(name: str) -> None:
    played = InAgreement(table_of(name))
    assert played.play(games=20) > 150
    assert (played.left == 0) == (name == "or_else_pass")  # the module does not loop over bags


@pytest.mark.parametrize("name", thinned(((name,) for name in NAMES), lambda case: case[0] == NAMES[0]))
def test_can_agrees_with_the_moves(name: str) -> None:
    walker = Walker(table_of(name).flow)
    seen: dict[str, set[bool]] = {}
    for seed in range(30):
        draw = random.Random(seed)
        v = walker.start()
        while not walker.over(v):
            if outcomes := walker.chance(v):
                walker.resolve(v, draw.choice(outcomes)[0])
                continue
            (seat,) = walker.deciders(v)
            _compare(walker, v, seat, seen)
            rows = walker.moves(v, seat)
            closed = [row for row in rows if OPEN not in row]
            walker.apply(v, seat, draw.choice(closed))
    assert all(found == {True, False} for found in seen.values()), seen
    assert seen


def _compare(walker: Walker, v: list[int], seat: int, seen: dict[str, set[bool]]) -> None:
    """Compare each `can` without given parameters with the rows that the decision lists."""
    node = walker.flow.nodes[v[PC]]
    assert isinstance(node, f.Decision)
    for option in node.options:
        name = f"can {option.action.about.name}" if isinstance(option, f.Play) else ""
        if name in walker.flow.model.values:
            one = m.Const(seat, type=m.Ref("Player"), span=NOWHERE)
            asked = m.CallValue(name, (one,), type=m.Flag(), span=NOWHERE)
            can = bool(walker.evaluator.value(asked, v, {}))
            assert can == any(row[0] == kind_of(option) for row in walker.legality.listed(v, seat)), name
            seen.setdefault(name, set()).add(can)
