"""Tests that a menu does not choose a pass that ends the game, and that it names the ending."""

import contextlib
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import mercatoria
from mercatoria import Game, State
from mercatoria.players import PassEnding, Position
from mercatoria.terminal import loop
from mercatoria.terminal.picture import picture_of
from mercatoria.terminal.session import LeftTable, Session

QUIET = """\
rulebook quiet "Quiet"
    players 3
    seats Red, Blue, Green
    money pennies

each Player has
    purse: secret money = 9
    built: 0 to 99 = 0

game has
    built_now: 0 to 99 = 0 per round

round
    turn of player in Player
        player may build

action build "Build a house"
    needs not_all: player != Green or round.number > 1
    costs price: 3 to bank
    then
        raise you.built by 1
        raise built_now by 1

end quiet_round of round when built_now = 0 "A round without a house"
end long of round when round.number = 5

scoring of p in Player
    houses: p.built
"""


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("quiet")
    (folder / "rulebook.rules").write_text(QUIET, encoding="utf-8")
    return mercatoria.load(str(folder))


SACK = """\
rulebook sack "Sack"
    players 2
    seats Red, Blue

kind Good: Wool, Wax with 9 pieces each

game has
    sack: hidden bag of Good = 9 of Wool + 9 of Wax

each Player has
    hold: bag of Good

round
    turn of player in Player
        player may load

action load "Load a good"
    then
        draw 1 from sack to you.hold

end empty of round when sack.size < 5 "The sack is empty"
end late of round when round.number = 2 "Night falls"

scoring of p in Player
    goods: p.hold.size
"""

DECK = """\
rulebook deck "Deck"
    players 2
    seats Red, Blue

kind Card: Ace, King, Queen
kind Letter with 4 pieces

each Player has
    hand: counted bag of Letter = 2 of Letter

game has
    deck: hidden stack of Card
    discard: pile of Card

setup "Setup"
    do shuffled

rule shuffled
    move everything from box to deck
    shuffle deck

round
    do turn_a_card, turns

rule turn_a_card
    draw 1 from deck to discard

phase turns
    turn of player in Player
        player may spend

action spend "Spend a letter"
    costs letter: 1 of Letter from you.hand to supply

end no_letter of turn when any(p in Player where p.hand.size = 0) "Somebody has no letter"
end no_card of round when deck.size = 0 "The deck is empty"

scoring of p in Player
    letters: p.hand.size
"""


Played = Callable[..., tuple[Session, str]]


@pytest.fixture
def played(quiet: Game, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Play a game with these typed lines, and return the text on the screen, including prompts."""

    def plays(kinds: tuple[str, ...], *lines: str) -> tuple[Session, str]:
        screen, left = io.StringIO(), list(lines)

        def read(prompt: str) -> str:
            screen.write(prompt)
            if not left:
                raise EOFError
            screen.write(f"{left[0]}\n")
            return left.pop(0)

        monkeypatch.setattr("builtins.input", read)
        state = quiet.start(3, seed=1)
        session = Session(Console(file=screen, width=120), state, kinds, picture_of(state), "quiet")
        with contextlib.suppress(LeftTable):
            loop.run(session)
        return session, screen.getvalue()

    return plays


def after(game: Game, *moves: str) -> State:
    state = game.start(3, seed=1)
    for move in moves:
        state.apply(move)
    return state


def ahead(state: State, move: str = "pass") -> PassEnding | None:
    (seat,) = state.deciders
    return Position(state, seat).end_ahead(state.table.notation.parse(move, seat))


def test_the_last_pass_of_a_quiet_round_ends_the_game(quiet: Game) -> None:
    assert ahead(after(quiet, "pass", "pass")) == PassEnding("A round without a house", True)
    assert ahead(after(quiet)) == PassEnding("A round without a house", False)
    assert ahead(after(quiet), "build") is None
    assert ahead(after(quiet, "build")) is None


def test_an_ending_without_a_title_is_called_by_its_name(quiet: Game) -> None:
    state = after(quiet, *["build", "pass", "pass"] * 3, "pass", "build", "pass", "pass", "build")
    assert ahead(state) == PassEnding("Long", True)


def test_the_only_possible_pass_is_asked_for_where_it_ends_the_game(played: Played) -> None:
    session, seen = played(("human", "human", "human"), "", "pass", "", "pass", "", "pass", "no", "1", "yes", "")
    assert session.state.is_over and session.state.ended_by == "quiet_round"
    assert "only legal move" not in seen
    assert "If you pass, the game ends: “A round without a house”.\n" in seen
    assert seen.count("If you pass, the game ends: “A round without a house”. Pass? (yes/no) ") == 2
    others = "If you pass and no other player takes an optional action, the game ends: “A round without a house”."
    assert seen.count(others) == 2


def test_unconfirmed_pass_is_not_played(played: Played) -> None:
    session, _ = played(("human", "human", "human"), "", "pass", "", "pass", "", "pass", "no")
    assert not session.state.is_over and session.state.deciders == (2,)


def test_other_passes_are_taken_by_themselves_and_nothing_is_asked(played: Played) -> None:
    session, seen = played(("human", "human", "human"), "", "build", "", "pass")
    assert "Green passed (the only legal move" in seen
    assert "Pass? (yes/no)" not in seen
    assert session.state.deciders == (0,)


def test_bots_are_not_asked(played: Played) -> None:
    session, seen = played(("human", "human", "random"), "", "pass", "", "pass")
    assert session.state.is_over
    assert "(yes/no)" not in seen


def test_no_end_is_foretold_where_it_turns_on_something_unseen(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(SACK, encoding="utf-8")
    game = mercatoria.load(str(tmp_path))
    state = game.start(2, seed=1)
    assert ahead(state) is None
    state.apply("pass")
    assert ahead(state) is None
    state.apply("pass")
    assert not state.is_over
    assert ahead(state) is None, "the sack is asked first, and nobody sees into it"


def test_the_height_of_a_covered_stack_counts_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(DECK, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2, seed=1)
    for _ in range(4):
        assert ahead(state) is None, "cards are left"
        state.apply("pass")
    assert ahead(state) == PassEnding("The deck is empty", False)
    state.apply("pass")
    assert ahead(state) == PassEnding("The deck is empty", True)
    state.apply("pass")
    assert state.ended_by == "no_card"
