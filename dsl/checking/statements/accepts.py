"""Checks substitutes for the costs of an action, such as `accepts joker: 1 of Joker to supply for 1`."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import ast, model
from dsl.checking.expressions.sets import sort_of
from dsl.checking.names import Scope
from dsl.checking.statements.costs import CostCheck
from dsl.checking.statements.flexible_costs import candidate_types, check_choice_holder, is_holder
from dsl.checking.statements.holder_references import holder

PIECES = ("pieces", "bag", "different", "alike", "any")
"""Forms of costs that take interchangeable pieces, or unique things of the payer's choice."""


def accept(c: CostCheck, line: ast.Accept, action: str, scope: Scope) -> model.Accept:
    """Check a substitute for the costs of an action. Raises `ErrorReported`."""
    expressions = c.expressions
    when = expressions.flag(line.when, scope) if line.when is not None else None
    you = expressions.thing(ast.Name(line.name.span, "you"), scope, "Player")
    rate, among, kind, var = _given(c, line, scope)
    source = _chosen_in(line, among) or c.choice_holder(line, kind, you, scope)
    check_choice_holder(expressions, source, line.source or line.amount)
    inner = scope.inner()
    if isinstance(line.amount, ast.Aggregate):
        inner.names[var.name] = var
    target = holder(c.statements, line.target, inner, kind)
    worth = expressions.number(line.worth, inner)
    keeping = expressions.number(line.keeping, scope) if line.keeping is not None else None
    change = _change(c, line, scope)
    return model.Accept(c.about(line, action), var, source, target, rate, among, worth, keeping, change, when)


def _given(c: CostCheck, line: ast.Accept, scope: Scope) -> tuple[model.Expr, model.Expr, str, model.Var]:
    """Return the pieces or things that a substitute accepts. Raises `ErrorReported`.

    Returns:
        The number of pieces per payment, the accepted sorts or things, their kind, and the local variable for the given
        sort or thing.
    """
    expressions, amount = c.expressions, line.amount
    one = model.Const(1, type=model.Int(1, 1), span=amount.span)
    if isinstance(amount, ast.Aggregate):
        among = expressions.check(amount, scope)
        assert isinstance(among, model.AggregateExpr)
        kind = among.var.type.kind if isinstance(among.var.type, model.Ref) else ""
        if not kind:
            expressions.wrong_type("E351", "only pieces or things can be accepted", amount.span, among.type)
        return one, among, kind, among.var
    if isinstance(amount, ast.FlexibleCost):
        rate = expressions.number(amount.number, scope)
        among, kind = candidate_types(expressions, amount, scope)
        return rate, among, kind, c.names.new_var(line.name.text, model.Ref(kind), amount.span)
    if not isinstance(amount, ast.Amount):
        hint = "write `4 of Amber`, `4 alike of Ware` or `card in you.hand`"
        expressions.fault("E351", "only pieces or things can be accepted", amount.span, hint=hint)
    rate = expressions.number(amount.number, scope)
    kind, sort = sort_of(expressions, amount.sort, scope)
    if sort is None:
        hint = f"`{amount.number.span.text} alike of {kind}` accepts any sort"
        expressions.fault("E351", f"which {kind}?", amount.sort.span, f"`{kind}` comes in several sorts", hint=hint)
    among = model.Listed((sort,), type=model.Many(model.Ref(kind)), span=amount.span)
    return rate, among, kind, c.names.new_var(line.name.text, model.Ref(kind), amount.span)


def _chosen_in(line: ast.Accept, among: model.Expr) -> model.Slot | None:
    """Return the holder that contains the accepted things, as in `c in you.cards`.

    Return None if the line names a source, or if the things are not taken from a holder.
    """
    if line.source is not None or not isinstance(among, model.AggregateExpr):
        return None
    return among.domain if isinstance(among.domain, model.Slot) and is_holder(among.domain) else None


def _change(c: CostCheck, line: ast.Accept, scope: Scope) -> model.Expr | None:
    if not line.change:
        return None
    if line.most_change is not None:
        return c.expressions.number(line.most_change, scope)
    most = model.MONEY_LIMIT
    return model.Const(most, type=model.Int(most, most), span=line.span)


def check_together(
    c: CostCheck, decl: ast.Action, costs: Sequence[model.Cost], accepts: Sequence[model.Accept]
) -> None:  # fmt: skip
    """Report substitutes that cannot pay any cost, and substitutes that are ambiguous."""
    pieces = any(cost.form in PIECES and not cost.firm for cost in costs)
    if not pieces and not any(cost.form == "money" for cost in costs):
        for found in accepts:
            title = f"`{found.about.name}` cannot replace any cost"
            label = "this action costs no coins, and no pieces that could be replaced"
            c.names.sink.add("W440", title, found.about.span, label)
        return
    for number, found in enumerate(accepts):
        if pieces:
            _stands_for_one(c, decl, found)
        _keeping_is_clear(c, found, (*costs, *accepts[:number], *accepts[number + 1 :]))
        for other in () if pieces else accepts[:number]:
            _apart(c, found, other)


def _stands_for_one(c: CostCheck, decl: ast.Action, found: model.Accept) -> None:
    if not isinstance(found.worth, model.Const) or found.worth.value != 1:
        hint = "write `for 1`; the number before `from` says how many pieces replace it"
        title = "a substitute must replace exactly one piece of the cost"
        c.names.sink.add("E351", title, found.worth.span, "this is not 1", hint=hint)
    if found.change is not None:
        title = f"`{decl.name.text}` costs pieces, so it cannot give change"
        c.names.sink.add("E351", title, found.about.span, "only coins can be given as change")


def _keeping_is_clear(c: CostCheck, found: model.Accept, others: Sequence[model.Cost | model.Accept]) -> None:
    """Report a `keeping` clause for unique things if another line also takes things from the same holder.

    The number of things to keep would otherwise be unclear.
    """
    held = found.source.field.type
    assert isinstance(held, model.Holder)
    if found.keeping is None or c.names.table.kinds[held.kind].fungible:
        return
    for other in others:
        chosen = isinstance(other, model.Accept) or other.leaves_choice
        if chosen and other.source.field is found.source.field:
            title = f"`keeping` is unclear, because `{other.about.name}` takes from the same holder"
            related = [(other.about.span, "this line also takes from the holder")]
            c.names.sink.add("E351", title, found.about.span, "this line says how many things to keep", related=related)


def _apart(c: CostCheck, found: model.Accept, other: model.Accept) -> None:
    """Report two lines that accept the same piece instead of coins, because the piece's worth would be unclear."""
    if found.source.field is not other.source.field:
        return
    sorts = [_one_sort(each.among) for each in (found, other)]
    if None in sorts or sorts[0] == sorts[1]:
        title = "two lines could accept the same piece"
        related = [(other.about.span, "this line accepts the piece")]
        c.names.sink.add("E351", title, found.about.span, "this line also accepts the piece", related=related,
                         hint="name one sort in each line, or accept both sorts in one line")  # fmt: skip


def _one_sort(among: model.Expr) -> int | None:
    """Return the sort that a line accepts, or None if it may accept several sorts."""
    if isinstance(among, model.Listed) and len(among.items) == 1 and isinstance(among.items[0], model.Const):
        return among.items[0].value
    return None
