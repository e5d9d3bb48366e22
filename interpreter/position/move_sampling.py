"""Random moves: values for the open parts of a listed move are chosen at random.

Every legal choice is possible. A number, or a count in a bag, is drawn uniformly from its range. Each member of a set
is chosen with probability 1/2. If the total size of a bag or set is limited, most independent choices would be illegal,
so the size is chosen first and then the contents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.position.engine import OPEN, UNLIMITED, Engine, Opposed, Row, Size, Vector
from interpreter.position.scratch_slots import BITS

Below = Callable[[int], int]
"""A function that returns a random number from 0 to one less than the given bound."""

SAMPLES = 20
"""Maximum number of attempts to complete an open move before another move is tried.

All engines use the same number, so that the same seed gives the same game.
"""


def filled_in(row: Row, ranges: Sequence[range], sizes: Sequence[Size], below: Below) -> Row:
    """Return a listed row with random values for its open parts.

    The result may be illegal.
    """
    drawn: list[int] = []
    for size in sizes:
        drawn += [each[below(len(each))] for each in ranges[len(drawn) : size[0]]]
        drawn += _set_of(ranges, size, below) if size[4] else _bag_of(ranges, size, below)
    drawn += [each[below(len(each))] for each in ranges[len(drawn) :]]
    numbers = iter(drawn)
    return tuple([next(numbers) if value == OPEN else value for value in row])


def filled_legally(engine: Engine, v: Vector, seat: int, row: Row, below: Below, tries: int) -> Row | None:
    """Return a legal row: a listed row with random values for its open parts.

    The result is None if `tries` attempts fail.
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
    """Return a proposal without the amounts that cancel out: paying 10 and getting 15 becomes getting 5."""
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
    """Return a random listed move with random values for its open parts.

    Each listed move is equally likely. A move that yields no legal row within `tries` attempts is skipped. The result
    is None if all moves fail.
    """
    left = list(listed)
    while left:
        row = left.pop(below(len(left)))
        filled = filled_legally(engine, v, seat, row, below, tries) if OPEN in row else row
        if filled is not None:
            return filled
    return None


def _bag_of(ranges: Sequence[range], size: Size, below: Below) -> list[int]:
    """Return random counts for a bag of limited size.

    The counts are chosen type by type, starting at a random type. Each count leaves a total that the remaining types
    can reach.
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
    """Return random members of a set, as bit masks."""
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
    """Return a random number from `least` to `most`, or `most` if it is less than `least`.

    Negative bounds count as 0.
    """
    least = least if least > 0 else 0
    return least + below(most - least + 1) if least < most else most if most > 0 else 0
