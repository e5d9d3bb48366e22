"""Warns about loops over sets whose members are no longer in the order of their source.

A set built from ordered seats or from a row is in the order of declaration, not in the order of its source.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.diagnostics import Sink
from dsl.source import Span


def discarded_order(made: model.Model, sink: Sink) -> None:
    """Report loops over sets that have lost the order of their source."""
    rules = [*made.declared_values, *made.actions.values(), *made.routines.values(), *made.wakes]
    told: set[Span] = set()
    for part in made.parts_of(*rules):
        domain = _gone_through(part)
        if domain is None:
            continue
        for ordered in _built_of(domain):
            if domain.span not in told:
                told.add(domain.span)
                label = "this set lists its members in the order of their declarations"
                sink.add("W421", "the order is lost here", domain.span, label,
                         related=[(ordered.span, "this set has an order")],
                         hint="loop over the ordered set itself, and select members with `where`")  # fmt: skip


def _gone_through(part: object) -> model.Expr | None:
    """Return the domain that a node visits in order, or None."""
    match part:
        case model.ForEach(domain=domain, order_by=None) | model.Turn(domain=domain) | model.Window(domain=domain):
            return domain
        case model.AggregateExpr(how="first" | "last", domain=domain):
            return domain
        case model.Nth(of=of):
            return of
    return None


def _built_of(domain: model.Expr) -> Iterator[model.Expr]:
    match domain:
        case model.Joined(left=left, right=right):
            parts = [left, right]
        case model.AggregateExpr(how="set", domain=inner, body=None):
            parts = [inner]
        case model.AggregateExpr(how="union", domain=inner):
            parts = [inner]
        case _:
            return
    for part in parts:
        held = part.field.type if isinstance(part, model.Slot) else None
        if isinstance(part, model.Clockwise) or (isinstance(held, model.Holder) and held.traits.ordered):
            yield part
        else:
            yield from _built_of(part)
