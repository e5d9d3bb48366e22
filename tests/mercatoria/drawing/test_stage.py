"""Tests the areas of the board: collections in a grid, open cards with their faces, and charts."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from dsl.folder import read_folder
from mercatoria import State
from mercatoria.drawing import CardsArea, ChartArea, Drawing, GridArea, MapArea, draw
from mercatoria.inspection import folder_faults
from mercatoria.outline import outline
from mercatoria.picture import FILE
from tests.mercatoria.conftest import ROOT, loaded

GRID = "merkator"

STALLS = """\
rulebook stalls "Stalls"
    players 2 to 3
    board "board.yaml"

kind Shelf: Upper, Lower
kind Ware from board with unlimited pieces
    shelf: Shelf
    rank: 1 to 9
    cost: bag of Ware = {}

kind Order from board
    pay: 1 to 9
    to: Shelf
    wares: bag of Ware

each Player has
    goods: bag of Ware
    orders: pile of Order
    secrets: secret pile of Order
    coins: money = 123

game has
    open_orders: pile of Order = Order
    deck: stack of Order

round "Turns"
    turn of player in Player
        player may take, pass "rest"

action take(ware: Ware) "Take"
    then move 1 of ware from supply to you.goods

end done of round when round.number = 3 "Done"
"""
BOARD = """\
board: {title: Stalls, reconstructed: no}
Ware:
  Silk: {shelf: Lower, rank: 2}
  Rope: {shelf: Upper, rank: 1}
  Tea: {shelf: Lower, rank: 1}
Order:
  Feast: {pay: 4, to: Upper, wares: {Silk: 1, Tea: 2}}
"""
PICTURE = """\
stage:
  - {grid: Ware, of: goods, columns: shelf, rows: rank, title: My stall, notes: {Upper: dry}}
  - {market: [open_orders], title: Wanted}
  - {mine: [orders]}
cards:
  Order: {value: pay, for: to, needs: wares}
icons:
  Silk: {colour: magenta}
