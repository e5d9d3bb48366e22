"""Computes how many pieces a player lacks for paying several costs together.

The functions are kernels: CPython runs them as they stand, and the native engine compiles them.

A *pool* contains all pieces of one type in one holder, or one single thing. A number from 0 identifies each pool. A
*claim* demands a number of pieces, which the player may take from certain pools. The player must buy the remaining
pieces of a claim. An *exchange rate* buys one piece of any type for some pieces from one pool.

Suppose that a pool contains s pieces, and that an exchange takes r of them. The pool then provides ⌊s/r⌋ exchanges. If
a claim takes a piece from the pool, the player must buy one piece fewer. The pool loses one exchange if r divides s;
otherwise it loses none. Giving an owned piece therefore never makes the payment harder:

- A claim on one pool takes all pieces of the pool that it can.
- A claim for different types takes one piece from each pool that would lose no exchange. Taking any other piece saves
  nothing.
- A claim for any pieces first takes those left over after whole exchanges. Next, the claim takes groups of r pieces.
  Each group costs one exchange, so the largest groups come first.
- For a claim for pieces of the same type, the search tries each type.
- If claims share pools, the search goes from pool to pool, and tries every way to divide the pool's pieces among the
  claims (see `dealing`).
- A rate may require a total in several pools. If claims can take pieces from these pools, the search tries to pay
  without the rate, and with it. With the rate, two further claims represent it: one for the pieces that the player
  exchanges, and one for the total. Each of their missing pieces costs one exchange.

The result of `lacking` is exact: it is at most 0 if and only if the player can pay everything. If there are too many
ways to divide the pieces, `lacking` raises `TooManyWays`.
"""

from __future__ import annotations

from dsl.limits import MOST_WAYS_TO_PAY
from interpreter.kernel import List, copy, fill
from interpreter.payments.dealing import dealt_out, gain, made
from interpreter.payments.debt_tables import ALIKE, ANY, CLAIMED, DIFFERENT, SEVERAL, Debts, TooManyWays

NO_RATE = (1 << 31) - 1
"""Higher than every exchange rate."""


def owe(d: Debts, form: int, owed: int, keys: List) -> None:
    """Add a claim for `owed` pieces from the pools `keys`."""
    d.forms.append(form)
    d.owed.append(owed)
    d.keys.append(keys)


def owe_one(d: Debts, owed: int, key: int) -> None:
    """Add a claim for `owed` pieces from a single pool."""
    d.fixed_owed.append(owed)
    d.fixed_key.append(key)


def keep_claims(d: Debts, fixed: int, free: int) -> None:
    """Keep the first claims on a single pool and the first claims on several pools, and remove all later ones."""
    del d.fixed_owed[fixed:]
    del d.fixed_key[fixed:]
    del d.forms[free:]
    del d.owed[free:]
    del d.keys[free:]


def no_swaps(d: Debts) -> None:
    """Remove all exchange rates."""
    d.swap_rate.clear()
    d.swap_keeping.clear()
    d.swap_limited.clear()
    d.swap_held.clear()
    d.swap_keys.clear()
    fill(d.rate, len(d.stock), 0)


def may_swap(d: Debts, rate: int, keeping: int, limited: int, held: List, keys: List) -> None:
    """Add an exchange rate.

    The player may exchange `rate` pieces from one of the pools `keys`. At least `keeping` pieces must remain in the
    pool or, if `limited` is 1, in the pools `held` together. The rate is then 1, the pools `held` contain the pools
    `keys`, and no other rate applies to any of them.

    For each pool, the function records a rate that is at least as good as all others, if there is one.
    """
    if len(d.swap_rate) == 0:
        fill(d.kept, len(d.stock), 0)
    d.swap_rate.append(rate)
    d.swap_keeping.append(keeping)
    d.swap_limited.append(limited)
    d.swap_held.append(held)
    d.swap_keys.append(keys)
    if rate <= 0:
        return
    kept = keeping if limited == 0 else 0
    for key in keys:
        known, known_kept = d.rate[key], d.kept[key]
        if known == 0 or (rate <= known and kept <= known_kept):
            d.rate[key] = rate
            d.kept[key] = kept
        elif rate < known or kept < known_kept:
            d.kept[key] = SEVERAL


# ------------------------------------------------------------ exchanges


