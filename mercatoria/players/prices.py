"""What things cost in a game, found out from the rulebook by trying it.

A few random games are played on tables of their own, always the same ones. Of each kind of move it is noted what it
took from its player and what it gave. From that follow prices, as in a ledger: money costs its face value, what is
bought costs what was paid for it and a little more, what is made of bought things costs what they cost. So a finished
thing is worth more than what goes into it. Nothing of it is written per game, and house rules are seen at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from math import inf, log, log2
from statistics import median

from dsl.model import NONE, CallValue
from interpreter.flow import EffectAnalysis
from interpreter.position import PASS, Engine, PlayFault, Vector
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.assets import Assets, Holding, is_money
from mercatoria.players.merchandise import Merchandise
from mercatoria.players.trial_games import BY_CHANCE, Step, trial_game

TRIED = 2000
"""Decisions and falls of chance in random games from which prices are found."""

LONGEST_GAME = 700
"""As many after which another of these games is begun."""

FILLINGS = 10
"""Ways to fill in an open move that are tried before another move is taken."""

PROFIT = 1.1
"""How much more something is worth than what was given for it."""

ROUNDS = 12
"""How many steps things may be made one from the other."""

CACHED = "prices"

MOST_KEPT = 1 << 16
"""Worths of amounts that one process keeps."""

FIRST = 1000
"""How much more counts what the ranking asks first than what it asks then."""

PLENTY = 4
"""How much of everything more a seat is thought to have, to see what it could do then."""

Wants = tuple[tuple[int, int], ...]
"""How many of which classes are wanted, by their index."""

Change = dict[int, int]
"""What became more or less, by the index of the class."""


@dataclass(frozen=True)
class Prices:
    """What one piece of each class is worth, and of how many at once one thinks.

    What is spent again is wanted in small numbers: the second counts less than the first. `unit` is how much is spent
    at a time, 0 for what is kept: there each counts alike."""

    assets: Assets
    price: tuple[float, ...]
    unit: tuple[float, ...]
    obtainable: frozenset[int]
    """The classes that moves give, and that are spent again."""
    asked: tuple[int, ...]
    """Which keys of the ranking count, the first one first: those up to the points, without those that are about money.
    None where there are but points."""
    points: float
    """What one point of the scoring is worth."""
    counts_money: bool
    """Whether the scoring counts money. Then only merchandise has a price, at what it usually brings, and only as long
    as the game is not due to end; what else things are worth, the points tell."""

    @property
    def has_merchandise(self) -> bool:
        """Whether things of the game are bought and sold for money that makes the points."""
        return self.counts_money and any(self.price)

    def standing(self, engine: Engine, v: Vector) -> Sequence[int]:
        """What the ranking asks of each seat before money, the more the better: as a rule the points."""
        if not self.asked:
            return engine.scores(v)
        return [reduce(lambda total, at: total * FIRST - keys[at], self.asked, 0) for keys in engine.standings(v)]

    def worth(self, v: Vector, seat: int) -> float:
        """What all that a seat has is worth; with the pieces that it may still lay: the fewer are left, the more is one
        worth, but never as much as one that lies."""
        total = 0.0
        for price, slot, number in self.stocked[seat]:
            total += worth_in_stock(v[slot], price, number)
        for price, unit, holding in self.priced[seat]:
            number = v[holding.counters[0]] if holding.is_counter else holding.amount(v)
            if number > 0:
                total += worth_of(number, price, unit)
        return total

    def sum(self, v: Vector, seat: int) -> float:
        """What all that a seat has would cost, each piece alike."""
        return sum(price * holding.amount(v) for price, _, holding in self.priced[seat])

    @cached_property
    def priced(self) -> list[list[tuple[float, float, Holding]]]:
        """Of each seat, the classes that are worth anything."""
        return [
            [each for each in zip(self.price, self.unit, holdings, strict=True) if each[0] and each[2].is_anything]
            for holdings in self.assets.holdings
        ]

    @cached_property
    def stocked(self) -> list[list[tuple[float, int, int]]]:
        """Of each seat, the price of its pieces that are kept, where they lie in stock, and how many there are."""
        return [
            [(price, slot, number) for price, unit, holding in priced if not unit for slot, number in holding.stock]
            for priced in self.priced
        ]

    def wanted(self, v: Vector, seat: int, wants: Wants) -> float:
        """What that is worth which a seat has of what it wants."""
        holdings = self.assets.holdings[seat]
        return sum(self.price[at] * min(number, holdings[at].amount(v)) for at, number in wants)

    def of(self, wants: Wants) -> float:
        """What wanted pieces would cost."""
        return sum(self.price[at] * number for at, number in wants)

    def rich(self, v: Vector, seat: int) -> Vector:
        """A copy of a position in which a seat has plenty of all that can be got and is spent."""
        rich = v[:]
        for at in self.obtainable:
            holding = self.assets.holdings[seat][at]
            if holding.is_counter:
                rich[holding.counters[0]] += PLENTY
        return rich

    def spent(self, before: Vector, after: Vector, seat: int) -> Wants:
        """How much of each class went away."""
        change = _change(self.assets.amounts(before, seat), self.assets.amounts(after, seat))
        return tuple((at, -number) for at, number in change.items() if number < 0 and at in self.obtainable)

    def brought(self, before: Vector, after: Vector, seat: int) -> Wants:
        """How much more there is of each class that is counted in one slot and cannot be got as goods are."""
        change = _change(self.assets.amounts(before, seat), self.assets.amounts(after, seat))
        holdings = self.assets.holdings[seat]
        return tuple(
            (at, number) for at, number in change.items()
            if number > 0 and at not in self.obtainable and holdings[at].is_counter
        )  # fmt: skip

    def added(self, before: Vector, after: Vector, seat: int) -> list[tuple[int, int]]:
        """Where pieces of a seat that are kept have come to lie in the open: slots, and what they hold."""
        found = []
        for first, end, own in self._open[seat]:
            if before[first:end] != after[first:end]:
                found += [(at, after[at]) for at in range(first, end) if before[at] == NONE and after[at] in own]
        return found

    @cached_property
    def _open(self) -> list[list[tuple[int, int, tuple[int, ...]]]]:
        """Of each seat, the stretches of slots in which its pieces are kept."""
        return [[each for _, unit, holding in priced if not unit for each in holding.spaces] for priced in self.priced]

    @cached_property
    def usual(self) -> float:
        """What a piece that can be got is worth, as a rule."""
        return median([self.price[at] for at in sorted(self.obtainable)] or [0.0])

    def places(self, v: Vector, seat: int) -> list[tuple[int, int]]:
        """Where the things of a seat are: slots and what they name."""
        return [(slot, v[slot]) for slot in self.assets.places[seat]]


def prices_of(table: CompiledGame) -> Prices:
    """The prices of a game; found out when they are first asked for."""
    if CACHED not in table.cache:
        table.cache[CACHED] = _Trials(table).prices()
    found: Prices = table.cache[CACHED]
    return found


@lru_cache(MOST_KEPT)
def worth_of(number: int, price: float, unit: float) -> float:
    """What so many pieces are worth together."""
    return price * (unit * log2(1 + number / unit) if unit else number)


@lru_cache(MOST_KEPT)
def worth_in_stock(left: int, price: float, number: int) -> float:
    """What pieces are worth that are still to be laid, `left` of so many."""
    return price * number * log(1 + left / number)


class _Trials:
    """Random games that are played to see what moves take and give."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        self._assets = Assets(table.flow)
        self._changes: dict[int, list[Change]] = defaultdict(list)
        """What each kind of move changed for its player."""
        self._given: set[int] = set()
        """Classes of which somebody got more without paying."""
        self._spendable: set[int] = set()
        """Classes of which somebody gave some away."""

    def prices(self) -> Prices:
        stream = Stream(0, CACHED)
        left = TRIED
        while left > 0 and (steps := self._game(stream, min(left, LONGEST_GAME))):
            left -= max(steps, LONGEST_GAME // 10)
        everything = range(len(self._assets.classes))
        if self._counts_money():
            worths = Merchandise(self._table, self._assets, self._changes).worths()
            brings, kept = tuple(worths.get(at, 0.0) for at in everything), (0.0,) * len(everything)
            return Prices(self._assets, brings, kept, frozenset(), self._asked_first(), 1.0, True)
        spent = self._spent()
        self._spendable = set(spent)
        price = self._found(spent)
        ranked = self._ranked()
        unit = [0.0 if at not in spent or at in ranked else float(median(spent[at])) for at in everything]
        done = [change for kind, changes in self._changes.items() if kind != PASS[0] for change in changes]
        got = {at for change in done for at, number in change.items() if number > 0}
        obtainable = frozenset(at for at in got if price[at] and unit[at])
        points = 100 * max([1.0, *price])
        return Prices(self._assets, tuple(price), tuple(unit), obtainable, self._asked_first(), points, False)

    # ------------------------------------------------------------ playing

    def _game(self, stream: Stream, most: int) -> int:
        """Plays one random game, or its beginning; the number of decisions and falls of chance, 0 if a rule failed."""
        steps = 0
        try:
            for step in trial_game(self._table, stream, FILLINGS, most):
                self._watch(step)
                steps += 1
        except PlayFault:
            return 0
        return steps

    def _watch(self, step: Step) -> None:
        before = [self._assets.amounts(step.before, each) for each in range(len(self._assets.holdings))]
        self._note_gifts(step.after, before, step.seat)
        if step.seat == BY_CHANCE:
            return
        change = _change(before[step.seat], self._assets.amounts(step.after, step.seat))
        if change:
            self._changes[step.row[0]].append(change)

    def _note_gifts(self, v: Vector, before: list[list[int]], mover: int) -> None:
        for seat, had in enumerate(before):
            if seat != mover:
                change = _change(had, self._assets.amounts(v, seat))
                if all(number > 0 for number in change.values()):
                    self._given |= set(change)

    # ------------------------------------------------------------ the ledger

    def _spent(self) -> dict[int, list[int]]:
        """How much of each class was spent at a time."""
        spent: dict[int, list[int]] = defaultdict(list)
        for changes in self._changes.values():
            for change in changes:
                for at, number in change.items():
                    if number < 0:
                        spent[at].append(-number)
                    elif min(change.values()) > 0:
                        self._given.add(at)
        return spent

    def _found(self, spent: dict[int, list[int]]) -> list[float]:
        """The price of each class: what money alone buys costs that; what comes in by itself and is spent again costs
        as much as one usually pays; what is made of these costs what goes into it."""
        money = {at for at, is_money in enumerate(self._assets.money) if is_money}
        known = dict.fromkeys(money, 1.0)
        paid_in_money = [
            change for change in self._all() if {at for at, number in change.items() if number < 0} <= money
        ]
        known |= self._asked(known, [paid_in_money])
        usual = float(median([number for at in sorted(money) for number in spent.get(at, ())] or [1]))
        known |= {at: usual for at in sorted(self._given) if at in spent and at not in known}
        price = known
        for _ in range(ROUNDS):
            price = self._asked(price, self._changes.values()) | known
        return [price.get(at, 0.0) for at in range(len(self._assets.classes))]

    def _all(self) -> list[Change]:
        return [change for changes in self._changes.values() for change in changes]

    def _asked(self, price: dict[int, float], kinds: Iterable[list[Change]]) -> dict[int, float]:
        """What is asked for each class, by some prices: the least that one kind of move asks on average."""
        least: dict[int, float] = {}
        for changes in kinds:
            asked: dict[int, list[float]] = defaultdict(list)
            for change in changes:
                paid = -sum(price.get(at, 0.0) * number for at, number in change.items() if number < 0)
                got = [at for at, number in change.items() if number > 0]
                kept = [at for at in got if at not in self._spendable] or got
                for at in kept:
                    if paid > 0:
                        asked[at].append(PROFIT * paid / sum(change[each] for each in kept))
            for at, each in asked.items():
                if not self._assets.money[at]:
                    least[at] = min(least.get(at, inf), median(each))
        return least

    def _counts_money(self) -> bool:
        """Whether the scoring counts money."""
        model, money = self._table.flow.model, {of for of, _ in self._assets.classes if is_money(of)}
        return bool(money & EffectAnalysis(model).reads(tuple(line.value for line in model.score)))

    def _asked_first(self) -> tuple[int, ...]:
        """The keys of the ranking that are striven for."""
        model, money = self._table.flow.model, {of for of, _ in self._assets.classes if is_money(of)}
        asked: list[int] = []
        for at, key in enumerate(model.ranking):
            if isinstance(key.by, CallValue) and key.by.name == "score":
                return (*asked, at)
            if not money & EffectAnalysis(model).reads(key.by):
                asked.append(at)
        return tuple(asked)

    def _ranked(self) -> set[int]:
        """The classes of money that the ranking counts: there each coin counts alike."""
        model = self._table.flow.model
        counted = EffectAnalysis(model).reads(tuple(key.by for key in model.ranking))
        return {at for at, (of, _) in enumerate(self._assets.classes) if self._assets.money[at] and of in counted}


def _change(before: list[int], after: list[int]) -> Change:
    return {at: new - old for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
