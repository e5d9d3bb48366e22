"""Code that several commands share: options, output, progress display and error handling.

The input is command-line arguments, and the diagnostics, faults and data that a command produces. The output is a
loaded game with its players, console text or JSON, and an exit code. Each module is imported on first use, because
`--help` needs only a few of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from mercatoria.console.stopping import sigterm_as_ctrl_c

if TYPE_CHECKING:
    from mercatoria.console import arguments, citations, claims_report, coverage_report, errors, output, seating
    from mercatoria.console.file_watch import watch
    from mercatoria.console.progress_display import progress
    from mercatoria.console.streams import marked

__all__ = [
    "arguments", "citations", "claims_report", "coverage_report", "errors", "marked", "output", "progress", "seating",
    "sigterm_as_ctrl_c", "watch",
]  # fmt: skip

_FUNCTIONS = {"progress": "progress_display", "marked": "streams", "watch": "file_watch"}
"""Functions that this package exports, each with the module that defines it."""


def __getattr__(name: str) -> object:
    """Import a module or function of this package on first use."""
    if name not in __all__:
        raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
    module = import_module(f"{__name__}.{_FUNCTIONS.get(name, name)}")
    globals()[name] = found = getattr(module, name) if name in _FUNCTIONS else module
    return found
