"""The steps of a round: the phases that the round runs, as far as players decide in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.model import Do, Offer
from interpreter.flow import Decision, SimultaneousDecision, walk
from interpreter.position import PC, once
from interpreter.table import CompiledGame, called
from mercatoria import State

MOST_STEPS = 7
"""Maximum number of steps. A round with more steps is not shown as a sequence."""


@dataclass(frozen=True, slots=True)
class Step:
    """A phase of the round. `is_now` is True if the current decision belongs to it."""

    title: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase of the round, with the names of all routines and actions that it may run."""

    title: str
    runs: frozenset[str]


def steps(state: State) -> list[Step]:
    """Return the steps of the round in their order, or an empty list if there are too many.

    If several steps may run the current phase, the first of them counts as the current step.
    """
    stages = once(state.table, _stages)
    phase = state.table.flow.nodes[state.vector[PC]].phase.name
    now = None if state.is_over else next((stage for stage in stages if phase in stage.runs), None)
    return [Step(stage.title, stage is now) for stage in stages]


def _stages(table: CompiledGame) -> tuple[Stage, ...]:
    """Return the phases that the round runs directly and in which players decide."""
    model, nodes = table.flow.model, table.flow.nodes
    asking = {node.phase.name for node in nodes if isinstance(node, Decision | SimultaneousDecision)}
    if "round" not in model.routines:
        return ()
    found = []
    for name in dict.fromkeys(_called(model.routines["round"].body)):
        if name not in model.routines:
            continue  # an action that the round itself offers
        runs = frozenset(_reached(table, name))
        if runs & asking:
            found.append(Stage(called(model.routines[name].about), runs))
    return tuple(found) if len(found) <= MOST_STEPS else ()


def _reached(table: CompiledGame, name: str) -> set[str]:
    """Return the names of all routines and actions that a routine may run, including the routine itself."""
    model, reached, waiting = table.flow.model, set[str](), [name]
    while waiting:
        if (here := waiting.pop()) in reached:
            continue
        reached.add(here)
        if here in model.routines:
            waiting += _called(model.routines[here].body)
        elif here in model.actions:
            waiting += _called((model.actions[here].then, model.actions[here].notes))
    return reached


def _called(part: object) -> Iterator[str]:
    """Yield the names of the routines that statements run, and of the actions that they offer."""
    for each in walk(part):
        match each:
            case Do(calls=calls):
                yield from (name for name, _ in calls)
            case Offer(action=action):
                yield action
