"""Checks statements that move pieces, things or money."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dsl import ast, model
from dsl.checking.expressions.arithmetic import count, regrouped
from dsl.checking.expressions.holders import sort_of_owner
from dsl.checking.expressions.sets import sort_of, which_sort
from dsl.checking.names import Scope
from dsl.checking.statements.holder_references import cannot_hold, held_kind, holder, is_common, purse, related
from dsl.checking.statements.statement_checker import Forms, StatementChecker
from dsl.checking.types import UNCOUNTED, bounds, contents, describe
from dsl.syntax import HOLDINGS


def move(c: StatementChecker, s: ast.MovePieces, scope: Scope) -> model.Statement:
    """Check `move … from … to …` and `move piece n of … to …`."""
    if s.position is not None:
        return _piece_at(c, s, s.position, scope)
    moved_as = regrouped(c.expressions, s.moved, scope) if s.moved is not None else None
    if moved_as is not s.moved:
        s = replace(s, moved=moved_as)
    known = next((end for end in (s.source, s.target) if not is_common(end, scope)), None)
    kind = held_kind(holder(c, known, scope, "")) if known is not None else _moved_kind(c, s, scope)
    source, target = holder(c, s.source, scope, kind), holder(c, s.target, scope, kind)
    moved = _moved(c, s.moved, scope, source, target, s.every) if s.moved is not None else {}
    if s.under:
        held = target.field.type
        assert isinstance(held, model.Holder)
        if not held.traits.shuffled:
            c.expressions.wrong_type("E316", "only a stack has a bottom", s.target.span, held, "write `to`")
        c.layered.append(target.field)
        moved["under"] = True
    return model.MovePieces(source, target, span=s.span, cites=ast.clauses(s.cites), **moved)


def _piece_at(c: StatementChecker, s: ast.MovePieces, position: ast.Expr, scope: Scope) -> model.Statement:
    """Check `move piece n of … to …`, which takes a piece by its position in a row."""
    source = holder(c, s.source, scope, "", ast.ROWS)
    kind, number = held_kind(source), c.expressions.number(position, scope)
    if bounds(number)[1] < 1:
        c.expressions.wrong_type("E310", "positions are counted from 1", position.span, number.type)
    target = holder(c, s.target, scope, kind)
    piece = model.Nth(source, number, False, type=model.Ref(kind, True), span=s.span)
    one = model.Const(1, type=model.Int(1, 1), span=s.span)
    return model.MovePieces(source, target, number=one, sort=piece, position=number,
                            span=s.span, cites=ast.clauses(s.cites))  # fmt: skip


def _moved_kind(c: StatementChecker, s: ast.MovePieces, scope: Scope) -> str:
    if s.every and s.moved is not None:
        return sort_of(c.expressions, s.moved, scope)[0]
    if isinstance(s.moved, ast.Amount):
        return sort_of(c.expressions, s.moved.sort, scope)[0]
    if s.moved is not None:
        type_ = c.expressions.check(s.moved, scope).type
        if isinstance(type_, (model.Bag, model.Ref)) and type_.kind:
            return type_.kind
    c.expressions.fault("E316", "what is moved?", s.span, "name the pieces")


def _moved(
    c: StatementChecker, expr: ast.Expr, scope: Scope, source: model.Slot, target: model.Slot, every: bool = False
) -> dict[str, Any]:  # fmt: skip
    """Return the `model.MovePieces` fields that describe what is moved.

    A move takes some or all pieces of one sort, the pieces of a bag, one thing, or several things.

    Raises `ErrorReported`.
    """
    kind = held_kind(source)
    if every or isinstance(expr, ast.Amount):
        named = expr.sort if isinstance(expr, ast.Amount) else expr
        of_kind, sort = sort_of(c.expressions, named, scope)
        if not related(c, of_kind, kind):
            held = " ".join(source.span.text.split())
            title = f"{describe(source.field.type)} holds no {of_kind}"
            if source.field.builtin and held_kind(target) != of_kind:
                source, held = target, " ".join(target.span.text.split())
            hint = f"`{held}` holds {held_kind(source)}; name pieces of that kind here"
            c.expressions.fault("E316", title, named.span, f"this is {of_kind}", hint=hint)
        sort = sort if sort is not None else own_sort(c, expr, source, target)
        if not isinstance(expr, ast.Amount):
            number: model.Expr = model.CountOf(source, sort, type=model.Int(0, UNCOUNTED), span=expr.span)
        else:
            number = c.expressions.number(expr.number, scope)
        return {"number": number, "sort": sort}
    moved = c.expressions.check(expr, scope)
    match contents(moved):
        case model.Bag(held) if _is_within(c, held, kind, held_kind(target)):
            return {"bag": moved}
        case model.Ref(held) if held and related(c, held, kind):
            if c.names.table.kinds[held].fungible:
                return {"number": model.Const(1, type=model.Int(1, 1), span=expr.span), "sort": moved}
            return {"thing": moved}
        case model.Many(model.Ref(held)) if held and related(c, held, kind):
            if not c.names.table.kinds[held].fungible:
                return {"thing": moved, "many": True}
    title = f"these cannot be moved out of {describe(source.field.type)}"
    c.expressions.wrong_type("E316", title, expr.span, moved.type, "give a number of pieces, as in `2 of Stone`")


def _is_within(c: StatementChecker, kind: str, *others: str) -> bool:
    """Return True if a kind is the same as each of the other kinds, or a subkind of it."""
    lineage = c.names.table.lineage(kind)
    return all(other in lineage for other in others)


def own_sort(c: StatementChecker, expr: ast.Expr, source: model.Slot, target: model.Slot) -> model.Expr:
    """Return the sort of a player's own pieces, if the source or target of a move is an `own` bag.

    Raises:
        ErrorReported: Raised if neither end of the move is an `own` bag.
    """
    for end in (source, target):
        held = end.field.type
        if isinstance(held, model.Holder) and held.own and end.owner is not None:
            return sort_of_owner(c.expressions, c.names.table.kinds[held.kind], end.owner)
    kind = held_kind(source)
    cure = f"say which one you mean: `1 of {kind}(player)`"
    which_sort(c.expressions, kind, expr, f"`{kind}` comes in several sorts", cure)


def draw(c: StatementChecker, s: ast.Draw, scope: Scope) -> model.Statement:
    """Check `draw n from … to …` and `refill … to n from …`."""
    number = count(c.expressions, _missing(s) if s.up_to else s.number, scope)
    if isinstance(s.target, ast.Name) and s.target.text in HOLDINGS:  # take the kind from the source
        source = holder(c, s.source, scope, "", ast.DRAWN_FROM)
        target = holder(c, s.target, scope, held_kind(source))
    else:
        target = holder(c, s.target, scope, "")
        source = holder(c, s.source, scope, held_kind(target), ast.DRAWN_FROM)
    refill = holder(c, s.reshuffling, scope, held_kind(source)) if s.reshuffling is not None else None
    if not _is_within(c, held_kind(source), held_kind(target)):
        cannot_hold(c, target.field.type, held_kind(source), s.target.span)
    return model.Draw(
        number=number, source=source, target=target, reshuffling=refill, span=s.span, cites=ast.clauses(s.cites)
    )


def _missing(s: ast.Draw) -> ast.Expr:
    """Return the number of pieces or things that the target of a `refill` lacks."""
    at = s.number.span
    there = ast.Attribute(at, s.target, ast.Word(at, "size"))
    return ast.Call(at, ast.Name(at, "max"), (ast.Integer(at, 0), ast.Arithmetic(at, "-", s.number, there)))


def turn_up(c: StatementChecker, s: ast.TurnUp, scope: Scope) -> model.Statement:
    """Check `turn up`, a chance event that shows the top thing of a stack and leaves it there."""
    stack = holder(c, s.stack, scope, "", ast.SHUFFLED)
    one = model.Const(1, type=model.Int(1, 1), span=s.span)
    cites = ast.clauses(s.cites)
    return model.Draw(number=one, source=stack, target=stack, reshuffling=None, span=s.span, cites=cites)


def shuffle(c: StatementChecker, s: ast.Shuffle, scope: Scope) -> model.Statement:
    """Check `shuffle` of a stack."""
    return model.Shuffle(holder(c, s.stack, scope, "", ast.SHUFFLED), span=s.span, cites=ast.clauses(s.cites))


def pays(c: StatementChecker, s: ast.Pays, scope: Scope) -> model.Statement:
    """Check `who pays n to whom`."""
    source, target = purse(c, s.payer, scope), purse(c, s.payee, scope)
    return model.Pay(source, target, c.expressions.number(s.amount, scope), span=s.span, cites=ast.clauses(s.cites))


MOVES: Forms = {ast.MovePieces: move, ast.Draw: draw, ast.Shuffle: shuffle, ast.TurnUp: turn_up, ast.Pays: pays}
