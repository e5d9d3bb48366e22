"""The map: things of the board at their places, with names, tokens and pieces, and dotted lines between them.

Each thing has two labels at its place: its name with whoever is there, and below it the pieces that stand there and
what the picture tells of the place. Labels begin in their shortest form and grow as long as they do not run into each
other, so the same map is terse at 80 columns and full at 140. Lines are drawn where nothing else stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

from rich.style import Style
from rich.text import Text

from mercatoria.drawing import (
    Mark,
    TableView,
    Visitor,
    is_dim,
    marks_of,
    pieces_at,
    token_at,
    visitors_at,
)

FREE, LINE, TOKEN, EMPTY = ".", "·", "◆", "○"
NARROWEST = 60
"""Columns below which there is no map."""
WIDEST = 2.2
"""Columns for each step of the board, at most."""
SHORTEST_NAME = 3
SHORTEST = 2
"""Letters of other things that are cut short, at least."""
SIGN = "bold reverse"
"""How the sign of something that moves about looks."""


@dataclass
class Label:
    """A text at a place of the map, in forms from short to long."""

    x: int
    y: int
    forms: list[Text]
    form: int = 0

    @property
    def text(self) -> Text:
        return self.forms[self.form]

    def covers(self, other: Label) -> bool:
        """Whether two labels run into each other; one column stays free between them."""
        if self.y != other.y or not self.text.cell_len or not other.text.cell_len:
            return False
        return self.x < other.x + other.text.cell_len + 1 and other.x < self.x + self.text.cell_len + 1


@dataclass
class Canvas:
    """Letters with styles on a grid."""

    width: int
    height: int
    cells: dict[tuple[int, int], tuple[str, str | Style]] = field(default_factory=dict)

    def put(self, label: Label) -> None:
        text = label.text
        for at, char in enumerate(text.plain):
            style = next((span.style for span in reversed(text.spans) if span.start <= at < span.end), text.style)
            self.cells[label.x + at, label.y] = (char, style)

    def dot(self, x: int, y: int) -> None:
        if (x, y) not in self.cells and 0 <= x < self.width and 0 <= y < self.height:
            self.cells[x, y] = (LINE, "bright_black")

    def lines(self) -> Iterator[Text]:
        for y in range(self.height):
            row = (self.cells.get((x, y), (" ", "")) for x in range(self.width))
            text = Text(no_wrap=True)
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(char for char, _ in cells), style)
            text.rstrip()
            yield text


def map_lines(view: TableView, width: int) -> list[Text] | None:
    """The map at a width; None where there is none or it would not be legible."""
    marks = [mark for mark in marks_of(view) if view.places.get(mark.kind)]
    if not marks or width < NARROWEST:
        return None
    columns = max(x for mark in marks for x, _ in view.places[mark.kind].values()) or 1
    scale = min(WIDEST, (width - 9) / columns)
    labels: list[Label] = []
    cells: dict[str, tuple[int, int]] = {}
    for mark in marks:
        for thing, (x, y) in view.places[mark.kind].items():
            cells[thing] = at = (round(x * scale), y)
            labels += _labels(view, mark, thing, at)
    _grow(labels, width)
    canvas = Canvas(width, max(label.y for label in labels) + 1)
    for label in labels:
        canvas.put(label)
    _lines(canvas, view, cells)
    lines = list(canvas.lines())
    return lines[next((at for at, line in enumerate(lines) if line.plain), 0) :]


# ---------------------------------------------------------------- labels


def _labels(view: TableView, mark: Mark, thing: str, at: tuple[int, int]) -> list[Label]:
    x, y = at
    pieces = pieces_at(view, mark, thing)
    there = visitors(view, thing)
    if not mark.name:
        ring = _ring(view, pieces, there)
        named = [ring.copy().append(f" {thing}", "bright_black")] if mark.beside else []
        return [Label(x, y, [ring, *named])]
    labels = [Label(x, y, list(_names(view, mark, thing, there)))]
    if mark.pieces or mark.below:
        labels.append(Label(x, y + 1, list(_below(view, mark, thing, pieces))))
    return labels


def visitors(view: TableView, thing: str) -> Text:
    """The signs of all that move about the map and are here now."""
    text = Text()
    for visitor in visitors_at(view, thing):
        text.append(*sign_of(view, visitor))
    return text


def sign_of(view: TableView, visitor: Visitor) -> tuple[str, str]:
    """The letters that stand for what moves about the map, and their style."""
    if visitor.seat is None:
        return visitor.sign, SIGN
    return visitor.sign + view.letter(visitor.seat), f"bold {view.colour(visitor.seat)}"


def token_sign(view: TableView, mark: Mark, thing: str) -> str:
    """The sign of what lies in the field of the token; "" where nothing lies there."""
    token = token_at(view, mark, thing)
    return sign_of_token(mark, token) if token else ""


def sign_of_token(mark: Mark, token: str) -> str:
    """The sign of a token: its own, or that of the field, or what stands for all tokens."""
    return mark.signs.get(token) or mark.signs.get(mark.token) or TOKEN


def short(view: TableView, thing: Any) -> str:
    """The first letters of a thing, as many as tell it from the others of its kind; of other values, all."""
    kind = view.kind_of(str(thing))
    names = view.model.kinds[kind].things if kind else ()
    for length in range(SHORTEST, len(str(thing))):
        if sum(name.startswith(str(thing)[:length]) for name in names) == 1:
            return str(thing)[:length]
    return str(thing)


def _names(view: TableView, mark: Mark, thing: str, there: Text) -> Iterator[Text]:
    """The name from cut to whole, with the number, the token and whoever is there."""
    number = view.lookup(mark.kind, thing, mark.number) if mark.number else None
    after = str(number) if number else ""
    token = token_sign(view, mark, thing)
    space = " " if there.cell_len else ""
    style = "bright_black" if is_dim(view, mark, thing) else "bold"
    for length in range(min(SHORTEST_NAME, len(thing)), len(thing) + 1):
        gap = " " if after and length == len(thing) else ""
        text = Text.assemble((thing[:length] + gap + after, style), (token, "bold yellow"))
        if gap:
            yield Text.assemble((thing[:length] + after, style), (token, "bold yellow"), space, there)
        yield text.append(space).append_text(there)


def _ring(view: TableView, pieces: list[str], there: Text) -> Text:
    """A thing without a name: a ring, or whoever stands there."""
    text = _letters(view, pieces).append_text(there)
    return text if text.cell_len else Text(EMPTY, "bright_black")


def _letters(view: TableView, pieces: Iterable[str]) -> Text:
    text = Text()
    for piece in pieces:
        owner = view.owner(piece)
        if owner is None:
            text.append(piece[:1])
        else:
            text.append(view.letter(owner), f"bold {view.colour(owner)}")
    return text


def _below(view: TableView, mark: Mark, thing: str, pieces: list[str]) -> Iterator[Text]:
    """What stands below a name: the pieces there, then facts and fields, from short to long."""
    if not mark.below:
        yield from _pieces(view, mark, thing, pieces)
        return
    values: list[Any] = []
    for value in (view.lookup(mark.kind, thing, name) for name in mark.below):
        values += value if isinstance(value, list | dict) else [value] if value else []
    before = _letters(view, pieces).append(" " if pieces and values else "")
    for write in (partial(short, view), str):
        yield before.copy().append(" ".join(write(each) for each in values), "cyan")


def _pieces(view: TableView, mark: Mark, thing: str, pieces: list[str]) -> Iterator[Text]:
    """The pieces from counts to a letter for each, and then with a dot for each free place."""
    room = view.fact(mark.kind, thing, mark.room)
    counts = Text()
    for piece in dict.fromkeys(pieces):
        counts.append_text(_letters(view, [piece])).append(str(pieces.count(piece)))
    forms = [counts, _letters(view, pieces)]
    if isinstance(room, int) and room >= len(pieces):
        forms.append(_letters(view, pieces).append(FREE * (room - len(pieces)), "bright_black"))
    shortest = min(forms[:2], key=lambda text: text.cell_len)
    yield shortest
    yield from (form for form in forms[1:] if form.cell_len >= shortest.cell_len)


def _grow(labels: list[Label], width: int) -> None:
    """Lets labels take longer forms, one step each in turn, as long as there is room."""
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


def _lines(canvas: Canvas, view: TableView, cells: dict[str, tuple[int, int]]) -> None:
    """Dotted lines between things, and where there is room their price."""
    kind = view.model.kinds.get(view.picture.lines)
    if kind is None or kind.ends is None:
        return
    names = view.model.kinds[view.model.kinds[kind.between].root].things
    lines = [
        (edge, cells[names[left]], cells[names[right]])
        for edge, (left, right) in zip(kind.things, kind.ends, strict=True)
        if names[left] in cells and names[right] in cells
    ]
    for edge, start, end in lines:
        if (price := view.fact(kind.name, edge, view.picture.price)) is not None:
            _price(canvas, str(price), start, end)
    for _, start, end in lines:
        for x, y in between(start, end):
            canvas.dot(x, y)


def _price(canvas: Canvas, price: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Writes a price on the middle third of a long line, if the cells around it are free."""
    steps = list(between(start, end))
    if len(steps) < 9:
        return
    third = len(steps) // 3
    for x, y in sorted(steps[third:-third], key=lambda at: abs(at[0] - (start[0] + end[0]) / 2)):
        cells = [(x + at, y) for at in range(-1, len(price) + 1)]
        if not any(cell in canvas.cells for cell in cells) and x + len(price) < canvas.width:
            canvas.put(Label(x, y, [Text(price, "cyan")]))
            return


def between(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The cells of a line, without its ends; level stretches are dotted sparsely."""
    (x0, y0), (x1, y1) = start, end
    steps = max(abs(x1 - x0), 2 * abs(y1 - y0))
    for step in range(2, steps - 1, 2):
        yield round(x0 + (x1 - x0) * step / steps), round(y0 + (y1 - y0) * step / steps)
