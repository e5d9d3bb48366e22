"""Rounds of self-play, after which networks are fitted again: games of bots that use the networks fitted so far.

Such games show what quick bots never do, for example saving for something dear. To keep the games varied, seats
sometimes follow older networks or are greedy, and make random moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from dsl.limits import MOST_DECISIONS
from interpreter.game import Game
from interpreter.position import PlayFault, Row, Vector
from interpreter.rng import Stream, game_seed
from interpreter.table import Move
from mercatoria.fitting.self_play import OPENING, SLOW, SelfPlayGame
from mercatoria.players import AfterstateValues, Position, seeded

GAMES = 60
"""Number of games in a round."""

FIRST = 1 << 19
"""Number of the first game of self-play, so that its deals differ from those of other games."""

KINDS = ("turns", "turns", "turns", "turns", "alone", "alone", "old", "greedy")
"""Kinds of player; each seat draws one.

The network decides where a seat must act. On its turns it decides for `alone` and `old`, the latter with an older
network, and the greedy player decides for `turns` and for `greedy`, which uses no network.
"""

ASTRAY, ASTRAY_AT_FIRST = 6, 35
"""Percentage of random moves: in general, and where a seat must act among the first decisions of a game."""

FILLINGS = 3
"""Number of sets of values to weigh for each move with open parameters."""

MOST_MOVES = 60
"""Maximum number of moves to weigh; of more moves, this many are drawn."""


class _Chooser(Protocol):
    def choose(self, position: Position) -> Move: ...


@dataclass(frozen=True, slots=True)
class _ByValue:
    """A seat of a game of self-play. Such seats see the whole position."""

    values: AfterstateValues
    turns: _Chooser | None
    """Player that decides where the seat may pass, if not the network."""
    stream: Stream

    def choose(self, position: Position, v: Vector) -> Move:
        if self.turns is not None and not position.must_act:
            return self.turns.choose(position)
        rows = list[Row]()
        for move in position.moves:
            for _ in range(FILLINGS if move.open else 1):
                if (filled := position.filled(move, self.stream)) is not None:
                    rows.append(filled.row)
        if len(rows) > MOST_MOVES:
            rows = self.stream.sample(rows, MOST_MOVES)
        best = self.values.best([(v, 1.0)], position.seat, rows, self.stream) if rows else None
        return position.named(best) if best is not None else position.sample(self.stream)


def played_round(
    game: Game, players: int, networks: Sequence[AfterstateValues], seed: int, number: int
) -> Iterator[SelfPlayGame | None]:  # fmt: skip
    """Yield the games of a round, the newest of `networks` being the last. Unfinished games are None."""
    for at in range(GAMES):
        yield _played(game, players, networks, game_seed(seed, FIRST + number * GAMES + at))


def _played(game: Game, players: int, networks: Sequence[AfterstateValues], seed: int) -> SelfPlayGame | None:
    state, stream, found = game.start(players, seed), Stream(seed, "self-play"), list[Vector]()
    seats = [_seated(stream, networks, seed, seat) for seat in range(players)]
    try:
        while not state.is_over and len(found) < MOST_DECISIONS:
            position = Position(state, state.deciders[0])
            found.append(state.vector[:])
            astray = ASTRAY_AT_FIRST if position.must_act and len(found) <= OPENING else ASTRAY
            chooser = seats[position.seat]
            if stream.randrange(100) < astray:
                state.apply(position.sample(stream))
            elif isinstance(chooser, _ByValue):
                state.apply(chooser.choose(position, found[-1]))
            else:
                state.apply(chooser.choose(position))
    except PlayFault:
        return None
    return SelfPlayGame.of(state.table, found, state.vector)


def _seated(stream: Stream, networks: Sequence[AfterstateValues], seed: int, seat: int) -> _ByValue | _Chooser:
    kind, greedy = stream.choice(KINDS), seeded(SLOW, seed, seat)
    if kind == "greedy":
        return greedy
    values = stream.choice(networks) if kind == "old" else networks[-1]
    return _ByValue(values, greedy if kind == "turns" else None, stream)
