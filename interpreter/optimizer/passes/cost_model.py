"""Cost model: the cost of a test and the probability that it holds. It only decides the order of tests.

Heuristics: a flag is mostly off, a place mostly empty, and a player's count at one place mostly 0. The best test comes
first: the one with the least cost for each case that it excludes.
"""

from __future__ import annotations

from interpreter.optimizer.terms.terms import Term


def rank(test: Term) -> float:
    """Return the rank of a test; the lowest is evaluated first."""
    return (1 + cost(test)) / max(0.05, 1 - selectivity(test))


def cost(term: Term) -> int:
    """Return the run-time cost of a term. Terms that read nothing of the position cost nothing, because tables replace
    them."""
    if term.pure:
        return 0
    times = 8 if term.op in ("gather", "call") else 1
    return times * (1 + sum(cost(arg) for arg in term.args))


def selectivity(test: Term) -> float:
    """Return the estimated probability that a test holds."""
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
    """Return the probability of equality. The least value is the most likely, and more so the more the term depends
    on."""
    a, b = test.args
    if b.known and b.value == a.low:
        return 0.85 if len(a.free) > 1 else 0.5
    return 0.3
