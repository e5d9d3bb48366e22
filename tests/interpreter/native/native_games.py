"""The games with which we test the native engine, and functions that create an engine for a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
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
    """Return the table of a game with the smallest player count."""
    game = mercatoria.load(str(path))
    return game.table(game.players.start)


EDITIONS = [
    pytest.param(path, variant, id=f"{path.name} {variant}".strip())
    for path in FOLDERS
    for variant in ("", *sorted(file.stem for file in (path / "variants").glob("*.rules")))
]
"""Every game without a variant (""), and with each of its variants."""


def tables_of(path: Path, variant: str) -> Iterator[CompiledGame]:
    """Yield every table of a game with one variant, including the variants that it requires."""
    game = mercatoria.load(str(path), read_folder(path).with_required(variant) if variant else ())
    for players in game.players:
        with suppress(mercatoria.TableError):
            yield game.table(players)


def program_of(table: CompiledGame) -> Any:
    assert isinstance(table.engine, GeneratedEngine)
    return table.engine.program


@cache
def least_native(path: Path) -> Any:
    """Return the native engine for the table with the smallest player count."""
    return native_of(least_table(path))


def native_of(table: CompiledGame) -> Any:
    return NativeEngine(table.flow, program_of(table), table.engine)
