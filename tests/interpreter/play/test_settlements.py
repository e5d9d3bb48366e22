"""Tests flexible costs against an independent search of all possible payments.

The actions have random costs, random substitutes and random pieces of the player. Exactly one series of answers must
lead to each possible payment. If no payment is possible, the engines must not offer the action. The tests ask both
engines.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import pytest

from dsl.checking.checker import check
from dsl.diagnostics.diagnostic import Sink
from dsl.source.spans import Source
from dsl.syntax.parsing import parse
from interpreter.codegen.engine import GeneratedEngine
from interpreter.flow.nodes import Flow
from interpreter.lowering.lowering import lower
from interpreter.position.engine import Vector
from interpreter.position.faults import PlayFault
from interpreter.reference.walker import Walker
from tests.thinning import thinned

SORTS = ("Ash", "Birch", "Cedar", "Date")
SEEDS = thinned(((seed,) for seed in range(40)), lambda case: case[0] < 12)
"""Each seed makes one random bill, which is paid from ten holdings or more."""
Stock = tuple[int, ...]


@dataclass(frozen=True)
class Cost:
    form: str
    number: int
    sorts: tuple[int, ...]

    def written(self, name: str) -> str:
        of = "{" + ", ".join(SORTS[sort] for sort in self.sorts) + "}"
        amount = {
            "fixed": f"{self.number} of {SORTS[self.sorts[0]]}",
            "bag": " + ".join(f"{self.sorts.count(sort)} of {SORTS[sort]}" for sort in sorted(set(self.sorts))),
            "any": f"any {self.number} of {of}",
        }.get(self.form, f"{self.number} {self.form} of {of}")
        return f"    costs {name}: {amount} from you.wares to supply\n"

    def own(self, bought: bool) -> Iterator[tuple[int, ...]]:
        """Yield the player's pieces that can pay this cost, or a part of it if substitutes may replace the rest."""
        least = 0 if bought else self.number
        for given in range(least, self.number + 1):
            match self.form:
                case "fixed":
                    yield (self.sorts[0],) * given
                case "bag":
                    yield from sorted(set(combinations(sorted(self.sorts), given)))
                case "different":
                    if self.number <= len(self.sorts):
                        yield from combinations(self.sorts, given)
                case "alike":
                    yield from sorted({(sort,) * given for sort in self.sorts})
                case "any":
                    yield from combinations_with_replacement(self.sorts, given)


@dataclass(frozen=True)
class Swap:
    rate: int
    sorts: tuple[int, ...]
    keeping: int = 0

    def written(self, name: str) -> str:
        of = "{" + ", ".join(SORTS[sort] for sort in self.sorts) + "}"
        amount = f"{self.rate} of {SORTS[self.sorts[0]]}" if len(self.sorts) == 1 else f"{self.rate} alike of {of}"
        kept = f", keeping {self.keeping}" if self.keeping else ""
        return f"    accepts {name}: {amount} from you.wares to supply for 1{kept}\n"


def outcomes(stock: Stock, costs: list[Cost], swaps: list[Swap]) -> Counter[Stock]:
    """Return each possible remaining stock, with the number of ways to reach it."""
    found: Counter[Stock] = Counter()

    def pay(at: int, left: Stock, bought: int) -> None:
        if at == len(costs):
            swap(0, left, bought)
            return
        for given in costs[at].own(bool(swaps)):
            rest = tuple(number - given.count(sort) for sort, number in enumerate(left))
            if min(rest) >= 0:
                pay(at + 1, rest, bought + costs[at].number - len(given))

    def swap(at: int, left: Stock, bought: int) -> None:
        if bought == 0:
            found[left] += 1
            return
        if at == len(swaps):
            return
        for times in range(bought + 1):
            for given in combinations_with_replacement(swaps[at].sorts, times):
                rest = tuple(number - swaps[at].rate * given.count(sort) for sort, number in enumerate(left))
                if all(rest[sort] >= swaps[at].keeping for sort in given):
                    swap(at + 1, rest, bought - times)

    pay(0, stock, 0)
    return found


# ---------------------------------------------------------------- the game


HEAD = """
rulebook shop "The Shop"
    players 2
    money coins

kind Ware: Ash, Birch, Cedar, Date with 40 pieces each
kind Note, 8

each Player has
    purse: money = 20
    wares: bag of Ware
    notes: pile of Note

game has
    spent: pile of Note

round "A day"
    turn of player in Player
        player may pay

end soon of round when round.number = 9

action pay "Pay"
"""


