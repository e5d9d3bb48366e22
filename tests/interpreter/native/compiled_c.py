"""Compiles games in C, and plays them from Python."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from interpreter.codegen import GeneratedEngine
from interpreter.native import CProgram, c_program, native_module
from interpreter.position import Row, Vector
from interpreter.table import CompiledGame

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = sorted(path.parent for top in ("docs/examples", "games") for path in (ROOT / top).glob("*/rulebook.rules"))
STRICT = ("-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror")
NAME = "made"


def compiler() -> str:
    """Return the C compiler, or skip the test."""
    if (found := shutil.which("cc")) is None:
        pytest.skip("there is no C compiler (cc)")
    return found


def exported(table: CompiledGame) -> CProgram:
    """Return a table's game in C. Its names begin with `made`."""
    assert isinstance(table.engine, GeneratedEngine)
    program = table.engine.program
    native = native_module(table.flow, program, tuple(table.start()), inlining=False)
    return c_program(table.flow, native, program.faults, NAME, "A game.")


def written(program: CProgram, folder: Path) -> Path:
    """Write a game into a folder, and return its C file."""
    (folder / f"{NAME}.h").write_text(program.header, encoding="utf-8")
    source = folder / f"{NAME}.c"
    source.write_text(program.source, encoding="utf-8")
    return source


def compile_c(arguments: Sequence[str | Path]) -> None:
    """Run the C compiler with strict warnings as errors."""
    done = subprocess.run([compiler(), *STRICT, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:4000]


class InC:
    """A game in C, loaded into this process, with its memory checked at each access.

    Without optimization, the C compiler takes a third of the time.
    """

    def __init__(self, table: CompiledGame, folder: Path, *options: str) -> None:
        library = folder / f"{NAME}.so"
        source = written(exported(table), folder)
        compile_c(("-O0", "-DCHECK_MEMORY", *options, "-shared", "-fPIC", source, "-o", library))
        self.slots = len(table.start())
        self._library = ctypes.CDLL(str(library))
        self._game = self._new()

    def _new(self) -> Any:
        return ctypes.c_void_p(self._function("new", ctypes.c_void_p)())

    def _function(self, name: str, gives: Any = ctypes.c_int) -> Any:
        found = self._library[f"{NAME}_{name}"]
        found.restype = gives
        return found

    def _call(self, name: str, *args: Any) -> int:
        return int(self._function(name)(self._game, *args))

    def copy(self) -> InC:
        """Return a game that is a clone of this one."""
        found = object.__new__(InC)
        found.slots, found._library = self.slots, self._library
        found._game = found._new()
        self._function("clone", None)(found._game, self._game)
        return found

    def close(self) -> None:
        self._function("free", None)(self._game)

    # ------------------------------------------------------------ the functions of the header

    def begin(self, seed: int) -> int:
        return self._call("begin", ctypes.c_uint64(seed & (1 << 64) - 1))

    def reseed(self, seed: int) -> None:
        self._function("reseed", None)(self._game, ctypes.c_uint64(seed))

    @property
    def who(self) -> int:
        return self._call("who")

    @property
    def over(self) -> int:
        return self._call("over")

    @property
    def rows(self) -> list[Row]:
        row = (ctypes.c_int32 * 4096)()
        return [tuple(row[: self._call("move", at, row)]) for at in range(self._call("moves"))]

    def row(self, move: int) -> int:
        """Return the length of a move, or the result if there is no such move."""
        return self._call("move", move, (ctypes.c_int32 * 4096)())

    def play(self, move: int) -> int:
        return self._call("play", move)

    def play_row(self, row: Row) -> int:
        return self._call("play_row", (ctypes.c_int32 * 4096)(*row))

    def play_on(self) -> tuple[int, int]:
        """Return the result, and the number of decisions."""
        decisions = ctypes.c_int(-1)
        return self._call("play_on", ctypes.byref(decisions)), decisions.value

    def score(self, seat: int) -> int:
        points = ctypes.c_int64(0)
        result = self._call("score", seat, ctypes.byref(points))
        assert result == 0, result
        return points.value

    @property
    def position(self) -> Vector:
        slot = self._function("slot", ctypes.c_int64)
        return [slot(self._game, number) for number in range(self.slots)]

    def fault_text(self, fault: int) -> str:
        return str(self._function("fault_text", ctypes.c_char_p)(fault).decode())

    def fault_value(self, number: int) -> int:
        return int(self._function("fault_value", ctypes.c_int64)(self._game, number))

    def game_seed(self, seed: int, number: int) -> int:
        return int(self._function("game_seed", ctypes.c_uint64)(ctypes.c_uint64(seed), number))
