"""Tests which seat decides at a table, which moves can be undone, that tables can be unloaded, and when
bots are asked.
"""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mercatoria
from mercatoria import IllegalMove, TableError
from mercatoria.players import Player
from mercatoria.svg import LayoutInput
from mercatoria.web.events import Channels
from mercatoria.web.gc_freezing import frozen_gc
from mercatoria.web.pages import digest, ground, table_page
from mercatoria.web.pages.table_page import cached_board
from mercatoria.web.security import seat_key
from mercatoria.web.server import Server
from mercatoria.web.store import Store
from mercatoria.web.tables import (
    Bots,
    Catalogue,
    Choice,
    NoTable,
    NotFilledIn,
    Stale,
    Table,
    TableRegistry,
    WrongSeatKey,
    answered,
    bots,
)
from mercatoria.web.timeline import present
from tests.mercatoria.conftest import FAR_BOARD, FAR_RULES

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
FOUR, BIDS, POKER, CARDS, PIG = (
    str(EXAMPLES / name) for name in ("connect_four", "sealed_bid", "kuhn_poker", "commerce", "pig")
)
CATALOGUE = Catalogue((FOUR, BIDS, POKER, CARDS, PIG))


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def hall(file: Path, clock: Clock) -> Iterator[TableRegistry]:
    store = Store(file)
    yield TableRegistry(store, CATALOGUE, clock)
    store.close()


def people(hall: TableRegistry, game: str, players: int = 2, seed: int = 5) -> Table:
    return hall.set_up(Choice(game, players), ["human"] * players, seed)[0]


def play(hall: TableRegistry, table: Table, seat: int, text: str) -> None:
    state = table.course.state
    hall.play(table, table.course.turn(seat), state.table.notation.parse(text, seat))


# ---------------------------------------------------------------- deciding


def test_two_clicks_make_one_move(hall: TableRegistry) -> None:
    table = people(hall, FOUR)
    turn, move = table.course.turn(0), table.course.state.moves()[0]
    hall.play(table, turn, move)
    with pytest.raises(Stale):
        hall.play(table, turn, move)
    assert table.course.length == 1


def test_two_servers_on_one_file_make_one_move(hall: TableRegistry, file: Path, clock: Clock) -> None:
    table = people(hall, FOUR)
    other = TableRegistry(Store(file), CATALOGUE, clock)
    twin = other.table(table.head.table)
    play(hall, table, 0, "drop_disc(A)")
    with pytest.raises(Stale):
        play(other, twin, 0, "drop_disc(B)")
    assert [str(move) for move in other.table(table.head.table).course.state.log()] == ["Yellow: drop_disc(A)"]


def test_of_two_clicks_at_an_old_table_the_second_leaves_the_new_one_alone(
    hall: TableRegistry, file: Path, clock: Clock
) -> None:  # fmt: skip
    """Both clicks are on a table that the server loaded before another process saved a move."""
    table = people(hall, FOUR)
    other = TableRegistry(Store(file), CATALOGUE, clock)
    twin = other.table(table.head.table)
    play(hall, table, 0, "drop_disc(A)")
    with pytest.raises(Stale):
        play(other, twin, 0, "drop_disc(B)")
    with pytest.raises(Stale):
        play(other, twin, 0, "drop_disc(B)")
    new = other.table(table.head.table)
    with pytest.raises(Stale):
        play(other, twin, 0, "drop_disc(B)")
    assert other.at_hand(table.head.table) is new


def test_illegal_moves_change_nothing(hall: TableRegistry) -> None:
    table = people(hall, FOUR)
    for turn in range(6):
        play(hall, table, turn % 2, "drop_disc(A)")
    before = table.course
    with pytest.raises(IllegalMove, match="height"):
        play(hall, table, 0, "drop_disc(A)")
    assert table.course is before


def test_answers_to_a_secret_choice_come_in_any_order(hall: TableRegistry) -> None:
    table = people(hall, BIDS, 3)
    first = table.course.turn(0)
    play(hall, table, 2, "bid(2)")
    assert table.course.turn(0) == first, "another's secret answer must not show in the own question"
    play(hall, table, 0, "bid(3)")
    play(hall, table, 1, "bid(1)")
    assert table.course.state.is_over


