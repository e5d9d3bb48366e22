"""The course of a game as data, with which the script of a page steps the board back and on without asking again.

Each step leads from one position that a seat may know to the next. A step is made from what the seat saw of both
positions and from the seat's own log line, and from nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from interpreter.log import LogEntry
from interpreter.wording import LogLine, log_line
from mercatoria import State
from mercatoria.drawing import (
    Line,
    MovingPiece,
    Place,
    Whereabouts,
    where,
)
from mercatoria.picture import picture_of
from mercatoria.svg import Sheet
from mercatoria.web.pages.gains import gains_between
from mercatoria.web.pages.glance import Glance, Glances
from mercatoria.web.tables import EarlierPositions

CHANCE, PASS, PLACED, MOVE = "chance", "pass", "placed", "move"
"""Kinds of steps. A step of the kind `placed` has put more pieces of players on the board."""

MOST_STEPS = 400
"""Maximum number of steps to cache for one seat."""

Change = tuple[int, str]
"""A seat, and a change of one of its numbers, such as `−8 guilders`."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the course, as one seat sees it.

    `number` is the number of the position after the step, `who` lists the seats that acted, and `says` has one sentence
    for each log entry of the step. `place` and `origin` name things on the board, and are empty if the step concerns no
    place. `round` is the round after the step. `board` contains the changed things of the board by name, each with its
    SVG before and after the step, without the marks of legal moves.
    """

    number: int
    who: tuple[int, ...]
    says: tuple[str, ...]
    kind: str
    gains: tuple[Change, ...]
    place: str
    origin: str
    round: str
    board: dict[str, tuple[str, str]]


@dataclass(slots=True)
class SeatCourse:
    """The course of one game for one seat, with the steps made so far.

    New steps are made in order. Each one begins with the position at which the step before it ended, so only the
    changed parts of the board are drawn again.
    """

    seat: int | None
    _steps: dict[int, tuple[LogEntry, Step]] = field(default_factory=dict)
    """The steps by number, each with the log entry at its end."""
    _past: Glances = field(init=False)
    """The earlier positions that were looked at last."""

    def __post_init__(self) -> None:
        self._past = Glances(self.seat)

    def steps(
        self, now: State, past: EarlierPositions, first: int, last: int, sheet: Sheet, most: int, present: Glances
    ) -> list[Step] | None:  # fmt: skip
        """Return the steps to the positions with the numbers `first` to `last`, or None if more than `most` of them are
        new. In this case, the next call makes further steps.

        Args:
            now: The present state of the game.
            past: The earlier positions of the game, which must follow `now`.
            present: The newest positions that the seat has looked at.
        """
        found = []
        for number in past.numbers(max(1, first), last):
            (end,) = past.entries(number, number)
            known = self._steps.get(number)
            if known is None or known[0] is not end:
                if not most:
                    return None
                most -= 1
                known = end, self._made(now, past, number, sheet, present)
                self._steps[number] = known
                if len(self._steps) > MOST_STEPS:
                    del self._steps[next(iter(self._steps))]
            found.append(known[1])
        return found

    def _made(self, now: State, past: EarlierPositions, number: int, sheet: Sheet, present: Glances) -> Step:
        """Make the step to a position."""
        begin = past.before(number)
        was, then = (self._glance(now, past, each, sheet, present) for each in (begin, number))
        return _step(was, then, now, self.seat, past.entries(begin + 1, number))

    def _glance(self, now: State, past: EarlierPositions, number: int, sheet: Sheet, present: Glances) -> Glance:
        """Look at a position, unless it is one of those that were looked at last."""
        last = past.entries(number, number)[-1] if number else None
        if last is now.last:
            return present.of(now, sheet)
        known = present.known(number, last) or self._past.known(number, last)
        return known or self._past.of(now.earlier(last, past.after(number)), sheet)


def _step(was: Glance, now: Glance, state: State, seat: int | None, entries: Sequence[LogEntry]) -> Step:
    """Return the step from one position to the next, which some entries of the game's log have made."""
    log = state.log(seat)
    lines = [log_line(state.table, seat, each, log[each.length - 1], addressed=True) for each in entries]
    stays = partial(_stays, now.things)
    told = [where(state.table, seat, each, log[each.length - 1], standing=stays) for each in entries]
    whereabouts = _where(told, was.things, now.things)
    board = {name: (was.board[name], svg) for name, svg in now.board.items() if was.board[name] != svg}
    who = tuple(dict.fromkeys(seat for line in lines for seat in line.seats))
    return Step(
        entries[-1].length, who, tuple(map(str, lines)), _kind(lines, was, now), tuple(_gains(state, was, now)),
        whereabouts.place, whereabouts.origin, now.drawn.round_title, board,
    )  # fmt: skip


