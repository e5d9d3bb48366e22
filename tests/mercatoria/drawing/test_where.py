"""Tests that a log entry is placed on the map, and only as far as the reader may see the entry."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import mercatoria
from interpreter.log import entries
from interpreter.trace import EffectHistory
from mercatoria import State
from mercatoria.drawing import Whereabouts, goal_of, standing_at, where

RULES = """\
rulebook moor "The Moor"
    players 2
    seats Red, Blue
    board "board.yaml"

kind Inn from board

kind Path from board between Inn

kind Cart for each Player

each Player has
    plans: secret set of Inn = {Oak, Ash, Elm}
    seen: set of Inn

each Cart has
    at: Inn = Oak

game has
    den(Player): hidden Inn or none
    fog: Inn or none
    wind: hidden Inn or none

round "A day"
    turn of player in Player
        player must roll or plan or walk or rest or send or mend or gather or blow
    do hide, meet

rule hide
    Red secretly chooses lair in Inn
    set den(Red) to lair

rule meet
    everyone in Player secretly chooses goal in Inn

action plan(inn: you.plans)
    then
        raise round_counter by 1

action walk(cart: Cart where cart.owner = you, inn: Inn)
    then
        set cart.at to inn

action roll(cart: Cart where cart.owner = you)
    then
        set cart.at to Elm

action rest(cart: Cart where cart.owner = you)

action send(inn: Inn, other: Inn)

action mend(path: Path)

action gather(number: 1 to 3)

action blow
    then
        random fog in Inn
        random wind in Inn

game has
    round_counter: 0 to 99 = 0

end late of round when round.number = 9
"""
BOARD = """\
board:
  title: Moor
  reconstructed: false
Inn:
  Oak: {at: [0, 0]}
  Ash: {at: [9, 0]}
  Elm: {at: [0, 9]}
Path:
  OakAsh: {ends: [Oak, Ash]}
  AshElm: {ends: [Ash, Elm]}
"""
PICTURE = """\
lines: Path
travellers:
  - {kind: Cart, field: at}
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    for name, text in (("rulebook.rules", RULES), ("board.yaml", BOARD), ("picture.yaml", PICTURE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def newest(state: State, seat: int | None, many: int = 1) -> list[tuple[str, str]]:
    """Return the places and origins of the newest entries of the log, oldest first."""
    effects = EffectHistory(state.table).of_newest(state.last, seat, many)
    newest = zip(entries(state.last)[-many:], state.log(seat)[-many:], effects, strict=True)
    standing = partial(standing_at, state.table, state.vector, seat)
    found = [where(state.table, seat, entry, line, deeds, standing) for entry, line, deeds in newest]
    return [(each.place, each.origin) for each in found]


@pytest.mark.parametrize(("move", "place", "origin"), [
    ("Red: send(Ash, Elm)", "Ash", "Elm"),
    ("Red: walk(Cart_Red, Ash)", "Ash", "Oak"),
    ("Red: roll(Cart_Red)", "Elm", "Oak"),
    ("Red: mend(AshElm)", "AshElm", ""),
    ("Red: rest(Cart_Red)", "Oak", ""),
    ("Red: gather(2)", "", ""),
])  # fmt: skip
def test_arguments_and_moving_pieces_say_where(state: State, move: str, place: str, origin: str) -> None:
    state.apply(move)
    for seat in (0, 1, None):
        assert newest(state, seat) == [(place, origin)]


@pytest.mark.parametrize(("move", "goal"), [
    ("send(Ash, Elm)", "Ash"), ("walk(Cart_Red, Ash)", "Ash"), ("roll(Cart_Red)", ""), ("mend(AshElm)", "AshElm"),
    ("gather(2)", ""),
])  # fmt: skip
def test_a_legal_move_has_a_goal(state: State, move: str, goal: str) -> None:
    (legal,) = (each for each in state.moves(0) if each.call == move)
    assert goal_of(state.table, legal) == goal


def test_without_effects_a_moving_piece_has_no_origin(state: State) -> None:
    state.apply("Red: walk(Cart_Red, Ash)")
    assert where(state.table, 0, entries(state.last)[-1], state.log(0)[-1]) == Whereabouts("Ash")


def test_a_piece_chosen_from_a_secret_field_gives_no_place(state: State) -> None:
    state.apply("Red: plan(Ash)")
    assert newest(state, 0) == [("Ash", "")]
    assert newest(state, 1) == newest(state, None) == [("", "")]


def test_a_secret_choice_gives_no_place_at_any_time(state: State) -> None:
    for move in ("Red: gather(1)", "Blue: gather(1)", "Red: lair(Ash)"):
        state.apply(move)
    for _ in range(2):
        assert newest(state, 1) == newest(state, None) == [("", "")]
    assert newest(state, 0) == [("Ash", "")]


def test_a_choice_at_the_same_time_gives_a_place_once_all_have_chosen(state: State) -> None:
    for move in ("Red: gather(1)", "Blue: gather(1)", "Red: lair(Ash)", "Blue: goal(Elm)"):
        state.apply(move)
    assert newest(state, 1) == [("Elm", "")]
    assert newest(state, 0) == newest(state, None) == [("", "")]
    state.apply("Red: goal(Oak)")
    for seat in (0, 1, None):
        assert newest(state, seat, 2) == [("Elm", ""), ("Oak", "")]


def test_chance_gives_a_place_unless_it_is_hidden(state: State) -> None:
    state.apply("Red: blow()")
    lines = state.log(0)[-2:]
    assert lines[0].startswith("chance: fog = ")
    for seat in (0, 1, None):
        assert newest(state, seat, 2) == [(lines[0].removeprefix("chance: fog = "), ""), ("", "")]
