"""Decides which costs a player can pay, and what the player may give next.

The Python engines compute a bill's values and pass them to this solver. The native engine uses an equivalent solver in
WebAssembly, so all engines agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from interpreter.payments.bills import VALUES, WORTHS, Bill, Line
from interpreter.payments.coins import CoinPool, CoinTender, can_settle
from interpreter.payments.matching import (
    Claim,
    ExchangeRate,
    Stock,
    TooManyWays,
    exchangeable_count,
    is_possible,
    lacking,
)
from interpreter.position import PlayFault, Vector, faults


@dataclass(slots=True)
class CostItem:
    """A cost line with the values computed in one position."""

    line: Line
    address: int
    claims: list[Claim] = field(default_factory=list)
    bought: int = 0
    coins: int = 0
    possible: bool = True
    members: Sequence[int] = ()
    counts: Sequence[int] = ()


@dataclass(slots=True)
class TenderItem:
    """A substitute line with the values computed in one position.

    `worths` maps each member to its worth. For exchanged pieces, the worth is always 1.
    """

    line: Line
    address: int
    rate: int
    worths: dict[int, int]
    keeping: int
    change: int = 0

    def from_on(self, member: int) -> TenderItem:
        """Return a copy that omits the members before `member`.

        If the members are unique things, the copy also omits `member`, because a thing can be given only once.
        """
        assert self.line.pools is not None
        least = member if self.line.pools.counts else member + 1
        worths = {each: worth for each, worth in self.worths.items() if each >= least}
        return TenderItem(self.line, self.address, self.rate, worths, self.keeping, self.change)


class PaymentSolver:
    """Answers questions about paying a bill in one position.

    Methods named `own_…` concern the first cost. Methods named `swap_…` and `gift_…` concern the first accepted
    substitute.
    """

    def __init__(self, bill: Bill, v: Vector, values: Sequence[Any]) -> None:
        self.v, self.bill, self.values = v, bill, values
        self.seen: list[tuple[int, int, list[int]]] = []
        """Address ranges that were read, with their contents at that time."""
        self.stock: Stock = {}
        self.held: dict[int, tuple[int, ...]] = {}
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
        if line.pools is not None and address not in self.held:
            stock = line.pools.stock(self.v, address)
            end = line.pools.end(self.v, address)
            self.seen.append((address, end, self.v[address:end]))
            self.stock |= stock
            self.held[address] = tuple(stock)
        if line.form == "swap":
            rate, members, keeping = rest
            self.offered.append(TenderItem(line, address, rate, dict.fromkeys(members, 1), max(0, keeping)))
        elif line.form == "gift":
            rate, members, keeping, change = rest
            worths = {member // WORTHS: member % WORTHS for member in members if member % WORTHS}
            self.offered.append(TenderItem(line, address, rate, worths, max(0, keeping), change))
        elif not self.owed or line.form not in ("different", "alike", "any") or rest[0]:
            self.owed.append(_owed(line, address, rest))

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
        stock = self._without_firm(costs)
        if stock is None:
            return False
        pieces = [cost for cost in costs if not cost.line.firm and cost.line.form != "coins"]
        claims = [claim for cost in pieces for claim in cost.claims]
        bought = self.bought + sum(cost.bought for cost in pieces)
        if (claims or bought) and lacking(stock, claims, self.swaps(), bought) > 0:
            return False
        return self.coins_suffice(costs, self.offered, stock)

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
        claims = [claim for cost in self.owed[: at + 1] for claim in cost.claims if cost.line.form != "coins"]
        return max(0, lacking(self.stock, claims, self.swaps()))

    def _without_firm(self, costs: Sequence[CostItem]) -> Stock | None:
        """Return the stock after paying the firm costs, or None if pieces are missing."""
        stock = self.stock
        for cost in costs:
            if cost.line.firm and cost.line.form != "coins":
                stock = dict(stock) if stock is self.stock else stock
                for claim in cost.claims:
                    left = stock.get(claim.keys[0], 0) - claim.owed
                    if left < 0:
                        return None
                    stock[claim.keys[0]] = left
        return stock

    def swaps(self, offered: Sequence[TenderItem] | None = None) -> list[ExchangeRate]:
        """Return the exchange rates that the offered substitutes provide."""
        found = []
        for each in self.offered if offered is None else offered:
            if each.line.form == "swap":
                assert each.line.pools is not None
                keys = each.line.pools.keys(each.address, tuple(each.worths))
                held = self.held[each.address] if each.line.limited else None
                found.append(ExchangeRate(each.rate, keys, each.keeping, held))
        return found

    def coins_suffice(self, costs: Sequence[CostItem], offered: Sequence[TenderItem], stock: Stock) -> bool:
        """Return True if coins and gifts can pay the coin costs."""
        coins = [cost for cost in costs if cost.line.form == "coins"]
        if not coins:
            return True
        gifts = [self.gift(each, stock) for each in offered if each.line.form == "gift"]
        owed = [cost.coins for cost in coins]
        return can_settle(owed, self._purses(coins), gifts, self.least or None, self.change)

    def _purses(self, coins: Sequence[CostItem]) -> list[CoinPool]:
        purses: dict[int, list[int]] = {}
        lows: dict[int, int | None] = {}
        for at, cost in enumerate(coins):
            purses.setdefault(cost.address, []).append(at)
            lows[cost.address] = cost.line.low
        found = []
        for address, places in purses.items():
            low = lows[address]
            found.append(CoinPool(self.v[address] - low if low is not None else None, tuple(places)))
        return found

    def gift(self, of: TenderItem, stock: Stock) -> CoinTender:
        """Convert a substitute to the form that `coins` expects."""
        assert of.line.pools is not None
        items = tuple((worth, self._times(of, member, stock)) for member, worth in of.worths.items())
        most = None
        if of.line.limited:
            most = max(0, sum(stock.get(key, 0) for key in self.held[of.address]) - of.keeping)
        return CoinTender(tuple(item for item in items if item[1] > 0), of.change, most)

    def _times(self, of: TenderItem, member: int, stock: Stock) -> int:
        """Return how many times the player can give a piece type or thing."""
        assert of.line.pools is not None
        there = stock.get(of.line.pools.key(of.address, member), 0)
        if of.rate <= 0:
            return 0
        return max(0, there - (0 if of.line.limited else of.keeping)) // of.rate

    # ------------------------------------------------------------ owned pieces

    def own_next(self) -> list[int]:
        """Return the piece types or things that the player may give next for the first cost.

        The player must remain able to pay the other costs. Players give pieces in a fixed order, so the result omits
        pieces that come before the last one given.
        """
        if not self.owed:
            return []
        first, *later = self.owed
        pools = first.line.pools
        assert pools is not None
        claims = [claim for cost in later for claim in cost.claims]
        bought = self.bought + sum(cost.bought for cost in later)
        found, swaps = [], self.swaps()
        for member in sorted(first.members):
            key = pools.key(first.address, member)
            there, after = self.stock.get(key, 0), self._after(first, member)
            if there <= 0 or after is None:
                continue
            rest, more = after
            if lacking(self.stock | {key: there - 1}, [*rest, *claims], swaps, bought + more) <= 0:
                found.append(member)
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
            after = _owed(cost.line, cost.address, [counts, [each for each in cost.members if each >= member]])
            return after.claims, after.bought
        (claim,) = cost.claims
        if claim.owed <= 0:
            return None
        least = {"different": member + 1, "any": member}.get(cost.line.form)
        of_it = [member] if least is None else [each for each in cost.members if each >= least]
        return [Claim(claim.form, claim.owed - 1, pools.keys(cost.address, of_it))], 0

    def own_enough(self) -> bool:
        """Return True if the player can buy everything still owed for the first cost."""
        if not self.owed:
            return True
        first, *later = self.owed
        claims = [claim for cost in later for claim in cost.claims]
        left = first.bought + sum(claim.owed for claim in first.claims)
        bought = self.bought + left + sum(cost.bought for cost in later)
        return lacking(self.stock, claims, self.swaps(), bought) <= 0

    # ------------------------------------------------------------ exchanges

    def swap_next(self) -> list[int]:
        """Return the piece types or things that the player may exchange next.

        The player must remain able to buy the other pieces.
        """
        if not self.offered or self.bought <= 0:
            return []
        first, *later = self.offered
        assert first.line.pools is not None
        found = []
        for member in sorted(first.worths):
            key = first.line.pools.key(first.address, member)
            if self._times(first, member, self.stock) > 0 and self._may_go(first):
                stock = self.stock | {key: self.stock[key] - first.rate}
                if exchangeable_count(stock, self.swaps([first.from_on(member), *later])) >= self.bought - 1:
                    found.append(member)
        return found

    def _may_go(self, of: TenderItem) -> bool:
        """Return True if the player may remove a thing from a holder that must retain a minimum number of things."""
        return not of.line.limited or sum(self.stock[key] for key in self.held[of.address]) > of.keeping

    def swap_enough(self) -> bool:
        """Return True if the player may stop exchanging pieces of the first substitute."""
        return exchangeable_count(self.stock, self.swaps(self.offered[1:])) >= self.bought

    # ------------------------------------------------------------ gifts for coins

    def gift_next(self) -> list[int]:
        """Return the piece types or things that the player may give next instead of coins.

        The player must remain able to pay the rest.
        """
        total = sum(cost.coins for cost in self.owed)
        if not self.offered or total <= 0:
            return []
        first, *later = self.offered
        assert first.line.pools is not None
        found = []
        for member, worth in sorted(first.worths.items()):
            if self._times(first, member, self.stock) <= 0 or not self._may_go(first):
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
        assert first.line.pools is not None
        key = first.line.pools.key(first.address, member)
        stock, left, rest = self.stock | {key: self.stock[key] - first.rate}, worth, []
        for cost in self.owed:
            rest.append(max(0, cost.coins - left))
            left = max(0, left - cost.coins)
        gifts = [self.gift(each, stock) for each in (first.from_on(member), *later)]
        return can_settle(rest, self._purses(self.owed), gifts, least, max(self.change, first.change))

    def gift_enough(self) -> bool:
        """Return True if the player may stop giving things of the first substitute."""
        return self.coins_suffice(self.owed, self.offered[1:], self.stock)


def _owed(line: Line, address: int, rest: list[Any]) -> CostItem:
    found = CostItem(line, address)
    pools = line.pools
    if pools is None:
        found.coins, found.possible = rest[0], rest[0] >= 0
        return found
    match line.form:
        case "pieces":
            number, sort = rest
            found.claims = [Claim("fixed", number, (pools.key(address, sort),))]
            found.possible = number == 0 or (number > 0 and bool(pools.keys(address, (sort,))))
        case "bag":
            counts = list(enumerate(rest[0], pools.first))
            found.possible = all(number >= 0 for _, number in counts)
            found.claims = [Claim("fixed", number, (pools.key(address, sort),)) for sort, number in counts if number]
        case "things":
            found.claims = [Claim("fixed", 1, (pools.key(address, thing),)) for thing in rest[0]]
        case "rest":
            found.counts, found.members = rest
            for sort, number in enumerate(found.counts, pools.first):
                if number and sort in found.members:
                    found.claims.append(Claim("fixed", number, (pools.key(address, sort),)))
                elif number:
                    found.bought += number
        case _:
            number, found.members = rest
            found.claims = [Claim(line.form, number, pools.keys(address, found.members))]
            found.possible = is_possible(found.claims[0])
    return found


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