def flow_of(lines: str) -> Flow:
    sink = Sink()
    checked = check(parse(Source("shop.rules", HEAD + lines), sink), None, 2, {}, sink)
    assert checked is not None
    assert checked.model is not None, [(str(d.span), d.title, d.label) for d in sink.in_order()]
    return lower(checked.model)


class Table:
    """Both engines at the same position."""

    def __init__(self, lines: str) -> None:
        self.flow = flow_of(lines)
        self.walker, self.engine = Walker(self.flow), GeneratedEngine(self.flow)
        names = {of.name: run for of, run in self.flow.layout.runs.items() if of.kind == "Player"}
        self.wares, self.purse, self.notes = names["wares"].base[0], names["purse"].base[0], names["notes"].base[0]
        self.questions = 0

    def position(self, stock: Stock, purse: int = 20, notes: tuple[int, ...] = ()) -> Vector:
        v = self.engine.start()
        v[self.wares : self.wares + len(SORTS)] = list(stock)
        v[self.purse] = purse
        v[self.notes : self.notes + 1 + len(notes)] = [len(notes), *notes]
        return v

    def left(self, v: Vector) -> tuple[int, ...]:
        notes = v[self.notes + 1 : self.notes + 1 + v[self.notes]]
        return (*v[self.wares : self.wares + len(SORTS)], v[self.purse], *sorted(notes))

    def reached(self, v: Vector) -> Counter[tuple[int, ...]]:
        """Return each possible stock of the first player after paying, with the number of series of answers that lead
        to it.
        """
        rows = self.both(v)
        found: Counter[tuple[int, ...]] = Counter()
        if (1,) in rows:
            self.follow(self.applied(v, (1,)), found)
        return found

    def follow(self, v: Vector, found: Counter[tuple[int, ...]]) -> None:
        if self.engine.deciders(v) != (0,):
            found[self.left(v)] += 1
            return
        rows = self.both(v)
        self.questions += 1
        assert len(rows) > 1, "only real choices are asked"
        for row in rows:
            self.follow(self.applied(v, row), found)

    def both(self, v: Vector) -> list[tuple[int, ...]]:
        rows = self.engine.moves(v, 0)
        assert rows == self.walker.moves(v, 0)
        return rows

    def applied(self, v: Vector, row: tuple[int, ...]) -> Vector:
        one, other = v[:], v[:]
        assert self.engine.is_legal(v, 0, row)
        assert self.walker.is_legal(v, 0, row)
        self.engine.apply(one, 0, row)
        self.walker.apply(other, 0, row)
        assert one == other
        return one


def some(rng: random.Random, least: int = 1) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(range(len(SORTS)), rng.randint(least, len(SORTS)))))


def some_cost(rng: random.Random) -> Cost:
    form, number = rng.choice(("fixed", "bag", "different", "alike", "any")), rng.randint(1, 3)
    if form == "fixed":
        return Cost(form, number, (rng.randrange(len(SORTS)),))
    if form == "bag":
        return Cost(form, number, tuple(sorted(rng.choices(range(len(SORTS)), k=number))))
    return Cost(form, number, some(rng, 2))


def some_swap(rng: random.Random) -> Swap:
    return Swap(rng.randint(2, 4), some(rng), rng.choice((0, 0, 0, 1)))


