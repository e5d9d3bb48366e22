"""Decision values: how much the choice of a move matters, measured by random playouts.

The module samples some decisions, tries several legal moves, and plays each game to its end with the same random
numbers. The first half of the playouts selects the best move. The second half measures how much better that move is
than a random move. The second half had no part in the selection, so the measured advantage is unbiased. A decision's
value is how much a player who sees everything would gain from the best move, if all seats played at random afterwards.
The value describes the rules, not the skill of a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Protocol

from interpreter.position import OPEN, PC, PlayFault, Row, Vector, share_of_win
from interpreter.rng import Stream, game_seed
from interpreter.table import CompiledGame
from mercatoria.simulation import Chooser, NoEngine, native_table, ranking, roll_out

IN_A_GAME = 2
"""Number of decisions to evaluate per game, drawn from those with more than one move."""

MOST_MOVES = 6
"""Maximum number of moves to evaluate per decision.

If there are more moves, a random sample of this size is evaluated.
"""

HALF = 12
"""Number of playouts per move for finding the best move. The advantage of the best move is measured with the same
number of additional playouts.
"""

SURE = 2.2
"""Number of standard errors above which a gain is significant.

If the choice of move does not matter, chance alone exceeds this limit in one decision out of forty.
"""

DRAWN = "weighed decisions"
"""Name of the random stream that draws the decisions to evaluate.

Games and seats use other streams.
"""


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """The value of one decision."""

    phase: str
    gain: float
    """Advantage of the best move over a random move, as a share of the win."""
    sure: bool
    """True if the advantage is statistically significant."""


@dataclass(frozen=True, slots=True)
class _Point:
    v: Vector
    seat: int
    rows: list[Row]


class Sample:
    """A uniform random sample of a game's decisions, drawn during play."""

    def __init__(self, seed: int, number: int) -> None:
        self._stream = Stream(seed, DRAWN)
        self._number = number
        self._seen = 0
        self._kept: list[_Point] = []

    def offer(self, v: Vector, seat: int, rows: Sequence[Row]) -> None:
        """Add a decision to the sample, perhaps in place of another one."""
        self._seen += 1
        if len(self._kept) < self._number:
            self._kept.append(_Point(v[:], seat, list(rows)))
        elif (at := self._stream.randrange(self._seen)) < self._number:
            self._kept[at] = _Point(v[:], seat, list(rows))

    def weighed(self, table: CompiledGame, seed: int) -> list[DecisionValue]:
        """Return the values of the sampled decisions.

        Skip a decision if a rule fails in its playouts.
        """
        player = _player(table)
        found = (_weighed(table, player, point, game_seed(seed, at)) for at, point in enumerate(self._kept))
        return [each for each in found if each is not None]


# ---------------------------------------------------------------- playouts


class _PlaysOn(Protocol):
    def __call__(self, v: Vector, seed: int) -> Iterator[tuple[int, ...]]:
        """Play a position out several times, and yield the winners of each playout.

        Raises `PlayFault` if a rule fails.
        """
        ...


def _player(table: CompiledGame) -> _PlaysOn:
    """Return the native playout function if possible, otherwise the equivalent Python function."""
    try:
        native = native_table(table)
    except (ImportError, NoEngine):
        native = None
    if native is None or not native.is_whole:
        return lambda v, seed: (_winners(table, v, game_seed(seed, at)) for at in range(2 * HALF))
    games = native.games()

    def natively(v: Vector, seed: int) -> Iterator[tuple[int, ...]]:
        for at, played in enumerate(games.roll_out(v, seed, 0, 2 * HALF)):
            yield ranking(played.keys)[0] if played is not None else _winners(table, v, game_seed(seed, at))

    return natively


def _winners(table: CompiledGame, v: Vector, seed: int) -> tuple[int, ...]:
    result = roll_out(table, v, seed)
    if result.fault is not None:
        raise result.fault
    return result.winners


def _weighed(table: CompiledGame, plays_on: _PlaysOn, point: _Point, seed: int) -> DecisionValue | None:
    try:
        shares = [_shares(point, after, plays_on, seed) for after in _afters(table, point, seed)]
    except PlayFault:
        return None
    best = max(range(len(shares)), key=lambda at: fmean(shares[at][:HALF]))
    gains = [shares[best][game] - fmean(each[game] for each in shares) for game in range(HALF, 2 * HALF)]
    gain = fmean(gains)
    phase = table.flow.nodes[point.v[PC]].phase.name
    return DecisionValue(phase, round(gain, 6), gain > SURE * stdev(gains) / HALF**0.5)


def _shares(point: _Point, after: Vector, plays_on: _PlaysOn, seed: int) -> list[float]:
    """Return the deciding seat's share of the win in each playout."""
    return [share_of_win(winners, point.seat) for winners in plays_on(after, seed)]


def _afters(table: CompiledGame, point: _Point, seed: int) -> Iterator[Vector]:
    rows, stream = list(point.rows), Stream(seed, DRAWN)
    while len(rows) > MOST_MOVES:
        del rows[stream.randrange(len(rows))]
    chooser = Chooser(seed, table.flow.model.players)
    for row in rows:
        whole = chooser.filled(table.engine, point.v, point.seat, point.rows, row) if OPEN in row else row
        after = point.v[:]
        table.apply(after, point.seat, whole)
        yield after
