"""Deals: the same random numbers for every rule set, and every rotation of the players.

A deal is one seed. Each rule set is played with it, once for each rotation of the players around the table. Chance has
named streams, so a house rule does not shift unrelated draws, and the luck of the deal cancels out in the difference
between two rule sets. A deal is the unit of all statistics, because its games are not independent.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.play import Game
from interpreter.rng import game_seed
from mercatoria.study.native_study import observed
from mercatoria.study.observed import ObservationDepth, ObservedGame


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game with the variants of one side of the comparison. The first of a study is the base."""

    name: str
    game: Game


@dataclass(frozen=True, slots=True)
class Deal:
    """Results of one deal under each rule set, by its name, in the order of the rotations."""

    number: int
    seed: int
    games: dict[str, list[ObservedGame]]

    def as_line(self) -> str:
        told = {name: [game.as_data() for game in games] for name, games in self.games.items()}
        return json.dumps({"deal": self.number, "seed": self.seed, "games": told}, ensure_ascii=False)

    @classmethod
    def from_text(cls, line: str) -> Deal:
        """Raises `ValueError`, `KeyError` or `TypeError` for anything but a deal."""
        told = json.loads(line)
        games = {name: [ObservedGame.from_data(each) for each in listed] for name, listed in told["games"].items()}
        return cls(told["deal"], told["seed"], games)


def rotations(seats: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the distinct rotations of the players around the table; one if all are of the same kind."""
    turned = (tuple(seats[-by:]) + tuple(seats[:-by]) for by in range(len(seats)))
    return list(dict.fromkeys(turned))


@dataclass(frozen=True, slots=True)
class Design:
    """The rule sets, the players, and the seed that determines all deals."""

    rule_sets: tuple[RuleSet, ...]
    """The base first."""
    seats: tuple[str, ...]
    """The kinds of player, in seat order before the rotation."""
    seed: int
    looked_into: int = 0
    """Number of first deals in which the applied clauses are recorded, which takes long."""
    weighed: int = 0
    """Number of first deals in which some decisions are evaluated, which takes long."""
    engine: str | None = None
    """The requested engine; None: the fastest available. It does not change any deal."""

    @property
    def mark(self) -> str:
        """Key for everything that a deal depends on, except its number, and for the engine."""
        rules = [(each.name, each.game.table(len(self.seats)).fingerprint) for each in self.rule_sets]
        return repr((rules, self.seats, self.seed, self.looked_into, self.weighed, self.engine))

    def deal(self, number: int) -> Deal:
        """Play a deal. It gives the same result on every machine and at every time."""
        seed, depth = game_seed(self.seed, number), ObservationDepth(number < self.looked_into, number < self.weighed)
        ways = rotations(self.seats)
        return Deal(
            number,
            seed,
            {
                each.name: [observed(each.game, seed, way, depth, self.engine) for way in ways]
                for each in self.rule_sets
            },
        )
