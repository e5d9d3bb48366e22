"""Decides what a player can pay of one bill, and what the player may give next.

The functions are kernels: CPython runs them as they stand, and the native engine compiles them. `bill_entries` fills
the tables beforehand. A function that answers a question leaves the tables of the bill unchanged.
"""

from __future__ import annotations

from interpreter.kernel import List, room
from interpreter.payments.bill_entries import owe_rest, pools_of
from interpreter.payments.bills import WORTHS
from interpreter.payments.coins import (
    Coins,
    add_item,
    can_settle,
    may_give,
    no_gifts,
    owe_after,
    owe_all,
    total_price,
)
from interpreter.payments.debt_tables import ALIKE, DIFFERENT, Debts
from interpreter.payments.debts import (
    exchangeable_count,
    keep_claims,
    lacking,
    may_swap,
    no_swaps,
    owe,
    owe_one,
    total_stock,
)
from interpreter.payments.reckoning_tables import BAG_REST, COUNTED, EVERY, LIMITED, SWAP, Reckoning

# ------------------------------------------------------------ stock and substitutes


def there(r: Reckoning, d: Debts, holder: int, member: int) -> int:
    """Return the number of pieces of one type in a holder."""
    if member < r.begin[holder] or member >= r.end[holder]:
        return 0
    return d.stock[r.zero[holder] + member]


def take_out(d: Debts, key: int, number: int) -> None:
    """Remove pieces from a pool. A negative number puts pieces back."""
    d.stock[key] = d.stock[key] - number


def times(r: Reckoning, d: Debts, offer: int, member: int) -> int:
    """Return how many times the player can give a piece type or thing."""
    if r.rate[offer] <= 0:
        return 0
    keeping = 0 if r.gives[offer] == LIMITED else r.keeping[offer]
    return max(0, there(r, d, r.giver[offer], member) - keeping) // r.rate[offer]


def may_be_given(r: Reckoning, d: Debts, member: int) -> bool:
    """Return True if the player can now give a piece type or thing as the first substitute."""
    if times(r, d, 0, member) <= 0:
        return False
    return r.gives[0] != LIMITED or total_stock(d, r.held[r.giver[0]]) > r.keeping[0]


def later(r: Reckoning, member: int) -> int:
    """Return the lowest member that the player may give after `member` as the first substitute.

    A thing can be given only once.
    """
    return member if r.gives[0] == COUNTED else member + 1


def swaps_from(r: Reckoning, d: Debts, first: int, least: int) -> None:
    """Make the substitutes from `first` on the only exchange rates, and skip members of `first` below `least`."""
    no_swaps(d)
    for offer in range(first, len(r.rate)):
        if r.returns[offer] == SWAP:
            holder = r.giver[offer]
            keys = pools_of(r, holder, r.given[offer], least if offer == first else EVERY)
            limited = 1 if r.gives[offer] == LIMITED else 0
            may_swap(d, r.rate[offer], r.keeping[offer], limited, r.held[holder], keys)


def gifts_from(r: Reckoning, d: Debts, c: Coins, first: int, least: int) -> None:
    """Make the substitutes from `first` on the only gifts, and skip members of `first` below `least`."""
    no_gifts(c)
    for offer in range(first, len(r.rate)):
        if r.returns[offer] != SWAP:
            for packed in r.given[offer]:
                member, worth = packed // WORTHS, packed % WORTHS
                if worth > 0 and (offer > first or member >= least):
                    number = times(r, d, offer, member)
                    if number > 0:
                        add_item(c, worth, number)
            most = -1
            if r.gives[offer] == LIMITED:
                most = max(0, total_stock(d, r.held[r.giver[offer]]) - r.keeping[offer])
            may_give(c, r.returns[offer], most)


# ------------------------------------------------------------ all costs


def payable(r: Reckoning, d: Debts, c: Coins) -> bool:
    """Return True if the player can pay all costs together."""
    if r.possible == 0:
        return False
    paid = pay_firm(r, d)
    found = paid == len(r.firm_key) and pieces_suffice(r, d) and coins_suffice(r, d, c, 0)
    for claim in range(paid):
        take_out(d, r.firm_key[claim], 0 - r.firm_owed[claim])
    return found


def pay_firm(r: Reckoning, d: Debts) -> int:
    """Remove the pieces for the firm claims from the stock.

    Return the number of claims that could be paid before the first one that could not.
    """
    for claim in range(len(r.firm_key)):
        if d.stock[r.firm_key[claim]] < r.firm_owed[claim]:
            return claim
        take_out(d, r.firm_key[claim], r.firm_owed[claim])
    return len(r.firm_key)


def pieces_suffice(r: Reckoning, d: Debts) -> bool:
    """Return True if the player can pay all claims on pieces."""
    if r.bought == 0 and len(d.fixed_key) == 0 and len(d.forms) == 0:
        return True
    swaps_from(r, d, 0, EVERY)
    return lacking(d, r.bought) <= 0


