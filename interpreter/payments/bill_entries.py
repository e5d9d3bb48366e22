"""Enters the holders, costs and substitutes of a bill into the tables of `reckoning_tables`.

The functions are kernels: CPython runs them as they stand, and the native engine compiles them. Each engine enters what
applies in a position, in the order of the bill, with members in ascending order.
"""

from __future__ import annotations

from interpreter.kernel import List, room
from interpreter.payments.coins import Coins, no_costs, owe_coins
from interpreter.payments.debt_tables import DIFFERENT, Debts
from interpreter.payments.debts import keep_claims, owe, owe_one
from interpreter.payments.reckoning_tables import EVERY, Reckoning


def begin_bill(r: Reckoning, d: Debts, c: Coins) -> None:
    """Remove everything that was stored for the last bill."""
    r.bought = r.least = r.change = 0
    r.possible = 1
    d.stock.clear()
    r.holder.clear()
    r.zero.clear()
    r.begin.clear()
    r.end.clear()
    r.held.clear()
    r.firm_owed.clear()
    r.firm_key.clear()
    keep_claims(d, 0, 0)
    no_costs(c)
    r.giver.clear()
    r.gives.clear()
    r.rate.clear()
    r.keeping.clear()
    r.returns.clear()
    r.given.clear()


# ------------------------------------------------------------ holders


def known_holder(r: Reckoning, address: int) -> int:
    """Return the number of a holder, or -1 if it is not stored yet."""
    for holder in range(len(r.holder)):
        if r.holder[holder] == address:
            return holder
    return -1


def add_holder(r: Reckoning, d: Debts, address: int, first: int, size: int, things: List) -> int:
    """Store a holder, whose pools follow all others, and return its number. The caller stores the stock."""
    zero = len(d.stock) - first
    r.holder.append(address)
    r.zero.append(zero)
    r.begin.append(first)
    r.end.append(first + size)
    if len(things) == 0:
        r.held.append(things)
    else:
        r.held.append(pools_from(zero, things))
    return len(r.holder) - 1


def pools_from(zero: int, members: List) -> List:
    """Return the pools of several members."""
    found = room(len(members))
    for member in members:
        found.append(zero + member)
    return found


def pools_of(r: Reckoning, holder: int, members: List, least: int) -> List:
    """Return the pools of those members that a holder can contain and that are not below `least`."""
    zero, begin, end = r.zero[holder], max(r.begin[holder], least), r.end[holder]
    found = room(len(members))
    for member in members:
        if member >= begin and member < end:
            found.append(zero + member)
    return found


# ------------------------------------------------------------ costs


def owe_price(r: Reckoning, c: Coins, price: int, purse: int, balance: int, bounded: int) -> None:
    """Store a cost in coins."""
    if price < 0:
        r.possible = 0
    owe_coins(c, price, purse, balance, bounded)


def owe_pieces(r: Reckoning, d: Debts, number: int, member: int, holder: int, firm: int) -> None:
    """Store a cost of pieces of one type, which accepts no substitutes if `firm` is 1."""
    if number > 0 and member >= r.begin[holder] and member < r.end[holder]:
        key = r.zero[holder] + member
        if firm > 0:
            r.firm_owed.append(number)
            r.firm_key.append(key)
        else:
            owe_one(d, number, key)
    elif number != 0:
        r.possible = 0
        r.bought += max(0, number)


def owe_choice(r: Reckoning, d: Debts, form: int, number: int, holder: int, members: List) -> None:
    """Store a cost of pieces that the player chooses."""
    keys = pools_of(r, holder, members, EVERY)
    if number < 0 or len(keys) < (number if form == DIFFERENT else min(number, 1)):
        r.possible = 0
    owe(d, form, number, keys)


def pay_first(r: Reckoning, form: int, number: int, holder: int, members: List) -> None:
    """Store the first cost, which the player pays piece by piece. The caller stores the counts of a bag."""
    r.form = form
    r.number = number
    r.source = holder
    r.members.clear()
    r.members.append(members)


def owe_rest(r: Reckoning, d: Debts, least: int) -> int:
    """Store claims for the unpaid rest of a bag, and return the number of pieces to buy.

    The player may give no members below `least`.
    """
    members, bought = r.members[0], 0
    member, key = r.begin[r.source], r.zero[r.source] + r.begin[r.source]
    for at in range(len(r.counts)):
        number = r.counts[at]
        if number != 0:
            if member >= least and member in members:
                owe_one(d, number, key)
            else:
                bought += number
        member += 1
        key += 1
    return bought


# ------------------------------------------------------------ substitutes


def accept(
    r: Reckoning, holder: int, gives: int, rate: int, keeping: int, returns: int, members: List
) -> None:  # fmt: skip
    """Store a substitute."""
    r.giver.append(holder)
    r.gives.append(gives)
    r.rate.append(rate)
    r.keeping.append(max(0, keeping))
    r.returns.append(returns)
    r.given.append(members)
