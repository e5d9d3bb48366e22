"""Translates each offer into a proposal and the actions that answer it.

For example, an offer named `trade`, with the clause `countered at most 2 times`, becomes these actions:

- `trade` makes the offer. The proposer must meet the needs of the offer, and must be able to pay each cost as far as
  the proposer can see. The proposal itself costs nothing. The partner must then choose one of the next three actions.
- `accept_trade` accepts the offer unchanged. `accept_trade` tests the needs again, pays all costs, and runs the `then`
  lines.
- `decline_trade` does nothing.
- `counter_trade` and `counter_trade_2` repeat the offer with new values for the `open` terms. The new values must meet
  the needs. The receiver of a counter-offer must answer it. The last counter-offer allowed can only be accepted or
  declined. Upon acceptance, the engine tests the bounds that the countering player could not see.

With `anybody may break in`, every other player may first use `break_in_trade`, a rival offer to one of the two players,
who must answer at once. If a rival offer is accepted, the original offer lapses. A rival offer keeps the terms that
precede the partner in the declaration.

`dsl.desugaring.offers_to_each` translates offers to several players. A limit counts every proposal, even if the partner
declines it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from dsl import ast
from dsl.desugaring.kept import Kept
from dsl.desugaring.offer_terms import ACCEPT, COUNTER, PROPOSER, OfferTerms, renamed
from dsl.desugaring.offers_to_each import offer_to_each
from dsl.diagnostics import Sink

BREAK_IN = "Break in with an offer"
SIDES = "first_side", "other_side"
"""The parameters that name the two negotiating players in a rival offer."""
AGREED = "agreed"


def spell_out_offers(
    declarations: Sequence[ast.Declaration], sink: Sink, kept: Kept[Sequence[ast.Declaration]]
) -> list[ast.Declaration]:  # fmt: skip
    """Replace every offer with the actions that implement it."""
    return list(chain.from_iterable(kept.each(declarations, None, _spelled_out, sink)))


def _spelled_out(decl: ast.Declaration, sink: Sink) -> Sequence[ast.Declaration]:
    if not isinstance(decl, ast.Action) or decl.form != "offer":
        return (decl,)
    terms = OfferTerms(decl, sink)
    if not terms.sound:
        return (replace(decl, form="proposal", costs=(), then=None),)
    return offer_to_each(terms, decl.to) if isinstance(decl.to, ast.Binder) else _Offer(terms).declarations()


class _Offer:
    def __init__(self, terms: OfferTerms) -> None:
        assert isinstance(terms.decl.to, ast.Expr)
        self.terms, self.decl = terms, terms.decl
        self.name, self.span, self.counters = terms.name, terms.span, terms.counters
        self.to = terms.decl.to

    def declarations(self) -> list[ast.Declaration]:
        found: list[ast.Declaration] = [self.proposal(), self.acceptance(), self.terms.refusal()]
        found += (self.counter(number) for number in range(1, self.counters + 1))
        if self.decl.breaking_in:
            found += [self.terms.remembered(AGREED, "flag"), self.rival()]
        return found

    # ------------------------------------------------------------ the actions

    def proposal(self) -> ast.Action:
        answer = self.answer(self.to, ast.Name(self.span, PROPOSER), 1)
        answered = self._after_rivals(answer) if self.decl.breaking_in else (answer,)
        return replace(self.decl, form="proposal", then=self.terms.block(self.terms.proposer_named(), *answered))

    def acceptance(self) -> ast.Action:
        then = renamed(self.decl.then, "you", PROPOSER)
        if self.decl.breaking_in:
            agreed = self.terms.note(AGREED, ast.BooleanLiteral(self.span, True))
            then = self.terms.block(agreed, *(then.body if then is not None else ()))
        return replace(
            self.terms.theirs(self.terms.accepting, self.decl.params, ACCEPT), form="action", accepts_offer=self.name,
            needs=renamed(self.decl.needs, "you", PROPOSER), costs=self.terms.paid_by_proposer(), then=then,
        )  # fmt: skip

    def counter(self, number: int) -> ast.Action:
        """Return the counter-offer with this number, counted from 1.

        Odd-numbered counter-offers come from the partner, even-numbered ones from the proposer.
        """
        proposer = ast.Name(self.span, PROPOSER)
        other = proposer if number % 2 else renamed(self.to, "you", PROPOSER)
        answer = self.answer(other, proposer, number + 1)
        return replace(
            self.terms.theirs(self.counter_name(number), self.decl.params, COUNTER), form="proposal",
            params=self.counter_terms(number),
            needs=renamed(self.decl.needs, "you", PROPOSER), costs=self.terms.paid_by_proposer(),
            then=self.terms.block(answer), counters_offer=self.name,
        )  # fmt: skip

    # ------------------------------------------------------------ rival offers

    def rival(self) -> ast.Action:
        """Return the rival offer that a third player makes to one of the two negotiating players.

        The chosen player must answer it at once.
        """
        partner = self.terms.partner
        assert partner is not None
        players = ast.Domain(self.span, "members", ast.Name(self.span, "Player"))
        sides = tuple(ast.Param(self.span, ast.Word(self.span, side), players, None, False) for side in SIDES)
        one_of_them = ast.Member(
            self.span, ast.Name(self.span, partner.name.text),
            ast.Braces(self.span, tuple(ast.Name(self.span, side) for side in SIDES)), False,
        )  # fmt: skip
        where = one_of_them if partner.where is None else ast.And(self.span, partner.where, one_of_them)
        at = self.decl.params.index(partner)
        params = (*sides, *self.decl.params[:at], replace(partner, where=where), *self.decl.params[at + 1 :])
        answer = self.answer(self.to, ast.Name(self.span, PROPOSER), self.counters + 1)
        word = ast.Word(self.span, f"break_in_{self.name}")
        return replace(self.decl, name=word, title=BREAK_IN, form="proposal", params=params, limit=None,
                       then=self.terms.block(self.terms.proposer_named(), answer))  # fmt: skip

    def _after_rivals(self, answer: ast.Statement) -> tuple[ast.Statement, ...]:
        """Return statements that let every other player break in before the partner answers.

        If a rival offer is accepted, the partner does not answer.
        """
        terms, partner = self.terms, self.terms.partner
        assert partner is not None
        you, third = ast.Name(self.span, "you"), ast.Name(self.span, "third")
        before = self.decl.params[: self.decl.params.index(partner)]
        given = (ast.Name(self.span, PROPOSER), ast.Name(self.span, partner.name.text), *terms.values(before))
        rivals = ast.Act(self.span, (), third, False, (terms.call(f"break_in_{self.name}", given),), None, False)
        others = ast.Call(self.span, ast.Name(self.span, "others"), (you,))
        not_he = ast.Compare(self.span, "!=", third, ast.Name(self.span, partner.name.text))
        binder = ast.Binder(self.span, ast.Word(self.span, "third"), others, not_he)
        no = ast.BooleanLiteral(self.span, False)
        return (
            terms.note(AGREED, no),
            ast.For(self.span, (), binder, terms.block(self._unless_agreed(rivals)), None),
            self._unless_agreed(answer), terms.note(AGREED, no),
        )  # fmt: skip

    def _unless_agreed(self, statement: ast.Statement) -> ast.Statement:
        when = ast.Not(self.span, self.terms.read(AGREED))
        return ast.If(self.span, (), when, self.terms.block(statement), None)

    # ------------------------------------------------------------ building blocks of the actions

    def counter_name(self, number: int) -> str:
        return f"counter_{self.name}" if number == 1 else f"counter_{self.name}_{number}"

    def counter_terms(self, number: int) -> tuple[ast.Param, ...]:
        """Return the terms of a counter-offer, given its number.

        The bounds of `open` terms refer to the countering player, who may not see the other player's holdings.
        """
        first, *fixed = self.terms.theirs("", self.decl.params, COUNTER).params
        terms = []
        for param, written in zip(fixed, self.decl.params, strict=True):
            if param.open and number % 2 == 0:
                param = written
            elif param.open and isinstance(self.decl.to, ast.Name):
                param = replace(renamed(param, self.decl.to.text, "you"), name=param.name)
            terms.append(param)
        return (first, *terms)

    def answer(self, who: ast.Expr, proposer: ast.Name, counter: int) -> ast.Statement:
        """Return a statement that makes a player accept, decline or counter the offer."""
        terms = self.terms.values(self.decl.params)
        fixed = tuple(term for term, param in zip(terms, self.decl.params, strict=True) if not param.open)
        call = self.terms.call
        calls = [call(self.terms.accepting, (proposer, *terms)), call(self.terms.declining, ())]
        if counter <= self.counters:
            calls.append(call(self.counter_name(counter), (proposer, *fixed)))
        return ast.Act(self.span, (), who, True, tuple(calls), None, False)
