"""Games that are watched to find out what positions are worth: who plays in them, and when one looks.

In each game all seats are alike: by lot, all eager or all playing by chance. Else what eager players like to have would
pass for what wins. Eager players take any move now and then, so that seats come to differ. They play as in the thoughts
of players that think (`Rollouts`), natively where that can be; and one looks where those break off, as rounds end.

Where quick players hardly come to the end of a game, greedy ones can be watched: they take thousands of times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS
from interpreter.native import CHANCE, PlayoutLimits, Policy
from interpreter.play import Game
from interpreter.position import PlayFault, Vector, share_of_win
from interpreter.rng import Stream, game_seed
from interpreter.table import CompiledGame
from mercatoria.players import ChanceSampler, Position, Rollouts, round_slot, seeded
from mercatoria.simulation import EAGER, RANDOM

KINDS = (EAGER, RANDOM)
"""Who plays if nothing else is said."""

SLOW = "greedy"
"""Who may play, too."""

STRETCH = PlayoutLimits(shortest=6, longest=24, most_looked=200_000)
"""How far one plays from look to look."""

EAGER_POLICY = Policy(ahead=1, astray=10)

MOST_STRETCHES = 1000
"""After so many of them a game is given up."""

MOST_LOOKS = 24
"""Looks in one game that are kept."""


@dataclass(frozen=True, slots=True)
class SelfPlayGame:
    """A game that came to its end: positions on the way, and who won."""

    positions: Sequence[Vector]
    shares: Sequence[float]
    """What each seat had of the win."""
    rounds: int
    """The number of the last round."""


def watched(
    game: Game, players: int, kinds: Sequence[str], seed: int, games: int
) -> Iterator[SelfPlayGame | None]:  # fmt: skip
    """So many games of the run with this seed; None for one that did not come to an end."""
    table = game.table(players)
    engine, slot = table.engine, round_slot(table)
    for number in range(games):
        own = game_seed(seed, number)
        kind = Stream(own, "who plays").choice(kinds)
        try:
            *positions, end = _played_slowly(game, players, own) if kind == SLOW else _played(table, own, kind == EAGER)
        except PlayFault:
            yield None
            continue
        if not engine.over(end):
            yield None
            continue
        winners = engine.ranking(end)[0]
        shares = [share_of_win(winners, seat) for seat in range(players)]
        yield SelfPlayGame(_some(positions), shares, end[slot])


def _played(table: CompiledGame, seed: int, eager: bool) -> list[Vector]:
    """Where the stretches of a game end; each has a luck of its own. Raises `PlayFault` if a rule fails."""
    v, found, rollouts = table.start(), list[Vector](), Rollouts(table)
    seats = [EAGER_POLICY if eager else CHANCE] * table.flow.model.players
    while not found or (len(found) < MOST_STRETCHES and not table.engine.over(v)):
        rollouts.play_some(v, ChanceSampler(table, game_seed(seed, len(found))), seats, STRETCH)
        found.append(v[:])
    return found


def _played_slowly(game: Game, players: int, seed: int) -> list[Vector]:
    """Where the rounds of a game of greedy players begin, and its end. Raises `PlayFault` if a rule fails."""
    state, found = game.start(players, seed), list[Vector]()
    seated, slot, decided = [seeded(SLOW, seed, seat) for seat in range(players)], round_slot(state.table), 0
    while not state.is_over and decided < MOST_DECISIONS:
        if not found or state.vector[slot] != found[-1][slot]:
            found.append(state.vector[:])
        seat = state.deciders[0]
        state.apply(seated[seat].choose(Position(state, seat)))
        decided += 1
    return [*found, state.vector[:]]


def _some(positions: Sequence[Vector]) -> list[Vector]:
    """Some of them, spread over the game."""
    number = min(MOST_LOOKS, len(positions))
    return [positions[at * len(positions) // number] for at in range(number)]