def coins_suffice(r: Reckoning, d: Debts, c: Coins, first: int) -> bool:
    """Return True if the player can pay the costs in coins with the help of the substitutes from `first` on."""
    if len(c.price) == 0:
        return True
    owe_all(c)
    if c.fewest == 0:
        return True
    gifts_from(r, d, c, first, EVERY)
    return can_settle(c, r.least, r.change)


# ------------------------------------------------------------ owned pieces


def own_next(r: Reckoning, d: Debts) -> List:
    """Return the piece types or things that the player may give next for the first cost.

    The player must remain able to pay the other costs. Players give pieces in a fixed order, so the result omits pieces
    that come before the last one given.
    """
    swaps_from(r, d, 0, EVERY)
    fixed, free, members = len(d.fixed_key), len(d.forms), r.members[0]
    zero, begin, end = r.zero[r.source], r.begin[r.source], r.end[r.source]
    found = room(len(members))
    for member in members:
        number = d.stock[zero + member] if member >= begin and member < end else 0
        if number > 0:
            bought = owe_after_one(r, d, member)
            if bought >= 0:
                d.stock[zero + member] = number - 1
                if lacking(d, r.bought + bought) <= 0:
                    found.append(member)
                d.stock[zero + member] = number
            keep_claims(d, fixed, free)
    return found


def owe_after_one(r: Reckoning, d: Debts, member: int) -> int:
    """Store the claims that remain of the first cost after the player gives one piece.

    Return the number of pieces to buy, or -1 if the cost does not accept the piece.
    """
    if r.form == BAG_REST:
        at = member - r.begin[r.source]
        number = r.counts[at]
        if number <= 0:
            return -1
        r.counts[at] = number - 1
        bought = owe_rest(r, d, member)
        r.counts[at] = number
        return bought
    if r.number <= 0:
        return -1
    if r.form == ALIKE:
        owe_one(d, r.number - 1, r.zero[r.source] + member)
    else:
        least = member + 1 if r.form == DIFFERENT else member
        owe(d, r.form, r.number - 1, pools_of(r, r.source, r.members[0], least))
    return 0


def own_enough(r: Reckoning, d: Debts) -> bool:
    """Return True if the player can buy everything still owed for the first cost."""
    left = r.number
    if r.form == BAG_REST:
        left = 0
        for at in range(len(r.counts)):
            left += r.counts[at]
    swaps_from(r, d, 0, EVERY)
    return lacking(d, r.bought + left) <= 0


# ------------------------------------------------------------ exchanges


def swap_next(r: Reckoning, d: Debts) -> List:
    """Return the piece types or things that the player may exchange next.

    The player must remain able to buy the other pieces.
    """
    found = room(len(r.given[0]))
    if r.bought > 0:
        for member in r.given[0]:
            if may_be_given(r, d, member):
                key = r.zero[r.giver[0]] + member
                take_out(d, key, r.rate[0])
                swaps_from(r, d, 0, later(r, member))
                if exchangeable_count(d) >= r.bought - 1:
                    found.append(member)
                take_out(d, key, 0 - r.rate[0])
    return found


def swap_enough(r: Reckoning, d: Debts) -> bool:
    """Return True if the player may stop exchanging pieces of the first substitute."""
    swaps_from(r, d, 1, EVERY)
    return exchangeable_count(d) >= r.bought


# ------------------------------------------------------------ gifts for coins


def gift_next(r: Reckoning, d: Debts, c: Coins) -> List:
    """Return the piece types or things that the player may give next instead of coins.

    The player must remain able to pay the rest.
    """
    total = total_price(c)
    found = room(len(r.given[0]))
    if total > 0:
        for packed in r.given[0]:
            member, worth = packed // WORTHS, packed % WORTHS
            if worth > 0 and may_be_given(r, d, member) and gift_fits(r, d, c, member, worth, total):
                found.append(member)
    return found


def gift_fits(r: Reckoning, d: Debts, c: Coins, member: int, worth: int, total: int) -> bool:
    """Return True if the player can pay the rest of `total` after giving one thing."""
    least = min(worth, r.least) if r.least > 0 else worth
    change = max(r.change, r.returns[0])
    if worth > total:
        return worth - total < least and worth - total <= change
    key = r.zero[r.giver[0]] + member
    owe_after(c, worth)
    if c.fewest == 0:
        return True
    take_out(d, key, r.rate[0])
    gifts_from(r, d, c, 0, later(r, member))
    take_out(d, key, 0 - r.rate[0])
    return can_settle(c, least, change)


def gift_enough(r: Reckoning, d: Debts, c: Coins) -> bool:
    """Return True if the player may stop giving things of the first substitute."""
    return coins_suffice(r, d, c, 1)
