"""Plans how to unpack rows into variables, and the ranges of open parameters."""

from __future__ import annotations

from collections.abc import Iterable

from dsl import model as m
from interpreter.flow import mentions
from interpreter.optimizer.program.planned_moves import Among, Arguments, BagBounds, ChosenSet, NumberBounds
from interpreter.optimizer.terms.operations import HUGE
from interpreter.optimizer.terms.terms import MANY, Term
from interpreter.optimizer.translation.locations import Env, Meaning, NotTranslatable
from interpreter.optimizer.translation.parameters import Parameters
from interpreter.optimizer.translation.translation import Translator
from interpreter.position import UNLIMITED, Rows


class ArgumentPlanner:
    """Plans how to unpack the rows of an action into variables.

    `changing` holds the uids of locals that are assigned more than once.
    """

    def __init__(self, translator: Translator, parameters: Parameters, rows: Rows, changing: frozenset[int]) -> None:
        self._translator = translator
        self._arena = translator.arena
        self._parameters = parameters
        self._rows = rows
        self._changing = changing

    def of(self, action: m.Action, sure: bool = True) -> tuple[Arguments, dict[int, Meaning]]:
        """Return the variables for the seat and the parameters, and the parameter values keyed by uid.

        If `sure` is True, the move is known to be legal, so each variable has the bounds of the parameter's domain.
        """
        seat = self._arena.name(action.you.uid, 0, len(self._translator.model.seats) - 1)
        env: dict[int, Meaning] = {action.you.uid: seat}
        places: list[Term | None] = []
        sets: list[ChosenSet] = []
        for param in action.params:
            width = self._rows.width(param.var.type)
            match param.var.type:
                case m.Bag(kind):
                    first, bounds = self._translator.model.kinds[kind].first, (0, MANY) if sure else (-HUGE, HUGE)
                    counts = [self._arena.fresh(*bounds) for _ in range(width)]
                    env[param.var.uid] = {first + n: count for n, count in enumerate(counts)}
                    places += counts
                case m.Many(m.Ref(kind)):
                    of = self._translator.model.kinds[kind]
                    chosen = self._arena.make("local", (), param.var.uid, of.first, of.first + of.size - 1)
                    sets.append(ChosenSet(chosen, 1 + len(places), of.first, width))
                    env[param.var.uid] = chosen
                    places += [None] * width
                case _:
                    env[param.var.uid] = name = self._name(param, env, sure)
                    places.append(name)
        return Arguments(seat, tuple(places), tuple(sets)), env

    def _name(self, param: m.Param, env: Env, sure: bool) -> Term:
        if not sure or param.var.uid in self._changing:
            return self._arena.name(param.var.uid, -HUGE, HUGE)
        sequence = self._translator.members(param.domain, env)
        return self._arena.name(param.var.uid, sequence.low, sequence.high)

    def ranges(self, param: m.Param, env: Env, opened: set[int]) -> list[NumberBounds | Among]:
        """Return the ranges of an open parameter, one for each number that encodes the parameter in a row.

        Raises:
            NotTranslatable: if terms cannot express the ranges.
        """
        of, domain = param.var.type, param.domain
        if mentions(domain) & opened:
            raise NotTranslatable
        if isinstance(domain, m.Subsets):
            members = self._translator.members(domain.of, env)
            return [NumberBounds(word) for word in self._parameters.words(members, of)]
        if isinstance(domain, m.Bags):
            held, _, most = self._parameters.bag_bounds(domain, env)
            return [NumberBounds(self._arena.math("min", many, most)) for many in held.values()]
        members = self._translator.members(domain, env)
        if not isinstance(of, m.Int):
            raise NotTranslatable
        return [Among(members, domain.step if isinstance(domain, m.RangeOf) else 1, of.low, of.high)]

    def sizes(self, params: Iterable[m.Param], env: Env) -> tuple[BagBounds, ...]:
        """Return the size limits of open sets, and of open bags with a limited total.

        Raises:
            NotTranslatable: if terms cannot express a limit.
        """
        found: list[BagBounds] = []
        at = 0
        for param in params:
            width, domain = self._rows.width(param.var.type), param.domain
            if isinstance(domain, m.Bags) and (domain.most is not None or domain.least is not None):
                _, least, most = self._parameters.bag_bounds(domain, env)
                found.append(BagBounds(at, width, least, most))
            elif isinstance(domain, m.Subsets):
                found.append(self._size_of_set(at, width, domain, env))
            at += width
        return tuple(found)

    def _size_of_set(self, at: int, width: int, domain: m.Subsets, env: Env) -> BagBounds:
        num = self._arena.num
        if domain.most is None:
            return BagBounds(at, width, num(UNLIMITED), num(0), is_set=True)
        least, most = self._translator.least(domain, env), self._translator.term(domain.most, env)
        return BagBounds(at, width, least, most, is_set=True)
