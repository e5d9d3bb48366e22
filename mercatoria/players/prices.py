"""Estimates the prices of a game's assets from random games.

The same few random games are played every time. The module records the costs and gains of each kind of move for the
player who makes it. The prices follow from these records, as in a ledger. Money counts at face value, and a purchase or
product is worth its cost plus a margin. The method suits every game, and house rules take effect at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, reduce
from math import inf, log, log2
from statistics import median

from dsl.model import NONE, CallValue
from interpreter.flow import EffectAnalysis
from interpreter.position import PASS, Engine, PlayFault, Results, Vector, once
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.assets import Assets, Holding, is_money
from mercatoria.players.merchandise import Merchandise
from mercatoria.players.trial_games import BY_CHANCE, Step, trial_game

TRIED = 2000
"""Maximum number of decisions and chance events in all random games together."""

LONGEST_GAME = 700
"""Maximum number of decisions and chance events in one random game."""

FILLINGS = 10
"""Maximum number of sets of parameter values to try before another move is chosen."""

PROFIT = 1.1
"""Ratio of an asset's value to its purchase price."""

ROUNDS = 12
"""Number of times that product prices are recomputed from ingredient prices."""

MOST_KEPT = 1 << 16
"""Maximum number of asset values that one process caches."""

FIRST = 1000
"""Weight of each ranking key relative to the next key."""

PLENTY = 4
"""Extra amount of each obtainable asset that `rich` gives to a seat."""

Wants = tuple[tuple[int, int], ...]
"""Wanted assets, as pairs of a class index and an amount."""

Change = dict[int, int]
"""Map from an asset class index to the change in its amount."""


@dataclass(frozen=True)
class Prices:
    """Value of one piece of each asset class, and the amount usually spent at a time.

    A seat needs only a few assets of a class that is meant to be spent, so each further piece is worth less. `unit` is
    the amount usually spent at a time. It is 0 for assets that a seat never spends; every piece of such an asset is
    worth the same.
    """

    assets: Assets
    price: tuple[float, ...]
    unit: tuple[float, ...]
    obtainable: frozenset[int]
    """Indices of the asset classes that players gain by moves and later spend."""
    asked: tuple[int, ...]
    """Indices of the ranking keys to maximise: those up to and including the points, without the keys that count money.

    The tuple is empty if only the points count.
    """
    points: float
    """Value of one point of the scoring."""
    counts_money: bool
    """True if the scoring counts money.

    If the scoring counts money, only merchandise has a price: its usual proceeds, until the game is about to end. Other
    assets have no price, because the points already include their value.
    """

    @property
    def has_merchandise(self) -> bool:
        """Return True if the game has goods to buy and sell, and points depend on money."""
        return self.counts_money and any(self.price)

    def standing(self, engine: Engine, v: Vector) -> Sequence[int]:
        """Return each seat's ranking criterion without money, usually its points.

        A larger value is better.
        """
        if not self.asked:
            return engine.scores(v)
        return [reduce(lambda total, at: total * FIRST - keys[at], self.asked, 0) for keys in engine.standings(v)]

    def worth(self, v: Vector, seat: int) -> float:
        """Return the value of a seat's assets, including the pieces in its stock.

        A piece in stock is worth less than a piece on the board, but gains value as the stock runs low.
        """
        total = 0.0
        for price, slot, number in self.stocked[seat]:
            total += worth_in_stock(v[slot], price, number)
        for price, unit, holding in self.priced[seat]:
            number = v[holding.counters[0]] if holding.is_counter else holding.amount(v)
            if number > 0:
                total += worth_of(number, price, unit)
        return total

    def sum(self, v: Vector, seat: int) -> float:
        """Return the value of a seat's assets, counting each piece at full price."""
        return sum(price * holding.amount(v) for price, _, holding in self.priced[seat])

    @cached_property
    def priced(self) -> list[list[tuple[float, float, Holding]]]:
        """Price, unit and slots of each valued asset class, listed by seat."""
        return [
            [each for each in zip(self.price, self.unit, holdings, strict=True) if each[0] and each[2].is_anything]
            for holdings in self.assets.holdings
        ]

    @cached_property
    def stocked(self) -> list[list[tuple[float, int, int]]]:
        """Price, stock slot and total number of each seat's kept pieces, listed by seat."""
        return [
            [(price, slot, number) for price, unit, holding in priced if not unit for slot, number in holding.stock]
            for priced in self.priced
        ]

    def wanted(self, v: Vector, seat: int, wants: Wants) -> float:
        """Return the value of those wanted pieces that the seat already has."""
        holdings = self.assets.holdings[seat]
        return sum(self.price[at] * min(number, holdings[at].amount(v)) for at, number in wants)

    def of(self, wants: Wants) -> float:
        """Return the total price of the wanted assets."""
        return sum(self.price[at] * number for at, number in wants)

    def rich(self, v: Vector, seat: int) -> Vector:
        """Return a copy of a position in which a seat has plenty of each obtainable asset."""
        rich = v[:]
        for at in self.obtainable:
            holding = self.assets.holdings[seat][at]
            if holding.is_counter:
                rich[holding.counters[0]] += PLENTY
        return rich

    def spent(self, before: Vector, after: Vector, seat: int) -> Wants:
        """Return how much of each obtainable class the seat spent between two positions."""
        change = _change(self.assets.amounts(before, seat), self.assets.amounts(after, seat))
        return tuple((at, -number) for at, number in change.items() if number < 0 and at in self.obtainable)

    def brought(self, before: Vector, after: Vector, seat: int) -> Wants:
        """Return the seat's gains in classes that are stored in a single slot and are not `obtainable`."""
        change = _change(self.assets.amounts(before, seat), self.assets.amounts(after, seat))
        holdings = self.assets.holdings[seat]
        return tuple(
            (at, number) for at, number in change.items()
            if number > 0 and at not in self.obtainable and holdings[at].is_counter
        )  # fmt: skip

    def added(self, before: Vector, after: Vector, seat: int) -> list[tuple[int, int]]:
        """Return the board slots where the seat has placed pieces permanently, with their new values."""
        found = []
        for first, end, own in self._open[seat]:
            if before[first:end] != after[first:end]:
                found += [(at, after[at]) for at in range(first, end) if before[at] == NONE and after[at] in own]
        return found

    @cached_property
    def _open(self) -> list[list[tuple[int, int, tuple[int, ...]]]]:
        """Board slot ranges where each seat's kept pieces may be."""
        return [[each for _, unit, holding in priced if not unit for each in holding.spaces] for priced in self.priced]

    @cached_property
    def usual(self) -> float:
        """Median price of the obtainable asset classes."""
        return median([self.price[at] for at in sorted(self.obtainable)] or [0.0])

    def places(self, v: Vector, seat: int) -> list[tuple[int, int]]:
        """Return the locations of a seat's things, as (slot, value) pairs."""
        return [(slot, v[slot]) for slot in self.assets.places[seat]]