def total_stock(d: Debts, keys: List) -> int:
    """Return the number of pieces in several pools."""
    total = 0
    for key in keys:
        total += d.stock[key]
    return total


def total_left(d: Debts, keys: List) -> int:
    """Return the number of pieces left in several pools."""
    total = 0
    for key in keys:
        total += d.left[key]
    return total


def exchangeable_left(d: Debts) -> int:
    """Return how many pieces the player can buy with the pieces that are left."""
    found = 0
    if len(d.swap_rate) == 0:
        return found
    for key in range(len(d.rate)):
        if d.rate[key] > 0:
            found += made(d, key, d.left[key])
    for swap in range(len(d.swap_rate)):
        if d.swap_limited[swap] == 1:
            most = max(0, total_left(d, d.swap_held[swap]) - d.swap_keeping[swap])
            found -= max(0, total_left(d, d.swap_keys[swap]) - most)
    return found


def exchangeable_count(d: Debts) -> int:
    """Return how many pieces the player can buy with the whole stock."""
    copy(d.left, d.stock)
    return exchangeable_left(d)


# ------------------------------------------------------------ all claims


def lacking(d: Debts, bought: int) -> int:
    """Return how many pieces the player lacks if the stock is divided between the claims in the best way.

    The result is 0 or less if the player lacks no pieces. `bought` is the number of pieces that the player must buy in
    any case.

    Raises:
        TooManyWays: if there are too many ways to divide the pieces.
    """
    return with_limits(d, 0, bought)


def with_limits(d: Debts, first: int, bought: int) -> int:
    """Return the minimum number of pieces that the player lacks.

    From the rate `first` on, a rate that requires a total in pools with claims is either not used or turned into
    claims.
    """
    for swap in range(first, len(d.swap_rate)):
        if d.swap_limited[swap] == 1 and is_claimed(d, d.swap_held[swap]):
            return with_limit(d, swap, bought)
    return lacking_so(d, bought)


def is_claimed(d: Debts, keys: List) -> bool:
    """Return True if a claim can take a piece from one of several pools."""
    for key in keys:
        if d.stock[key] > 0:
            for claim in range(len(d.fixed_key)):
                if d.fixed_key[claim] == key and d.fixed_owed[claim] > 0:
                    return True
            for claim in range(len(d.forms)):
                if d.owed[claim] > 0 and key in d.keys[claim]:
                    return True
    return False


def with_limit(d: Debts, swap: int, bought: int) -> int:
    """Return the minimum number of pieces that the player lacks without a rate, and with claims that represent it."""
    keys, number = d.swap_keys[swap], len(d.forms)
    d.swap_limited[swap] = CLAIMED
    set_rate(d, keys, 0)
    least = with_limits(d, swap + 1, bought)
    most = total_stock(d, keys)
    owe(d, ANY, most, keys)
    owe(d, ANY, d.swap_keeping[swap], d.swap_held[swap])
    least = min(least, with_limits(d, swap + 1, bought) - most)
    keep_claims(d, len(d.fixed_key), number)
    set_rate(d, keys, d.swap_rate[swap])
    d.swap_limited[swap] = 1
    return least


def set_rate(d: Debts, keys: List, rate: int) -> None:
    """Set the exchange rate of several pools."""
    for key in keys:
        d.rate[key] = rate


def lacking_so(d: Debts, bought: int) -> int:
    """Return how many pieces the player lacks if no claim can take pieces from pools in which a total must remain."""
    copy(d.left, d.stock)
    d.alike.clear()
    d.loose.clear()
    short = bought
    for claim in range(len(d.fixed_key)):
        short += taken(d, d.fixed_key[claim], d.fixed_owed[claim])
    for claim in range(len(d.forms)):
        owed = d.owed[claim]
        if owed > 0:
            keys = d.keys[claim]
            if len(keys) == 1:
                wanted = 1 if d.forms[claim] == DIFFERENT else owed
                short += owed - wanted + taken(d, keys[0], wanted)
            elif d.forms[claim] == ALIKE:
                d.alike.append(claim)
            else:
                d.loose.append(claim)
    if len(d.alike) > 0:
        limit_sorts(d)
    elif len(d.loose) == 0 and short <= 0:
        return short
    return with_sorts(d, 0) + short


