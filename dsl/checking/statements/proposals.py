"""Checks a proposal against only those fields that the proposer can see.

The list of legal moves must not reveal other players' secrets. Neither the legality of a proposal nor the bounds of its
terms may therefore depend on secrets. When the partner accepts, the engine tests all needs and costs, including those
omitted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from dsl import ast, model
from dsl.checking.expressions.payable import FLAG, Payable
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Names
from dsl.checking.types import UNCOUNTED, bounds, contents

MOST_UNSEEN = 10_000
"""Maximum number of values listed for a term whose real bound is hidden from the proposer."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Checks one proposal or counter-offer.

    Attributes:
        you: The local variable for the proposer.
    """

    names: Names
    you: model.Var

    # ------------------------------------------------------------ terms and needs

    def needs(self, needs: list[model.Need]) -> list[model.Need]:
        """Return the needs that do not read any field hidden from the proposer."""
        return [need for need in needs if not self._is_closed(need.condition)]

    def term(self, param: model.Param) -> model.Param:
        """Return a term with hidden bounds removed."""
        where = None if self._is_closed(param.where) else param.where
        return replace(param, domain=self._seen_part(param.domain), where=where)

    def _seen_part(self, domain: model.Expr) -> model.Expr:
        def seen(bound: model.Expr | None) -> model.Expr | None:
            return None if self._is_closed(bound) else bound

        match domain:
            case model.RangeOf(low=low, high=high, step=step):
                least = seen(low) or _number(bounds(low)[0], low)
                most = min(bounds(high)[1], bounds(least)[1] + MOST_UNSEEN * step)
                return replace(domain, low=least, high=seen(high) or _number(most, high))
            case model.Bags(within=within, least=least, most=most):
                limit = seen(most)
                if within is not None and seen(within) is None:
                    limit = self._no_more_than(within, limit)
                return replace(domain, within=seen(within), least=seen(least), most=limit)
            case model.Subsets(of=among, least=least, most=most):
                everything = seen(among) or _every(among.type, among)
                return replace(domain, of=everything, least=seen(least), most=seen(most))
        return seen(domain) or _every(domain.type, domain)

    def _no_more_than(self, within: model.Expr, most: model.Expr | None) -> model.Expr | None:
        """Limit the size of a bag taken from a holder whose contents are hidden.

        If the size of the holder is public, the bag cannot be larger.
        """
        size = model.Size(within, type=model.Int(0, UNCOUNTED), span=within.span)
        if self._is_closed(size):
            return most
        return size if most is None else model.Arith("min", most, size, type=most.type, span=most.span)

    # ------------------------------------------------------------ costs

    def payable(self, cost: model.Cost) -> list[model.Need]:
        """Return the conditions for paying a cost, as far as the proposer can see.

        Ignore that several costs may compete for the same pieces. Omit a cost that depends on other players' secrets;
        the engine tests such a cost when the partner accepts.
        """
        payer, span = _who_sees(cost.source), cost.about.span
        if not self._is_seen(cost) or (payer is None and cost.source.field.visibility != "open"):
            return []
        payable = Payable(self.names)
        if payer is None or self._is_you(payer):
            tests = list(payable.tests([cost]))
            enough = payable.together(cost, tests) if tests else None
        elif (by_size := self._by_size(cost)) is not None:
            enough = payable.if_due(cost, by_size)
        else:
            other = model.Compare("!=", payer, self.you, type=FLAG, span=span)
            enough = model.Or(other, payable.together(cost, list(payable.tests([cost]))), type=FLAG, span=span)
        return [model.Need(cost.about, replace(enough, span=span))] if enough is not None else []

    def _by_size(self, cost: model.Cost) -> model.Expr | None:
        """Return the condition that the payer's holder contains enough items, or None if its size is hidden."""
        there = model.Size(cost.source, type=model.Int(0, UNCOUNTED), span=cost.about.span)
        if cost.form == "money" or self._is_closed(there):
            return None
        taken = cost.amount
        if cost.bag is not None:
            taken = model.Size(cost.bag, type=model.Int(0, UNCOUNTED), span=cost.about.span)
        if cost.thing is not None and cost.many:
            taken = model.Size(cost.thing, type=model.Int(0, UNCOUNTED), span=cost.about.span)
        if taken is None:
            taken = _number(1, there)
        return model.Compare(">=", there, taken, type=FLAG, span=cost.about.span)

    def _is_seen(self, cost: model.Cost) -> bool:
        """Return True if the proposer can see every field that determines a cost.

        Ignore the contents of the holder that pays.
        """
        asked = (cost.source.owner, cost.source.keys, cost.amount, cost.sort, cost.bag, cost.thing, cost.when)
        return not any(self._is_closed(part) for part in asked)

    # ------------------------------------------------------------ visibility

    def _is_closed(self, asked: object) -> bool:
        """Return True if an expression may read a field that is partly or wholly hidden from the proposer."""
        parts = list(model.parts(asked))
        sizes = [part.of for part in parts if isinstance(part, model.Size)]
        values = [part.name for part in parts if isinstance(part, model.CallValue)]
        closed = any(
            not self._sees(part) and not (part.field.visibility == "counted" and any(part is each for each in sizes))
            for part in parts if isinstance(part, model.Slot)
        )  # fmt: skip
        return closed or self._name_closed(values)

    def _sees(self, slot: model.Slot) -> bool:
        return slot.field.visibility == "open" or self._is_you(_who_sees(slot))

    def _is_you(self, part: model.Expr | None) -> bool:
        return isinstance(part, model.Var) and part.uid == self.you.uid

    def _name_closed(self, values: list[str]) -> bool:
        """Return True if one of these computed values may read the score or a hidden field."""
        closed = {name for (_, name), of in self.names.fields.items() if of.visibility != "open"}
        known, waiting = set[str](), list(values)
        while waiting:
            name = waiting.pop()
            if name in known:
                continue
            known.add(name)
            if name not in self.names.values:
                return True
            decl = self.names.values_read[name] = self.names.values[name].decl
            words = {each.text for each in ast.walk(decl) if isinstance(each, (ast.Name, ast.Word))}
            if words & closed or "score" in words:
                return True
            waiting += words & self.names.values.keys()
        return False


