"""Renders the map of a drawing as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import TypeVar

from mercatoria.drawing import Drawing, Line, MovingPiece, Place
from mercatoria.picture import CELL, MEDALLION, TINTS
from mercatoria.svg.ground import TOKEN, GroundRenderer
from mercatoria.svg.icons import CHARGES, SHIELD, TINCTURES
from mercatoria.svg.label_placement import SMALL_NAME
from mercatoria.svg.labels import Set
from mercatoria.svg.layout import Layout, layout_of
from mercatoria.svg.layout_input import GOOD, ground_of
from mercatoria.svg.marks import label, legal_box, legal_line, legal_ring, seat_marks, spot
from mercatoria.svg.palette import DEEP_PAIRS
from mercatoria.svg.pieces import Drawer, guest_width
from mercatoria.svg.words import named, number, text

T = TypeVar("T", Place, Line)
LastDrawn = dict[str, tuple[Place | Line, tuple[bool, bool], str]]
"""The SVG of each place and line of the drawing before, by name, with what it was drawn from."""

MOST_KEPT = 5000
"""Maximum number of drawn places and lines to cache per seat."""
LEGAL = 5.0
"""Gap between a place and the ring around it that marks a legal move."""


@dataclass(frozen=True)
class Sheet:
    """A laid-out board, with a cache of drawn parts for each seat.

    Seats share no cache, because the speed of one seat's drawing could reveal what another seat saw.
    """

    layout: Layout
    kept: dict[int | None, dict[object, str]] = field(default_factory=dict)

    def for_seat(self, seat: int | None) -> dict[object, str]:
        """Return the cached map parts drawn for a seat. Parts are keyed by the values from which they were drawn."""
        kept = self.kept.setdefault(seat, {})
        if len(kept) > MOST_KEPT:
            kept.clear()
        return kept


class Board:
    """Renders the map: its ground, lines, places and names. `sheet` caches the drawn parts of this board, and `last`
    those of the drawing that the same seat saw before.
    """

    def __init__(self, drawing: Drawing, sheet: Sheet | None = None, last: LastDrawn | None = None) -> None:
        self.drawing = drawing
        self.last = {} if last is None else last
        self.sheet = sheet or Sheet(layout_of(ground_of(drawing)))
        self.layout = self.sheet.layout
        self.draws = Drawer(drawing)
        self.deep = self._deep_tints()
        self.tinctures = {place.name: TINCTURES[at % len(TINCTURES)] for at, place in enumerate(drawing.places)}
        self.ground = GroundRenderer(drawing, self.layout, self.draws)

    def parts(self) -> Iterator[str]:
        """Yield the parts of the map from bottom to top."""
        yield seat_marks(self.draws.hues)
        yield from self.ground.backdrop()
        yield from self.things().values()
        yield self._texts()

    def things(self) -> dict[str, str]:
        """Return the SVG of each place and line from bottom to top, by name."""
        drawing = self.drawing
        cells = {place.name: self._kept(self._cell, place) for place in drawing.places if place.shape == CELL}
        lines = {line.name: self._kept(self._line, line) for line in drawing.lines if line.name in self.layout.curves}
        others = {place.name: self._kept(self._place, place) for place in drawing.places if place.shape != CELL}
        return cells | lines | others

    def _kept(self, draw: Callable[[T], str], thing: T) -> str:
        """Return the SVG of a place or line, from the seat's caches if nothing about it has changed."""
        way = self.ground.yielding, self.ground.outlining
        last = self.last.get(thing.name)
        if last is not None and last[0] is thing and last[1] == way:
            return last[2]
        kept, seen = self.sheet.for_seat(self.drawing.seat), (thing, way)
        if seen not in kept:
            kept[seen] = draw(thing)
        self.last[thing.name] = thing, way, kept[seen]
        return kept[seen]

    def _deep_tints(self) -> dict[str, str]:
        """Return the colour of each shield: that of the ground at its place, otherwise the next in turn."""
        order = [place for place in self.drawing.places if place.shape == MEDALLION]
        land = self.layout.land
        return {place.name: land.tint_of(place.name, place.area) or TINTS[at % len(TINTS)]
                for at, place in enumerate(order)}  # fmt: skip

    def _cell(self, place: Place) -> str:
        x, y, _ = self.layout.places[place.name]
        beside = TOKEN + guest_width(place.guests[0]) / 2 - 2 if place.guests and place.number else 0
        return self.ground.cell(place, "".join(self._guests(place.guests, x + beside, y)))

    # ------------------------------------------------------------ lines

    def _line(self, line: Line) -> str:
        curve = self.layout.curves[line.name]
        inner = []
        if line.broad:
            inner.append(f'<path class="mx-road" d="{curve.path}"/><path class="mx-road-in" d="{curve.path}"/>')
        else:
            bare = " mx-faint" if line.points and line.bare else ""
            inner.append(f'<path class="mx-edge{bare}" d="{curve.path}"/>')
        x, y = curve.at(0.5)
        if line.token:
            inner.append(self._arrow(line, x, y))
        for piece in line.pieces:
            if piece.owner is not None:
                inner.append(f'<path class="mx-track-rim" d="{curve.path}"/>')
                inner.append(f'<path class="mx-track mx-stroke-{self.draws.hues[piece.owner]}" d="{curve.path}"/>')
        if line.moves:
            inner.append(legal_line(curve.path))
        if not (line.points and all(piece.owner is not None for piece in line.pieces)):
            inner += self.draws.row(line.pieces, x, y, 5.5)
        if (price := self.layout.prices.get(line.name)) is not None:
            inner.append(_pill(line.name, price))
        inner += self._guests(line.guests, x, y)
        return f"<g {named(line.name, line.said, line.moves)}>{''.join(inner)}</g>"

    def _arrow(self, line: Line, x: float, y: float) -> str:
        (x1, y1), (x2, y2) = self.layout.curves[line.name].start, self.layout.curves[line.name].end
        turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
        return (f'<path class="mx-arrow" transform="translate({number(x)} {number(y)}) rotate({number(turn)})" '
                'd="M-7-4L-1 0L-7 4ZM1-4L7 0L1 4Z"/>')  # fmt: skip

    # ------------------------------------------------------------ places

    def _place(self, place: Place) -> str:
        x, y, radius = self.layout.places[place.name]
        if place.bare:
            return (f'<circle id="{escape(place.name)}" class="mx-corner" cx="{number(x)}" cy="{number(y)}" r="2" '
                    f"{spot(x, y, 2)}/>")  # fmt: skip
        owners = [*(piece.owner for piece in (*place.pieces, *place.centre)), *(guest.owner for guest in place.guests)]
        own = self.drawing.seat is not None and self.drawing.seat in owners
        classes = f"mx-place{' mx-dim' if place.dim else ''}{' mx-own' if own else ''}"
        inner = [legal_ring(x, y, radius + LEGAL)] if place.moves else []
        if place.shape == MEDALLION:
            inner += self._medallion(place, x, y, radius)
        else:
            inner += self._stop(place, x, y, radius)
        inner += self._goods(place, x, y, radius)
        inner += self._guests(place.guests, x, y - radius - (1 if place.shape == MEDALLION else 7))
        names = named(place.name, place.said, place.moves)
        return f'<g {names} class="{classes}" {spot(x, y, radius)}>{"".join(inner)}</g>'

    def _medallion(self, place: Place, x: float, y: float, radius: float) -> Iterator[str]:
        tint = f"mx-tint-{self.deep[place.name]}" if place.coat else "mx-paper"
        yield f'<circle class="mx-ring" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
        if place.coat:
            yield self._coat(place, x, y, 0.82 + 0.02 * place.room if place.room else 1.12)
        else:
            yield f'<circle class="{tint} mx-inner" cx="{number(x)}" cy="{number(y)}" r="{number(radius - 4)}"/>'
            size = 9.5 if len(place.below) < 2 else 7.6
            yield from self.draws.row(place.below, x, y, size)
            if place.token:
                yield self.draws.good(place.token, x + radius * 0.7, y + radius * 0.7, 7.5)
        if place.room:
            yield from self._spaces(place, x, y, radius - 6.5)
        elif place.pieces:
            yield from self.draws.row(place.pieces, x, y - radius, 7)
        yield from self.draws.row(place.centre, x, y + 15, 6)

    def _coat(self, place: Place, x: float, y: float, size: float) -> str:
        """Return the shield of a place with its number, gilt while the place has its token."""
        gilt, ink = (" mx-gilt", " mx-on-gilt") if place.token and not self._has_sign(place.token) else ("", "")
        deep = self.deep[place.name]
        deep = deep if deep in DEEP_PAIRS else "grey"
        where = f"translate({number(x)} {number(y)}) scale({size:.2f})"
        words = text(place.number, 0, 9.2, 15 if len(place.number) < 3 else 10.5,
                     f"mx-serif mx-b mx-m mx-coat-text{ink}")  # fmt: skip
        if place.token and self._has_sign(place.token):
            words += self.draws.good(place.token, 0, 3.5, 7.5)
        return (f'<g transform="{where}"><path class="mx-shield{gilt}" d="{SHIELD}"/>'
                f'<path class="mx-deep-{deep}" fill-rule="evenodd" d="{CHARGES[self.tinctures[place.name]]}"/>'
                f'<path class="mx-rim" d="{SHIELD}"/>{words if place.number or place.token else ""}</g>')  # fmt: skip

    def _has_sign(self, token: str) -> bool:
        return bool(self.draws.icons.get(token))

    def _spaces(self, place: Place, x: float, y: float, ring: float) -> Iterator[str]:
        """Yield the spaces around an emblem, filled with pieces clockwise from the top."""
        filled = [piece for piece in place.pieces for _ in range(piece.count)]
        for at in range(max(place.room, len(filled))):
            angle = 2 * math.pi * at / max(place.room, len(filled)) - math.pi / 2
            px, py = x + ring * math.cos(angle), y + ring * math.sin(angle)
            if at < len(filled):
                yield self.draws.piece(filled[at], px, py, 5.8)
            else:
                yield f'<circle class="mx-free" cx="{number(px)}" cy="{number(py)}" r="3.6"/>'

    def _stop(self, place: Place, x: float, y: float, radius: float) -> Iterator[str]:
        token = " mx-has-token" if place.token else ""
        yield f'<circle class="mx-ring{token}" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
        if place.number:
            yield text(place.number, x, y + 3.8, 10.5, "mx-b mx-m mx-on-gilt" if place.token else "mx-b mx-m")
        yield from self.draws.row([*place.pieces, *place.centre], x, y, min(6.4, radius - 1.5))

    def _goods(self, place: Place, x: float, y: float, radius: float) -> Iterator[str]:
        if place.shape == MEDALLION and place.coat:
            yield from self.draws.row(place.below, x, y + radius + 3 + GOOD / 2, 6.6)

    def _guests(self, guests: Iterable[MovingPiece], x: float, y: float) -> Iterator[str]:
        """Yield all visitors of a place side by side, each with its load above it."""
        row = list(guests)
        wide = sum(guest_width(guest) for guest in row)
        left = x - wide / 2
        for guest in row:
            middle = left + guest_width(guest) / 2
            left += guest_width(guest)
            load = "".join(self.draws.row(guest.load, middle, y - 15, 5.6))
            ring = ""
            if guest.moves:
                ring = legal_box(middle - guest_width(guest) / 2, y - 11, guest_width(guest), 22)
            at = spot(middle, y, guest_width(guest) / 2)
            yield (f'<g {named(guest.name, guest.said, guest.moves)} class="mx-guest" {at}>{ring}'
                   f"{self.draws.guest(guest, middle, y)}{load}</g>")  # fmt: skip

    # ------------------------------------------------------------ names

    def _texts(self) -> str:
        dims = frozenset(place.name for place in self.drawing.places if place.dim)
        kept = self.sheet.for_seat(self.drawing.seat)
        if dims not in kept:
            kept[dims] = "".join(self._names(dims))
        return kept[dims]

    def _names(self, dims: frozenset[str]) -> Iterator[str]:
        layout = self.layout
        yield '<g class="mx-near" aria-hidden="true">'
        for name, each in layout.area_names.items():
            yield label("area", name, each, "".join(_lines(each, "mx-serif mx-m mx-second mx-area-name")))
        for name, each in layout.names.items():
            small = each.size == SMALL_NAME
            classes = f"mx-m mx-halo{'' if small else ' mx-b'}{' mx-second' if small or name in dims else ''}"
            yield label("name", name, each, "".join(_lines(each, classes)))
        yield '</g><g class="mx-far" aria-hidden="true">'
        for each in layout.far_names.values():
            yield from _lines(each, "mx-b mx-m mx-halo")
        yield "</g>"


def _lines(each: Set, classes: str) -> Iterator[str]:
    for at, line in enumerate(each.lines):
        yield text(line, each.x, each.y + at * (each.size + 2), each.size, classes)


def _pill(line: str, price: Set) -> str:
    box = price.box
    drawn = (f'<rect class="mx-pill" x="{number(box.left)}" y="{number(box.top + 0.5)}" '
             f'width="{number(box.right - box.left)}" height="13" rx="6.5"/>'
             f'{text(price.lines[0], price.x, price.y, price.size, "mx-b mx-m")}')  # fmt: skip
    return f'<g class="mx-near">{label("price", line, price, drawn)}</g>'
