"""What holds for the board file of every game: each datum says where it comes from, and names and edges are sound."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

GAMES = Path(__file__).resolve().parents[2] / "games"
LEGEND = {"T", "L", "P", "D", "I"}


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


BOARDS = {str(path.relative_to(GAMES)): read(path) for path in GAMES.glob("*/*.yaml") if "board" in read(path)}


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> dict[str, Any]:
    return BOARDS[request.param]


def rows(board: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """All rows of a board by name."""
    return {name: row for kind, things in board.items() if kind != "board" for name, row in things.items()}


def test_every_game_has_a_board() -> None:
    assert {Path(name).parts[0] for name in BOARDS} == {path.parent.name for path in GAMES.glob("*/rulebook.rules")}


def test_it_says_that_it_is_reconstructed(board: dict[str, Any]) -> None:
    assert board["board"]["reconstructed"] is True
    assert board["board"]["note"].strip()
    assert board["board"]["sources"].keys() == LEGEND


def test_every_datum_has_a_mark(board: dict[str, Any]) -> None:
    for name, row in rows(board).items():
        source = row["source"]
        if isinstance(source, str):
            assert source in LEGEND, name
        else:
            assert source.keys() - {"name"} == row.keys() - {"source"}, name
            assert set(source.values()) <= LEGEND, name


def test_names_can_be_written_in_rules_and_stand_once(board: dict[str, Any]) -> None:
    assert all(name.isidentifier() and name[0].isupper() for name in rows(board))
    assert len(rows(board)) == sum(len(things) for kind, things in board.items() if kind != "board")


def test_edges_join_two_places_and_no_two_the_same(board: dict[str, Any]) -> None:
    edges = [row["ends"] for row in rows(board).values() if "ends" in row]
    assert all(one != other and {one, other} <= rows(board).keys() for one, other in edges)
    assert max(Counter(map(frozenset, edges)).values(), default=0) <= 1


def test_places_are_drawn_on_the_map_and_apart(board: dict[str, Any]) -> None:
    spots = [tuple(row["at"]) for row in rows(board).values() if "at" in row]
    assert len(set(spots)) == len(spots)
    assert all(0 <= x <= 70 and 0 <= y <= 30 for x, y in spots)
