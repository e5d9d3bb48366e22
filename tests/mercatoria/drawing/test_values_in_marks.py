"""Tests that the marks of a map may show values of the rulebook, as far as the seat may know them."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from dsl.diagnostics.diagnostic import Sink
from mercatoria.drawing import Place, Sight, draw
from mercatoria.picture import Picture, read_picture

RULES = """\
rulebook fields "Fields"
    players 2
    seats Red, Blue
    board "board.yaml"

kind Side: West, East
kind Sheep for each Player with 9 pieces each
kind Meadow from board
    grass: 1 to 5

each Player has
    plan: secret Meadow or none = none

each Meadow has
    grazing: row of Sheep at most 5

value eaten(meadow: Meadow): flag = meadow.grazing.size >= meadow.grass
value left(meadow: Meadow): 0 to 5 = max(0, meadow.grass - meadow.grazing.size)
value reds(meadow: Meadow): bag of Sheep = meadow.grazing(Sheep(Red)) of Sheep(Red)
value side(meadow: Meadow): Side = if meadow.grazing.size > 1 then East else West
value planned(meadow: Meadow): flag = Red.plan = meadow

round
    turn of player in Player
        player must graze or think

action graze(meadow: Meadow)
    needs grass_left: not eaten(meadow)
    costs sheep: 1 of Sheep(you) from supply to meadow.grazing

action think(meadow: Meadow)
    says "think of {meadow}"
    then
        set you.plan to meadow

end late of round when round.number = 3

scoring of p in Player
    sheep: supply(Sheep(p))
"""
BOARD = """\
board: {title: Fields, reconstructed: false}
Meadow:
  Ash: {grass: 1, at: [0, 0]}
  Elm: {grass: 3, at: [4, 0]}
"""
PICTURE = """\
map:
  - {kind: Meadow, dim: eaten, room: left, pieces: [reds], number: left, token: planned}
areas: {kind: Side, by: side}
"""


def game(folder: Path, picture: str = PICTURE) -> mercatoria.Game:
    for name, text in (("rulebook.rules", RULES), ("board.yaml", BOARD), ("picture.yaml", picture)):
        (folder / name).write_text(text)
    return mercatoria.load(str(folder))


def places(state: mercatoria.State, seat: int | None, sight: Sight | None = None) -> dict[str, Place]:
    return {place.name: place for place in draw(state, seat, sight=sight or Sight()).places}


def test_marks_follow_the_values_of_the_rulebook(tmp_path: Path) -> None:
    state, sight = game(tmp_path).start(2, 1), Sight()
    before = places(state, None, sight)
    assert [(before[name].dim, before[name].room, before[name].pieces) for name in ("Ash", "Elm")] == [
        (False, 1, ()), (False, 3, ()),
    ]  # fmt: skip
    for move in ("graze(Ash)", "graze(Elm)", "graze(Elm)"):
        state.apply(move)
    after = places(state, None, sight)
    assert [(after[name].dim, after[name].room, after[name].area) for name in ("Ash", "Elm")] == [
        (True, 0, "West"), (False, 1, "East"),
    ]  # fmt: skip
    assert [[piece.count for piece in after[name].pieces] for name in ("Ash", "Elm")] == [[1], [1]]
    assert after == places(state, None)


def test_a_value_that_depends_on_a_secret_is_drawn_as_unknown(tmp_path: Path) -> None:
    state = game(tmp_path).start(2, 1)
    state.apply("think(Elm)")
    own, others = places(state, 0), places(state, 1)
    assert (own["Ash"].token, own["Elm"].token) == ("", "True")
    assert others["Ash"].token == others["Elm"].token != ""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("dim: eaten", "dim: not left", "no field of Meadow, or condition `left`"),
        ("room: left", "room: side", "no fact of Meadow, or value that is a number `side`"),
        ("pieces: [reds]", "pieces: [left]", "no field of Meadow, or value that lists pieces `left`"),
        ("by: side", "by: eaten", "no fact, field or value that gives a Side `eaten`"),
    ],
)
def test_a_value_of_the_wrong_type_is_a_fault(tmp_path: Path, old: str, new: str, words: str) -> None:
    made, sink = game(tmp_path, PICTURE.replace(old, new)), Sink()
    assert read_picture(made.folder, made.table(2).checked, sink) == Picture()
    assert [words in fault.title for fault in sink.errors] == [True]
