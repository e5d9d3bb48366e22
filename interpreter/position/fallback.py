"""Where a faster engine fails for a reason that is not the rules' own: a slower one plays on, and one warning says so.

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
"""What an engine was doing: its code was written, its code was compiled, a game was played."""
SLOWER = {"native": "the Python engine", "Python": "the reference engine"}
"""Who plays on, by the engine that failed."""


OF_A_POSITION = (LookupError, ValueError)
"""What an engine may raise, too, in a position that cannot be, as players suppose them. Whether it is the engine's own
fault shows where the reference interpreter knows an answer for the same position."""


OF_ITS_OWN = (NameError, TypeError, AttributeError, AssertionError, ArithmeticError, RuntimeError, SystemError)
"""What only an engine that is wrong raises. Any other exception passes: somebody may want to end a long call by it."""


class EngineFallback(UserWarning):
    """`engine` failed while it was `doing` something, at `place` in our code; a slower engine plays on."""

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
    """The step in which an engine failed. The vector is half changed, so take the one before; from now on the slower
    engine answers all that this one is asked."""

    def __init__(self) -> None:
        super().__init__("the engine failed", NOWHERE)

    def __reduce__(self) -> tuple[type[EngineFailure], tuple[()]]:
        return EngineFailure, ()


def warn_of_failure(engine: str, doing: str, cause: BaseException) -> None:
    """Warns once of each failure. `engine`: native or Python."""
    warnings.warn(EngineFallback(engine, doing, cause), stacklevel=1)


def _place(cause: BaseException) -> str:
    """What was raised, and by which line."""
    name, frames = type(cause).__name__, extract_tb(cause.__traceback__)
    if not frames:
        return name
    *_, last = frames
    return f"{name} in {'/'.join(last.filename.replace(chr(92), '/').split('/')[-3:])}:{last.lineno}"
