"""Checks ranges, sets in braces, and amounts of pieces."""

from __future__ import annotations

from typing import NoReturn

from dsl import ast, model
from dsl.checking.expressions.arithmetic import count
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.fractions import parts_of, together
from dsl.checking.names import Scope
from dsl.checking.types import bounds, common_type, contents, describe, shared_kind
from dsl.source import Span

EACH_ITS_OWN = "each thing of this kind is unique"


def range_of(c: ExpressionChecker, expr: ast.Range, scope: Scope) -> model.Expr:
    """Check a range such as `1 to 6`, `0 to 100 step 10` or `0 to 40 step ½`."""
    low, high = (c.number(end, scope, fractions=True) for end in (expr.low, expr.high))
    by = c.number(expr.step, scope, fractions=True) if expr.step is not None else None
    low, high, *others = together(c, low, high, *([by] if by is not None else []))
    step = _step(c, others[0]) if others else parts_of(low.type)
    least, most = bounds(low)[0], bounds(high)[1]
    if most < least:
        label = "write the larger number before `down to`" if expr.down else f"it goes from {least} to {most}"
        c.names.sink.add("W405", "this range is always empty", expr.span, label)
        most = least
    type_ = model.Many(model.Int(least, most, parts=parts_of(low.type)))
    return model.RangeOf(low, high, step, expr.down, type=type_, span=expr.span)


def step_of(c: ExpressionChecker, expr: ast.Range, scope: Scope) -> int:
    """Return the step of a range, or 1 if the range has no `step`."""
    return _step(c, c.number(expr.step, scope)) if expr.step is not None else 1


def _step(c: ExpressionChecker, step: model.Expr) -> int:
    if not isinstance(step, model.Const) or step.value < 1:
        title = "a step must be a constant number above 0" if parts_of(step.type) == 1 else "a step must be more than 0"
        c.wrong_type("E305", title, step.span, step.type)
    return step.value


def braces(c: ExpressionChecker, expr: ast.Braces, scope: Scope) -> model.Expr:
    """Check `{a, b}`, a set whose members must have the same type."""
    items = tuple(c.whole(c.check(item, scope)) for item in expr.items)
    if not items:
        return model.Listed((), type=model.Many(model.Ref("", True)), span=expr.span)
    type_ = items[0].type
    for item in items[1:]:
        type_ = either_type(c, model.Const(0, type=type_, span=items[0].span), item, expr.span)
    if isinstance(type_, model.Ref):
        type_ = model.Ref(type_.kind)
    if not isinstance(type_, (model.Ref, model.Int)):
        hint = "write `flag` for the choice between yes and no" if isinstance(type_, model.Flag) else ""
        c.fault("E307", "a set contains things or numbers", expr.span, f"these are {describe(type_)}", hint=hint)
    return model.Listed(items, type=model.Many(type_), span=expr.span)


def either_type(c: ExpressionChecker, one: model.Expr, other: model.Expr, span: Span) -> model.Type:
    """Return the narrowest type that includes the types of both expressions.

    Raises `ErrorReported` if no type includes both.
    """
    type_ = common_type(c.names.table, one.type, other.type) or _bag_of_both(c, contents(one), contents(other))
    if type_ is None:
        c.mismatch("the two results have different types", one, other)
    return type_


def _bag_of_both(c: ExpressionChecker, one: model.Type, other: model.Type) -> model.Type | None:
    """Return the narrowest bag that includes both bags, or None. An empty set is included in every bag."""
    nothing = model.Many(model.Ref("", True))
    if isinstance(one, model.Bag) and isinstance(other, model.Bag):
        kind = shared_kind(c.names.table, one.kind, other.kind)
        return model.Bag(kind) if kind is not None and c.names.table.kinds[kind].fungible else None
    bag = next((each for each in (one, other) if isinstance(each, model.Bag)), None)
    return bag if nothing in (one, other) else None


def amount(c: ExpressionChecker, expr: ast.Amount, scope: Scope) -> model.Expr:
    """Check `2 of Flax`, which becomes a bag."""
    number = c.number(expr.number, scope)
    kind, sort = sort_of(c, expr.sort, scope)
    if sort is None:
        hint = f"say which holder the pieces come from, or name the sort, as in `{kind}(player)`"
        which_sort(c, kind, expr, "each player has a separate sort", hint)
    return model.Amounts(((number, sort),), type=model.Bag(kind), span=expr.span)