# ---------------------------------------------------------------- undoing


def test_an_open_decision_is_taken_back(hall: TableRegistry) -> None:
    table = people(hall, FOUR)
    play(hall, table, 0, "drop_disc(A)")
    assert hall.take_back(table, 0, table.course.turn(0)) == ""
    assert table.course.state.log() == []
    play(hall, table, 0, "drop_disc(B)")
    assert table.course.state.log() == ["Yellow: drop_disc(B)"]


def test_it_stays_once_somebody_else_has_decided(hall: TableRegistry) -> None:
    table = people(hall, FOUR)
    assert hall.take_back(table, 0, 0) == "There is nothing to undo."
    play(hall, table, 0, "drop_disc(A)")
    play(hall, table, 1, "drop_disc(A)")
    assert "Another player has moved" in hall.take_back(table, 0, table.course.turn(0))
    assert hall.take_back(table, 1, table.course.turn(1)) == ""


@pytest.mark.parametrize(("game", "move", "why"), [
    (PIG, "roll", "Cards or dice"), (BIDS, "bid(2)", "secret choice"),
])  # fmt: skip
def test_revealed_information_stays_known(hall: TableRegistry, game: str, move: str, why: str) -> None:
    table = people(hall, game)
    play(hall, table, 0, move)
    assert why in hall.take_back(table, 0, table.course.turn(0))


LAID = """
rulebook laid "Laid open"
    players 2
    seats First, Second

kind Card, 6

each Player has
    hand: secret pile of Card

game has
    deck: hidden stack of Card = Card
    middle: pile of Card
    said: 0 to 9 = 0

setup "Three cards each"
    shuffle deck
    for p in Player
        draw 3 from deck to p.hand

round "A card or a word"
    for p in Player
        p must lay or speak
        p must lay or speak

action lay(card: you.hand) "Lay a card open"
    then
        move card from you.hand to middle

action speak(word: 1 to 9) "Say a number"
    then
        set said to word

end third of round when round.number = 3 "Three rounds"

scoring of p in Player
    cards: p.hand.size
"""


def test_a_card_that_was_laid_open_stays(hall: TableRegistry, tmp_path: Path) -> None:
    folder = tmp_path / "laid"
    folder.mkdir()
    (folder / "rulebook.rules").write_text(LAID, encoding="utf-8")
    hall.catalogue = Catalogue((str(folder),))
    table = people(hall, str(folder))
    play(hall, table, 0, "speak(2)")
    assert hall.take_back(table, 0, table.course.turn(0)) == ""
    hall.play(table, table.course.turn(0), table.course.state.moves()[0])
    assert table.course.state.log()[-1].startswith("First: lay(Card")
    card = table.course.state.log()[-1].removeprefix("First: lay(Card").removesuffix(")")
    stays = hall.take_back(table, 0, table.course.turn(0))
    assert stays == f"Everyone has seen card {card} since."


BUILT = """
rulebook built "Built"
    players 2
    seats First, Second

kind House for each Player with 5 pieces each
kind Chip: Blue, White with 4 pieces each

each Player has
    street: bag of House
    chips: secret bag of Chip = 2 of Blue

game has
    pot: bag of Chip

round "Somebody builds"
    for p in Player
        p must build or bet
        p must build or bet

action build "Build a house"
    then
        move 1 of House(you) from supply to you.street

action bet "Lay a chip into the pot"
    costs chip: 1 of Blue from you.chips to pot

end third of round when round.number = 3 "Three rounds"
"""


def test_pieces_that_are_never_covered_do_not_block_undo(hall: TableRegistry, tmp_path: Path) -> None:
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "rulebook.rules").write_text(BUILT, encoding="utf-8")
    hall.catalogue = Catalogue((str(folder),))
    table = people(hall, str(folder))
    play(hall, table, 0, "build")
    assert hall.take_back(table, 0, table.course.turn(0)) == ""
    play(hall, table, 0, "bet")
    stays = "Everyone has seen Blue since."
    assert hall.take_back(table, 0, table.course.turn(0)) == stays