def both_ways(params: Sequence[model.Param], costs: Iterable[model.Cost]) -> tuple[tuple[int, int], ...]:
    """Return the indices of pairs of terms that may cancel each other out.

    The two players of an offer pay the two terms of such a pair to each other, either both in money or both in pieces.
    """
    numbers = {param.var.uid: number for number, param in enumerate(params)}
    found = []
    for one, other in combinations(costs, 2):
        terms = [cost.amount if cost.form == "money" else cost.bag for cost in (one, other)]
        there_and_back = (_place(one.source), _place(one.target)) == (_place(other.target), _place(other.source))
        if one.form == other.form and there_and_back and one.when is None and other.when is None:
            uids = [term.uid for term in terms if isinstance(term, model.Var) and term.uid in numbers]
            if len(uids) == 2:
                found.append((numbers[uids[0]], numbers[uids[1]]))
    return tuple(found)


def _place(slot: model.Slot) -> tuple[object, ...]:
    named = [part for part in (slot.owner, *slot.keys) if part is not None]
    return slot.field.kind, slot.field.name, *(part.uid if isinstance(part, model.Var) else id(part) for part in named)


def _who_sees(slot: model.Slot) -> model.Expr | None:
    """Return the only player who sees a field, or None if all players or no players see it."""
    if slot.field.visibility not in ("secret", "counted"):
        return None
    if slot.field.kind == PLAYER:
        return slot.owner
    return next(key for key, kind in zip(slot.keys, slot.field.key_kinds, strict=True) if kind == PLAYER)


def _number(value: int, instead: model.Expr) -> model.Expr:
    return model.Const(value, type=model.Int(value, value), span=instead.span)


def _every(of: model.Type, instead: model.Expr) -> model.Expr:
    """Return a domain with every value of a type, to replace a hidden domain."""
    found = contents(instead)
    member = (
        found.of if isinstance(found, model.Many) else model.Ref(found.kind) if isinstance(found, model.Bag) else of
    )
    if isinstance(member, (model.Int, model.Flag)):
        least, greatest = (member.low, member.high) if isinstance(member, model.Int) else (0, 1)
        greatest = min(greatest, least + MOST_UNSEEN)
        low, high = _number(least, instead), _number(greatest, instead)
        return model.RangeOf(low, high, 1, type=model.Many(member), span=instead.span)
    assert isinstance(member, model.Ref)
    return model.Things(member.kind, type=model.Many(member), span=instead.span)
