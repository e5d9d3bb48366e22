"""Renders the ground of a map: the sea with its shore, the land, and the cells of a grid."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.drawing import Drawing, Place
from mercatoria.picture import CELL
from mercatoria.svg.layout import Layout
from mercatoria.svg.marks import legal_outline, legal_ring, spot
from mercatoria.svg.patterns import FIELDS, WAVES, definitions, fill
from mercatoria.svg.pieces import Drawer, sign
from mercatoria.svg.words import box, named, number, text

TINTS_OF_HUES = {
    "green": "leaf", "yellow": "sand", "ochre": "amber", "brown": "clay", "grey": "grey", "red": "rose", "blue": "sky",
    "purple": "lilac", "teal": "teal", "orange": "amber", "magenta": "lilac", "black": "grey", "cyan": "teal",
}  # fmt: skip
"""Colour of a cell without a terrain, keyed by the hue of the good that it yields."""
BEYOND = 2.0
"""Width of the ground around the map, as a multiple of the size of the map. It fills a panel of any shape."""
TOKEN = 13.0
"""Radius of the number of a cell."""
MOST_OUTLINED = 11
"""Maximum number of legal cells that are outlined. If there are more, rings around their tokens mark them instead."""
LEAST, MOST = 2, 12
"""Smallest and largest sum of two dice."""


def ways_to_roll(words: str) -> int:
    """Return the number of ways to roll a sum with two dice, or 0 if the text is not such a sum."""
    return 6 - abs(int(words) - 7) if words.isdecimal() and LEAST <= int(words) <= MOST else 0


class GroundRenderer:
    """Renders the ground of one drawing."""

    def __init__(self, drawing: Drawing, layout: Layout, draws: Drawer) -> None:
        self.drawing = drawing
        self.ground = drawing.ground
        self.layout = layout
        self.draws = draws
        cells = [place for place in drawing.places if place.shape == CELL]
        self.yielding = any(place.below for place in cells)
        self.outlining = sum(bool(place.moves) for place in cells) <= MOST_OUTLINED
        self.is_filled = bool(layout.land.fields)

    def backdrop(self) -> Iterator[str]:
        """Yield the sea and the land, from bottom to top."""
        yield definitions(self._patterns())
        if self._has_sea:
            yield self._everywhere("mx-sea") + self._everywhere("", fill(WAVES))
        else:
            yield self._everywhere("mx-land" if self.is_filled else "mx-ground")
        yield from self._shore()
        yield from self._land()

    @property
    def _has_sea(self) -> bool:
        land = self.layout.land
        return self.ground.sea and not self.is_filled and bool(land.coast or self.yielding or self.ground.sea_kinds)

    def _patterns(self) -> Iterator[str]:
        if self._has_sea:
            yield WAVES
        if self.is_filled:
            yield FIELDS
        yield from (place.terrain for place in self.drawing.places if place.terrain)

    def _everywhere(self, classes: str, attributes: str = "") -> str:
        """Return a rectangle that is much larger than the map."""
        around = self.layout.box
        wide, high = around.right - around.left, around.bottom - around.top
        left, top = around.left - BEYOND * wide, around.top - BEYOND * high
        drawn = box(left, top, wide * (1 + 2 * BEYOND), high * (1 + 2 * BEYOND), 0, classes)
        return drawn.replace("/>", f" {attributes}/>") if attributes else drawn

    def _shore(self) -> Iterator[str]:
        """Yield the pale water along the coast, as a broad outline of the land."""
        if not self._has_sea:
            return
        cells = [place for place in self.drawing.places if place.shape == CELL and not self._is_sea(place)]
        outline = "".join(f"M{self._corners(place)}Z" for place in cells) if self.yielding else ""
        if outline or self.layout.land.coast:
            yield f'<path class="mx-shore" d="{outline}{self.layout.land.coast}"/>'

    def _land(self) -> Iterator[str]:
        land = self.layout.land
        if self.is_filled:
            for tint, data in land.fields.values():
                yield f'<path class="mx-field mx-tint-{tint}" d="{data}"/>'
        elif land.coast:
            yield f'<path class="mx-land mx-coast" d="{land.coast}"/>'
        said = {area.name: area for area in self.drawing.areas}
        for name, (tint, data) in land.areas.items():
            area = said[name]
            drawn = f'<path class="mx-area mx-tint-{tint}" d="{data}"/>{legal_outline(data) if area.moves else ""}'
            yield f"<g {named(area.name, area.said, area.moves)}>{drawn}</g>"
        if self.is_filled:
            yield self._everywhere("mx-over", fill(FIELDS))

    # ------------------------------------------------------------ cells

    def cell(self, place: Place, guests: str = "") -> str:
        """Return a cell. `guests` is the SVG of its visitors."""
        x, y, _ = self.layout.places[place.name]
        outline, up = f'd="M{self._corners(place)}Z"', 10.0 if place.number and not place.terrain else 0.0
        inner = [f'<path class="mx-cell {self._cell_class(place)}" {outline}/>']
        if place.terrain:
            inner.append(f"<path {fill(place.terrain)} {outline}/>")
        inner += [*self._in_cell(place, x, y), guests]
        if place.moves:
            outlining = self.outlining
            inner.append(legal_outline(f"M{self._corners(place)}Z") if outlining else legal_ring(x, y - up, TOKEN + 2))
        at = spot(x, y - up, TOKEN)
        return f"<g {named(place.name, place.said, place.moves)} {at}>{''.join(inner)}</g>"

    def _corners(self, place: Place) -> str:
        return "L".join(f"{number(x)} {number(y)}" for x, y in self.layout.outlines[place.name])

    def _is_sea(self, place: Place) -> bool:
        """Return True if a cell is water."""
        if self.ground.sea_kinds:
            return place.kind in self.ground.sea_kinds
        return self.yielding and not place.below

    def _cell_class(self, place: Place) -> str:
        """Return the CSS class of a cell, which sets its colour: that of its terrain or of the good that it yields."""
        if self._is_sea(place) and self.ground.sea:
            return "mx-open-sea"
        if place.terrain:
            return f"mx-ground-{place.terrain}"
        if place.below:
            tint = TINTS_OF_HUES.get(self.draws.icon(place.below[0].sort).colour)
            return f"mx-tint-{tint}" if tint else "mx-paper"
        return "mx-paper" if self.yielding else "mx-paper mx-square"

    def _in_cell(self, place: Place, x: float, y: float) -> Iterator[str]:
        if place.below:
            yield self._yield(place, x, y)
        if place.number:
            yield self._number(place.number, x, y if place.terrain else y - 10)
        yield from self.draws.row([*place.pieces, *place.centre], x, y, 22 if not place.outline else 9)

    def _yield(self, place: Place, x: float, y: float) -> str:
        """Return the good that a cell yields: a sign on the ground of its terrain, otherwise a disc."""
        good = place.below[0].sort
        icon = self.draws.icon(good)
        if place.terrain and icon.sign:
            return sign(icon.sign, x, y + (25 if place.number else 0), 16, "mx-on-ground")
        return self.draws.good(good, x, y + (13 if place.number else 0), 9)

    def _number(self, words: str, x: float, y: float) -> str:
        """Return the number of a cell, with a dot below it for each way to roll it."""
        ways = ways_to_roll(words) if self.ground.pips else 0
        often = " mx-often" if ways == max(map(ways_to_roll, ("6", "8"))) else ""
        parts = [f'<circle class="mx-ring mx-token" cx="{number(x)}" cy="{number(y)}" r="{number(TOKEN)}"/>']
        parts.append(text(words, x, y + (3.4 if ways else 4.8), 14, f"mx-serif mx-b mx-m{often}"))
        parts += [f'<circle class="mx-pip{often}" cx="{number(x + 3.4 * (at - (ways - 1) / 2))}" '
                  f'cy="{number(y + 7.6)}" r="1.2"/>' for at in range(ways)]  # fmt: skip
        return "".join(parts)