def choice_outside_costs(c: ExpressionChecker, expr: ast.FlexibleCost | ast.PerThingCost, scope: Scope) -> NoReturn:
    """Report an expression such as `any 2 of Flax` outside a cost. Raises `ErrorReported`.

    Only the player who pays a cost can choose the pieces.
    """
    hint = "to let a player pick, write `… chooses …`; to count things, write `count(…)`"
    c.fault("E350", "`any … of` is allowed only in a cost", expr.span, "this is not a cost", hint=hint)


def which_sort(c: ExpressionChecker, kind: str, expr: ast.Expr, label: str, hint: str) -> NoReturn:
    """Report an amount that names a kind with several sorts without saying which sort.

    Raises `ErrorReported`.
    """
    named = expr.sort if isinstance(expr, ast.Amount) else expr
    c.fault("E314", f"which {kind}?", named.span, label, hint=hint)


def sort_of(c: ExpressionChecker, expr: ast.Expr, scope: Scope) -> tuple[str, model.Expr | None]:
    """Return the kind and the sort that an amount names. Raises `ErrorReported`.

    The sort is None if the amount names only a kind with several sorts.
    """
    table = c.names.table
    if isinstance(expr, ast.Name) and scope.find(expr.text) is None and expr.text in table.kinds:
        kind = table.kinds[expr.text]
        if not kind.fungible:
            c.fault("E316", f"`{kind.name}` has no equal pieces to count", expr.span, EACH_ITS_OWN)
        if kind.size == 1:
            return kind.name, model.Const(kind.first, type=model.Ref(kind.name), span=expr.span)
        return kind.name, None
    found = c.check(expr, scope)
    if isinstance(found.type, model.Ref) and found.type.kind and table.kinds[found.type.kind].fungible:
        return found.type.kind, found
    c.wrong_type("E316", "an amount needs pieces of one sort", expr.span, found.type)


def bags_of(
    c: ExpressionChecker, source: ast.Expr, scope: Scope, least: model.Expr | None, most: model.Expr | None, span: Span
) -> model.Expr:
    """Return the domain of all bags of a kind, or of all bags that can be taken from a holder.

    Raises:
        ErrorReported: Raised if the members of `source` are unique things.
    """
    found, member = c.domain(source, scope)
    kind = member.kind if isinstance(member, model.Ref) else ""
    if not kind or not c.names.table.kinds[kind].fungible:
        c.fault(
            "E316", "a bag can hold only equal pieces", source.span, f"these are {describe(member)}",
            hint="declare their kind `with` equal pieces, or choose a `set of` things",
        )  # fmt: skip
    within = None if isinstance(found, model.Things) else found
    return model.Bags(kind, within, least, most, type=model.Many(model.Bag(kind)), span=span)


def sets_of(
    c: ExpressionChecker, source: ast.Expr, scope: Scope, least: model.Expr | None, most: model.Expr | None, span: Span
) -> model.Expr:
    """Return the domain of all sets of things from a set or a holder.

    Raises:
        ErrorReported: Raised if the members of `source` are not unique things.
    """
    found, member = c.domain(source, scope)
    if isinstance(member, model.Ref) and c.names.table.kinds[member.kind].fungible:
        title = f"a set contains unique things, and the pieces of {member.kind} are equal"
        c.fault("E307", title, source.span, "these pieces can only be counted",
                hint=f"write `bag of {member.kind}`, so that the player chooses how many of each")  # fmt: skip
    if not isinstance(member, model.Ref):
        c.fault("E307", "a set contains unique things", source.span, f"these are {describe(member)}")
    return model.Subsets(found, least, most, type=model.Many(model.Many(member)), span=span)


def several(c: ExpressionChecker, expr: ast.Several, scope: Scope) -> model.Expr:
    """Check a domain such as `set of you.hand at most 2` or `bag of Good exactly 3`."""
    number = count(c, expr.number, scope) if expr.number is not None else None
    least = number if expr.exactly else None
    collection = bags_of if expr.form == "bag" else sets_of
    return collection(c, expr.of, scope, least, number, expr.span)
