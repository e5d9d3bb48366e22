"""Memory layout of the payment solver, which holds the stock, the costs and the substitutes.

`Debts` holds the stock and the claims on it, and `Coins` holds costs in coins and gifts. Pools have numbers from 0. For
each other table, a WebAssembly global holds the end address.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.kernel import Layout, layout
from interpreter.native.emit.memory import WORD
from interpreter.payments import bills, coins, debt_tables
from interpreter.wasm import I32

OWED, KEY = 0, 4
FIRM = 8
"""Bytes per claim that accepts no substitutes: the number of pieces owed, and the pool."""
FORM = 0
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
OFFERS_END = w.Global("offers_end", I32, 0)
BILL_GLOBALS = (BOUGHT, LEAST, GIVEN, POSSIBLE, HOLDERS_END, FIRM_END, OFFERS_END)


@dataclass(frozen=True, slots=True)
class PaymentMemory:
    """Addresses of the payment areas, which follow each other, starting with the tables of `Debts` and `Coins`."""

    begin: int
    debts: Layout
    coins: Layout

    @staticmethod
    def of(begin: int) -> PaymentMemory:
        """Return the areas from an address on."""
        debts = layout(debt_tables.Debts, begin)
        return PaymentMemory(begin, debts, layout(coins.Coins, debts.end))

    @property
    def variables(self) -> list[w.Global]:
        """Global variables of the payment functions."""
        return [*BILL_GLOBALS, *self.debts.variables, *self.coins.variables]

    @property
    def size(self) -> int:
        """Total size of the areas in bytes."""
        return self.first + FIRST_COST - self.begin

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
    def costs(self) -> w.Global:
        """Number of costs in coins."""
        return self.coins.variable("Coins.price")

    @property
    def stock(self) -> int:
        """Address of the number of pieces in each pool."""
        return self.debts.address("Debts.stock")

    @property
    def counts(self) -> int:
        """Address of the counts, by type, that a partly paid bag still requires."""
        return self.coins.end

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
    def offers(self) -> int:
        """Address of the accepted substitutes, in the order of the bill."""
        return self.firm + FIRM * debt_tables.MOST_CLAIMS

    @property
    def first(self) -> int:
        """Address of the first cost, if it is paid piece by piece."""
        return self.offers + OFFER * debt_tables.MOST_LINES
