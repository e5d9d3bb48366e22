"""Compares two kinds of players, until it is clear which kind wins more often.

    python -m tests.mercatoria.players.ladder medieval_merchant -p 3 medium,greedy

In each game the first kind takes a random seat, and the second kind takes all other seats. At a table with `n` seats, a
kind that is as good as the other wins one game in `n`. After each game, the program prints the first kind's share of
the wins, with an interval that is valid at any time (`mercatoria.simulation.intervals`). In games for one player, the
kind that scores more points with the same luck wins.

`--seed` selects other games. With the same seed, the program prints the same output. `--kept FILE` saves each finished
game as a line of JSON. If the file exists, the program resumes after its last game.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import mercatoria
from interpreter.position import share_of_win
from interpreter.rng import Stream, game_seed
from mercatoria.players import Player, Position, seeded
from mercatoria.players.search_bot import LEVELS
from mercatoria.simulation import Bounded, play_on

RISK = 0.05


class Timed:
    """A player whose thinking time is measured."""

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
    """A comparison of two kinds of players at one table."""

    game: mercatoria.Game
    players: int
    kinds: tuple[str, str]
    seed: int
    kept: Path | None = None
    """The file for finished games, or None."""
    seconds: float = 0.0
    moves: int = 0

    def shares(self, games: int) -> Iterator[float]:
        """Yield the first kind's share of the win in each game. Saved games come first."""
        lines = self.kept.read_text().splitlines() if self.kept and self.kept.exists() else []
        for line in lines[:games]:
            share, self.seconds, self.moves = json.loads(line)
            yield share
        for number in range(len(lines), games):
            share = self.share(number)
            if self.kept:
                with self.kept.open("a") as file:
                    file.write(json.dumps([share, self.seconds, self.moves]) + "\n")
            yield share

    def played(self, number: int, seat: int, kind: str) -> mercatoria.State:
        """Play a game in which this kind takes one seat."""
        seed = game_seed(self.seed, number)
        state = self.game.start(self.players, seed)
        seated: list[Player] = [seeded(self.kinds[1], seed, each) for each in range(self.players)]
        seated[seat] = timed = Timed(seeded(kind, seed, seat))
        play_on(state, seated)
        if kind == self.kinds[0]:
            self.seconds, self.moves = self.seconds + timed.seconds, self.moves + timed.moves
        return state

    def share(self, number: int) -> float:
        """Return the first kind's share of the win in one game.

        In a game for one player, the first kind wins if it gets more points than the other kind with the same luck.
        """
        if self.players == 1:
            one, other = (self.played(number, 0, kind).scores[0] for kind in self.kinds)
            return (1 + (one > other) - (one < other)) / 2
        seat = Stream(game_seed(self.seed, number), "who sits where").randrange(self.players)
        winners = self.played(number, seat, self.kinds[0]).ranking[0]
        return share_of_win(winners, seat)


def climb(ladder: Ladder, games: int, until_sure: bool) -> None:
    chance, known = 1 / max(2, ladder.players), Bounded(0, 1, RISK)
    for number, share in enumerate(ladder.shares(games)):
        known.add(share)
        found, each = known.estimate, ladder.seconds / max(1, ladder.moves)
        told = f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f}) of the wins; {chance:.3f} would be chance"
        print(f"game {number + 1}: {told}; {each:.2f} s a move", flush=True)
        if until_sure and not found.low <= chance <= found.high:
            print(f"sure: {ladder.kinds[0]} is {'better' if found.low > chance else 'worse'} than {ladder.kinds[1]}")
            return
    print("not sure")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Does the better player win?")
    parser.add_argument("game")
    parser.add_argument("kinds", help=f"two kinds of player: {', '.join(LEVELS)}, greedy, random or a number of runs")
    parser.add_argument("-p", "--players", type=int, required=True)
    parser.add_argument("-n", "--games", type=int, default=400, help="games at most")
    parser.add_argument("--all", action="store_true", help="play all games, also where it is sure before")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--variant", action="append", default=[], metavar="NAME")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="where games are written down, to go on later")
    asked = parser.parse_args(arguments)
    first, other = asked.kinds.split(",")
    options = {name: int(value) for name, value in (each.split("=") for each in asked.option)}
    game = mercatoria.load(asked.game, asked.variant, options=options)
    climb(Ladder(game, asked.players, (first, other), asked.seed, asked.kept), asked.games, not asked.all)


if __name__ == "__main__":
    main()
