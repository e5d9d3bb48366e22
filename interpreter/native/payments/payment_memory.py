"""Layout of the payment solver's memory: stock, costs and substitutes.

A *pool* contains all pieces of one type in one holder, or one single thing (`interpreter.payments.matching`). The id of
a pool is four times its number, so the id is also the pool's byte offset in each area that has one word for each pool.
Words have 32 bits. For each table, a global variable of the module holds the address of the table's end; `POOLS` holds
the offset of the end of the pools.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.emit.memory import WORD
from interpreter.payments import bills
from interpreter.wasm import I32

FIXED, DIFFERENT, ALIKE, ANY = range(4)
"""The forms of a claim: from a given pool, from different pools, all from one of several pools, or from any pools."""
FORMS = {"different": DIFFERENT, "alike": ALIKE, "any": ANY}

# Offsets of the fields of rows, in bytes.
FORM, OWED, KEYS, ONE_KEY = 0, 4, 8, 12
CLAIM = 20
"""Size of a claim in bytes.

A claim stores its form, the number owed, the address of its list of pools, and room for a list of one pool.
"""
RATE, KEPT, KEEPING, HELD, SWAPPED = 0, 4, 8, 12, 16
SWAP = 20
"""Size of an exchange rate in bytes.

An exchange rate stores the number of pieces given for one piece, the number to keep in each pool, the number to keep in
total, the pools that this total covers (0 if there is no total), and the pools to exchange from. The last two fields
are addresses of lists.
"""
AMOUNT, PURSE, BOUNDED, OPEN_AMOUNT, REST = 0, 4, 8, 12, 16
COST = 20
"""Size in bytes of a cost in coins.

A cost stores its amount, the address of the purse, a flag for a purse with a lower limit, the amount still owed, and
the part of this amount that would remain after gifts of a trial value.
"""
ITEMS, CHANGE, MOST = 0, 4, 8
GIFT = 12
"""Size in bytes of a gift, which is a substitute for coins that can be given now.

A gift stores the address of a list of pairs (value in coins, number), the largest change, and the maximum number of
things that may be given (-1 if there is no maximum).
"""
ZERO, FIRST, END, MEMBERS, SINGLE, GIVEN_RATE, GIVEN_KEEPING, LIMITED, GIVEN_CHANGE, GIVEN_HELD = range(4, 44, 4)
OFFER = 44
"""Size of an accepted substitute in bytes.

- `FORM` is `SWAP_FORM` or `GIFT_FORM`, and `ZERO` is the base id of the pools (see `bills`).
- Only members from `FIRST` up to, but not including, `END` can be given. `MEMBERS` is the address of the list of
  accepted members. In the list of a gift, the low bits of an entry hold the member's value in coins.
- `SINGLE` is 1 for single things. `GIVEN_RATE` is the number of pieces that are given together.
- `GIVEN_KEEPING` is the number of pieces to keep of each type. If `LIMITED` is 1, `GIVEN_KEEPING` is instead the number
  of pieces to keep in all pools of the list `GIVEN_HELD` together.
- `GIVEN_CHANGE` is the largest change.
"""
SWAP_FORM, GIFT_FORM = 0, 1
NUMBER = SINGLE
FIRST_COST = 24
"""Size in bytes of the first cost, if it is paid piece by piece.

The first cost stores its form (that of a claim, or `BAG_REST`), the fields of a substitute up to `MEMBERS`, and the
number owed.
"""
BAG_REST = 4
"""Form of a cost that is the part of a bag that is not yet paid; the amounts are in the area `counts`."""
PART_CLAIM, STRIDE, SIZE, MOST_OF_IT = 0, 4, 8, 12
PART = 16
"""Size in bytes of one dimension of the tables `best` and `better`.

A dimension stores the address of its claim, its stride in entries, its length, and the maximum number of pieces that
the claim can take from the current pool.
"""

MOST_POOLS, MOST_CLAIMS, MOST_LINES = 1 << 12, 1 << 12, 1 << 6
"""Maximum numbers of pools, claims and lines in one bill."""
MOST_DEALT = 1 << 16
"""Maximum number of entries in each of the tables `best` and `better`."""
MOST_PIECES = 1 << 10
"""If a pool has at least this many pieces, another engine takes over.

The limit applies only to pools with several exchange rates.
"""
MOST_BITS = 1 << 17
"""Number of bits in a row of sums; sums that do not fit into a row are left to another engine."""
COUNTED_BYTES = 1 << 21
"""Size in bytes of the area `counted`."""

LIMIT_OF_PIECES, LIMIT_OF_COINS = 1 << 14, 1 << 24
"""Maximum number of pieces, and maximum number of coins, that one line may require.

Above these numbers another engine takes over.
"""

BOUGHT, LEAST, GIVEN = w.Global("bought", I32, 0), w.Global("least", I32, 0), w.Global("given", I32, 0)
"""Initial values for answering a question about a bill.

