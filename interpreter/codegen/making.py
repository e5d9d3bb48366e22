"""Chooses the fastest available Python engine for a flowchart."""

from __future__ import annotations

from interpreter.codegen.engine import GeneratedEngine
from interpreter.flow import Flow
from interpreter.position import WRITING, warn_of_failure
from interpreter.reference import Walker


def python_engine(flow: Flow) -> GeneratedEngine | Walker:
    """Return the generated engine for a flowchart.

    If code generation fails, issue a warning and return the reference interpreter.
    """
    try:
        return GeneratedEngine(flow)
    except MemoryError:
        raise
    except Exception as cause:  # noqa: BLE001 - whatever the cause, the reference interpreter can play the rules
        warn_of_failure("Python", WRITING, cause)
        return Walker(flow)
