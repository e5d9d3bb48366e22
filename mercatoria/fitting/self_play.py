"""Plays games for fitting position values, and samples positions from them.

In each game, all seats use the same policy, chosen at random: either `eager` or `random`. With eager players alone, the
fit would mistake their habits for good play. Eager players sometimes make a random move, so that the seats end up in
different situations. They use the rollout policy of search bots (`Rollouts`), natively if possible. Positions are
sampled at each of the first decisions, because an opening decides much, and then at the ends of rounds, where rollouts
also stop.

If these fast players rarely finish a game, greedy players can replace them, but take thousands of times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS
from interpreter.game import Game
from interpreter.native import CHANCE, PlayoutLimits, Policy
from interpreter.position import PlayFault, Vector
from interpreter.rng import Stream, game_seed
from interpreter.table import CompiledGame
from mercatoria.players import ChanceSampler, Position, Rollouts, round_slot, seeded, shares_of_win
from mercatoria.simulation import EAGER, RANDOM

KINDS = (EAGER, RANDOM)
"""Default kinds of player for self-play."""

SLOW = "greedy"
"""A slower kind of player that the caller can request instead."""

STRETCH = PlayoutLimits(shortest=6, longest=24, most_looked=200_000)
"""Limits on how long to play between two sampled positions."""

OPENING = 8
"""Number of first decisions of a game; a position is sampled at each."""

ONE_DECISION = PlayoutLimits(shortest=1, longest=1, most_looked=200_000)

EAGER_POLICY = Policy(ahead=1, astray=10)

MOST_STRETCHES = 1000
"""Maximum number of positions to sample before a game is abandoned."""

MOST_LOOKS = 24
"""Maximum number of sampled positions to keep per game, in addition to those of the opening."""


@dataclass(frozen=True, slots=True)
class SelfPlayGame:
    """Sampled positions and the result of a finished game."""

    positions: Sequence[Vector]
    shares: Sequence[float]
    """Each seat's share of the win."""
    rounds: int
    """Number of rounds that the game lasted."""

    @classmethod
    def of(cls, table: CompiledGame, positions: Sequence[Vector], end: Vector) -> SelfPlayGame | None:
        """Return a game with the positions of its opening and some of the others, or None if it did not end."""
        if not table.engine.over(end):
            return None
        return cls(spread(positions), shares_of_win(table, end), end[round_slot(table)])


def watched(
    game: Game, players: int, kinds: Sequence[str], seed: int, games: int
) -> Iterator[SelfPlayGame | None]:  # fmt: skip
    """Yield the results of `games` self-play games, all determined by `seed`.

    Yields None in place of a game that does not finish.
    """
    table = game.table(players)
    for number in range(games):
        own = game_seed(seed, number)
        kind = Stream(own, "who plays").choice(kinds)
        try:
            *positions, end = _played_slowly(game, players, own) if kind == SLOW else _played(table, own, kind == EAGER)
        except PlayFault:
            yield None
            continue
        yield SelfPlayGame.of(table, positions, end)


def _played(table: CompiledGame, seed: int, eager: bool) -> list[Vector]:
    """Return the positions sampled from one game; the last is its final position.

    Raises `PlayFault` if a rule fails.
    """
    v, found, rollouts = table.start(), list[Vector](), Rollouts(table)
    seats = [EAGER_POLICY if eager else CHANCE] * table.flow.model.players
    while not found or (len(found) < MOST_STRETCHES and not table.engine.over(v)):
        stretch = ONE_DECISION if len(found) < OPENING else STRETCH
        rollouts.play_some(v, ChanceSampler(table, game_seed(seed, len(found))), seats, stretch)
        found.append(v[:])
    return found


def _played_slowly(game: Game, players: int, seed: int) -> list[Vector]:
    """Return the positions of the opening and at the start of each later round of a game between greedy players, and
    the final position.

    Raises `PlayFault` if a rule fails.
    """
    state, found = game.start(players, seed), list[Vector]()
    seated, slot, decided = [seeded(SLOW, seed, seat) for seat in range(players)], round_slot(state.table), 0
    while not state.is_over and decided < MOST_DECISIONS:
        if decided < OPENING or state.vector[slot] != found[-1][slot]:
            found.append(state.vector[:])
        seat = state.deciders[0]
        state.apply(seated[seat].choose(Position(state, seat)))
        decided += 1
    return [*found, state.vector[:]]


def spread(positions: Sequence[Vector]) -> list[Vector]:
    """Return the positions of the opening, and at most `MOST_LOOKS` of the others, spread evenly over the game."""
    opening, others = positions[:OPENING], positions[OPENING:]
    number = min(MOST_LOOKS, len(others))
    return [*opening, *(others[at * len(others) // number] for at in range(number))]
