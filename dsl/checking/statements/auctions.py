"""Translates each ascending auction into a loop.

In each pass of the loop, every remaining bidder except the leader raises or drops out, until only the leader is left.
Two local variables of the loop store the price and the leader. After the last bid, both values are copied to the local
names that the rulebook declares for the price and the winner. A separate field records the bidders who have dropped
out.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl import ast, model
from dsl.checking.expressions.sets import step_of
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.statements.sayings import saying_of, surroundings
from dsl.checking.statements.statement_checker import Forms, StatementChecker
from dsl.checking.types import bounds
from dsl.source import Span

SEAT = model.Ref(PLAYER)
FLAG = model.Flag()


@dataclass(frozen=True, slots=True)
class Auction:
    """The parts from which the statements of an auction are built: its scopes, variables and bounds."""

    span: Span
    outside: Scope
    """The scope of the `auction`, whose names the sentence of a bid may mention."""
    inner: Scope
    """The scope in which the bids, and the condition on bidders, are checked."""
    bidder: model.Var
    domain: model.Expr
    where: model.Expr | None
    out: model.StateField
    price: model.Var
    leader: model.Var
    lowest: int
    highest: int

    @property
    def yes(self) -> model.Expr:
        return model.Const(1, type=FLAG, span=self.span)

    @property
    def no(self) -> model.Expr:
        return model.Const(0, type=FLAG, span=self.span)

    @property
    def nobody(self) -> model.Expr:
        return model.Const(model.NONE, type=model.Ref("", True), span=self.span)

    @property
    def everyone(self) -> model.Expr:
        return model.Things(PLAYER, type=model.Many(SEAT), span=self.span)

    @property
    def nobody_leads(self) -> model.Expr:
        return model.Compare("=", self.leader, self.nobody, type=FLAG, span=self.span)

    def out_of(self, seat: model.Expr) -> model.Slot:
        """Return the slot that stores whether a seat has dropped out."""
        return model.Slot(self.out, None, (seat,), type=FLAG, span=self.span)

    def still_in(self, seat: model.Expr) -> model.Expr:
        return model.Not(self.out_of(seat), type=FLAG, span=self.span)

    def not_leading(self, seat: model.Expr) -> model.Expr:
        return model.Compare("!=", seat, self.leader, type=FLAG, span=self.span)

    def somebody_left(self, var: model.Var) -> model.Expr:
        """Return the condition that a bidder other than the leader is still bidding."""
        open_ = model.And(self.still_in(var), self.not_leading(var), type=FLAG, span=self.span)
        return model.AggregateExpr("any", var, self.everyone, open_, None, (), type=FLAG, span=self.span)


def auction(c: StatementChecker, s: ast.Auction, scope: Scope) -> model.Statement:
    """Check an `auction`: its bidders and bids, and the statements that follow a sale or the lack of a bid."""
    parts = _parts(c, s, scope)
    beginning = _beginning(parts)
    bidding = _bidding(c, s, parts)
    end = _end(c, s, scope, parts)
    return model.IfDo(parts.yes, (*beginning, bidding, end), (), span=s.span, cites=ast.clauses(s.cites))


def _parts(c: StatementChecker, s: ast.Auction, scope: Scope) -> Auction:
    inner = scope.inner()
    domain, member = c.expressions.domain(s.bidders.domain, scope)
    bidder = c.declare(s.bidders.name, member, inner)
    c.seats_needed(bidder.type, s.bidders.domain.span)
    where = c.expressions.flag(s.bidders.where, inner) if s.bidders.where is not None else None
    if not isinstance(s.bid, ast.Range):
        label = "a range is needed, like `1 to 9`"
        c.expressions.fault("E305", "bids need a minimum and a maximum", s.bid.span, label)
    bidding = inner.inner()
    bidding.names["you"] = bidder
    least = c.expressions.number(s.bid.low, bidding)
    lowest, highest = bounds(least)[0], bounds(c.expressions.number(s.bid.high, bidding))[1]
    out = c.own_field(f"out_of_{s.name.text}", FLAG, s.name.span, per_seat=True)
    sums = model.Int(min(0, lowest), max(lowest, highest))
    price = c.names.new_var("price", sums, s.price.span)
    leader = c.names.new_var("leader", model.Ref(PLAYER, True), s.winner.span)
    return Auction(s.span, scope, inner, bidder, domain, where, out, price, leader, lowest, max(lowest, highest))


def _beginning(parts: Auction) -> tuple[model.Statement, ...]:
    """Return the statements that open an auction.

    These statements admit the bidders, exclude all other seats, set the price to 0, and clear the leader.
    """
    span, bidder = parts.span, parts.bidder
    drops_out = model.Assign(parts.out_of(bidder), parts.yes, span=span)
    takes_part = model.Assign(parts.out_of(bidder), parts.no, span=span)
    zero = model.Const(0, type=model.Int(0, 0), span=span)
    return (
        model.ForEach(bidder, parts.everyone, None, None, (drops_out,), span=span),
        model.ForEach(bidder, parts.domain, parts.where, None, (takes_part,), span=span),
        model.Let(parts.price, zero, span=span),
        model.Let(parts.leader, parts.nobody, span=span),
    )


def _bidding(c: StatementChecker, s: ast.Auction, parts: Auction) -> model.Statement:
    """Return the loop in which each remaining bidder except the leader raises or drops out."""
    span, bidder = parts.span, parts.bidder
    low, high, step = _bids(c, s, parts)
    bid = c.names.new_var("bid", parts.price.type, s.bid.span)
    bids = model.Many(model.Int(parts.lowest, parts.highest))
    domain = model.RangeOf(low, high, step, type=bids, span=s.bid.span)
    raises = (model.Assign(parts.price, bid, span=span), model.Assign(parts.leader, bidder, span=span))
    drops_out = (model.Assign(parts.out_of(bidder), parts.yes, span=span),)
    says = saying_of(c, s.says, bidder, {"bid": bid}, parts.outside)
    passing = saying_of(c, s.passing, bidder, {}, parts.outside)
    choice = model.Choose(
        bidder, bid, domain, None, True, raises, drops_out, says=says, passing=passing,
        around=surroundings(says, passing), span=span,
    )  # fmt: skip
    asked = model.IfDo(parts.not_leading(bidder), (choice,), (), span=span)
    once_around = model.ForEach(bidder, parts.domain, parts.still_in(bidder), None, (asked,), span=span)
    rounds = (parts.highest - parts.lowest) // step + 2
    most = model.Const(rounds, type=model.Int(rounds, rounds), span=span)
    return model.Repeat(most, parts.somebody_left(c.names.new_var("p", SEAT, span)), (once_around,), span=span)


def _bids(c: StatementChecker, s: ast.Auction, parts: Auction) -> tuple[model.Expr, model.Expr, int]:
    """Return the minimum bid, the maximum bid and the step between bids."""
    assert isinstance(s.bid, ast.Range)
    scope = parts.inner.inner()
    scope.names["you"] = parts.bidder
    low, high = c.expressions.number(s.bid.low, scope), c.expressions.number(s.bid.high, scope)
    step = step_of(c.expressions, s.bid, scope)
    pace = model.Const(step, type=model.Int(step, step), span=s.bid.span)
    higher = model.Arith("+", parts.price, pace, type=parts.price.type, span=s.bid.span)
    least = model.If(parts.nobody_leads, low, higher, type=parts.price.type, span=s.bid.span)
    return least, high, step


def _end(c: StatementChecker, s: ast.Auction, scope: Scope, parts: Auction) -> model.Statement:
    """Return the statements that follow the last bid, with separate branches for a sale and for no bid."""
    span, sold = s.span, scope.inner()
    winner = c.declare(s.winner, SEAT, sold)
    price = c.declare(s.price, parts.price.type, sold)
    named = (model.Let(winner, parts.leader, span=span), model.Let(price, parts.price, span=span))
    won = (*named, *c.block(s.won, sold))
    return model.IfDo(parts.nobody_leads, c.block(s.unsold, scope), won, span=span)


AUCTIONS: Forms = {ast.Auction: auction}
