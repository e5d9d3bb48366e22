"""Tests that the picture of a table is well-formed and complete, is reproducible, and has no overlapping labels."""

import random
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations

import pytest

import mercatoria
from mercatoria.drawing import Drawing, draw
from mercatoria.picture import HUES, SIGNS, TINTS
from mercatoria.svg import STYLE, show, svg, whole_table
from mercatoria.svg.icons import PATHS
from mercatoria.svg.layout import layout_of
from mercatoria.svg.layout_input import ground_of
from mercatoria.svg.palette import DEEP_PAIRS, HUE_PAIRS, PAIRS, PALE, TINT_PAIRS, hue
from tests.mercatoria.conftest import BIDS, PIG, ROOT, loaded

EXAMPLES = [str(ROOT / "docs" / "examples" / name) for name in ("caravans", "jewellers", "tic_tac_toe", "winter")]


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


TEXTS = [
    *((text, ground) for text in ("ink", "second", "third", "legal", "gain") for ground in ("paper", "well", "page")),
    ("gain", "legal-fill"), ("second", "legal-fill"), ("on-legal", "legal"), ("past", "past-fill"), ("no", "no-fill"),
]  # fmt: skip
"""Text on the pages, each with the ground on which it stands."""


def test_colours_can_be_told_from_their_ground() -> None:
    """The test computes contrasts with the WCAG formula, for the light and the dark theme."""
    for night in (0, 1):
        paper, land = PAIRS["paper"][night], PAIRS["land"][night]
        grounds = [paper, land, *(pair[night] for pair in TINT_PAIRS.values())]
        assert min(contrast(PAIRS["ink"][night], ground) for ground in grounds) >= 7
        assert min(contrast(PAIRS["second"][night], ground) for ground in grounds) >= 4.5
        assert min(contrast(PAIRS["line"][night], ground) for ground in grounds) >= 3
        assert min(contrast(PAIRS["legal"][night], ground) for ground in grounds) >= 4
        assert contrast("#1B2127", PAIRS["token"][night]) >= 4.5
        assert contrast(PAIRS["often"][night], paper) >= 4.5
        assert min(contrast(PAIRS["ink"][night], PAIRS[name][night]) for name in ("halo", "sea")) >= 10
        assert contrast(PAIRS["third"][night], paper) >= 4.5
        for text, ground in TEXTS:
            assert contrast(PAIRS[text][night], PAIRS[ground][night]) >= 4.5, (text, ground)
        assert min(contrast(pair[night], paper) for pair in DEEP_PAIRS.values()) >= 3
        for name, pair in HUE_PAIRS.items():
            over = "#1B2127" if name in PALE else PAIRS["on-hue"][night]
            assert contrast(over, pair[night]) >= 3, name


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("game", [*mercatoria.shipped(), BIDS, PIG, *EXAMPLES])
def test_every_game_has_a_whole_table(game: str) -> None:
    """Some of the games have no picture file."""
    drawing = drawn(game, 12, 0)
    root = ET.fromstring(whole_table(drawing))
    said = [each.get("aria-label") for each in root.iter()]
    assert all(hand.said in said for hand in drawing.hands)
    assert all(entry.said in said for table in drawing.tables for entry in table.entries)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))


def test_a_notebook_shows_the_table() -> None:
    state = loaded("medieval_merchant").start(3, seed=3)
    assert show(state, 1)._repr_svg_() == whole_table(draw(state, 1)) != show(state)._repr_svg_()


def test_a_game_without_a_map_has_no_picture_of_one() -> None:
    assert svg(drawn(PIG, 3)) == ""


def test_names_are_written_as_text() -> None:
    """The names of things and games must not inject markup."""
    drawing = drawn("medieval_merchant", 0)
    strange = replace(drawing.places[0], title="<script>&", said='"<b>')
    text = whole_table(replace(drawing, title="</svg><script>", places=(strange, *drawing.places[1:])))
    assert "<script>" not in text
    assert "<b>" not in text
    ET.fromstring(text)


def test_legal_moves_are_marked_where_they_lead() -> None:
    drawing = drawn("medieval_merchant", 0, 0)
    root = ET.fromstring(svg(drawing))
    marked = {each.get("id"): each.get("data-moves", "").split() for each in root.iter() if each.get("data-moves")}
    wanted = {thing for move in drawing.moves for thing in move.refs}
    assert wanted
    assert wanted == set(marked)
    assert all(name in drawing.moves[int(number)].refs for name, numbers in marked.items() for number in numbers)
