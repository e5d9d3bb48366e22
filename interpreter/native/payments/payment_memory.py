"""Memory layout of the payment solver, which holds the stock, the costs and the substitutes.

`Debts` holds the stock and the claims on it. Its pools have numbers from 0. For each other table, a WebAssembly global
holds the end address.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.kernel import Layout, layout
from interpreter.native.emit.memory import WORD
from interpreter.payments import bills, debt_tables
from interpreter.wasm import I32

OWED, KEY = 0, 4
FIRM = 8
"""Bytes per claim that accepts no substitutes: the number of pieces owed, and the pool."""
FORM = 0
AMOUNT, PURSE, BOUNDED, OPEN_AMOUNT, REST = 0, 4, 8, 12, 16
COST = 20
"""Bytes per cost in coins.

- `AMOUNT` is the cost in coins.
- `PURSE` is the address of the purse that pays.
- `BOUNDED` is 1 if the purse has a lower limit.
- `OPEN_AMOUNT` is the number of coins still owed.
- `REST` is the number of coins that would still be owed after gifts of a trial value.
"""
ITEMS, CHANGE, MOST = 0, 4, 8
GIFT = 12
"""Bytes per gift, a substitute that can now be given instead of coins.

A gift stores the address of a list of pairs (value in coins, number of things) and the largest amount of change. It
also stores the maximum number of things to give, or -1 for no maximum.
"""
ZERO, FIRST, END, MEMBERS, SINGLE, GIVEN_RATE, GIVEN_KEEPING, LIMITED, GIVEN_CHANGE, GIVEN_HELD = range(4, 44, 4)
OFFER = 44
"""Bytes per accepted substitute.

- `FORM` is `SWAP_FORM` for an exchange or `GIFT_FORM` for a gift.
- `ZERO` is the base number of the holder's pools (see `bills`).
- `FIRST` and `END` delimit the members that can be given; `END` is exclusive.
- `MEMBERS` is the address of the list of accepted members. For a gift, the low bits of each list entry hold the
  member's value in coins.
- `SINGLE` is 1 if the members are individual things.
- `GIVEN_RATE` is the number of pieces that must be given together.
- `GIVEN_KEEPING` is the number of pieces to keep of each type. If `LIMITED` is 1, `GIVEN_KEEPING` is the total number
  of pieces to keep in the pools of the list `GIVEN_HELD`.
- `GIVEN_CHANGE` is the largest amount of change.
"""
SWAP_FORM, GIFT_FORM = 0, 1
NUMBER = SINGLE
FIRST_COST = 24
"""Bytes for the first cost, if it is paid piece by piece.

The record holds the form (that of a claim, or `BAG_REST`), the fields of a substitute up to `MEMBERS`, and the number
of pieces owed.
"""
BAG_REST = len(debt_tables.FORMS)
"""Form of a cost that is the unpaid rest of a bag, whose amounts are in the area `counts`."""
MOST_BITS = 1 << 17
"""Bits per bit set of coin totals; another engine handles higher totals."""
COUNTED_BYTES = 1 << 21

LIMIT_OF_COINS = 1 << 24
"""Maximum number of coins in one cost; another engine handles higher costs."""

BOUGHT, LEAST, GIVEN = w.Global("bought", I32, 0), w.Global("least", I32, 0), w.Global("given", I32, 0)
"""State of the current question about a bill.

- `BOUGHT` is the number of pieces that the player must buy in any case.
- `LEAST` is the lowest value, in coins, of an earlier gift, or 0 if there are no gifts.
- `GIVEN` is the largest amount of change that earlier gifts allow.
"""
POSSIBLE = w.Global("possible", I32, 1)
"""Becomes 0 when a cost turns out to be impossible to pay."""
HOLDERS_END, FIRM_END = w.Global("holders_end", I32, 0), w.Global("firm_end", I32, 0)
OFFERS_END, GIFTS_END = w.Global("offers_end", I32, 0), w.Global("gifts_end", I32, 0)
COSTS_END = w.Global("costs_end", I32, 0)
BILL_GLOBALS = (BOUGHT, LEAST, GIVEN, POSSIBLE, HOLDERS_END, FIRM_END, OFFERS_END, GIFTS_END, COSTS_END)


@dataclass(frozen=True, slots=True)
class PaymentMemory:
    """Addresses of the payment areas, which follow each other, starting with the tables of `Debts`."""

    begin: int
    debts: Layout

    @staticmethod
    def of(begin: int) -> PaymentMemory:
        """Return the areas from an address on."""
        return PaymentMemory(begin, layout(debt_tables.Debts, begin))

    @property
    def variables(self) -> list[w.Global]:
        """Global variables of the payment functions."""
        return [*BILL_GLOBALS, *self.debts.variables]

    @property
    def size(self) -> int:
        """Total size of the areas in bytes."""
        return self.counted + COUNTED_BYTES - self.begin

    @staticmethod
    def has_room(bill: bills.Bill) -> bool:
        """Return True if the lines of a bill fit into memory, which must hold one claim per pool."""
        pools = sum(line.pools.size for line in bill.lines if line.pools is not None)
        most = debt_tables.MOST_POOLS, debt_tables.MOST_CLAIMS, debt_tables.MOST_LINES
        return all(number <= limit for number, limit in zip((pools, pools, len(bill.lines)), most, strict=True))

    def _after(self, at: int, words: int) -> int:
        return at + WORD * words

    # ------------------------------------------------------------ pools

    @property
    def pools(self) -> w.Global:
        """Number of pools."""
        return self.debts.variable("Debts.stock")

    @property
    def claims(self) -> tuple[w.Global, w.Global]:
        """Numbers of claims on a single pool and on several pools."""
        return self.debts.variable("Debts.fixed_key"), self.debts.variable("Debts.forms")

    @property
    def stock(self) -> int:
        """Address of the number of pieces in each pool."""
        return self.debts.address("Debts.stock")

    @property
    def counts(self) -> int:
        """Address of the counts, by type, that a partly paid bag still requires."""
        return self.debts.end

    # ------------------------------------------------------------ rows

    @property
    def holders(self) -> int:
        """Address of the pairs, each consisting of a holder's address and the base number of the holder's pools."""
        return self._after(self.counts, debt_tables.MOST_POOLS)

    @property
    def firm(self) -> int:
        """Address of the claims that accept no substitutes."""
        return self.holders + 8 * debt_tables.MOST_LINES

    @property
    def gifts(self) -> int:
        """Address of the gifts."""
        return self.firm + FIRM * debt_tables.MOST_CLAIMS

    @property
    def costs(self) -> int:
        """Address of the costs in coins."""
        return self.gifts + GIFT * debt_tables.MOST_LINES

    @property
    def offers(self) -> int:
        """Address of the accepted substitutes, in the order of the bill."""
        return self.costs + COST * debt_tables.MOST_LINES

    @property
    def first(self) -> int:
        """Address of the first cost, if it is paid piece by piece."""
        return self.offers + OFFER * debt_tables.MOST_LINES

    # ------------------------------------------------------------ tables

    def bits(self, row: int) -> int:
        """Return the address of one of the five bit sets of coin totals."""
        return self.first + FIRST_COST + row * (MOST_BITS // 8)

    @property
    def counted(self) -> int:
        """Address of bit sets of coin totals, with one set for each number of things given."""
        return self.bits(5)