def taken(d: Debts, key: int, owed: int) -> int:
    """Take pieces from a pool for a claim, and return how many are missing."""
    if owed <= 0:
        return 0
    there = d.left[key]
    given = min(owed, there)
    d.left[key] = there - given
    return owed - given


def limit_sorts(d: Debts) -> None:
    """Raise `TooManyWays` if there are too many ways to choose a type for each claim for pieces of the same type."""
    ways = 1
    for at in range(len(d.alike)):
        sorts = 1
        for key in d.keys[d.alike[at]]:
            if d.left[key] > 0:
                sorts += 1
        ways = ways * sorts
        if ways > MOST_WAYS_TO_PAY // 10:
            raise TooManyWays


def with_sorts(d: Debts, at: int) -> int:
    """Return the minimum number of pieces that the player lacks.

    The function tries each type, and also none, for the claims in `alike` from the index `at`.
    """
    if at == len(d.alike):
        return lacking_loose(d) - exchangeable_left(d)
    claim = d.alike[at]
    owed = d.owed[claim]
    least = with_sorts(d, at + 1) + owed
    for key in d.keys[claim]:
        there = d.left[key]
        if there > 0:
            given = min(owed, there)
            d.left[key] = there - given
            least = min(least, with_sorts(d, at + 1) + owed - given)
            d.left[key] = there
    return least


# ------------------------------------------------------------ claims for which the player chooses types


def lacking_loose(d: Debts) -> int:
    """Return the number of pieces that the player must buy for the claims in `loose`.

    The result includes exchanges that are lost because the player gives owned pieces. Claims that share pools form a
    group, which is identified by the index of one of them.
    """
    if len(d.loose) == 0:
        return 0
    fill(d.mark, len(d.left), 0)
    d.group.clear()
    for at in range(len(d.loose)):
        d.group.append(at)
        for key in d.keys[d.loose[at]]:
            if d.left[key] > 0:
                if d.mark[key] > 0:
                    join_groups(d, d.group[d.mark[key] - 1], at)
                d.mark[key] = at + 1
    short = 0
    for at in range(len(d.loose)):
        if d.group[at] == at:
            short += lacking_group(d, at)
    return short


def join_groups(d: Debts, one: int, other: int) -> None:
    """Move the claims of one group to another group."""
    for at in range(len(d.group)):
        if d.group[at] == one:
            d.group[at] = other


def lacking_group(d: Debts, group: int) -> int:
    """Return the number of pieces that the player must buy for one group of claims."""
    owed = claim = 0
    d.part.clear()
    for at in range(len(d.loose)):
        if d.group[at] == group:
            claim = d.loose[at]
            d.part.append(claim)
            owed += d.owed[claim]
    if len(d.part) == 1:
        if d.forms[claim] == DIFFERENT:
            return owed - min(owed, best_of_different(d, d.keys[claim]))
        if is_plain(d, d.keys[claim]):
            return owed - best_of_any(d, owed, d.keys[claim])
    return owed - dealt_out(d, group)


def is_plain(d: Debts, keys: List) -> bool:
    """Return True if the best rate of each pool may use up all pieces."""
    plain = True
    for key in keys:
        if d.left[key] > 0 and d.rate[key] > 0 and d.kept[key] != 0:
            plain = False
    return plain


def best_of_different(d: Debts, keys: List) -> int:
    """Return how many pools can give a piece and lose no exchange."""
    free = 0
    for key in keys:
        if d.left[key] > 0:
            free += gain(d, key, 1)
    return free


def best_of_any(d: Debts, owed: int, keys: List) -> int:
    """Return the maximum saving from owned pieces for a claim for any pieces.

    The claim first takes pieces left over after whole exchanges, and then whole groups, largest rate first.
    """
    rest = 0
    for key in keys:
        there = d.left[key]
        if there > 0:
            rest += there % d.rate[key] if d.rate[key] > 0 else there
    saved = min(owed, rest)
    missing = owed - saved
    best = NO_RATE
    while missing > 0 and best > 0:
        last = best
        best = groups = 0
        for key in keys:
            rate = d.rate[key]
            if rate >= best and rate > 0 and rate < last and d.left[key] > 0:
                groups = (groups if rate == best else 0) + d.left[key] // rate
                best = rate
        if best > 0:
            whole = min(groups, missing // best)
            saved += whole * (best - 1)
            missing -= whole * best
            if whole < groups and missing > 0:
                return saved + missing - 1
    return saved
