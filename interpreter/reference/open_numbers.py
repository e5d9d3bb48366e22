"""Computes which values open parameters may have, and the size limits of open bags and sets."""

from __future__ import annotations

from collections.abc import Iterable

from dsl import model as m
from interpreter.flow import Env, mentions, walk
from interpreter.position import UNLIMITED, Rows, Size, Vector
from interpreter.reference.evaluate import Evaluator


class OpenNumbers:
    """Evaluates the domains of open parameters."""

    def __init__(self, evaluator: Evaluator, rows: Rows) -> None:
        self.evaluator = evaluator
        self.model, self.stores = evaluator.model, evaluator.stores
        self.rows = rows
        self._outside: dict[int, set[int]] = {}

    def sizes(self, params: Iterable[m.Param], v: Vector, env: Env) -> tuple[Size, ...]:
        """Return the size limits of all open sets, and of open bags whose total is limited.

        Parameters whose domain depends on another open parameter are omitted.
        """
        found: list[Size] = []
        at = 0
        for param in params:
            width, domain = self.rows.width(param.var.type), param.domain
            if isinstance(domain, (m.Bags, m.Subsets)) and self._is_known(param, env):
                bounds = self._size_of(domain, v, env)
                if bounds is not None:
                    found.append((at, width, *bounds, isinstance(domain, m.Subsets)))
            at += width
        return tuple(found)

    def _size_of(self, domain: m.Bags | m.Subsets, v: Vector, env: Env) -> tuple[int, int] | None:
        """Return the minimum and maximum size of a bag or set, or None for a bag without a limit on its total."""
        if isinstance(domain, m.Bags):
            is_limited = domain.least is not None or domain.most is not None
            return self.evaluator.domains.bag_bounds(domain, v, env)[1:] if is_limited else None
        least, most = self.evaluator.domains.set_bounds(domain, v, env)
        return (least, most) if most is not None else (UNLIMITED, 0)

    def ranges(self, param: m.Param, v: Vector, env: Env) -> list[range]:
        """Return the allowed values of each integer in an open parameter.

        If the domain depends on another open parameter, return all values of the type.
        """
        of, domain = param.var.type, param.domain
        known = self._is_known(param, env)
        if isinstance(of, m.Bag) and isinstance(domain, m.Bags):
            if not known:
                return [range(m.MONEY_LIMIT + 1)] * self.rows.width(of)
            most_of, _, most = self.evaluator.domains.bag_bounds(domain, v, env)
            return [range(max(0, min(most, number)) + 1) for number in self.rows.pack(of, dict(most_of))]
        if isinstance(of, m.Many) and isinstance(domain, m.Subsets):
            every = (
                self.evaluator.members(domain.of if known else m.Things(of.of.kind, type=of, span=domain.span), v, env)
                if isinstance(of.of, m.Ref)
                else []
            )
            return [range(word + 1) for word in self.rows.pack(of, every)]
        if known and isinstance(domain, m.RangeOf) and domain.step > 0:
            numbers = self.evaluator.domains.range_of(domain, v, env)
            if numbers:
                return [numbers if numbers.step > 0 else numbers[::-1]]
        members = self.evaluator.members(domain, v, env) if known else []
        if members:
            step = domain.step if isinstance(domain, m.RangeOf) else 1
            return [range(min(members), max(members) + 1, step)]
        return [self._range_of(of)]

    def _is_known(self, param: m.Param, env: Env) -> bool:
        """Return True if a parameter's domain does not depend on another open parameter."""
        return all(uid in env or uid in self.stores for uid in self._free(param))

    def _range_of(self, of: m.Type) -> range:
        """Return all values of a type as a range."""
        if isinstance(of, m.Int):
            return range(of.low, of.high + 1)
        if isinstance(of, m.Ref):
            kind = self.model.kinds[of.kind]
            return range(kind.first - (of.optional and kind.first == 0), kind.first + kind.size)
        return range(2)

    def _free(self, param: m.Param) -> set[int]:
        """Return the uids of variables that a parameter's domain uses but does not bind."""
        if id(param) not in self._outside:
            binders = {each.var.uid for each in walk(param.domain) if isinstance(each, m.AggregateExpr)}
            self._outside[id(param)] = mentions(param.domain) - binders
        return self._outside[id(param)]
