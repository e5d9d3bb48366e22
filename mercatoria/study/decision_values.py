"""Decisions that matter: some decisions of a game, each weighed by playing on at random from several of its moves.

All moves of a decision are played on with the same chance. The first half of the games finds the move that promises
most; the second half, which has not chosen it, says how much more it wins than a move drawn at random. So luck in the
first half does not count as worth, and the mean of many decisions is neither too high nor too low. It is what a move is
worth to somebody who sees everything, if all go on at random: a measure of the rules, not of a player.
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
"""Decisions of a game that are weighed, drawn from all that leave a choice."""

MOST_MOVES = 6
"""Moves of a decision that are played on; of more, as many are drawn."""

HALF = 12
"""Games that are played on from each move to find the best, and as many to say what it is worth."""

SURE = 2.2
"""Standard errors by which a gain is no accident: of forty decisions in which nothing matters, one comes so far."""

DRAWN = "weighed decisions"
"""The stream from which it is drawn what is weighed; none of a game or a seat."""


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """What was found out of one decision."""

    phase: str
    gain: float
    """How much more of the win the best move brings than one drawn at random."""
    sure: bool
    """Whether the gain is no accident."""


@dataclass(frozen=True, slots=True)
class _Point:
    v: Vector
    seat: int
    rows: list[Row]


class Sample:
    """Some decisions of a game, each as likely as any other, however many there will be."""

    def __init__(self, seed: int, number: int) -> None:
        self._stream = Stream(seed, DRAWN)
        self._number = number
        self._seen = 0
        self._kept: list[_Point] = []

    def offer(self, v: Vector, seat: int, rows: Sequence[Row]) -> None:
        """A decision that leaves a choice."""
        self._seen += 1
        if len(self._kept) < self._number:
            self._kept.append(_Point(v[:], seat, list(rows)))
        elif (at := self._stream.randrange(self._seen)) < self._number:
            self._kept[at] = _Point(v[:], seat, list(rows))

    def weighed(self, table: CompiledGame, seed: int) -> list[DecisionValue]:
        """What they are worth. Left out is where a rule fails as one plays on."""
        player = _player(table)
        found = (_weighed(table, player, point, game_seed(seed, at)) for at, point in enumerate(self._kept))
        return [each for each in found if each is not None]


# ---------------------------------------------------------------- playing on


class _PlaysOn(Protocol):
    def __call__(self, v: Vector, seed: int) -> Iterator[tuple[int, ...]]:
        """Who wins the games that go on from a position, one by one. Raises `PlayFault` if a rule fails."""
        ...


def _player(table: CompiledGame) -> _PlaysOn:
    """The native engine where it can, else the one in Python: both play the same games."""
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
    """What the seat that decided has of the win in each game."""
    return [share_of_win(winners, point.seat) for winners in plays_on(after, seed)]


def _afters(table: CompiledGame, point: _Point, seed: int) -> Iterator[Vector]:
    """The positions after the moves that are played on."""
    rows, stream = list(point.rows), Stream(seed, DRAWN)
    while len(rows) > MOST_MOVES:
        del rows[stream.randrange(len(rows))]
    chooser = Chooser(seed, table.flow.model.players)
    for row in rows:
        whole = chooser.filled(table.engine, point.v, point.seat, point.rows, row) if OPEN in row else row
        after = point.v[:]
        table.apply(after, point.seat, whole)
        yield after
