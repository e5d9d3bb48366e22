"""Memory layout of the payment solver, which holds the stock, the costs and the substitutes.

A *pool* consists of all pieces of one type in one holder, or of a single thing (see `interpreter.payments.matching`).
The id of a pool is four times its index. Areas with one 32-bit word per pool use this id as a byte offset. For each
table, a WebAssembly global holds the end address; the global `POOLS` holds the end offset of the pools.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.emit.memory import WORD
from interpreter.payments import bills
from interpreter.wasm import I32

FIXED, DIFFERENT, ALIKE, ANY = range(4)
"""Forms of a claim for pieces.

- `FIXED`: all pieces come from a given pool.
- `DIFFERENT`: each piece comes from a different pool.
- `ALIKE`: all pieces come from one of several pools.
- `ANY`: the pieces come from any of several pools.
"""
FORMS = {"different": DIFFERENT, "alike": ALIKE, "any": ANY}

# Byte offsets of the fields in the records below.
FORM, OWED, KEYS, ONE_KEY = 0, 4, 8, 12
CLAIM = 20
"""Bytes per claim.

A claim stores its form, the number of pieces owed, the address of its list of pools, and space for a list of one pool.
"""
RATE, KEPT, KEEPING, HELD, SWAPPED = 0, 4, 8, 12, 16
SWAP = 20
"""Bytes per exchange rate.

- `RATE` is the number of pieces that the player gives for one piece.
- `KEPT` is the number of pieces to keep in each pool.
- `KEEPING` is the total number of pieces to keep in the pools of the list `HELD`.
- `HELD` is the address of this list, or 0 if there is no list.
- `SWAPPED` is the address of the list of pools to exchange from.
"""
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
- `ZERO` is the base id of the holder's pools (see `bills`).
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
BAG_REST = 4
"""Form of a cost that is the unpaid rest of a bag, whose amounts are in the area `counts`."""
PART_CLAIM, STRIDE, SIZE, MOST_OF_IT = 0, 4, 8, 12
PART = 16
"""Bytes per dimension of the tables `best` and `better`.

A dimension stores the address of its claim, its stride in entries, its length, and the maximum number of pieces that
the claim can take from the current pool.
"""

MOST_POOLS, MOST_CLAIMS, MOST_LINES = 1 << 12, 1 << 12, 1 << 6
"""Maximum numbers of pools, claims and lines in a bill."""
MOST_DEALT = 1 << 16
"""Maximum number of entries in the tables `best` and `better`."""
MOST_PIECES = 1 << 10
"""Number of pieces in a pool with several exchange rates at which another engine takes over."""
MOST_BITS = 1 << 17
"""Bits per bit set of coin totals; another engine handles higher totals."""
COUNTED_BYTES = 1 << 21

LIMIT_OF_PIECES, LIMIT_OF_COINS = 1 << 14, 1 << 24
"""Maximum number of pieces or coins in one cost; another engine handles higher costs."""

BOUGHT, LEAST, GIVEN = w.Global("bought", I32, 0), w.Global("least", I32, 0), w.Global("given", I32, 0)
"""State of the current question about a bill.

