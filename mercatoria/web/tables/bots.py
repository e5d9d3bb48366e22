"""Processes in which bots decide and give hints, so that other players never wait for them.

Each process keeps the games that it has played so far, together with their bots. A bot can then continue from
everything that it has already learnt.
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
"""The niceness of bot processes, which gives players' requests priority when the processor is busy."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request for a bot's decision or hints.

    `moves` are all moves so far, each as a seat and a move in notation. `kind` is the kind of bot, and `turn` is the
    number of the decision that `seat` has to make.
    """

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
    """The pool of bot processes.

    The processes start with the first request. The bot processes ignore Ctrl-C, which only the server process handles.
    """

    def __init__(self, processes: int | None = None) -> None:
        self._many = processes or max(1, min(MOST_PROCESSES, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None
        self._processes: set[BaseProcess] = set()

    def ask(self, request: Request) -> Future[str]:
        """Return a future for the bot's move, in notation.

        The future raises `BrokenProcessPool` if the bot's process ends. The next request then starts a new process.
        """
        return self._submitted(decided, request)

    def ask_for_hints(self, request: Request) -> Future[list[HintTold]]:
        """Return a future for a search bot's suggestions to a player. The future raises the same exceptions as that of
        `ask`.
        """
        return self._submitted(hinted, request)

    def _submitted(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Submit a job to the pool; if the pool is broken, replace it first."""
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
        """End all processes, even busy ones, because Python would wait for them at exit."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        for process in self._processes:
            process.terminate()
        self._processes.clear()


@contextlib.contextmanager
def _ctrl_c_held_up() -> Iterator[None]:
    """Block Ctrl-C in this thread while child processes start.

    The child processes inherit the block. This thread receives the signal after the `with` block.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows has no signal masks
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Set up a bot process, which ignores Ctrl-C, ends with the server and runs at low priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if hasattr(os, "nice"):  # Windows has no niceness
        os.nice(POLITE)


@dataclass(slots=True)
class Played:
    """The part of a game that this process has played, with the bots for each seat and kind.

    A bot that is kept remembers what it has inferred; a new bot would have to replay the whole log.
    """

    game: Game
    state: State
    moves: tuple[tuple[int, str], ...] = ()
    """The moves that led to `state`."""
    bots: dict[tuple[int, str], Player] = field(default_factory=dict)
    advisers: dict[tuple[int, str], SearchBot] = field(default_factory=dict)
    """The search bots that give hints, by seat and kind."""

    def go_on(self, moves: tuple[tuple[int, str], ...]) -> None:
        """Play the remaining `moves`, which must extend the moves played so far."""
        for seat, text in moves[len(self.moves) :]:
            self.state.apply(self.state.table.notation.parse(text, seat))
        self.moves = moves


_PLAYED: OrderedDict[str, Played] = OrderedDict()
"""The games that this process keeps, for each table."""


def decided(request: Request) -> str:
    """Return a bot's decision in notation, based only on what its seat sees.

    Bots of the same kind in two processes may have learnt different things, so the decision can depend on the process.
    Each seat has its own random stream.
    """
    played, asked = _played(request), (request.seat, request.kind)
    if asked not in played.bots:
        seed = (request.seed + len(request.moves)) % SEEDS
        played.bots[asked] = seeded(request.kind, seed, request.seat)
    return played.bots[asked].choose(Position(played.state, request.seat)).call


def hinted(request: Request) -> list[HintTold]:
    """Return the moves that a search bot suggests to a player, best first.

    The bot sees only what the seat sees, and has its own random stream.
    """
    played, asked = _played(request), (request.seat, request.kind)
    if asked not in played.advisers:
        played.advisers[asked] = hint_player(request.kind, request.seat)
    return hint_lines(played.state, played.advisers[asked].hints(Position(played.state, request.seat)))


def _played(request: Request) -> Played:
    """Return the game of a request at its current position; after an undo the game is replayed from the start."""
    kept = _PLAYED.pop(request.table, None)
    if kept is None or kept.moves != request.moves[: len(kept.moves)]:
        game = kept.game if kept is not None else mercatoria.load(request.game, request.variants, request.options)
        kept = Played(game, game.start(request.players, request.seed))
    kept.go_on(request.moves)
    _PLAYED[request.table] = kept
    if len(_PLAYED) > MOST_KEPT:
        _PLAYED.popitem(last=False)
    return kept