@pytest.mark.parametrize("seed", SEEDS)
def test_all_ways_to_pay_in_pieces_are_found_once(seed: int) -> None:
    rng = random.Random(seed)
    costs = [some_cost(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
    swaps = [some_swap(rng) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    lines = [cost.written(f"c{n}") for n, cost in enumerate(costs)]
    lines += [swap.written(f"s{n}") for n, swap in enumerate(swaps)]
    table = Table("".join(lines))
    for _ in range(12):
        stock = tuple(rng.randint(0, 4) for _ in SORTS)
        expected = {(*left, 20): ways for left, ways in outcomes(stock, costs, swaps).items()}
        assert table.reached(table.position(stock)) == expected, (lines, stock)


# ---------------------------------------------------------------- coins


@dataclass(frozen=True)
class Gift:
    """A substitute for coins: a note that is worth its number if `sort` is -1, otherwise `rate` pieces of this type."""

    sort: int
    rate: int = 1
    worth: int = 1
    keeping: int = 0
    change: int = 0

    def written(self, name: str) -> str:
        what = "note in you.notes from you.notes to spent for note.number"
        if self.sort >= 0:
            what = f"{self.rate} of {SORTS[self.sort]} from you.wares to supply for {self.worth}"
        kept = f", keeping {self.keeping}" if self.keeping else ""
        most = f" at most {self.change}" if self.change < 99 else ""
        return f"    accepts {name}: {what}{kept}{f', with change{most}' if self.change else ''}\n"

    def given(self, stock: Stock, notes: tuple[int, ...]) -> Iterator[tuple[int, list[int], Stock, tuple[int, ...]]]:
        """Yield each possible use of the substitute: its change, the values of its parts, and the remaining stock and
        notes.
        """
        if self.sort >= 0:
            for times in range(max(0, stock[self.sort] - self.keeping) // self.rate + 1):
                left = tuple(n - times * self.rate if sort == self.sort else n for sort, n in enumerate(stock))
                yield self.change if times else 0, [self.worth] * times, left, notes
        else:
            for times in range(max(0, len(notes) - self.keeping) + 1):
                for given in combinations(notes, times):
                    kept = tuple(note for note in notes if note not in given)
                    yield self.change if times else 0, [note + 1 for note in given], stock, kept


def settled(
    stock: Stock, purse: int, notes: tuple[int, ...], price: int, gifts: list[Gift]
) -> Counter[tuple[int, ...]]:
    """Count the possible remaining stocks after a player has paid a price in coins."""
    found: Counter[tuple[int, ...]] = Counter()

    def give(at: int, stock: Stock, notes: tuple[int, ...], change: int, worths: list[int]) -> None:
        if at < len(gifts):
            for more, of_it, rest, kept in gifts[at].given(stock, notes):
                give(at + 1, rest, kept, max(change, more), worths + of_it)
            return
        over = sum(worths) - price
        needed = over <= 0 or (over <= change and over < min(worths))
        if needed and purse + over >= 0:
            found[(*stock, purse + over, *notes)] += 1

    give(0, stock, notes, 0, [])
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_all_ways_to_pay_in_coins_are_found_once(seed: int) -> None:
    rng = random.Random(seed)
    gifts = [
        Gift(sort, rng.randint(1, 2), rng.randint(1, 4), rng.choice((0, 0, 1)), rng.choice((0, 0, 2, 99)))
        for sort in sorted(rng.sample(range(len(SORTS)), rng.randint(0, 2)))
    ]
    if not gifts or rng.random() < 0.7:
        gifts.insert(rng.randint(0, len(gifts)), Gift(-1, keeping=rng.choice((0, 1)), change=rng.choice((0, 1, 99))))
    parts = (rng.randint(0, 6), rng.randint(0, 6)) if rng.random() < 0.5 else (rng.randint(0, 12),)
    lines = [f"    costs price{n}: {part} to bank\n" for n, part in enumerate(parts)]
    table = Table("".join((*lines, *(gift.written(f"g{n}") for n, gift in enumerate(gifts)))))
    for _ in range(10):
        stock, purse = tuple(rng.randint(0, 3) for _ in SORTS), rng.randint(0, 8)
        notes = tuple(sorted(rng.sample(range(8), rng.randint(0, 3))))
        expected = settled(stock, purse, notes, sum(parts), gifts)
        assert table.reached(table.position(stock, purse, notes)) == expected, (lines, gifts, stock, purse, notes)


# ---------------------------------------------------------------- single cases


CASES = {
    "things out of a pile, in order": (
        "    costs two: any 2 of you.notes to spent\n",
        ((0, 0, 0, 0), 20, (0, 3, 5)),
        {(0, 0, 0, 0, 20, 0): 1, (0, 0, 0, 0, 20, 3): 1, (0, 0, 0, 0, 20, 5): 1},
    ),
    "one of each of a kind, except where it is not due": (
        ("    costs each for w in Ware: 1 of w from you.wares to supply when w != Ash\n"
        "    accepts three: 3 alike of Ware from you.wares to supply for 1\n"),
        ((4, 1, 0, 1), 20, ()),
        {(1, 0, 0, 0, 20): 1},
    ),
    "a bag, of which a note stands for one piece": (
        ("    costs b: 1 of Ash + 2 of Birch from you.wares to supply\n"
        "    accepts note: note in you.notes where note.number > 2 from you.notes to spent for 1\n"),
        ((1, 1, 0, 0), 20, (1, 4)),
        {(0, 0, 0, 0, 20, 1): 1},
    ),
    "what is not due now is neither asked nor accepted": (
        ("    costs a: any 2 of Ware from you.wares to supply when you.purse > 50\n"
        "    costs b: any 1 of {Ash, Birch} from you.wares to supply\n"
        "    accepts date: 1 of Date from you.wares to supply for 1 when you.purse > 50\n"),
        ((1, 1, 1, 1), 20, ()),
        {(0, 1, 1, 1, 20): 1, (1, 0, 1, 1, 20): 1},
    ),
    "things that are named, and any of the rest": (
        ("    costs first: {Note1, Note2} from you.notes to spent\n"
        "    costs more: any 1 of you.notes to spent\n"),
        ((0, 0, 0, 0), 20, (0, 1, 2)),
        {(0, 0, 0, 0, 20): 1},
    ),
    "amounts are worked out before anything is paid": (
        ("    costs toll: you.purse to bank\n"
        "    costs goods: any you.purse of Ware from you.wares to supply\n"),
        ((1, 0, 1, 0), 2, ()),
        {(0, 0, 0, 0, 0): 1},
    ),
    "less than nothing cannot be owed": (
        "    costs goods: any (you.purse - 3) of Ware from you.wares to supply\n",
        ((1, 0, 1, 0), 2, ()),
        {},
    ),
    "more sorts than there are cannot be bought": (
        ("    costs goods: 3 different of {Ash, Birch} from you.wares to supply\n"
        "    accepts two: 2 alike of Ware from you.wares to supply for 1\n"),
        ((4, 4, 4, 4), 20, ()),
        {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_single_cases(name: str) -> None:
    lines, (stock, purse, notes), expected = CASES[name]
    table = Table(lines)
    assert table.reached(table.position(stock, purse, notes)) == expected


def test_given_pieces_go_where_the_rule_says() -> None:
    """The destination of a note depends on the note, so the engine knows it only when the player hands
    over the note.
    """
    lines = """
    costs price: 5 to bank
    accepts note: n in you.notes to heap(n.number) for n.number, keeping 1, with change

game has
    heap(1 to 8): pile of Note
"""
    table = Table(lines)
    (heap,) = (run for of, run in table.flow.layout.runs.items() if of.name == "heap")
    v = table.position((0, 0, 0, 0), 0, (1, 6))
    after = table.applied(v, (1,))
    assert table.left(after) == (0, 0, 0, 0, 2, 1), "seven for five: two are not enough"
    lying = {entry + 1: after[base + 1 : base + 1 + after[base]] for entry, base in enumerate(heap.base) if after[base]}
    assert lying == {7: [6]}


def test_triggers_notice_what_was_given_when_all_is_paid() -> None:
    trigger = """
trigger counted(w: Ware, p: Player) each time w leaves p.wares when p.wares.size = 1
    bank pays 5 to p
"""
    table = Table("    costs two: 2 different of Ware from you.wares to supply\n" + trigger)
    left = table.reached(table.position((1, 1, 1, 0)))
    assert left == {(0, 0, 1, 0, 30): 1, (0, 1, 0, 0, 30): 1, (1, 0, 0, 0, 30): 1}, "twice five, for either sort"


def test_nothing_else_is_open_while_somebody_pays() -> None:
    anytime = '\naction loan at any time "A loan"\n    then\n        bank pays 1 to you\n'
    table = Table("    costs two: any 2 of Ware from you.wares to supply\n" + anytime)
    v = table.position((2, 2, 0, 0))
    names = [kind.name for kind in table.flow.move_kinds]
    assert "loan" in {names[row[0]] for row in table.both(v)}
    asked = table.both(table.applied(v, (names.index("pay"),)))
    assert {names[row[0]] for row in asked} == {"two"}


def test_too_many_ways_to_pay_are_a_fault_of_play() -> None:
    """Ten costs draw on the same few pieces of three types. Both engines must give up with the same message."""
    table = Table("".join(f"    costs c{n}: 3 different of Ware from you.wares to supply\n" for n in range(10)))
    told = []
    for engine in (table.engine, table.walker):
        with pytest.raises(PlayFault) as fault:
            engine.moves(table.position((9, 9, 9, 9)), 0)
        told.append((fault.value.message, str(fault.value.span), fault.value.about and fault.value.about.name))
    assert told[0] == told[1]
    assert "more than 50000 ways" in told[0][0]


def test_large_prices_take_no_time() -> None:
    """The engine detects an impossible payment at once, even for a price of a million coins."""
    lines = "    costs price: 1000000 to bank\n    accepts ash: 1 of Ash from you.wares to supply for 3\n"
    table = Table(lines)
    assert table.both(table.position((9, 0, 0, 0))) == [(0,)]
    assert (1,) in table.both(table.position((9, 0, 0, 0), 1_000_000))
