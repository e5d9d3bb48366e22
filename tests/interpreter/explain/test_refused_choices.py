"""Tests the reason for an illegal value: it is outside its domain or fails the `where` condition, for each form of
domain.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import IllegalMove, State

RULES = """\
rulebook squares "Squares" [SQ-1]
    players 2 to 3
    seats Red, Blue, Green
    board "board.yaml"
    money pence

kind Place from board
    sells: set of Good
kind Road from board between Place
kind Good: Wool, Cloth, Salt with 6 pieces each
kind Lot: Small, Large

each Place has
    mark: Player or none = none

each Player has
    purse: money = 5
    at: Place = Inn
    cart: bag of Good = 2 of Wool
    plan: secret Place = Inn
    luck: secret 0 to 9 = 3

ruling most_sold: 1 to 9 = 1 "How many may be sold at once?"
    because "The print is silent."

value size_of(lot: Lot): 1 to 4 = if lot = Small then 1 else 4          [SQ-2]
value free(who: Player): set of Place = {p in Place where p.mark = none} - {who.at} [SQ-3]
    except none_left when who.purse = 0: {}                             [SQ-4]

value wanted(who: Player): set of Good = if who.purse > 3 then {Wool} else {Salt}

action take(place: Place where place.mark = none) "Take a place" [SQ-5]
    then
        set place.mark to you

action claim(place: free(you))
    then
        set place.mark to you

action sell(lot: Lot where size_of(lot) <= you.cart(Wool)) "Sell" [SQ-9]
action go(place: neighbours(you.at, Road))
action ride(place: reach(you.at, Road, 1))
action follow(road: edges(you.at, Road))
action fetch(good: you.at.sells)
action drop(good: you.cart)
action trade(with: others(you))
action pick(good: {Wool, Cloth})
action bid(coins: 1 to you.purse where coins mod 2 = 0)
action big(open coins: 0 to 20 step 10)
action hand(goods: bag of you.cart at most most_sold)
action visit(places: set of {p in Place where p != Inn} at most 1)
action either(good: wanted(you))
action mind(place: Place where place = you.plan)
action other(place: Place, next: neighbours(place, Road) where next != you.plan)
action never(place: Place where place.mark = you)

card Salt from you.cart to supply "Throw salt over the shoulder" [SQ-10]
    then
        set you.luck to 9

round "A turn" [SQ-7]
    turn of player in Player
        player may take or claim or sell or go or ride or follow or fetch or drop or trade or pick or bid or big or hand or visit or either or mind or other or never or Salt, at most 2 times
        player chooses spot in Place where spot.mark = none [SQ-6]
        everyone in Player secretly chooses stake in 0 to you.purse

end soon of round when round.number = 3 [SQ-8]
"""  # noqa: E501

BOARD = """\
board:
  title: Squares
  reconstructed: false
Place:
  Inn: {sells: [Salt]}
  Mill: {sells: []}
  Port: {sells: []}
  Fort: {sells: []}
Road:
  InnMill: {ends: [Inn, Mill]}
  MillPort: {ends: [Mill, Port]}
  PortFort: {ends: [Port, Fort]}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.Game:
    folder = tmp_path_factory.mktemp("squares")
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    return mercatoria.load(str(folder))


def started(game: mercatoria.Game, *moves: str) -> State:
    state = game.start(2, seed=1)
    for move in moves:
        state.apply(move)
    return state


def told(state: State, move: str, asker: int | None = None) -> list[str]:
    """Return the lines of an explanation, without its heading and the suggested move."""
    explanation = state.why_not(
        move, state.table.flow.model.seats.index(move.split(":")[0]) if asker is None else asker
    )
    assert explanation is not None
    return [line.strip() for line in str(explanation).splitlines()[1:] if "allowed instead" not in line]


@pytest.mark.parametrize(
    ("move", "lines"),
    [
        ("sell(Large)", ["lot [SQ-9]: the size of Large is 4, but must be at most Wool in your cart (2)"]),
        ("claim(Inn)", ["place [SQ-3]: Inn is your place"]),
        ("go(Port)", ["place: Port is not next to your place; only Mill can be chosen"]),
        ("ride(Port)", [("place: Port cannot be reached from your place over roads in 1 step; "
                         "only Inn and Mill can be chosen")]),
        ("follow(MillPort)", ["road: Mill Port does not begin or end at your place; only Inn Mill can be chosen"]),
        ("fetch(Wool)", ["good: only Salt can be chosen"]),
        ("drop(Salt)", ["good: Salt is not in your cart (only 2 Wool)"]),
        ("trade(Red)", ["with: you are Red yourself; only Blue can be chosen"]),
        ("pick(Salt)", ["good: only Wool and Cloth can be chosen"]),
        ("bid(8)", ["coins: the number of coins must be 1 to 5"]),
        ("bid(3)", ["coins: the rest of 3 divided by 2 is 1, not 0"]),
        ("big(15)", ["coins: the number of coins must be 0 to 20 in steps of 10"]),
        ("hand(2 of Wool)", ["goods: at most 1 may be chosen in all, not 2",
                             "ruling: How many may be sold at once? 1"]),
        ("hand(3 of Wool)", ["goods: at most 1 may be chosen in all, not 3",
                             "ruling: How many may be sold at once? 1"]),
        ("hand(1 of Salt)", ["goods: there is no Salt in your cart"]),
        ("visit({Mill, Port})", ["places: at most 1 may be chosen, not 2"]),
        ("visit({Inn})", ["places: Inn is among them, but the place must not be Inn"]),
        ("either(Salt)", ["good: only Wool can be chosen", "your purse is more than 3"]),
        ("mind(Mill)", ["place: your plan is Inn, not Mill"]),
    ],
)  # fmt: skip
def test_each_form_of_a_domain_tells_what_keeps_a_value_out(game: mercatoria.Game, move: str, lines: list[str]) -> None:
    assert told(started(game), f"Red: {move}") == lines


