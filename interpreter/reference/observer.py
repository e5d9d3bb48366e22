"""Observation of an engine at work: what it reads, evaluates, executes and changes.

An `Observer` is a record of callbacks. A callback that is None is not called, so unused observation costs nothing. A
callback runs before its event, unless its name says otherwise. It must not change the position; it may raise to stop
play. Explanations and the rule trace use nothing else.
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
"""Something that changes a position: a statement, a cost that is paid, an outcome of chance."""


@dataclass(frozen=True, slots=True)
class Observer:
    """Callbacks for the events of an engine, all None by default."""

    # of expressions
    evaluated: Callable[[m.Expr, Any], None] | None = None
    """An expression was evaluated to a value. For holders that are read as such, only `read` is called."""
    called: Callable[[m.CallValue], None] | None = None
    """A value of the rulebook, or the score, is evaluated."""
    looked_up: Callable[[m.Var, Env], None] | None = None
    """A local is read, from the given locals or from its slot."""
    read: Callable[[m.Slot, FieldEntry, Vector], None] | None = None
    """A slot is resolved to an entry that will be read or changed."""
    counted: Callable[[m.Slot, FieldEntry, Vector], None] | None = None
    """Only the number of pieces in an entry is needed; `read` is then not called."""
    topped: Callable[[m.Slot, FieldEntry, int, Vector], None] | None = None
    """Only the topmost things of an entry are needed, up to a number. If None, `read` is called instead."""

    # of play
    entered: Callable[[f.AnyNode, Vector], None] | None = None
    """Play passes through a node, or leaves one at which it waited."""
    taken: Callable[[f.Play, Vector], None] | None = None
    """An action is taken."""
    began: Callable[[Operation, Vector, Env], None] | None = None
    """An operation begins; nested operations are reported after it."""
    ended: Callable[[Operation, Vector, Env], None] | None = None
    """An operation has ended, or was left by a stop or a fault."""
    rule_began: Callable[[m.Routine], None] | None = None
    """A rule begins, with its parameters bound."""
    rule_ended: Callable[[m.Routine], None] | None = None
    """A rule has ended, or was left."""


UNOBSERVED = Observer()


def combined_observer(observers: Sequence[Observer]) -> Observer:
    """Return one observer that calls several others, in their order."""
    each = {of.name: [getattr(observer, of.name) for observer in observers] for of in fields(Observer)}
    return Observer(**{name: _to_all([tell for tell in told if tell is not None]) for name, told in each.items()})


def _to_all(told: Sequence[Callable[..., None]]) -> Callable[..., None] | None:
    if len(told) < 2:
        return told[0] if told else None

    def tell(*what: object) -> None:
        for each in told:
            each(*what)

    return tell
