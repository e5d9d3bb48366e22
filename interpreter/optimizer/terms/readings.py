"""Lists the slots that each operation reads directly, in addition to those that its arguments read.

Every operation is in exactly one of the tables below. If a new operation is missing, a test fails
(`tests/interpreter/optimizer/test_dependencies.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.optimizer.terms.terms import Term

Stretch = tuple[Term, int]
"""Address of the first slot, and number of consecutive slots."""


def _by_data(term: Term) -> Stretch:
    assert isinstance(term.data, int)
    return term.args[0], term.data


def _by_numbers(term: Term) -> Stretch:
    return term.args[0], term.numbers[1]


STRETCHES: Mapping[str, Callable[[Term], Stretch]] = {
    "load": lambda term: (term.args[0], 1),
    "total": _by_data,
    "marks": _by_numbers,
    "bits": _by_numbers,
    "holding": _by_numbers,
}
"""Operations that read consecutive slots, each with a function that returns those slots."""

ARGUMENTS_ALONE = frozenset({
    "num", "+", "-", "*", "//", "up", "%", "min", "max", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "if",
    "pick", "check", "fail", "sure", "nth", "member", "mask", "has", "len", "same", "fixed", "span", "list", "maybe",
    "join", "less", "spread", "reach", "asked", "asks", "chosen", "subsets",
})  # fmt: skip
"""Operations that read no slots, because they depend only on their arguments and on the constant boards."""

FUNCTIONS = frozenset({"call", "calls", "gather"})
"""Operations that evaluate other terms: the body of a function, or the condition and body of an aggregate."""

NAMED = frozenset({"name", "once"})
"""Variables, and terms that are stored in a variable on first use."""

UNTOLD = frozenset({
    "items", "avail", "local", "interpreted", "filled", "tried", "table", "bags", "settles", "settling",
})  # fmt: skip
"""Operations that read unknown slots, or whose results are never memoised."""
