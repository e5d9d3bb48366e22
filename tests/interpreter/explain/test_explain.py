"""Tests explanations in a small game with exceptions, a trigger, hidden facts and a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import NoAnswer, NotAMove, State

FAIR = """\
rulebook fair "The Little Fair" [LF-1]
    players 2 to 3
    seats Red, Blue, Green
    money pennies

kind Good: Wool, Cloth with 6 pieces each

each Good has
    level: 1 to 5 = 2                                       [LF-2]

each Player has
    purse: money = 10
    savings: secret 0 to 9 = 3
    cart: bag of Good
    renown: 0 to 20 = 0
    hint: 0 to 20 = 0
    lucky: flag = no

table by level    1   2   3   4   5
    tax_at        0   0   1   1   2                         [LF-3]

value price(good: Good): 0 to 9 = good.level                [LF-4]
    except opening when round.number = 1: 1 "A penny"   [LF-5]
    except last_one when supply(good) = 1: 5 "The last one is dear"

value trading_days(who: Player): 0 to 3 = 4 - round.number

round "A day"
    turn of player in Player
        do trading

phase trading "Buy, or walk on" [LF-6]
    player may buy or show_off or peek, at most 2 times

action buy(good: Good) "Buy a good" [LF-7]
    needs in_supply: supply(good) > 0
    costs price: price(good) to bank                        [LF-8]
    costs tax: tax_at(good.level) to bank when round.number > 1
    limit 2 per turn
    then
        move 1 of good from supply to you.cart
        raise good.level by 1 clamped

action show_off "Show your savings off"
    needs rich: you.savings > 2
    then
        let more = you.savings + 1
        if you.lucky
            set you.lucky to no
        raise you.hint by more clamped
        if more > 5
            raise you.renown by 1

action peek "Nothing much"
    then
        random die in 1 to 6
        if die > 3
            raise you.renown by 1

trigger known(p: Player) as soon as p.cart.size >= 2 "Two goods make a merchant known" [LF-9]
    raise p.renown by 2                                     [LF-10]

end last_day of round when round.number = 3 "The fair closes"

scoring of p in Player
    coins: p.purse
    fame: 3 * p.renown "Three for each step of renown"      [LF-11]
    savings: p.savings
