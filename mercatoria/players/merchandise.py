"""What merchandise is worth where money makes the points: what it usually brings when it is sold.

Merchandise is what moves take for nothing but money, and give for nothing but money. Prices may go up and down, so one
looks at games in which nobody does more than he must: whenever a seat may pass, it is tried what it would get for one
piece of each sort. The mean of that is what a piece is worth. So who buys below it and sells above it does well where
prices come back; where they never do, he does no worse than others on average. When the game is due to end, merchandise
is worth nothing but what is paid for it now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from interpreter.position import PASS, PlayFault, Vector
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.assets import Assets
from mercatoria.players.own_moves import OwnMoves
from mercatoria.players.trial_games import BY_CHANCE, trial_game

GAMES = 20
"""Games that are looked at."""

LONGEST_GAME = 500
"""Decisions and falls of chance of each of them."""

FILLINGS = 10
"""Ways to fill in an open move that are tried before another move is taken."""

Change = dict[int, int]
"""What became more or less, by the index of the class."""


@dataclass(slots=True)
class Merchandise:
    """Finds out what it is and what it brings. `changes`: what moves of each kind were seen to change."""

    table: CompiledGame
    assets: Assets
    changes: Mapping[int, Iterable[Change]]
    _sales: set[int] = field(init=False)
    """The kinds of moves by which something is sold."""
    _sorts: list[int] = field(init=False)
    """The classes that are merchandise."""

    def __post_init__(self) -> None:
        money = {at for at, is_money in enumerate(self.assets.money) if is_money}
        sold, bought, self._sales = set(), set(), set()
        for kind, changes in self.changes.items():
            for change in changes:
                more, less = _more(change), [at for at, number in change.items() if number < 0]
                if len(less) == 1 and more and money.issuperset(more) and not money & set(less):
                    self._sales.add(kind)
                    sold.add(self.assets.classes[less[0]][0])
                elif len(more) == 1 and less and money.issuperset(less) and not money & set(more):
                    bought.add(self.assets.classes[more[0]][0])
        self._sorts = [
            at for at, (of, _) in enumerate(self.assets.classes)
            if of in sold & bought and all(holdings[at].is_counter for holdings in self.assets.holdings)
        ]  # fmt: skip

    def worths(self) -> dict[int, float]:
        """What one piece usually brings, by the index of its class; those that never brought anything are left out."""
        brought: dict[int, list[int]] = defaultdict(list)
        stream = Stream(0, "merchandise")
        for _ in range(GAMES if self._sorts else 0):
            with suppress(PlayFault):
                for step in trial_game(self.table, stream, FILLINGS, LONGEST_GAME, passing=True):
                    if step.seat != BY_CHANCE and step.row == PASS:
                        for at, money in self._sold(step.before, step.seat):
                            brought[at].append(money)
        return {at: sum(each) / len(each) for at, each in brought.items()}

    def _sold(self, v: Vector, seat: int) -> Iterator[tuple[int, int]]:
        """What one piece of each sort would bring here."""
        stocked = v[:]
        for at in self._sorts:
            stocked[self.assets.holdings[seat][at].counters[0]] += 1
        had = self.assets.amounts(stocked, seat)
        for _, after in OwnMoves(self.table, seat).next(stocked, self._sales):
            change = dict(enumerate(now - had[at] for at, now in enumerate(self.assets.amounts(after, seat))))
            sold = [at for at in self._sorts if change[at]]
            if len(sold) == 1 and change[sold[0]] == -1:
                yield sold[0], sum(change[at] for at in _more(change))


def _more(change: Change) -> list[int]:
    return [at for at, number in change.items() if number > 0]
