"""The parts of the table: the map, the menu, the picture file. What is drawn comes from a view."""

import io
import random
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
import yaml
from rich.console import Console

import mercatoria
from dsl.diagnostics.diagnostic import Sink
from mercatoria.drawing import effects, reading
from mercatoria.drawing.picture import Picture, letters
from mercatoria.drawing.reading import read_picture
from mercatoria.drawing.table_view import table_view
from mercatoria.terminal import charts, game_map, holdings, menu, screen
from tests.mercatoria.conftest import BIDS, CHIPS, ROOT, SHIPPED, loaded

ROADS, REGIONS = "merchants_of_the_middle_ages", "merchants_of_medieval_europe"


def play(moves: int, players: int = 4, seed: int = 3, game: str = SHIPPED) -> tuple[mercatoria.State, Picture]:
    state, rng = loaded(game).start(players, seed), random.Random(seed)
    for _ in range(moves):
        if not state.is_over:
            state.apply(state.sample(rng))
    sink = Sink()
    found = read_picture(state.edition.folder, state.table.checked, sink)
    assert not sink.found
    return state, found


def shown(state: mercatoria.State, picture: Picture, seat: int | None, width: int) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    screen.show_table(state, picture, seat, console)
    return console.export_text()


@pytest.mark.parametrize("game", mercatoria.shipped())
@pytest.mark.parametrize("moves", [0, 90])
def test_names_and_pieces_do_not_run_into_each_other(game: str, moves: int) -> None:
    state, picture = play(moves, loaded(game).players[-1], game=game)
    seen = table_view(state, picture, 0)
    named = [thing for mark in picture.map if mark.name for thing in seen.places[mark.kind]]
    assert len(named) >= 6
    for width in (60, 80, 100, 140, 200):
        lines = screen.map_lines(seen, width)
        assert lines is not None
        assert all(line.cell_len <= width for line in lines)
        text = "\n".join(line.plain for line in lines)
        unseen = [thing for thing in named if thing[: game_map.SHORTEST_NAME] not in text]
        assert unseen == [] or ("A region only" in text and len(unseen) < len(named) - 5)
        assert max(map(len, shown(state, picture, 0, width).splitlines())) <= width


def test_what_moves_about_is_on_the_map() -> None:
    for moves in (1, 120, 250):
        state, picture = play(moves, 4, game=ROADS)
        seen = table_view(state, picture, None)
        text = "\n".join(line.plain for line in game_map.map_lines(seen, 140) or ())
        here = {
            each.place: "".join(other.sign for other in seen.visitors if other.place == each.place)
            for each in seen.visitors
        }
        assert [visitor.sign for visitor in seen.visitors] == ["W1", "W2", "W3", "C"]
        for place, signs in here.items():
            assert re.search(rf"{place} (\d+ )?{signs}|{signs} {place}", text), (place, signs)


def test_a_region_shows_its_port_what_it_sells_and_who_is_there() -> None:
    state, picture = play(60, 6, game=REGIONS)
    seen = table_view(state, picture, None)
    lines = [line.plain for line in game_map.map_lines(seen, 140) or ()]
    names = next(at for at, line in enumerate(lines) if "Venice" in line)
    assert "Venice~M" in lines[names]
    assert "Glass Spice" in lines[names + 1]
    for seat, name in enumerate(seen.seats):
        region = seen.field("Player", name, "region")
        assert re.search(rf"{region}(~[NM])? \w*{seen.letter(seat)}", "\n".join(lines))
    short = "\n".join(line.plain for line in game_map.map_lines(seen, 60) or ())
    assert "Burg" in short
    assert "Wine" in short


def test_things_are_told_apart_by_their_first_letters() -> None:
    state, picture = play(0, 3, game=REGIONS)
    seen = table_view(state, picture, None)
    assert [game_map.short(seen, good) for good in ("Glass", "Grain", "Silk", "Spice")] == ["Gl", "Gr", "Si", "Sp"]
    assert game_map.short(seen, 300) == "300"


def test_labels_keep_apart() -> None:
    one, other = game_map.Label(0, 0, [game_map.Text("abc")]), game_map.Label(3, 0, [game_map.Text("d")])
    assert one.covers(other)
    assert not one.covers(game_map.Label(4, 0, [game_map.Text("d")]))
    assert not one.covers(game_map.Label(0, 1, [game_map.Text("d")]))


def test_a_narrow_terminal_has_tables_instead() -> None:
    state, picture = play(0)
    assert game_map.map_lines(table_view(state, picture, 0), 50) is None
    text = shown(state, picture, 0, 50)
    assert "Köln" in text
    assert max(map(len, text.splitlines())) <= 50


def test_secrets_are_not_drawn() -> None:
    state, picture = play(0)
    drawn = [shown(state, picture, seat, 140) for seat in (0, 1, None)]
    hands = [table_view(state, picture, seat).data["things"]["Player"] for seat in (0, 1, None)]
    assert isinstance(hands[0]["Red"]["purse"], int)
    assert "6 hidden" in drawn[2]
    assert all(one != other for one, other in combinations(drawn, 2))


# ---------------------------------------------------------------- the menu


