"""Deals: sets of games in which every rule set is played with the same random numbers.

Each deal has one seed. In a deal, each rule set is played once for every rotation of the players around the table.
Chance draws from named streams, so a house rule does not shift unrelated draws. The luck of a deal therefore cancels
out when two rule sets are compared. All statistics treat a deal as one observation, because its games are not
independent.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.game import Game
from interpreter.position import Results, once
from interpreter.rng import game_seed
from mercatoria.players import priced_like
from mercatoria.simulation import REFERENCE
from mercatoria.study.native_study import observed
from mercatoria.study.observed import ObservationDepth, ObservedGame
from mercatoria.study.rule_parts import Part, parts_of


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game with the variants that define one side of a comparison.

    The first rule set of a study is the base.
    """

    name: str
    game: Game

    def title(self, base: Game) -> str:
        """Return the titles of the variants that the base does not have, or the name if there are none."""
        new = [self.game.folder.variants.get(name) for name in self.game.variants if name not in base.variants]
        return "; ".join(each.title for each in new if each is not None and each.title) or self.name


@dataclass(frozen=True, slots=True)
class Deal:
    """Results of one deal: for each rule set, its games in rotation order."""

    number: int
    seed: int
    games: dict[str, list[ObservedGame]]

    def as_line(self) -> str:
        told = {name: [game.as_data() for game in games] for name, games in self.games.items()}
        return json.dumps({"deal": self.number, "seed": self.seed, "games": told}, ensure_ascii=False)

    @classmethod
    def from_text(cls, line: str) -> Deal:
        """Parse a deal from one line of a study file.

        Raises:
            ValueError: The line is not valid JSON.
            KeyError: The deal lacks a required entry.
            TypeError: An entry of the deal has the wrong type.
        """
        told = json.loads(line)
        games = {name: [ObservedGame.from_data(each) for each in listed] for name, listed in told["games"].items()}
        return cls(told["deal"], told["seed"], games)


def rotations(seats: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the distinct rotations of the players around the table.

    If all players are of the same kind, the list has a single rotation.
    """
    turned = (tuple(seats[-by:]) + tuple(seats[:-by]) for by in range(len(seats)))
    return list(dict.fromkeys(turned))


@dataclass(frozen=True, slots=True)
class Design:
    """The rule sets, the players, and the seed that determines all deals."""

    rule_sets: tuple[RuleSet, ...]
    """Rule sets to play, with the base first."""
    seats: tuple[str, ...]
    """Kind of player in each seat, before any rotation."""
    seed: int
    looked_into: int = 0
    """Number of deals, starting with the first, for which applied clauses are recorded; recording is slow."""
    weighed: int = 0
    """Number of deals, starting with the first, for which some decisions are evaluated; evaluation is slow."""
    engine: str | None = None
    """Name of the requested engine, or None for the fastest one available.

    The engine does not affect the results.
    """
    results: Results = field(default_factory=Results, repr=False, compare=False)
    """The games that this process plays (`once`)."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the design without the games that this process plays."""
        told = (self.rule_sets, self.seats, self.seed, self.looked_into, self.weighed, self.engine)
        return Design, told

    @property
    def mark(self) -> str:
        """Cache key for the engine and everything else that determines a deal, except its number."""
        rules = [(each.name, each.game.table(len(self.seats)).fingerprint) for each in self.rule_sets]
        return repr((rules, self.seats, self.seed, self.looked_into, self.weighed, self.engine))

    def deal(self, number: int) -> Deal:
        """Play the deal with this index.

        The result is the same on every machine.
        """
        seed, ways = game_seed(self.seed, number), rotations(self.seats)
        games = once(self, _with_the_same_players)
        return Deal(number, seed, {
            each.name: [observed(game, seed, way, self._depth(each, number), self.engine) for way in ways]
            for each, game in zip(self.rule_sets, games, strict=True)
        })  # fmt: skip

    def parts(self, rule_set: RuleSet) -> tuple[Part, ...]:
        """Return the parts of the variants that a rule set has in addition to the variants of the base."""
        return parts_of(rule_set.game, self.rule_sets[0].game)

    def _depth(self, rule_set: RuleSet, number: int) -> ObservationDepth:
        traced = number < self.looked_into
        base = self.rule_sets[0].game
        return ObservationDepth(
            traced, number < self.weighed, self.parts(rule_set) if traced else (), base if traced else None
        )


def _with_the_same_players(design: Design) -> list[Game]:
    """Return the games of a design, in which the players value assets as in the base.

    Without this, a rule would also change the players, because they estimate the prices of a game from a few random
    games.
    """
    players, plain = len(design.seats), design.engine == REFERENCE
    base, *others = (each.game for each in design.rule_sets)
    model = base.table(players, plain)
    return [base, *(game.with_table(priced_like(game.table(players, plain), model), plain) for game in others)]
