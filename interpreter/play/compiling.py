"""Compiles a game for one player count, and finds games that are already compiled.

A compiled game contains generated functions, so it cannot be pickled. Instead, a pickle contains the configuration, and
each process compiles the game when it first needs it.
"""

from __future__ import annotations

from dataclasses import replace
from weakref import WeakValueDictionary

from dsl.amendments import EffectivePart, parts
from dsl.diagnostics import Diagnostic, RulebookError, Sink
from dsl.folder import languages_of, translated_folder
from interpreter.codegen import python_engine
from interpreter.lowering import lower
from interpreter.play.laws import broken_laws
from interpreter.position import Engine, once
from interpreter.reference import Walker
from interpreter.table import Beginning, CompiledGame, GameConfig, Notation, TableError

TableKey = tuple[GameConfig, int, bool, str, int]
"""A key from `pickle_key`: game, player count, reference interpreter or not, fingerprint, and object id."""

Mark = tuple[str, str, str, tuple[str, ...], tuple[tuple[str, int], ...], Beginning | None, int, bool]

_MADE: WeakValueDictionary[tuple[Mark, int], CompiledGame] = WeakValueDictionary()
"""Compiled games in use, keyed by `Mark` and object id.

Each `Game` has its own compiled games, even if another `Game` has the same rules.
"""


def compiled(edition: GameConfig, players: int, plain: bool) -> tuple[CompiledGame, list[Diagnostic]]:
    """Compile a game for a player count, and return the compiled game with warnings about its rulebook.

    Args:
        plain: If True, use the reference interpreter instead of a generated engine.

    Raises:
        RulebookError: Raised if the rulebook has errors or a board violates a law.
    """
    folder, variants, options = edition.folder, edition.variants, edition.options
    checked, sink = folder.check(players, variants, options)
    if checked is None or checked.model is None:
        raise RulebookError(sink.in_order())
    flow = lower(checked.model)
    if flow.model.laws and (broken := broken_laws(flow, folder.boards_of(players, variants, options))):
        raise RulebookError(broken)
    engine: Engine = Walker(flow) if plain else python_engine(flow)
    walker = engine if isinstance(engine, Walker) else None
    mark = folder.fingerprint(players, variants, options)

    def effective() -> list[EffectivePart]:
        return parts(folder.effective(players, variants, options, Sink()))

    table = CompiledGame(edition, checked, flow, engine, Notation(flow), mark, walker, effective)
    _MADE[_mark(edition, players, plain, mark), id(table)] = table
    return table, sink.warnings


def in_language(table: CompiledGame, language: str) -> CompiledGame:
    """Return a game with its words in another language. The rules, moves, positions and records are the same.

    Raises:
        RulebookError: Raised if the file with the words has errors.
        TableError: Raised if the game has no words in this language.
    """
    if language == table.locale.language:
        return table
    known = languages_of(table.edition.folder)
    if language not in known or not table.locale.is_english:
        raise TableError(f"{table.edition.title} can be read in {', '.join(known)}, not in `{language}`")
    return once(table, _translated, language)


def _translated(table: CompiledGame, language: str) -> CompiledGame:
    found = translated_folder(table.edition.folder, language)
    if found.faults.errors:
        raise RulebookError(found.faults.in_order())
    edition = replace(table.edition, folder=found.folder)
    made, _ = compiled(edition, table.flow.model.players, plain=True)
    if not isinstance(table.engine, Walker):
        made.engine = table.engine
    return made


def pickle_key(table: CompiledGame) -> TableKey:
    """Return a key with which any process can find or recompile a compiled game."""
    plain = isinstance(table.engine, Walker)
    return (table.edition, table.flow.model.players, plain, table.fingerprint, id(table))


def recompiled(edition: GameConfig, players: int, plain: bool, fingerprint: str, number: int) -> CompiledGame:
    """Return the compiled game for a key from `pickle_key`.

    If that game no longer exists in this process, return another with the same rules, or compile a new one.
    """
    mark = _mark(edition, players, plain, fingerprint)
    if (known := _MADE.get((mark, number))) is not None:
        return known
    alike = (table for (other, _), table in list(_MADE.items()) if other == mark)
    return next(alike, None) or compiled(edition, players, plain)[0]


def _mark(edition: GameConfig, players: int, plain: bool, fingerprint: str) -> Mark:
    options = tuple(sorted(edition.options.items()))
    path, language = str(edition.folder.path), edition.folder.language
    return (path, language, fingerprint, edition.given, options, edition.begins, players, plain)
