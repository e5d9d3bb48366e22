"""Lays out a position without the flowchart, for checks that need no more."""

from __future__ import annotations

from itertools import count

from dsl import model as m
from dsl.source import NOWHERE
from interpreter.flow import nodes as f
from interpreter.lowering.builder import span_of
from interpreter.lowering.lowering import lower
from interpreter.lowering.move_kinds import move_kinds
from interpreter.lowering.payment_choices import with_settled_actions
from interpreter.position import LayoutError, StoreAllocator, lay_out

LOOPS = (m.ForEach, m.Turn, m.Window)


def outlined(model: m.Model) -> f.Flow:
    """Return the flowchart of a model without its nodes, which is enough to test laws and to read moves.

    The layout contains the fields of the model, but neither the flags of triggers nor the variables of waiting rules.

    Raises:
        LayoutError: Raised for the same models as by `lower`.
    """
    if _may_be_too_wide(model):
        lower(model)
    uids = count(-1, -1)  # no variable of a model has a negative uid
    whole = with_settled_actions(model, lambda name, of: m.Var(name, next(uids), type=of, span=NOWHERE))
    return f.Flow(model, lay_out(model, StoreAllocator()), (), 0, 0, tuple(move_kinds(whole)), frozenset())


def _may_be_too_wide(model: m.Model) -> bool:
    """Return True if the slots for the members of some set might not be limited (see `span_of`).

    If play waits in a loop, the position contains its remaining members.
    """
    for part in model.parts_of(*model.with_statements):
        domain = part.domain if isinstance(part, LOOPS) else None
        of = domain.type if domain is not None else part.type if isinstance(part, m.Var) else None
        if isinstance(of, m.Many):
            try:
                span_of(model, of.of)
            except LayoutError:
                return True
    return False
