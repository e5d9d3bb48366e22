"""Does the better player win? Two kinds of player are set at one table until it is sure which of them wins more often.

    python -m tests.mercatoria.players.ladder medieval_merchant -p 3 medium,greedy

The first kind takes one seat, the other one all further seats. A deal is one seed, played once for each seat that the
first kind can take: whoever plays no better than the others wins one game in as many as there are seats. After each
deal the share is told that the first kind wins, in an interval that stays valid however often one looks. Alone at a
table, the points of the two kinds are compared, deal by deal. `--seed` begins elsewhere; what is printed can be
repeated.

Source of the intervals: I. Waudby-Smith, A. Ramdas, *Estimating means of bounded random variables by betting*, 2023.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log1p

import mercatoria
from interpreter.rng import game_seed
from mercatoria.players import Player, Position, seeded
from mercatoria.players.thinking import LEVELS
from mercatoria.simulation import play_on
from mercatoria.study.intervals import Unbounded

RISK = 0.05
STEPS = 200
"""Steps between 0 and 1 in which a share is told."""

BETS = (0.1, 0.2, 0.35, 0.5, 0.7)
"""How much of what one owns is bet against a share, as parts of the most that can be lost."""


@dataclass(slots=True)
class Share:
    """A share from 0 to 1 of which numbers are observed. Whoever bets that it is another one grows poor, if it is not;
    so a share against which somebody has grown rich is ruled out."""

    risk: float = RISK
    observed: list[float] = field(default_factory=list)

    def add(self, observed: float) -> None:
        self.observed.append(observed)

    @property
    def interval(self) -> tuple[float, float]:
        """All shares that are not ruled out lie between these."""
        left = [step / STEPS for step in range(STEPS + 1) if not self._is_ruled_out(step / STEPS)]
        return (left[0], left[-1]) if left else (0.0, 1.0)

    def _is_ruled_out(self, share: float) -> bool:
        richest = max(self._owned(share, above=True), self._owned(share, above=False))
        return richest >= 2 / self.risk

    def _owned(self, share: float, above: bool) -> float:
        """What has become of 1 for who bets that the share lies above, or below."""
        most = 1 / max(share, 1 / STEPS) if above else -1 / max(1 - share, 1 / STEPS)
        owned = [sum(log1p(bet * most * (each - share)) for each in self.observed) for bet in BETS]
        return sum(exp(each) for each in owned) / len(owned)


class Timed:
    """A player whose time is taken."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.seconds = 0.0
        self.moves = 0

    def choose(self, position: Position) -> mercatoria.Move:
        begun = time.process_time()
        move = self._player.choose(position)
        self.seconds += time.process_time() - begun
        self.moves += len(position.moves) > 1
        return move


@dataclass(slots=True)
class Ladder:
    """Games of one kind of player against others."""

    game: mercatoria.Game
    players: int
    kinds: tuple[str, str]
    seed: int
    seconds: float = 0.0
    moves: int = 0

    def played(self, number: int, seat: int, kind: str) -> mercatoria.State:
        """A game in which one seat is taken by a kind of player."""
        seed = game_seed(self.seed, number)
        state = self.game.start(self.players, seed)
        seated: list[Player] = [seeded(self.kinds[1], seed, each) for each in range(self.players)]
        seated[seat] = timed = Timed(seeded(kind, seed, seat))
        play_on(state, seated)
        if kind == self.kinds[0]:
            self.seconds, self.moves = self.seconds + timed.seconds, self.moves + timed.moves
        return state

    def share(self, number: int) -> float:
        """What the first kind has of the wins of a deal."""
        won = 0.0
        for seat in range(self.players):
            winners = self.played(number, seat, self.kinds[0]).ranking[0]
            won += (seat in winners) / len(winners)
        return won / self.players

    def more_points(self, number: int) -> float:
        """How many points the first kind has more than the other, alone with the same luck."""
        one, other = (self.played(number, 0, kind).scores[0] for kind in self.kinds)
        return one - other


def climb(ladder: Ladder, deals: int, until_sure: bool) -> None:
    """Plays deals and tells what is known after each."""
    share, points = Share(), Unbounded(RISK)
    for number in range(deals):
        if ladder.players > 1:
            share.add(ladder.share(number))
            (low, high), chance = share.interval, 1 / ladder.players
            mean, what = sum(share.observed) / len(share.observed), f"of the wins; {chance:.3f} would be chance"
        else:
            points.add(ladder.more_points(number))
            estimate, chance, what = points.estimate, 0.0, "points more"
            mean, low, high = estimate.mean, estimate.low, estimate.high
        each = ladder.seconds / max(1, ladder.moves)
        print(f"deal {number + 1}: {mean:.3f} ({low:.3f} to {high:.3f}) {what}; {each:.2f} s a move", flush=True)
        if until_sure and not low <= chance <= high:
            print(f"sure: {ladder.kinds[0]} is {'better' if low > chance else 'worse'} than {ladder.kinds[1]}")
            return
    print("not sure")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Does the better player win?")
    parser.add_argument("game")
    parser.add_argument("kinds", help=f"two kinds of player: {', '.join(LEVELS)}, greedy, random or a number of runs")
    parser.add_argument("-p", "--players", type=int, required=True)
    parser.add_argument("-n", "--deals", type=int, default=400, help="deals at most")
    parser.add_argument("--all", action="store_true", help="play all deals, also where it is sure before")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args(arguments)
    first, other = asked.kinds.split(",")
    options = {name: int(value) for name, value in (each.split("=") for each in asked.option)}
    game = mercatoria.load(asked.game, options=options)
    climb(Ladder(game, asked.players, (first, other), asked.seed), asked.deals, not asked.all)


if __name__ == "__main__":
    main()