"""


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.Game:
    folder = tmp_path_factory.mktemp("fair")
    (folder / "rulebook.rules").write_text(FAIR, encoding="utf-8")
    return mercatoria.load(str(folder))


def played(fair: mercatoria.Game, *moves: str) -> State:
    state = fair.start(2, seed=3)
    for move in moves:
        state.apply(move)
    return state


def test_a_value_tells_its_exceptions_those_that_do_not_apply_as_such(fair: mercatoria.Game) -> None:
    answer = played(fair).why("price wool", 0)
    assert answer.question == "price(Wool)"
    assert str(answer).splitlines() == [
        "price(Wool) is 1 [LF-4]",
        "  else: Wool.level is 2, but an exception applies",
        "  opening “A penny” [LF-5]: applies, as round.number = 1 holds: round.number is 1; so it is 1 …",
        "  last_one “The last one is dear”: does not apply: supply(Wool) = 1 does not hold: supply(Wool) is 6 …",
    ]
    assert [part.verdict for part in answer.finding.parts] == ["does not apply", "holds", "does not apply"]
    later = played(fair, "buy(Wool)", "pass", "pass").why("price(Wool)", 0)
    assert "else: Wool.level is 3" in str(later) and "but an exception" not in str(later)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("why is my purse 10?", "Red.purse"),
        ("blue's purse", "Blue.purse"),
        ("PRICE OF WOOL", "price(Wool)"),
        ("why level of cloth", "Cloth.level"),
        ("how many points does blue have", "score(Blue)"),
        ("points blue", "score(Blue)"),
        ("tax at 3", "tax_at(3)"),
        ("my cart", "Red.cart"),
        ("pennies", "Red.purse"),
        ("my trading", "trading_days(Red)"),
        ("why is blue's trading 3", "trading_days(Blue)"),
    ],
)
def test_questions_in_loose_words(fair: mercatoria.Game, question: str, meant: str) -> None:
    assert played(fair).why(question, 0).question == meant


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("pric", "did you mean `price`"),
        ("price", "say for which Good"),
        ("Wool.levle", "did you mean `level`"),
        ("wool", "what about Wool"),
        ("", "ask about a move"),
        ("why", "ask about a move"),
        ("7", "nothing has happened yet"),
        ("tax_at", "add a number to the question"),
        ("price(Wol)", "did you mean `Wool`"),
        ("price(Wool) + yes", "yes or no"),
    ],
)
def test_questions_that_are_not_understood(fair: mercatoria.Game, question: str, words: str) -> None:
    with pytest.raises(NoAnswer) as said:
        played(fair).why(question, 0)
    assert words in str(said.value)


def test_an_event_tells_the_rules_and_the_trigger_that_led_to_it(fair: mercatoria.Game) -> None:
    state = played(fair, "buy(Wool)", "buy(Cloth)")
    last = state.why("last", 1).told(3)
    assert last.startswith("2. Red: buy(Cloth)")
    assert "price [LF-8]: costs price(Cloth): Red.purse 9 → 8" in last
    assert "known “Two goods make a merchant known” [LF-10]: raise Red.renown by 2: Red.renown 0 → 2" in last
    assert "since Red.cart.size >= 2 holds: Red.cart.size is 2" in last
    assert "does not apply: Blue.cart.size >= 2 does not hold" in last
    earlier = state.why("1", 1).told(1)
    assert "known “Two goods make a merchant known” [LF-9]: does not apply: Red.cart.size >= 2 does not hold" in earlier


def test_a_field_tells_what_changed_it_the_newest_first(fair: mercatoria.Game) -> None:
    state = played(fair, "buy(Wool)", "buy(Cloth)", "pass", "buy(Cloth)")
    lines = str(state.why("red purse", 1)).splitlines()
    assert lines[0] == "Red.purse is 4"
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["4. Red"] * 2 + ["2. Red", "1. Red"]
    by = state.why("why did red get 2 renown", 0)
    assert by.told(1).startswith("2. Red: buy(Cloth)")
    points = state.why("why did red get 5 points", 0).told(2)
    assert "fame “Three for each step of renown” [LF-11]: 0 → 6 (+6)" in points
    again = state.why("red 5 points", 0)
    assert again.told(3) == again.told(3) and "Red.renown 0 → 2" in again.told(3), "what is behind can be told again"


def test_points_hide_what_is_hidden(fair: mercatoria.Game) -> None:
    state = played(fair)
    assert "savings: Red.savings is 3" in str(state.why("red score", 0))
    assert "savings: Red.savings: this depends on hidden information" in str(state.why("red score", 1))


def test_a_rule_tells_what_it_did_last(fair: mercatoria.Game) -> None:
    state = played(fair, "buy(Wool)", "buy(Cloth)", "pass")
    answer = str(state.why("known", 0))
    assert "its latest effects were in 2. Red: buy(Cloth)" in answer
    assert "Red.renown 0 → 2" in answer
    assert "the game is not over" in str(state.why("end", 0))
    assert "last_day “The fair closes”: round.number = 3 does not hold" in str(state.why("last day", 0))


def test_a_move_tells_what_lets_it_pass_and_what_is_not_due(fair: mercatoria.Game) -> None:
    told = str(played(fair).why("buy(Wool)", 0))
    assert told.startswith("allowed: Red: buy(Wool)")
    assert "in_supply: supply(Wool) > 0 holds: supply(Wool) is 6" in told
    assert "tax: does not apply: round.number > 1 does not hold" in told
    assert "used 0 of 2 times this turn" in told


def test_an_action_tells_what_forbids_all_ways_to_take_it(fair: mercatoria.Game) -> None:
    state = played(fair)
    assert "2 ways, like buy(Wool)" in str(state.why("not buy", 0))
    purse = state.table.flow.layout.base(state.table.flow.model.field_named("purse", "Player"))
    state.vector[purse[0]] = 0
    told = str(state.why("not buy", 0))
    assert "not possible now" in told
    assert "forbids 2 of 2 ways, like buy(Wool): you have no pennies; it costs 1" in told
    assert "it is Red’s turn to decide" in str(state.why("buy", 1))


def with_savings(state: State, savings: int) -> State:
    """Return the same game with a different initial value of Red's savings."""
    other = state.clone()
    base = state.table.flow.layout.base(state.table.flow.model.field_named("savings", "Player"))[0]
    other.vector[base] = savings
    return other