def test_a_page_from_before_it_was_taken_back_is_old(hall: TableRegistry) -> None:
    table = people(hall, FOUR)
    play(hall, table, 0, "drop_disc(A)")
    old = table.course.turn(1)
    hall.take_back(table, 0, table.course.turn(0))
    play(hall, table, 0, "drop_disc(B)")
    with pytest.raises(Stale):
        hall.play(table, old, table.course.state.moves()[0])


# ---------------------------------------------------------------- unloaded and restored


def test_an_idle_table_is_put_away_and_restored(hall: TableRegistry, clock: Clock) -> None:
    table, busy = people(hall, FOUR), people(hall, PIG)
    play(hall, table, 0, "drop_disc(A)")
    hall.take_back(table, 0, table.course.turn(0))
    play(hall, table, 0, "drop_disc(C)")
    before = table.course
    clock.now = 1700
    hall.table(busy.head.table)
    clock.now = 1900
    assert hall.put_away_idle() == [table.head.table]
    again = hall.table(table.head.table)
    assert again is not table
    assert again.course.state == before.state
    assert again.course.state.log() == before.state.log()
    assert (again.course.length, again.course.turns, again.course.taken_back) == (
        before.length, before.turns, before.taken_back)  # fmt: skip
    assert hall.take_back(again, 0, again.course.turn(0)) == ""


def test_chance_goes_on_as_it_would_have(hall: TableRegistry, clock: Clock) -> None:
    one, other = people(hall, PIG, seed=9), people(hall, PIG, seed=9)
    for _ in range(3):
        play(hall, one, one.course.state.deciders[0], "roll")
    play(hall, other, 0, "roll")
    clock.now = 5000
    hall.put_away_idle()
    other = hall.table(other.head.table)
    for _ in range(2):
        play(hall, other, other.course.state.deciders[0], "roll")
    assert other.course.state == one.course.state


def test_a_table_from_before_rules_were_kept_needs_the_same_rules(file: Path, tmp_path: Path, clock: Clock) -> None:
    folder = tmp_path / "own_game"
    folder.mkdir()
    book = (EXAMPLES / "pig" / "rulebook.rules").read_text(encoding="utf-8")
    (folder / "rulebook.rules").write_text(book, encoding="utf-8")
    own, store = TableRegistry(Store(file), Catalogue((str(folder),)), clock), Store(file)
    one, other = people(own, str(folder)).head, people(own, str(folder)).head
    for table in (one.table, other.table):
        store._db.execute("DELETE FROM played_under WHERE table_id = ?", (table,))
    again = TableRegistry(Store(file), Catalogue((str(folder),)), clock)
    assert again.table(one.table).head == one
    assert store.head(one.table) == one, "from now on the store has its rules"
    (folder / "rulebook.rules").write_text(book.replace("100", "90"), encoding="utf-8")
    again = TableRegistry(Store(file), Catalogue((str(folder),)), clock)
    assert again.table(one.table).head == one
    with pytest.raises(NoTable, match="rules have changed"):
        again.table(other.table)
    with pytest.raises(NoTable, match="no such table"):
        own.table("nothing")


# ---------------------------------------------------------------- seats


def test_a_seat_is_taken_with_its_key_alone(hall: TableRegistry) -> None:
    table, owner = hall.set_up(Choice(FOUR, 2), ["human", "random"])
    key = seat_key(owner, table.head.table, 0)
    hall.take(table, 0, key, "  <b>Ann\u202e</b>\n ")
    assert table.seats[0].name == "<b>Ann </b>"
    assert table.seats[0].taken
    for seat, wrong in ((1, key), (0, owner), (0, ""), (7, key), (-1, key)):
        with pytest.raises(WrongSeatKey):
            hall.take(table, seat, wrong, "Bob")
    assert hall.is_owner(table, owner)
    assert not hall.is_owner(table, key)


