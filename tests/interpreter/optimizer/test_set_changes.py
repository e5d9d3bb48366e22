"""Tests that a rule that adds or removes one member of a set changes one slot, and does not list the members."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tiny_games import flow_of

from interpreter.optimizer import instructions as i
from interpreter.optimizer import plan
from interpreter.optimizer import planned_nodes as p

RULES = """
each Player has
    seen: set of Town = Town
game has
    watched: Player or none = seat(1)
round
    seat(1) must look
    do forget(watched)
action look(town: Town)
    then
        set counter to 3
rule forget(p: Player)
    {change}
"""


def parts(block: i.Block) -> Iterator[i.Instruction]:
    for each in block:
        yield each
        if isinstance(each, i.If):
            yield from parts((*each.then, *each.otherwise))


def changes_of(change: str) -> list[str]:
    """Return the kinds of the instructions in the rule with this change."""
    program = plan(flow_of(RULES.format(change=change)))
    effects = [each for node in program.nodes if isinstance(node, p.Effect) for each in node.body]
    (rule,) = (each for each in effects if isinstance(each, i.InRule))
    return [type(part).__name__ for part in parts(rule.body)]


@pytest.mark.parametrize("change", ["remove Ash from p.seen", "add Ash to p.seen", "remove p.home from p.seen"])
def test_one_member_is_one_slot(change: str) -> None:
    made = changes_of(change)
    assert made.count("Write") == 1
    assert "MarkMembers" not in made


@pytest.mark.parametrize("change", ["set p.seen to other(p).seen + {Ash}", "set p.seen to {Ash, Elm}"])
def test_another_set_is_listed(change: str) -> None:
    assert "MarkMembers" in changes_of(change)
