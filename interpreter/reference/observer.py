"""Lets other modules observe the reference engine.

An `Observer` contains callbacks for everything that the engine reads, evaluates, executes or changes. Callbacks that
are None cost nothing. The engine calls a callback before the event, unless the callback's docstring says otherwise. A
callback must not change the position. A callback may raise an exception to stop play. Explanations and rule traces
observe the engine only through these callbacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from dsl import model as m
from interpreter.flow import Env
from interpreter.flow import nodes as f
from interpreter.position import FieldEntry, Vector

Operation = m.Statement | m.Cost | f.ChanceNode
"""Something that changes a position: a statement, a cost or a chance event."""


@dataclass(frozen=True, slots=True)
class Observer:
    """Callbacks for an engine's events. The default of each callback is None."""

    # Events of expressions
    evaluated: Callable[[m.Expr, Any], None] | None = None
    """Called with an expression and its value, after the evaluation.

    A direct read of a holder calls only `read`.
    """
    called: Callable[[m.CallValue], None] | None = None
    """Called before the engine evaluates a rulebook value or the score."""
    looked_up: Callable[[m.Var, Env], None] | None = None
    """Called before the engine reads a local variable from `env` or from a slot."""
    read: Callable[[m.Slot, FieldEntry, Vector], None] | None = None
    """Called when the engine has found the field entry that it will read or change."""
    counted: Callable[[m.Slot, FieldEntry, Vector], None] | None = None
    """Called instead of `read` if the engine needs only the number of pieces."""
    topped: Callable[[m.Slot, FieldEntry, int, Vector], None] | None = None
    """Called instead of `read` if the engine needs only the topmost things.

    The third argument is the number of these things. If this callback is None, the engine calls `read`.
    """

    # Events of play
    entered: Callable[[f.AnyNode, Vector], None] | None = None
    """Called when play runs through a node, or leaves a node at which it waited."""
    taken: Callable[[f.Play, Vector], None] | None = None
    """Called when a player takes an action."""
    began: Callable[[Operation, Vector, Env], None] | None = None
    """Called when an operation begins. Nested operations begin later."""
    ended: Callable[[Operation, Vector, Env], None] | None = None
    """Called when an operation ends, even by a `stop` or a `PlayFault`."""
    rule_began: Callable[[m.Routine], None] | None = None
    """Called when a rule begins, after its parameters have been bound."""
    rule_ended: Callable[[m.Routine], None] | None = None
    """Called when a rule ends, even by a `stop` or a `PlayFault`."""


UNOBSERVED = Observer()


def combined_observer(observers: Sequence[Observer]) -> Observer:
    """Return an observer that calls several observers in order."""
    each = {of.name: [getattr(observer, of.name) for observer in observers] for of in fields(Observer)}
    return Observer(**{name: _to_all([tell for tell in told if tell is not None]) for name, told in each.items()})


def _to_all(told: Sequence[Callable[..., None]]) -> Callable[..., None] | None:
    if len(told) < 2:
        return told[0] if told else None

    def tell(*what: object) -> None:
        for each in told:
            each(*what)

    return tell
