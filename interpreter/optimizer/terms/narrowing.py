"""Removes repeated checks: once a test shows that a thing is present, later terms need not check it.

A term `sure (of)` is a thing that an earlier test found to be present, that is, not `none`. This test guards the term
within the innermost `and`, `or` or `if` in which the test precedes the term. A pass may compute a guarded term before
its test, provided that the worst result is a wrong number rather than an error.

A term `sure (of, tests…)` is a number that is within its bounds if all the tests are true. The tests do not depend on
the position; an example is `place in Farm`. Such tests guard the term, which must not be computed before them.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.optimizer.terms.operations import ROWS, Operation
from interpreter.optimizer.terms.terms import Term

NOBODY: frozenset[Term] = frozenset()


def there_if(test: Term, holds: bool = True) -> frozenset[Term]:
    """Return the terms that must be present if a test succeeds or, if `holds` is False, if it fails.

    A successful test that contains only one variable and does not depend on the position is itself part of the result.
    """
    if test.op == ("!=" if holds else "=") and test.args[1].known and test.args[1].value == -1:
        return frozenset(test.args[:1]) if test.args[0].low == -1 else NOBODY
    if test.op == ("and" if holds else "or"):
        return NOBODY.union(*(there_if(part, holds) for part in test.args))
    if test.op == "not":
        return there_if(test.args[0], not holds)
    return frozenset((test,)) if holds and test.pure and len(test.free) == 1 else NOBODY


def guards_of(op: Operation, args: tuple[Term, ...]) -> frozenset[Term]:
    """Return the guards of a term with these arguments.

    If an earlier argument establishes a guard of a later argument, this guard is omitted.
    """
    if op == "sure":
        return frozenset(args[:1] if len(args) == 1 else args[1:]) | args[0].on
    if not any(arg.on for arg in args):
        return NOBODY
    if op == "if":
        when, then, otherwise = args
        return when.on | (then.on - there_if(when)) | (otherwise.on - there_if(when, False))
    if op not in ("and", "or"):
        return NOBODY.union(*(arg.on for arg in args))
    found, known = NOBODY, NOBODY
    for arg in args:
        found |= arg.on - known
        known |= there_if(arg, op == "and")
    return found


def combined_unguarded(op: Operation, args: tuple[Term, ...]) -> int:
    """Return `Term.unguarded_result` for a term with these arguments."""
    worst = max(arg.unguarded_result for arg in args)
    if op == "sure":
        return max(1, worst) if len(args) == 1 else 3
    row = ROWS[op]
    match row.unguarded:
        case "slot":
            return 2 if worst < 2 else 3
        case "entry":
            return 1 if worst < 2 and len(args) == 1 else 3
        case "as arguments":
            return 3 if row.divides and args[1].on else worst
        case "flag":
            return 3 if worst == 3 else 1
        case "error":
            return 3
        case _:
            assert_never(row.unguarded)
