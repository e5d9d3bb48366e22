"""Tests the descriptions of things in the picture, in the output of `look`, and in menu notes."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

import mercatoria
from dsl.diagnostics.diagnostic import Sink
from interpreter.testing.coverage import read_clauses
from interpreter.wording import display_names
from mercatoria.drawing import draw, number_changes, subjects
from mercatoria.drawing.table_view import TableView, table_view
from mercatoria.drawing.texts import inserted, text_of
from mercatoria.picture import Column, Picture, blanks_in, read_picture
from mercatoria.terminal import look, menu, open_moves
from tests.mercatoria.conftest import BIDS, SHIPPED, loaded

ROADS, REGIONS = "merchants_of_the_middle_ages", "merchants_of_medieval_europe"


def seen(game: str, seat: int | None = 0, state: mercatoria.State | None = None, **more: object) -> TableView:
    state = state or loaded(game).start(3, 1)
    picture = read_picture(state.edition.folder, state.table.checked, Sink())
    return table_view(state, Picture(**more) if more else picture, seat)  # type: ignore[arg-type]


def told(game: str, words: str, seat: int | None = 0, state: mercatoria.State | None = None) -> str:
    console = Console(width=100, record=True, file=io.StringIO())
    state = state or loaded(game).start(3 if 3 in loaded(game).players else 2, 1)
    look.look(state, read_picture(state.edition.folder, state.table.checked, Sink()), seat, words, console)
    return console.export_text()


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("value", "signed", "words"),
    [
        (None, False, ""), ({}, False, ""), ([], True, ""), (True, False, "yes"), (7, False, "7"), (7, True, "+7"),
        ({"A": 2, "B": 3}, False, "2 A and 3 B"), ({"A": 2, "B": -3}, True, "A +2, B −3"),
        (["A", "B", "C"], False, "A, B and C"), ("A", False, "A"), ({"hidden": True}, False, "?"),
        ({"count": 3}, False, "?"),
    ],
)  # fmt: skip
def test_a_value_in_a_sentence(value: object, signed: bool, words: str) -> None:
    names = display_names(loaded(REGIONS).start(3, 1).table)
    assert inserted(names, value, signed) == words


def test_facts_numbers_and_texts_are_put_in() -> None:
    texts = {
        "Region": "{sells}[, on the {port}], {port.text}!", "NorthSea": "{sea_fare} coin", "Venice": "[{sells}]{{}}",
        "Contract": "{contract} {reward}",
    }  # fmt: skip
    here = seen(REGIONS, texts=texts)
    assert text_of(here, "London") == "Cloth, on the North Sea, 5 coin!"
    assert text_of(here, "Castile") == "Cloth, !"
    assert text_of(here, "Venice") == "Glass and Spice{{}}"
    assert text_of(here, "Greece").startswith("Silk")
    assert text_of(here, "Nowhere") == text_of(here, "Cloth") == ""
    assert list(blanks_in("{a} {b:+} {c.text} {d}")) == ["a", "b", "c", "d"]


def test_a_text_within_itself_comes_to_an_end() -> None:
    here = seen(REGIONS, texts={"Contract": "x {place.text}", "Region": "y {territory.text}", "Territory": "z"})
    assert text_of(here, "LondonChapel") == "x y z"


def test_texts_of_the_shipped_games_read_well() -> None:
    plain = text_of(seen(REGIONS), "ScotlandWedding")
    assert plain.startswith("10 Cloth and 5 Wine to Scotland: +3 for each piece, 110 coins in all")
    assert text_of(seen(REGIONS), "Storms") == "Grain −3, Silk +2, Spice +3. No sea travel this round."
    assert text_of(seen(REGIONS), "Lent").endswith("Selling banned this round: Wine.")


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        (ROADS, ["Investment", "Influence", "City", "Wagon", "Good"]),
        (REGIONS, ["Contract", "MarketCard", "Restriction", "Region", "Good"]),
    ],
)
def test_every_card_has_a_text(game: str, kinds: list[str]) -> None:
    here = seen(game)
    for kind in kinds:
        for thing in here.model.kinds[kind].things:
            assert len(text_of(here, thing)) > 10, thing
            assert not set("[]{}") & set(text_of(here, thing)), thing


def test_texts_are_not_those_of_the_print() -> None:
    """A card's text must not repeat a clause of the printed rules word for word."""
    for game in (ROADS, REGIONS):
        rules = {clause.rule for clause in read_clauses(loaded(game).folder, Sink()).values()}
        assert not rules & set(seen(game).picture.texts.values())


# ---------------------------------------------------------------- look


def test_look_finds_by_name_by_piece_and_by_kind() -> None:
    assert told(REGIONS, "venice").startswith("Venice, Region")
    assert "next to: " in told(REGIONS, "Venice")
    assert "Storms" in told(REGIONS, "stor")
    assert "Scotland Wedding" in told(REGIONS, "wedding")
    assert told(REGIONS, "scotland wed") == told(REGIONS, "ScotlandWedding") != ""
    assert "Type the name of one of these things." in told(REGIONS, "contract")
    assert told(REGIONS, "contracts") == told(REGIONS, "contract")
    assert "Border" not in told(REGIONS, "denmark"), "roads are no things to look at"
    assert told(REGIONS, "Good").count("left in the supply") == 8
    assert "There is nothing called `xyz`" in told(REGIONS, "xyz")
    assert "Restriction: " in told(REGIONS, "")


