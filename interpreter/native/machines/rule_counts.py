"""Event counts from a machine's games, keyed by their names in the rulebook."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.flow import ChanceNode, Decision, Flow, SimultaneousDecision
from interpreter.native.machines.machine import Machine
from interpreter.native.play.counters import counters_of, first_stop


@dataclass(frozen=True, slots=True)
class RuleCounts:
    """Event counts, keyed by name.

    - `by_seat` counts the moves of each seat by kind, and `moves` adds up the seats.
    - `decisions` counts decisions by phase.
    - `chance` counts chance events by what is drawn or rolled.
    - `triggers` counts the steps in which each trigger fired.
    """

    by_seat: dict[str, list[int]]
    decisions: dict[str, int]
    chance: dict[str, int]
    triggers: dict[str, int]

    @property
    def moves(self) -> dict[str, int]:
        return {name: sum(numbers) for name, numbers in self.by_seat.items()}


def rule_counts(flow: Flow, machines: Iterable[Machine]) -> RuleCounts:
    """Return the event counts, summed over machines that run the same module.

    The module must have been generated with counters.
    """
    form = f"<{counters_of(flow)}q"
    each = [struct.unpack_from(form, machine.bytes, machine.memory.counters) for machine in machines]
    numbers = [sum(several) for several in zip(*each, strict=True)]
    found = RuleCounts({}, {}, {}, {})
    players = flow.model.players
    for kind, *of_seats in zip(flow.move_kinds, *(numbers[seat::players] for seat in range(players)), strict=False):
        before = found.by_seat.get(kind.name, [0] * players)
        found.by_seat[kind.name] = [sum(pair) for pair in zip(before, of_seats, strict=True)]
    stops = numbers[first_stop(flow) :]
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
