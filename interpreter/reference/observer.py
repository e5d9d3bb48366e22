"""Observation of an engine at work.

An `Observer` is a record of callbacks for everything that the engine reads, evaluates, executes and changes. A callback
that is None is not called, so it costs nothing. A callback runs before its event, unless its docstring says otherwise.
A callback must not change the position, but it may raise an exception to stop play. Explanations and the rule trace
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
"""An operation that changes a position: a statement, a cost, or a chance event."""


@dataclass(frozen=True, slots=True)
class Observer:
    """The callbacks for the events of an engine, all None by default."""

    # Events of expressions
    evaluated: Callable[[m.Expr, Any], None] | None = None
    """Called after an expression is evaluated, with its value.

    If a holder is read directly, only `read` is called.
    """
    called: Callable[[m.CallValue], None] | None = None
    """Called when a value of the rulebook, or the score, is evaluated."""
    looked_up: Callable[[m.Var, Env], None] | None = None
    """Called when a local is read, either from `env` or from its slot."""
    read: Callable[[m.Slot, FieldEntry, Vector], None] | None = None
    """Called when a slot is resolved to an entry that will be read or changed."""
    counted: Callable[[m.Slot, FieldEntry, Vector], None] | None = None
    """Called instead of `read` if only the number of pieces in an entry is needed."""
    topped: Callable[[m.Slot, FieldEntry, int, Vector], None] | None = None
    """Called instead of `read` if only the topmost things of an entry are needed.

    The callback receives the number of these things. If this callback is None, `read` is called.
    """

    # Events of play
    entered: Callable[[f.AnyNode, Vector], None] | None = None
    """Called when play passes through a node, or leaves a node at which it waited."""
    taken: Callable[[f.Play, Vector], None] | None = None
    """Called when a player takes an action."""
    began: Callable[[Operation, Vector, Env], None] | None = None
    """Called when an operation begins, before the operations nested in it."""
    ended: Callable[[Operation, Vector, Env], None] | None = None
    """Called when an operation has ended, even if a stop or a fault ended it."""
    rule_began: Callable[[m.Routine], None] | None = None
    """Called when a rule begins, after its parameters are bound."""
    rule_ended: Callable[[m.Routine], None] | None = None
    """Called when a rule has ended, even if a stop or a fault ended it."""


UNOBSERVED = Observer()


def combined_observer(observers: Sequence[Observer]) -> Observer:
    """Return one observer that calls several other observers, in their order."""
    each = {of.name: [getattr(observer, of.name) for observer in observers] for of in fields(Observer)}
    return Observer(**{name: _to_all([tell for tell in told if tell is not None]) for name, told in each.items()})


def _to_all(told: Sequence[Callable[..., None]]) -> Callable[..., None] | None:
    if len(told) < 2:
        return told[0] if told else None

    def tell(*what: object) -> None:
        for each in told:
            each(*what)

    return tell
