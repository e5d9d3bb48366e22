"""Runs bots in separate processes, so that players at other tables do not have to wait for them.

Each process caches the games that it has played, with their bots. A cached bot keeps everything that it has learnt
about the game.
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
from pathlib import Path
from typing import ParamSpec, TypeVar

from dsl.locale import ENGLISH
from interpreter.table import WrittenScenario
from mercatoria import Game, State
from mercatoria.players import HintTold, Player, Position, SearchBot, hint_lines, hint_player, seeded
from mercatoria.simulation import end_with_parent
from mercatoria.web.tables.forks import Deal, Dealt, begun, dealt
from mercatoria.web.tables.loading import loaded

P = ParamSpec("P")
R = TypeVar("R")

MOST_KEPT = 16
"""Maximum number of games in the cache of a process."""
SEEDS = 2**63
"""Exclusive upper limit of the random seed of a bot."""
MOST_PROCESSES = 4
POLITE = 10
"""Unix niceness of bot processes. A positive niceness gives players' requests priority on a busy computer."""


@dataclass(frozen=True, slots=True)
class Request:
    """Everything that a bot process needs to choose a move or to give hints.

    `folder` is a copy of the files of the table's rules, because those of the game may have changed since.
    `moves` lists the seat and notation of all moves so far. The bot of the given `kind` decides for `seat`, and `turn`
    is the number of the decision.
    """

    table: str
    game: str
    folder: str
    variants: tuple[str, ...]
    options: Mapping[str, str | int]
    players: int
    seed: int
    moves: tuple[tuple[int, str], ...]
    seat: int
    kind: str
    turn: int
    language: str = ENGLISH
    record: str = ""
    """The record with which a forked table begins, or an empty string."""
    number: int | None = None
    """The number of the earlier position up to which the record leads, or None for the present."""
    scenario: WrittenScenario | None = None
    """The scenario at which the table began, or None."""


class Bots:
    """The pool of bot processes.

    The pool starts its processes when it receives the first request. Bot processes ignore Ctrl-C, because the server
    process handles it.
    """

    def __init__(self, processes: int | None = None) -> None:
        self._many = processes or max(1, min(MOST_PROCESSES, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None
        self._processes: set[BaseProcess] = set()

    def ask(self, request: Request) -> Future[str]:
        """Return a future with the bot's move in notation.

        The future raises `BrokenProcessPool` if the bot's process ends unexpectedly. The next request then starts a new
        process.
        """
        return self._submitted(decided, request)

    def ask_for_hints(self, request: Request) -> Future[list[HintTold]]:
        """Return a future with the moves that a search bot suggests. The future raises the same exceptions as the
        future of `ask`.
        """
        return self._submitted(hinted, request)

    def ask_for_deal(self, deal: Deal) -> Future[Dealt]:
        """Return a future with the record of a game whose hidden things are dealt again. The future raises the same
        exceptions as the future of `ask`.
        """
        return self._submitted(dealt, deal)

    def _submitted(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Submit a job to the pool, and replace a broken pool first."""
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
        """Terminate all processes, even busy ones, because Python would wait for them at exit."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        for process in self._processes:
            process.terminate()
        self._processes.clear()


@contextlib.contextmanager
def _ctrl_c_held_up() -> Iterator[None]:
    """Block Ctrl-C in this thread while child processes start.

    The child processes inherit the block. If Ctrl-C is pressed meanwhile, this thread receives it after the `with`
    block.
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
    """Set up a bot process that ignores Ctrl-C, ends with the server and runs at low priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if hasattr(os, "nice"):  # Windows has no niceness
        os.nice(POLITE)


@dataclass(slots=True)
class Played:
    """A game replayed in this process up to a position, with its bots.

    Keeping the bots saves time, because a new bot has to replay the whole log to infer what others hold.
    """

    folder: str
    game: Game
    state: State
    record: str = ""
    """The record with which the game began, or an empty string."""
    moves: tuple[tuple[int, str], ...] = ()
    """The moves that led to `state`."""
    bots: dict[tuple[int, str], Player] = field(default_factory=dict)
    advisers: dict[tuple[int, str], SearchBot] = field(default_factory=dict)
    """Search bots that give hints, by seat and kind."""

    def go_on(self, moves: tuple[tuple[int, str], ...]) -> None:
        """Play the moves that are not in the cached game yet. `moves` must begin with the moves played so far."""
        for seat, text in moves[len(self.moves) :]:
            self.state.apply(self.state.table.notation.parse(text, seat))
        self.moves = moves


_PLAYED: OrderedDict[tuple[str, int | None], Played] = OrderedDict()
"""The cached games of this process, by table and number of the position, which is None for the present."""


def decided(request: Request) -> str:
    """Return a bot's decision in notation, based only on what its seat can see.

    Two processes may have learnt different things about a game, so the decision can depend on the process. Each seat
    has its own random numbers.
    """
    played, asked = _played(request), (request.seat, request.kind)
    if asked not in played.bots:
        seed = (request.seed + len(request.moves)) % SEEDS
        played.bots[asked] = seeded(request.kind, seed, request.seat)
    return played.bots[asked].choose(Position(played.state, request.seat)).call


def hinted(request: Request) -> list[HintTold]:
    """Return the moves that a search bot suggests to a player, best first.

    The bot sees only what the player sees, and has its own random numbers.
    """
    played, asked = _played(request), (request.seat, request.kind)
    if asked not in played.advisers:
        played.advisers[asked] = hint_player(request.kind, request.seat)
    found = played.advisers[asked].hints(Position(played.state, request.seat))
    return hint_lines(played.state.in_language(request.language), found)


def _played(request: Request) -> Played:
    """Return the game at the position of the request. After an undo, the game is replayed from the start."""
    key = request.table, request.number
    kept = _PLAYED.pop(key, None)
    if kept is not None and kept.folder != request.folder:  # the table has migrated to other rules
        kept = None
    if kept is None or kept.record != request.record or kept.moves != request.moves[: len(kept.moves)]:
        game = kept.game if kept is not None else _loaded(request)
        kept = Played(request.folder, game, begun(game, request.players, request.seed, request.record), request.record)
    kept.go_on(request.moves)
    _PLAYED[key] = kept
    if len(_PLAYED) > MOST_KEPT:
        _PLAYED.popitem(last=False)
    return kept


def _loaded(request: Request) -> Game:
    return loaded(Path(request.folder), request.game, request.variants, request.options, request.scenario)
