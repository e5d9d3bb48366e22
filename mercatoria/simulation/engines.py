"""Which engine plays: the reference, the one in generated Python, or the native one.

All give the same games from the same seed; they differ in speed. The native one needs wasmtime, and is asked for whole
games, whole trees and batches, not for single moves (`docs/engines.md`).
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
from interpreter.position import Engine, PlayFault
from interpreter.reference import Walker
from interpreter.table import CompiledGame
from mercatoria import Game
from mercatoria.players import knowledge_of, plays_inside
from mercatoria.simulation.playout import EAGER, all_random

REFERENCE, PYTHON, NATIVE = ENGINES = ("reference", "python", "native")

MOST_KEPT = 8
"""Engines that an `EngineMaker` keeps."""
HOW_TO_INSTALL = "pip install 'mercatoria[native]'"


class NoEngine(Exception):
    """An engine that cannot be had here; the message says why, and what helps."""


@dataclass(frozen=True, slots=True)
class NativeTable:
    """A table with its module, compiled."""

    table: CompiledGame
    compiled: Compiled

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the rules is left to another engine."""
        return not self.compiled.native.not_carried

    def machine(self) -> Machine:
        """A machine that plays it, with a memory of its own."""
        return Machine(self.compiled)

    def games(self) -> Games:
        """Games of random players."""
        return Games(self.machine())

    def seated_games(self) -> SeatedGames:
        """Games of the players for whom the module was made."""
        return SeatedGames(self.machine())


def native_table(table: CompiledGame, counting: bool = False, kinds: Collection[str] = ()) -> NativeTable:
    """The module of a table, made once; `counting`: one that counts what happens; `kinds`: one for games of these
    kinds of player, whose course is noted. The table must be one with the engine in Python, which shares its plan.

    Raises ImportError without wasmtime, `PlayFault` if a rule fails before the first decision; and `NoEngine`, after a
    warning (`EngineFallback`), if no module can be made although nothing is wrong with the rules."""
    eager = EAGER in kinds
    key = (NativeTable, counting, bool(kinds), eager)
    if key not in table.cache:
        begun = tuple(table.start())
        knowledge = knowledge_of(table) if eager else ONLY_RANDOM if kinds else None
        planned = table.engine if isinstance(table.engine, GeneratedEngine) else None
        table.cache[key] = planned and compiled_module(table.flow, planned.program, begun, counting, knowledge)
    compiled: Compiled | None = table.cache[key]
    if compiled is None:
        raise NoEngine("the native engine cannot play these rules; the warning says why")
    return NativeTable(table, compiled)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The engine that was chosen for a table, by name; `native` is there if it is the native one."""

    name: str
    table: CompiledGame
    native: NativeTable | None = None


def _refuse_unknown(wanted: str | None) -> None:
    """Raises `NoEngine` for what is no engine, and for one that is not installed."""
    if wanted not in (None, *ENGINES):
        raise NoEngine(f"there is no engine `{wanted}`; there are {', '.join(ENGINES)}")
    if wanted == NATIVE and not is_installed():
        raise NoEngine(f"the native engine needs wasmtime, which is not installed: {HOW_TO_INSTALL}")


@dataclass(frozen=True, slots=True)
class Task:
    """What an engine is wanted for. `kinds`: who plays, if anybody. `little`: the engine in Python is done before a
    module is written. `counting`: how often what happens is counted, which the native one does."""

    kinds: tuple[str, ...] = ()
    little: bool = False
    counting: bool = False


def choose(game: Game, players: int, wanted: str | None = None, task: Task | None = None) -> Chosen:
    """The engine that is wanted; if none is, the fastest that is installed and can. Raises `NoEngine`, and what
    `Game.table` raises.

    If a rule fails before the first decision, the engine in Python tells it, whatever is wanted."""
    task = task or Task()
    wanted = wanted or (NATIVE if task.counting else None)
    _refuse_unknown(wanted)
    inside = plays_inside(task.kinds)
    if wanted == NATIVE and not inside:
        raise NoEngine("the native engine seats random and eager players only")
    if wanted != NATIVE and task.counting:
        raise NoEngine("only the native engine counts how often what happens")
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
    """The engine that a table is played by, move for move."""
    return REFERENCE if isinstance(table.engine, Walker) else PYTHON


@dataclass(slots=True)
class EngineMaker:
    """Makes engines of one name, for one flow after the other. Asked again for one of the last, it has it still."""

    name: str
    _made: dict[int, tuple[Flow, Engine]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises `NoEngine`."""
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
