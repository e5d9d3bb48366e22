"""Expands grids: boards of hexagons or squares that the file lists row by row.

This module finds and names the corners, edges and neighbour links of the cells, and expands the grid into plain rows.
Later modules therefore never see a grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from dsl.board.grid_headings import (
    AT,
    CORNER,
    CORNERS,
    EDGE,
    EDGES,
    ENDS,
    GAP,
    GRID,
    MARK,
    NEIGHBOURS,
    ROWS,
    WORDS,
    Grid,
    check_one_of,
    is_sound_heading,
)
from dsl.board.grid_shapes import SHAPES, Place, Shape, shifted, way
from dsl.board.yaml_data import Datum, Value
from dsl.diagnostics import Sink, did_you_mean
from dsl.source import Span


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
    layouts = [_Layout(kind, things, sink) for kind, things in headings if is_sound_heading(kind, things, sink)]
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
                check_one_of("the side of a cell", where.parts[1], sides, self.sink)
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