def test_values_derived_from_hidden_ones_are_hidden(fair: mercatoria.Game) -> None:
    """Blue sees the result but not its cause. The local variable and the branch that depends on it are hidden from
    Blue.
    """
    state = played(fair, "show_off")
    mine, theirs = (state.why("last", asker).told(4) for asker in (0, 1))
    assert "raise Red.hint by 4 clamped: Red.hint 0 → 4" in mine
    assert "does not apply: 4 > 5 does not hold" in mine
    assert "raise Red.hint by more clamped: Red.hint 0 → 4" in theirs
    assert "more: this depends on hidden information" in theirs
    assert "4 > 5" not in theirs and "more > 5" not in theirs


def test_a_trial_tells_no_more_than_can_be_known(fair: mercatoria.Game) -> None:
    state = played(fair)
    mine = state.what_if("show_off", 0)
    assert "Red.hint 0 → 4" in str(mine)
    told = {str(with_savings(state, savings).what_if("Red: show_off", 1)) for savings in (3, 4, 8)}
    assert len(told) == 1
    assert "you cannot know" in told.pop()
    chance = str(state.what_if("peek", 0))
    assert "then chance decides: die" in chance
    assert "renown" not in chance


def test_a_trial_leaves_the_game_as_it_is(fair: mercatoria.Game) -> None:
    state = played(fair, "buy(Wool)")
    before, log = state.vector[:], state.log(0)
    told = state.what_if("buy(Cloth)", 0)
    assert "Red.renown 0 → 2" in told.told(1)
    assert "known" in told.told(2)
    assert "score(Red) 12 → 17" in told.told(1)
    assert (state.vector, state.log(0)) == (before, log)


def test_facts_can_be_supposed(fair: mercatoria.Game) -> None:
    state = played(fair)
    assert "you could no longer: buy(Wool), buy(Cloth)" in str(state.what_if("my purse = 0", 0))
    assert "Red.purse 3 → 2" in str(state.what_if("what if purse = 3 then buy(Wool)", 0))
    assert "You cannot buy Wool" in str(state.what_if("purse = 0 and wool.level = 5 then buy(Wool)", 0))
    for fact, words in {
        "purse = yes": "not a value of that type", "Wool.level = 9": "outside 1 to 5", "red score = 3": "computed from",
        "Blue.savings = 1": "hidden from you", "purse = ": "no field can have", "prse = 3": "purse",
    }.items():  # fmt: skip
        with pytest.raises(NoAnswer, match=words):
            state.what_if(fact, 0)
    with pytest.raises(NotAMove):
        state.what_if("fly", 0)


def test_answers_as_data(fair: mercatoria.Game) -> None:
    data = played(fair).why("price(Wool)", 0).to_data(1)
    assert data["question"] == "price(Wool)"
    parts = data["parts"]
    assert isinstance(parts, list)
    assert parts[1]["rule"] == "price.opening"
    assert parts[1]["cites"] == ["LF-5"]


def test_a_position_without_a_past_says_so(fair: mercatoria.Game, tmp_path: Path) -> None:
    state = played(fair, "buy(Wool)")
    state.last = None
    with pytest.raises(NoAnswer, match="were not recorded"):
        state.why("last", 0)
    assert "were not recorded" in str(state.why("Red.purse", 0))


def test_an_action_goes_before_a_field_of_its_name(tmp_path: Path) -> None:
    rules = FAIR.replace("    hint: 0 to 20 = 0\n", "    hint: 0 to 20 = 0\n    buy: 0 to 9 = 0\n")
    (tmp_path / "rulebook.rules").write_text(rules, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2, seed=1)
    seat = state.deciders[0]
    assert str(state.why("why not buy Wool", seat)).startswith("allowed: Red: buy(Wool)")
    assert "Red.buy" not in str(state.why("why not buy", seat))
    assert "Red.buy is 0" in str(state.why("why buy", seat))
    with pytest.raises(NoAnswer, match="ask about a move"):
        state.why("why not", seat)


