"""Native games of a compiled game: one machine per thread, shared by everything that simulates with it."""

from __future__ import annotations

from threading import local

from interpreter.codegen import GeneratedEngine
from interpreter.native import Compiled, Machine, SeatedGames, compiled_module, is_installed
from interpreter.position import once
from interpreter.table import CompiledGame
from mercatoria.players.knowledge import knowledge_of


def native_games(table: CompiledGame) -> SeatedGames | None:
    """Return this thread's native games, or None if the native engine cannot play them."""
    if not is_installed() or not isinstance(table.engine, GeneratedEngine):
        return None
    machines = once(table, _machines, table.engine)
    return machines.games if machines is not None else None


class _Machines(local):
    """Machines that run the compiled module of a game, one machine per thread."""

    games: SeatedGames | None = None

    def __init__(self, compiled: Compiled) -> None:
        if not compiled.native.not_carried:
            self.games = SeatedGames(Machine(compiled))


def _machines(table: CompiledGame, engine: GeneratedEngine) -> _Machines | None:
    """Compile the native module of a game, or return None if that is impossible."""
    known, begun = knowledge_of(table), tuple(table.start())
    compiled = compiled_module(table.flow, engine.program, begun, knowledge=known)
    return _Machines(compiled) if compiled is not None else None
