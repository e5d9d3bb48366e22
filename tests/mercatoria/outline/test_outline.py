"""Tests that the outline describes, as text, everything that the drawing of a table contains."""

import random

import pytest

import mercatoria
from mercatoria.drawing import Drawing, draw
from mercatoria.outline import outline
from tests.mercatoria.conftest import loaded


def drawn(game: str, moves: int, seat: int | None = None) -> Drawing:
    state, rng = loaded(game).start(loaded(game).players[-1], seed=5), random.Random(5)
    for _ in range(moves):
        if not state.is_over:
            state.apply(state.sample(rng))
    return draw(state, state.deciders[0] if seat is not None and state.deciders else None)


@pytest.mark.parametrize("game", mercatoria.shipped())
def test_whatever_is_drawn_is_said(game: str) -> None:
    """The outline must contain every number, owner and move of the drawing."""
    drawing = drawn(game, 80, 0)
    said = outline(drawing)
    lines = said.splitlines()
    for place in drawing.places:
        line = next((line for line in lines if line == f"- {place.said}"), "")
        assert line or place.bare
        assert place.number in line
        for piece in (*place.pieces, *place.centre):
            assert piece.owner is None or f"{drawing.hands[piece.owner].name} {piece.count}" in line
        for guest in place.guests:
            assert guest.said in line
        for number in place.moves:
            assert drawing.moves[number].said.split()[0].lower() in line
    for line in drawing.lines:
        assert line.price in line.said
        assert line.said in said or line.bare
    for hand in drawing.hands:
        assert hand.score.rstrip("+?") in hand.said
        for holding in hand.holdings:
            assert holding.said in said
            assert all(
                item.text in holding.said and str(item.count or "") in holding.said for item in holding.all_items()
            )
    assert all(move.said in said for move in drawing.moves)
    assert all(entry.said in said for table in drawing.tables for entry in table.entries)
    assert all(holding.said in said for holding in drawing.middle)


def test_a_spectator_is_told_of_no_moves() -> None:
    drawing = drawn("medieval_merchant", 20)
    assert drawing.seat is None
    assert not drawing.moves
    assert "You may" not in outline(drawing)
    assert "guilders: hidden" in outline(drawing)