def prices_of(table: CompiledGame) -> Prices:
    """Return the prices of a game, computed on first use."""
    return once(table, _prices)


def _prices(table: CompiledGame) -> Prices:
    return _Trials(table).prices()


def priced_like(table: CompiledGame, model: CompiledGame) -> CompiledGame:
    """Return a copy of a game whose players value assets as the players of `model` do.

    A few random games determine prices only roughly, and any change of the rules changes these games. Two games with
    separate prices therefore differ by their players as well as by their rules. The copy has separate prices only for
    assets that `model` does not have, or if money counts in the scoring of one of the two games.
    """
    other, trials = prices_of(model), _Trials(table)
    if trials.counts_money() != other.counts_money:
        return table
    known = {name: at for at, name in enumerate(_asset_names(model, other.assets))}
    same = [known.get(name) for name in _asset_names(table, trials.assets)]
    own = prices_of(table) if None in same else other  # without new assets, no trial game is needed
    prices = replace(
        other,
        assets=trials.assets,
        price=tuple(own.price[at] if of is None else other.price[of] for at, of in enumerate(same)),
        unit=tuple(own.unit[at] if of is None else other.unit[of] for at, of in enumerate(same)),
        obtainable=frozenset(
            at for at, of in enumerate(same)
            if (at in own.obtainable if of is None else of in other.obtainable)
        ),
        asked=trials.asked_first(),
    )  # fmt: skip
    return replace(table, results=Results().with_result(_prices, prices))


def _asset_names(table: CompiledGame, assets: Assets) -> list[tuple[str, str, str]]:
    """Return the kind, the field and the sort of each asset class, which are the same in all variants of a game."""
    runs = table.flow.layout.runs
    return [(of.kind, of.name, runs[of].name(sort) if sort != NONE else "") for of, sort in assets.classes]


@lru_cache(MOST_KEPT)
def worth_of(number: int, price: float, unit: float) -> float:
    """Return the total value of `number` pieces of one class."""
    return price * (unit * log2(1 + number / unit) if unit else number)


@lru_cache(MOST_KEPT)
def worth_in_stock(left: int, price: float, number: int) -> float:
    """Return the value of the pieces still in stock: `left` out of `number`."""
    return price * number * log(1 + left / number)


