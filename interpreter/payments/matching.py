"""Decide whether costs can be met together: compute how many pieces are missing, in whole numbers only.

A *pool* holds all pieces of one type in one holder, or one single thing; a number identifies it. A `Claim` asks for
pieces from some pools and buys the pieces it does not get: an `ExchangeRate` turns `rate` pieces of one pool into one
piece of any type.

Let a pool have s pieces, and let r pieces make one exchange: the pool makes ⌊s/r⌋ exchanges. Giving one of its pieces
loses one exchange if r divides s and none otherwise, and it saves one exchange. So giving an owned piece never hurts:

- A claim for one type takes the pieces that are there.
- A claim for different types first takes pieces that lose no exchange. Breaking a group for one piece saves nothing.
- A claim for any pieces takes the remainders first, then whole groups, the largest first: r pieces for one exchange.
- A claim for equal pieces tries each type.
- Claims that share pools divide them pool by pool, over all possible remainders of the claims.

The result is exact: `lacking` is at most 0 if and only if everything can be paid. If there are too many ways to divide
pieces between claims, it raises `TooManyWays` instead of answering.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from dsl.limits import MOST_WAYS_TO_PAY


class TooManyWays(Exception):
    """Pieces could be dealt out between the claims in more ways than the solver may try."""


Stock = dict[int, int]
"""Number of pieces in each pool."""


@dataclass(frozen=True, slots=True)
class Claim:
    """`owed` pieces from the pools `keys`: from a `fixed` pool (there is one), from `different` ones (one piece each),
    `alike` (all from one pool) or `any`."""

    form: str
    owed: int
    keys: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """Exchange of `rate` pieces of one of the pools `keys` for one piece of any type. `keeping` pieces must remain in
    that pool, or in all pools of `held` together."""

    rate: int
    keys: tuple[int, ...]
    keeping: int = 0
    held: tuple[int, ...] | None = None


Rate = tuple[tuple[int, int], ...]
"""Ways to exchange pieces of one pool: the pieces per exchange, and the pieces that must remain."""
Rates = dict[int, Rate]


def is_possible(claim: Claim) -> bool:
    """Return True if the claim is possible at all: enough types to choose from, and no negative number."""
    if claim.form == "different":
        return 0 <= claim.owed <= len(claim.keys)
    return claim.owed == 0 or (claim.owed > 0 and bool(claim.keys))


def lacking(stock: Stock, claims: Sequence[Claim], swaps: Sequence[ExchangeRate] = (), bought: int = 0) -> int:
    """Return the number of pieces missing after the best division; 0 or less if none are missing. `bought` more pieces
    must be bought in any case."""
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
    """Return the pools that each claim for equal pieces may take from; None if the whole claim is bought."""
    return [[None, *(key for key in claim.keys if left.get(key, 0) > 0)] for claim in alike]


def _with_sorts(
    left: Stock, alike: Sequence[Claim], sorts: Sequence[int | None], loose: Sequence[Claim], rates: Rates,
    swaps: Sequence[ExchangeRate],
) -> int:  # fmt: skip
    """Return the number of pieces missing if the claims for equal pieces take from these pools."""
    rest, short = dict(left), 0
    for claim, key in zip(alike, sorts, strict=True):
        given = min(claim.owed, rest[key]) if key is not None else 0
        if key is not None:
            rest[key] -= given
        short += claim.owed - given
    return short + _loose(rest, loose, rates) - exchangeable_count(rest, swaps, rates)


# ---------------------------------------------------------------- exchanges


def _rates(swaps: Sequence[ExchangeRate]) -> Rates:
    """Return the ways to exchange pieces of each pool that no other way beats in every respect."""
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
    """Return the number of pieces, of any type, that the remaining stock can buy."""
    rates = _rates(swaps) if rates is None else rates
    found = sum(_made(left.get(key, 0), rate) for key, rate in rates.items())
    for swap in swaps:
        if swap.held is not None:
            of_it = sum(left.get(key, 0) for key in swap.keys)
            most = max(0, sum(left.get(key, 0) for key in swap.held) - swap.keeping)
            found -= max(0, of_it - most)
    return found


def _made(pieces: int, rate: Rate) -> int:
    """Return the number of exchanges that `pieces` of a pool make."""
    if len(rate) == 1:
        each, kept = rate[0]
        return max(0, pieces - kept) // each
    most = [0] * (pieces + 1)
    for number in range(pieces + 1):
        most[number] = max((1 + most[number - each] for each, kept in rate if number - each >= kept), default=0)
    return most[pieces]


def _is_plain(rate: Rate | None) -> bool:
    """Return True if every piece of the pool can be exchanged, at one rate."""
    return rate is None or (len(rate) == 1 and rate[0][1] == 0)


def _gain(pieces: int, given: int, rate: Rate | None) -> int:
    """Return the saving from giving `given` of a pool's own pieces, less the exchanges lost."""
    return given if rate is None else given + _made(pieces - given, rate) - _made(pieces, rate)


# ---------------------------------------------------------------- claims that leave a choice of sorts


def _loose(left: Stock, claims: Sequence[Claim], rates: Rates) -> int:
    """Return the pieces that claims for different or any pieces must buy, with lost exchanges."""
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
    """Return the largest saving from giving owned pieces: remainders first, then the largest groups."""
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

    The search goes pool by pool and keeps the best result for each possible remainder of the claims.
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
