"""This module computes how many pieces a player lacks to meet several costs together.

The computation uses whole numbers only. A *pool* contains all pieces of one type in one holder, or one single thing. It
is identified by a number. A `Claim` asks for pieces from some pools. The pieces that a claim does not get must be
bought: an `ExchangeRate` turns `rate` pieces of one pool into one piece of any type.

Suppose that a pool has s pieces and that r pieces make one exchange. The pool then allows ⌊s/r⌋ exchanges. If a claim
takes one of these pieces, one piece less must be bought. The pool then loses one exchange if r divides s, and otherwise
it loses none. Giving an owned piece therefore never hurts:

- A claim for one type takes the available pieces of this type.
- A claim for different types first takes pieces whose removal loses no exchange. Taking any other piece saves nothing.
- A claim for any pieces first takes the pieces that are left over after whole exchanges. Then it takes groups of r
  pieces, which cost one exchange each, with the largest groups first.
- A claim for equal pieces tries each type.
- Claims that share pools divide them pool by pool, and the search considers every combination of amounts still owed.

The result is exact: `lacking` is at most 0 if and only if everything can be paid. If there are too many ways to divide
pieces between claims, `lacking` raises `TooManyWays`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from dsl.limits import MOST_WAYS_TO_PAY


class TooManyWays(Exception):
    """The exception raised if pieces can be divided between claims in too many ways."""


Stock = dict[int, int]
"""Number of pieces in each pool."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim for `owed` pieces from the pools `keys`.

    Depending on the form, the pieces come from the only pool (`fixed`), one each from several pools (`different`), from
    one of the pools (`alike`), or from any of the pools (`any`).
    """

    form: str
    owed: int
    keys: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """The exchange of `rate` pieces for one piece of any type.

    The pieces come from one of the pools `keys`. At least `keeping` pieces must remain in that pool, or in all pools of
    `held` together.
    """

    rate: int
    keys: tuple[int, ...]
    keeping: int = 0
    held: tuple[int, ...] | None = None


Rate = tuple[tuple[int, int], ...]
"""Ways to exchange the pieces of one pool.

