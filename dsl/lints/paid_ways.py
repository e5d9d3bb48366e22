"""Warns about ways with prices whose price may be negative, or does not ask who travels.

A toll that is due to the owner of a road must usually be 0 for this owner.
"""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink


def paid_ways(made: model.Model, sink: Sink) -> None:
    """Report `reach(… paying …)` with a price that may stop the game, or that is due for a player's own ways."""
    rules = (
        *made.values.values(), *made.routines.values(), *made.actions.values(), *made.wakes, *made.listeners,
        *made.endings, *made.score,
    )  # fmt: skip
    for part in made.those_in(model.GraphQuestion, *rules):
        match part:
            case model.GraphQuestion(
                args=(_, _, model.AggregateExpr(where=where, body=model.Arith(left=model.Arith(left=paid))), coins, _),
                far=owners,
            ) if part.word.startswith("affordable"):
                price = _without_owner(paid) if owners else paid
                _negative(price, sink)
                if owners and (payer := _names(coins)) and not payer & _names((price, where)):
                    sink.add("W427", "a player may pay for their own ways", price.span,
                             "this price does not ask who pays", hint="make the price 0 if the player who pays is "
                             "also the one who is paid")  # fmt: skip


def _without_owner(paid: model.Expr) -> model.Expr:
    """Return the price in a number that combines a price with the seat that is paid."""
    assert isinstance(paid, model.Arith) and isinstance(paid.left, model.Arith)
    return paid.left.left


def _negative(price: model.Expr, sink: Sink) -> None:
    if isinstance(price, model.Arith) and price.op == "at least":
        sink.add("W426", "this price may be negative", price.span, "the game would then stop here",
                 hint=f"write `max(0, {price.span.text})`")  # fmt: skip


def _names(part: object) -> set[int]:
    """Return the uids of the local names in a part."""
    return {each.uid for each in model.parts(part) if isinstance(each, model.Var)}