`BOUGHT` is the number of pieces that must be bought in any case. `LEAST` is the value of the least valuable earlier
gift (0 if there are no gifts), and `GIVEN` is the most change that may be returned for earlier gifts.
"""
POSSIBLE = w.Global("possible", I32, 1)
"""A flag that becomes 0 when a line turns out to be impossible to pay."""
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
    """Return, for each kind of single thing in a bill, the first index and the end index.

    The key of each entry is the shift of the kind (see `bills.Pools`).
    """
    found: dict[int, tuple[int, int]] = {}
    for line in lines:
        if line.pools is not None and not line.pools.counts:
            first, end = found.get(line.pools.shift, (line.pools.first, 0))
            found[line.pools.shift] = min(first, line.pools.first), max(end, line.pools.first + line.pools.size)
    return found


@dataclass(frozen=True, slots=True)
class PaymentMemory:
    """The addresses of the areas, which follow each other, starting at `begin`."""

    begin: int

    @property
    def size(self) -> int:
        """Size of all areas, in bytes."""
        return self.counted + COUNTED_BYTES - self.begin

    @staticmethod
    def has_room(of: Iterable[bills.Line]) -> bool:
        """Return True if a bill with these lines fits into memory.

        There must be room for as many claims as the lines have pools.
        """
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
        """Number of pieces in stock in each pool."""
        return self.begin

    @property
    def left(self) -> int:
        """Number of pieces left in each pool while the claims are met."""
        return self._after(self.stock, MOST_POOLS)

    @property
    def order(self) -> int:
        """Sort key of each pool; pools are divided in the order of these keys."""
        return self._after(self.left, MOST_POOLS)

    @property
    def rate(self) -> int:
        """Best exchange rate of each pool; 0 if its pieces cannot be exchanged."""
        return self._after(self.order, MOST_POOLS)

    @property
    def kept(self) -> int:
        """Number of pieces to keep in each pool at its best rate."""
        return self._after(self.rate, MOST_POOLS)

    @property
    def lowest(self) -> int:
        """Smallest number of pieces to keep in each pool at any of its rates."""
        return self._after(self.kept, MOST_POOLS)

    @property
    def mark(self) -> int:
        """Last claim on each pool, among the claims in `loose` that have been read so far.

        The claim is given by its offset plus 4; 0 means that there is none.
        """
        return self._after(self.lowest, MOST_POOLS)

    @property
    def counts(self) -> int:
        """Number of pieces of each type that a partly paid bag still requires."""
        return self._after(self.mark, MOST_POOLS)

    # ------------------------------------------------------------ rows

    @property
    def holders(self) -> int:
        """Pairs of a holder and the base id of its pools.

        A holder is identified by its address; all single things of one kind share a negative number instead.
        """
        return self._after(self.counts, MOST_POOLS)

    @property
    def claims_at(self) -> int:
        """Claims that accept substitutes."""
        return self.holders + 8 * MOST_LINES

    @property
    def firm(self) -> int:
        """Claims that accept no substitutes."""
        return self.claims_at + CLAIM * MOST_CLAIMS

    @property
    def alike(self) -> int:
        """Addresses of the claims for pieces from the same pool.

        These claims can choose between several pools.
        """
        return self.firm + CLAIM * MOST_CLAIMS

    @property
    def loose(self) -> int:
        """Addresses of the claims for different or any pieces.

        These claims can choose between several pools.
        """
        return self._after(self.alike, MOST_CLAIMS)

    @property
    def group(self) -> int:
        """Group of each claim in `loose`, given by the offset of one claim of the group."""
        return self._after(self.loose, MOST_CLAIMS)

    @property
    def parts(self) -> int:
        """Dimensions of the tables `best` and `better`, one for each claim of a group."""
        return self._after(self.group, MOST_CLAIMS)

    @property
    def swaps(self) -> int:
        """Exchange rates."""
        return self.parts + PART * MOST_CLAIMS

    @property
    def gifts(self) -> int:
        """Gifts for coins."""
        return self.swaps + SWAP * MOST_LINES

    @property
    def costs(self) -> int:
        """Costs in coins."""
        return self.gifts + GIFT * MOST_LINES

    @property
    def offers(self) -> int:
        """Accepted substitutes, in the order of the lines of the bill."""
        return self.costs + COST * MOST_LINES

    @property
    def first(self) -> int:
        """First cost, if it is paid piece by piece."""
        return self.offers + OFFER * MOST_LINES

    # ------------------------------------------------------------ tables

    @property
    def best(self) -> int:
        """Largest saving for each combination of the numbers of pieces given to the claims.

        The entry of an impossible combination is -1.
        """
        return self.first + FIRST_COST

    @property
    def better(self) -> int:
        """A second table like `best`, which takes one more pool into account."""
        return self._after(self.best, MOST_DEALT)

    @property
    def made(self) -> int:
        """Maximum number of exchanges in a pool with several rates, for each number of pieces in the pool."""
        return self._after(self.better, MOST_DEALT)

    def bits(self, row: int) -> int:
        """Return the address of one of the five rows of bits for sums of coins.

        A row has one bit for each sum of coins, starting at 0.
        """
        return self._after(self.made, MOST_PIECES) + row * (MOST_BITS // 8)

    @property
    def counted(self) -> int:
        """Rows of bits for sums of coins, one row for each number of things given."""
        return self.bits(5)
