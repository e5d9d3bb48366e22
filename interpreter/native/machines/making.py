"""Compiles the module for a program, and loads it once as a test.

If the module cannot be compiled or loaded, a warning is issued and another engine plays instead.
"""

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
    """Return the compiled module for a program; see `native_module`.

    If the module cannot be generated, compiled or loaded, issue an `EngineFallback` warning and return None.

    Raises:
        ImportError: if the package wasmtime is not installed.
    """
    doing = WRITING
    try:
        native = native_module(flow, program, start, counting, knowledge)
        doing = COMPILING
        compiled = Compiled(native)
        compiled.load()
    except ImportError:
        raise
    except Exception as cause:  # noqa: BLE001 - another engine can play, whatever the cause
        warn_of_failure(NATIVE, doing, cause)
        return None
    return compiled
