"""Draws a map of named places, joined by dotted lines.

Each place has an upper and a lower label. The upper label shows the name and any moving pieces. The lower label shows
other pieces and details that the picture file lists. All labels start in their shortest form and grow until they would
overlap. The map therefore shows more details on a wider screen. Dotted lines are drawn only where the screen is still
free.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from mercatoria.drawing import Drawing, Line, Piece, Place
from mercatoria.picture import Mark
from mercatoria.terminal.canvas import FAINT, Canvas, Label
from mercatoria.terminal.signs import Signs

FREE, LINE, EMPTY = ".", "·", "○"
WIDEST = 2.2
"""Maximum horizontal scale, in screen columns per column of the board file."""
SHORTEST_NAME = 3
LONG = 9
"""Minimum length, in dots, of a line that shows its price."""

Spot = tuple[int, int]
"""A screen position, as column and line."""


def map_lines(drawing: Drawing, width: int) -> list[Text] | None:
    """Draw the map for a screen that is `width` columns wide, or return None if labels would overlap.

    The drawing must contain at least one place.
    """
    signs = Signs(drawing)
    spots = _spots(drawing, width)
    labels = [label for place in drawing.places for label in _labels(signs, place, spots[place.name])]
    if any(one.covers(other) for at, one in enumerate(labels) for other in labels[:at]):
        return None
    _grow(labels, width)
    canvas = Canvas(width, max(label.y for label in labels) + 1)
    for label in labels:
        canvas.put(label)
    joined = [line for line in drawing.lines if all(end in spots for end in line.ends)]
    for line in joined:
        _put_on_line(canvas, signs, line, [spots[end] for end in line.ends])
    for line in joined:
        for x, y in between(*(spots[end] for end in line.ends)):
            if canvas.is_free(x, y):
                canvas.put(Label(x, y, [Text(LINE, FAINT)]))
    lines = list(canvas.lines())
    return lines[next((at for at, line in enumerate(lines) if line.plain), 0) :]


def _spots(drawing: Drawing, width: int) -> dict[str, Spot]:
    """Return the screen position of each place. On a map without names, the scale is a whole number, so that columns
    are evenly spaced.
    """
    across, down = drawing.step
    columns = max(place.at[0] / across for place in drawing.places) or 1
    scale = min(WIDEST, (width - 9) / columns)
    if scale > 1 and not any(place.title for place in drawing.places):
        scale = int(scale)
    return {place.name: (round(place.at[0] / across * scale), round(place.at[1] / down)) for place in drawing.places}


# ---------------------------------------------------------------- labels


def _labels(signs: Signs, place: Place, at: Spot) -> Iterator[Label]:
    x, y = at
    mark, there = signs.mark(place.kind), signs.guests(place.guests)
    if not mark.name:
        ring = signs.pieces(_standing(place), mark).append_text(there)
        ring = ring if ring.cell_len else Text(EMPTY, FAINT)
        names = (place.title.replace(" ", ""), place.title) if mark.beside else ()
        named = [ring.copy().append(f" {name}", FAINT) for name in names]
        yield Label(x, y, [ring, *named])
        return
    yield Label(x, y, list(_names(place, signs.token(place.token, mark), there)))
    below = list(_below(signs, mark, place))
    if below[-1].cell_len:
        yield Label(x, y + 1, below)


def _standing(place: Place) -> tuple[Piece, ...]:
    return (*place.pieces, *place.centre)


def _names(place: Place, token: Text, there: Text) -> Iterator[Text]:
    """Yield the upper label of a place in several lengths, from an abbreviated name to the full name."""
    style, name, number = FAINT if place.dim else "bold", place.title, place.number
    space = " " if there.cell_len else ""
    for length in range(min(SHORTEST_NAME, len(name)), len(name) + 1):
        gap = " " if number and length == len(name) else ""
        if gap:
            yield Text.assemble((name + number, style), token, space, there)
        yield Text.assemble((name[:length] + gap + number, style), token, space, there)


def _below(signs: Signs, mark: Mark, place: Place) -> Iterator[Text]:
    """Yield the lower label of a place in two lengths: with abbreviated names and with full names."""
    if not mark.below:
        yield from _pieces(signs, mark, place)
        return
    before = signs.pieces(_standing(place), mark)
    before.append(" " if before.cell_len and place.below else "")
    for short in (True, False):
        words = (signs.sort(piece, mark, short) for piece in place.below)
        yield before.copy().append(" ".join(words), "cyan")


def _pieces(signs: Signs, mark: Mark, place: Place) -> Iterator[Text]:
    """Yield the pieces at a place in several lengths: as counts, as one letter per piece, and with a dot for each free
    space.
    """
    standing = _standing(place)
    counts = Text()
    for piece in standing:
        counts.append_text(signs.piece(piece, mark)).append(str(piece.count))
    letters = signs.pieces(standing, mark)
    free = place.room - sum(piece.count for piece in standing)
    forms = [counts, letters, *([letters.copy().append(FREE * free, FAINT)] if place.room and free >= 0 else [])]
    shortest = min(forms[:2], key=lambda text: text.cell_len)
    yield shortest
    yield from (form for form in forms[1:] if form.cell_len >= shortest.cell_len)


def _grow(labels: list[Label], width: int) -> None:
    """Lengthen the labels in turn, one step at a time, until none of them can grow any more."""
    moving = [label for label in labels if len(label.forms) > 1]
    while moving:
        moving = [label for label in moving if _longer(label, labels, width)]


def _longer(label: Label, labels: list[Label], width: int) -> bool:
    label.form += 1
    fits = label.x + label.text.cell_len <= width
    if fits and not any(label.covers(other) for other in labels if other is not label):
        return label.form + 1 < len(label.forms)
    label.form -= 1
    return False


# ---------------------------------------------------------------- lines


def _put_on_line(canvas: Canvas, signs: Signs, line: Line, ends: list[Spot]) -> None:
    """Write the pieces on a line, or its price, near the middle of the line.

    Pieces can be written wherever there is room on the line. A price is written only if the line is long and has no
    pieces on it.
    """
    steps, mark = list(between(*ends)), signs.mark(line.kind)
    lying = Text.assemble(signs.token(line.token, mark), signs.pieces(line.pieces, mark), signs.guests(line.guests))
    text = lying if lying.cell_len else Text(line.price, "cyan")
    apart = 0 if lying.cell_len else 1
    if not text.cell_len or (apart and len(steps) < LONG):
        return
    third = len(steps) // 3 if apart else 0
    middle = sum(x for x, _ in ends) / 2
    for x, y in sorted(steps[third : len(steps) - third], key=lambda at: abs(at[0] - middle)):
        if all(canvas.is_free(max(x + at, 0), y) for at in range(-apart, text.cell_len + apart)):
            canvas.put(Label(x, y, [text]))
            return


def between(start: Spot, end: Spot) -> Iterator[Spot]:
    """Yield the positions of the dots between the two ends of a line."""
    (x0, y0), (x1, y1) = start, end
    steps = max(abs(x1 - x0), 2 * abs(y1 - y0))
    for step in range(2, steps - 1, 2):
        yield round(x0 + (x1 - x0) * step / steps), round(y0 + (y1 - y0) * step / steps)
