"""Evaluates a term for many members at once, to fill a column of a lookup table.

The term must not depend on the position. To avoid interpreting the term for each member, this module compiles it to a
chain of Python built-ins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import contains
from typing import Any

from interpreter.optimizer.terms.constant_evaluation import MATHS, Known, Worth, worth
from interpreter.optimizer.terms.terms import Term

Column = Callable[[Mapping[int, int], Sequence[int]], Iterable[Worth]]
"""A function that evaluates a term for many members at once.

The function receives the values of the outer variables, keyed by uid, and the members. The result holds one value per
member, in order.
"""


def column(term: Term, member: Term, of: Known) -> Column:
    """Return a function that evaluates a term for many members at once.

    The function raises `Unknown` if `worth` would raise it, either immediately or when the result is iterated.

    Args:
        member: variable that the term uses for the member.
        of: definitions that the term refers to.
    """
    op, args = term.op, term.args
    if term is member:
        return lambda names, members: members
    if member not in term.free:
        return lambda names, members: repeat(worth(term, names, of), len(members))
    if op in MATHS:
        return _mapped(MATHS[op], column(args[0], member, of), column(args[1], member, of))
    if op == "has":
        return _mapped(contains, _sets(args[1], member, of), column(args[0], member, of))
    if op == "fixed":
        return _mapped(term.rows.__getitem__, column(args[0], member, of))
    if op == "pick" and None not in term.entries:
        return _mapped(term.entries.__getitem__, column(args[0], member, of))
    return lambda names, members: _one_by_one(term, member.value, names, members, of)


def _sets(sequence: Term, member: Term, of: Known) -> Callable[[Mapping[int, int], Sequence[int]], Iterable[object]]:
    """Return a column of sequences for membership tests, as frozen sets where possible."""
    if sequence.op != "fixed":
        return column(sequence, member, of)
    sets = tuple(map(frozenset, sequence.rows))
    return _mapped(sets.__getitem__, column(sequence.args[0], member, of))


def _mapped(how: Callable[..., Any], *args: Callable[..., Iterable[object]]) -> Callable[..., Iterable[Any]]:
    if len(args) == 1:
        (only,) = args
        return lambda names, members: map(how, only(names, members))
    one, other = args
    return lambda names, members: map(how, one(names, members), other(names, members))


def _one_by_one(
    term: Term, member: int, names: Mapping[int, int], members: Sequence[int], of: Known
) -> Iterator[Worth]:  # fmt: skip
    inner = dict(names)
    for inner[member] in members:
        yield worth(term, inner, of)
