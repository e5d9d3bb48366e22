"""Selection of the fastest engine in Python for a flow."""

from __future__ import annotations

from interpreter.codegen.engine import GeneratedEngine
from interpreter.flow import Flow
from interpreter.position import WRITING, warn_of_failure
from interpreter.reference import Walker


def python_engine(flow: Flow) -> GeneratedEngine | Walker:
    """Return the generated engine of a flow or, after a warning, the reference interpreter if generation fails."""
    try:
        return GeneratedEngine(flow)
    except MemoryError:
        raise
    except Exception as cause:  # noqa: BLE001 - whatever it is, the rules can be played
        warn_of_failure("Python", WRITING, cause)
        return Walker(flow)