table: [deck]
players: [{field: coins, first: yes, sign: coin}, {field: goods}, {field: orders}, {field: secrets}]
hide: [deck]
"""


@pytest.fixture
def stalls(game: Callable[[str], Path]) -> Path:
    folder = game(STALLS)
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    (folder / FILE).write_text(PICTURE, encoding="utf-8")
    return folder


def after_takes(folder: Path, *wares: str) -> State:
    state = mercatoria.load(str(folder)).start(2, 1)
    for ware in wares:
        state.apply(f"take({ware})")
        state.apply("pass")
    return state


def area(drawing: Drawing, kind: type[GridArea | CardsArea | ChartArea | MapArea]) -> GridArea:
    found = next(each for each in drawing.stage if isinstance(each, kind))
    assert isinstance(found, GridArea)
    return found


def test_a_grid_shows_every_thing_of_a_kind_in_its_column_and_row(stalls: Path) -> None:
    state = after_takes(stalls, "Silk", "Silk")
    grid = area(draw(state, 0), GridArea)
    assert (grid.title, grid.count) == ("My stall", 2)
    assert [(column.title, column.note) for column in grid.columns] == [("Upper", "dry"), ("Lower", "")]
    assert [[(box.name, box.count) for box in column.fields] for column in grid.columns] == [
        [("Rope", 0)], [("Tea", 0), ("Silk", 2)],
    ]  # fmt: skip
    boxes = [box for column in grid.columns for box in column.fields]
    assert all(box.moves and box.name in box.said for box in boxes)
    assert [box.colour for box in boxes if box.name == "Silk"] == ["magenta"]
    assert all(box.colour for box in boxes)


def test_another_seat_and_spectators_see_their_own_collection(stalls: Path) -> None:
    state = after_takes(stalls, "Silk")
    other, watching = area(draw(state, 1), GridArea), area(draw(state), GridArea)
    assert (other.title, other.count) == ("My stall", 0)
    assert not any(box.moves for column in other.columns for box in column.fields)
    assert watching.title.startswith(draw(state).hands[0].name)
    assert watching.count == 1


def test_a_card_says_what_it_needs_and_what_the_player_has_of_it(stalls: Path) -> None:
    state = after_takes(stalls, "Silk", "Tea")

    def needs(seat: int | None) -> list[tuple[str, int, bool | None]]:
        cards = [each for each in draw(state, seat).stage if isinstance(each, CardsArea) and not each.mine]
        (item,) = cards[0].holdings[0].items
        assert item.face is not None
        assert (item.face.title, item.face.value, item.card) == ("Upper", "4", True)
        return [(need.sort, need.count, need.has) for need in item.face.needs]

    assert needs(0) == [("Silk", 1, True), ("Tea", 2, False)]
    assert needs(1) == [("Silk", 1, False), ("Tea", 2, False)]
    assert needs(None) == [("Silk", 1, None), ("Tea", 2, None)]


def test_spectators_have_no_cards_of_their_own(stalls: Path) -> None:
    state = after_takes(stalls)
    assert [each.mine for each in draw(state, 0).stage if isinstance(each, CardsArea)] == [False, True]
    assert [each.mine for each in draw(state).stage if isinstance(each, CardsArea)] == [False]


def test_the_terminal_still_shows_what_lies_on_the_board(stalls: Path) -> None:
    drawing = draw(after_takes(stalls), 0)
    assert "Feast" in outline(drawing)
    assert [of.field for of in drawing.middle] == ["deck", "open_orders"]
    assert [of.field for of in drawing.beside[0]] == ["deck"]


def test_possessions_have_a_sign_and_a_form(stalls: Path) -> None:
    coins, goods, orders, _ = draw(after_takes(stalls), 0).hands[0].holdings
    assert (coins.form, coins.sign, coins.first, coins.coins) == ("coins", "coin", True, (100, 10, 10, 1, 1, 1))
    assert (goods.form, goods.coins, goods.first) == ("tokens", (), False)
    assert orders.form == "cards"
    assert {coins.owner, goods.owner, orders.owner} == {None}


def test_a_field_of_own_pieces_knows_their_owner() -> None:
    hands = draw(loaded("medieval_merchant").start(3, seed=3), 0).hands
    owned = [[of.field for of in hand.holdings if of.owner == hand.seat] for hand in hands]
    assert owned == [["stock"]] * 3


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("{grid: Ware,", "{grid: Wares,", "E241", "Wares"),
        ("of: goods", "of: coins", "E241", "coins"),
        ("columns: shelf", "columns: shelves", "E241", "shelves"),
        ("rows: rank", "rows: row", "E241", "row"),
        ("{Upper: dry}", "{Middle: dry}", "E241", "Middle"),
        ("{mine: [orders]}", "{mine: [deck]}", "E241", "deck"),
        ("{mine: [orders]}", "{mine: [orders], market: [deck]}", "E232", "exactly one"),
        ("{mine: [orders]}", "{title: Nothing}", "E232", "exactly one"),
        ("{mine: [orders]}", "{map: tiny}", "E241", "tiny"),
        ("{mine: [orders]}", "{map: big, title: x}", "E231", "title"),
        ("{mine: [orders]}", "{chart: Ware}", "E241", "Ware"),
        ("{mine: [orders]}", "orders", "E233", "names with values"),
        ("Order: {value: pay", "Orders: {value: pay", "E241", "Orders"),
        ("Order: {value: pay", "Order: {value: pays", "E241", "pays"),
        ("needs: wares", "needs: pay", "E241", "pay"),
        ("needs: wares", "wants: wares", "E231", "wants"),
        ("first: yes", "first: often", "E233", "first"),
        ("sign: coin", "sign: penny", "E241", "penny"),
        ("{field: goods}", "{field: goods, as: heaps}", "E241", "heaps"),
        ("hide: [deck]", "hide: [decks]", "E241", "decks"),
    ],
)
def test_check_finds_faults_of_the_stage(old: str, new: str, code: str, said: str, stalls: Path) -> None:
    text = PICTURE.replace(old, new, 1)
    assert text != PICTURE
    (stalls / FILE).write_text(text, encoding="utf-8")
    faults = [fault for fault in folder_faults(read_folder(stalls)).found if fault.code.startswith("E")]
    assert [fault.code for fault in faults] == [code]
    assert said in faults[0].title
    changed = [at for at, pair in enumerate(zip(text.splitlines(), PICTURE.splitlines(), strict=True), 1)
               if pair[0] != pair[1]]  # fmt: skip
    assert [faults[0].span.line] == changed


def test_check_names_a_field_that_only_the_stage_showed(stalls: Path) -> None:
    (stalls / FILE).write_text(PICTURE.replace("[open_orders]", "[deck]").replace("hide: [deck]", ""), encoding="utf-8")
    found = [fault for fault in folder_faults(read_folder(stalls)).found if fault.code == "W242"]
    assert [fault.span.text.partition(":")[0].strip() for fault in found] == ["open_orders"]


@pytest.mark.parametrize("name", ["bazaar", "commerce", "jewellers"])
def test_a_game_without_a_picture_file_has_a_board(name: str) -> None:
    game = mercatoria.load(str(ROOT / "docs" / "examples" / name))
    state, rng = game.start(game.players[-1], seed=3), random.Random(3)
    for _ in range(9):
        state.apply(state.sample(rng))
    stage = draw(state, state.deciders[0]).stage
    assert stage
    assert not any(isinstance(each, MapArea) for each in stage)
    names = [of.field for each in stage if isinstance(each, CardsArea) for of in each.holdings]
    assert len(names) == len(set(names))


def test_every_shipped_game_shows_its_map_on_the_stage() -> None:
    for slug in mercatoria.shipped():
        stage = draw(loaded(slug).start(3, seed=3), 0).stage
        assert [each for each in stage if isinstance(each, MapArea)]


def test_a_counting_house_has_columns_and_cards_with_ticks() -> None:
    state, rng = loaded(GRID).start(3, seed=3), random.Random(3)
    for _ in range(30):
        state.apply(state.sample(rng))
    drawing = draw(state, 0)
    grid = area(drawing, GridArea)
    assert len(grid.columns) == 6
    assert sum(len(column.fields) for column in grid.columns) == 16
    faces = [item.face for each in drawing.stage if isinstance(each, CardsArea) for of in each.holdings
             for item in of.all_items()]  # fmt: skip
    assert faces
    assert all(faces)
    assert any(need.has is not None for face in faces if face for need in face.needs)
