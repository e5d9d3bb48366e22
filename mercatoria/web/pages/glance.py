"""Looks at positions as one seat sees them: the drawing, the numbers of the players, and the things on the board.

The page of a position and the steps to it and from it share one look.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.log import LogEntry
from interpreter.table import CachedView
from mercatoria import State
from mercatoria.drawing import Drawing, Line, Place, Sight, draw, numbers_at
from mercatoria.picture import picture_of
from mercatoria.svg import LastDrawn, Sheet, things_drawn
from mercatoria.web.pages.gains import Standing

MOST_GLANCES = 3
"""Number of positions to cache. A step needs two, and while players choose secretly there may be one more."""


@dataclass
class Glance:
    """One position as one seat sees it, without the seat's legal moves. What is not needed is not computed."""

    state: State
    drawn: Drawing
    sheet: Sheet
    last: LastDrawn

    @cached_property
    def board(self) -> Mapping[str, str]:
        """The SVG of each thing on the board, by name."""
        return things_drawn(self.drawn, self.sheet, self.last)

    @cached_property
    def things(self) -> Mapping[str, Place | Line]:
        """The things on the board, by name."""
        return {thing.name: thing for thing in self.drawn.on_map}

    @cached_property
    def standing(self) -> Standing:
        """The numbers and the points of all players, as far as the seat sees them."""
        state, drawn = self.state, self.drawn
        points = [hand.points for hand in drawn.hands if hand.points is not None]
        numbers = numbers_at(state.table, state.vector, picture_of(state.table), drawn.seat)
        return Standing(numbers, tuple(points) if len(points) == state.players else ())


@dataclass(slots=True)
class Glances:
    """The positions that one seat or a spectator (None) has looked at last.

    Each drawing reuses the parts of the drawing before it. Seats do not share a cache, because with a shared cache,
    rendering times could reveal what another seat has seen.
    """

    seat: int | None
    sight: Sight = field(init=False)
    last: LastDrawn = field(default_factory=dict)
    """The SVG of each thing, as drawn last."""
    _kept: dict[int, tuple[LogEntry | None, Glance]] = field(default_factory=dict)
    """The positions by the number of their newest log entry, the one looked at first coming first."""

    def __post_init__(self) -> None:
        self.sight = Sight(CachedView(self.seat))

    def known(self, number: int, last: LogEntry | None) -> Glance | None:
        """Return the position after `number` log entries, or None if it is not cached. `last` is its newest entry."""
        known = self._kept.get(number)
        return known[1] if known is not None and known[0] is last else None

    def of(self, state: State, sheet: Sheet) -> Glance:
        """Return the position of a state."""
        last, number = state.last, state.last.length if state.last is not None else 0
        found = self.known(number, last)
        if found is None:
            drawn = draw(state, self.seat, picture_of(state.table), self.sight, offered=False)
            found = Glance(state, drawn, sheet, self.last)
            self._kept.pop(number, None)
            self._kept[number] = last, found
            if len(self._kept) > MOST_GLANCES:
                del self._kept[next(iter(self._kept))]
        return found
