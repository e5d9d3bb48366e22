"""Compilation and trial load of a program's module; if it fails, a warning, and another engine takes over."""

from __future__ import annotations

from interpreter.flow import Flow
from interpreter.native.machines.machine import Compiled
from interpreter.native.module import native_module
from interpreter.native.players.knowledge import Knowledge
from interpreter.optimizer import Program
from interpreter.position import COMPILING, WRITING, warn_of_failure

NATIVE = "native"


def compiled_module(
    flow: Flow, program: Program, start: tuple[int, ...], counting: bool = False, knowledge: Knowledge | None = None
) -> Compiled | None:  # fmt: skip
    """Compile the module; see `native_module`. Returns None, after a warning (`EngineFallback`), if it cannot be
    written, compiled or loaded here. Raises ImportError without wasmtime."""
    doing = WRITING
    try:
        native = native_module(flow, program, start, counting, knowledge)
        doing = COMPILING
        compiled = Compiled(native)
        compiled.load()
    except ImportError:
        raise
    except Exception as cause:  # noqa: BLE001 - whatever it is, the rules can be played
        warn_of_failure(NATIVE, doing, cause)
        return None
    return compiled
