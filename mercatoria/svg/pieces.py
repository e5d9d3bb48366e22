"""Draws pieces, goods and moving pieces, each around a point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from mercatoria.drawing import Drawing, MovingPiece, Piece
from mercatoria.picture import Icon, usual_colour
from mercatoria.svg.icons import PATHS
from mercatoria.svg.palette import PALE, hue
from mercatoria.svg.words import number, text

SHAPES = ("disc", "square", "triangle", "diamond", "hexagon", "cross")
"""Shapes of the seats' pieces, in order. Players who cannot distinguish the colours can tell seats apart by shape."""
BODIES: Mapping[str, tuple[tuple[float, float], ...]] = {
    "square": ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)),
    "triangle": ((0, -1.12), (1.06, 0.8), (-1.06, 0.8)),
    "diamond": ((0, -1.18), (1.18, 0), (0, 1.18), (-1.18, 0)),
    "hexagon": ((-0.55, -0.95), (0.55, -0.95), (1.1, 0), (0.55, 0.95), (-0.55, 0.95), (-1.1, 0)),
    "cross": (
        (-0.4, -1.05), (0.4, -1.05), (0.4, -0.4), (1.05, -0.4), (1.05, 0.4), (0.4, 0.4), (0.4, 1.05), (-0.4, 1.05),
        (-0.4, 0.4), (-1.05, 0.4), (-1.05, -0.4), (-0.4, -0.4),
    ),
}  # fmt: skip
"""Corners of each shape, for a radius of about 1."""


def seat_shape(seat: int, seat_hue: str, x: float, y: float, size: float) -> str:
    """Return the shape that marks a seat's pieces."""
    kind = SHAPES[seat % len(SHAPES)]
    classes = f'class="mx-hue-{seat_hue} mx-out"'
    if kind == "disc":
        return f'<circle {classes} cx="{number(x)}" cy="{number(y)}" r="{number(size)}"/>'
    corners = (f"{number(x + dx * size)} {number(y + dy * size)}" for dx, dy in BODIES[kind])
    return f'<path {classes} d="M{"L".join(corners)}Z"/>'


def disc(sort: str, icon: Icon, x: float, y: float, size: float) -> str:
    """Return a disc with a good's icon or, if the good has no icon, the first two letters of its name."""
    dark = "mx-on-pale" if icon.colour in PALE else "mx-on-hue"
    drawn = f'<circle class="mx-hue-{icon.colour} mx-out" cx="{number(x)}" cy="{number(y)}" r="{number(size)}"/>'
    return drawn + (sign(icon.sign, x, y, size * 1.25, dark) if icon.sign else _letters(sort[:2], x, y, size, dark))


def coloured(drawing: Drawing, sort: str, icon: Icon) -> Icon:
    """Return the icon of a sort with its colour, even if the picture file gives none."""
    return icon if icon.colour else Icon(icon.sign, usual_colour(drawing.words.model, sort))


class Drawer:
    """Draws the pieces of one drawing, with the hues of its seats and the icons of its sorts."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.icons = dict(drawing.icons)
        self.hues = [hue(hand.name, hand.colour) for hand in drawing.hands]

    def icon(self, sort: str) -> Icon:
        return coloured(self.drawing, sort, self.icons.get(sort, Icon()))

    def piece(self, piece: Piece, x: float, y: float, size: float) -> str:
        """Return a piece: the shape of its owner's seat, or the disc of its sort if the piece has no owner."""
        if piece.owner is not None:
            return seat_shape(piece.owner, self.hues[piece.owner], x, y, size)
        return self.good(piece.sort, x, y, size)

    def good(self, sort: str, x: float, y: float, size: float) -> str:
        """Return a disc with a good's icon or, if the good has no icon, the first two letters of its name."""
        return disc(sort, self.icon(sort), x, y, size)

    def row(self, pieces: Iterable[Piece], x: float, y: float, size: float) -> Iterator[str]:
        """Yield pieces side by side, centred on a point, with a count where there are several of a sort."""
        row = list(pieces)
        step = 2 * size + 2
        left = x - step * (len(row) - 1) / 2
        for at, piece in enumerate(row):
            px = left + at * step
            yield self.piece(piece, px, y, size)
            if piece.count > 1:
                yield text(str(piece.count), px + size, y + size + 2, max(9.0, size * 0.9), "mx-b mx-m mx-halo")

    def guest(self, guest: MovingPiece, x: float, y: float) -> str:
        """Return a moving piece: its owner's shape or, without an owner, a dark plate with an icon."""
        if guest.owner is not None and not guest.sign:
            return seat_shape(guest.owner, self.hues[guest.owner], x, y, 8)
        icon = self.icons.get(guest.name) or self.icons.get(guest.name.rstrip("0123456789"), Icon())
        digits = guest.name[len(guest.name.rstrip("0123456789")) :] if len(guest.sign) > 1 or icon.sign else ""
        if guest.owner is not None:
            body = f"<g>{seat_shape(guest.owner, self.hues[guest.owner], x, y, 9)}"
            pale = "mx-on-pale" if self.hues[guest.owner] in PALE else "mx-on-hue"
            inner = sign(icon.sign, x, y, 10, pale) if icon.sign else _letters(guest.sign[:1], x, y, 10, pale)
            return f"{body}{inner}</g>"
        wide = 15 + (9 if digits else 0)
        plate = (f'<rect class="mx-plate" x="{number(x - wide / 2 - 1)}" y="{number(y - 8.5)}" '
                 f'width="{number(wide + 2)}" height="17" rx="4"/>')  # fmt: skip
        at = x - (4.5 if digits else 0)
        inner = (
            sign(icon.sign, at, y, 14, "mx-on-plate")
            if icon.sign
            else _letters(guest.sign[:1], at, y, 11, "mx-on-plate")
        )
        return plate + inner + (_letters(digits, x + 6.5, y, 11, "mx-on-plate") if digits else "")


def little_signs(drawing: Drawing) -> dict[str, str]:
    """Return a small picture, as on the map, for each thing with an icon or colour in the picture file."""
    return {sort: _little_sign(sort, coloured(drawing, sort, icon)) for sort, icon in drawing.icons}


@lru_cache(maxsize=4096)
def _little_sign(sort: str, icon: Icon) -> str:
    drawn = disc(sort, icon, 10, 10, 9)
    return f'<svg class="mx sign" viewBox="0 0 20 20" aria-hidden="true">{drawn}</svg>'


def guest_width(guest: MovingPiece) -> float:
    """Return the width of a moving piece."""
    return 18.0 if guest.owner is not None else 29.0


def sign(name: str, x: float, y: float, size: float, classes: str) -> str:
    """Return an icon centred on a point."""
    by = size / 24
    where = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({by:.3f})"
    return f'<path class="{classes}" transform="{where}" fill-rule="evenodd" d="{PATHS[name]}"/>'


def _letters(words: str, x: float, y: float, size: float, classes: str) -> str:
    return text(words, x, y + size * 0.36, size, f"mx-b mx-m {classes}")
