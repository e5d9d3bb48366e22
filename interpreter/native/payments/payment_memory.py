"""Memory of the payment solver: stock and costs as rows of words, with one area for each type of row.

A *pool* holds all pieces of one type in one holder, or one single thing (`interpreter.payments.matching`). Its id is
four times its number, which is also its byte offset in each area. Variables of the module mark the ends of the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.emit.memory import WORD
from interpreter.payments import bills
from interpreter.wasm import I32

FIXED, DIFFERENT, ALIKE, ANY = range(4)
"""The forms of a claim."""
FORMS = {"different": DIFFERENT, "alike": ALIKE, "any": ANY}

# Offsets of the fields of rows, in bytes.
FORM, OWED, KEYS, ONE_KEY = 0, 4, 8, 12
CLAIM = 20
"""A claim: its form, the number owed, the list of its pools, and room for a list of one pool."""
RATE, KEPT, KEEPING, HELD, SWAPPED = 0, 4, 8, 12, 16
SWAP = 20
"""An exchange rate: the rate, the number to keep in a pool or in a list of pools (0: no list), and its pools."""
AMOUNT, PURSE, BOUNDED, OPEN_AMOUNT, REST = 0, 4, 8, 12, 16
COST = 20
"""A cost in coins: the amount, the slot of the purse, whether the purse can run empty; the amount still owed, and the
part of it to pay in coins."""
ITEMS, CHANGE, MOST = 0, 4, 8
GIFT = 12
"""An accepted substitute for coins: list of pairs (worth, number), its change, the most that may be given (−1: all)."""
ZERO, FIRST, END, MEMBERS, SINGLE, GIVEN_RATE, GIVEN_KEEPING, LIMITED, GIVEN_CHANGE, GIVEN_HELD = range(4, 44, 4)
OFFER = 44
"""An accepted substitute: its form, the pool of member 0, the range of possible members (up to `END`), the members
themselves, whether they are single things, the rate, the number to keep, whether that is a total, the change, and
the pools of the holder."""
SWAP_FORM, GIFT_FORM = 0, 1
NUMBER = SINGLE
FIRST_COST = 24
"""The first cost, if it is paid piece by piece: like an accepted substitute, but with the form of a claim, or
`BAG_REST` for the rest of a bag; then the number owed."""
BAG_REST = 4
PART_CLAIM, STRIDE, SIZE, MOST_OF_IT = 0, 4, 8, 12
PART = 16
"""A claim in the table of divisions: its stride and its number of values."""

MOST_POOLS, MOST_CLAIMS, MOST_LINES = 1 << 12, 1 << 12, 1 << 6
"""Most pools, claims and lines of one bill."""
MOST_DEALT = 1 << 16
"""Most entries of a table of divisions."""
MOST_PIECES = 1 << 10
"""Most pieces of one pool that are exchanged at several rates."""
MOST_BITS = 1 << 17
"""Most sums of coins that are distinguished, and the bytes they take if they are grouped by the number of gifts."""
COUNTED_BYTES = 1 << 21

LIMIT_OF_PIECES, LIMIT_OF_COINS = 1 << 14, 1 << 24
"""Most pieces or coins that one line may owe. Beyond that another engine takes over."""

BOUGHT, LEAST, GIVEN = w.Global("bought", I32, 0), w.Global("least", I32, 0), w.Global("given", I32, 0)
"""Pieces that must be bought anyway, the least worth of earlier gifts (0 without gifts), and their change."""
POSSIBLE = w.Global("possible", I32, 1)
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
    """Return the first thing and the end of each kind of single things in a bill, by its shift."""
    found: dict[int, tuple[int, int]] = {}
    for line in lines:
        if line.pools is not None and not line.pools.counts:
            first, end = found.get(line.pools.shift, (line.pools.first, 0))
            found[line.pools.shift] = min(first, line.pools.first), max(end, line.pools.first + line.pools.size)
    return found


@dataclass(frozen=True, slots=True)
class PaymentMemory:
    """Areas of memory from `begin` on."""

    begin: int

    @property
    def size(self) -> int:
        """Bytes of all areas."""
        return self.counted + COUNTED_BYTES - self.begin

    @staticmethod
    def has_room(of: Iterable[bills.Line]) -> bool:
        """Return True if a bill with these lines fits into memory."""
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
        """Area of the number of pieces in stock."""
        return self.begin

    @property
    def left(self) -> int:
        """Area of the number of pieces left while claims are met."""
        return self._after(self.stock, MOST_POOLS)

    @property
    def order(self) -> int:
        """Area of the numbers by which pools are sorted."""
        return self._after(self.left, MOST_POOLS)

    @property
    def rate(self) -> int:
        """Area of the best rate of each pool, 0 if it cannot be exchanged."""
        return self._after(self.order, MOST_POOLS)

    @property
    def kept(self) -> int:
        """Area of the number of pieces to keep at that rate."""
        return self._after(self.rate, MOST_POOLS)

    @property
    def lowest(self) -> int:
        """Area of the number of pieces to keep at any rate."""
        return self._after(self.kept, MOST_POOLS)

    @property
    def mark(self) -> int:
        """Area of the first claim that takes from each pool."""
        return self._after(self.lowest, MOST_POOLS)

    @property
    def counts(self) -> int:
        """Area of the amount of each type that the first cost owes."""
        return self._after(self.mark, MOST_POOLS)

    # ------------------------------------------------------------ rows

    @property
    def holders(self) -> int:
        """Area of pairs: the address of a holder, or a negative number for a kind of things, and the pool of member 0.
        """
        return self._after(self.counts, MOST_POOLS)

    @property
    def claims_at(self) -> int:
        return self.holders + 8 * MOST_LINES

    @property
    def firm(self) -> int:
        """Area of the claims without substitutes."""
        return self.claims_at + CLAIM * MOST_CLAIMS

    @property
    def alike(self) -> int:
        """Area of the addresses of claims for equal pieces."""
        return self.firm + CLAIM * MOST_CLAIMS

    @property
    def loose(self) -> int:
        """Area of the addresses of claims for different or any pieces."""
        return self._after(self.alike, MOST_CLAIMS)

    @property
    def group(self) -> int:
        """Area of the group of each of these claims."""
        return self._after(self.loose, MOST_CLAIMS)

    @property
    def parts(self) -> int:
        return self._after(self.group, MOST_CLAIMS)

    @property
    def swaps(self) -> int:
        return self.parts + PART * MOST_CLAIMS

    @property
    def gifts(self) -> int:
        return self.swaps + SWAP * MOST_LINES

    @property
    def costs(self) -> int:
        return self.gifts + GIFT * MOST_LINES

    @property
    def offers(self) -> int:
        return self.costs + COST * MOST_LINES

    @property
    def first(self) -> int:
        """Area of the first cost."""
        return self.offers + OFFER * MOST_LINES

    # ------------------------------------------------------------ tables

    @property
    def best(self) -> int:
        """Area of the largest saving, for each combination of pieces given."""
        return self.first + FIRST_COST

    @property
    def better(self) -> int:
        """Area of the same savings after one more pool."""
        return self._after(self.best, MOST_DEALT)

    @property
    def made(self) -> int:
        """Area of the number of exchanges, by number of pieces."""
        return self._after(self.better, MOST_DEALT)

    def bits(self, row: int) -> int:
        """Return the area of a row of bits, one for each sum."""
        return self._after(self.made, MOST_PIECES) + row * (MOST_BITS // 8)

    @property
    def counted(self) -> int:
        """Area of the rows of bits by number of things given."""
        return self.bits(5)
