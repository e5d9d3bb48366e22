"""Fallback: when a faster engine fails through its own defect, a slower one takes over with one warning.

The warning is a Python warning, `EngineFallback`. Python shows it once for each failure; a command shows it as a
sentence. To treat it as an error: `warnings.simplefilter("error", EngineFallback)`. To collect it:
`warnings.catch_warnings(record=True)`.
"""

from __future__ import annotations

import warnings
from traceback import extract_tb

from dsl.source import NOWHERE
from interpreter.position.faults import OverBudget

CODE = "W601"
WRITING, COMPILING, RUNNING = "writing", "compiling", "running"
"""Activity of an engine when it failed: writing its code, compiling it, or playing a game."""
SLOWER = {"native": "the Python engine", "Python": "the reference engine"}
"""The engine that takes over, by the engine that failed."""


OF_A_POSITION = (LookupError, ValueError)
"""Exceptions that an impossible position, as bots sample them, can also cause. The engine itself is at fault if the
reference interpreter has an answer for the same position."""


OF_ITS_OWN = (NameError, TypeError, AttributeError, AssertionError, ArithmeticError, RuntimeError, SystemError)
"""Exceptions that only a defective engine raises. Any other exception propagates: a caller may end a long call with
it."""


class EngineFallback(UserWarning):
    """`engine` failed while it was `doing` something, at `place` in its code; a slower engine takes over."""

    def __init__(self, engine: str, doing: str, cause: BaseException) -> None:
        self.code = CODE
        self.engine = engine
        self.doing = doing
        self.place = _place(cause)
        super().__init__(
            f"{CODE}: the {engine} engine failed in {doing} ({self.place}), so {SLOWER[engine]} plays on: "
            f"the same game, only slower"
        )


class EngineFailure(OverBudget):
    """A step in which an engine failed. The vector is half changed, so use the one before it; from then on the slower
    engine answers every call."""

    def __init__(self) -> None:
        super().__init__("the engine failed", NOWHERE)

    def __reduce__(self) -> tuple[type[EngineFailure], tuple[()]]:
        return EngineFailure, ()


def warn_of_failure(engine: str, doing: str, cause: BaseException) -> None:
    """Warn once of each failure. `engine` is "native" or "Python"."""
    warnings.warn(EngineFallback(engine, doing, cause), stacklevel=1)


def _place(cause: BaseException) -> str:
    """Return the exception's name and the line that raised it."""
    name, frames = type(cause).__name__, extract_tb(cause.__traceback__)
    if not frames:
        return name
    *_, last = frames
    return f"{name} in {'/'.join(last.filename.replace(chr(92), '/').split('/')[-3:])}:{last.lineno}"
