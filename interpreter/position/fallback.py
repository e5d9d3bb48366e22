"""Fallback: a slower engine takes over when a defect makes a faster engine fail.

The user gets a single Python warning, `EngineFallback`. Python shows it once for each failure; a command prints it as a
sentence. Use `warnings.simplefilter("error", EngineFallback)` to turn the warning into an error, or
`warnings.catch_warnings(record=True)` to collect it.
"""

from __future__ import annotations

import warnings
from traceback import extract_tb

from dsl.source import NOWHERE
from interpreter.position.faults import OverBudget

CODE = "W601"
WRITING, COMPILING, RUNNING = "writing", "compiling", "running"
"""The activity during which an engine failed: generating its code, compiling it, or playing a game."""
SLOWER = {"native": "the Python engine", "Python": "the reference engine"}
"""The names of the engines that take over, keyed by the name of the engine that failed."""


OF_A_POSITION = (LookupError, ValueError)
"""Exceptions whose cause may be an impossible position. Bots may sample such positions.

The engine itself is at fault if the reference interpreter can handle the same position.
"""


OF_ITS_OWN = (NameError, TypeError, AttributeError, AssertionError, ArithmeticError, RuntimeError, SystemError)
"""Exceptions that only a defective engine raises.

Any other exception propagates, because a caller may raise it on purpose to end a long call.
"""


class EngineFallback(UserWarning):
    """The warning that `engine` failed and that a slower engine takes over.

    `doing` names the method in which the engine failed, and `place` is the file and line of the failure.
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
    """A step during which an engine failed.

    The vector is only partly changed, so the caller must continue with a copy from before the step. From then on, the
    slower engine handles every call.
    """

    def __init__(self) -> None:
        super().__init__("the engine failed", NOWHERE)

    def __reduce__(self) -> tuple[type[EngineFailure], tuple[()]]:
        return EngineFailure, ()


def warn_of_failure(engine: str, doing: str, cause: BaseException) -> None:
    """Issue a warning about the failure of an engine.

    Args:
        engine: "native" or "Python".
    """
    warnings.warn(EngineFallback(engine, doing, cause), stacklevel=1)


def _place(cause: BaseException) -> str:
    """Return the name of the exception and the file and line that raised it."""
    name, frames = type(cause).__name__, extract_tb(cause.__traceback__)
    if not frames:
        return name
    *_, last = frames
    return f"{name} in {'/'.join(last.filename.replace(chr(92), '/').split('/')[-3:])}:{last.lineno}"