Each way consists of the number of pieces for one exchange, and the number of pieces that must remain.
"""
Rates = dict[int, Rate]


def is_possible(claim: Claim) -> bool:
    """Return True if a claim could be met by a player who has enough pieces.

    There must be enough types to choose from, and the number owed must not be negative.
    """
    if claim.form == "different":
        return 0 <= claim.owed <= len(claim.keys)
    return claim.owed == 0 or (claim.owed > 0 and bool(claim.keys))


def lacking(stock: Stock, claims: Sequence[Claim], swaps: Sequence[ExchangeRate] = (), bought: int = 0) -> int:
    """Return the number of pieces that are missing if the stock is divided between the claims in the best way.

    If no pieces are missing, the number is 0 or less. `bought` is the number of additional pieces that must be bought,
    whatever the division.

    Raises:
        TooManyWays: There are too many ways to divide the pieces.
    """
    left, short = dict(stock), bought
    alike: list[Claim] = []
    loose: list[Claim] = []
    for claim in claims:
        if claim.owed <= 0:
            continue
        if claim.form == "fixed" or len(claim.keys) == 1:
            key, owed = claim.keys[0], 1 if claim.form == "different" else claim.owed
            given = min(owed, left.get(key, 0))
            left[key] = left.get(key, 0) - given
            short += claim.owed - given
        else:
            (alike if claim.form == "alike" else loose).append(claim)
    rates = _rates(swaps)
    if not alike:
        return short + _loose(left, loose, rates) - exchangeable_count(left, swaps, rates)
    choices = _sorts(left, alike)
    if prod(map(len, choices)) > MOST_WAYS_TO_PAY // 10:
        raise TooManyWays
    return min(_with_sorts(left, alike, sorts, loose, rates, swaps) for sorts in product(*choices)) + short


def _sorts(left: Stock, alike: Sequence[Claim]) -> list[list[int | None]]:
    """Return, for each claim for equal pieces, the pools from which it may take pieces.

    None in place of a pool means that all pieces of the claim are bought.
    """
    return [[None, *(key for key in claim.keys if left.get(key, 0) > 0)] for claim in alike]


def _with_sorts(
    left: Stock, alike: Sequence[Claim], sorts: Sequence[int | None], loose: Sequence[Claim], rates: Rates,
    swaps: Sequence[ExchangeRate],
) -> int:  # fmt: skip
    """Return the number of pieces that are missing if the claims for equal pieces use the given pools."""
    rest, short = dict(left), 0
    for claim, key in zip(alike, sorts, strict=True):
        given = min(claim.owed, rest[key]) if key is not None else 0
        if key is not None:
            rest[key] -= given
        short += claim.owed - given
    return short + _loose(rest, loose, rates) - exchangeable_count(rest, swaps, rates)


# ---------------------------------------------------------------- exchanges


def _rates(swaps: Sequence[ExchangeRate]) -> Rates:
    """Return the ways to exchange the pieces of each pool.

    A way that is worse than another way in every respect is left out.
    """
    rates: Rates = {}
    for swap in swaps:
        if swap.rate <= 0:
            continue
        way = swap.rate, swap.keeping if swap.held is None else 0
        if rates.keys().isdisjoint(swap.keys):
            rates |= dict.fromkeys(swap.keys, (way,))
            continue
        for key in swap.keys:
            known = rates.get(key, ())
            if not any(rate <= way[0] and kept <= way[1] for rate, kept in known):
                better = [each for each in known if not (way[0] <= each[0] and way[1] <= each[1])]
                rates[key] = (*better, way)
    return rates


def exchangeable_count(left: Stock, swaps: Sequence[ExchangeRate], rates: Rates | None = None) -> int:
    """Return the number of pieces that can be bought with the remaining stock.

    The bought pieces can be of any type.
    """
    rates = _rates(swaps) if rates is None else rates
    found = sum(_made(left.get(key, 0), rate) for key, rate in rates.items())
    for swap in swaps:
        if swap.held is not None:
            of_it = sum(left.get(key, 0) for key in swap.keys)
            most = max(0, sum(left.get(key, 0) for key in swap.held) - swap.keeping)
            found -= max(0, of_it - most)
    return found


def _made(pieces: int, rate: Rate) -> int:
    """Return the maximum number of exchanges that `pieces` pieces of a pool allow."""
    if len(rate) == 1:
        each, kept = rate[0]
        return max(0, pieces - kept) // each
    most = [0] * (pieces + 1)
    for number in range(pieces + 1):
        most[number] = max((1 + most[number - each] for each, kept in rate if number - each >= kept), default=0)
    return most[pieces]


def _is_plain(rate: Rate | None) -> bool:
    """Return True if a pool has at most one exchange rate and no pieces must remain in it."""
    return rate is None or (len(rate) == 1 and rate[0][1] == 0)


def _gain(pieces: int, given: int, rate: Rate | None) -> int:
    """Return the pieces given from a pool minus the exchanges that the pool loses."""
    return given if rate is None else given + _made(pieces - given, rate) - _made(pieces, rate)


# ---------------------------------------------------------------- claims with a choice of types


def _loose(left: Stock, claims: Sequence[Claim], rates: Rates) -> int:
    """Return the number of pieces that must be bought for claims for different pieces or for any pieces.

    The result includes the exchanges that are lost when owned pieces are given.
    """
    short = 0
    for group in _groups(left, claims):
        keys = {key for claim in group for key in claim.keys if left.get(key, 0) > 0}
        owed = sum(claim.owed for claim in group)
        if len(group) > 1:
            short += owed - _dealt_out(left, group, sorted(keys), rates)
        elif group[0].form == "different":
            free = sum(_gain(left[key], 1, rates.get(key)) for key in keys)
            short += owed - min(owed, free)
        elif not all(_is_plain(rates.get(key)) for key in keys):
            short += owed - _dealt_out(left, group, sorted(keys), rates)
        else:
            short += owed - _best_of_any(left, owed, keys, rates)
    return short


def _groups(left: Stock, claims: Sequence[Claim]) -> list[list[Claim]]:
    """Return the claims in groups, so that no two groups can take from the same pool."""
    found: list[tuple[set[int], list[Claim]]] = []
    for claim in claims:
        keys, group = {key for key in claim.keys if left.get(key, 0) > 0}, [claim]
        apart = []
        for others, members in found:
            if others & keys:
                keys, group = keys | others, members + group
            else:
                apart.append((others, members))
        found = [*apart, (keys, group)]
    return [group for _, group in found]


def _best_of_any(left: Stock, owed: int, keys: set[int], rates: Rates) -> int:
    """Return the largest saving from giving owned pieces to a claim for any pieces.

    Pieces left over after whole exchanges are given first. The pieces of whole exchanges follow, in descending order of
    rate.
    """
    remainders, groups = 0, list[tuple[int, int]]()
    for key in keys:
        if key in rates:
            rate = rates[key][0][0]
            remainders += left[key] % rate
            groups.append((rate, left[key] // rate))
        else:
            remainders += left[key]
    saved = min(owed, remainders)
    owed -= saved
    for rate, number in sorted(groups, reverse=True):
        whole = min(number, owed // rate)
        saved, owed = saved + whole * (rate - 1), owed - whole * rate
        if whole < number and owed:
            return saved + owed - 1
    return saved


def _dealt_out(left: Stock, claims: Sequence[Claim], keys: Sequence[int], rates: Rates) -> int:
    """Return the largest saving from giving owned pieces to claims that share pools.

    The search goes from pool to pool. For each combination of amounts that the claims still owe, the search stores the
    best result.
    """
    best, ways = {tuple(claim.owed for claim in claims): 0}, 0
    for key in keys:
        pieces, rate = left[key], rates.get(key)
        next_best: dict[tuple[int, ...], int] = {}
        for owed, saved in best.items():
            most = [
                0 if key not in claim.keys else min(1 if claim.form == "different" else pieces, rest)
                for claim, rest in zip(claims, owed, strict=True)
            ]
            ways += prod(number + 1 for number in most)
            if ways > MOST_WAYS_TO_PAY:
                raise TooManyWays
            for given in product(*(range(number + 1) for number in most)):
                if (total := sum(given)) <= pieces:
                    after = tuple(rest - number for rest, number in zip(owed, given, strict=True))
                    worth = saved + _gain(pieces, total, rate)
                    if worth > next_best.get(after, -1):
                        next_best[after] = worth
        best = next_best
    return max(best.values())