def test_look_at_a_seat_tells_what_it_has() -> None:
    assert "coins: 15" in told(REGIONS, "Red")
    assert "browsing" not in told(REGIONS, "Red", 1), "what is secret is not told to others"
    assert "contracts to choose from: " in told(REGIONS, "Red", 0)


def test_look_does_not_tell_where_hidden_cards_lie() -> None:
    state = loaded(REGIONS).start(3, 1)
    mine = state.view(0)["things"]["Player"]["Red"]["browsing"]
    for thing in mine:
        assert "lies in: Red’s contracts to choose from" in told(REGIONS, thing, 0, state)
        assert "lies in" not in told(REGIONS, thing, 1, state)
        assert "lies in" not in told(REGIONS, thing, None, state)


def test_look_works_without_a_picture() -> None:
    assert told(BIDS, loaded(BIDS).table(2).flow.model.seats[0])
    assert told(BIDS, "")


# ---------------------------------------------------------------- menus


def menu_of(
    state: mercatoria.State, seat: int | None = None, effects: Callable[[mercatoria.Move], str] = lambda _: ""
) -> menu.Menu:
    seat = state.deciders[0] if seat is None else seat
    return menu.menu(state.moves(seat), draw(state, seat).moves, effects)


def test_text_finds_moves() -> None:
    state = loaded(SHIPPED).start(4, 3)
    made = menu_of(state)
    assert len(made.items) == 20
    towns = {"town between Bremen and Amsterdam", "town between Bremen and Hamburg"}
    assert {item.words for item in made.matching("bremen")} == towns
    assert made.matching("AmsterdamBremenTown") == made.matching("amsterdam bremen town") != []
    assert [item.words for item in made.matching("koln mun")] == ["town between Köln and Münster"]
    assert made.matching("STRASS") == made.matching("straß") != []
    assert made.matching("choose") == made.items
    assert made.matching("nowhere") == []
    assert made.numbered(3) is made.items[2]
    assert made.numbered(0) is made.numbered(21) is None


def test_numbers_are_chosen_by_themselves() -> None:
    state = loaded(BIDS).start(2, 1)
    made = menu_of(state, 0)
    assert [item.number for item in made.items] == list(range(len(made.items)))


def listed(made: menu.Menu, width: int = 80) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    menu.show(made.items, console)
    return console.export_text()


def test_notes_stand_in_the_menu_once() -> None:
    state = loaded(REGIONS).start(3, 1)
    moves, offers = state.moves(0), draw(state, 0).moves
    about = [replace(offer, notes=(f"about {move.args['home']} ",)) for move, offer in zip(moves, offers, strict=True)]
    made = menu.menu(moves, about)
    text = listed(made)
    assert all(text.count(f"about {move.args['home']} ") == 1 for move in moves)
    same = menu.menu(moves, [replace(offer, notes=("the same",)) for offer in offers])
    assert listed(same).count("the same") == 1


def test_a_long_row_of_numbers_is_told_by_its_ends() -> None:
    state = loaded(BIDS).start(2, 1)
    assert "type a number" not in listed(menu_of(state))
    longer = mercatoria.load(ROADS).start(2, 1)
    while longer.view(0)["phase"] != "loading_masters":
        longer.apply(longer.moves(longer.deciders[0])[0])
    made = menu_of(longer, 0)
    heading, *_, range_of_bids = listed(made).splitlines()
    assert heading == "Bid … florins for wagon 1"
    assert range_of_bids == "     type a number from 0 to 5000, in steps of 100"
    assert made.numbered(700) is not None
    assert made.numbered(1) is None


def test_a_bid_is_its_own_number_beside_a_pass() -> None:
    state = loaded(ROADS).start(3, 1)
    while state.view(0)["phase"] != "auction_cards":
        state.apply(state.moves(state.deciders[0])[0])
    made = menu_of(state)
    assert [item.number for item in made.items][:3] == [1, 100, 200]
    assert "type a number from 100 to " in listed(made)


def test_a_number_that_is_not_typed_has_its_name(countdown: Callable[..., Path]) -> None:
    state = mercatoria.load(str(countdown())).start(2, 1)
    made = menu_of(state, 0)
    assert [item.words for item in made.items] == ["1", "2"], "these are typed as they are"
    state = loaded(REGIONS).start(3, 1)
    while not any(move.action == "pay_back" for move in state.moves(state.deciders[0])):
        moves = state.moves(state.deciders[0])
        state.apply(next((move for move in moves if move.action == "borrow"), moves[0]))
    made = menu_of(state)
    assert [item.words for item in made.items] == ["Pay back nothing", "Pay back 1 debt banknote"]


