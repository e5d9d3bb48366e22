"""Tests the ground of a map: sea, shore, land, terrain and the numbers of cells."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import mercatoria
from mercatoria.drawing import Drawing, draw
from mercatoria.inspection import folder_faults
from mercatoria.picture import FILE, FILLED, NO_LAND, TERRAINS, Ground
from mercatoria.svg import svg
from mercatoria.svg.ground import ways_to_roll
from mercatoria.svg.labels import Box
from mercatoria.svg.layout import layout_of
from mercatoria.svg.layout_input import ground_of
from mercatoria.svg.palette import GROUND_PAIRS
from mercatoria.svg.patterns import PATTERNS
from mercatoria.svg.voronoi import cells_of, neighbours_of
from tests.mercatoria.conftest import CHIPS, ROOT, loaded

HEXES, AREAS, ROADS = "catan_merchants_of_europe", "medieval_merchant", "merchants_of_the_middle_ages"
SQUARES = str(ROOT / "docs" / "examples" / "tic_tac_toe")


def drawn(slug: str) -> Drawing:
    game = loaded(slug) if slug in mercatoria.shipped() else mercatoria.load(slug)
    return draw(game.start(game.players[-1], seed=3))


def classes(text: str) -> list[str]:
    return [name for each in ET.fromstring(text).iter() for name in each.get("class", "").split()]


def patterns(text: str) -> tuple[set[str], set[str]]:
    """Return the patterns that a picture defines, and those that it uses."""
    root = ET.fromstring(text)
    defined = {each.get("id", "") for each in root.iter("{http://www.w3.org/2000/svg}pattern")}
    return defined, set(re.findall(r"url\(#([\w-]+)\)", text))


@pytest.mark.parametrize("slug", [*mercatoria.shipped(), SQUARES])
def test_every_pattern_that_is_used_is_defined(slug: str) -> None:
    defined, used = patterns(svg(drawn(slug), styled=False))
    assert defined == used


def test_every_terrain_has_a_pattern_and_a_colour() -> None:
    assert set(TERRAINS) == set(GROUND_PAIRS) <= set(PATTERNS)


def test_a_cell_has_the_terrain_of_its_good() -> None:
    drawing = drawn(HEXES)
    text = svg(drawing, styled=False)
    yields = [place for place in drawing.places if place.terrain]
    assert {place.terrain for place in yields} == set(TERRAINS)
    assert len([each for each in classes(text) if each.startswith("mx-ground-")]) == len(yields)
    sea = [place for place in drawing.places if place.outline and not place.below]
    assert classes(text).count("mx-open-sea") == len(sea) > 0
    assert classes(text).count("mx-shore") == 1


def test_a_kind_of_cells_can_be_sea() -> None:
    drawing = drawn(HEXES)
    all_sea = replace(drawing, ground=replace(drawing.ground, sea_kinds=("Hex",)))
    assert "mx-ground-conifers" not in classes(svg(all_sea, styled=False))
    assert "mx-shore" not in classes(svg(replace(drawing, ground=Ground(sea=False)), styled=False))


def test_a_number_has_a_dot_for_each_way_to_roll_it() -> None:
    assert [ways_to_roll(words) for words in ("2", "7", "8", "12", "1", "13", "", "x", "²")] == [
        1, 6, 5, 1, 0, 0, 0, 0, 0,
    ]  # fmt: skip
    drawing = drawn(HEXES)
    numbers = [place.number for place in drawing.places if place.outline and place.number]
    assert {"6", "8"} <= set(numbers)
    with_pips = classes(svg(drawing, styled=False))
    assert with_pips.count("mx-pip") == sum(map(ways_to_roll, numbers))
    assert with_pips.count("mx-often") == sum(1 + ways_to_roll(each) for each in numbers if each in ("6", "8"))
    plain = classes(svg(replace(drawing, ground=Ground()), styled=False))
    assert "mx-pip" not in plain
    assert "mx-often" not in plain


def test_the_ground_of_a_map_is_larger_than_the_map() -> None:
    """A panel of any shape then shows no empty margin."""
    for slug in (HEXES, AREAS, ROADS):
        root = ET.fromstring(svg(drawn(slug), styled=False))
        left, top, wide, high = map(float, root.get("viewBox", "").split())
        first = next(iter(root.iter("{http://www.w3.org/2000/svg}rect")))
        assert float(first.get("x", "")) < left - wide
        assert float(first.get("y", "")) < top - high


def test_a_board_of_plain_squares_has_no_sea() -> None:
    assert "mx-sea" not in classes(svg(drawn(SQUARES), styled=False))


def test_filled_land_gives_each_town_a_field_and_hides_the_names_of_road_nodes() -> None:
    drawing = drawn(ROADS)
    layout = layout_of(ground_of(drawing))
    towns = {place.name for place in drawing.places if place.kind == "City"}
    assert set(layout.land.fields) == set(layout.names) == towns
    cells = cells_of({name: layout.places[name][:2] for name in towns}, Box(-900, -900, 900, 900))
    tints = {name: tint for name, (tint, _) in layout.land.fields.items()}
    assert all(tints[one] != tints[other] for one, other in neighbours_of(cells))
    text = svg(drawing, styled=False)
    assert "mx-sea" not in classes(text)
    said = {each.get("aria-label") for each in ET.fromstring(text).iter()}
    assert {place.said for place in drawing.places} <= said


def test_filled_land_keeps_the_areas_of_a_map() -> None:
    drawing = drawn(AREAS)
    layout = layout_of(ground_of(replace(drawing, ground=Ground(land=FILLED))))
    assert set(layout.land.areas) == {area.name for area in drawing.areas}
    assert not layout.land.coast
    bare = layout_of(ground_of(replace(drawing, ground=Ground(land=NO_LAND)))).land
    assert not bare.areas
    assert not bare.coast


def test_each_point_lies_in_the_cell_of_the_nearest_place() -> None:
    places = {"a": (0.0, 0.0), "b": (10.0, 0.0), "c": (0.0, 10.0), "same": (0.0, 0.0)}
    cells = cells_of(places, Box(-20, -20, 20, 20))
    assert list(cells) == ["a", "b", "c"]
    assert {corner for corner, _ in cells["a"]} == {(-20, -20), (5, -20), (5, 5), (-20, 5)}
    assert neighbours_of(cells) == {("a", "b"), ("a", "c"), ("b", "c")}
    assert sum(map(size, cells.values())) == pytest.approx(1600)


def size(cell: tuple[tuple[tuple[float, float], str], ...]) -> float:
    corners = [corner for corner, _ in cell]
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


@pytest.mark.parametrize(
    ("text", "code", "column", "said"),
    [
        ("ground: {land: full}", "E241", 16, "full"),
        ("ground: {sea: inside}", "E241", 15, "inside"),
        ("ground: {sea: [Lake]}", "E241", 16, "Lake"),
        ("ground: {sea: 3}", "E233", 15, "sea"),
        ("terrain: {Wood: conifers}", "E241", 17, "Wood"),
        ("terrain: {Card: pines}", "E241", 17, "pines"),
        ("token: {number: dots}", "E241", 17, "dots"),
        ("token: {letter: pips}", "E231", 9, "letter"),
    ],
)
def test_check_finds_faults_of_the_ground(
    text: str, code: str, column: int, said: str, game: Callable[[str], Path]
) -> None:  # fmt: skip
    folder = game(CHIPS.format(chips="3"))
    (folder / FILE).write_text(text, encoding="utf-8")
    (fault,) = (fault for fault in folder_faults(mercatoria.load(str(folder)).folder).found if fault.code[0] == "E")
    assert (fault.code, fault.span.column) == (code, column)
    assert said in fault.title
