"""Computes the size of a domain, if that size is fixed before play."""

from __future__ import annotations

from math import comb

from dsl import model
from dsl.limits import MOST_WORK

SORTS, LARGEST_BAG = 64, 200
"""Maximum number of sorts, and maximum bag size, for which bags are counted exactly.

Beyond these limits, `members_of` returns a lower bound.
"""


def members_of(made: model.Model, domain: model.Expr) -> int | None:
    """Return a lower bound on the size of a domain.

    Return None if the size depends on the position.

    The bound is exact unless the domain is very large.
    """
    match domain:
        case model.RangeOf(low=model.Const(value=low), high=model.Const(value=high), step=step):
            return max(0, (high - low) // step + 1)
        case model.Things(kind=kind):
            return made.kinds[kind].size
        case model.Clockwise(others=others):
            return made.players - int(others)
        case model.Listed(items=items) if all(isinstance(item, model.Const) for item in items):
            return len({item.value for item in items if isinstance(item, model.Const)})
        case model.Subsets(of=of, least=least, most=most):
            return _subsets(members_of(made, of), least, most)
        case model.Bags(kind=kind, within=None, least=least, most=most):
            return _bags(made.kinds[kind], least, most)
    return None


def _subsets(members: int | None, least: model.Expr | None, most: model.Expr | None) -> int | None:
    if members is None or not all(bound is None or isinstance(bound, model.Const) for bound in (least, most)):
        return None
    smallest = max(0, least.value) if isinstance(least, model.Const) else 0
    largest = min(members, most.value) if isinstance(most, model.Const) else members
    if smallest == 0 and largest >= members:
        return 1 << min(members, 100)
    total = 0
    for size in range(smallest, largest + 1):
        total += comb(members, size)
        if total > MOST_WORK:
            break
    return total


def _bags(kind: model.Kind, least: model.Expr | None, most: model.Expr | None) -> int | None:
    """Return a lower bound on the number of different bags of a kind.

    Return None if a limit on the bag size is not constant.

    The loop adds one sort at a time, and counts the bags of each size.
    """
    if not all(bound is None or isinstance(bound, model.Const) for bound in (least, most)):
        return None
    pieces = kind.pieces or ()
    every = None if None in pieces else sum(number or 0 for number in pieces)
    largest = most.value if isinstance(most, model.Const) else every
    smallest = max(0, least.value) if isinstance(least, model.Const) else 0
    if largest is None:
        return None  # the rulebook sets no maximum, so the engine checks the number during play
    largest = max(0, largest if every is None else min(largest, every))
    if len(pieces) == 1:
        return max(0, largest - smallest + 1)
    if smallest > LARGEST_BAG:
        return None
    largest = min(largest, LARGEST_BAG)
    ways = [1] + [0] * largest
    for number in pieces[:SORTS]:
        most_of = largest if number is None else number
        ways = [sum(ways[max(0, size - most_of) : size + 1]) for size in range(len(ways))]
    return sum(ways[smallest:])
