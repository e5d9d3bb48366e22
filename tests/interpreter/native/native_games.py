"""The games that the native engine is tried on, and how an engine for one is made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from dsl.folder import read_folder
from interpreter.codegen import GeneratedEngine
from interpreter.native import NativeEngine
from interpreter.table import CompiledGame

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = sorted(path.parent for top in ("docs/examples", "games") for path in (ROOT / top).glob("*/rulebook.rules"))


@cache
def least_table(path: Path) -> CompiledGame:
    """A game for as few players as it can be played by."""
    game = mercatoria.load(str(path))
    return game.table(game.players.start)


def all_tables() -> Iterator[tuple[Path, str, int]]:
    """Folder, variant ("" for none) and number of players of every table at which a game can be played."""
    for path in FOLDERS:
        folder = read_folder(path)
        assert folder.rulebook is not None
        for variant in ("", *sorted(file.stem for file in (path / "variants").glob("*.rules"))):
            for players in range(folder.rulebook.least, folder.rulebook.most + 1):
                yield path, variant, players


TABLES = [pytest.param(*each, id=" ".join(map(str, (each[0].name, *each[1:])))) for each in all_tables()]
"""All of them, as parameters of tests."""


def table_of(path: Path, variant: str, players: int) -> CompiledGame:
    """A game at a table, with a variant and those that it requires; left out where the variant is not for the table."""
    variants = read_folder(path).with_required(variant) if variant else ()
    try:
        return mercatoria.load(str(path), variants).table(players)
    except mercatoria.TableError as fault:
        pytest.skip(str(fault))


def program_of(table: CompiledGame) -> Any:
    assert isinstance(table.engine, GeneratedEngine)
    return table.engine.program


@cache
def least_native(path: Path) -> Any:
    """The native engine of a game for as few players as it can be played by."""
    return native_of(least_table(path))


def native_of(table: CompiledGame) -> Any:
    """The native engine of a table."""
    return NativeEngine(table.flow, program_of(table), table.engine)
