"""Values merchandise in games whose scoring counts money.

Merchandise is anything that can be both bought and sold for money alone. Because prices may vary, this module plays
trial games in which every player passes whenever possible. At each pass, the module measures what one piece of each
sort would sell for. A piece is worth the mean of these proceeds. If prices return to the mean, it pays to buy below the
mean and to sell above it. If prices do not return to the mean, this policy still does no worse than others on average.
When the game is about to end, merchandise is worth only its current proceeds.
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
"""Number of trial games to play."""

LONGEST_GAME = 500
"""Maximum length of a trial game, in decisions and chance events."""

FILLINGS = 10
"""Maximum number of sets of parameter values to try before another move is chosen."""

Change = dict[int, int]
"""Map from an asset class index to the change in its amount."""


@dataclass(slots=True)
class Merchandise:
    """Merchandise of a game, and its usual proceeds.

    `changes` lists, for each kind of move, how such a move changed the assets of the player who made it.
    """

    table: CompiledGame
    assets: Assets
    changes: Mapping[int, Iterable[Change]]
    _sales: set[int] = field(init=False)
    """Kinds of move that sell something for money."""
    _sorts: list[int] = field(init=False)
    """Indices of the asset classes that are merchandise."""

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
        """Return the usual proceeds of one piece, keyed by asset class index.

        The map has no entry for classes that were never sold.
        """
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
        """Yield the index of each merchandise class that the seat could sell now, with the proceeds of one piece."""
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