def test_text_finds_moves() -> None:
    state, _ = play(0)
    made = menu.menu(state.table.flow, state.moves())
    assert len(made.items) == 20
    assert {item.words for item in made.matching("bremen")} == {"AmsterdamBremenTown", "BremenHamburgTown"}
    assert [item.words for item in made.matching("koln mun")] == ["KölnMünsterTown"]
    assert made.matching("STRASS") == made.matching("straß") != []
    assert made.matching("choose") == made.items
    assert made.matching("nowhere") == []
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
        ("map: [{kind: Player, name: maybe}]", "E233", "where there is room"),
        ("travellers: [{field: left}]", "E232", "`sign` is missing"),
        ("travellers: [{kind: Player, field: at}]", "E241", "no field of Player `at`"),
        ("charts: [{kind: Player}]", "E232", "either `rows` or `track`"),
        ("charts: [{kind: Player, track: takn}]", "E241", "no number of Player `takn`"),
        ("charts: [{kind: Player, track: taken, tables: [cost]}]", "E241", "no table that is looked up `cost`"),
        ("texts: {Nobody: x}", "E241", "no thing, kind or move `Nobody`"),
        ("texts: {Player: 3}", "E233", "`Player` is a text"),
        ('texts: {take: "{taken}"}', "E241", "no number `taken`"),
        ('texts: {Player: "{taken} of {tkn}"}', "E241", "no fact or field of Player `tkn`"),
        ("always: [Plyer]", "E241", "no kind `Plyer`"),
    ],
)
def test_faults_of_a_picture(countdown: Callable[..., Path], text: str, code: str, words: str) -> None:
    folder = countdown()
    (folder / "picture.yaml").write_text(text, encoding="utf-8")
    game = mercatoria.load(str(folder))
    sink = Sink()
    found = read_picture(game.folder, game.table(2).checked, sink)
    assert found == Picture()
    assert code in [fault.code for fault in sink.found]
    assert any(words in fault.title for fault in sink.found), [fault.title for fault in sink.found]


def test_the_page_about_pictures_tells_all_that_may_stand_in_one() -> None:
    page = (ROOT / "docs" / "picture.md").read_text(encoding="utf-8")
    example = yaml.safe_load(page.partition("```yaml\n")[2].partition("```")[0])
    assert set(example) == set(reading.SHAPE)
    parts = {"map": reading.MARK, "travellers": reading.TRAVELLER, "players": reading.COLUMN, "charts": reading.CHART}
    for name, shape in parts.items():
        assert {key for part in example[name] for key in part} == set(shape)
    assert reading.ROOM in page


def test_without_a_picture_there_is_a_general_one(countdown: Callable[..., Path]) -> None:
    game = mercatoria.load(str(countdown()))
    assert read_picture(game.folder, game.table(2).checked, Sink()) == Picture()


def test_a_picture_that_names_only_the_players_leaves_the_table(game: Callable[[str], Path]) -> None:
    picture = "players:\n  - {field: chips}\n  - {field: cards, by: number}\n"
    state = mercatoria.load(str(game(CHIPS.format(chips="p.chips.size"), picture__yaml=picture))).start(2, seed=1)
    state.apply("take")
    state.apply("take")
    sink = Sink()
    found = read_picture(state.edition.folder, state.table.checked, sink)
    assert not sink.found
    text = shown(state, found, 0, 80)
    assert "pot: 3" in text
    assert "Card7" not in text
    assert re.search(r"Seat1 .* 7 +$", text, re.MULTILINE)


@pytest.mark.parametrize(("chips", "mark"), [("p.chips.size", "+"), ("0 - p.chips.size", "?"), ("3", "")])
def test_points_tell_which_way_secrets_may_change_them(game: Callable[[str], Path], chips: str, mark: str) -> None:
    state = mercatoria.load(str(game(CHIPS.format(chips=chips)))).start(2, seed=1)
    points = table_view(state, Picture(), 0)
    assert tuple(holdings.DOUBTS[doubt] for doubt in points.points.doubts) == ("", mark)
    text = shown(state, Picture(), 0, 80)
    assert ("what you may not see" in text or "that you may not see" in text) == bool(mark)
    assert re.search(rf"Seat2 +\d+{re.escape(mark)} ", text)


def test_a_chart_has_a_column_for_each_thing() -> None:
    game = mercatoria.load("merchants_of_medieval_europe")
    state, sink = game.start(3, seed=1), Sink()
    picture = read_picture(game.folder, state.table.checked, sink)
    assert not sink.found
    table = charts.rows(table_view(state, picture, 0), picture.charts[0], 80)
    kind = state.table.flow.model.kinds[picture.charts[0].kind]
    assert [str(column.header) for column in table.columns] == ["", *kind.things]
    prices = [next(iter(column.cells)) for column in table.columns]
    assert prices[0] == "price"
    assert all(str(price).isdigit() for price in prices[1:])


def test_a_track_has_its_steps_with_what_the_tables_say() -> None:
    state, picture = play(0, 3, game=ROADS)
    table = charts.track(table_view(state, picture, 0), picture.charts[0])
    columns = [list(column.cells) for column in table.columns]
    assert columns[0] == ["5", "4", "3", "2", "1"]
    assert columns[1] == ["400", "300", "200", "100", "100"]
    assert columns[3][-1] == "Wine Silk Iron Food Salt Cloth"


def test_what_does_not_fit_into_a_table_is_written_in_lines() -> None:
    state, picture = play(250, 4, game=ROADS)
    assert "warehouses Paris: " in shown(state, picture, 0, 80)
    assert re.search(r"score +florins +status", shown(*play(0, 4, game=ROADS), 0, 140))