def test_moves_are_written_shortly() -> None:
    state = loaded(ROADS).start(3, 1)
    while state.view(0)["phase"] != "purchase":
        state.apply(state.moves(state.deciders[0])[0])
    made = menu_of(state, 0, lambda move: "-1 coin" if move.args else "")
    assert any(item.words.startswith("Buy Wine") and "Paris" in item.words for item in made.items)
    assert listed(made).count("-1 coin") == 1
    assert re.search(r"^Buy ….*  \(each -1 coin\)$", listed(made), re.MULTILINE)


def test_the_heading_says_what_is_decided_about() -> None:
    state = loaded(ROADS).start(2, 1)
    assert list(subjects(state)) == []
    while state.view(0)["phase"] != "loading_masters":
        state.apply(state.moves(state.deciders[0])[0])
    assert list(subjects(state)) == [("wagon", "Wagon1")]


def test_the_heading_tells_no_secret(game: Callable[..., Path]) -> None:
    rules = """\
rulebook cards "Cards"
    players 2 to 3

kind Card, 6
kind Door, 2

each Player has
    hand: secret pile of Card

round "A day"
    for door in Door
        do knock(door, Card3)
    stop game

rule knock(door: Door, card: Card) "Somebody knocks"
    for p in Player
        p may open
        move card from box to p.hand
        move card from p.hand to box

action open "Open"
"""
    state = mercatoria.load(str(game(rules))).start(2, 1)
    assert not list(subjects(state))


def test_effects_of_other_players_are_reported() -> None:
    picture = Picture(players=(Column("purse", "coins"),), effects=("purse", "points"))
    table = mercatoria.load("medieval_merchant").start(2, 1).table
    before, after = {"purse": 5, "points": 2}, {"purse": 12, "points": 2}
    assert number_changes(table, picture, before, after) == "12 coins (+7)"
    assert number_changes(table, picture, before, before) == number_changes(table, picture, {}, after) == ""


OFFER = """\
rulebook fair "A fair"
    players 2 to 3

kind Good: Wool, Spice with 4 pieces each

each Player has
    purse: money = 9
    cart: bag of Good = 2 of Wool

round "A day"
    turn of player in Player
        player may trade

offer trade(partner: others(you),
        open give: bag of you.cart,
        open coins: 0 to you.purse step 3) to partner, countered at most 1 times "Trade"
    costs given: give to partner.cart
    costs coins: coins to partner

end soon of round when round.number = 2
"""


def test_an_offer_says_whose_it_is_and_what_can_be_answered(game: Callable[..., Path]) -> None:
    state = mercatoria.load(str(game(OFFER))).start(2, 1)
    state.apply("Seat1: trade(Seat2, 1 of Wool, 3)")
    made = menu_of(state, 1)
    text = listed(made, 120)
    for words in ("Accept Seat1’s offer: you give nothing, you get 1 Wool and 3 coins", "Decline the offer",
                  "Make a counter-offer – Seat1’s part: give …, coins …"):  # fmt: skip
        assert words in text
    assert "partner" not in text


def test_open_parameters_are_asked_for(game: Callable[..., Path]) -> None:
    state = mercatoria.load(str(game(OFFER))).start(2, 1)
    move = next(move for move in state.moves(0) if move.open)
    asked: list[str] = []

    def answered(*answers: str) -> str | None:
        given = iter(answers)

        def read(prompt: str) -> str:
            asked.append(prompt)
            return next(given)

        return open_moves.ask(state, move, read, asked.append)

    assert answered("2 wool", "6") == "trade(Seat2, 2 of Wool, 6)"
    assert asked[1:] == ["  give (at most 2 Wool; Enter: nothing): ", "  coins (0 to 9 in steps of 3; Enter: 0): "]
    assert answered("", "") == "trade(Seat2, {}, 0)"
    assert answered("wo", "4", "ten", "30", "9") == "trade(Seat2, 1 of Wool, 9)"
    assert answered("wool", "stop") is None


def test_a_counter_offer_asks_what_its_maker_gets_and_gives(game: Callable[..., Path]) -> None:
    state = mercatoria.load(str(game(OFFER))).start(2, 1)
    state.apply("Seat1: trade(Seat2, 1 of Wool, 3)")
    counter, asked = next(move for move in state.moves(1) if move.open), list[str]()

    def read(prompt: str) -> str:
        asked.append(prompt)
        return ""

    open_moves.ask(state, counter, read, lambda _: None)
    assert [prompt.partition(" (")[0] for prompt in asked] == ["  You get", "  You get"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", "{}"), ("{}", "{}"), ("2 wool", "2 of Wool"), ("2 of Wool + spice", "2 of Wool + 1 of Spice"),
        ("3x spi, 1 Wool", "3 of Spice + 1 of Wool"), ("wool and spice", "1 of Wool + 1 of Spice"),
        ("2 salt", "2 of salt"),
    ],
)  # fmt: skip
def test_amounts_are_read_generously(text: str, written: str) -> None:
    assert open_moves.amounts(text, ("Wool", "Spice")) == written
