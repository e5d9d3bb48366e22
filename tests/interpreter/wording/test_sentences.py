"""Tests of the sentences of moves: as buttons, in the log, and with hidden or open values."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.log import UNTOLD
from interpreter.position import PC
from interpreter.table import Plain
from interpreter.wording.sentences import button_text, done_text, instruction

RULES = """\
rulebook stalls "Stalls"
    players 2
    seats Red, Blue

kind Ware: Wool, SlowBoat with 9 pieces each
kind Event: FairWind with 2 pieces each

each Player has
    purse: 0 to 20 = 5
    ware: bag of Ware at most 5
    events: bag of Event = 1 of FairWind

value other(ware: Ware): Ware = if ware = Wool then SlowBoat else Wool

round
    turn of player in Player
        player may fair, pass "rest"
        player chooses seen in Ware, says "look at {seen}"
        player chooses count in 0 to 3
        player may choose again in flag
            stop turn

group fair: bring or climb or haggle or trade or wheel or open_stall or visit or give or barter or row_out or FairWind

action bring(how_many: 0 to 2, ware: Ware)
    says "bring {how_many crate||nothing} of {ware}[ for {how_many coin}], not {other(ware)}"
    then
        raise you.purse by how_many clamped

action climb(place: 1 to 3)
    says "climb the {place th} step"
    then
        raise you.purse by place clamped

action haggle(up: flag, ware: Ware)
    says "{up: raise|lower} the price of {ware}" / "{you} moved the price of {ware} for {your} stall"
    then
        raise you.purse by 1 clamped

action trade(open give: bag of Ware at most 2, open pay: 0 to 3)
    says "offer {give, pay coin} for peace"
    then
        raise you.purse by pay clamped

action wheel(turns: 1 to 3) "Wheel"
    then
        raise you.purse by turns clamped

action open_stall(ware: Ware, seat_of: Player) "B. Open a ware"
    then
        raise you.purse by 1 clamped

action visit(host: others(you)) "Visit a stall"
    says "visit {host}’s stall"
    then
        raise you.purse by 1 clamped

action give(ware: Ware) "Give it away"
    then
        raise you.purse by 1 clamped

offer barter(partner: others(you),
        open give: bag of Ware at most 2,
        open pay: 0 to 3) to partner, countered at most 1 times
    says "offer {partner} {give, pay coin} for peace"
    then
        raise you.purse by pay clamped

action row_out(boats: 1 to 3) "Send boats out"
    then
        raise you.purse by 1 clamped

card FairWind(ware: Ware) from you.events to box "Wind: sail on"
    then
        raise you.purse by 1 clamped

end late of round when round.number = 5

scoring of p in Player
    coins: p.purse
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.State:
    folder: Path = tmp_path_factory.mktemp("stalls")
    (folder / "rulebook.rules").write_text(RULES)
    return mercatoria.load(str(folder)).start(2, 1)


def said(state: mercatoria.State, text: str, told: dict[str, Plain] | None = None) -> tuple[str, str, str]:
    """Return the button of a move, and its log line for others and for the player."""
    table, move, node = state.table, state.table.notation.parse(text), state.vector[PC]
    shown = dict(move.args) if told is None else told
    return button_text(table, move, node), done_text(table, move, shown, node), done_text(table, move, shown, node, 0)


@pytest.mark.parametrize(
    ("move", "button", "others", "own"),
    [
        ("bring(1, Wool)", "Bring 1 crate of Wool for 1 coin, not Slow Boat",
         "Red brought 1 crate of Wool for 1 coin, not Slow Boat",
         "You brought 1 crate of Wool for 1 coin, not Slow Boat"),
        ("bring(0, SlowBoat)", "Bring nothing of Slow Boat, not Wool", "Red brought nothing of Slow Boat, not Wool",
         "You brought nothing of Slow Boat, not Wool"),
        ("climb(2)", "Climb the 2nd step", "Red climbed the 2nd step", "You climbed the 2nd step"),
        ("haggle(no, Wool)", "Lower the price of Wool", "Red moved the price of Wool for Red’s stall",
         "You moved the price of Wool for your stall"),
        ("trade(2 of Wool, 1)", "Offer 2 Wool and 1 coin for peace", "Red offered 2 Wool and 1 coin for peace",
         "You offered 2 Wool and 1 coin for peace"),
        ("trade({}, 0)", "Offer nothing for peace", "Red offered nothing for peace", "You offered nothing for peace"),
        ("pass", "Rest", "Red rested", "You rested"),
    ],
)  # fmt: skip
def test_sentences_of_the_rulebook(state: mercatoria.State, move: str, button: str, others: str, own: str) -> None:
    assert said(state, f"Red: {move}") == (button, others, own)


