"""Event counts from a machine's games, keyed by their names in the rulebook."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.flow import ChanceNode, Decision, Flow, SimultaneousDecision
from interpreter.native.machines.machine import Machine
from interpreter.native.play.counters import counters_of


@dataclass(frozen=True, slots=True)
class RuleCounts:
    """Event counts, keyed by name.

    - `moves` counts moves by kind.
    - `decisions` counts decisions by phase.
    - `chance` counts chance events by what is drawn or rolled.
    - `triggers` counts the steps in which each trigger fired.
    """

    moves: dict[str, int]
    decisions: dict[str, int]
    chance: dict[str, int]
    triggers: dict[str, int]


def rule_counts(flow: Flow, machines: Iterable[Machine]) -> RuleCounts:
    """Return the event counts, summed over machines that run the same module.

    The module must have been generated with counters.
    """
    form = f"<{counters_of(flow)}q"
    each = [struct.unpack_from(form, machine.bytes, machine.memory.counters) for machine in machines]
    numbers = [sum(several) for several in zip(*each, strict=True)]
    found = RuleCounts({}, {}, {}, {})
    for kind, number in zip(flow.move_kinds, numbers, strict=False):
        _add(found.moves, kind.name, number)
    stops = numbers[len(flow.move_kinds) :]
    for node, number in zip(flow.nodes[: flow.stops], stops, strict=False):
        if isinstance(node, ChanceNode):
            _add(found.chance, node.label, number)
        elif isinstance(node, (Decision, SimultaneousDecision)):
            _add(found.decisions, node.phase.name, number)
    for trigger, number in zip(flow.logged_triggers, stops[flow.stops :], strict=True):
        _add(found.triggers, trigger.about.name, number)
    return found


def _add(to: dict[str, int], name: str, number: int) -> None:
    to[name] = to.get(name, 0) + number