def test_nothing_that_is_kept_opens_a_seat(hall: TableRegistry, file: Path) -> None:
    table, owner = hall.set_up(Choice(FOUR, 2), ["human", "human"])
    kept = b"".join(each.read_bytes() for each in file.parent.iterdir())
    assert owner.encode() not in kept
    assert seat_key(owner, table.head.table, 0).encode() not in kept


def test_a_bot_decides_for_who_leaves(hall: TableRegistry) -> None:
    table = people(hall, FOUR)
    assert table.next_bot is None
    hall.leave(table, 0)
    request = hall.bot_to_ask(table.head.table)
    assert request is not None
    text = bots.decided(request)
    hall.come_back(table, 0)
    assert not hall.play_for_bot(request, text), "the person is back, and decides"
    hall.leave(table, 0)
    assert hall.play_for_bot(request, text)
    assert hall.bot_to_ask(table.head.table) is None


def test_a_bot_goes_on_from_what_it_knows(hall: TableRegistry) -> None:
    table = hall.set_up(Choice(PIG, 2), ["random", "random"], 4)[0]
    while (request := hall.bot_to_ask(table.head.table)) is not None and table.course.length < 40:
        assert hall.play_for_bot(request, bots.decided(request))
    assert table.course.length == 40 or table.course.state.is_over


def test_a_bot_stays_the_same_until_moves_are_taken_back(hall: TableRegistry) -> None:
    """If the server created a new bot for each decision, each bot would replay the whole log."""
    name = hall.set_up(Choice(PIG, 2), ["easy", "easy"], 4)[0].head.table
    first = request = hall.bot_to_ask(name)
    seats: list[int] = []
    players: set[Player] = set()
    while request is not None and len(seats) < 12:
        assert hall.play_for_bot(request, bots.decided(request))
        seats.append(request.seat)
        players.add(bots._PLAYED[name, None].bots[request.seat, "easy"])
        request = hall.bot_to_ask(name)
    assert len(players) == len(set(seats)) < len(seats)
    assert first is not None
    bots.decided(first)
    assert not players & set(bots._PLAYED[name, None].bots.values())


def test_seats_are_for_people_and_bots_that_there_are(hall: TableRegistry) -> None:
    for kinds in (["human"], ["human", "robot"], ["human"] * 3):
        with pytest.raises(TableError):
            hall.set_up(Choice(FOUR, 2), kinds)


# ---------------------------------------------------------------- choices


def test_conflicts_are_told_at_once() -> None:
    assert CATALOGUE.conflicts(Choice("medieval_merchant", 4, ("letters_for_sale",))) == []
    assert "for 2 to 6 players" in CATALOGUE.conflicts(Choice("medieval_merchant", 7))[0]
    assert CATALOGUE.conflicts(Choice("medieval_merchant", 4, ("for_two",))) != []
    assert "must be from 1 to 6" in CATALOGUE.conflicts(Choice("medieval_merchant", 4, (), {"starting_seat": "9"}))[0]
    assert "no variant" in CATALOGUE.conflicts(Choice("medieval_merchant", 4, ("nonsense",)))[0]
    assert "no game" in CATALOGUE.conflicts(Choice("nonsense", 4))[0]


# ---------------------------------------------------------------- forms


@pytest.fixture(scope="module")
def bargain() -> mercatoria.State:
    """Return a position in which players can trade goods for goods and money."""
    state, rng = mercatoria.load("merchants_of_medieval_europe").start(6, 0), random.Random(0)
    while not any(move.open for move in state.moves(state.deciders[0])):
        state.apply(state.sample(rng, state.deciders[0]))
    return state


def test_open_parameters_of_a_move_are_filled_in(bargain: mercatoria.State) -> None:
    seat = bargain.deciders[0]
    listed = next(move for move in bargain.moves(seat) if move.open)
    among = bargain.ranges(listed)
    good = next(iter(among["give"]))
    fields = {"move": listed.call, "of.pay": "3", "of.charge": "0", f"of.give.{good}": "1", "of.get.Nothing": "2"}
    asked = answered(bargain, seat, fields)
    assert asked.args == {**listed.args, "give": {good: 1}, "get": {}, "pay": 3, "charge": 0}


