"""Computes how many pieces a player lacks for paying several costs together.

A *pool* contains all pieces of one type in one holder, or one single thing. A number identifies each pool. A `Claim`
demands a number of pieces, which the player may take from certain pools. The player must buy the remaining pieces of a
claim. An `ExchangeRate` buys one piece of any type for `rate` pieces from one pool.

Suppose that a pool contains s pieces, and that an exchange takes r of them. The pool then provides ⌊s/r⌋ exchanges. If
a claim takes a piece from the pool, the player must buy one piece fewer. The pool loses one exchange if r divides s;
otherwise it loses none. Giving an owned piece therefore never makes the payment harder:

- A claim for one type takes all pieces of that type that it can.
- A claim for different types takes one piece from each pool that would lose no exchange. Taking any other piece saves
  nothing.
- A claim for any pieces first takes those left over after whole exchanges. Next, the claim takes groups of r pieces.
  Each group costs one exchange, so the largest groups come first.
- For a claim for pieces of the same type, the search tries each type.
- If claims share pools, the search goes from pool to pool, and tries every way to divide the pool's pieces among the
  claims.

The result of `lacking` is exact: it is at most 0 if and only if the player can pay everything. If there are too many
ways to divide the pieces, `lacking` raises `TooManyWays`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from dsl.limits import MOST_WAYS_TO_PAY


class TooManyWays(Exception):
    """Raised if a player can divide pieces between claims in too many ways."""


Stock = dict[int, int]
"""Number of pieces in each pool, by the pool's number."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A demand for `owed` pieces from the pools `keys`.

    The form `fixed` allows a single pool, `different` one piece from each pool, `alike` all pieces from the same pool,
    and `any` pieces from all pools.
    """

    form: str
    owed: int
    keys: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """Buys one piece of any type for `rate` pieces from one pool.

    `keys` lists the pools that can be used. At least `keeping` pieces must remain in the pool or, if `held` is given,
    in the pools in `held` together.
    """

    rate: int
    keys: tuple[int, ...]
    keeping: int = 0
    held: tuple[int, ...] | None = None


Rate = tuple[tuple[int, int], ...]
"""Alternative exchange rates for the pieces of one pool.

Each entry contains the number of pieces per exchange and the number that must remain in the pool.
"""
Rates = dict[int, Rate]


def is_possible(claim: Claim) -> bool:
    """Return True if a player with enough pieces could pay the claim.

    The number owed must not be negative, and there must be enough types to choose from.
    """
    if claim.form == "different":
        return 0 <= claim.owed <= len(claim.keys)
    return claim.owed == 0 or (claim.owed > 0 and bool(claim.keys))


def lacking(stock: Stock, claims: Sequence[Claim], swaps: Sequence[ExchangeRate] = (), bought: int = 0) -> int:
    """Return how many pieces the player lacks if the stock is divided between the claims in the best way.

    The result is 0 or less if the player lacks no pieces. `bought` is the number of pieces that the player must buy in
    any case.

    Raises:
        TooManyWays: Raised if there are too many ways to divide the pieces.
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
    """Return, for each `alike` claim, the pools that could pay it.

    None among the pools means that the player buys all pieces of the claim.
    """
    return [[None, *(key for key in claim.keys if left.get(key, 0) > 0)] for claim in alike]


def _with_sorts(
    left: Stock, alike: Sequence[Claim], sorts: Sequence[int | None], loose: Sequence[Claim], rates: Rates,
    swaps: Sequence[ExchangeRate],
) -> int:  # fmt: skip
    """Return how many pieces the player lacks if each `alike` claim takes pieces from the pool in `sorts`."""
    rest, short = dict(left), 0
    for claim, key in zip(alike, sorts, strict=True):
        given = min(claim.owed, rest[key]) if key is not None else 0
        if key is not None:
            rest[key] -= given
        short += claim.owed - given
    return short + _loose(rest, loose, rates) - exchangeable_count(rest, swaps, rates)


# ---------------------------------------------------------------- exchanges


def _rates(swaps: Sequence[ExchangeRate]) -> Rates:
    """Return the alternative exchange rates of each pool.

    A rate is omitted if another rate takes no more pieces per exchange and requires no more pieces to remain.
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
    """Return how many pieces the player can buy with the remaining stock."""
    rates = _rates(swaps) if rates is None else rates
    found = sum(_made(left.get(key, 0), rate) for key, rate in rates.items())
    for swap in swaps:
        if swap.held is not None:
            of_it = sum(left.get(key, 0) for key in swap.keys)
            most = max(0, sum(left.get(key, 0) for key in swap.held) - swap.keeping)
            found -= max(0, of_it - most)
    return found


def _made(pieces: int, rate: Rate) -> int:
    """Return the maximum number of exchanges that `pieces` pieces in a pool provide."""
    if len(rate) == 1:
        each, kept = rate[0]
        return max(0, pieces - kept) // each
    most = [0] * (pieces + 1)
    for number in range(pieces + 1):
        most[number] = max((1 + most[number - each] for each, kept in rate if number - each >= kept), default=0)
    return most[pieces]


def _is_plain(rate: Rate | None) -> bool:
    """Return True if a pool has at most one exchange rate, and that rate may use up all pieces."""
    return rate is None or (len(rate) == 1 and rate[0][1] == 0)


def _gain(pieces: int, given: int, rate: Rate | None) -> int:
    """Return the number of pieces given minus the number of exchanges that the pool loses."""
    return given if rate is None else given + _made(pieces - given, rate) - _made(pieces, rate)


# ---------------------------------------------------------------- claims for which the player chooses types


def _loose(left: Stock, claims: Sequence[Claim], rates: Rates) -> int:
    """Return the number of pieces that the player must buy for `different` and `any` claims.

    The result includes exchanges that are lost because the player gives owned pieces.
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
    """Group the claims so that claims in different groups share no pool."""
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
    """Return the maximum saving from owned pieces for an `any` claim.

    The claim first takes pieces left over after whole exchanges, and then whole groups, largest rate first.
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
    """Return the maximum saving from owned pieces for claims that share pools.

    The search goes from pool to pool, and stores the best saving for each combination of amounts still owed.
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
