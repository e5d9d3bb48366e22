"""Statements that ask somebody: actions, choices, secret choices, walks and auctions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from dsl import ast, model
from dsl.checking.expressions import bounds
from dsl.checking.kinds import PLAYER
from dsl.checking.moving import Moving
from dsl.checking.names import Chosen, Scope, describe
from dsl.diagnostics import did_you_mean
from dsl.source import Span

SEAT = model.Ref(PLAYER)


@dataclass(frozen=True, slots=True)
class Auction:
    """What an ascending auction is spelled out with."""

    span: Span
    inner: Scope
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
        return model.Const(1, type=model.Flag(), span=self.span)

    @property
    def no(self) -> model.Expr:
        return model.Const(0, type=model.Flag(), span=self.span)

    @property
    def nobody(self) -> model.Expr:
        return model.Const(model.NONE, type=model.Ref("", True), span=self.span)

    @property
    def nobody_leads(self) -> model.Expr:
        return model.Compare("=", self.leader, self.nobody, type=model.Flag(), span=self.span)

    def out_of(self, seat: model.Expr) -> model.Slot:
        return model.Slot(self.out, None, (seat,), type=model.Flag(), span=self.span)

    def not_leading(self, seat: model.Expr) -> model.Expr:
        return model.Compare("!=", seat, self.leader, type=model.Flag(), span=self.span)

    def somebody_left(self, var: model.Var) -> model.Expr:
        """Whether anybody who does not lead is still in."""
        still_in = model.Not(self.out_of(var), type=model.Flag(), span=self.span)
        open_ = model.And(still_in, self.not_leading(var), type=model.Flag(), span=self.span)
        everyone = model.Things(PLAYER, type=model.Many(SEAT), span=self.span)
        return model.Gather("any", var, everyone, open_, None, (), type=model.Flag(), span=self.span)


class Decisions(Moving):
    """What is offered, and forms that are spelled out as a loop of choices."""

    def act(self, s: ast.Act, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        who = self.of.thing(s.who, scope, PLAYER)
        times = self.of.number(s.times, scope) if s.times is not None else None
        offers = self.offers(s.offers, scope, who)
        return model.Act(who, s.must, offers, times, s.repeatedly, span=s.span, cites=cites)

    def offers(self, calls: tuple[ast.RoutineCall, ...], scope: Scope, you: model.Expr) -> tuple[model.Offer, ...]:
        inner = scope.inner()
        inner.names["you"] = you
        found = []
        for call in calls:
            known = self.names.actions.get(call.name.text)
            if known is None:
                self.no_routine(call.name, "action", list(self.names.actions))
            self.names.used.add(call.name.text)
            if len(call.args) > len(known.params):
                self.of.fault(
                    "E303",
                    f"`{call.name.text}` takes at most {len(known.params)}",
                    call.span,
                    f"{len(call.args)} given",
                )
            found.append(model.Offer(call.name.text, self.args(call, known.params, inner)))
        return tuple(found)

    def args(self, call: ast.RoutineCall, params: tuple[model.Type, ...], scope: Scope) -> tuple[model.Expr, ...]:
        found = []
        for arg, type_ in zip(call.args, params, strict=False):
            value = self.of.check(arg, scope)
            self.of.fits(value, type_, arg.span, narrow=True)
            found.append(value)
        return tuple(found)

    def call(self, call: ast.RoutineCall, scope: Scope) -> tuple[str, tuple[model.Expr, ...]]:
        known = self.names.routines.get(call.name.text)
        if known is None:
            self.no_routine(call.name, "rule or phase", list(self.names.routines))
        self.names.used.add(call.name.text)
        if len(call.args) != len(known.params):
            wanted = ", ".join(param.name.text for param in known.decl.params) or "nothing"
            self.of.fault("E303", f"`{call.name.text}` needs {wanted} in brackets", call.span,
                          f"{len(call.args)} given",
                          related=[(known.decl.name.span, "declared here")])  # fmt: skip
        return call.name.text, self.args(call, known.params, scope)

    def no_routine(self, word: ast.Word, wanted: str, known: list[str]) -> NoReturn:
        other = self.names.actions if wanted != "action" else self.names.routines
        hint = did_you_mean(word.text, known)
        if word.text in other:
            what = "an action" if wanted != "action" else "a rule"
            hint = f"`{word.text}` is {what}; " + (
                "players take it: `player may …`" if wanted != "action" else "use `do`"
            )
        self.of.fault("E315", f"there is no {wanted} `{word.text}`", word.span, "unknown", hint=hint)

    def secretly(self, s: ast.Secretly, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        everyone, member = self.of.domain(s.everyone, scope)
        if member != model.Ref(PLAYER):
            self.of.fault("E304", "seats are needed here", s.everyone.span, f"these are {describe(member)}")
        you = self.names.new_var("you", model.Ref(PLAYER), s.span)
        inner = scope.inner()
        inner.names["you"] = you
        domain, chosen = self.of.domain(s.domain, inner)
        field = model.StateField(
            f"{s.name.text}_{len(self.new_fields)}", "", ((0, self.names.players),), (PLAYER,),
            model.Ref(chosen.kind, True) if isinstance(chosen, model.Ref) else chosen, "hidden", "",
            builtin=True, span=s.name.span,
        )  # fmt: skip
        self.of.check_free(s.name)
        self.new_fields.append(field)
        scope.names[s.name.text] = Chosen(field)
        return model.Secretly(everyone, you, s.name.text, field, domain, span=s.span, cites=cites)

    # ------------------------------------------------------------ forms that are spelled out

    def may_choose(self, s: ast.MayChoose, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        """A choice that may be passed over; with `once`, whoever has chosen is not asked again."""
        seat = self.of.thing(s.who, scope, PLAYER)
        inner = scope.inner()
        var, domain, where = self.bind(s.binder, scope, inner, seat)
        then, otherwise = self.block(s.then, inner), self.block(s.otherwise, scope)
        if not s.once:
            return model.Choose(seat, var, domain, where, True, then, otherwise, span=s.span, cites=cites)
        first, note = self.first_time(s.once, seat, s.span)
        choice = model.Choose(seat, var, domain, where, True, (note, *then), otherwise, span=s.span, cites=cites)
        return model.IfDo(first, (choice,), otherwise, span=s.span)

    def once(self, s: ast.Once, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        """Lines that happen the first time only."""
        seat = self.of.thing(s.seat, scope, PLAYER) if s.seat is not None else None
        first, note = self.first_time(s.scope, seat, s.span)
        return model.IfDo(first, (note, *self.block(s.body, scope)), (), span=s.span, cites=cites)

    def first_time(self, scope: str, seat: model.Expr | None, span: Span) -> tuple[model.Expr, model.Statement]:
        """Whether something has not happened yet, and the note that it now has: a field that lives as long."""
        keys, kinds = (((0, self.names.players),), (PLAYER,)) if seat is not None else ((), ())
        field = model.StateField(
            f"once_{len(self.new_fields)}", "", keys, kinds, model.Flag(), "open", "" if scope == "game" else scope,
            builtin=True, span=span,
        )  # fmt: skip
        self.new_fields.append(field)
        slot = model.Slot(field, None, (seat,) if seat is not None else (), type=model.Flag(), span=span)
        done = model.Const(1, type=model.Flag(), span=span)
        return model.Not(slot, type=model.Flag(), span=span), model.Assign(slot, done, span=span)

    def walks(self, s: ast.Walks, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        """`who walks x from a over E …` is a repeated choice among neighbours; it is spelled out here."""
        edges = self.of.edge_kind(ast.Name(s.over.span, s.over.text))
        between = self.names.table.kinds[edges].between
        place = model.Ref(between)
        start = self.of.thing(s.start, scope, between)
        inner = scope.inner()
        here = self.names.new_var("here", place, s.start.span)
        inner.names["here"] = here
        who = self.of.thing(s.who, inner, PLAYER)
        step = self.declare(s.name, place, inner)
        where = self.of.flag(s.where, inner) if s.where is not None else None
        domain = model.Neighbours(edges, here, type=model.Many(place), span=s.span)
        body = (*self.block(s.body, inner), model.Assign(here, step, span=s.span))
        going = self.names.new_var("going", model.Flag(), s.span)
        no, yes = (model.Const(n, type=model.Flag(), span=s.span) for n in (0, 1))
        until = self.of.flag(s.until, inner) if s.until is not None else None
        halt = model.Assign(going, no, span=s.span)
        if until is not None:
            body += (model.IfDo(until, (halt,), (), span=until.span),)
        choice = model.Choose(
            who,
            step,
            domain,
            where,
            not s.exact,
            body if not s.exact else (),
            (halt,) if not s.exact else (),
            span=s.span,
        )
        loop = model.Repeat(
            self.of.number(s.steps, scope), going, (choice,) if not s.exact else (choice, *body), span=s.span
        )
        lets = (model.Let(here, start, span=s.span), model.Let(going, yes, span=s.span))
        return model.IfDo(yes, (*lets, loop), (), span=s.span, cites=cites)

    def auction(self, s: ast.Auction, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        """An ascending auction is a loop: whoever is still in raises or drops out, until nobody is left to do so.

        Its locals are the price and the leader; who has dropped out is kept in a field of its own. The names that
        the author gives the winner and the price are these two."""
        parts = self._auction_parts(s, scope)
        raised = parts.inner.inner()
        raised.names["you"] = parts.bidder
        low, high, step = self._bids(s, parts, raised)
        bid = self.names.new_var("bid", parts.price.type, s.bid.span)
        domain = model.RangeOf(
            low, high, step, type=model.Many(model.Int(parts.lowest, parts.highest)), span=s.bid.span
        )
        span = s.span
        put = (
            model.Assign(parts.price, bid, span=span),
            model.Assign(parts.leader, parts.bidder, span=span),
        )
        drop = (model.Assign(parts.out_of(parts.bidder), parts.yes, span=span),)
        choice = model.Choose(parts.bidder, bid, domain, None, True, put, drop, span=span)
        asked = model.IfDo(parts.not_leading(parts.bidder), (choice,), (), span=span)
        still_in = model.Not(parts.out_of(parts.bidder), type=model.Flag(), span=span)
        pass_ = model.ForEach(parts.bidder, parts.domain, still_in, None, (asked,), span=span)
        rounds = (parts.highest - parts.lowest) // step + 2
        most = model.Const(rounds, type=model.Int(rounds, rounds), span=span)
        loop = model.Repeat(most, parts.somebody_left(self.names.new_var("p", SEAT, span)), (pass_,), span=span)
        return self._auction_end(s, scope, parts, loop, cites)

    def _auction_parts(self, s: ast.Auction, scope: Scope) -> Auction:
        inner = scope.inner()
        domain, member = self.of.domain(s.bidders.domain, scope)
        bidder = self.declare(s.bidders.name, member, inner)
        self.fit_seat(bidder, s.bidders.domain.span)
        where = self.of.flag(s.bidders.where, inner) if s.bidders.where is not None else None
        if not isinstance(s.bid, ast.Range):
            self.of.fault("E305", "bids go from a least to a most", s.bid.span, "a range is needed, like `1 to 9`")
        bidding = inner.inner()
        bidding.names["you"] = bidder
        least = self.of.number(s.bid.low, bidding)
        lowest, highest = bounds(least)[0], bounds(self.of.number(s.bid.high, bidding))[1]
        out = model.StateField(
            f"out_of_{s.name.text}", "", ((0, self.names.players),), (PLAYER,), model.Flag(), "open", "",
            builtin=True, span=s.name.span,
        )  # fmt: skip
        self.new_fields.append(out)
        sums = model.Int(min(0, lowest), max(lowest, highest))
        price = self.names.new_var("price", sums, s.price.span)
        leader = self.names.new_var("leader", model.Ref(PLAYER, True), s.winner.span)
        return Auction(s.span, inner, bidder, domain, where, out, price, leader, lowest, max(lowest, highest))

    def _bids(self, s: ast.Auction, parts: Auction, scope: Scope) -> tuple[model.Expr, model.Expr, int]:
        """The least and the greatest bid open to a bidder, and the step between bids."""
        assert isinstance(s.bid, ast.Range)
        low, high = self.of.number(s.bid.low, scope), self.of.number(s.bid.high, scope)
        step = self.of.step_of(s.bid, scope)
        pace = model.Const(step, type=model.Int(step, step), span=s.bid.span)
        higher = model.Arith("+", parts.price, pace, type=parts.price.type, span=s.bid.span)
        least = model.If(parts.nobody_leads, low, higher, type=parts.price.type, span=s.bid.span)
        return least, high, step

    def _auction_end(
        self, s: ast.Auction, scope: Scope, parts: Auction, loop: model.Statement, cites: tuple[str, ...]
    ) -> model.Statement:
        span, sold = s.span, scope.inner()
        winner = self.declare(s.winner, SEAT, sold)
        price = self.declare(s.price, parts.price.type, sold)
        named = (model.Let(winner, parts.leader, span=span), model.Let(price, parts.price, span=span))
        won = (*named, *self.block(s.won, sold))
        unsold = self.block(s.unsold, scope)
        outside = model.ForEach(
            parts.bidder, model.Things(PLAYER, type=model.Many(SEAT), span=span), None, None,
            (model.Assign(parts.out_of(parts.bidder), parts.yes, span=span),), span=span,
        )  # fmt: skip
        takes_part = model.Assign(parts.out_of(parts.bidder), parts.no, span=span)
        inside = model.ForEach(parts.bidder, parts.domain, parts.where, None, (takes_part,), span=span)
        zero = model.Const(0, type=model.Int(0, 0), span=span)
        begin = (model.Let(parts.price, zero, span=span), model.Let(parts.leader, parts.nobody, span=span))
        end = model.IfDo(parts.nobody_leads, unsold, won, span=span)
        return model.IfDo(parts.yes, (outside, inside, *begin, loop, end), (), span=span, cites=cites)
