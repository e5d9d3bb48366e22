"""Switches to a slower engine when a bug makes a faster engine fail.

The switch issues the Python warning `EngineFallback`. Python shows the warning once for each failure, and the command
line prints it as a sentence. Call `warnings.simplefilter("error", EngineFallback)` to turn the warning into an error,
or use `warnings.catch_warnings(record=True)` to collect it.
"""

from __future__ import annotations

import warnings
from traceback import extract_tb

from dsl.source import NOWHERE
from interpreter.position.faults import OverBudget

CODE = "W601"
WRITING, COMPILING, RUNNING = "writing", "compiling", "running"
"""Stage at which an engine failed: generating code, compiling it, or playing a game."""
SLOWER = {"native": "the Python engine", "Python": "the reference engine"}
"""The engine that takes over, keyed by the name of the engine that failed."""


OF_A_POSITION = (LookupError, ValueError)
"""Exceptions that may be caused by a position that cannot arise in play. Bots that sample hidden information may create
such a position.

If the reference interpreter can handle the position, the exception is a bug in the faster engine.
"""


OF_ITS_OWN = (NameError, TypeError, AttributeError, AssertionError, ArithmeticError, RuntimeError, SystemError)
"""Exceptions that always indicate a bug in the engine.

All other exceptions propagate, because a caller may raise them on purpose, for example to interrupt a long call.
"""


class EngineFallback(UserWarning):
    """Warns that `engine` failed and that a slower engine takes over.

    `doing` names the method that failed, and `place` gives the exception with its file and line.
    """

    def __init__(self, engine: str, doing: str, cause: BaseException) -> None:
        self.code = CODE
        self.engine = engine
        self.doing = doing
        self.place = _place(cause)
        super().__init__(
            f"{CODE}: the {engine} engine failed in {doing} ({self.place}), so {SLOWER[engine]} takes over; "
            f"the game is the same, only slower"
        )


class EngineFailure(OverBudget):
    """Raised when an engine fails during a step.

    The vector is then partly changed, so the caller must continue with a copy made before the step. The slower engine
    handles all later calls.
    """

    def __init__(self) -> None:
        super().__init__("the engine failed", NOWHERE)

    def __reduce__(self) -> tuple[type[EngineFailure], tuple[()]]:
        return EngineFailure, ()


def warn_of_failure(engine: str, doing: str, cause: BaseException) -> None:
    """Warn that an engine failed.

    Args:
        engine: "native" or "Python".
    """
    warnings.warn(EngineFallback(engine, doing, cause), stacklevel=1)


def _place(cause: BaseException) -> str:
    """Return the exception's name with the file and line that raised it."""
    name, frames = type(cause).__name__, extract_tb(cause.__traceback__)
    if not frames:
        return name
    *_, last = frames
    return f"{name} in {'/'.join(last.filename.replace(chr(92), '/').split('/')[-3:])}:{last.lineno}"
