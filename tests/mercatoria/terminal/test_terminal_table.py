"""Tests the map and its side panel at the terminal, and the tables on screens that are too narrow for a map."""

import io
import random
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import mercatoria
from dsl.locale import locale_of
from mercatoria.drawing import Drawing, draw
from mercatoria.terminal import charts, game_map, screen
from mercatoria.terminal.canvas import Label
from mercatoria.terminal.cells import cell
from tests.mercatoria.conftest import CHIPS, ROOT, SHIPPED, loaded

ENGLISH = locale_of("en")
ROADS, REGIONS = "merchants_of_the_middle_ages", "merchants_of_medieval_europe"


def played(moves: int, players: int = 4, seed: int = 3, game: str = SHIPPED) -> mercatoria.State:
    state, rng = loaded(game).start(players, seed), random.Random(seed)
    for _ in range(moves):
        if not state.is_over:
            state.apply(state.sample(rng))
    return state


def shown(drawing: Drawing, width: int) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    screen.show_table(drawing, console)
    return console.export_text()


def plain(lines: list[Text] | None) -> str:
    assert lines is not None
    return "\n".join(line.plain for line in lines)


# ---------------------------------------------------------------- the map


@pytest.mark.parametrize("game", mercatoria.shipped())
@pytest.mark.parametrize("moves", [0, 90])
def test_names_and_pieces_do_not_run_into_each_other(game: str, moves: int) -> None:
    drawing = draw(played(moves, loaded(game).players[-1], game=game), 0)
    marks = {mark.kind: mark for mark in drawing.marks}
    named = [place.title for place in drawing.places if marks[place.kind].name]
    assert len(named) >= 6
    for width in (60, 80, 100, 140, 200):
        lines = screen.map_lines(drawing, width)
        text = plain(lines)
        assert lines is not None
        assert all(line.cell_len <= width for line in lines)
        unseen = [title for title in named if title[: game_map.SHORTEST_NAME] not in text]
        assert unseen == [] or ("A region only" in text and len(unseen) < len(named) - 5)
        assert max(map(len, shown(drawing, width).splitlines())) <= width


def test_moving_pieces_are_on_the_map() -> None:
    for moves in (1, 120, 250):
        drawing = draw(played(moves, 4, game=ROADS))
        text = plain(screen.map_lines(drawing, 140))
        here = {place.title: "".join(guest.sign for guest in place.guests) for place in drawing.places if place.guests}
        assert sorted(re.findall(r"[WC]\d?", "".join(here.values()))) == ["C", "W1", "W2", "W3"]
        for place, signs in here.items():
            assert re.search(rf"{place} (\d+ )?{signs}|{signs} {place}", text), (place, signs)


def test_a_region_shows_its_port_what_it_sells_and_who_is_there() -> None:
    drawing = draw(played(60, 6, game=REGIONS))
    lines = plain(screen.map_lines(drawing, 140)).splitlines()
    names = next(at for at, line in enumerate(lines) if "Venice" in line)
    assert "Venice~M" in lines[names]
    assert "Glass Spice" in lines[names + 1]
    owners = [guest.owner for place in drawing.places for guest in place.guests]
    assert sorted(owners) == [0, 1, 2, 3, 4, 5]
    for place in drawing.places:
        for guest in place.guests:
            letter = drawing.hands[guest.owner].letter
            assert re.search(rf"{place.title}(~[NM])? \w*{letter}", "\n".join(lines))
    short = plain(screen.map_lines(drawing, 60))
    assert "Burg" in short
    assert "Wine" in short


def test_labels_keep_apart() -> None:
    one, other = Label(0, 0, [Text("abc")]), Label(3, 0, [Text("d")])
    assert one.covers(other)
    assert not one.covers(Label(4, 0, [Text("d")]))
    assert not one.covers(Label(0, 1, [Text("d")]))