ASKING = """\
rulebook asking "Asking"
    players 2
    money pennies

ruling most_questions: 1 to 9 = 1 "How many questions are free?"
    because "The print names no number."
ruling may_shout: flag = no "May one shout?"
    because "It is loud."

each Player has
    answers: 0 to 9 = 0 per turn

action ask "Ask"
    limit most_questions + you.answers per turn
    then
        raise you.answers by 0

action shout "Shout"
    needs loud: may_shout or you.answers > 3
    then
        raise you.answers by 1

round
    turn of player in Player
        player may ask or shout, at most 3 times

end soon of round when round.number = 2
"""


def test_a_refusal_tells_the_rulings_it_turns_on(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(ASKING, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2, seed=1)
    state.apply("Seat1: ask")
    limit, loud = state.why_not("Seat1: ask", 0), state.why_not("Seat1: shout", 0)
    assert str(limit).splitlines()[:4] == [
        "You cannot ask:",
        "  limit: you have already done this once this turn",
        "      1 plus your answers is 1",
        "      ruling: How many questions are free? 1",
    ]
    assert "      ruling: May one shout? no" in str(loud).splitlines()


FEES = """\
rulebook fees "Fees"
    players 2
    money pennies

number fee = 3                                              [FE-1]
option dear: flag = no "Is all dear?"
table by level    1   2   3
    toll          0   2   4                                 [FE-2]
table by players  2   3
    start         7   9                                     [FE-3]

each Player has
    purse: money = start

value double_fee: 0 to 9 = 2 * fee
value later_toll: 0 to 9 = max(1, toll(3))
    except cheap when not dear: 1
value known(p: Player): flag = p.purse > start
    except always when dear: yes

action pay
    costs fee: fee to bank

round
    for p in Player
        p may pay

end soon of round when round.number = 2
"""


def test_a_number_keeps_the_name_of_its_declaration(tmp_path: Path) -> None:
    """An explanation names a number even if its name is not the first in the rulebook, and after constant folding."""
    (tmp_path / "rulebook.rules").write_text(FEES, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2, seed=1)
    for text, answer in {
        "2 * fee": "2 * fee is 6 [FE-1]",
        "toll(3) + fee": "toll(3) + fee is 7 [FE-2]",
        "2 * 3": "2 * 3 is 6",
        "start": "start is 7 [FE-3]",
    }.items():
        assert str(state.why(text, 0)).splitlines()[0] == answer
    known = state.why("known(Seat1)", 0)
    assert "start is 7 [FE-3]" in known.told(3)
    assert str(known).splitlines()[-1].strip() == "always: does not apply: dear is no"
    dear = mercatoria.load(str(tmp_path), options={"dear": True}).start(2, seed=1)
    assert str(dear.why("known(Seat1)", 0)).splitlines()[-1].strip() == "always: applies, as dear is yes; so it is yes"


def test_without_an_asker_a_spectator_asks(fair: mercatoria.Game) -> None:
    """If a move depends on a secret, only its player may learn whether the move is legal and which moves are legal
    instead.
    """
    state = played(fair)
    savings = next(run for run in state.table.flow.layout.runs.values() if run.field.name == "savings")
    for amount in (3, 0):
        state.vector[savings.base[0]] = amount
        told = state.why_not("Red: show_off")
        assert told is not None and told.unsure and told.nearest is None
        assert told == state.why_not("Red: show_off", 1)
        for answer in (state.why("not Red: show_off"), state.what_if("Red: show_off")):
            assert answer.finding.text == "you cannot know whether this is allowed: Red: show_off"
        assert (state.why_not("Red: show_off", 0) is None) == (amount == 3)
    with pytest.raises(mercatoria.IllegalMove) as refused:
        state.apply("Red: show_off")
    assert refused.value.explanation == state.why_not("Red: show_off", 0)
    assert refused.value.explanation.reasons[0].text == "you have no savings, but more than 2 are needed"
    assert refused.value.explanation.nearest is not None
