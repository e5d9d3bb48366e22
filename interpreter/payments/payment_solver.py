"""Decides which costs a player can pay, and what the player may give next.

The Python engines compute a bill's values and pass them to this solver, which enters them into the tables of a bill.
The native engine enters the values itself. Both call the same kernels, so all engines agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from interpreter.payments import bill_entries, reckoning
from interpreter.payments.bills import VALUES, Bill
from interpreter.payments.coins import Coins
from interpreter.payments.debt_tables import FORMS, Debts, TooManyWays
from interpreter.payments.debts import lacking, owe_one
from interpreter.payments.due_lines import DueLine
from interpreter.payments.reckoning_tables import BAG_REST, EVERY, SWAP, Reckoning, kind_of
from interpreter.position import PlayFault, Vector, faults


class PaymentSolver:
    """Answers questions about paying a bill in one position.

    Questions named `own_…` concern the first cost. Questions named `swap_…` and `gift_…` concern the first accepted
    substitute.
    """

    def __init__(self, bill: Bill, v: Vector, values: Sequence[Any]) -> None:
        self.v, self.bill, self.values = v, bill, values
        self.seen: dict[int, tuple[int, list[int]]] = {}
        """Addresses of holders and purses that were read, with the ends and the contents at that time."""
        self.reckoning, self.debts, self.coins = Reckoning(), Debts(), Coins()
        self.owed: list[DueLine] = []
        self.offered: list[DueLine] = []
        self._stored: bool | None = None
        """True if the tables are ready for questions about the first cost, and False if they are for other ones."""
        given = iter(values)
        self._before = tuple(islice(given, bill.bought + 2 * bill.given))
        for line in bill.lines:
            due = next(given) if line.when else 1
            address, *rest = islice(given, len(VALUES[line.form]))
            if not due:
                continue
            if line.form in ("swap", "gift"):
                self.offered.append(DueLine(line, address, rest))
            elif not self.owed or line.form not in FORMS or rest[0]:
                self.owed.append(DueLine(line, address, rest))

    def is_of(self, bill: Bill, v: Vector, values: Sequence[Any]) -> bool:
        """Return True if this solver was created for the same bill, position and values, and the holders and
        purses are unchanged.
        """
        return (
            bill is self.bill and v is self.v and values == self.values
            and all(v[address:end] == slots for address, (end, slots) in self.seen.items())
        )  # fmt: skip

    def answer(self, asked: str) -> Any:
        """Answer a question, given as a key of `ASKED`.

        Raises:
            PlayFault: Raised if there are too many ways to pay.
        """
        try:
            return ASKED[asked](self)
        except TooManyWays:
            self._stored = None
            about = (self.owed or self.offered)[0].line.about
            raise PlayFault(faults.too_many_ways(), about.span, about) from None

    # ------------------------------------------------------------ tables

    def tables(self, own: bool = False) -> tuple[Reckoning, Debts, Coins]:
        """Return the tables of the bill. If `own` is True, the player pays the first cost piece by piece."""
        if self._stored is not own:
            self._store(self.owed, own)
            self._stored = own
        return self.reckoning, self.debts, self.coins

    def _store(self, owed: Sequence[DueLine], own: bool = False) -> None:
        """Store some of the costs, and all substitutes. If `own` is True, the first cost is stored last."""
        r, d, c = self.reckoning, self.debts, self.coins
        bill_entries.begin_bill(r, d, c)
        if self.bill.bought:
            (r.bought,) = self._before
        elif self.bill.given:
            r.least, r.change = self._before
        first = owed[0] if own else None
        if first is not None:
            self._hold(first)
        for due in owed:
            if due is not first:
                self._owe(due)
        for due in self.offered:
            self._accept(due)
        if first is not None:
            self._pay_first(first)

    def _hold(self, due: DueLine) -> int:
        """Store the holder of a line, unless it is stored already, and return its number."""
        r, v, address, pools = self.reckoning, self.v, due.address, due.line.pools
        assert pools is not None
        if (known := bill_entries.known_holder(r, address)) >= 0:
            return known
        end = pools.end(v, address)
        slots = v[address:end]
        self.seen[address] = end, slots
        stock = self.debts.stock
        zero = len(stock) - pools.first
        things = [] if pools.counts else slots[1:]
        holder = bill_entries.add_holder(r, self.debts, address, pools.first, pools.size, things)
        stock += slots if pools.counts else [0] * pools.size
        for thing in things:
            stock[zero + thing] = 1
        return holder

    def _owe(self, due: DueLine) -> None:
        r, d, line, values = self.reckoning, self.debts, due.line, due.values
        if line.form == "coins":
            address, low = due.address, line.low
            balance = self.v[address]
            self.seen[address] = address + 1, [balance]
            bill_entries.owe_price(r, self.coins, due.number, address, balance - (low or 0), int(low is not None))
            return
        holder = self._hold(due)
        if line.form == "rest":
            self._pay_first(due)
            r.bought += bill_entries.owe_rest(r, d, EVERY)
        elif line.form in FORMS:
            bill_entries.owe_choice(r, d, FORMS[line.form], due.number, holder, values[1])
        else:
            for member, number in due.pieces:
                bill_entries.owe_pieces(r, d, number, member, holder, int(line.firm))

    def _pay_first(self, due: DueLine) -> None:
        r, (amount, members), holder = self.reckoning, due.values, self._hold(due)
        if due.line.form == "rest":
            bill_entries.pay_first(r, BAG_REST, 0, holder, sorted(members))
            r.counts[:] = amount
        else:
            bill_entries.pay_first(r, FORMS[due.line.form], amount, holder, sorted(members))

    def _accept(self, due: DueLine) -> None:
        rate, members, keeping, *change = due.values
        returns = max(0, change[0]) if change else SWAP
        gives = kind_of(due.line)
        bill_entries.accept(self.reckoning, self._hold(due), gives, rate, keeping, returns, sorted(members))

    # ------------------------------------------------------------ explanations

    def payable(self, owed: Sequence[DueLine] | None = None) -> bool:
        """Return True if the player can pay several costs together. If `owed` is None, test all costs."""
        if owed is not None:
            self._store(owed)
            self._stored = None
            return reckoning.payable(self.reckoning, self.debts, self.coins)
        return reckoning.payable(*self.tables())

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
        self._store([due for due in self.owed[: at + 1] if due.line.form != "coins"])
        self._stored = None
        r, d = self.reckoning, self.debts
        for number, key in zip(r.firm_owed, r.firm_key, strict=True):
            owe_one(d, number, key)
        reckoning.swaps_from(r, d, 0, EVERY)
        return max(0, lacking(d, r.bought))

    def there(self, due: DueLine, member: int) -> int:
        """Return the number of pieces of one type in the holder of a cost."""
        r, d, _ = self.tables()
        return reckoning.there(r, d, self._hold(due), member)

    @property
    def has_swaps(self) -> bool:
        """True if the bill accepts substitutes for pieces."""
        return any(due.line.form == "swap" for due in self.offered)

    @property
    def worth_of_gifts(self) -> int | None:
        """Worth of everything that the player can give instead of coins, or None if the bill accepts no gifts."""
        if all(due.line.form != "gift" for due in self.offered):
            return None
        r, d, c = self.tables()
        reckoning.gifts_from(r, d, c, 0, EVERY)
        return sum(worth * number for worth, number in zip(c.worth, c.number, strict=True))


ASKED: Mapping[str, Callable[[PaymentSolver], Any]] = {
    "payable": lambda solver: solver.payable(),
    "unpayable": lambda solver: solver.unpayable(),
    "own_next": lambda solver: reckoning.own_next(*solver.tables(own=True)[:2]),
    "own_enough": lambda solver: reckoning.own_enough(*solver.tables(own=True)[:2]),
    "swap_next": lambda solver: reckoning.swap_next(*solver.tables()[:2]),
    "swap_enough": lambda solver: reckoning.swap_enough(*solver.tables()[:2]),
    "gift_next": lambda solver: reckoning.gift_next(*solver.tables()),
    "gift_enough": lambda solver: reckoning.gift_enough(*solver.tables()),
}
"""Functions that answer questions about a bill, keyed by the name of the question.

Answers to questions whose names end in `next` are members. The other answers are True or False, except that
`unpayable` is an index or None.
"""