def _kind(lines: Sequence[LogLine], was: Glance, now: Glance) -> str:
    if all(not line.seats for line in lines):
        return CHANCE
    if all(line.passed for line in lines):
        return PASS
    before, after = (sum(map(_pieces, each.drawn.on_map)) for each in (was, now))
    return PLACED if after > before else MOVE


def _pieces(thing: Place | Line) -> int:
    """Return the number of players' pieces in a place or on a line, apart from pieces that move about the map."""
    pieces = [*thing.pieces, *thing.centre, *thing.below] if isinstance(thing, Place) else thing.pieces
    return sum(piece.count for piece in pieces if piece.owner is not None)


def _gains(state: State, was: Glance, now: Glance) -> Iterator[Change]:
    """Yield what each player has gained or lost, as far as the seat sees it."""
    picture = picture_of(state.table)
    for seat in range(state.players):
        for gain in gains_between(state.table, picture, seat, was.standing, now.standing):
            yield seat, gain.words


def _where(
    told: Iterable[Whereabouts], was: Mapping[str, Place | Line], now: Mapping[str, Place | Line]
) -> Whereabouts:  # fmt: skip
    """Return the place that a step concerns and the place from which it came.

    The move names them. Otherwise they are the places between which a piece has moved.
    """
    named = next((each for each in told if each.place), Whereabouts())
    before = _stays(was)
    moved = [Whereabouts(place, before[guest]) for guest, place in _stays(now).items()
             if before.get(guest, place) != place and named.place in ("", place)]  # fmt: skip
    return moved[0] if moved and not named.origin else named


def _stays(things: Mapping[str, Place | Line]) -> dict[str, str]:
    """Return the place or line of each moving piece."""
    guests: list[tuple[MovingPiece, str]] = [(of, name) for name, thing in things.items() for of in thing.guests]
    return {guest.name: name for guest, name in guests}


# ---------------------------------------------------------------- JSON


def course_json(steps: Sequence[Step], newest: int) -> str:
    """Return the steps as JSON. Strings that can repeat are in one table, and the steps name their numbers.

    Sorted strings compress well, because the drawings of one thing are neighbours.

    Args:
        newest: Number of the newest position that every player may know.
    """
    strings = sorted({text for step in steps for text in _texts(step)})
    number = {text: at for at, text in enumerate(strings)}
    data = {"newest": newest, "entries": [_step_data(step, number) for step in steps], "strings": strings}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _texts(step: Step) -> Iterator[str]:
    """Yield the strings of a step that belong to the table."""
    yield from step.says
    yield from (words for _, words in step.gains)
    yield from (svg for both in step.board.values() for svg in both)
    yield from filter(None, [step.round])


def _step_data(step: Step, number: Mapping[str, int]) -> dict[str, object]:
    """Return a step as data. What is empty is left out."""
    data: dict[str, object] = {
        "n": step.number, "kind": step.kind, "who": step.who, "says": [number[says] for says in step.says],
        "gains": [(seat, number[words]) for seat, words in step.gains],
        "place": step.place, "origin": step.origin, "round": number[step.round] if step.round else "",
        "board": {name: (number[was], number[svg]) for name, (was, svg) in step.board.items()},
    }  # fmt: skip
    return {key: value for key, value in data.items() if value not in ("", [], (), {})}
