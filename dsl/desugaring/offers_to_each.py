"""Translates each offer to several players into several actions.

For example, an offer named `cry`, with the clause `to each partner in others(you)`, becomes these actions:

- `cry` makes the offer, and asks all partners in order. When a partner answers, the engine tests the needs and costs
  that concern this partner.
- A partner uses `accept_cry` to express willingness. `accept_cry` tests the needs and the visible costs of the partner,
  but pays nothing.
- A partner uses `decline_cry` to refuse.
- `close_cry` lets the proposer choose one of the willing partners, and pays all costs. The proposer may also choose
  none of the willing partners.

With `, until one accepts`, the first partner who accepts closes the deal. In this case, `accept_cry` pays, and no other
partner is asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from dsl import ast
from dsl.desugaring.offer_terms import ACCEPT, PROPOSER, OfferTerms, mentions, renamed

WOULD_ACCEPT, CLOSE = "Say that you would accept", "Close the deal with a player who would accept"
ACCEPTED = "accepted"

N = TypeVar("N")


def offer_to_each(terms: OfferTerms, partner: ast.Binder) -> list[ast.Declaration]:
    """Return the declarations that implement an offer to several partners."""
    offer = _ToEach(terms, partner)
    found: list[ast.Declaration] = [terms.remembered(ACCEPTED, "set"), offer.proposal(), offer.acceptance()]
    found.append(terms.refusal())
    return found if terms.decl.until_one else [*found, offer.closing()]


class _ToEach:
    """Translates one offer to several partners."""

    def __init__(self, terms: OfferTerms, partner: ast.Binder) -> None:
        self.terms, self.decl = terms, terms.decl
        self.name, self.span = terms.name, terms.span
        self.to, self.partner = partner, partner.name.text

    def proposal(self) -> ast.Action:
        """Return the proposal, which asks every partner and finally the proposer.

        The answers test the needs and costs that concern a partner.
        """
        terms, proposer = self.terms, ast.Name(self.span, PROPOSER)
        values = terms.values(self.decl.params)
        calls = (terms.call(terms.accepting, (proposer, *values)), terms.call(terms.declining, ()))
        partner = ast.Name(self.to.name.span, self.partner)
        asked: ast.Statement = ast.Act(self.span, (), partner, True, calls, None, False)
        if self.decl.until_one:
            asked = ast.If(self.span, (), self._some("="), terms.block(asked), None)
        done: list[ast.Statement] = [ast.For(self.span, (), self.to, terms.block(asked), None)]
        if not self.decl.until_one:
            close = ast.Act(self.span, (), proposer, False, (terms.call(f"close_{self.name}", values),), None, False)
            done.append(ast.If(self.span, (), self._some(">"), terms.block(close), None))
        done.append(terms.note(ACCEPTED, ast.Braces(self.span, ())))
        return replace(
            self.decl, form="proposal", to=None, until_one=False, then=terms.block(terms.proposer_named(), *done),
            needs=tuple(need for need in self.decl.needs if not mentions(need.condition, self.partner)),
            costs=tuple(replace(cost, target=renamed(cost.target, self.partner, "you")) for cost in self._own_costs()),
        )  # fmt: skip

    def acceptance(self) -> ast.Action:
        """Return the action with which a partner expresses willingness.

        With `until one accepts`, this action closes the deal at once.
        """
        me = ast.Braces(self.span, (ast.Name(self.span, "you"),))
        note = self.terms.note(ACCEPTED, ast.Arithmetic(self.span, "+", self.terms.read(ACCEPTED), me))
        at_once = self.decl.until_one
        then = self._his(self.decl.then, True).body if at_once and self.decl.then is not None else ()
        theirs = self.terms.theirs(self.terms.accepting, self.decl.params, ACCEPT if at_once else WOULD_ACCEPT)
        costs = self._his(self.terms.paid_by_proposer())
        return replace(
            theirs, form="action" if at_once else "proposal", to=None, until_one=False,
            params=(theirs.params[0], *self._his(theirs.params[1:])), needs=self._his(self.decl.needs, True),
            costs=costs, then=self.terms.block(note, *then), accepts_offer=self.name,
        )  # fmt: skip

    def closing(self) -> ast.Action:
        """Return the action with which the proposer closes the deal with a willing partner."""
        among = ast.Domain(self.span, "members", self.terms.read(ACCEPTED))
        partner = ast.Param(self.to.span, self.to.name, among, None, False)
        params = (*(replace(param, open=False) for param in self.decl.params), partner)
        word = ast.Word(self.span, f"close_{self.name}")
        return replace(self.decl, name=word, title=CLOSE, form="action", to=None, params=params, limit=None, says=None)

    # ------------------------------------------------------------ parts

    def _own_costs(self) -> list[ast.Cost]:
        """Return the costs that do not depend on the partner, except that the partner may be the receiver."""
        costs = [cost for cost in self.decl.costs if isinstance(cost, ast.Cost)]
        return [cost for cost in costs if not any(
            mentions(part, self.partner) for part in (cost.amount, cost.source, cost.payer, cost.when))]  # fmt: skip

    def _his(self, node: N, proposer: bool = False) -> N:
        """Return a copy of a node in which `you` means the partner.

        If `proposer` is True, `proposer` replaces the original uses of `you`.
        """
        return renamed(renamed(node, "you", PROPOSER) if proposer else node, self.partner, "you")

    def _some(self, op: str) -> ast.Expr:
        size = ast.Attribute(self.span, self.terms.read(ACCEPTED), ast.Word(self.span, "size"))
        return ast.Compare(self.span, op, size, ast.Integer(self.span, 0))