def test_a_narrow_terminal_has_tables_instead() -> None:
    drawing = draw(played(0), 0)
    assert screen.map_lines(drawing, 50) is None
    text = shown(drawing, 50)
    assert re.search(r"^Köln +8", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 50


def test_a_game_without_a_picture_has_a_map_too() -> None:
    state = mercatoria.load(str(ROOT / "docs" / "examples" / "caravans")).start(2, 1)
    text = shown(draw(state, 0), 80)
    assert "Agadez" in text
    assert game_map.LINE in text
    assert "C Caravan" in text


def test_squares_without_names_stand_evenly() -> None:
    state = mercatoria.load(str(ROOT / "docs" / "examples" / "connect_four")).start(2, 1)
    assert plain(screen.map_lines(draw(state, 0), 80)).splitlines() == [" ".join([game_map.EMPTY] * 7)] * 6


def test_secrets_are_not_drawn() -> None:
    drawn = [shown(draw(played(0), seat), 140) for seat in (0, 1, None)]
    assert "6 hidden" in drawn[2]
    assert all(one != other for one, other in combinations(drawn, 2))


# ---------------------------------------------------------------- next to the map


def test_a_picture_that_names_only_the_players_leaves_the_table(game: Callable[..., Path]) -> None:
    picture = "players:\n  - {field: chips}\n  - {field: cards, by: number}\n"
    state = mercatoria.load(str(game(CHIPS.format(chips="p.chips.size"), picture__yaml=picture))).start(2, seed=1)
    state.apply("take")
    state.apply("take")
    text = shown(draw(state, 0), 80)
    assert "pot: 3" in text
    assert "Card 7" not in text
    assert re.search(r"Seat1 .* 7 +$", text, re.MULTILINE)


@pytest.mark.parametrize("chips", ["p.chips.size", "0 - p.chips.size", "3"])
def test_doubts_about_points_are_explained(game: Callable[[str], Path], chips: str) -> None:
    drawing = draw(mercatoria.load(str(game(CHIPS.format(chips=chips)))).start(2, seed=1), 0)
    text = shown(drawing, 80)
    assert ("hidden items may" in text) == (chips != "3")
    assert re.search(rf"Seat2 +{re.escape(drawing.hands[1].score)} ", text)


def test_a_chart_has_a_column_for_each_thing() -> None:
    state = loaded(REGIONS).start(3, seed=1)
    (table,) = draw(state, 0).tables
    made = charts.chart(table, 80, ENGLISH)
    goods = state.table.flow.model.kinds["Good"].things
    assert [str(column.header) for column in made.columns] == ["Good", *goods]
    prices = [next(iter(column.cells)) for column in made.columns]
    assert prices[0] == "price"
    assert all(str(price).isdigit() for price in prices[1:])


def test_a_track_has_its_steps_with_what_the_tables_say() -> None:
    made = charts.chart(draw(played(0, 3, game=ROADS), 0).tables[0], 80, ENGLISH)
    columns = [list(column.cells) for column in made.columns]
    assert columns[0] == ["5", "4", "3", "2", "1"]
    assert columns[1] == ["400", "300", "200", "100", "100"]
    assert columns[3] == ["", "", "", "", "Wine, Silk, Iron, Food, Salt, Cloth"]


def test_contents_too_wide_for_a_table_are_lines() -> None:
    assert "warehouses Paris: " in shown(draw(played(250, 4, game=ROADS), 0), 80)
    assert re.search(r"score +florins +status", shown(draw(played(0, 4, game=ROADS), 0), 140))


def test_cells_tell_what_is_hidden() -> None:
    hands = draw(played(0), 0).hands
    others = [[cell(holding, ENGLISH) for holding in hand.holdings][:3] for hand in hands[1:]]
    assert others == [["?", "6 hidden", "-"]] * 3
    assert re.fullmatch(r"\d+( \d+)+", cell(hands[0].holdings[1], ENGLISH)), "markers by their numbers"
    market = next(each for each in draw(played(60, 6, game=REGIONS)).middle if each.hidden and each.items)
    assert cell(market, ENGLISH) == f"{int(market.hidden) + 1} (on top {market.items[0].text})"


def test_cards_that_lie_open_are_told_beside_the_table() -> None:
    drawing = draw(loaded(ROADS).start(3, 1))
    text = shown(drawing, 200)
    assert text.count(" (investments on display) ") == 4
    offered = next(item for holding in drawing.middle for item in holding.items if item.note)
    assert offered.note in text
    state = loaded(ROADS).start(3, 1)
    while not (asked := draw(state, state.deciders[0])).moves[0].notes:
        state.apply(state.moves(state.deciders[0])[0])
    assert asked.moves[0].notes[0] not in shown(asked, 200), "the menu tells of it"
