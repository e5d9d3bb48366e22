"""Expands grids: boards of hexagons or squares that the file lists row by row.

This module finds and names the corners, edges and neighbour links of the cells, and expands the grid into plain rows.
Later modules therefore never see a grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dsl.board.grid_shapes import SHAPES, Place, Shape, shifted, way
from dsl.board.yaml_data import NAME_PATTERN, Datum, Value
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


@dataclass(slots=True, eq=False)
class _Spot:
    """A corner or edge, with its name and the cells around it."""

    at: Place
    cells: list[tuple[str, str]] = field(default_factory=list)
    name: str = ""
    listed: bool = False
    span: Span | None = None


def lay_grids(root: Datum, sink: Sink) -> tuple[Datum, tuple[Grid, ...]]:
    """Expand every grid in a file into rows, and also return the headings of the grids.

    Report faults to the sink.
    """
    headings = [(str(kind), things) for kind, things in root.parts.items() if GRID in things.parts]
    layouts = [_Layout(kind, things, sink) for kind, things in headings if _sound(kind, things, sink)]
    if len(layouts) < len(headings) or not layouts:
        return root, ()
    lists = {str(kind): things for kind, things in root.parts.items() if kind != "board"}
    rows = {kind: dict(things.parts) if isinstance(things.value, dict) else {} for kind, things in lists.items()}
    marked = "board" in root.parts and "sources" in root.parts["board"].parts
    before = len(sink.errors)
    for layout in layouts:
        if marked and MARK not in layout.heading.parts:
            title = f"the grid of `{layout.kind}` has no source mark"
            sink.add("E245", title, layout.heading.parts[GRID].key, "`source` is missing",
                     hint="this mark applies to every cell, corner and edge of the grid")  # fmt: skip
        layout.name_spots(rows)
    _check_places(rows, layouts, sink)
    if len(sink.errors) > before:
        return root, ()
    _check_named(rows, layouts, sink)
    for layout in layouts:
        layout.write(rows)
    parts = {}
    for name, things in root.parts.items():
        written = rows.pop(str(name), {})
        plain = name == "board" or not isinstance(things.value, dict)
        parts[name] = things if plain else _group(written, things.span, things.key)
    for name, added in rows.items():
        named = next(layout.named[name] for layout in layouts if name in layout.named)
        parts[name] = _group(added, named, named)
    return _group(parts, root.span, root.key), tuple(layout.grid() for layout in layouts)


# ---------------------------------------------------------------- the heading of a grid


def _sound(kind: str, things: Datum, sink: Sink) -> bool:
    """Return True if the heading of a grid has all required keys with suitable values.

    Report faults to the sink.
    """
    before = len(sink.errors)
    known = (GRID, ROWS, MARK, *WORDS)
    for name, part in things.parts.items():
        if str(name)[:1].islower() and name not in known:
            sink.add("E231", f"a grid has no entry `{name}`", part.key, "not known here",
                     hint=did_you_mean(str(name), known))  # fmt: skip
    _one_of(f"`{GRID}`", things.parts[GRID], SHAPES, sink)
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


def _one_of(what: str, datum: Datum, known: Iterable[str], sink: Sink) -> None:
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


# ---------------------------------------------------------------- laying it out


class _Layout:
    """Lays out one grid, and names its cells, corners and edges."""

    def __init__(self, kind: str, heading: Datum, sink: Sink) -> None:
        self.kind, self.heading, self.sink = kind, heading, sink
        self.shape: Shape = SHAPES[str(heading.parts[GRID].value)]
        kinds = {name: heading.parts[name].parts["kind"] for name in WORDS if name in heading.parts}
        self.kinds = {name: str(kind.value) for name, kind in kinds.items()}
        self.named = {str(kind.value): kind.span for kind in kinds.values()}
        self.cells: dict[str, tuple[Place, Span]] = {}
        for number, row in enumerate(heading.parts[ROWS].parts.values()):
            for column, cell in enumerate(row.parts.values()):
                if cell.value != GAP:
                    self.cells[str(cell.value)] = self.shape.middle(number, column), cell.span
        self.corners = self._spots(self.shape.corners)
        self.edges = self._spots(self.shape.edges)

    def _spots(self, sides: dict[str, Place]) -> dict[Place, _Spot]:
        found: dict[Place, _Spot] = {}
        for name, (middle, _) in self.cells.items():
            for side, by in sides.items():
                at = shifted(middle, by)
                found.setdefault(at, _Spot(at)).cells.append((name, side))
        return found

    def fact(self, part: str, word: str) -> str:
        """Return the entry `word` in a section of the heading, or an empty string."""
        datum = self.heading.parts.get(part)
        return str(datum.parts[word].value) if datum is not None and word in datum.parts else ""

    def grid(self) -> Grid:
        """Return the grid that this heading describes."""
        here = self.heading.parts[GRID].span
        filled = {(kind, AT): here for kind in (self.kind, self.kinds.get(CORNERS, ""), self.kinds.get(EDGES, ""))}
        filled |= {(self.kinds.get(part, ""), ENDS): here for part in (EDGES, NEIGHBOURS)}
        for part in (CORNERS, EDGES):
            for word, kind in (("fact", self.kind), ("back", self.kinds.get(part, ""))):
                if fact := self.fact(part, word):
                    filled[kind, fact] = self.heading.parts[part].parts[word].span
        corners, edges, neighbours = (self.kinds.get(name, "") for name in (CORNERS, EDGES, NEIGHBOURS))
        return Grid(self.shape.name, self.kind, corners, edges, neighbours, filled)

    # ------------------------------------------------------------ names

    def name_spots(self, rows: dict[str, dict[str | int, Datum]]) -> None:
        """Name all corners and edges.

        The name comes from the file if a row names the corner or edge, and otherwise from the adjacent cells.
        """
        for word, spots, sides in (
            (CORNER, self.corners, self.shape.corners), (EDGE, self.edges, self.shape.edges)
        ):  # fmt: skip
            for things in rows.values():
                for name, body in things.items():
                    if word in body.parts:
                        self._name_listed(str(name), body.parts[word], spots, sides)
        for spot in self.corners.values():
            spot.name = spot.name or "_".join(spot.cells[0])
        for edge in self.edges.values():
            edge.name = edge.name or self._edge_name(edge)

    def _name_listed(self, name: str, where: Datum, spots: dict[Place, _Spot], sides: dict[str, Place]) -> None:
        match where.value:
            case [str(cell), str(side)] if cell in self.cells and side in sides:
                spot = spots[shifted(self.cells[cell][0], sides[side])]
            case [str(cell), str()] if cell in self.cells:
                _one_of("the side of a cell", where.parts[1], sides, self.sink)
                return
            case _:
                return
        if spot.listed and spot.span is not None:
            self.sink.add("E250", f"`{name}` is in the same place as `{spot.name}`", where.place,
                          "this corner or edge already has a name", related=[(spot.span, "first here")])  # fmt: skip
        spot.name, spot.listed, spot.span = name, True, where.span

    def _edge_name(self, edge: _Spot) -> str:
        """Make a name for an edge from the names of its two corners.

        If the file names neither corner, use the cells on both sides of the edge.
        """
        one, other = self._ends(edge)
        if one.listed and other.listed:
            return f"{one.name}_{other.name}"
        if one.listed or other.listed:
            near, far = (one, other) if one.listed else (other, one)
            return f"{near.name}_{way(near.at, far.at)}"
        if len(edge.cells) > 1:
            return f"{edge.cells[0][0]}_{edge.cells[1][0]}"
        cell, side = edge.cells[0]
        return f"{cell}_side_{side}"

    def _ends(self, edge: _Spot) -> tuple[_Spot, _Spot]:
        cell, side = edge.cells[0]
        one, other = (self.corners[shifted(self.cells[cell][0], by)] for by in self.shape.ends(side))
        return (one, other) if one.at <= other.at else (other, one)

    # ------------------------------------------------------------ rows

    def write(self, rows: dict[str, dict[str | int, Datum]]) -> None:
        """Add rows for the cells, corners, edges and neighbours of the grid."""
        for name in (GRID, ROWS, MARK, *WORDS):
            rows[self.kind].pop(name, None)
        self._put(rows, self.kind, ((name, self._cell(name), span) for name, (_, span) in self.cells.items()))
        if CORNERS in self.kinds:
            self._put(rows, self.kinds[CORNERS], self._spot_rows(self.corners.values(), CORNERS))
        if EDGES in self.kinds:
            self._put(rows, self.kinds[EDGES], self._spot_rows(self.edges.values(), EDGES))
        if NEIGHBOURS in self.kinds:
            self._put(rows, self.kinds[NEIGHBOURS], self._neighbours())

    def _cell(self, name: str) -> dict[str, Value]:
        middle = self.cells[name][0]
        facts: dict[str, Value] = {AT: list(middle)}
        for part, spots, sides in (
            (CORNERS, self.corners, self.shape.corners), (EDGES, self.edges, self.shape.edges)
        ):  # fmt: skip
            if part in self.kinds and (fact := self.fact(part, "fact")):
                facts[fact] = [spots[shifted(middle, by)].name for by in sides.values()]
        return facts

    def _spot_rows(self, spots: Iterable[_Spot], part: str) -> Iterator[tuple[str, dict[str, Value], Span]]:
        for spot in spots:
            facts: dict[str, Value] = {AT: list(spot.at)}
            if back := self.fact(part, "back"):
                facts[back] = [cell for cell, _ in spot.cells]
            if part == EDGES:
                facts[ENDS] = [end.name for end in self._ends(spot)]
            yield spot.name, facts, self.cells[spot.cells[0][0]][1]

    def _neighbours(self) -> Iterator[tuple[str, dict[str, Value], Span]]:
        for edge in self.edges.values():
            if len(edge.cells) == 2:
                (one, _), (other, _) = edge.cells
                yield f"{one}_by_{other}", {ENDS: [one, other]}, self.cells[one][1]

    def _put(
        self, rows: dict[str, dict[str | int, Datum]], kind: str, found: Iterable[tuple[str, dict[str, Value], Span]]
    ) -> None:
        """Add the facts that the grid fills in, and add rows for things that the file does not list."""
        home = {str(name): listed for listed, things in rows.items() for name in things}
        fresh: dict[str | int, Datum] = {}
        for name, facts, span in found:
            listed = home.get(name)
            body = rows[listed][name] if listed is not None else None
            row = self._row(body, facts, span)
            if listed is None or listed == kind:
                fresh[name] = row
            else:
                rows[listed][name] = row
        rows[kind] = fresh | {name: body for name, body in rows.get(kind, {}).items() if name not in fresh}

    def _row(self, body: Datum | None, facts: dict[str, Value], span: Span) -> Datum:
        """Add to a row the facts that the grid fills in. Facts in the file take precedence."""
        parts: dict[str | int, Datum] = {}
        if body is not None and not isinstance(body.value, dict):
            return body
        if body is not None:
            parts = {name: part for name, part in body.parts.items() if name not in (CORNER, EDGE)}
        mark = self.heading.parts.get(MARK)
        for name, value in facts.items():
            parts.setdefault(name, _plain(value, span))
        if mark is not None:
            parts[MARK] = _marks(parts.get(MARK), facts, mark)
        return _group(parts, body.span if body is not None else span, body.key if body is not None else span)


def _check_places(rows: dict[str, dict[str | int, Datum]], layouts: list[_Layout], sink: Sink) -> None:
    """Report rows whose `corner` or `edge` names a cell that is in no grid."""
    cells = {name for layout in layouts for name in layout.cells}
    for things in rows.values():
        for body in things.values():
            for word in (CORNER, EDGE):
                if word in body.parts:
                    _check_where(word, body.parts[word], cells, sink)


def _check_named(rows: dict[str, dict[str | int, Datum]], layouts: list[_Layout], sink: Sink) -> None:
    """Report rows whose name belongs to no cell, corner or edge."""
    names: dict[str, set[str]] = {}
    for layout in layouts:
        names.setdefault(layout.kind, set()).update(layout.cells)
        for part, spots in ((CORNERS, layout.corners), (EDGES, layout.edges)):
            if part in layout.kinds:
                names.setdefault(layout.kinds[part], set()).update(spot.name for spot in spots.values())
    for kind, known in names.items():
        for name, body in rows.get(kind, {}).items():
            if name not in known and ENDS not in body.parts and not str(name)[:1].islower():
                sink.add("E250", f"the grid has no `{kind}` named `{name}`", body.key,
                         "the rows of the grid do not produce this name",
                         hint=did_you_mean(str(name), known))  # fmt: skip


def _check_where(word: str, where: Datum, cells: set[str], sink: Sink) -> None:
    match where.value:
        case [str(cell), str()]:
            if cell not in cells:
                sink.add("E250", f"the grid has no `{cell}`", where.parts[0].place, "this is not a cell",
                         hint=did_you_mean(cell, cells))  # fmt: skip
        case _:
            sink.add("E233", f"`{word}` must be a cell and one of its sides, like `[Lea, NE]`", where.place)


# ---------------------------------------------------------------- data


def _plain(value: Value, span: Span) -> Datum:
    parts: dict[str | int, Datum] = {}
    if isinstance(value, list):
        parts = {number: Datum(each, span, span) for number, each in enumerate(value)}
    return Datum(value, span, span, parts)


def _group(parts: dict[str | int, Datum], span: Span, key: Span) -> Datum:
    return Datum({str(name): part.value for name, part in parts.items()}, span, key, parts)


def _marks(marks: Datum | None, facts: dict[str, Value], mark: Datum) -> Datum:
    """Return the source marks of a row, with a mark for each fact that the grid fills in.

    A fact from the grid gets the mark of the row's `corner` or `edge`. Without such a mark, it gets the mark of the
    grid.
    """
    if marks is None:
        return mark
    if not marks.parts:
        return marks
    places = [marks.parts[word] for word in (CORNER, EDGE) if word in marks.parts]
    of_grid: dict[str | int, Datum] = dict.fromkeys(facts, places[0] if places else mark)
    own = {name: part for name, part in marks.parts.items() if name not in (CORNER, EDGE)}
    return _group(of_grid | own, marks.span, marks.key)
