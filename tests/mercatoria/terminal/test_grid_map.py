"""Tests that the terminal shows the cells, corners and edges of a grid, for the whole grid or for one region."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.text import Text

import mercatoria
from dsl.diagnostics.diagnostic import Sink
from mercatoria.drawing import Drawing, draw, place_called
from mercatoria.picture import CELL, read_picture
from mercatoria.terminal import screen

RULES = """rulebook fen "The Fen"
    players 2
    seats Una, Vic
    board "board.yaml"

kind Reed: Sedge, Rush
kind Field from board
    gives: Reed or none = none
    dots: 0 to 9 = 0
kind Post from board
kind Farm is Post from board
    wells: 0 to 2 = 0
    old: flag = no
kind Path from board between Post
    wet: flag = no
kind House for each Player with 3 pieces each
kind Plank for each Player with 5 pieces each
kind Cart, 2 for each Player
kind Heron with 2 pieces

each Farm has
    house: space for House
    guest: space for Heron
each Path has
    plank: space for Plank
each Cart has
    at: Path or none = none
each Player has
    at: Post = START

game has
    fog: Field = Ling

setup
    move 1 of House(Una) from supply to Ash.house
    move 1 of Heron from supply to Ash.guest
    move 1 of House(Vic) from supply to Birk.house
    move 1 of Plank(Vic) from supply to Ling_Moor.plank
    set Cart1.at to Ling_Moor
    set Cart3.at to Ash_E

round
    for p in Player
        p may wade
action wade(field: Field)
    then
        set fog to field
end soon of round when round.number = 3
"""
PICTURE = """
letters: [U, V]
map:
  - {kind: Field, number: dots, below: [gives], signs: {Sedge: sg}}
  - {kind: Post, name: no}
  - {kind: Farm, number: wells, token: old, pieces: [house, guest], signs: {old: "!", Heron: "h"}}
  - {kind: Path, name: no, token: wet, pieces: [plank], signs: {wet: "~"}}
travellers:
  - {kind: Player, field: at}
  - {kind: Cart, field: at, sign: c}
  - {field: fog, sign: "@"}
"""
BOARD = """board: {title: Fen, reconstructed: no}
Field:
  grid: SHAPE
  corners: {kind: Post}
  edges: {kind: Path}
  rows:
ROWS
  Ling: {gives: Sedge, dots: 4}
  Moor: {gives: Rush}
Farm:
  Ash: {corner: [Ling, SE], wells: 2, old: yes}
  Birk: {corner: [Moor, NE]}
Path:
  Ash_E: {wet: no}
  Ling_Moor: {wet: no}
  Ling_side_W: {wet: yes}
