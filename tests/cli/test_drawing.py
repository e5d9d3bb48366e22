"""The parts of the table: the map, the menu, the picture file. What is drawn comes from a view."""

import io
import random
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from rich.console import Console

import mercatoria
from dsl.diagnostics import Sink
from mercatoria.cli.table import chart, holdings, menu, screen
from mercatoria.cli.table.effects import effects
from mercatoria.cli.table.picture import Picture, letters, read_picture
from mercatoria.cli.table.sight import sight
from tests.cli.conftest import BIDS, SHIPPED, loaded


def play(moves: int, players: int = 4, seed: int = 3) -> tuple[mercatoria.State, Picture]:
    state, rng = loaded(SHIPPED).start(players, seed), random.Random(seed)
    for _ in range(moves):
        if not state.is_over:
            state.apply(state.sample(rng))
    sink = Sink()
    found = read_picture(state.game.folder, state.table.flow.model, sink)
    assert not sink.found
    return state, found


@pytest.mark.parametrize("width", [60, 80, 100, 140, 200])
@pytest.mark.parametrize("moves", [0, 90])
def test_names_and_pieces_do_not_run_into_each_other(width: int, moves: int) -> None:
    state, picture = play(moves, 6)
    seen = sight(state, picture, 0)
    lines = chart.drawn(seen, width)
    assert lines is not None
    assert all(line.cell_len <= width for line in lines)
    text = "\n".join(line.plain for line in lines)
    for thing in seen.places[picture.map[0].kind]:
        assert thing[: chart.SHORTEST_NAME] in text


def test_labels_keep_apart() -> None:
    one, other = chart.Label(0, 0, [chart.Text("abc")]), chart.Label(3, 0, [chart.Text("d")])
    assert one.covers(other)
    assert not one.covers(chart.Label(4, 0, [chart.Text("d")]))
    assert not one.covers(chart.Label(0, 1, [chart.Text("d")]))


def test_a_narrow_terminal_has_tables_instead() -> None:
    state, picture = play(0)
    assert chart.drawn(sight(state, picture, 0), 50) is None
    console = Console(width=50, record=True, file=io.StringIO())
    screen.table(state, picture, 0, console)
    text = console.export_text()
    assert "Köln" in text
    assert max(map(len, text.splitlines())) <= 50


def test_secrets_are_not_drawn() -> None:
    state, picture = play(0)
    shown = []
    for seat in (0, 1, None):
        console = Console(width=140, record=True, file=io.StringIO())
        screen.table(state, picture, seat, console)
        shown.append(console.export_text())
    hands = [sight(state, picture, seat).view["things"]["Player"] for seat in (0, 1, None)]
    assert isinstance(hands[0]["Red"]["purse"], int)
    assert "6 hidden" in shown[2]
    assert all(one != other for one, other in combinations(shown, 2))


# ---------------------------------------------------------------- the menu


def test_text_finds_moves() -> None:
    state, _ = play(0)
    made = menu.menu(state.table.flow, state.moves())
    assert len(made.items) == 20
    assert {item.words for item in made.found("bremen")} == {"AmsterdamBremenTown", "BremenHamburgTown"}
    assert [item.words for item in made.found("koln mun")] == ["KölnMünsterTown"]
    assert made.found("STRASS") == made.found("straß") != []
    assert made.found("choose") == made.items
    assert made.found("nowhere") == []
    assert made.numbered(3) is made.items[2]
    assert made.numbered(0) is made.numbered(21) is None


def test_effects_are_told() -> None:
    for seed in range(40):
        state, picture = play(0, seed=seed)
        rng = random.Random(seed)
        while not state.is_over:
            seat = state.deciders[0]
            told = effects(state, picture, seat)
            for move in state.moves():
                before = state.view(seat)["things"]["Player"]
                after = state.clone().apply(move)
                name = move.seat_name
                change = after.view(seat)["things"]["Player"][name]["purse"] - before[name]["purse"]
                assert (f"{change:+d} guilders" in told(move)) == (change != 0)
            state.apply(state.sample(rng))
        if len(state.log(None)) > 40:
            break


def test_numbers_are_chosen_by_themselves() -> None:
    state = loaded(BIDS).start(2, 1)
    made = menu.menu(state.table.flow, state.moves(0))
    assert [item.number for item in made.items] == list(range(len(made.items)))


def test_letters_differ() -> None:
    assert letters(["Red", "Blue", "Black", "Rose", "B"]) == ["R", "B", "L", "O", "0"]
    assert len(set(letters([f"Seat{number}" for number in range(30)]))) == 30


# ---------------------------------------------------------------- the picture


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("[]", "E233", "a group of names"),
        ("colours: red", "E233", "a list"),
        ("colours: [rde]", "E241", "no colour `rde`"),
        ("colour: [red]", "E231", "`colour` does not belong here"),
        ("players: [taken]", "E233", "a group of names"),
        ("players: [{title: x}]", "E232", "`field` is missing"),
        ("players: [{field: takn}]", "E241", "no field of Player `takn`"),
        ("map: [{kind: Nowhere}]", "E241", "no kind `Nowhere`"),
        ("map: [{name: yes}]", "E232", "`kind` is missing"),
        ("lines: Player", "E241", "kind that joins places"),
        ("table: [nothing]", "E241", "no field of the game"),
        ("effects: [lft]", "E241", "no field of Player"),
    ],
)
def test_faults_of_a_picture(countdown: Callable[..., Path], text: str, code: str, words: str) -> None:
    folder = countdown()
    (folder / "picture.yaml").write_text(text, encoding="utf-8")
    game = mercatoria.load(str(folder))
    sink = Sink()
    found = read_picture(game.folder, game.table(2).flow.model, sink)
    assert found == Picture()
    assert code in [fault.code for fault in sink.found]
    assert any(words in fault.title for fault in sink.found), [fault.title for fault in sink.found]


def test_without_a_picture_there_is_a_general_one(countdown: Callable[..., Path]) -> None:
    game = mercatoria.load(str(countdown()))
    assert read_picture(game.folder, game.table(2).flow.model, Sink()) == Picture()


def test_a_chart_has_a_column_for_each_thing() -> None:
    game = mercatoria.load("merchants_of_medieval_europe")
    state, sink = game.start(3, seed=1), Sink()
    picture = read_picture(game.folder, state.table.flow.model, sink)
    assert not sink.found
    (table,) = holdings.charts(sight(state, picture, 0))
    kind = state.table.flow.model.kinds[picture.charts[0].kind]
    assert [str(column.header) for column in table.columns] == ["", *kind.things]
    prices = [next(iter(column.cells)) for column in table.columns]
    assert prices[0] == "price"
    assert all(str(price).isdigit() for price in prices[1:])
