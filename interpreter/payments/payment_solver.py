"""Decides which costs a player can pay, and what the player may give next.

The Python engines compute a bill's values and pass them to this solver. The native engine uses an equivalent solver in
WebAssembly. Both call the kernels of `debts` and `coins`, so all engines agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from interpreter.payments.bills import VALUES, WORTHS, Bill, Line, Pools
from interpreter.payments.coins import (
    Coins,
    add_item,
    can_settle,
    may_give,
    no_costs,
    no_gifts,
    owe_after,
    owe_all,
    owe_coins,
    total_price,
)
from interpreter.payments.cost_items import Claim, CostItem, TenderItem, owed_by
from interpreter.payments.debt_tables import ANY, FORMS, Debts, TooManyWays
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
from interpreter.position import PlayFault, Vector, faults


class PaymentSolver:
    """Answers questions about paying a bill in one position.

    Methods named `own_…` concern the first cost. Methods named `swap_…` and `gift_…` concern the first accepted
    substitute.
    """

    def __init__(self, bill: Bill, v: Vector, values: Sequence[Any]) -> None:
        self.v, self.bill, self.values = v, bill, values
        self.seen: list[tuple[int, int, list[int]]] = []
        """Address ranges that were read, with their contents at that time."""
        self.debts = Debts()
        self.coins = Coins()
        self.zeros: dict[int, int] = {}
        """Number of the pool of member 0 in each holder, by the holder's address."""
        self.held: dict[int, Sequence[int]] = {}
        """Pools in each holder, by the holder's address."""
        self.owed: list[CostItem] = []
        self.offered: list[TenderItem] = []
        given = iter(values)
        self.bought = next(given) if bill.bought else 0
        self.least: int = next(given) if bill.given else 0
        self.change: int = next(given) if bill.given else 0
        for line in bill.lines:
            self._read(line, given)

    def is_of(self, bill: Bill, v: Vector, values: Sequence[Any]) -> bool:
        """Return True if this solver was created for the same bill, position and values, and the holders are
        unchanged.
        """
        return (
            bill is self.bill and v is self.v and values == self.values
            and all(v[address:end] == slots for address, end, slots in self.seen)
        )  # fmt: skip

    def _read(self, line: Line, values: Iterator[Any]) -> None:
        due = next(values) if line.when else 1
        address, *rest = islice(values, len(VALUES[line.form]))
        if not due:
            return
        zero = 0 if line.pools is None else self._hold(line.pools, address)
        if line.form == "swap":
            rate, members, keeping = rest
            self.offered.append(TenderItem(line, address, zero, rate, dict.fromkeys(members, 1), max(0, keeping)))
        elif line.form == "gift":
            rate, members, keeping, change = rest
            worths = {member // WORTHS: member % WORTHS for member in members if member % WORTHS}
            self.offered.append(TenderItem(line, address, zero, rate, worths, max(0, keeping), change))
        elif not self.owed or line.form not in ("different", "alike", "any") or rest[0]:
            self.owed.append(owed_by(CostItem(line, address, zero), rest))

    def _hold(self, pools: Pools, address: int) -> int:
        """Record the stock of a holder, and return the number that the pool of member 0 has or would have."""
        if (known := self.zeros.get(address)) is not None:
            return known
        v, stock, end = self.v, self.debts.stock, pools.end(self.v, address)
        self.seen.append((address, end, v[address:end]))
        begun = len(stock)
        zero = self.zeros[address] = begun - pools.first
        if pools.counts:
            self.held[address] = range(begun, begun + pools.size)
            stock += v[address:end]
        else:
            self.held[address] = keys = [zero + item for item in v[address + 1 : end]]
            stock += [0] * pools.size
            for key in keys:
                stock[key] = 1
        return zero

    def answer(self, asked: str) -> Any:
        """Answer a question, given as a key of `ASKED`.

        Raises:
            PlayFault: Raised if there are too many ways to pay.
        """
        try:
            return ASKED[asked](self)
        except TooManyWays:
            about = (self.owed or self.offered)[0].line.about
            raise PlayFault(faults.too_many_ways(), about.span, about) from None

    # ------------------------------------------------------------ paying all costs together

    def payable(self, costs: Sequence[CostItem] | None = None) -> bool:
        """Return True if the player can pay `costs` together. If `costs` is None, test all costs."""
        costs = self.owed if costs is None else costs
        if not all(cost.possible for cost in costs):
            return False
        stock = self.debts.stock
        before = stock.copy()
        found = self._pay_firm(costs) and self._pieces_suffice(costs) and self.coins_suffice(costs, self.offered)
        stock[:] = before
        return found

    def _pieces_suffice(self, costs: Sequence[CostItem]) -> bool:
        pieces = [cost for cost in costs if not cost.line.firm and cost.line.form != "coins"]
        bought = self.bought + sum(cost.bought for cost in pieces)
        if not bought and not any(cost.claims for cost in pieces):
            return True
        self._owe(pieces)
        self._swap(self.offered)
        return lacking(self.debts, bought) <= 0

    def unpayable(self) -> int | None:
        """Return the index of the first cost that the player cannot pay, or None.

        The method first tests all costs together. If that test fails, the method tests each cost together with the
        costs before it. The first test is needed because a gift can be too valuable for the first coin cost alone, but
        not for all coin costs together.
        """
        if self.payable():
            return None
        return next((at for at in range(len(self.owed)) if not self.payable(self.owed[: at + 1])), None)

    def lack(self, at: int) -> int:
        """Return how many pieces the player lacks for the costs up to index `at`."""
        self._owe([cost for cost in self.owed[: at + 1] if cost.line.form != "coins"])
        self._swap(self.offered)
        return max(0, lacking(self.debts, 0))

    def _pay_firm(self, costs: Sequence[CostItem]) -> bool:
        """Remove the pieces for the firm costs from the stock, and return False if pieces are missing."""
        stock = self.debts.stock
        for cost in costs:
            if cost.line.firm and cost.line.form != "coins":
                for claim in cost.claims:
                    if sum(stock[key] for key in claim.keys) < claim.owed:
                        return False
                    for key in claim.keys:
                        stock[key] -= claim.owed
        return True

    def _owe(self, costs: Sequence[CostItem]) -> None:
        """Make the claims of several costs the only claims."""
        keep_claims(self.debts, 0, 0)
        for cost in costs:
            for claim in cost.claims:
                self._claim(claim)

    def _claim(self, claim: Claim) -> None:
        if claim.form == "fixed" and claim.keys:
            owe_one(self.debts, claim.owed, claim.keys[0])
        else:
            owe(self.debts, FORMS.get(claim.form, ANY), claim.owed, claim.keys)

    def _swap(self, offered: Sequence[TenderItem]) -> None:
        """Make the exchange rates of the offered substitutes the only rates."""
        no_swaps(self.debts)
        for each in offered:
            if each.line.form == "swap":
                assert each.line.pools is not None
                keys, held = each.line.pools.keys(each.zero, each.worths), self.held[each.address]
                may_swap(self.debts, each.rate, each.keeping, int(each.line.limited), held, keys)

    @property
    def has_swaps(self) -> bool:
        """True if the bill accepts substitutes for pieces."""
        return any(each.line.form == "swap" for each in self.offered)

    def coins_suffice(self, costs: Sequence[CostItem], offered: Sequence[TenderItem]) -> bool:
        """Return True if coins and gifts can pay the coin costs."""
        coins = [cost for cost in costs if cost.line.form == "coins"]
        if not coins:
            return True
        self._owe_coins(coins)
        owe_all(self.coins)
        self._give(offered)
        return can_settle(self.coins, self.least, self.change)

    def _owe_coins(self, costs: Sequence[CostItem]) -> None:
        """Make several costs the only costs in coins."""
        no_costs(self.coins)
        for cost in costs:
            low = cost.line.low
            owe_coins(self.coins, cost.coins, cost.address, self.v[cost.address] - (low or 0), int(low is not None))

    def _give(self, offered: Sequence[TenderItem]) -> None:
        """Make the offered substitutes the only ones that can be given instead of coins."""
        no_gifts(self.coins)
        for each in offered:
            if each.line.form == "gift":
                most = -1
                if each.line.limited:
                    most = max(0, total_stock(self.debts, self.held[each.address]) - each.keeping)
                may_give(self.coins, each.change, most)
                for worth, number in self.items(each):
                    add_item(self.coins, worth, number)

    def items(self, of: TenderItem) -> list[tuple[int, int]]:
        """Return the worth of each gift that the player can give, and how many of these the player can give."""
        times = ((worth, self._times(of, member)) for member, worth in of.worths.items())
        return [(worth, number) for worth, number in times if number > 0]

    def _times(self, of: TenderItem, member: int) -> int:
        """Return how many times the player can give a piece type or thing."""
        if of.rate <= 0:
            return 0
        return max(0, self._there(of, member) - (0 if of.line.limited else of.keeping)) // of.rate

    def _there(self, of: CostItem | TenderItem, member: int) -> int:
        """Return the number of pieces of one type in a holder."""
        assert of.line.pools is not None
        return self.debts.stock[of.zero + member] if of.line.pools.has(member) else 0

    # ------------------------------------------------------------ owned pieces

    def own_next(self) -> list[int]:
        """Return the piece types or things that the player may give next for the first cost.

        The player must remain able to pay the other costs. Players give pieces in a fixed order, so the result omits
        pieces that come before the last one given.
        """
        if not self.owed:
            return []
        first, *later = self.owed
        d, found = self.debts, list[int]()
        self._owe(later)
        self._swap(self.offered)
        bought, claims = self.bought + sum(cost.bought for cost in later), (len(d.fixed_key), len(d.forms))
        for member in sorted(first.members):
            after = self._after(first, member) if self._there(first, member) > 0 else None
            if after is None:
                continue
            for claim in after[0]:
                self._claim(claim)
            d.stock[first.zero + member] -= 1
            if lacking(d, bought + after[1]) <= 0:
                found.append(member)
            d.stock[first.zero + member] += 1
            keep_claims(d, *claims)
        return found

    def _after(self, cost: CostItem, member: int) -> tuple[list[Claim], int] | None:
        """Return what remains of a cost after the player gives one piece: the claims, and the number of pieces to buy.

        Return None if the piece cannot pay the cost.
        """
        pools = cost.line.pools
        assert pools is not None
        if cost.line.form == "rest":
            counts = list(cost.counts)
            counts[member - pools.first] -= 1
            if counts[member - pools.first] < 0:
                return None
            left = [each for each in cost.members if each >= member]
            after = owed_by(CostItem(cost.line, cost.address, cost.zero), [counts, left])
            return after.claims, after.bought
        (claim,) = cost.claims
        if claim.owed <= 0:
            return None
        least = {"different": member + 1, "any": member}.get(cost.line.form)
        of_it = [member] if least is None else [each for each in cost.members if each >= least]
        return [Claim(claim.form, claim.owed - 1, pools.keys(cost.zero, of_it))], 0

    def own_enough(self) -> bool:
        """Return True if the player can buy everything still owed for the first cost."""
        if not self.owed:
            return True
        first, *later = self.owed
        left = first.bought + sum(claim.owed for claim in first.claims)
        self._owe(later)
        self._swap(self.offered)
        return lacking(self.debts, self.bought + left + sum(cost.bought for cost in later)) <= 0

    # ------------------------------------------------------------ exchanges

    def swap_next(self) -> list[int]:
        """Return the piece types or things that the player may exchange next.

        The player must remain able to buy the other pieces.
        """
        if not self.offered or self.bought <= 0:
            return []
        first, *later = self.offered
        stock, found = self.debts.stock, []
        for member in sorted(first.worths):
            if self._times(first, member) > 0 and self._may_go(first):
                self._swap([first.from_on(member), *later])
                stock[first.zero + member] -= first.rate
                if exchangeable_count(self.debts) >= self.bought - 1:
                    found.append(member)
                stock[first.zero + member] += first.rate
        return found

    def _may_go(self, of: TenderItem) -> bool:
        """Return True if the player may remove a thing from a holder that must retain a minimum number of things."""
        return not of.line.limited or total_stock(self.debts, self.held[of.address]) > of.keeping

    def swap_enough(self) -> bool:
        """Return True if the player may stop exchanging pieces of the first substitute."""
        self._swap(self.offered[1:])
        return exchangeable_count(self.debts) >= self.bought

    # ------------------------------------------------------------ gifts for coins

    def gift_next(self) -> list[int]:
        """Return the piece types or things that the player may give next instead of coins.

        The player must remain able to pay the rest.
        """
        self._owe_coins(self.owed)
        total = total_price(self.coins)
        if not self.offered or total <= 0:
            return []
        first, *later = self.offered
        found = []
        for member, worth in sorted(first.worths.items()):
            if self._times(first, member) <= 0 or not self._may_go(first):
                continue
            least = min(worth, self.least or worth)
            change = max(self.change, first.change)
            if worth > total:
                if worth - total < least and worth - total <= change:
                    found.append(member)
            elif self._settles(first, member, worth, least, later):
                found.append(member)
        return found

    def _settles(self, first: TenderItem, member: int, worth: int, least: int, later: Sequence[TenderItem]) -> bool:
        """Return True if the player can pay the rest after giving one thing."""
        stock = self.debts.stock
        owe_after(self.coins, worth)
        stock[first.zero + member] -= first.rate
        self._give((first.from_on(member), *later))
        stock[first.zero + member] += first.rate
        return can_settle(self.coins, least, max(self.change, first.change))

    def gift_enough(self) -> bool:
        """Return True if the player may stop giving things of the first substitute."""
        return self.coins_suffice(self.owed, self.offered[1:])


ASKED: Mapping[str, Callable[[PaymentSolver], Any]] = {
    "payable": PaymentSolver.payable, "unpayable": PaymentSolver.unpayable,
    "own_next": PaymentSolver.own_next, "own_enough": PaymentSolver.own_enough,
    "swap_next": PaymentSolver.swap_next, "swap_enough": PaymentSolver.swap_enough,
    "gift_next": PaymentSolver.gift_next, "gift_enough": PaymentSolver.gift_enough,
}  # fmt: skip
"""Methods that answer questions about a bill, keyed by the name of the question.

Methods whose names end in `next` return members. The other methods return True or False, except `unpayable`, which
returns an index or None.
"""
