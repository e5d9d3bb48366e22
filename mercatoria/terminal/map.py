"""The map: things of the board at their places, with names, tokens and pieces, and dotted lines between them.

Each thing has two labels at its place: its name with whoever is there, and below it the pieces that stand there and
what the picture tells of the place. Labels begin in their shortest form and grow as long as they do not run into each
other, so the same map is terse at 80 columns and full at 140. Lines are drawn where nothing else stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rich.style import Style
from rich.text import Text

from mercatoria.drawing import Mark, Sight

FREE, LINE, TOKEN, EMPTY = ".", "·", "◆", "○"
NARROWEST = 60
"""Columns below which there is no map."""
WIDEST = 2.2
"""Columns for each step of the board, at most."""
SHORTEST_NAME = 3


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


def drawn(sight: Sight, width: int) -> list[Text] | None:
    """The map at a width; None where there is none or it would not be legible."""
    marks = [mark for mark in marks_of(sight) if sight.places.get(mark.kind)]
    if not marks or width < NARROWEST:
        return None
    columns = max(x for mark in marks for x, _ in sight.places[mark.kind].values()) or 1
    scale = min(WIDEST, (width - 9) / columns)
    labels: list[Label] = []
    spots: dict[str, tuple[int, int]] = {}
    for mark in marks:
        for thing, (x, y) in sight.places[mark.kind].items():
            spots[thing] = at = (round(x * scale), y)
            labels += _labels(sight, mark, thing, at)
    _grow(labels, width)
    canvas = Canvas(width, max(label.y for label in labels) + 1)
    for label in labels:
        canvas.put(label)
    _lines(canvas, sight, spots)
    return list(canvas.lines())


def marks_of(sight: Sight) -> tuple[Mark, ...]:
    """What is marked: as the picture says, or whatever has a place."""
    return sight.picture.map or tuple(Mark(kind) for kind in sight.places)


# ---------------------------------------------------------------- labels


def _labels(sight: Sight, mark: Mark, thing: str, at: tuple[int, int]) -> list[Label]:
    x, y = at
    pieces = standing(sight, mark, thing)
    there = visitors(sight, thing)
    if not mark.name:
        spot = _spot(sight, pieces, there)
        named = [spot.copy().append(f" {thing}", "bright_black")] if mark.beside else []
        return [Label(x, y, [spot, *named])]
    found = [Label(x, y, list(_names(sight, mark, thing, there)))]
    if mark.pieces or mark.below:
        found.append(Label(x, y + 1, list(_below(sight, mark, thing, pieces))))
    return found


def visitors(sight: Sight, thing: str) -> Text:
    """The signs of all that move about the map and are here now."""
    text = Text()
    for sign, style, place in sight.travellers:
        if place == thing:
            text.append(sign, style)
    return text


def standing(sight: Sight, mark: Mark, thing: str) -> list[str]:
    """The pieces that stand at a thing, in order."""
    found: list[str] = []
    for name in mark.pieces:
        held = sight.seen(mark.kind, thing, name)
        if isinstance(held, list):
            found += [str(piece) for piece in held]
        elif isinstance(held, dict) and "hidden" not in held and "count" not in held:
            found += [piece for piece, number in held.items() for _ in range(number)]
        elif isinstance(held, str):
            found.append(held)
    return found


def is_dim(sight: Sight, mark: Mark, thing: str) -> bool:
    name = mark.dim.removeprefix("not ").strip()
    if not name:
        return False
    return bool(sight.seen(mark.kind, thing, name)) != mark.dim.startswith("not ")


def token_of(sight: Sight, mark: Mark, thing: str) -> str:
    """The sign of what lies in the field of the token: a thing, a flag that is yes, a number above 0."""
    found = sight.told(mark.kind, thing, mark.token) if mark.token else None
    return mark.signs.get(str(found), TOKEN) if found else ""


def _names(sight: Sight, mark: Mark, thing: str, there: Text) -> Iterator[Text]:
    """The name from cut to whole, with the number, the token and whoever is there."""
    number = sight.told(mark.kind, thing, mark.number) if mark.number else None
    after = str(number) if number else ""
    token = token_of(sight, mark, thing)
    space = " " if there.cell_len else ""
    style = "bright_black" if is_dim(sight, mark, thing) else "bold"
    for length in range(min(SHORTEST_NAME, len(thing)), len(thing) + 1):
        gap = " " if after and length == len(thing) else ""
        text = Text.assemble((thing[:length] + gap + after, style), (token, "bold yellow"))
        if gap:
            yield Text.assemble((thing[:length] + after, style), (token, "bold yellow"), space, there)
        yield text.append(space).append_text(there)


def _spot(sight: Sight, pieces: list[str], there: Text) -> Text:
    """A thing without a name: a ring, or whoever stands there."""
    found = _letters(sight, pieces).append_text(there)
    return found if found.cell_len else Text(EMPTY, "bright_black")


def _letters(sight: Sight, pieces: Iterable[str]) -> Text:
    text = Text()
    for piece in pieces:
        owner = sight.owner(piece)
        if owner is None:
            text.append(piece[:1])
        else:
            text.append(sight.letter(owner), f"bold {sight.colour(owner)}")
    return text


def _below(sight: Sight, mark: Mark, thing: str, pieces: list[str]) -> Iterator[Text]:
    """What stands below a name: the pieces there, then facts and fields, from short to long."""
    if not mark.below:
        yield from _pieces(sight, mark, thing, pieces)
        return
    told: list[Any] = []
    for value in (sight.told(mark.kind, thing, name) for name in mark.below):
        told += value if isinstance(value, list | dict) else [value] if value else []
    before = _letters(sight, pieces).append(" " if pieces and told else "")
    for write in (sight.short, str):
        yield before.copy().append(" ".join(write(each) for each in told), "cyan")


def _pieces(sight: Sight, mark: Mark, thing: str, pieces: list[str]) -> Iterator[Text]:
    """The pieces from counts to a letter for each, and then with a dot for each free place."""
    room = sight.fact(mark.kind, thing, mark.room)
    counts = Text()
    for piece in dict.fromkeys(pieces):
        counts.append_text(_letters(sight, [piece])).append(str(pieces.count(piece)))
    forms = [counts, _letters(sight, pieces)]
    if isinstance(room, int) and room >= len(pieces):
        forms.append(_letters(sight, pieces).append(FREE * (room - len(pieces)), "bright_black"))
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


def _lines(canvas: Canvas, sight: Sight, spots: dict[str, tuple[int, int]]) -> None:
    """Dotted lines between things, and where there is room their price."""
    kind = sight.model.kinds.get(sight.picture.lines)
    if kind is None or kind.ends is None:
        return
    names = sight.model.kinds[sight.model.kinds[kind.between].root].things
    ways = [
        (edge, spots[names[left]], spots[names[right]])
        for edge, (left, right) in zip(kind.things, kind.ends, strict=True)
        if names[left] in spots and names[right] in spots
    ]
    for edge, start, end in ways:
        if (price := sight.fact(kind.name, edge, sight.picture.price)) is not None:
            _price(canvas, str(price), start, end)
    for _, start, end in ways:
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
