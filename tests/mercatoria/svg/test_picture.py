"""The picture of a table: well-formed, whole, the same for whom positions are the same, without overlapping labels."""

import random
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

import mercatoria
from mercatoria.drawing import HUES, SIGNS, TINTS, Drawing, draw
from mercatoria.svg import STYLE, svg
from mercatoria.svg.ground import ground_of
from mercatoria.svg.layout import layout_of
from mercatoria.svg.palette import DEEP_PAIRS, HUE_PAIRS, TINT_PAIRS, hue
from mercatoria.svg.signs import PATHS
from tests.mercatoria.conftest import loaded


def drawn(game: str, moves: int, seat: int | None = None) -> Drawing:
    state, rng = loaded(game).start(loaded(game).players[-1], seed=3), random.Random(3)
    for _ in range(moves):
        if not state.is_over:
            state.apply(state.sample(rng))
    return draw(state, seat)


@pytest.mark.parametrize("game", mercatoria.shipped())
def test_no_two_labels_overlap(game: str) -> None:
    layout = layout_of(ground_of(drawn(game, 0)))
    assert len(layout.names) >= 6
    assert [pair for pair in combinations(layout.labels, 2) if pair[0].overlap(pair[1]) > 0] == []
    assert all(box.left >= layout.box.left and box.right <= layout.box.right for box in layout.labels)


@pytest.mark.parametrize("game", mercatoria.shipped())
def test_a_picture_stands_by_itself_and_names_everything(game: str) -> None:
    drawing = drawn(game, 60, 0)
    text = svg(drawing)
    root = ET.fromstring(text)
    ids = {each.get("id") for each in root.iter()}
    assert {place.name for place in drawing.places} <= ids
    assert {place.said for place in drawing.places if not place.bare} <= {
        each.get("aria-label") for each in root.iter()
    }
    assert not {each.tag for each in root.iter()} & {
        f"{{http://www.w3.org/2000/svg}}{tag}" for tag in ("script", "image")
    }
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert 'style="' not in text
    assert STYLE in text
    assert STYLE not in svg(drawing, styled=False)


def test_a_board_is_laid_out_alike_whoever_stands_on_it() -> None:
    for game in mercatoria.shipped():
        assert layout_of(ground_of(drawn(game, 0))) is layout_of(ground_of(drawn(game, 60, 1)))


def test_every_colour_and_sign_that_a_picture_may_ask_for_is_there() -> None:
    assert set(TINT_PAIRS) == set(DEEP_PAIRS) == set(TINTS)
    assert set(HUES) <= set(HUE_PAIRS)
    assert set(SIGNS) == set(PATHS)


@pytest.mark.parametrize(
    ("name", "colour", "wanted"),
    [
        ("Orange", "bright_yellow", "orange"),
        ("Amsinck", "red", "red"),
        ("Nobody", "#174f9d", "blue"),
        ("A", "x", "grey"),
    ],
)
def test_seats_have_the_colour_of_their_name(name: str, colour: str, wanted: str) -> None:
    assert hue(name, colour) == wanted
