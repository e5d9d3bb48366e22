"""Warns about rules that depend on a stack whose order is still unknown.

The engine determines the top of a shuffled stack only when the top is drawn or turned up, so no rule can read it
earlier.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.diagnostics import Sink


def unknown_order(made: model.Model, sink: Sink) -> None:
    """Report rules that read the top of a shuffled stack that is never turned up.

    Report moves of a whole shuffled stack onto another stack as well.
    """
    rules = [*made.declared_values, *made.actions.values(), *made.routines.values()]
    rest = [*made.wakes, *made.endings, *made.score, *made.ranking, *made.claims]
    everywhere = list(made.parts_of(*rules, *rest))
    mixed = dict(_mixed(everywhere))
    for part in everywhere:
        if isinstance(part, model.Draw) and part.source == part.target:
            mixed.pop(part.source.field, None)
    if not mixed:
        return
    asked_for_any = {id(side) for part in everywhere if isinstance(part, model.Compare) for side in _if_empty(part)}
    for part in everywhere:
        match part:
            case model.AggregateExpr(how="last", domain=model.Slot(field=of, type=model.Holder()), where=None, keys=()):
                if of in mixed and id(part) not in asked_for_any:
                    _report(of, part, mixed[of], sink, "its top is undecided until a thing is drawn")
            case model.Reveal(what=model.Slot(field=of), top=True) if of in mixed:
                _report(of, part, mixed[of], sink, "its top is undecided until a thing is drawn")
            case model.MovePieces(source=model.Slot(field=of), target=target) if of in mixed and _is_all(part):
                if target.field.type.traits.shuffled and target.field in _filled(everywhere, part):  # type: ignore[union-attr]
                    _report(of, part, mixed[of], sink, "moving it onto a non-empty stack would stop the game")


def _mixed(parts: list[object]) -> Iterator[tuple[model.StateField, model.Statement]]:
    for part in parts:
        if isinstance(part, model.Shuffle):
            yield part.stack.field, part
        elif isinstance(part, model.Draw) and part.reshuffling is not None:
            held = part.source.field.type
            if isinstance(held, model.Holder) and held.traits.shuffled:
                yield part.source.field, part


def _if_empty(part: model.Compare) -> tuple[model.Expr, ...]:
    """Return both sides of a comparison with `none`, which only tests whether a stack is empty."""
    none = any(isinstance(side, model.Const) and side.value == model.NONE for side in (part.left, part.right))
    return (part.left, part.right) if none else ()


def _is_all(part: model.MovePieces) -> bool:
    return part.thing is None and part.sort is None and part.bag is None


def _filled(parts: list[object], but: model.MovePieces) -> set[model.StateField]:
    """Return the fields into which a statement other than `but` puts something."""
    moved = [part for part in parts if isinstance(part, (model.MovePieces, model.Draw, model.Cost)) and part is not but]
    return {part.target.field for part in moved} | {of for of in (but.target.field,) if of.initial is not None}


def _report(of: model.StateField, part: object, mixed: model.Statement, sink: Sink, label: str) -> None:
    assert isinstance(part, (model.Expr, model.Statement))
    sink.add("W420", f"the order of `{of.name}` is not known", part.span, label,
             related=[(mixed.span, "the stack is shuffled here")],
             hint=f"draw from it, or `turn up {of.name}` first")  # fmt: skip
