"""Which slots of the vector a term looks at, as far as its bounds tell; for what is remembered instead of worked out
again.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.planning.terms import Term

Slots = frozenset[int]
NOTHING: Slots = frozenset()

MOST = 12
"""Slots of a term that may be remembered: with more of them, the same position hardly comes back."""


class Reads:
    """Finds the slots of terms; `body` gives what a function of the source works out, by its name."""

    def __init__(self, body: Callable[[object], Term]) -> None:
        self._body = body
        self._known: dict[Term, Slots | None] = {}

    def slots(self, term: Term) -> Slots | None:
        """The slots, or None if they are more than `MOST`, or not sure."""
        if term not in self._known:
            self._known[term] = self._slots(term)
        return self._known[term]

    def _slots(self, term: Term) -> Slots | None:
        found = self._own(term)
        parts = list(term.args)
        if term.op in ("call", "calls"):
            parts.append(self._body(term.data))
        for part in parts:
            if found is None:
                return None
            more = self.slots(part)
            found = found | more if more is not None else None
        return found if found is not None and len(found) <= MOST else None

    def _own(self, term: Term) -> Slots | None:
        """What is read by the operation itself."""
        match term.op:
            case "load":
                return _stretch(term.args[0], 1)
            case "marks":
                return _stretch(term.args[0], term.numbers[1])
            case "bits":
                return _stretch(term.args[0], term.numbers[1])
            case "total":
                assert isinstance(term.data, int)
                return _stretch(term.args[0], term.data)
            case "items" | "avail" | "local" | "plain" | "table" | "filled":
                return None
        return NOTHING


def _stretch(base: Term, width: int) -> Slots | None:
    if base.low < 0 or base.high + width - base.low > MOST:
        return None
    return frozenset(range(base.low, base.high + width))
