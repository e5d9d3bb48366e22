"""Prints the fields of the players and of the game, and the map as tables if it cannot be drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dsl.locale import Locale
from interpreter.table import listed
from mercatoria.drawing import Drawing, Line, Piece, Place, PlayerPanel
from mercatoria.picture import Mark
from mercatoria.terminal.canvas import FAINT
from mercatoria.terminal.cells import NOTHING, cell
from mercatoria.terminal.charts import plain_table
from mercatoria.terminal.signs import Signs

WIDEST = 1000
"""Screen width, in columns, used to measure how wide a table would be without wrapping."""
WIDE = 100
"""Minimum screen width, in columns, at which there are two spaces between table columns instead of one."""


# ---------------------------------------------------------------- the players


def players(drawing: Drawing, console: Console) -> dict[str, list[RenderableType]]:
    """Return a table of the players' scores and fields, in a dictionary with the key `""`.

    If the table is too wide for the screen, return one block of lines for each player, with the player's name as the
    key.
    """
    said = drawing.words.things.locale
    scored = [said("score_title")] if drawing.hands[0].score else []
    titles = [*scored, *(holding.title for holding in drawing.hands[0].holdings)]
    table = plain_table(2 if console.width >= WIDE else 1)
    table.add_column("", no_wrap=True)
    for title in titles:
        table.add_column(title, justify="right" if title in scored else "left", overflow="fold")
    lines: dict[str, list[RenderableType]] = {}
    for hand in drawing.hands:
        cells = [*([hand.score] if scored else []), *(cell(held, said) for held in hand.holdings)]
        table.add_row(_who(hand, said), *cells)
        lines[hand.name] = [_who(hand, said), Padding(_line(titles, cells), (0, 0, 0, 4))]
    fits = Measurement.get(console, console.options.update(width=WIDEST), table).maximum <= console.width
    return {"": [table]} if fits else lines


def _who(hand: PlayerPanel, said: Locale) -> Text:
    who = Text.assemble(("▶ " if hand.decides else "  ", "bold"), (hand.name, f"bold {hand.colour}"))
    return who.append(f" ({said('yourself')})") if hand.you else who


def _line(titles: list[str], cells: list[str]) -> Text:
    """Format a player's fields on one line, as in `score 3 · guilders 13`, leaving out empty fields."""
    text = Text()
    for title, words in zip(titles, cells, strict=True):
        if words != NOTHING:
            text.append(" · " if text.cell_len else "", FAINT).append(f"{title} ", FAINT).append(words)
    return text


# ---------------------------------------------------------------- middle and cards


def middle(drawing: Drawing) -> list[str]:
    """Format the fields in the middle of the table, as in `round number: 3`."""
    said = drawing.words.things.locale
    return [f"{holding.title}: {cell(holding, said)}" for holding in drawing.middle]


def cards(drawing: Drawing, but: Collection[str] = ()) -> Iterator[Text]:
    """Yield the descriptions of cards that lie in the middle or belong to the reader, except cards listed in `but`."""
    own = [holding for hand in drawing.hands if hand.you for holding in hand.holdings]
    for holding in (*drawing.middle, *own):
        for item in holding.all_items():
            if item.note and item.thing not in but:
                note = _without_name(item.note, item.text)
                yield Text.assemble((item.text, "bold"), (f" ({holding.title}) ", FAINT), note)


def _without_name(note: str, name: str) -> str:
    """Return a description without a beginning that only repeats the end of the name before it."""
    ends = (name[at:] for at in range(len(name)) if not at or name[at - 1] == " ")
    repeated = next((end for end in ends if note.startswith(f"{end}: ")), "")
    return note.removeprefix(f"{repeated}: ") if repeated else note


# ---------------------------------------------------------------- map tables


def places(drawing: Drawing) -> list[Table]:
    """Return the map as tables, for screens that are too small for a drawing.

    Each kind of place or line has its own table. Places without printed names are listed only if they contain
    something.
    """
    tables = []
    for mark in drawing.marks:
        of_kind = [each for each in drawing.on_map if each.kind == mark.kind]
        told = [each for each in of_kind if mark.name or each.pieces or each.guests or each.token or _centre(each)]
        if told:
            tables.append(_marked(drawing, mark, told))
    return tables


def _marked(drawing: Drawing, mark: Mark, things: list[Place | Line]) -> Table:
    around = [name for name in mark.pieces if name not in mark.centre]
    groups = [[mark.number], [mark.token], around, [*mark.centre], [*mark.below]]
    nouns = [listed([drawing.words.noun(mark.kind, name) for name in names if name]) for names in groups]
    headings = [drawing.words.things.locale("here") if drawing.travellers else "", *nouns]
    table = plain_table()
    table.add_column(drawing.words.kind(mark.kind))
    for heading in filter(None, headings):
        table.add_column(heading, overflow="fold")
    for thing in things:
        cells = zip(headings, _marked_cells(Signs(drawing), mark, thing), strict=True)
        dim = isinstance(thing, Place) and thing.dim
        title = Text(drawing.words.title(thing.name), FAINT if dim else "")
        table.add_row(title, *(words for heading, words in cells if heading))
    return table


def _marked_cells(signs: Signs, mark: Mark, thing: Place | Line) -> list[Text]:
    number, below = (thing.number, thing.below) if isinstance(thing, Place) else ("", ())
    rows = [_pieces(signs, mark, pieces) for pieces in (thing.pieces, _centre(thing), below)]
    return [signs.guests(thing.guests), Text(number), signs.token(thing.token, mark), *rows]


def _centre(thing: Place | Line) -> tuple[Piece, ...]:
    return thing.centre if isinstance(thing, Place) else ()


def _pieces(signs: Signs, mark: Mark, pieces: tuple[Piece, ...]) -> Text:
    """Show pieces with an owner as letters, followed by the names of all other pieces."""
    owned = signs.pieces((piece for piece in pieces if piece.owner is not None), mark)
    others = ", ".join(signs.sort(piece, mark) for piece in pieces if piece.owner is None)
    return owned.append(" " if owned.cell_len and others else "").append(others)
