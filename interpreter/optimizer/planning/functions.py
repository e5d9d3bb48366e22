"""Plans the functions that terms call: values, aggregates, graph searches, and tests of available actions.

The planner finds these functions by following every term of the planned nodes. When it finds a new function, it plans
this function and follows the function's terms too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from interpreter.optimizer.passes.lazy_evaluation import defer
from interpreter.optimizer.passes.passes import PassRunner, Searched
from interpreter.optimizer.planning.memoization import Memoization
from interpreter.optimizer.program.planned_functions import AggregateSearch, Available, ReachSearch, Value
from interpreter.optimizer.program.steps import Bind, Compute, Emit, LookupTable, Search, contents, declared
from interpreter.optimizer.terms.sequences import in_order
from interpreter.optimizer.terms.terms import Fault, Term
from interpreter.optimizer.translation.translation import Translator

Found = TypeVar("Found")


def found_in(part: object, wanted: type[Found]) -> Iterator[Found]:
    """Yield the terms, or the errors that instructions raise directly, in a part of a program, in order."""
    if isinstance(part, wanted):
        yield part
    else:
        for each in contents(part):
            yield from found_in(each, wanted)


class FunctionPlanner:
    """Collects the functions that terms call, and the errors that terms can raise."""

    def __init__(self, translator: Translator, passes: PassRunner, available: Callable[[int], Available]) -> None:
        self._translator = translator
        self._passes = passes
        self._plan_available = available
        self._memoization = Memoization(translator.arena, translator.values.functions)
        self._seen: set[Term] = set()
        self.values: dict[str, Value] = {}
        self.gatherings: dict[Term, AggregateSearch] = {}
        self.reaches: dict[Term, ReachSearch] = {}
        self.available: dict[int, Available] = {}
        self.faults: dict[Fault, None] = {}

    def follow(self, parts: Iterable[object]) -> None:
        """Plan all functions that program parts call, directly or indirectly."""
        waiting = list(parts)[::-1]
        while waiting:
            part = waiting.pop()
            self.faults |= dict.fromkeys(found_in(part, Fault))
            for term in found_in(part, Term):
                self._follow(term, waiting)

    def _follow(self, term: Term, waiting: list[object]) -> None:
        """Record a term with all its parts, and add the functions that they call to `waiting`."""
        if term in self._seen:
            return
        self._seen.add(term)
        for arg in term.args:
            self._follow(arg, waiting)
        match term.op:
            case "check":
                self.faults[term.limits[2]] = None
            case "fail":
                self.faults[term.fault] = None
            case "call" | "calls":
                if (name := term.name) not in self.values:
                    self.values[name] = self._value(name)
                    waiting.append(self.values[name])
            case "gather":
                if term.gathering.how in ("min", "max") and term.gathering.fault is not None:
                    self.faults[term.gathering.fault] = None
                self.gatherings[term] = self._gathered(term)
                waiting.append(self.gatherings[term])
            case "reach":
                self.reaches[term] = ReachSearch(ordered(term.free), self._memoization.key(term))
                waiting.append(self.reaches[term])
            case "avail":
                if term.value not in self.available:
                    self.available[term.value] = self._plan_available(term.value)
                    waiting.append(self.available[term.value])
            case "table":
                assert isinstance(term.data, LookupTable)
                waiting.append((term.data.sequence, term.data.entries, term.data.tests))

    def _value(self, name: str) -> Value:
        function = self._translator.values.functions[name]
        arena, params = self._translator.arena, function.params
        lines = (Compute(each, term) for each, term in function.lines)
        *before, body = defer(arena, (*lines, Emit((function.body,))), frozenset(params))
        assert isinstance(body, Emit)
        return Value(params, body.terms[0], self._memoization.key_of_value(name), tuple(before))

    def _gathered(self, term: Term) -> AggregateSearch:
        sequence, where, body, keys = term.parts()
        how, arena = term.gathering, self._translator.arena
        inside = (name for part in term.args[1:] for name in sorted(part.free, key=_uid) if name.data == how.uid)
        member = next(inside, arena.name(how.uid, sequence.low, sequence.high))
        items: list[Bind | Term] = [Bind(member, sequence), *([where] if where is not None else [])]
        wanted = () if how.how in ("any", "count") else (body if body is not None else member, *keys)
        params = ordered(term.free)
        of = Searched(how.how, uid=how.uid)
        steps = self._passes.run((Search(declared(items, Emit(wanted))),), frozenset(params), of)
        sorted_already = how.how == "set" and body is None and in_order(sequence)
        return AggregateSearch(how, params, steps, self._memoization.key(term), sorted_already)


def _uid(name: Term) -> int:
    return name.value


def ordered(names: Iterable[Term]) -> tuple[Term, ...]:
    """Return variables in order of their uids."""
    return tuple(sorted(names, key=_uid))
