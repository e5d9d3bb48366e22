"""The contents of a board file.

The entry `board` contains the title, a flag for reconstructed data, a note and the legend of sources. One entry per
kind follows: a mapping from each thing to its facts, or a grid (`dsl.board.grids`). This module only records the
contents and their positions. `dsl.board.schema` and `dsl.board.references` compare the contents with the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.board.grid_headings import Grid
from dsl.board.grids import lay_grids
from dsl.board.yaml_data import Datum, read_yaml
from dsl.diagnostics import Sink
from dsl.source import Source, Span

HEADING = "board"
POSITION, MARKS, CALLED, ENDS, PIECES = "at", "source", "called", "ends", "pieces"
"""Keys that any row may have, besides the fields of its kind. A field `called` of the kind takes precedence."""
NAME_MARK = "name"
"""Key of the source mark of a thing's name."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One thing of the board.

    `span` locates the thing's name, and `body` is the row as the author wrote it. `values` maps each field, and the
    keys `ends`, `pieces` and `called`, to the value in the file. `marks` maps each value of the row to its source mark.
    `one_mark` is True if a single mark covers the whole row.
    """

    name: str
    span: Span
    body: Datum
    values: dict[str, Datum]
    marks: dict[str, str]
    mark_spans: dict[str, Span]
    one_mark: bool
    at: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class BoardData:
    """A board as written in its file.

    Attributes:
        kinds: The rows of each kind, in the order of the file.
        root: The whole file, after every grid has been expanded into rows.
    """

    title: str
    reconstructed: bool
    note: str
    sources: dict[str, str]
    kinds: dict[str, dict[str, Row]]
    root: Datum
    grids: tuple[Grid, ...] = ()

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield each thing with the name of its kind, in file order."""
        for kind, rows in self.kinds.items():
            for row in rows.values():
                yield kind, row


def read_board(source: Source, sink: Sink) -> BoardData | None:
    """Return the board in a file, or None if the file has the wrong structure or a faulty grid.

    Report faults to the sink.
    """
    root = read_yaml(source, sink)
    if root is None:
        return None
    if not isinstance(root.value, dict):
        what = "a list" if isinstance(root.value, list) else "a single value"
        place = Span(source, root.span.start, min(root.span.end, root.span.start + 1))
        sink.add("E208", f"a board file begins with a name, not with {what}", place, "expected `board:`",
                 hint="write `board:` first, then the name of each kind")  # fmt: skip
        return None
    before = len(sink.errors)
    laid, grids = lay_grids(_without_empty(root), sink)
    return _board(laid, grids) if len(sink.errors) == before else None


def _board(root: Datum, grids: tuple[Grid, ...] = ()) -> BoardData:
    root = _without_empty(root)
    heading = root.parts[HEADING].parts if HEADING in root.parts else {}
    title, note, reconstructed = (
        heading[name].value if name in heading else None for name in ("title", "note", "reconstructed")
    )
    legend = heading["sources"].parts if "sources" in heading else {}
    return BoardData(
        title if isinstance(title, str) else "",
        reconstructed is True,
        note if isinstance(note, str) else "",
        {str(mark): str(meaning.value) for mark, meaning in legend.items()},
        {str(kind): _rows(things) for kind, things in root.parts.items() if kind != HEADING},
        root,
        grids,
    )


def _without_empty(root: Datum) -> Datum:
    """Return the file with every empty kind or thing replaced by an empty mapping."""
    kinds = {}
    for name, kind in root.parts.items():
        if name != HEADING:
            rows = {row: _group(body, body.parts) for row, body in kind.parts.items()}
            kind = _group(kind, rows) if kind.value is None or isinstance(kind.value, dict) else kind
        kinds[name] = kind
    return _group(root, kinds)


def _group(datum: Datum, parts: dict[str | int, Datum]) -> Datum:
    if datum.value is not None and not isinstance(datum.value, dict):
        return datum
    plain = {str(name): part.value for name, part in parts.items()}
    return Datum(plain, datum.span, datum.key, parts)


def _rows(things: Datum) -> dict[str, Row]:
    if not isinstance(things.value, dict):
        return {}
    return {str(name): _row(str(name), body) for name, body in things.parts.items() if isinstance(body.value, dict)}


def _row(name: str, body: Datum) -> Row:
    facts = {str(fact): datum for fact, datum in body.parts.items() if datum.value is not None}
    position, source = facts.pop(POSITION, None), facts.pop(MARKS, None)
    data = [*facts, *([POSITION] if position is not None else [])]
    marks: dict[str, str] = {}
    places: dict[str, Span] = {}
    if source is not None and not source.parts:
        marks = {fact: str(source.value) for fact in data}
        places = dict.fromkeys(data, source.span)
    elif source is not None:
        marks = {str(fact): str(mark.value) for fact, mark in source.parts.items()}
        places = {str(fact): mark.key for fact, mark in source.parts.items()}
    one = source is not None and isinstance(source.value, str)
    return Row(name, body.key, body, facts, marks, places, one, _position(position))


def _position(datum: Datum | None) -> tuple[int, int] | None:
    match datum.value if datum is not None else None:
        case [int(x), int(y)]:
            return x, y
    return None


# ---------------------------------------------------------------- a second board file, from a variant


def merge_boards(first: BoardData, second: BoardData, sink: Sink) -> BoardData:
    """Return a board that also contains the kinds and rows of a second file.

    Report a fault if both files list a thing with the same name.
    """
    parts = dict(first.root.parts)
    for name, added in second.root.parts.items():
        known = parts.get(name)
        if name == HEADING:
            parts[name] = added if known is None else known
        elif known is None:
            parts[name] = added
        elif isinstance(known.value, dict) and isinstance(added.value, dict):
            parts[name] = _group(known, _joined(str(name), known, added, sink))
    merged = _board(_group(first.root, parts))
    notes = [note for note in dict.fromkeys((first.note, second.note)) if note]
    return BoardData(
        first.title or second.title, first.reconstructed or second.reconstructed, "\n".join(notes),
        second.sources | first.sources, merged.kinds, merged.root, (*first.grids, *second.grids),
    )  # fmt: skip


def _joined(kind: str, known: Datum, added: Datum, sink: Sink) -> dict[str | int, Datum]:
    rows = dict(known.parts)
    for name, body in added.parts.items():
        if name in rows:
            sink.add("E211", f"`{name}` of `{kind}` is already on the board", body.key, "added again here",
                     hint="give this thing another name; a second board file cannot change things",
                     related=[(rows[name].key, "first listed here")])  # fmt: skip
        else:
            rows[name] = body
    return rows
