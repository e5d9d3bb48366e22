"""Bots decide in processes of their own, so that nobody waits for their thinking.

A process keeps the games it has played on, and is told only what was decided since.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

import mercatoria
from mercatoria import Game, State
from mercatoria.players import Position, seeded
from mercatoria.simulation import end_with_parent

MOST_KEPT = 16
"""Games that a process keeps."""
SEEDS = 2**63
"""Seeds of bots are below."""
MOST_PROCESSES = 4
POLITE = 10
"""How far processes that think stand back where the processor is short: who has moved is answered first."""


@dataclass(frozen=True, slots=True)
class Request:
    """A decision that a bot owes: the table, what it plays, all moves so far (seat and notation), the seat, the
    kind of bot, and which question of the seat it answers."""

    table: str
    game: str
    variants: tuple[str, ...]
    options: Mapping[str, str | int]
    players: int
    seed: int
    moves: tuple[tuple[int, str], ...]
    seat: int
    kind: str
    turn: int


class Bots:
    """The processes. They are started when a bot first has to decide."""

    def __init__(self, processes: int | None = None) -> None:
        self._many = processes or max(1, min(MOST_PROCESSES, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None

    def ask(self, request: Request) -> Future[str]:
        """The move, in notation, as soon as it is decided. The future raises `BrokenProcessPool` if the process ended;
        asked again, another one decides."""
        try:
            return self._running().submit(decided, request)
        except BrokenProcessPool:
            self.close()
            return self._running().submit(decided, request)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawning = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._many, spawning, initializer=_begin)
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    """A process that thinks ends with the server, and leaves the processor to it."""
    end_with_parent()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(POLITE)


_PLAYED: OrderedDict[str, tuple[Game, State, tuple[tuple[int, str], ...]]] = OrderedDict()
"""What this process has played on, by table: the game, where it stands, and the moves that led there."""


def decided(request: Request) -> str:
    """The move that a bot decides on, as the notation has it. It is given what its seat sees, and draws from a stream
    that belongs to this one decision."""
    state = _state_of(request)
    seed = (request.seed + len(request.moves)) % SEEDS
    return seeded(request.kind, seed, request.seat).choose(Position(state, request.seat)).call


def _state_of(request: Request) -> State:
    kept = _PLAYED.pop(request.table, None)
    if kept is not None and kept[2] == request.moves[: len(kept[2])]:
        game, state, played = kept
    else:
        game = kept[0] if kept is not None else mercatoria.load(request.game, request.variants, request.options)
        state, played = game.start(request.players, request.seed), ()
    for seat, text in request.moves[len(played) :]:
        state.apply(state.table.notation.parse(text, seat))
    _PLAYED[request.table] = game, state, request.moves
    if len(_PLAYED) > MOST_KEPT:
        _PLAYED.popitem(last=False)
    return state
