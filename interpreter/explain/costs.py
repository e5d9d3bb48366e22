"""Describes costs in explanations: the amount due and the amount available."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dsl import model as m
from dsl.phrases import plural
from interpreter.payments import PaymentSolver, bills
from interpreter.position import PLAYER, Vector
from interpreter.reference import Env, Payment
from interpreter.table import counted, listed, spaced
from interpreter.wording import display_names, field_phrase, owner_name, verb

if TYPE_CHECKING:
    from interpreter.table import CompiledGame


def spoken_price(table: CompiledGame, v: Vector, payment: Payment, payments: list[Payment], reader: int | None) -> str:
    """Describe a cost that leaves the payer no choice in everyday words: `you have 3 florins; it costs 5`, or
    `you need 3 Flax but have only 1`.

    Args:
        payments: All payments of the move in order. Earlier payments from the same source reduce the amount available.
        reader: The seat that is addressed with `you`.
    """
    same = [found for found in payments if found.source == payment.source]
    before, place = same[: same.index(payment)], payment.source
    purse, whose = field_phrase(table, place, reader), owner_name(table, place, reader)
    is_players = place.run.field.kind == PLAYER and not place.run.field.keys
    if payment.cost.form == "money":
        who, earlier = whose if is_players else purse, sum(found.money for found in before)
        have, money = v[place.base], table.flow.model.money
        has = f"{who} {verb(who, 'has')} {counted(have, money) if have else f'no {money}'}"
        return f"{has}; it costs {payment.money}{f', and {earlier} for earlier costs' if earlier else ''}"
    kind = place.run.kind
    assert kind is not None
    costs, there, earlier = list[str](), list[str](), 0
    for sort, number in payment.pieces.items():
        have = table.walker.legality.holders.count(v, place, sort)
        names, name = display_names(table), sort_name(table, kind, sort)
        costs.append(names.counted(name, number))
        used = sum(found.pieces.get(sort, 0) for found in before)
        earlier += used
        if have < number + used:
            of = f" {names.counted_noun(name, have)}" if payment.pieces.keys() - {sort} else ""
            there.append(f"only {have}{of}" if have else f"no{of}" if of else "none")
    words = spaced(kind.name).lower().split()
    is_all = is_players and spaced(place.run.field.name) in (*words, *map(plural, words))
    inside = "" if is_all else f" in {purse}"
    needed = f"{listed(costs)}{f', and {earlier} for earlier costs,' if earlier else ''}"
    if is_players:
        return f"{whose} {verb(whose, 'needs')} {needed} but {verb(whose, 'has')} {listed(there)}{inside}"
    are = "is" if len(costs) == 1 and needed.startswith("1 ") else "are"
    found = "is" if there[0].startswith(("no", "only 1 ")) or there[0] == "only 1" else "are"
    return f"{needed} {are} needed, but there {found} {listed(there)}{inside}"


def paid_price(table: CompiledGame, v: Vector, payment: Payment, reader: int | None) -> str:
    """Describe a cost that the payer can pay, as in `it costs 2 Flax; you have 3`.

    Args:
        reader: The seat that is addressed with `you`.
    """
    place, names = payment.source, display_names(table)
    if payment.cost.form == "money":
        costs, have = [counted(payment.money, table.flow.model.money)], [str(v[place.base])]
    else:
        kind, count = place.run.kind, table.walker.legality.holders.count
        assert kind is not None
        costs = [names.counted(sort_name(table, kind, sort), number) for sort, number in payment.pieces.items()]
        have = [str(count(v, place, sort)) for sort in payment.pieces]
    if not costs:
        return "it costs nothing"
    is_players = place.run.field.kind == PLAYER and not place.run.field.keys
    who = owner_name(table, place, reader) if is_players else field_phrase(table, place, reader)
    return f"it costs {listed(costs)}; {who} {verb(who, 'has')} {listed(have)}"


def sort_name(table: CompiledGame, kind: m.Kind, sort: int) -> str:
    return table.flow.model.thing_name(kind.name, sort) if kind.size > 1 else kind.name


@dataclass(slots=True)
class BillText:
    """Describes a bill, which is a set of costs that the payer can pay in several ways."""

    table: CompiledGame
    solver: PaymentSolver
    payer: str
    """Name of the player who pays: `you` for the reader, otherwise the name of the seat."""

    @staticmethod
    def of_need(table: CompiledGame, need: m.Need, v: Vector, env: Env, payer: str) -> BillText | None:
        """Return the bill that a requirement tests, or None if the requirement is an ordinary condition."""
        if not isinstance(need.condition, bills.PaymentInProgress):
            return None
        return BillText(table, table.walker.evaluator.payment_solver(need.condition, v, env), payer)

    def line(self, about: m.Clauses) -> int | None:
        """Return the index of a cost among the costs now due, or None if the cost is not due."""
        return next((at for at, cost in enumerate(self.solver.owed) if cost.line.about is about), None)

    def first_short(self) -> tuple[m.Clauses, str]:
        """Return the first cost that the payer cannot pay, and describe the shortage."""
        at = self.solver.unpayable()
        assert at is not None
        return self.solver.owed[at].line.about, self.short(at)

    def short(self, at: int) -> str:
        """Explain why the payer cannot pay a cost together with the costs before it."""
        at = next((n for n in range(at, len(self.solver.owed)) if not self._can(n)), at)
        cost = self.solver.owed[at]
        if cost.line.form == "coins":
            return self._coins(at)
        if cost.line.form in ("different", "alike", "any"):
            return self._choice(at)
        return self._pieces(at)

    def _can(self, at: int) -> bool:
        return self.solver.payable(self.solver.owed[: at + 1])

    def _coins(self, at: int) -> str:
        solver, cost = self.solver, self.solver.owed[at]
        before = sum(each.number for each in solver.owed[:at] if each.address == cost.address)
        money, have, worth = self.table.flow.model.money, solver.v[cost.address], solver.worth_of_gifts
        also = f", and {before} for earlier costs" if before else ""
        has = f"{self._has()} {counted(have, money) if have else f'no {money}'}; it costs {cost.number}{also}"
        if worth is None:
            return has
        if worth + have < cost.number + before:
            return f"{has}, and all accepted substitutes together are worth {worth}"
        return f"{has}, and no combination of accepted substitutes covers the rest"

    def _choice(self, at: int) -> str:
        """Describe how many pieces the payer can give and how many the cost requires."""
        cost = self.solver.owed[at]
        number, form, noun = cost.number, cost.line.form, spaced(cost.line.kind).lower()
        if form == "different" and number > cost.choices:
            return f"there are only {cost.choices} different {plural(noun)}; it costs {number}"
        # A smaller cost is never harder to pay, so bisection finds the largest number that can be paid.
        had = bisect_left(range(1, number), True, key=lambda fewer: not self._can_with(at, fewer))
        noun = noun if had == 1 else plural(noun)
        what = {"different": f"different {noun}", "alike": f"{noun} of one sort"}.get(form, noun)
        return f"{self.payer} can pay {f'only {had}' if had else 'no'} {what}; it costs {number}"

    def _can_with(self, at: int, number: int) -> bool:
        """Return True if the payer could pay the cost if only `number` pieces were owed."""
        cost = self.solver.owed[at]
        fewer = replace(cost, values=(number, *cost.values[1:]))
        return self.solver.payable([*self.solver.owed[:at], fewer])

    def _pieces(self, at: int) -> str:
        solver, cost = self.solver, self.solver.owed[at]
        parts, own = [], True
        for sort, number in cost.pieces:
            have = solver.there(cost, sort)
            own = own and have >= number
            kind = self.table.flow.model.kinds[cost.line.kind]
            name = sort_name(self.table, kind, sort)
            words = display_names(self.table).counted(name, number)
            parts.append(f"{words} ({self._has()} {have or 'none'})")
        text = f"it costs {listed(parts)}"
        if own:
            return f"{text}; after earlier costs, {solver.lack(at)} would be missing"
        swaps = solver.has_swaps and not cost.line.firm
        return f"{text}; even with all accepted substitutes, {solver.lack(at)} would be missing" if swaps else text

    def _has(self) -> str:
        return f"{self.payer} {verb(self.payer, 'has')}"