def test_a_condition_of_the_position_is_told_with_its_values(game: mercatoria.Game) -> None:
    state = started(game, "Red: take(Mill)")
    assert told(state, "Red: take(Mill)") == ["place [SQ-5]: Mill already has a mark (you)"]
    assert told(state, "Red: claim(Mill)") == ["place [SQ-3]: Mill already has a mark (you)"]
    explanation = state.why_not("Red: take(Mill)", 0)
    assert explanation is not None and explanation.reasons[0].rule == "take.place"
    assert str(explanation.nearest) == "Red: take(Inn)"


def test_an_exception_of_a_value_tells_its_clause(game: mercatoria.Game) -> None:
    state = started(game)
    base = state.table.flow.layout.base(state.table.flow.model.field_named("purse", "Player"))[0]
    state.vector[base] = 0
    assert told(state, "Red: claim(Mill)") == ["place [SQ-3, SQ-4]: there is nothing to choose from"]
    none = ["coins: you have no pence"]
    assert [line.strip() for line in str(state.why("not bid", 0)).splitlines()[1:]] == none


def test_an_action_of_which_nothing_can_be_chosen_says_why(game: mercatoria.Game) -> None:
    lines = str(started(game).why("not never", 0)).splitlines()
    assert lines[1].strip() == "place: no place meets the condition: Inn: Inn has no mark; it must be you"


def test_a_choice_is_told_as_a_parameter_is(game: mercatoria.Game) -> None:
    state = started(game, "Red: take(Mill)", "Red: pass")
    line = "spot [SQ-7]: Mill already has a mark (you)"
    assert told(state, "Red: spot(Mill)") == [line]
    assert told(state, "Red: spot(Mill)", 1) == ["spot [SQ-7]: Mill already has a mark (Red)"]
    assert line in str(state.why("why not spot mill".replace("mill", "Mill"), 0))
    state.apply("Red: spot(Inn)")
    line = "stake [SQ-7]: the number must be 0 to 5"
    assert told(state, "Blue: stake(6)")[0] == line


def test_out_of_turn_the_other_reasons_are_told_too(game: mercatoria.Game) -> None:
    state = started(game, "Red: take(Mill)")
    lines = told(state, "Blue: take(Mill)")
    assert lines[0] == "not_your_turn [SQ-7]: it is Red’s turn to decide"
    assert lines[1].startswith("place [SQ-5]: Mill already has a mark")
    assert told(state, "Blue: take(Inn)") == lines[:1], "nothing else forbids it"


def test_answers_use_only_what_the_asker_sees(game: mercatoria.Game) -> None:
    state = started(game)
    answers = set()
    for plan in range(4):
        other = state.clone()
        base = state.table.flow.layout.base(state.table.flow.model.field_named("plan", "Player"))[0]
        other.vector[base] = plan
        for asker in (1, None):
            answers.add(str(other.why("Red: mind(Mill)", asker)))
            answers.add(str(other.why("Red: other(Inn, Mill)", asker)))
        assert told(other, "Red: other(Inn, Fort)", 1)[0].startswith("next: Fort is not next to")
    assert len(answers) == 2, answers
    assert all("you cannot know" in answer for answer in answers)


def test_reasons_without_a_line_of_their_own_cite_what_holds_them(game: mercatoria.Game) -> None:
    """A missing card cites the clauses of the card, a move out of turn those of the phase, and a late move those of the
    ending.
    """
    state = started(game)
    assert told(state, "Red: Salt")[0].startswith("card [SQ-10]: you need 1 Salt but have none in your cart")
    assert told(state, "Red: spot(Inn)")[0].startswith("not_offered [SQ-7]")
    while not state.is_over:
        state.apply(state.moves(state.deciders[0])[0])
    assert told(state, "Red: take(Mill)") == ["game_over [SQ-8]: the game is over"]


@pytest.mark.parametrize("move", ["take(open)", "name(open)", "say(open)"])
def test_a_move_as_it_is_listed_is_refused_in_words(move: str, tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(OPEN_CHOICES, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2)
    assert move in [str(each).partition(": ")[2] for each in state.moves()]
    with pytest.raises(IllegalMove, match="a choice is still open"):
        state.apply(f"Seat1: {move}")


OPEN_CHOICES = """
rulebook opened "Open choices"
    players 2

kind Good: Wool, Cloth with 6 pieces each
kind Card, 4

each Player has
    cart: bag of Good = 2 of Wool

round
    turn of player in Player
        player may take or name or say

action take(open goods: bag of Good at most 2)
    costs goods: goods from supply to you.cart

action name(open cards: set of Card at most 2)

action say(open number: 1 to 9)

end last of round when round.number = 3
"""
