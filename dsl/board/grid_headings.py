"""Reads the heading of a grid, and reports a heading that is wrong or incomplete."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dsl.board.grid_shapes import SHAPES
from dsl.board.yaml_data import NAME_PATTERN, Datum
from dsl.diagnostics import Sink, did_you_mean
from dsl.limits import MOST_THINGS
from dsl.source import Span

GRID, ROWS, MARK, GAP = "grid", "rows", "source", "."
CORNERS, EDGES, NEIGHBOURS = "corners", "edges", "neighbours"
CORNER, EDGE = "corner", "edge"
"""Keys that place a row's thing on a corner or edge, as in `corner: [Lea, N]`."""
ENDS, AT = "ends", "at"
WORDS = {
    CORNERS: ("kind", "fact", "back"),
    EDGES: ("kind", "fact", "back"),
    NEIGHBOURS: ("kind",),
}
"""Keys that are allowed in each section of a grid's heading.

`kind` is the declared kind of the corners, edges or neighbour links. `fact` is the fact in which a cell lists its
corners or edges, and `back` is the fact in which a corner or edge lists its cells.
"""


@dataclass(frozen=True, slots=True)
class Grid:
    """The heading of a grid, with the kinds of its cells, corners, edges and neighbour links.

    `cells` is the declared kind of the cells. `corners`, `edges` and `neighbours` are "" if the heading does not
    mention them.
    """

    shape: str
    cells: str
    corners: str = ""
    edges: str = ""
    neighbours: str = ""
    filled: Mapping[tuple[str, str], Span] = field(default_factory=dict)
    """The facts that the grid fills in, by kind and fact; each value locates the fact in the heading."""


def is_sound_heading(kind: str, things: Datum, sink: Sink) -> bool:
    """Return True if the heading of a grid has all required keys with suitable values.

    Report faults to the sink.
    """
    before = len(sink.errors)
    known = (GRID, ROWS, MARK, *WORDS)
    for name, part in things.parts.items():
        if str(name)[:1].islower() and name not in known:
            sink.add("E231", f"a grid has no entry `{name}`", part.key, "not known here",
                     hint=did_you_mean(str(name), known))  # fmt: skip
    check_one_of(f"`{GRID}`", things.parts[GRID], SHAPES, sink)
    if MARK in things.parts and not isinstance(things.parts[MARK].value, str):
        sink.add("E233", f"`{MARK}` of a grid must be a single mark", things.parts[MARK].place)
    _check_rows(kind, things, sink)
    for name in WORDS:
        if name in things.parts:
            _check_part(name, things.parts[name], sink)
    if EDGES in things.parts and CORNERS not in things.parts:
        sink.add("E232", f"the grid of `{kind}` has `{EDGES}` but no `{CORNERS}`", things.parts[EDGES].key,
                 "an edge joins two corners")  # fmt: skip
    return len(sink.errors) == before


def check_one_of(what: str, datum: Datum, known: Iterable[str], sink: Sink) -> None:
    """Report a value that is not one of the known names."""
    names = [f"`{name}`" for name in known]
    if f"`{datum.value}`" not in names:
        wanted = " or ".join([", ".join(names[:-1]), names[-1]])
        there = "a list" if isinstance(datum.value, list) else f"`{datum.span.text[:40]}`"
        sink.add("E233", f"{what} must be {wanted}, not {there}", datum.place)


def _check_rows(kind: str, things: Datum, sink: Sink) -> None:
    if ROWS not in things.parts:
        if sink.errors:
            return  # stop here, because the misspelt key has already been reported
        sink.add("E232", f"the grid of `{kind}` has no `{ROWS}`", things.parts[GRID].key, f"`{ROWS}` is missing")
        return
    rows = things.parts[ROWS]
    flawed = [row for row in rows.parts.values() if not isinstance(row.value, list)]
    if not isinstance(rows.value, list) or flawed:
        place = flawed[0].place if flawed else rows.place
        sink.add("E233", "a row of a grid must be a list of names", place, "write the row like `[Lea, Mere, .]`",
                 hint=f"`{GAP}` marks an omitted cell")  # fmt: skip
        return
    first: dict[str, Span] = {}
    for row in rows.parts.values():
        for cell in row.parts.values():
            if not isinstance(cell.value, str):
                sink.add("E233", f"a cell of a grid must be a name or `{GAP}`", cell.place)
            elif cell.value != GAP and not re.match(NAME_PATTERN, cell.value):
                sink.add("E236", f"`{cell.value[:40]}` is not a valid cell name", cell.place,
                         "a name is one word: a capital letter, then letters, digits or `_`")  # fmt: skip
            elif cell.value in first:
                sink.add("E205", f"`{cell.value}` appears twice in the grid", cell.place, "again here",
                         related=[(first[cell.value], "first here")])  # fmt: skip
            elif cell.value != GAP:
                first[cell.value] = cell.span
    if not first and not sink.errors:
        sink.add("E232", f"the grid of `{kind}` has no cells", rows.key, "list at least one name here")
    if len(first) > MOST_THINGS:
        sink.add("E213", "the grid has too many cells", rows.key, f"at most {MOST_THINGS:,}")


def _check_part(name: str, part: Datum, sink: Sink) -> None:
    if not isinstance(part.value, dict):
        sink.add("E233", f"`{name}` of a grid must contain names with values, like `{{kind: …}}`", part.place)
        return
    for word, datum in part.parts.items():
        if word not in WORDS[name]:
            sink.add("E231", f"`{name}` of a grid has no entry `{word}`", datum.key, "not known here",
                     hint=did_you_mean(str(word), WORDS[name]))  # fmt: skip
        elif not isinstance(datum.value, str):
            sink.add("E233", f"`{word}` must be a name", datum.place)
    if "kind" not in part.parts:
        sink.add("E232", f"`{name}` has no `kind`", part.key, "`kind` is missing")