class _Trials:
    """Random games that show the costs and gains of moves."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        self.assets = Assets(table.flow)
        self._changes: dict[int, list[Change]] = defaultdict(list)
        """How each kind of move changed the assets of the player who made it."""
        self._given: set[int] = set()
        """Asset classes that some seat has received for free."""
        self._spendable: set[int] = set()
        """Asset classes that some seat has spent."""

    def prices(self) -> Prices:
        stream = Stream(0, "prices")
        left = TRIED
        while left > 0 and (steps := self._game(stream, min(left, LONGEST_GAME))):
            left -= max(steps, LONGEST_GAME // 10)
        everything = range(len(self.assets.classes))
        if self.counts_money():
            worths = Merchandise(self._table, self.assets, self._changes).worths()
            brings, kept = tuple(worths.get(at, 0.0) for at in everything), (0.0,) * len(everything)
            return Prices(self.assets, brings, kept, frozenset(), self.asked_first(), 1.0, True)
        spent = self._spent()
        self._spendable = set(spent)
        price = self._found(spent)
        ranked = self._ranked()
        unit = [0.0 if at not in spent or at in ranked else float(median(spent[at])) for at in everything]
        done = [change for kind, changes in self._changes.items() if kind != PASS[0] for change in changes]
        got = {at for change in done for at, number in change.items() if number > 0}
        obtainable = frozenset(at for at in got if price[at] and unit[at])
        points = 100 * max([1.0, *price])
        return Prices(self.assets, tuple(price), tuple(unit), obtainable, self.asked_first(), points, False)

    # ------------------------------------------------------------ playing

    def _game(self, stream: Stream, most: int) -> int:
        """Play at most `most` steps of a random game; return how many were played, or 0 if a rule failed."""
        steps = 0
        try:
            for step in trial_game(self._table, stream, FILLINGS, most):
                self._watch(step)
                steps += 1
        except PlayFault:
            return 0
        return steps

    def _watch(self, step: Step) -> None:
        before = [self.assets.amounts(step.before, each) for each in range(len(self.assets.holdings))]
        self._note_gifts(step.after, before, step.seat)
        if step.seat == BY_CHANCE:
            return
        change = _change(before[step.seat], self.assets.amounts(step.after, step.seat))
        if change:
            self._changes[step.row[0]].append(change)

    def _note_gifts(self, v: Vector, before: list[list[int]], mover: int) -> None:
        for seat, had in enumerate(before):
            if seat != mover:
                change = _change(had, self.assets.amounts(v, seat))
                if all(number > 0 for number in change.values()):
                    self._given |= set(change)

    # ------------------------------------------------------------ the ledger

    def _spent(self) -> dict[int, list[int]]:
        """Return the amounts of each class that individual moves spent."""
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
        """Return the price of each class.

        Assets bought for money alone cost that money. Assets that seats receive for free and spend later cost as much
        as a typical payment. Products cost as much as their ingredients.
        """
        money = {at for at, is_money in enumerate(self.assets.money) if is_money}
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
        return [price.get(at, 0.0) for at in range(len(self.assets.classes))]

    def _all(self) -> list[Change]:
        return [change for changes in self._changes.values() for change in changes]

    def _asked(self, price: dict[int, float], kinds: Iterable[list[Change]]) -> dict[int, float]:
        """Return the price of the cheapest way to acquire an asset of each class."""
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
                if not self.assets.money[at]:
                    least[at] = min(least.get(at, inf), median(each))
        return least

    def counts_money(self) -> bool:
        """Return True if the scoring counts money."""
        model, money = self._table.flow.model, {of for of, _ in self.assets.classes if is_money(of)}
        return bool(money & EffectAnalysis(model).reads(tuple(line.value for line in model.score)))

    def asked_first(self) -> tuple[int, ...]:
        """Return the indices of the ranking keys to maximise."""
        model, money = self._table.flow.model, {of for of, _ in self.assets.classes if is_money(of)}
        asked: list[int] = []
        for at, key in enumerate(model.ranking):
            if isinstance(key.by, CallValue) and key.by.name == "score":
                return (*asked, at)
            if not money & EffectAnalysis(model).reads(key.by):
                asked.append(at)
        return tuple(asked)

    def _ranked(self) -> set[int]:
        """Return the indices of the money classes that the ranking counts."""
        model = self._table.flow.model
        counted = EffectAnalysis(model).reads(tuple(key.by for key in model.ranking))
        return {at for at, (of, _) in enumerate(self.assets.classes) if self.assets.money[at] and of in counted}


def _change(before: list[int], after: list[int]) -> Change:
    return {at: new - old for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
