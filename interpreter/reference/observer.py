"""What an engine tells while it works: what is read, evaluated, carried out and changed.

An `Observer` is a record of functions; one that is None is not called, so that nobody pays for what nobody wants to
know. A function is told before the thing happens, unless its name says otherwise. It must not change the position; it
may raise to break the play off. Explanations and the rule trace are made of nothing else.
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
"""What changes a position: a statement, a cost that is paid, an outcome of chance."""


@dataclass(frozen=True, slots=True)
class Observer:
    """The functions that are told; by default none."""

    # of expressions
    evaluated: Callable[[m.Expr, Any], None] | None = None
    """An expression has been worked out, and what it is worth. Of holders that are read as such only `read` tells."""
    called: Callable[[m.CallValue], None] | None = None
    """A value of the rulebook, or the score, is worked out."""
    looked_up: Callable[[m.Var, Env], None] | None = None
    """A local name is read, from the locals given or from its slot."""
    read: Callable[[m.Slot, FieldEntry, Vector], None] | None = None
    """A slot is worked out to an entry, to be looked into or changed."""
    counted: Callable[[m.Slot, FieldEntry, Vector], None] | None = None
    """Only how many pieces lie in an entry is asked; `read` is not told then."""
    topped: Callable[[m.Slot, FieldEntry, int, Vector], None] | None = None
    """Only the topmost things of an entry are asked, at most so many. If it is None, `read` is told instead."""

    # of play
    entered: Callable[[f.AnyNode, Vector], None] | None = None
    """Play passes through a node, or goes on from one where it waited."""
    taken: Callable[[f.Play, Vector], None] | None = None
    """An action is taken."""
    began: Callable[[Operation, Vector, Env], None] | None = None
    """An operation is carried out; those inside of it are told after it."""
    ended: Callable[[Operation, Vector, Env], None] | None = None
    """An operation that had begun is done, or was left by a stop or a fault."""
    rule_began: Callable[[m.Routine], None] | None = None
    """A rule is carried out, with its parameters bound."""
    rule_ended: Callable[[m.Routine], None] | None = None
    """A rule that had begun is done, or was left."""


UNOBSERVED = Observer()


def combined_observer(observers: Sequence[Observer]) -> Observer:
    """One observer that tells several, in their order."""
    each = {of.name: [getattr(observer, of.name) for observer in observers] for of in fields(Observer)}
    return Observer(**{name: _to_all([tell for tell in told if tell is not None]) for name, told in each.items()})


def _to_all(told: Sequence[Callable[..., None]]) -> Callable[..., None] | None:
    if len(told) < 2:
        return told[0] if told else None

    def tell(*what: object) -> None:
        for each in told:
            each(*what)

    return tell