@pytest.mark.parametrize(
    ("move", "button", "others"),
    [
        ("wheel(2)", "Use “Wheel”: 2", "Red used “Wheel”: 2"),
        ("open_stall(Wool, Blue)", "Open Wool: Blue", "Red opened Wool: Blue"),
        ("give(Wool)", "Give it away: Wool", "Red gave it away: Wool"),
        ("row_out(2)", "Send 2 boats out", "Red sent 2 boats out"),
        ("FairWind(Wool)", "Play Fair Wind: Wool", "Red played Fair Wind: Wool"),
        (
            "barter(Blue, 2 of Wool + 1 of SlowBoat, 1)",
            "Offer Blue 2 Wool, 1 Slow Boat and 1 coin for peace",
            "Red offered Blue 2 Wool, 1 Slow Boat and 1 coin for peace",
        ),
        (
            "accept_barter(Red, Blue, 1 of Wool, 1)",
            "Accept the offer: Red offers 1 Wool and 1 coin for peace",
            "Red accepted the offer: Red offers 1 Wool and 1 coin for peace",
        ),
        (
            "counter_barter(Red, Blue, 1 of Wool, 0)",
            "Make a counter-offer: Red would offer 1 Wool for peace",
            "Red made a counter-offer: Red would offer 1 Wool for peace",
        ),
    ],
)
def test_sentences_from_titles(state: mercatoria.State, move: str, button: str, others: str) -> None:
    assert said(state, f"Red: {move}")[:2] == (button, others)


@pytest.mark.parametrize(
    ("move", "reader", "line"),
    [
        ("Red: barter(Blue, 1 of Wool, 2)", 1, "Red offered you 1 Wool and 2 coins for peace"),
        ("Blue: accept_barter(Red, Blue, 1 of Wool, 1)", 0,
         "Blue accepted the offer: you offer 1 Wool and 1 coin for peace"),
        ("Blue: accept_barter(Red, Blue, 1 of Wool, 1)", 1,
         "You accepted the offer: Red offers 1 Wool and 1 coin for peace"),
        ("Blue: counter_barter(Red, Blue, 1 of Wool, 0)", 0,
         "Blue made a counter-offer: you would offer 1 Wool for peace"),
        ("Red: visit(Blue)", 1, "Red visited your stall"),
        ("Red: visit(Blue)", 0, "You visited Blue’s stall"),
        ("Red: visit(Blue)", None, "Red visited Blue’s stall"),
        ("Red: open_stall(Wool, Blue)", 1, "Red opened Wool: you"),
    ],
)  # fmt: skip
def test_the_reader_is_addressed_inside_sentences(
    state: mercatoria.State, move: str, reader: int | None, line: str
) -> None:
    table = state.table
    made = table.notation.parse(move)
    assert done_text(table, made, made.args, reader=reader) == line


def test_choices_read_as_their_rulebook_says_or_as_a_choice(state: mercatoria.State) -> None:
    played = state.clone().apply("Red: pass")
    assert said(played, "Red: seen(Wool)")[:2] == ("Look at Wool", "Red looked at Wool")
    played.apply("Red: seen(Wool)")
    assert said(played, "Red: count(2)")[:2] == ("Choose 2 as count", "Red chose 2 as count")
    played.apply("Red: count(2)")
    assert said(played, "Red: again(no)")[0] == "Choose not “again”"
    assert said(played, "Red: pass")[:2] == ("Pass", "Red passed")


def test_hidden_values_show_their_kind_alone(state: mercatoria.State) -> None:
    hidden: dict[str, Plain] = {"how_many": 1, "ware": UNTOLD}
    assert said(state, "Red: bring(1, Wool)", hidden)[1] == "Red brought 1 crate of a ware for 1 coin, not a ware"
    hidden = {"how_many": UNTOLD, "ware": "Wool"}
    assert said(state, "Red: bring(1, Wool)", hidden)[1] == "Red brought some crates of Wool, not Slow Boat"
    assert said(state, "Red: trade(1 of Wool, 2)", {"give": UNTOLD, "pay": 2})[1] == (
        "Red offered some wares and 2 coins for peace"
    )
    assert said(state, "Red: haggle(no, Wool)", {"up": UNTOLD, "ware": "Wool"})[0] == "Lower the price of Wool"


def test_a_listed_move_has_a_gap_for_each_open_value(state: mercatoria.State) -> None:
    listed = next(move for move in state.moves() if move.action == "trade")
    assert button_text(state.table, listed, state.vector[PC]) == "Offer … for peace"
    assert instruction(state.table, listed, state.vector[PC]) == "offer … for peace"
