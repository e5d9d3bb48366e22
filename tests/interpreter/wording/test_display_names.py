"""Tests of the display names of things: given by the board or by a kind, or derived from the name."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.position import PC
from interpreter.wording import display_names
from interpreter.wording.sentences import button_text, done_text

RULES = """\
rulebook pier "Pier"
    players 2
    seats Red, Blue
    board "board.yaml"

kind Ware: Wool, SlowBoat with 9 pieces each
kind Berth from board
    wares: set of Ware = {}
kind Jetty is Berth from board called "the jetty with {wares}"
    planks: 0 to 9 "plank"
kind Bridge from board between Berth called "the bridge[ of {length plank}] between {this.ends}"
    length: 0 to 9 = 0
kind Path from board between Berth called "the path {this}"
kind Crane, 2 for each Player
kind Boat for each Player
kind Rope, 3 called "rope[ of strength {(number - 1)}]"
kind Knot, 2 called "the knot"

round
    turn of player in Player
        player may bring or cross or tie

action bring(ware: Ware, berth: Berth, crane: Crane, boat: Boat)
    says "bring {ware} to {berth} with {crane} and {boat}"
    then
        stop turn

action cross(bridge: Bridge)
    says "cross {bridge}"
    then
        stop turn

action tie(rope: Rope, knot: Knot, wares: bag of Ware at most 2)
    says "tie {wares} with {rope} and {knot}"
    then
        stop turn

end late of round when round.number = 5

scoring of p in Player
    none_yet: 0
"""
BOARD = """\
board: {title: Pier, reconstructed: no}
Berth:
  Oslo: {}
  Oslo_NE: {}
  Lost_NE: {}
  HarbourMouth: {called: the mouth of the harbour}
Jetty:
  North: {planks: 3, wares: [Wool, SlowBoat]}
  South: {planks: 1, wares: [Wool]}
  East: {planks: 1, wares: [Wool]}
Bridge:
  OsloNorth: {ends: [Oslo, North], length: 2}
  LostOslo: {ends: [Oslo_NE, Oslo]}
  LostMouth: {ends: [Lost_NE, HarbourMouth], called: the old bridge}
  MouthSouth: {ends: [HarbourMouth, South]}
Path:
  Oslo_HarbourMouth: {ends: [Oslo, HarbourMouth]}
  Oslo_side_W: {ends: [Oslo, South]}
  Oslo_W: {ends: [Oslo, North]}
  Oslo_Nowhere: {ends: [Oslo, East]}
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.State:
    folder: Path = tmp_path_factory.mktemp("pier")
    (folder / "rulebook.rules").write_text(RULES)
    (folder / "board.yaml").write_text(BOARD)
    return mercatoria.load(str(folder)).start(2, 1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Red", "Red"),
        ("SlowBoat", "Slow Boat"),
        ("Crane3", "crane 3"),
        ("Boat_Blue", "Blue’s boat"),
        ("Oslo_NE", "north-east of Oslo"),
        ("Lost_NE", "Lost NE"),
        ("HarbourMouth", "the mouth of the harbour"),
        ("North", "the jetty with Wool and Slow Boat"),
        ("OsloNorth", "the bridge of 2 planks between Oslo and the jetty with Wool and Slow Boat"),
        ("LostOslo", "the bridge between Oslo and north-east of Oslo"),
        ("LostMouth", "the old bridge"),
        ("Oslo_HarbourMouth", "the path between Oslo and the mouth of the harbour"),
        ("Oslo_side_W", "the path on the west side of Oslo"),
        ("Oslo_W", "the path west of Oslo"),
        ("Oslo_Nowhere", "the path Oslo Nowhere"),
        ("Rope1", "rope"),
        ("Rope3", "rope of strength 2"),
        ("no_thing", "no thing"),
    ],
)
def test_a_thing_has_its_display_name(state: mercatoria.State, name: str, words: str) -> None:
    assert display_names(state.table).thing(name) == words


@pytest.mark.parametrize(("name", "words"), [("South", "South"), ("East", "East"), ("Knot1", "knot 1")])
def test_things_that_would_share_a_name_keep_their_own(state: mercatoria.State, name: str, words: str) -> None:
    assert display_names(state.table).thing(name) == words


