"""Lists the members of domains, and tests whether a domain contains a member.

Sequences of members are lists of ints, bags are dicts of counts, and sets are lists of members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from dsl import model as m
from interpreter.flow import Env
from interpreter.position import Amounts, Vector, rows
from interpreter.reference.expression_evaluator import ExpressionEvaluator

T = TypeVar("T", Amounts, list[int])


class Domains:
    """Evaluates domains: all things of a kind, ranges, seats, bags and sets.

    Every public method raises `PlayFault` if it cannot evaluate an expression.
    """

    def __init__(self, evaluator: ExpressionEvaluator) -> None:
        self._evaluator = evaluator
        self._model = evaluator.model
        self.by_class: dict[type, Callable[[Any, Vector, Env], Any]] = {
            m.In: self._in, m.Things: self._things, m.RangeOf: self._range, m.Clockwise: self._clockwise,
            m.Bags: self._bags, m.Subsets: self._subsets,
        }  # fmt: skip
        """Functions that evaluate the expressions of each class."""

    def _things(self, e: m.Things, v: Vector, env: Env) -> list[int]:
        kind = self._model.kinds[e.kind]
        return list(range(kind.first, kind.first + kind.size))

    def _range(self, e: m.RangeOf, v: Vector, env: Env) -> list[int]:
        members = self.range_of(e, v, env)
        self._evaluator.work.spend(len(members) // 4, e.span)
        return list(members)

    def range_of(self, e: m.RangeOf, v: Vector, env: Env) -> range:
        """Return the numbers of a range as a Python range."""
        low, high = self._evaluator.value(e.low, v, env), self._evaluator.value(e.high, v, env)
        return range(high, low - 1, -e.step) if e.down else range(low, high + 1, e.step)

    def _clockwise(self, e: m.Clockwise, v: Vector, env: Env) -> list[int]:
        start, all_seats = self._evaluator.thing(e.start, v, env), self._model.players
        sign = -1 if e.backwards else 1
        return [(start + sign * after) % all_seats for after in range(1 if e.others else 0, all_seats)]

    def _bags(self, e: m.Bags, v: Vector, env: Env) -> list[Amounts]:
        return self._counted(rows.bags(*self.bag_bounds(e, v, env)), e)

    def _counted(self, members: Iterator[T], e: m.Expr) -> list[T]:
        """Collect bags or sets in a list, and charge each of them to the work budget."""
        found = []
        for member in members:
            self._evaluator.work.spend(1 + len(member), e.span)
            found.append(member)
        return found

    def bag_bounds(self, e: m.Bags, v: Vector, env: Env) -> tuple[list[tuple[int, int]], int, int]:
        """Return the maximum count of each piece type, and the minimum and maximum total."""
        evaluator = self._evaluator
        least = max(0, evaluator.value(e.least, v, env)) if e.least is not None else 0
        most = evaluator.value(e.most, v, env) if e.most is not None else m.MONEY_LIMIT
        if e.within is not None:
            held = evaluator.amounts(e.within, v, env)
            return sorted((sort, number) for sort, number in held.items() if number > 0), least, most
        kind = self._model.kinds[e.kind]
        pieces = kind.pieces or ()
        return [(kind.first + at, most if n is None else n) for at, n in enumerate(pieces)], least, most

    def _subsets(self, e: m.Subsets, v: Vector, env: Env) -> list[list[int]]:
        members = self._evaluator.members(e.of, v, env)
        return self._counted(rows.subsets(members, *self.set_bounds(e, v, env)), e)

    def set_bounds(self, e: m.Subsets, v: Vector, env: Env) -> tuple[int, int | None]:
        """Return the minimum size of a set, and its maximum size or None."""
        evaluator = self._evaluator
        least = evaluator.value(e.least, v, env) if e.least is not None else 0
        return least, evaluator.value(e.most, v, env) if e.most is not None else None

    def _in(self, e: m.In, v: Vector, env: Env) -> int:
        return int(self.contains(e.domain, self._evaluator.value(e.of, v, env), v, env))

    def contains(self, domain: m.Expr, member: Any, v: Vector, env: Env) -> bool:
        """Return True if a domain contains a member. The test does not enumerate bags or sets."""
        evaluator = self._evaluator
        match domain:
            case m.Slot(type=m.Holder()):
                return evaluator.holders.count(v, evaluator.place(domain, v, env), member) > 0
            case m.Bags():
                most_of, least, most = self.bag_bounds(domain, v, env)
                held = dict(most_of)
                fits = all(0 <= number <= held.get(sort, 0) for sort, number in member.items())
                return fits and least <= sum(member.values()) <= most
            case m.RangeOf():
                return member in self.range_of(domain, v, env)
            case m.Subsets(of=of):
                fewest, largest = self.set_bounds(domain, v, env)
                fits = fewest <= len(member) and (largest is None or len(member) <= largest)
                return fits and set(member) <= set(evaluator.members(of, v, env))
        return member in evaluator.members(domain, v, env)
