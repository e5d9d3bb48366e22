"""Tests that each drawn number equals the number from `view` and `why` for the same seat, in every game and example."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import mercatoria
from dsl.diagnostics import Sink
from mercatoria import Game, State
from mercatoria.drawing import UNKNOWN, Drawing, Holding, draw
from mercatoria.picture import PLAYER, SUPPLY, Picture, read_picture
from tests.mercatoria.conftest import ROOT

EXAMPLES = sorted(folder.parent for folder in (ROOT / "docs" / "examples").glob("*/rulebook.rules"))
GAMES = [*mercatoria.shipped(), *map(str, EXAMPLES)]
DECISIONS, LOOKED_AT = 80, 2
"""Number of decisions in a random game, and number of positions to check in it."""
MOST_ASKED = 16
"""Maximum number of checked numbers per position."""


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: Path(game).name)
def game(request: pytest.FixtureRequest) -> Game:
    return mercatoria.load(request.param)


def positions(game: Game, seed: int) -> Iterator[State]:
    """Yield some positions of a random game, including the first."""
    rng = random.Random(seed)
    state = game.start(game.players[-1], seed=seed)
    at = {0, *rng.sample(range(1, DECISIONS), LOOKED_AT)}
    for number in range(DECISIONS):
        if state.is_over:
            break
        if number in at:
            yield state
        state.apply(state.sample(rng, rng.choice(state.deciders)))
    yield state


def picture_of(state: State) -> Picture:
    return read_picture(state.edition.folder, state.table.checked, Sink())


def told(state: State, question: str, seat: int | None) -> str:
    """Return the value that `why` reports.

    The result is `UNKNOWN` if the seat may not know the value, and an empty string if no value exists.
    """
    text = str(state.why(question, seat)).splitlines()[0]
    if "hidden information" in text or "you may not see" in text:
        return UNKNOWN
    return text.rpartition(" is ")[2].split(" [")[0] if " is " in text else ""


def number_in(held: Holding) -> str | None:
    """Return the number in a cell, or `UNKNOWN`, or None if the cell contains something else."""
    texts = [item.text for item in held.items]
    if held.hidden == UNKNOWN and not texts:
        return UNKNOWN
    return texts[0] if len(texts) == 1 and texts[0].lstrip("-").isdigit() and not held.items[0].count else None


def numbers(state: State, drawing: Drawing, picture: Picture) -> Iterator[tuple[str, str]]:
    """Yield each drawn number of a value or the score, with the question that `why` must answer."""
    values = state.table.flow.model.values
    for held in drawing.middle:
        if held.field in values and (number := number_in(held)) is not None:
            yield held.field, number
    charts = [chart for chart in picture.charts if not chart.track]
    tables = [table for table in drawing.tables if not table.steps]
    for chart, table in zip(charts, tables, strict=False):
        for entry in table.entries:
            for name, cell in zip(chart.rows, entry.cells, strict=True):
                if name in values and name != SUPPLY and (number := number_in(cell)) is not None:
                    yield f"{name}({entry.name})", number
    marks = {mark.kind: mark for mark in picture.map}
    for place in drawing.places:
        if (mark := marks.get(place.kind)) is not None and mark.number in values:
            yield f"{mark.number}({place.name})", place.number or "0"
    for hand in drawing.hands:
        if hand.score and not hand.doubt and not state.is_over:
            yield f"score({hand.name})", hand.score


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))])
def test_drawing_matches_the_view(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for state in positions(game, seed):
        seat = rng.choice([None, *range(state.players)])
        drawing = draw(state, seat)
        drawn = sorted(set(numbers(state, drawing, picture_of(state))))
        for question, number in rng.sample(drawn, min(MOST_ASKED, len(drawn))):
            assert number == told(state, question, seat), question


@pytest.mark.parametrize("seed", [1])
def test_field_contents_match_the_view(game: Game, seed: int) -> None:
    """A drawing must show the numbers in fields, and the sizes of stacks and of covered hands."""
    for state in positions(game, seed):
        for seat in (None, 0):
            view, drawing = state.view(seat), draw(state, seat)
            for hand in drawing.hands:
                for held in hand.holdings:
                    assert shown(held) == seen(view["things"][PLAYER][hand.name][held.field]), held.said
            for held in drawing.middle:
                if held.field in view["game"]:
                    assert shown(held) == seen(view["game"][held.field]), held.said


def shown(held: Holding) -> int | str:
    """Return the total that a drawn holding shows, or `UNKNOWN`."""
    if held.hidden == UNKNOWN:
        return UNKNOWN
    parts = [shown(part) for part in held.parts]
    if UNKNOWN in parts:
        return UNKNOWN
    numbers = [int(item.text) for item in held.items if item.text.lstrip("-").isdigit() and not item.thing]
    things = [item.count or 1 for item in held.items if item.thing]
    return sum(numbers) + sum(things) + int(held.hidden or 0) + sum(part for part in parts if isinstance(part, int))


def seen(value: object) -> int | str:
    """Return the number that the drawing should show for a value of the view, or `UNKNOWN`."""
    match value:
        case {"hidden": True}:
            return UNKNOWN
        case {"count": int(count)}:
            return count
        case bool() | None:
            return 0
        case int():
            return value
        case list():
            return len(value)
        case dict():
            parts = [seen(inside) for inside in value.values()]
            return UNKNOWN if UNKNOWN in parts else sum(part for part in parts if isinstance(part, int))
    return 1
