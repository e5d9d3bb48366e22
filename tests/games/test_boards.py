"""Tests that each row of a board file names its source, and that names and edges are consistent."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dsl.board import CALLED, BoardData, Row, read_board
from dsl.diagnostics import Sink
from dsl.source import Source

GAMES = Path(__file__).resolve().parents[2] / "games"
LEGEND = {"T", "L", "P", "D", "I"}


def read(path: Path) -> BoardData:
    """Return the board of a file, with expanded grids."""
    board = read_board(Source(path.name, path.read_text(encoding="utf-8")), Sink())
    assert board is not None
    return board


FILES = [path for path in sorted(GAMES.glob("*/**/*.yaml")) if "\nboard:\n" in path.read_text(encoding="utf-8")]
BOARDS = {path.relative_to(GAMES).as_posix(): read(path) for path in FILES}


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> BoardData:
    return BOARDS[request.param]


def rows(board: BoardData) -> dict[str, Row]:
    """Return all rows of a board, keyed by name."""
    return {row.name: row for _, row in board.rows()}


def test_every_game_has_a_board() -> None:
    assert {Path(name).parts[0] for name in BOARDS} == {path.parent.name for path in GAMES.glob("*/rulebook.rules")}


def test_it_says_that_it_is_reconstructed(board: BoardData) -> None:
    assert board.reconstructed
    assert board.note.strip()
    assert board.sources.keys() == LEGEND


def test_every_datum_has_a_mark(board: BoardData) -> None:
    for name, row in rows(board).items():
        data = {*row.values} - {CALLED} | {*(["at"] if row.at is not None else [])}
        assert row.marks.keys() - {"name", CALLED} == data, name
        assert set(row.marks.values()) <= LEGEND, name


def test_names_can_be_written_in_rules_and_stand_once(board: BoardData) -> None:
    assert all(name.isidentifier() and name[0].isupper() for name in rows(board))
    assert len(rows(board)) == sum(len(things) for things in board.kinds.values())


def test_edges_join_two_places_and_no_two_the_same(board: BoardData) -> None:
    edges = [row.values["ends"].value for row in rows(board).values() if "ends" in row.values]
    for ends in edges:
        assert isinstance(ends, list)
        assert len(set(ends)) == 2
        assert set(ends) <= rows(board).keys()
    joined = Counter(frozenset(ends) for ends in edges if isinstance(ends, list))
    assert max(joined.values(), default=0) <= 1


def test_places_are_drawn_on_the_map_and_apart(board: BoardData) -> None:
    spots = [row.at for row in rows(board).values() if row.at is not None]
    assert len(set(spots)) == len(spots)
    assert all(x >= 0 and y >= 0 for x, y in spots)
    assert board.grids or all(x <= 70 and y <= 30 for x, y in spots)
