"""Bot processes: bots decide and give hints there, so that other players never wait for them.

A process keeps the games it has advanced, with their bots, which continue from what they already know.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

import mercatoria
from mercatoria import Game, State
from mercatoria.drawing import HintTold, hint_lines
from mercatoria.players import Player, Position, SearchBot, hint_player, seeded
from mercatoria.simulation import end_with_parent

P = ParamSpec("P")
R = TypeVar("R")

MOST_KEPT = 16
"""Maximum number of games that a process keeps."""
SEEDS = 2**63
"""Upper limit of bot seeds."""
MOST_PROCESSES = 4
POLITE = 10
"""Niceness of bot processes, so that players' requests come first when the processor is busy."""


@dataclass(frozen=True, slots=True)
class Request:
    """Request for a bot's decision or hints: the table, its game, all moves so far (seat and notation), the seat, the
    kind of bot, and the number of the question."""

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
    """Bot processes. They start with the first decision, and leave Ctrl-C to the server process."""

    def __init__(self, processes: int | None = None) -> None:
        self._many = processes or max(1, min(MOST_PROCESSES, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None
        self._processes: set[BaseProcess] = set()

    def ask(self, request: Request) -> Future[str]:
        """Return the future move, in notation.

        The future raises `BrokenProcessPool` if the process ended; a second call uses another process.
        """
        return self._submitted(decided, request)

    def ask_for_hints(self, request: Request) -> Future[list[HintTold]]:
        """Ask a search bot for its suggestions in place of a player, in the same way."""
        return self._submitted(hinted, request)

    def _submitted(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a job in a process, starting a new one if none is free."""
        try:
            return self._begun(self._running(), work, *args, **kwargs)
        except BrokenProcessPool:
            self.close()
            return self._begun(self._running(), work, *args, **kwargs)

    def _begun(
        self, pool: ProcessPoolExecutor, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> Future[R]:  # fmt: skip
        others = set(multiprocessing.active_children())
        with _ctrl_c_held_up():
            future = pool.submit(work, *args, **kwargs)
        self._processes |= set(multiprocessing.active_children()) - others
        return future

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawning = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._many, spawning, initializer=_begin)
        return self._pool

    def close(self) -> None:
        """End all processes, including busy ones, for which Python would otherwise wait at exit."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        for process in self._processes:
            process.terminate()
        self._processes.clear()


@contextlib.contextmanager
def _ctrl_c_held_up() -> Iterator[None]:
    """Block Ctrl-C in this thread.

    Child processes inherit that, and this thread gets the signal afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Prepare a process: it ends with the server, runs at low priority, and ignores Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(POLITE)


@dataclass(slots=True)
class Played:
    """Game as far as this process has played it, with its bots by seat and kind.

    A kept bot remembers its beliefs; a new bot would have to replay the whole log.
    """

    game: Game
    state: State
    moves: tuple[tuple[int, str], ...] = ()
    """Moves that led to `state`."""
    bots: dict[tuple[int, str], Player] = field(default_factory=dict)
    advisers: dict[tuple[int, str], SearchBot] = field(default_factory=dict)
    """Search bots that give hints, by seat and kind."""

    def go_on(self, moves: tuple[tuple[int, str], ...]) -> None:
        """Play up to the end of `moves`, which must extend the moves played so far."""
        for seat, text in moves[len(self.moves) :]:
            self.state.apply(self.state.table.notation.parse(text, seat))
        self.moves = moves


_PLAYED: OrderedDict[str, Played] = OrderedDict()
"""Games of this process, by table."""


def decided(request: Request) -> str:
    """Return a bot's decision in move notation, based only on what its seat sees.

    The process that happens to answer determines which bot of the kind decides, and what it has drawn before. Each seat
    has its own random stream.
    """
    played, asked = _played(request), (request.seat, request.kind)
    if asked not in played.bots:
        seed = (request.seed + len(request.moves)) % SEEDS
        played.bots[asked] = seeded(request.kind, seed, request.seat)
    return played.bots[asked].choose(Position(played.state, request.seat)).call


def hinted(request: Request) -> list[HintTold]:
    """Return the moves that a search bot would consider for a player, best first.

    The bot is given only what the seat sees, and has a separate random stream.
    """
    played, asked = _played(request), (request.seat, request.kind)
    if asked not in played.advisers:
        played.advisers[asked] = hint_player(request.kind, request.seat)
    return hint_lines(played.state, played.advisers[asked].hints(Position(played.state, request.seat)))


def _played(request: Request) -> Played:
    """Return the game of a request at its position; it is replayed from the beginning after an undo."""
    kept = _PLAYED.pop(request.table, None)
    if kept is None or kept.moves != request.moves[: len(kept.moves)]:
        game = kept.game if kept is not None else mercatoria.load(request.game, request.variants, request.options)
        kept = Played(game, game.start(request.players, request.seed))
    kept.go_on(request.moves)
    _PLAYED[request.table] = kept
    if len(_PLAYED) > MOST_KEPT:
        _PLAYED.popitem(last=False)
    return kept
