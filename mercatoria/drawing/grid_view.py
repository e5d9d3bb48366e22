"""A grid of the board as a value: its cells, corners and edges, where they lie, and how the picture marks them.

Only what lies on the grid; what stands there is asked of `on_map`, as for any other map.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.board import Grid, Row
from mercatoria.drawing.on_map import marks_of, visitors_at
from mercatoria.drawing.picture import Mark
from mercatoria.drawing.table_view import TableView

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GridThing:
    """A cell, corner or edge. `mark` says how it is marked, None if the picture does not speak of its kind; an edge has
    the places of its two `ends`. Places are those of the board file, in quarters of a cell."""

    name: str
    at: Place
    mark: Mark | None
    ends: tuple[Place, Place] | None = None


@dataclass(frozen=True, slots=True)
class GridView:
    """A grid of hexagons (`shape` is `hex`) or squares."""

    shape: str
    cells: tuple[GridThing, ...]
    corners: tuple[GridThing, ...]
    edges: tuple[GridThing, ...]

    def things(self) -> tuple[GridThing, ...]:
        return self.cells + self.corners + self.edges


def grid_of(view: TableView) -> GridView | None:
    """The first grid of the boards that are played on; None if there is none, or the picture marks other kinds only."""
    for board in view.boards:
        for grid in board.grids:
            rows = {row.name: row for _, row in board.rows() if row.at is not None}
            found = _grid_view(view, grid, rows)
            if any(thing.mark is not None for thing in found.things()):
                return found
    return None


def _grid_view(view: TableView, grid: Grid, rows: dict[str, Row]) -> GridView:
    marks = {mark.kind: mark for mark in marks_of(view) if mark.kind in view.model.kinds}
    parts = [_things(view, kind, marks, rows) for kind in (grid.cells, grid.corners, grid.edges)]
    return GridView(grid.shape, *parts)


def _things(view: TableView, kind: str, marks: dict[str, Mark], rows: dict[str, Row]) -> tuple[GridThing, ...]:
    """All things of the family of a kind that have a place."""
    kinds = view.model.kinds
    if kind not in kinds:
        return ()
    family = [each for each in kinds.values() if each.root == kinds[kind].root]
    marked = {thing: marks[each.name] for each in sorted(family, key=lambda each: -each.size) if each.name in marks
              for thing in each.things}  # fmt: skip
    found = []
    for name in kinds[kinds[kind].root].things:
        row = rows.get(name)
        if row is not None and row.at is not None:
            found.append(GridThing(name, row.at, marked.get(name), _ends(row, rows)))
    return tuple(found)


def _ends(row: Row, rows: dict[str, Row]) -> tuple[Place, Place] | None:
    names = row.values["ends"].value if "ends" in row.values else None
    places = [rows[str(name)].at for name in names if str(name) in rows] if isinstance(names, list) else []
    match places:
        case [tuple() as one, tuple() as other]:
            return one, other
    return None


def where_seat_is(view: TableView, grid: GridView, seat: int) -> Place | None:
    """The middle of all that a seat has on a grid, or None."""
    places = []
    for thing in grid.things():
        here = [visitor.seat for visitor in visitors_at(view, thing.name)]
        if thing.mark is not None:
            for name in thing.mark.pieces:
                held = view.field(thing.mark.kind, thing.name, name)
                here += [view.owner(str(piece)) for piece in (held if isinstance(held, list | dict) else [held])]
        places += [thing.at] * here.count(seat)
    if not places:
        return None
    return sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places)
