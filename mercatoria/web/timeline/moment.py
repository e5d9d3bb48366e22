"""A moment of a table: a position with its log, for the page of one seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from interpreter.trace import EffectHistory
from mercatoria import State
from mercatoria.drawing import MovesAt
from mercatoria.web.tables import MOST_STEPS, Table, steps_ahead

TRACED = 50
"""Number of entries before an earlier moment whose effects are found without a replay from the start."""


class NoMoment(LookupError):
    """Raised if a table has no position that a seat may know with this number. `nearest` is the next one that it has,
    or None for the present.
    """

    def __init__(self, nearest: int | None) -> None:
        super().__init__("there is no such position")
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a table, now or after an earlier entry of the log, as one seat or a spectator (None) sees it.

    The log of `state` ends at the moment. `number` counts its entries, and is None for the present.
    """

    table: Table
    seat: int | None
    state: State
    deciders: tuple[int, ...]
    """Seats that must decide at the moment."""
    deeds: EffectHistory
    """The effects of the rules in the entries up to the moment."""
    parts: dict[int | None, Any]
    """Cached parts of each seat's last page, for the present or for the past."""
    number: int | None = None
    back: int | None = None
    """The number of the position before an earlier moment, or None if there is none."""
    on: int | None = None
    """The number of the position after an earlier moment, or None if it is the present."""
    ahead: tuple[MovesAt, ...] | None = None
    """The moves that the seat could plan, turn by turn, if it plans at the moment, otherwise None."""

    @property
    def is_present(self) -> bool:
        return self.number is None

    @property
    def is_planning(self) -> bool:
        return self.ahead is not None

    @property
    def offered(self) -> tuple[MovesAt, ...]:
        """The moves that the seat may choose at the moment: those to plan, or those to make."""
        if self.ahead is not None:
            return self.ahead
        return (MovesAt(self.state, self.state.moves(self.seat)),) if self.seat is not None and self.is_asked else ()

    @property
    def is_asked(self) -> bool:
        """True if the seat must decide at the moment, and the game has not been stopped by an error."""
        return self.seat in self.deciders and not self.trouble

    @property
    def trouble(self) -> str:
        """The error that has stopped the game, or an empty string. An error stops only the present."""
        return self.table.trouble if self.is_present else ""

    @property
    def is_settled(self) -> bool:
        """True if the moment does not lie amid a secret decision, in which only some seats have answered."""
        last, past = self.state.last, self.table.earlier
        if self.is_present:
            past.follow(last)
        return past.is_settled(last.length if last is not None else 0)

    @property
    def turn(self) -> int:
        """The number of the decision that the seat has to make now. In the past there is nothing to decide."""
        return self.table.course.turn(self.seat) if self.is_present and self.seat is not None else 0

    @property
    def is_away(self) -> bool:
        """True if a bot plays for the seat now."""
        return self.is_present and self.seat is not None and bool(self.table.bot_at(self.seat))

    @property
    def stays(self) -> str:
        """The reason why the seat cannot undo its last decision now, or an empty string."""
        return self.table.course.stays(self.seat) if self.is_present and self.seat is not None else ""


def present(table: Table, seat: int | None) -> Moment:
    """Return the present moment of a table."""
    course = table.course
    return Moment(table, seat, course.state, course.deciders, table.deeds, table.last_pages)


def planning(table: Table, seat: int) -> Moment:
    """Return the present moment of a table at which a seat plans. Nothing more can be planned if its plan is full."""
    is_full = len(table.plans.get(seat, ())) >= MOST_STEPS
    ahead = () if is_full or table.trouble else tuple(steps_ahead(table.course.state, seat))
    return replace(present(table, seat), ahead=ahead)


def earlier(table: Table, seat: int | None, number: int, parts: dict[int | None, Any]) -> Moment:
    """Return the moment after the first `number` entries of the log. Raises `NoMoment`.

    Args:
        parts: Cache for the parts of pages of the past, in the language of the table.
    """
    past, now = table.earlier, table.course.state
    past.follow(now.last)
    if number > past.newest:
        raise NoMoment(None)
    if (settled := past.settled(number)) != number:
        raise NoMoment(settled)
    now.log(seat)  # from now on, the lines of every earlier moment are known
    state = _state_at(table, number)
    deeds, begin = EffectHistory(now.table), max(0, number - TRACED)
    if begin:
        deeds.begin_at(past.entries(begin, begin)[0], past.after(begin))
    back = past.before(number) if number else None
    on = past.settled(number + 1) if number < past.newest else None
    return Moment(table, seat, state, state.deciders, deeds, parts, number, back, on)


def _state_at(table: Table, number: int) -> State:
    last = table.earlier.entries(number, number)[-1] if number else None
    return table.course.state.earlier(last, table.earlier.after(number))