- `BOUGHT` is the number of pieces that the player must buy in any case.
- `LEAST` is the lowest value, in coins, of an earlier gift, or 0 if there are no gifts.
- `GIVEN` is the largest amount of change that earlier gifts allow.
"""
POSSIBLE = w.Global("possible", I32, 1)
"""Becomes 0 when a cost turns out to be impossible to pay."""
POOLS, HOLDERS_END = w.Global("pools", I32, 0), w.Global("holders_end", I32, 0)
CLAIMS_END, FIRM_END = w.Global("claims_end", I32, 0), w.Global("firm_end", I32, 0)
OFFERS_END, SWAPS_END = w.Global("offers_end", I32, 0), w.Global("swaps_end", I32, 0)
GIFTS_END, COSTS_END = w.Global("gifts_end", I32, 0), w.Global("costs_end", I32, 0)
ALIKE_END, LOOSE_END, PARTS_END = (w.Global(f"{name}_end", I32, 0) for name in ("alike", "loose", "parts"))
BILL_GLOBALS = (
    BOUGHT, LEAST, GIVEN, POSSIBLE, POOLS, HOLDERS_END, CLAIMS_END, FIRM_END, OFFERS_END, SWAPS_END, GIFTS_END,
    COSTS_END, ALIKE_END, LOOSE_END, PARTS_END,
)  # fmt: skip


def things_of(lines: Iterable[bills.Line]) -> dict[int, tuple[int, int]]:
    """Return the index range (first, end) of each kind of individual thing in a bill.

    The keys are the kinds' shifts (see `bills.Pools`).
    """
    found: dict[int, tuple[int, int]] = {}
    for line in lines:
        if line.pools is not None and not line.pools.counts:
            first, end = found.get(line.pools.shift, (line.pools.first, 0))
            found[line.pools.shift] = min(first, line.pools.first), max(end, line.pools.first + line.pools.size)
    return found


@dataclass(frozen=True, slots=True)
class PaymentMemory:
    """Addresses of the payment areas, which follow each other, starting at `begin`."""

    begin: int

    @property
    def size(self) -> int:
        """Total size of the areas in bytes."""
        return self.counted + COUNTED_BYTES - self.begin

    @staticmethod
    def has_room(of: Iterable[bills.Line]) -> bool:
        """Return True if the lines of a bill fit into memory, which must hold one claim per pool."""
        lines = list(of)
        pools = sum(line.pools.size for line in lines if line.pools is not None and line.pools.counts)
        pools += sum(end - first for first, end in things_of(lines).values())
        claims = sum(line.pools.size for line in lines if line.pools is not None)
        return pools <= MOST_POOLS and claims <= MOST_CLAIMS and len(lines) <= MOST_LINES

    def _after(self, at: int, words: int) -> int:
        return at + WORD * words

    # ------------------------------------------------------------ by pool

    @property
    def stock(self) -> int:
        """Address of the number of pieces in each pool."""
        return self.begin

    @property
    def left(self) -> int:
        """Address of the number of pieces left in each pool while claims are met."""
        return self._after(self.stock, MOST_POOLS)

    @property
    def order(self) -> int:
        """Address of the pools' sort keys, which determine the order in which pools are divided."""
        return self._after(self.left, MOST_POOLS)

    @property
    def rate(self) -> int:
        """Address of each pool's best exchange rate, which is 0 if its pieces cannot be exchanged."""
        return self._after(self.order, MOST_POOLS)

    @property
    def kept(self) -> int:
        """Address of the number of pieces to keep in each pool at its best exchange rate."""
        return self._after(self.rate, MOST_POOLS)

    @property
    def lowest(self) -> int:
        """Address of the minimum number of pieces to keep in each pool at any of its exchange rates."""
        return self._after(self.kept, MOST_POOLS)

    @property
    def mark(self) -> int:
        """Address of the last claim on each pool, among the claims in `loose` that have been read so far.

        An entry is the claim's offset plus 4, or 0 if there is no claim.
        """
        return self._after(self.lowest, MOST_POOLS)

    @property
    def counts(self) -> int:
        """Address of the counts, by type, that a partly paid bag still requires."""
        return self._after(self.mark, MOST_POOLS)

    # ------------------------------------------------------------ rows

    @property
    def holders(self) -> int:
        """Address of the pairs, each consisting of a holder's address and the base id of the holder's pools.

        All holders of individual things of one kind share a pair, with a negative number instead of an address.
        """
        return self._after(self.counts, MOST_POOLS)

    @property
    def claims_at(self) -> int:
        """Address of the claims that accept substitutes."""
        return self.holders + 8 * MOST_LINES

    @property
    def firm(self) -> int:
        """Address of the claims that accept no substitutes."""
        return self.claims_at + CLAIM * MOST_CLAIMS

    @property
    def alike(self) -> int:
        """Address of pointers to the claims that must take all pieces from one of several pools."""
        return self.firm + CLAIM * MOST_CLAIMS

    @property
    def loose(self) -> int:
        """Address of pointers to the claims that take different or any pieces from several pools."""
        return self._after(self.alike, MOST_CLAIMS)

    @property
    def group(self) -> int:
        """Address of the group of each claim in `loose`.

        A group is identified by the offset of one of its claims.
        """
        return self._after(self.loose, MOST_CLAIMS)

    @property
    def parts(self) -> int:
        """Address of the dimensions of the tables `best` and `better`, with one dimension per claim of a group."""
        return self._after(self.group, MOST_CLAIMS)

    @property
    def swaps(self) -> int:
        """Address of the exchange rates."""
        return self.parts + PART * MOST_CLAIMS

    @property
    def gifts(self) -> int:
        """Address of the gifts."""
        return self.swaps + SWAP * MOST_LINES

    @property
    def costs(self) -> int:
        """Address of the costs in coins."""
        return self.gifts + GIFT * MOST_LINES

    @property
    def offers(self) -> int:
        """Address of the accepted substitutes, in the order of the bill."""
        return self.costs + COST * MOST_LINES

    @property
    def first(self) -> int:
        """Address of the first cost, if it is paid piece by piece."""
        return self.offers + OFFER * MOST_LINES

    # ------------------------------------------------------------ tables

    @property
    def best(self) -> int:
        """Address of the table with the largest saving for each combination of pieces given to claims.

        An impossible combination has the entry -1.
        """
        return self.first + FIRST_COST

    @property
    def better(self) -> int:
        """Address of the successor table of `best`, which takes one more pool into account."""
        return self._after(self.best, MOST_DEALT)

    @property
    def made(self) -> int:
        """Address of the maximum number of exchanges in a pool with several rates, for each number of pieces."""
        return self._after(self.better, MOST_DEALT)

    def bits(self, row: int) -> int:
        """Return the address of one of the five bit sets of coin totals."""
        return self._after(self.made, MOST_PIECES) + row * (MOST_BITS // 8)

    @property
    def counted(self) -> int:
        """Address of bit sets of coin totals, with one set for each number of things given."""
        return self.bits(5)