def test_a_number_that_is_none_is_refused(bargain: mercatoria.State) -> None:
    seat = bargain.deciders[0]
    listed = next(move for move in bargain.moves(seat) if move.open)
    for wrong in ("", "two", "1e3", "99999999999", "٣"):
        with pytest.raises(NotFilledIn, match="Pay must be a whole number"):
            answered(bargain, seat, {"move": listed.call, "of.charge": "0", "of.pay": wrong})


# ---------------------------------------------------------------- views of seats


def test_a_digest_is_worked_out_once_and_follows_every_change(hall: TableRegistry) -> None:
    table = people(hall, FOUR)
    first = digest(table, 1)
    assert digest(table, 1) is first
    play(hall, table, 0, "drop_disc(A)")
    second = digest(table, 1)
    assert second != first
    hall.leave(table, 0)
    third = digest(table, 1)
    assert third not in (first, second)
    hall.come_back(table, 0)
    assert digest(table, 1) == second


def ground_anew(table: Table) -> LayoutInput:
    game = table.course.state.table
    game.results = game.results.without(cached_board)
    return ground(table)


def test_a_board_is_the_same_in_all_positions(hall: TableRegistry) -> None:
    table, other = people(hall, FOUR), people(hall, FOUR)
    play(hall, table, 0, "drop_disc(A)")
    assert ground_anew(table) == ground_anew(other)


@pytest.mark.parametrize("game", [FOUR, BIDS, POKER, CARDS, PIG, pytest.param("merkator", marks=pytest.mark.slow)])
def test_a_page_that_was_shown_before_goes_on_as_one_made_anew(game: str, hall: TableRegistry) -> None:
    offer = hall.catalogue.offer(game)
    assert offer is not None
    many = offer.players[0]
    table, _ = hall.set_up(Choice(game, many), ["human"] * many, seed=4)
    rng = random.Random(4)
    for _ in range(6):
        if table.course.state.is_over:
            break
        for seat in (None, *range(many)):
            anew = Table(table.head, table.seats, table.game, table.course, 0.0)
            assert table_page(present(table, seat)) == table_page(present(anew, seat))
            assert digest(table, seat) == digest(anew, seat)
        seat = rng.choice(table.course.state.deciders)
        hall.play(table, table.course.turn(seat), table.course.state.sample(rng, seat))


@pytest.mark.slow
def test_the_memory_of_tables_that_are_put_away_is_free_again(file: Path, clock: Clock) -> None:
    """The freed memory must include long-lived objects that the server has frozen."""

    class Knot:
        """An object that refers to itself, so that only the garbage collector can free it."""

        def __init__(self) -> None:
            self.own = self

    async def freed() -> bool:
        hall = TableRegistry(Store(file), CATALOGUE, clock)
        server = Server(hall, Bots(), Channels())
        people(hall, FOUR).last_pages[None] = knot = Knot()
        seen = weakref.ref(knot)
        del knot
        gc.collect()
        assert gc.get_freeze_count() > 0 and seen() is not None
        clock.now += 7 * 24 * 3600
        await server.put_away()
        await server.close()
        return seen() is None

    with frozen_gc():
        assert asyncio.run(freed())
    assert gc.get_freeze_count() == 0


def test_the_page_announces_a_simple_layout(tmp_path: Path, game: Callable[..., Path]) -> None:
    far = str(game(FAR_RULES, board__yaml=FAR_BOARD))
    store = Store(tmp_path / "tables.db")
    hall = TableRegistry(store, Catalogue((far, FOUR)), Clock())
    pages = [table_page(present(hall.set_up(Choice(slug, 2), ["human", "human"], 5)[0], 0)) for slug in (far, FOUR)]
    store.close()
    assert [page.count("This board is too large for a careful layout: ") for page in pages] == [1, 0]