"""
SQUARE = BOARD.replace("SHAPE", "square").replace("ROWS", "    - [Ling, Moor]\n    - [Carr, Holm]")
HEX = (
    BOARD.replace("SHAPE", "hex").replace("ROWS", "    - [Ling, Moor, WIDE]\n    - [Carr, Holm]")
    .replace("Birk: {corner: [Moor, NE]}", "Birk: {corner: [Moor, N]}")
    .replace("Ash: {corner: [Ling, SE]", "Ash: {corner: [Ling, S]").replace("Ash_E", "Ash_NE")
)  # fmt: skip


def seen(folder: Path, board: str, seat: int | None = 0, rules: str = RULES) -> Drawing:
    start = "Ling_NW"
    rules = rules.replace("START", start)
    if "grid: hex" in board:
        rules = rules.replace("Ash_E", "Ash_NE")
    else:
        rules = rules.replace("Ling_Moor", "Ash_N")
        board = board.replace("  Ling_Moor: {wet: no}\n", "")
    (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
    (folder / "board.yaml").write_text(board, encoding="utf-8")
    (folder / "picture.yaml").write_text(PICTURE, encoding="utf-8")
    state = mercatoria.load(str(folder)).start(2, 1)
    sink = Sink()
    picture = read_picture(state.edition.folder, state.table.checked, sink)
    assert [fault.title for fault in sink.found] == []
    return draw(state, seat, picture)


def plain(lines: list[Text] | None) -> str:
    assert lines is not None
    return "\n".join(line.plain.rstrip() for line in lines)


def style_at(lines: list[Text] | None, words: str) -> str:
    """Return the style of the first letter of these words."""
    line = next(line for line in lines or () if words in line.plain)
    at = line.plain.index(words)
    return " ".join(str(span.style) for span in line.spans if span.start <= at < span.end)


def test_hexagons(tmp_path: Path) -> None:
    lines = screen.map_lines(seen(tmp_path, HEX.replace(", WIDE", "")), 80)
    drawn = [line.strip() for line in plain(lines).splitlines()]
    assert drawn == [
        "·          Birk V", "/      \\      /      \\", "UV             ·             ·",
        "~    Ling     V    Moor     │", "│   4 sg @   cU    Rush     │", "·             ·             ·",
        "\\     /cV     \\      /      \\", "Ash 2! Uh         ·             ·", "│    Carr     │    Holm     │",
        "│             │             │", "·             ·             ·", "\\      /      \\      /", "·             ·",
    ]  # fmt: skip
    assert "bold red" in style_at(lines, "Uh")
    assert "bold blue" in style_at(lines, "V    Moor")
    assert "bold blue" in style_at(lines, "cV")
    assert "bold red" in style_at(lines, "cU")


def test_squares(tmp_path: Path) -> None:
    drawn = [line.strip() for line in plain(screen.map_lines(seen(tmp_path, SQUARE), 80)).splitlines()]
    assert drawn == [
        "UV     ──      ·     ──   Birk V", "~    Ling     V    Moor     │", "│   4 sg @   cU    Rush     │",
        "·     ──  Ash 2! Uh──cV     ·", "│    Carr     │    Holm     │", "│             │             │",
        "·     ──      ·     ──      ·",
    ]  # fmt: skip


def test_cells_corners_and_edges_are_drawn_each_once(tmp_path: Path) -> None:
    drawing = seen(tmp_path, HEX.replace(", WIDE", ""))
    cells = [place for place in drawing.places if place.shape == CELL]
    assert (len(cells), len(drawing.places) - len(cells), len(drawing.lines)) == (4, 16, 19)
    assert {place.kind for place in drawing.places} == {"Field", "Post", "Farm"}
    corners = {(round(x, 6), round(y, 6)) for cell in cells for x, y in cell.outline}
    assert {(round(x, 6), round(y, 6)) for line in drawing.lines for x, y in line.points} == corners


def test_cells_without_corners_and_edges_have_strokes_between_them(tmp_path: Path) -> None:
    drawn = plain(screen.map_lines(replace(seen(tmp_path, SQUARE), lines=()), 80))
    assert drawn.count("──") == 6
    assert drawn.count("│") == 12


WIDE = ", ".join(f"Field{chr(65 + number // 10)}{number % 10}" for number in range(20))


def test_a_region_around_what_the_player_has_or_asks_for(tmp_path: Path) -> None:
    view = seen(tmp_path, HEX.replace("WIDE", WIDE))
    own = plain(screen.map_lines(view, 80))
    assert "Ash 2!" in own
    assert "Field B 9" not in own
    assert "A region only" in own
    far = plain(screen.map_lines(view, 80, "FieldB9"))
    assert "Field B 9" in far
    assert "Ash" not in far
    middle = plain(screen.map_lines(seen(tmp_path, HEX.replace("WIDE", WIDE), None), 80))
    assert "Field A 9" in middle


@pytest.mark.parametrize("width", [60, 61, 77, 99, 100, 141, 300])
def test_no_line_is_wider_than_the_screen(tmp_path: Path, width: int) -> None:
    lines = screen.map_lines(seen(tmp_path, HEX.replace("WIDE", WIDE)), width)
    assert lines is not None
    assert max(line.cell_len for line in lines) <= width


def test_without_a_picture_a_grid_is_drawn_with_its_names(tmp_path: Path) -> None:
    seen(tmp_path, SQUARE)
    (tmp_path / "picture.yaml").unlink()
    text = plain(screen.map_lines(draw(mercatoria.load(str(tmp_path)).start(2, 1), 0), 80))
    assert "Ling" in text
    assert "Ash" in text


def test_a_place_is_found_by_a_piece_of_its_name(tmp_path: Path) -> None:
    drawing = seen(tmp_path, SQUARE)
    found = [place_called(drawing, words) for words in ("birk", "moo", "reed", "", "zzz")]
    assert found == ["Birk", "Moor", "", "", ""]
