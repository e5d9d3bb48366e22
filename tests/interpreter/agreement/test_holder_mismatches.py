"""Tests moves between holders of different kinds: the checker reports each mismatch, and the engines agree on all other
moves.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from textwrap import indent

import pytest

import mercatoria
from dsl import ast
from dsl.checking import check
from dsl.diagnostics import Diagnostic, Sink
from dsl.source import Source
from dsl.syntax import parse
from tests.interpreter.agreement.three_engines import RULEBOOKS, InAgreement

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

HEAD = """rulebook tiny "Tiny"
    players 2
    money coins

kind Good: Wool, Ore with 40 pieces each
kind Card: Ace, King, Queen, Jack
kind Cube for each Player with 4 pieces each

each Player has
    purse: money = 40
    cart: bag of Good = 3 of Wool + 1 of Ore
    queue: row of Good at most 6
    spot: space for Good
    liked: set of Good = {Wool}
    cubes: bag of own Cube = 2 of Cube
    hand: pile of Card
    kept: stack of Card
    shown: space for Card
    seen: set of Card = {Ace}

game has
    heap: pile of Card = Card
    deck: stack of Card

"""
TAIL = """
round
    for p in Player
        p may ACTIONS or rest

action rest

end far of round when round.number = 40

scoring of p in Player
    goods: p.cart.size
"""
GOODS = {"you.cart": "bag", "you.queue": "row", "you.spot": "space", "supply": "supply"}
CARDS = {"heap": "pile", "you.hand": "pile", "deck": "stack", "you.kept": "stack", "you.shown": "space"}
LINES = [
    "costs fee: 1 of Wool from you.cart to you.liked",
    "costs fee: 1 of Wool from you.liked to you.cart",
    "costs fee: you.cart from you.cart to you.liked",
    "costs fee: 2 alike of Good from you.cart to you.liked",
    "costs fee: any 1 of you.hand to you.seen",
    "costs fee: Ace from heap to you.seen",
    "costs fee: Ace from you.seen to heap",
    "costs fee: 1 to bank\naccepts wool: 1 of Wool from you.cart to you.liked for 1",
    "costs fee: 1 to bank\naccepts wool: 1 of Wool from you.liked to supply for 1",
    "then\n    move 1 of Wool from supply to you.liked",
    "then\n    move all Wool from you.liked to supply",
    "then\n    move everything from you.cart to you.liked",
    "then\n    move everything from you.liked to you.cart",
    "then\n    move Ace from heap to you.seen",
    "then\n    move Ace from you.seen to heap",
    "then\n    move Ace from heap under you.seen",
    "then\n    draw 1 from you.cart to you.liked",
    "then\n    draw 1 from deck to you.seen",
    "then\n    draw 1 from you.seen to you.hand",
    "then\n    draw 1 from deck to you.hand reshuffling you.seen",
    "then\n    shuffle you.seen",
    "then\n    turn up you.seen",
    "then\n    you pays 1 to you.liked",
    "then\n    you.cart pays 1 to bank",
]


def faults(text: str) -> list[Diagnostic]:
    """Return the codes of the errors that the checker finds, in order."""
    sink = Sink()
    check(parse(Source("tiny.rules", text), sink), None, 2, {}, sink)
    return [each for each in sink.in_order() if each.severity == "error"]


def game(actions: dict[str, str]) -> str:
    written = "".join(f"action {name}\n{indent(body, '    ')}\n\n" for name, body in actions.items())
    return HEAD + written + TAIL.replace("ACTIONS", " or ".join(actions))


def test_the_cost_of_the_report_has_line_and_cure() -> None:
    text = (RULEBOOKS / "cost_into_a_set.rules").read_text(encoding="utf-8")
    (fault,) = faults(text)
    assert (fault.code, fault.span.line) == ("E316", 25)
    assert fault.span.text == "you.cart"
    assert "bag of Good" in fault.hint


@pytest.mark.parametrize("line", LINES)
def test_sets_and_purses_are_no_holders_of_pieces(line: str) -> None:
    text = game({"act": line})
    (fault,) = faults(text)
    assert fault.code == "E316"
    assert fault.span.line == text[: text.index(line.splitlines()[-1].strip())].count("\n") + 1
    assert fault.hint, "the fault names no cure"


def test_a_card_lies_in_no_set() -> None:
    played = "card Ace from you.seen to heap\n    then\n        you pays 1 to bank\n"
    (fault,) = faults(game({"act": "then\n    you pays 1 to bank"}) + played)
    assert (fault.code, fault.span.text) == ("E316", "you.seen")


def test_every_way_of_holding_is_tried() -> None:
    tried = {*GOODS.values(), *CARDS.values(), "set"} - {"supply"}
    assert tried == set(ast.HOLDER_FORMS)


@pytest.mark.slow
def test_costs_between_all_other_holders_are_paid_alike(tmp_path: Path) -> None:
    """One rulebook contains an action for each cost that the checker accepts."""
    costs = [f"costs fee: {what} from {source} to {target}"
             for source, target in product(GOODS, GOODS) if source != target
             for what in ("1 of Wool", "2 alike of Good", "any 1 of Good")]  # fmt: skip
    costs += [f"costs fee: {what} from {source} to {target}"
              for source, target in product(CARDS, CARDS) if source != target
              for what in ("King", "any 1 of Card")]  # fmt: skip
    sound = [cost for cost in costs if not faults(game({"act": cost}))]
    assert len(costs) > len(sound) > 40
    rulebook = tmp_path / "costs.rules"
    rulebook.write_text(game({f"act{at}": cost for at, cost in enumerate(sound)}), encoding="utf-8")
    match = InAgreement(mercatoria.load(str(rulebook)).table(2))
    assert match.play(12, 40) > 100
