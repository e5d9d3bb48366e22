"""Deals: the same chance for every rule set, and every rotation of the players.

A deal is one seed. Each rule set is played with it, once for each way in which the players can be moved around the
table. Chance has named streams, so a house rule does not shift what it does not concern, and the luck of the deal drops
out of the difference between two rule sets. A deal is the unit of all statistics, as its games are not independent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.play import Game
from interpreter.rng import game_seed
from mercatoria.study.observed import ObservedGame, observe

Line = dict[str, Any]
"""A deal as a line of the results: its number, its seed, and the games of each rule set."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game with the variants of one side of the comparison. The first of a study is the base."""

    name: str
    game: Game


@dataclass(frozen=True, slots=True)
class Deal:
    """What came of one deal under each rule set, by its name; in the order of the rotations."""

    number: int
    seed: int
    games: dict[str, list[ObservedGame]]

    def as_line(self) -> str:
        told = {name: [game.as_data() for game in games] for name, games in self.games.items()}
        return json.dumps({"deal": self.number, "seed": self.seed, "games": told}, ensure_ascii=False)

    @classmethod
    def from_line(cls, line: Line) -> Deal:
        """Raises `KeyError` or `TypeError` for what is no deal."""
        games = {name: [ObservedGame(**each) for each in told] for name, told in line["games"].items()}
        return cls(line["deal"], line["seed"], games)


def rotations(seats: Sequence[str]) -> list[tuple[str, ...]]:
    """The players moved around the table, each way once: one way if they are all of a kind."""
    turned = (tuple(seats[-by:]) + tuple(seats[:-by]) for by in range(len(seats)))
    return list(dict.fromkeys(turned))


def deals(
    rule_sets: Sequence[RuleSet], seats: Sequence[str], seed: int, numbers: Sequence[int]
) -> Iterator[Deal]:
    """Plays these deals of a study; `seed` is the study's."""
    for number in numbers:
        dealt = game_seed(seed, number)
        yield Deal(
            number,
            dealt,
            {each.name: [observe(each.game, dealt, turned) for turned in rotations(seats)] for each in rule_sets},
        )
