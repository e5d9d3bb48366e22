"""Evaluates start values before the game begins, as far as constants, facts and the owner of the field decide them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from dsl import model

MOST_WORK = 100_000
"""Maximum number of expressions that are evaluated for one field; the check ignores a start value that needs more."""

Env = dict[int, int]


class UnknownBeforePlay(Exception):
    """Raised if a start value depends on something other than constants, facts and the owner of its field."""


@dataclass(slots=True)
class StartValues:
    """Evaluates the start value of one field, for one owner after the other."""

    made: model.Model
    work: int = field(default=0)

    def things(self, e: model.Expr, env: Env) -> list[int]:
        """Return the things of a set, each once.

        Raises:
            UnknownBeforePlay: Raised if the things are not known before the game begins.
        """
        match e:
            case model.Things(kind):
                of = self.made.kinds[kind]
                return list(range(of.first, of.first + of.size))
            case model.RangeOf(low, high, step):
                return list(range(self.value(low, env), self.value(high, env) + 1, step))
            case model.Listed(items):
                return list(dict.fromkeys(thing for item in items for thing in self.things(item, env)))
            case model.Joined("+", left, right):
                return list(dict.fromkeys([*self.things(left, env), *self.things(right, env)]))
            case model.Joined(_, left, right):
                return [thing for thing in self.things(left, env) if thing not in self.things(right, env)]
            case model.If(when, then, otherwise):
                return self.things(then if self.value(when, env) else otherwise, env)
            case model.AggregateExpr(how="set", body=None):
                return self._members(e, env)
            case model.FactValue() if isinstance(found := self._fact(e, env), tuple):
                return list(found)
        thing = self.value(e, env)
        return [] if thing == model.NONE else [thing]

    def amounts(self, e: model.Expr, env: Env) -> Counter[int]:
        """Return the number of pieces of each sort in a bag. Raises `UnknownBeforePlay` like `things`."""
        found = Counter[int]()
        match e:
            case model.Amounts(parts):
                for number, sort in parts:
                    found[self.value(sort, env)] += self.value(number, env)
            case model.Joined("+", one, other):
                found = self.amounts(one, env) + self.amounts(other, env)
            case model.If(when, then, otherwise):
                found = self.amounts(then if self.value(when, env) else otherwise, env)
            case _:
                raise UnknownBeforePlay
        return found

    def value(self, e: model.Expr, env: Env) -> int:
        """Return a number, a flag as 0 or 1, or a thing. Raises `UnknownBeforePlay` like `things`."""
        self.work += 1
        if self.work > MOST_WORK:
            raise UnknownBeforePlay
        match e:
            case model.Const(value):
                return value
            case model.Var(uid=uid) if uid in env:
                return env[uid]
            case model.FactValue() if isinstance(found := self._fact(e, env), int):
                return found
            case model.Arith("+", left, right):
                return self.value(left, env) + self.value(right, env)
            case model.Arith("-", left, right):
                return self.value(left, env) - self.value(right, env)
            case model.Arith("*", left, right):
                return self.value(left, env) * self.value(right, env)
            case model.If(when, then, otherwise):
                return self.value(then if self.value(when, env) else otherwise, env)
            case model.Not(of):
                return int(not self.value(of, env))
            case model.And(left, right):
                return int(self.value(left, env) and self.value(right, env))
            case model.Or(left, right):
                return int(self.value(left, env) or self.value(right, env))
            case model.In(of, domain):
                return int(self.value(of, env) in self.things(domain, env))
            case model.Compare(op, left, right) if not isinstance(left.type, (model.Bag, model.Holder, model.Many)):
                return int(_holds(op, self.value(left, env), self.value(right, env)))
            case model.AggregateExpr(how="count" | "any", body=None):
                found = len(self._members(e, env))
                return found if e.how == "count" else int(found > 0)
        raise UnknownBeforePlay

    def _members(self, e: model.AggregateExpr, env: Env) -> list[int]:
        members = self.things(e.domain, env)
        if e.where is None:
            return members
        return [each for each in members if self.value(e.where, {**env, e.var.uid: each})]

    def _fact(self, e: model.FactValue, env: Env) -> int | tuple[int, ...]:
        """Return a fact of one thing. A bag is not known, because its numbers are not things."""
        number = self.value(e.of, env) - self.made.kinds[e.field.kind].first
        if isinstance(e.type, model.Bag) or not 0 <= number < len(e.field.values):
            raise UnknownBeforePlay
        return e.field.values[number]


def _holds(op: str, left: int, right: int) -> bool:
    match op:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
    return left >= right
