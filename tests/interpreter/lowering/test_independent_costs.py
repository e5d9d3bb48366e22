"""Tests costs that the generated engine replaces with a sum: the sum must allow the same actions as the solver."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dsl.checking.checker import check
from dsl.diagnostics.diagnostic import Sink
from dsl.source.spans import Source
from dsl.syntax.parsing import parse
from interpreter.codegen.engine import GeneratedEngine
from interpreter.flow import Play
from interpreter.flow.nodes import Decision, Flow
from interpreter.lowering.lowering import lower
from interpreter.payments.bills import PaymentInProgress
from interpreter.reference.walker import Walker

SORTS = ("Ash", "Birch", "Cedar", "Date", "Elm")
HEAD = """
rulebook shop "The Shop"
    players 2

kind Ware: Ash, Birch, Cedar, Date, Elm with 40 pieces each
kind Hour with 40 pieces
kind Note, 8

each Player has
    purse: money = 20
    wares: bag of Ware
    hours: bag of Hour
    notes: pile of Note

game has
    spent: pile of Note
    wind: 0 to 9

round "A day"
    turn of player in Player
        player may pay

end soon of round when round.number = 9

action pay "Pay"
"""


def flow_of(lines: list[str]) -> Flow:
    sink = Sink()
    checked = check(
        parse(Source("shop.rules", HEAD + "".join(f"    {line}\n" for line in lines)), sink), None, 2, {}, sink
    )
    assert checked is not None
    assert checked.model is not None, [(str(d.span), d.title, d.label) for d in sink.in_order()]
    return lower(checked.model)


def is_plain(flow: Flow) -> bool:
    """Return True if the lowering replaces the costs with a sum."""
    plays = [o for node in flow.nodes if isinstance(node, Decision) for o in node.options if isinstance(o, Play)]
    bills = [
        need.condition for of in plays for need in of.action.needs if isinstance(need.condition, PaymentInProgress)
    ]
    assert bills
    return all(bill.plain is not None for bill in bills)


class Both:
    """The generated engine, which compares a sum, and the reference engine, which calls the solver."""

    def __init__(self, lines: list[str]) -> None:
        self.flow = flow_of(lines)
        self.walker, self.engine = Walker(self.flow), GeneratedEngine(self.flow)
        self.at = {of.name: run.base[0] for of, run in self.flow.layout.runs.items()}

    def can_pay(self, wares: list[int], hours: int, purse: int, notes: list[int], wind: int) -> bool:
        v = self.engine.start()
        v[self.at["wares"] : self.at["wares"] + len(SORTS)] = wares
        v[self.at["hours"]], v[self.at["purse"]], v[self.at["wind"]] = hours, purse, wind
        v[self.at["notes"] : self.at["notes"] + 1 + len(notes)] = [len(notes), *notes]
        rows = self.engine.moves(v, 0)
        assert rows == self.walker.moves(v, 0), (wares, hours, purse, notes, wind)
        return (1,) in rows


def several(rng: random.Random) -> str:
    return "{" + ", ".join(rng.sample(SORTS, rng.randint(2, 5))) + "}"


def some_pieces(rng: random.Random) -> list[str]:
    """Return random costs in pieces, some due only in a strong wind, and random substitutes for pieces."""
    found = []
    for at in range(rng.randint(1, 3)):
        one, other = rng.sample(SORTS, 2)
        amount = rng.choice(
            (
                f"{rng.randint(0, 3)} of {one}",
                f"(wind - 1) of {one}",
                f"{rng.randint(1, 3)} of {one} + {rng.randint(0, 2)} of {other}",
                f"{rng.randint(1, 4)} different of {several(rng)}",
                f"(4 - wind) different of {several(rng)}",
            )
        )
        when = " when wind > 2" if rng.random() < 0.3 else ""
        found.append(f"costs c{at}: {amount} from you.wares to supply{when}")
    if rng.random() < 0.7:
        of = rng.choice((f"{rng.randint(1, 4)} alike of Ware", f"{rng.randint(1, 3)} of {rng.choice(SORTS)}"))
        found.append(f"accepts swap: {of} from you.wares to supply for 1")
    if rng.random() < 0.5:
        found.append(f"accepts time: {rng.randint(1, 4)} of Hour from you.hours to supply for 1")
    return found


def some_coins(rng: random.Random) -> list[str]:
    """Return random costs in coins, and random money notes that replace coins."""
    found = [
        f"costs c{at}: {rng.choice(('5', 'wind', '2 * wind', 'wind - 2'))} to bank" for at in range(rng.randint(1, 2))
    ]
    kept = rng.choice(("", ", keeping 1"))
    when = rng.choice(("", " when wind > 3"))
    return [*found, f"accepts note: n in you.notes to spent for n.number{kept}, with change{when}"]


@pytest.mark.parametrize("seed", range(30))
def test_the_sum_agrees_with_the_exact_test(seed: int) -> None:
    rng = random.Random(seed)
    both = Both(some_pieces(rng) if seed % 3 else some_coins(rng))
    seen: Counter[bool] = Counter()
    for _ in range(60):
        wares = [rng.choice((0, 0, 1, 2, 3, 4, 8)) for _ in SORTS]
        notes = sorted(rng.sample(range(8), rng.randint(0, 4)))
        seen[both.can_pay(wares, rng.randint(0, 8), rng.randint(0, 9), notes, rng.randint(0, 9))] += 1
    assert seen


PLAIN = {
    "a bag, and different sorts, with an exchange out of each holder": (
        ["costs b: 1 of Ash + 2 of Birch from you.wares to supply",
         "costs d: 2 different of {Cedar, Date, Elm} from you.wares to supply",
         "accepts four: 4 alike of Ware from you.wares to supply for 1",
         "accepts time: 2 of Hour from you.hours to supply for 1"], True),
    "coins and notes with all their change": (
        ["costs c: 5 to bank", "accepts n: n in you.notes to spent for n.number, keeping 1, with change"], True),
    "notes with some change need a search": (
        ["costs c: 5 to bank", "accepts n: n in you.notes to spent for n.number, with change at most 2"], False),
    "any pieces": (
        ["costs a: any 2 of Ware from you.wares to supply",
         "accepts four: 4 alike of Ware from you.wares to supply for 1"], False),
    "two rates out of one holder": (
        ["costs a: 2 of Ash from you.wares to supply", "accepts b: 2 of Birch from you.wares to supply for 1",
         "accepts d: 3 of Date from you.wares to supply for 1"], False),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_which_bills_come_to_a_plain_sum(name: str) -> None:
    lines, plain = PLAIN[name]
    assert is_plain(flow_of(lines)) == plain
