"""The games that the native engine is tried on, and how an engine for one is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.native import NativeEngine
from interpreter.table import CompiledGame

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = sorted(path.parent for top in ("docs/examples", "games") for path in (ROOT / top).glob("*/rulebook.rules"))


def least_table(path: Path) -> CompiledGame:
    """A game for as few players as it can be played by."""
    game = mercatoria.load(str(path))
    return game.table(game.players.start)


def program_of(table: CompiledGame) -> Any:
    assert isinstance(table.engine, GeneratedEngine)
    return table.engine.program


def native_of(table: CompiledGame) -> Any:
    """The native engine of a table."""
    return NativeEngine(table.flow, program_of(table), table.engine)
