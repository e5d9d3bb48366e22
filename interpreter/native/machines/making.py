"""The compilation of a program's module, which is then loaded once as a test.

If the compilation or the test fails, a warning is given and another engine takes over.
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
    """Return the compiled module of a program; see `native_module`.

    If the module cannot be written, compiled or loaded here, a warning (`EngineFallback`) is given and the result is
    None.

    Raises:
        ImportError: The package wasmtime is not installed.
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
