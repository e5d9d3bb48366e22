"""Computes what each entry of the log gave or cost, by comparing what one seat sees before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from dsl.model import Int, Slot
from interpreter.log import LogEntry
from interpreter.position import PLAYER, once
from interpreter.table import CompiledGame, Points, Score, counted
from interpreter.trace import EffectHistory
from mercatoria.drawing import Numbers, VisibleValues, changes, numbers_at, points_at, words_of
from mercatoria.picture import Picture

STANDINGS_KEPT = 50
"""Number of recent entries after which the standing is cached. `EffectHistory` keeps as many positions."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A number that an entry changed, such as `+2 points`."""

    words: str
    is_more: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The numbers and the points of all seats in one position, as far as the reader sees them.

    `points` is empty if they cannot be computed.
    """

    numbers: tuple[Numbers, ...]
    points: tuple[Score, ...]


@dataclass(slots=True)
class Gains:
    """Computes gains as one seat or a spectator (None) sees them, and caches the standings."""

    reader: int | None
    _standings: dict[int, tuple[LogEntry, Standing]] = field(default_factory=dict)

    def of(self, entry: LogEntry, deeds: EffectHistory, picture: Picture, seat: int | None) -> tuple[Gain, ...]:
        """Return what a seat gained and lost in an entry, as far as the reader sees it."""
        if seat is None:
            return ()
        before, after = (self.standing(each, deeds, picture) for each in (entry.before, entry))
        return tuple(gains_between(deeds.table, picture, seat, before, after))

    def standing(self, last: LogEntry | None, deeds: EffectHistory, picture: Picture) -> Standing:
        """Return the standing after an entry, or at the start of the game."""
        number = last.length if last is not None else 0
        known = self._standings.get(number)
        if known is not None and known[0] is last:
            return known[1]
        table, v = deeds.table, deeds.position_after(last)
        points = points_at(VisibleValues(table, v, self.reader)).by_seat
        found = Standing(numbers_at(table, v, picture, self.reader), points)
        if last is not None:
            self._standings[number] = last, found
            self._standings.pop(number - STANDINGS_KEPT, None)
        return found


def gains_between(
    table: CompiledGame, picture: Picture, seat: int, before: Standing, after: Standing
) -> Iterator[Gain]:  # fmt: skip
    """Yield the gains and losses of a seat between two positions, as far as the reader of both standings sees them.

    Points that are nothing but a change of money are left out, because they would say the same twice.
    """
    words, said = words_of(table), table.locale
    changed = changes(before.numbers[seat], after.numbers[seat])
    same = {change for name, change in changed.items() if name in once(table, _money_that_scores)}
    if before.points and after.points and (more := after.points[seat] - before.points[seat]) and more not in same:
        yield Gain(said("gain_of_points", number=signed(more), many=abs(more) != 1), more > 0)
    for name, change in changed.items():
        yield Gain(f"{'+' if change > 0 else '−'}{counted(abs(change), words.of_player(picture, name))}", change > 0)


def _money_that_scores(table: CompiledGame) -> frozenset[str]:
    """Return the names of the players' fields of money that a scoring rule counts unit by unit."""
    values = (line.value for line in table.flow.model.score)
    fields = (value.field for value in values if isinstance(value, Slot))
    return frozenset(of.name for of in fields if of.kind == PLAYER and isinstance(of.type, Int) and of.type.money)


def signed(number: int | Fraction) -> str:
    """Return a number with its sign, as in `+2` or `−2`."""
    size = abs(number) if isinstance(number, int) else Points(abs(number))
    return f"{'+' if number > 0 else '−'}{size}"
