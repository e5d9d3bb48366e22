"""Decides which functions memoise their results.

A function is memoised if it is expensive, and if its result depends on few known values (`dependencies`).
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.optimizer.passes.cost_model import length
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.dependencies import Dependencies, Function, MemoKey
from interpreter.optimizer.terms.terms import Term

DEAR = 60
"""Minimum estimated cost of a term that is worth memoising."""
LOOKED_UP = 6
"""Estimated cost of looking up a memoised result."""


class Memoization:
    """Decides which terms are memoised.

    `functions` holds the rulebook values that terms call.
    """

    def __init__(self, arena: Arena, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._dependencies = Dependencies(arena, functions)
        self._keys: dict[Term, MemoKey | None] = {}
        self._costs: dict[Term, int] = {}

    def key_of_value(self, name: str) -> MemoKey | None:
        """Return the memo key of a rulebook value, or None if the value is not memoised.

        A value that merely calls another function is not memoised.
        """
        function = self._functions[name]
        if not function.lines:
            return self.key(function.body) if function.body.op not in ("call", "calls", "gather", "reach") else None
        return self._dependencies.key_of(function) if self._cost_of(function) >= DEAR else None

    def key(self, term: Term) -> MemoKey | None:
        """Return the memo key of a term, or None if memoising the term is not worthwhile."""
        if term not in self._keys:
            self._keys[term] = self._dependencies.key(term) if self._cost(term) >= DEAR else None
        return self._keys[term]

    def _cost_of(self, function: Function) -> int:
        return sum(self._part(term) for _, term in function.lines) + self._part(function.body)

    def _cost(self, term: Term) -> int:
        """Return the estimated cost of a term, in which memoised parts cost only a lookup."""
        if term not in self._costs:
            self._costs[term] = self._added_up(term)
        return self._costs[term]

    def _added_up(self, term: Term) -> int:
        if term.op == "gather":
            sequence, *each = (self._part(arg) for arg in term.args)
            return sequence + int(length(term.args[0]) * (sum(each) + 1))
        total = sum(self._part(arg) for arg in term.args)
        return total + term.row.cost

    def _part(self, term: Term) -> int:
        if term.op in ("call", "calls"):
            return sum(self._part(arg) for arg in term.args) + self._cost_of(self._functions[term.name]) + 1
        if term.op in ("gather", "reach") and self.key(term) is not None:
            return LOOKED_UP
        return self._cost(term)
