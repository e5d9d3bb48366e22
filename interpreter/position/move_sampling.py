"""Chooses random moves, and random values for the open parameters of a listed move.

Every legal choice has a positive probability. A number, or the count of a type in a bag, is drawn uniformly from its
range. Each member of a set is included with probability 1/2. If the size of a bag or set is limited, independent draws
would rarely be legal. The size of a limited bag or set is therefore drawn first, then the contents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.position.engine import OPEN, UNLIMITED, Engine, Opposed, Row, Size, Vector
from interpreter.position.scratch_slots import BITS

Below = Callable[[int], int]
"""Function that returns a random integer from 0 to one less than its argument."""

SAMPLES = 20
"""Maximum number of attempts to complete a move with open parameters before trying another move.

All engines use the same limit, so that a seed always produces the same game.
"""


def filled_in(row: Row, ranges: Sequence[range], sizes: Sequence[Size], below: Below) -> Row:
    """Fill the open parameters of a listed row with random values.

    The resulting row may be illegal.
    """
    drawn: list[int] = []
    for size in sizes:
        drawn += [each[below(len(each))] for each in ranges[len(drawn) : size[0]]]
        drawn += _set_of(ranges, size, below) if size[4] else _bag_of(ranges, size, below)
    drawn += [each[below(len(each))] for each in ranges[len(drawn) :]]
    numbers = iter(drawn)
    return tuple([next(numbers) if value == OPEN else value for value in row])


def filled_legally(engine: Engine, v: Vector, seat: int, row: Row, below: Below, tries: int) -> Row | None:
    """Fill the open parameters of a listed row with random values until the row is legal.

    Return None after `tries` failed attempts.
    """
    ranges, sizes, opposed = engine.ranges(v, seat, row), engine.sizes(v, seat, row), engine.opposed(row)
    for _ in range(tries):
        drawn = filled_in(row, ranges, sizes, below)
        if opposed:
            drawn = netted(drawn, opposed)
        if engine.is_legal(v, seat, drawn):
            return drawn
    return None


def netted(row: Row, opposed: Sequence[Opposed]) -> Row:
    """Offset opposed amounts in a proposal: paying 10 and getting 15 becomes getting 5."""
    numbers = list(row)
    for one, other, width in opposed:
        for at in range(width):
            both = min(numbers[one + at], numbers[other + at])
            numbers[one + at] -= both
            numbers[other + at] -= both
    return tuple(numbers)


def drawn_move(
    engine: Engine, v: Vector, seat: int, listed: Sequence[Row], below: Below, tries: int
) -> Row | None:  # fmt: skip
    """Choose a listed move at random, and fill its open parameters with random values.

    All listed moves are equally likely. If `tries` attempts to fill a move fail, another move is chosen. Return None if
    all moves fail.
    """
    left = list(listed)
    while left:
        row = left.pop(below(len(left)))
        filled = filled_legally(engine, v, seat, row, below, tries) if OPEN in row else row
        if filled is not None:
            return filled
    return None


def _bag_of(ranges: Sequence[range], size: Size, below: Below) -> list[int]:
    """Return random counts for a bag whose total is limited.

    The function draws the counts type by type, starting with a random type. Each count is limited so that the remaining
    types can still supply the rest of the total.
    """
    at, width, least, most, _ = size
    caps = [len(each) - 1 for each in ranges[at : at + width]]
    room = sum(caps)
    left = _number(least, min(most, room), below)
    counts = [0] * width
    if not left:
        return counts
    begun = below(width)
    for sort in (*range(begun, width), *range(begun)):
        if cap := caps[sort]:
            room -= cap
            counts[sort] = number = _number(left - room, cap if cap < left else left, below)
            if number == left:
                break
            left -= number
    return counts


def _set_of(ranges: Sequence[range], size: Size, below: Below) -> list[int]:
    """Return a random set, encoded as bit masks."""
    at, width, least, most, _ = size
    words = [len(each) - 1 for each in ranges[at : at + width]]
    members = [divmod(bit, BITS) for bit in range(width * BITS) if words[bit // BITS] >> bit % BITS & 1]
    words = [0] * width
    if least == UNLIMITED:
        chosen = [member for member in members if below(2)]
    else:
        chosen = [members.pop(below(len(members))) for _ in range(_number(least, min(most, len(members)), below))]
    for word, bit in chosen:
        words[word] |= 1 << bit
    return words


def _number(least: int, most: int, below: Below) -> int:
    """Return a random integer from `least` to `most`, or `most` if the range is empty.

    Negative bounds are replaced by 0.
    """
    least = least if least > 0 else 0
    return least + below(most - least + 1) if least < most else most if most > 0 else 0
