"""Chooses the engine: the reference interpreter, generated Python or native code.

All engines produce the same games from the same seed and differ only in speed. The native engine needs wasmtime. The
native engine plays whole games, whole trees and batches, but not individual moves (`docs/engines.md`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from interpreter.codegen import GeneratedEngine, python_engine
from interpreter.flow import Flow
from interpreter.native import (
    ONLY_RANDOM,
    Compiled,
    Games,
    Machine,
    NativeEngine,
    SeatedGames,
    compiled_module,
    is_installed,
)
from interpreter.position import Engine, PlayFault, once
from interpreter.reference import Walker
from interpreter.table import CompiledGame
from mercatoria import Game
from mercatoria.players import knowledge_of, plays_inside
from mercatoria.simulation.playout import EAGER, all_random

REFERENCE, PYTHON, NATIVE = ENGINES = ("reference", "python", "native")

MOST_KEPT = 8
"""Maximum number of engines that an `EngineMaker` caches."""
HOW_TO_INSTALL = "pip install 'mercatoria[native]'"


class NoEngine(Exception):
    """Raised if an engine is unavailable; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class NativeTable:
    """A game for one player count, with its compiled native module."""

    table: CompiledGame
    compiled: Compiled

    @property
    def is_whole(self) -> bool:
        """Return True if the module implements every rule."""
        return not self.compiled.native.not_carried

    def machine(self) -> Machine:
        """Return a new machine for this game, with its own memory."""
        return Machine(self.compiled)

    def games(self) -> Games:
        """Return an object that plays games between random players."""
        return Games(self.machine())

    def seated_games(self) -> SeatedGames:
        """Return an object that plays games between the kinds of player for which the module was compiled."""
        return SeatedGames(self.machine())


def native_table(table: CompiledGame, counting: bool = False, kinds: Collection[str] = ()) -> NativeTable:
    """Return the native module for a game and player count, compiled once and cached.

    The table must use the Python engine, because the Python code and the native module are generated from the same
    program.

    Args:
        counting: True for a module that counts how often rules apply.
        kinds: Kinds of player for whose games the module is compiled. If kinds are given, the module also records the
            course of each game.

    Raises:
        ImportError: wasmtime is not installed.
        PlayFault: A rule failed before the first decision.
        NoEngine: The rules are valid, but no module can be generated. An `EngineFallback` warning is issued first.
    """
    compiled = once(table, _compiled, counting, bool(kinds), EAGER in kinds)
    if compiled is None:
        raise NoEngine("the native engine cannot play these rules; the warning says why")
    return NativeTable(table, compiled)


def _compiled(table: CompiledGame, counting: bool, seated: bool, eager: bool) -> Compiled | None:
    """Compile the native module of a game, or return None if that is impossible.

    Args:
        seated: True for a module that plays games between kinds of player.
        eager: True if one of these kinds is the eager player.
    """
    begun = tuple(table.start())
    knowledge = knowledge_of(table) if eager else ONLY_RANDOM if seated else None
    if not isinstance(table.engine, GeneratedEngine):
        return None
    return compiled_module(table.flow, table.engine.program, begun, counting, knowledge)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Name of the chosen engine, with the table that it plays.

    `native` is the compiled module, or None for any other engine.
    """

    name: str
    table: CompiledGame
    native: NativeTable | None = None


def _refuse_unknown(wanted: str | None) -> None:
    """Raise `NoEngine` if the engine is unknown or not installed."""
    if wanted not in (None, *ENGINES):
        raise NoEngine(f"there is no engine `{wanted}`; choose {', '.join(ENGINES)}")
    if wanted == NATIVE and not is_installed():
        raise NoEngine(f"the native engine needs wasmtime, which is not installed: {HOW_TO_INSTALL}")


@dataclass(frozen=True, slots=True)
class Task:
    """The task for which an engine is chosen.

    Attributes:
        kinds: Kind of player in each seat; empty if no games are played.
        little: True if the Python engine would finish the task before a native module could be compiled.
        counting: True to count how often rules apply, which only the native engine can do.
    """

    kinds: tuple[str, ...] = ()
    little: bool = False
    counting: bool = False


def choose(game: Game, players: int, wanted: str | None = None, task: Task | None = None) -> Chosen:
    """Return the requested engine.

    By default, return the fastest installed engine that can perform the task. If a rule fails before the first
    decision, return the Python engine, which reports the failure.

    Raises:
        NoEngine: The requested engine is unknown, not installed, or unable to perform the task.

    The exceptions of `Game.table` also pass through.
    """
    task = task or Task()
    wanted = wanted or (NATIVE if task.counting else None)
    _refuse_unknown(wanted)
    inside = plays_inside(task.kinds)
    if task.counting and not inside:
        raise NoEngine("the program can count how often each rule applies only in games of random and eager players")
    if wanted == NATIVE and not inside:
        raise NoEngine("the native engine supports only random and eager players")
    if wanted != NATIVE and task.counting:
        raise NoEngine("only the native engine can count how often each rule applies")
    table = game.table(players, plain=wanted == REFERENCE)
    if wanted in (REFERENCE, PYTHON) or not is_installed() or not inside or (wanted is None and task.little):
        return Chosen(_name(table), table)
    try:
        native = native_table(table, task.counting, () if all_random(task.kinds) else task.kinds)
    except NoEngine:
        if task.counting:
            raise
        return Chosen(_name(table), table)
    except PlayFault:
        return Chosen(_name(table), table)
    return Chosen(NATIVE, table, native) if native.is_whole or wanted == NATIVE else Chosen(_name(table), table)


def _name(table: CompiledGame) -> str:
    """Return the name of the engine that plays individual moves at this table."""
    return REFERENCE if isinstance(table.engine, Walker) else PYTHON


@dataclass(slots=True)
class EngineMaker:
    """Factory that creates and caches engines of one kind, one for each compiled game."""

    name: str
    _made: dict[int, tuple[Flow, Engine]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the engine's name.

        Raises `NoEngine` if the engine is unknown or not installed.
        """
        _refuse_unknown(self.name)

    def __call__(self, flow: Flow) -> Engine:
        if id(flow) not in self._made:
            if len(self._made) == MOST_KEPT:
                self._made.clear()
            self._made[id(flow)] = (flow, self._engine(flow))
        return self._made[id(flow)][1]

    def _engine(self, flow: Flow) -> Engine:
        if self.name == REFERENCE:
            return Walker(flow)
        engine = python_engine(flow)
        if self.name != NATIVE or not isinstance(engine, GeneratedEngine):
            return engine
        compiled = compiled_module(flow, engine.program, tuple(engine.start()))
        return NativeEngine(flow, engine.program, engine, compiled) if compiled is not None else engine
