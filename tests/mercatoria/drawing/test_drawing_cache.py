"""Tests that a cached drawing equals a new drawing, and that no seat gets information from another seat's drawings."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import mercatoria
from interpreter.position import once
from interpreter.table import CachedView
from mercatoria import State
from mercatoria.drawing import Piece, Sight, draw
from mercatoria.drawing.draw import last_scene, scene_of
from mercatoria.drawing.visible_values import known_reads, known_values
from mercatoria.picture import picture_of
from mercatoria.svg import Sheet, ground_of, layout_of, svg
from mercatoria.web.pages import summary
from tests.mercatoria.conftest import SHIPPED, loaded


def course(game: str, moves: int) -> Iterator[State]:
    state, rng = loaded(game).start(loaded(game).players[-1], seed=7), random.Random(7)
    for _ in range(moves):
        if not state.is_over:
            state.apply(state.sample(rng))
            yield state


def forget(state: State) -> None:
    state.table.results = state.table.results.without(last_scene, known_reads, known_values)


@pytest.mark.parametrize("game", mercatoria.shipped())
def test_cached_views_equal_new_ones(game: str) -> None:
    sights = {seat: Sight(CachedView(seat)) for seat in (None, 0, 1)}
    for state in course(game, 10):
        for seat, sight in sights.items():
            assert state.view(seat, sight.view) == state.view(seat)
            assert draw(state, seat, sight=sight) == draw(state, seat)


def test_unchanged_parts_are_not_drawn_again() -> None:
    first, sight = next(course(SHIPPED, 1)), Sight(CachedView(None))
    before, after = draw(first, None, sight=sight), draw(first.clone(), None, sight=sight)
    assert all(one is other for one, other in zip(before.on_map, after.on_map, strict=True))


@pytest.mark.parametrize("game", mercatoria.shipped())
def test_how_near_the_end_is_stays_as_if_told_anew(game: str) -> None:
    """The distance to the end of the game must stay correct, even if it depends on the cards in a hidden pile."""
    for number, state in enumerate(course(game, 10)):
        kept = [summary.ends(state, seat) for seat in (None, 0)]
        if number == 9:
            forget(state)
            assert [summary.ends(state, seat) for seat in (None, 0)] == kept


@pytest.mark.parametrize("game", mercatoria.shipped())
def test_cached_drawings_equal_new_ones(game: str) -> None:
    sheet = None
    for number, state in enumerate(course(game, 10)):
        seat = number % state.players
        drawing = draw(state, seat)
        sheet = sheet or Sheet(layout_of(ground_of(drawing)))
        picture = svg(drawing, sheet=sheet)
        if number == 9:
            forget(state)
            assert draw(state, seat) == drawing
            assert svg(drawing) == picture


def test_cached_views_belong_to_one_seat() -> None:
    state = next(course(SHIPPED, 1))
    forget(state)
    draw(state, 0)
    scene = scene_of(state.table, picture_of(state.table))
    assert scene.kept[0]
    assert set(scene.kept) == {0}
    others = range(1, state.players)
    assert not any(once(state.table, known_values, seat) for seat in others), "of all, what reads only open fields"


def test_cached_pictures_belong_to_one_seat() -> None:
    state = next(course(SHIPPED, 1))
    drawing = draw(state, 0)
    sheet = Sheet(layout_of(ground_of(drawing)))
    svg(drawing, sheet=sheet)
    assert sheet.kept[0]
    assert set(sheet.kept) == {0}


def test_labels_below_a_place_do_not_move_the_board() -> None:
    drawing = draw(next(course(SHIPPED, 1)), None)
    piled = tuple(replace(place, below=(Piece("Salt"), Piece("Cloth"), Piece("Fur"))) for place in drawing.places)
    assert ground_of(replace(drawing, places=piled)) == ground_of(drawing)
