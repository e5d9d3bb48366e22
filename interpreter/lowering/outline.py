"""Lays out a position without the flowchart, for checks that need no more."""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import nodes as f
from interpreter.lowering.builder import FlowBuilder
from interpreter.lowering.lowering import Lowering, lower
from interpreter.lowering.trigger_instrumentation import instrument_triggers
from interpreter.position import LayoutError, lay_out


def outlined(model: m.Model) -> f.Flow:
    """Return the flowchart of a model without its nodes, which is enough to test laws and to read moves.

    Raises:
        LayoutError: Raised for the same models as by `lower`.
    """
    builder = Lowering(*instrument_triggers(model))
    if _may_be_too_wide(model, builder):
        lower(model)
    builder.list_kinds()
    layout = lay_out(builder.model, builder.machinery)
    return f.Flow(builder.model, layout, (), 0, 0, tuple(builder.kinds), frozenset())


def _may_be_too_wide(model: m.Model, builder: FlowBuilder) -> bool:
    """Return True if the slots for the members of some set might not be limited (see `FlowBuilder.span_of`)."""
    for part in m.parts((*model.routines.values(), *model.actions.values(), *model.wakes, *model.listeners)):
        domain = getattr(part, "domain", None) if isinstance(part, m.Statement) else None
        of = domain.type if isinstance(domain, m.Expr) else part.type if isinstance(part, m.Var) else None
        if isinstance(of, m.Many):
            try:
                builder.span_of(of.of)
            except LayoutError:
                return True
    return False