def test_a_given_name_gives_way_to_a_default_name(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(RULES)
    (tmp_path / "board.yaml").write_text(BOARD.replace("the mouth of the harbour", "South"))
    names = display_names(mercatoria.load(str(tmp_path)).start(2, 1).table)
    assert [names.thing(name) for name in ("South", "HarbourMouth")] == ["South", "Harbour Mouth"]


def test_two_kinds_that_share_a_noun_lend_it_to_no_default_name(tmp_path: Path) -> None:
    rules = tmp_path / "houses.rules"
    rules.write_text("""\
rulebook houses "Houses"
    players 2
    seats Red, Blue

kind House
kind Hut is House for each Player called "the old thing"
kind Inn is House for each Player called "the old thing"
kind Stall
kind Booth is Stall for each Player with 2 pieces called "the stand"
kind Tent is Stall for each Player with 2 pieces called "the stand"
kind Shed is House, 2 called "the old thing"
kind Barn is House, 2 called "the old thing"

action rest

round
    turn of player in Player
        player must rest

end soon of round when round.number = 2
""")
    names = display_names(mercatoria.load(str(rules)).start(2, 1).table)
    things = ("Hut_Red", "Inn_Red", "Shed1", "Barn2")
    assert [names.thing(thing) for thing in things] == ["Red’s hut", "Red’s inn", "shed 1", "barn 2"]
    assert names.counted("Booth_Red", 2) == "2 booths of Red"


def test_a_heading_has_a_capital_and_no_article(state: mercatoria.State) -> None:
    assert display_names(state.table).title("LostMouth") == "Old bridge"
    assert display_names(state.table).title("Crane3") == "Crane 3"


def test_an_item_of_a_list_has_no_article(state: mercatoria.State) -> None:
    assert display_names(state.table).bare("LostMouth") == "old bridge"


@pytest.mark.parametrize(
    ("move", "button", "log"),
    [
        ("bring(Wool, HarbourMouth, Crane1, Boat_Red)",
         "Bring Wool to the mouth of the harbour with crane 1 and Red’s boat",
         "Red brought Wool to the mouth of the harbour with crane 1 and Red’s boat"),
        ("cross(LostMouth)", "Cross the old bridge", "Red crossed the old bridge"),
        ("tie(Rope2, Knot2, 1 of Wool + 1 of SlowBoat)",
         "Tie 1 Wool and 1 Slow Boat with rope of strength 1 and knot 2",
         "Red tied 1 Wool and 1 Slow Boat with rope of strength 1 and knot 2"),
    ],
)  # fmt: skip
def test_sentences_use_display_names_and_notation_does_not(
    state: mercatoria.State, move: str, button: str, log: str
) -> None:
    table, made, node = state.table, state.table.notation.parse(f"Red: {move}"), state.vector[PC]
    assert button_text(table, made, node) == button
    assert done_text(table, made, dict(made.args), node) == log
    assert made.call == move


def test_a_name_that_mentions_its_own_kind_ends(tmp_path: Path) -> None:
    rules = RULES.replace('called "rope[ of strength {(number - 1)}]"', 'called "a rope of {Rope}"')
    (tmp_path / "rulebook.rules").write_text(rules)
    (tmp_path / "board.yaml").write_text(BOARD)
    names = display_names(mercatoria.load(str(tmp_path)).start(2, 1).table)
    assert names.thing("Rope2") == "rope 2"  # the three names would be equal


def test_a_thing_whose_name_cannot_be_computed_keeps_its_own(tmp_path: Path) -> None:
    rules = RULES.replace("{(number - 1)}", "{nth(number, Knot).number}")
    (tmp_path / "rulebook.rules").write_text(rules)
    (tmp_path / "board.yaml").write_text(BOARD)
    names = display_names(mercatoria.load(str(tmp_path)).start(2, 1).table)
    assert names.thing("Rope2") == "rope of strength 2"
    assert names.thing("Rope3") == "rope 3"
