"""Estimates the cost of a test, the probability that it succeeds, and the length of a loop.

The estimates affect only the order of tests. They assume that most flags are off, that most places are empty, and that
a player has no pieces at most places. The best order starts with the test that has the lowest cost per excluded case.
"""

from __future__ import annotations

from interpreter.optimizer.terms.terms import Term

FOUND = 4.0
"""Estimated number of members that a scan of slots finds."""
SEARCHED_FAST = 16
"""Number of slots that can be scanned in the time of one loop iteration."""


def rank(test: Term) -> float:
    """Return the rank of a test; tests with lower ranks are evaluated earlier."""
    return (1 + cost(test)) / max(0.05, 1 - selectivity(test))


def cost(term: Term) -> int:
    """Return the estimated run-time cost of a term.

    A term that does not depend on the position costs nothing, because a lookup table replaces it.
    """
    if term.pure:
        return 0
    return term.row.repeats * (1 + sum(cost(arg) for arg in term.args))


def selectivity(test: Term) -> float:
    """Return the estimated probability that a test succeeds."""
    match test.op:
        case "and":
            found = 1.0
            for arg in test.args:
                found *= selectivity(arg)
            return found
        case "or":
            found = 1.0
            for arg in test.args:
                found *= 1 - selectivity(arg)
            return 1 - found
        case "not":
            return 1 - selectivity(test.args[0])
        case "=" | "!=":
            return _equal(test) if test.op == "=" else 1 - _equal(test)
        case "load":
            return 0.35
        case "has":
            return 0.3
        case ">" | ">=":
            return 0.6
    return 0.5


def _equal(test: Term) -> float:
    """Return the estimated probability that two terms are equal.

    A term most likely equals its lower bound, especially if it depends on several variables.
    """
    a, b = test.args
    if b.known and b.value == a.low:
        return 0.85 if len(a.free) > 1 else 0.5
    return 0.3


def length(sequence: Term) -> float:
    """Return the estimated length of a sequence."""
    match sequence.op:
        case "fixed":
            return sum(map(len, sequence.rows)) / len(sequence.rows)
        case "list" | "maybe":
            return float(len(sequence.args))
        case "holding":
            return FOUND + sequence.numbers[1] / SEARCHED_FAST
    return 5.0
