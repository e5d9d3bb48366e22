"""Tests that the layout of a large board takes work in proportion to the board's size, measured in function calls."""

import sys
from itertools import combinations

import pytest

import mercatoria
from dsl.limits import MOST_LAYOUT
from mercatoria.picture import MEDALLION
from mercatoria.svg.layout import Layout, layout_of
from mercatoria.svg.layout_input import PLAIN_MEDALLION, LayoutEdge, LayoutInput, LayoutNode, ground_of
from mercatoria.svg.simple import work_of
from tests.mercatoria.svg.test_picture import drawn

WIDE = 50


def board(places: int, far: float = 6.0) -> LayoutInput:
    """Return a board with rows of 50 places, connected along each row and column."""
    spots = tuple(
        LayoutNode(f"P{at}", f"Place {at}", (far * (at % WIDE), far * (at // WIDE)), MEDALLION, PLAIN_MEDALLION, 0,
             visited=True, loaded=False, area="Land", outline=())
        for at in range(places)
    )  # fmt: skip
    pairs = [(at, at + 1) for at in range(places - 1) if (at + 1) % WIDE]
    pairs += [(at, at + WIDE) for at in range(places - WIDE)]
    ways = tuple(LayoutEdge(f"W{a}_{b}", (f"P{a}", f"P{b}"), (), "3", broad=False) for a, b in pairs)
    return LayoutInput(spots, ways, (("Land", "Land", ""),))


def counted(ground: LayoutInput) -> tuple[Layout, int]:
    """Return the layout of a board, and the number of function calls during its computation."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        layout = layout_of.__wrapped__(ground)
    finally:
        sys.setprofile(before)
    return layout, calls


@pytest.mark.slow
def test_work_grows_with_the_board_and_not_with_its_square() -> None:
    few, less = counted(board(800))
    many, more = counted(board(2_500))
    assert few.is_simple
    assert many.is_simple
    assert more < 4 * less
    assert more < 1_000 * 2_500


def test_a_simple_layout_has_every_place_and_line_and_no_label_over_another() -> None:
    ground = board(250)
    layout = layout_of(ground)
    assert layout.is_simple
    assert layout.places.keys() == {spot.name for spot in ground.spots}
    assert layout.curves.keys() == {way.name for way in ground.ways}
    assert len(layout.names) == 250
    assert [pair for pair in combinations(layout.labels, 2) if pair[0].overlap(pair[1]) > 0] == []


def test_a_few_places_very_far_apart_have_no_land() -> None:
    spots = tuple(
        LayoutNode(f"P{at}", "", place, MEDALLION, PLAIN_MEDALLION, 0, visited=False, loaded=False, area="", outline=())
        for at, place in enumerate(((0.0, 0.0), (1.0, 0.0), (40_000.0, 40_000.0)))
    )
    layout, calls = counted(LayoutInput(spots, (LayoutEdge("W", ("P0", "P2"), (), "", broad=False),), ()))
    assert layout.is_simple
    assert calls < 2_000


@pytest.mark.parametrize("game", mercatoria.shipped())
def test_shipped_boards_are_far_from_the_budget(game: str) -> None:
    ground = ground_of(drawn(game, 0))
    assert work_of(ground) < MOST_LAYOUT / 5
    assert not layout_of(ground).is_simple
