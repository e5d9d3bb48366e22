"""Tests of sentences that mention the rule around a choice, such as the lot of an auction."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

import mercatoria
from interpreter.log import entries
from interpreter.position import PC
from interpreter.trace import names_around, values_around
from interpreter.wording import button_text, log_line
from mercatoria import State

RULES = """\
rulebook lots "Lots"
    players 2
    seats Red, Blue

kind Lot, 3 called "lot {number}"

each Player has
    purse: 0 to 9 = 9
    liked: secret Lot = Lot2

round "A sale"
    do sale, offers, secrets

phase sale "Sale"
    for lot in Lot where lot.number < 3
        auction sold
            bidders p in Player
            bid 1 to 3, says "bid {bid coin} for {lot}", pass "let {lot} go"
            won by winner at price
                lower winner.purse by price clamped

phase offers "Offers"
    do tender(Lot3)

rule tender(last: Lot) "A tender"
    everyone in Player secretly chooses price in 0 to 1, says "offer {price coin} for lot {last.number}"
    let best = first(p in Player by most price(p))
    best may choose again in flag, says "{again: take|leave} lot {last.number}" / "{you} settled lot {last.number}"
        lower best.purse by 1 clamped

phase secrets "Secrets"
    let taste = Red.liked
    Blue chooses guess in 1 to 2, says "guess {guess} with {taste} near, lot {taste.number}"
    set Blue.purse to guess

end over of round when round.number = 1
"""

FAULTY = {
    "a set": ("let few = {l in Lot where l.number < 2}", 'Red chooses n in 1 to 2, says "take {n} of {few}"'),
    "the player": ("for p in Player", '    p chooses n in 1 to 2, says "take {n} for {p}"'),
    "what changes": ("for p in Player", '    Red chooses n in 1 to 2, says "take {n} of {p.purse coin}"'),
}

MOVES = (
    ("Red: bid(1)", "Bid 1 coin for lot 1", "Red bid 1 coin for lot 1"),
    ("Blue: pass", "Let lot 1 go", "Blue let lot 1 go"),
    ("Red: bid(2)", "Bid 2 coins for lot 2", "Red bid 2 coins for lot 2"),
    ("Blue: bid(3)", "Bid 3 coins for lot 2", "Blue bid 3 coins for lot 2"),
    ("Red: pass", "Let lot 2 go", "Red let lot 2 go"),
    ("Red: price(1)", "Offer 1 coin for lot 3", "Red offered 1 coin for lot 3"),
    ("Blue: price(0)", "Offer 0 coins for lot 3", "Blue offered 0 coins for lot 3"),
)


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, 1)


@pytest.mark.parametrize("case", FAULTY)
def test_a_sentence_cannot_mention(case: str, tmp_path: Path) -> None:
    faulty = "\n    ".join(('phase secrets "Secrets"', *FAULTY[case]))
    rules = re.sub("(?s)phase secrets.*?(?=\n\nend)", lambda _: faulty, RULES)
    (tmp_path / "rulebook.rules").write_text(rules, encoding="utf-8")
    with pytest.raises(mercatoria.RulebookError, match="E331"):
        mercatoria.load(str(tmp_path)).start(2, 1)


def button(state: State, move: str) -> str:
    listed = next(each for seat in state.deciders for each in state.moves(seat) if str(each) == move)
    return button_text(state.table, listed, state.vector[PC], values_around(state.table, state.vector))


def lines(state: State, seat: int | None) -> list[str]:
    return [str(log_line(state.table, seat, entry, line))
            for entry, line in zip(entries(state.last), state.log(seat), strict=True)]  # fmt: skip


def played(state: State) -> State:
    for move, _, _ in MOVES:
        state.apply(move)
    return state


def test_buttons_name_the_lot_of_the_moment(state: State) -> None:
    for move, words, _ in MOVES:
        assert button(state, move) == words
        state.apply(move)


def test_the_log_names_the_lot_of_each_bid(state: State) -> None:
    played(state)
    for seat in (None, 0, 1):
        assert lines(state, seat) == [line for _, _, line in MOVES]


def test_the_log_of_a_copy_names_the_lots(state: State) -> None:
    copy = pickle.loads(pickle.dumps(played(state)))
    assert lines(copy, None) == lines(state, None)


def test_a_sealed_offer_names_its_lot(state: State) -> None:
    for move, _, _ in MOVES[:6]:
        state.apply(move)
    (line,) = lines(state, 1)[5:]
    assert "for lot 3" in line and "1" not in line


def test_a_name_that_comes_from_a_secret_is_not_told(state: State) -> None:
    played(state).apply("Red: pass")
    assert "lot 2" not in button(state, "Blue: guess(1)").lower()
    assert names_around(state.table, state.vector[PC]) == ()
    state.apply("Blue: guess(1)")
    for seat in (None, 0, 1):
        assert "lot 2" not in lines(state, seat)[-1].lower()


def test_a_bid_of_an_unknown_decision_has_the_sentence_that_needs_no_lot(tmp_path: Path) -> None:
    plain = """phase plain "Plain"
    auction bought
        bidders p in Player
        bid 1 to 3, says "bid {bid coin}", pass "stop"
        won by winner at price
            lower winner.purse by price clamped

phase secrets"""
    rules = RULES.replace("do sale, offers, secrets", "do sale, offers, plain, secrets").replace("phase secrets", plain)
    (tmp_path / "rulebook.rules").write_text(rules, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2, 1)
    assert button_text(state.table, state.table.notation.parse("Red: bid(2)")) == "Bid 2 coins"


def test_a_refusal_names_the_lot(state: State) -> None:
    refused = state.why_not("Red: bid(9)", asker=0)
    assert "for lot 1" in str(refused)
