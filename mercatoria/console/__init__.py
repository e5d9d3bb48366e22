"""What the commands share: the options that people type, and the output, progress and errors that they read.

In: words of a command line; diagnostics, faults, data. Out: a game and who plays it; text on a console or JSON, and an
exit code. Knows nothing of any single command.
"""

from mercatoria.console import arguments, citations, coverage_report, errors, output, seating
from mercatoria.console.progress import progress
from mercatoria.console.stopping import sigterm_as_ctrl_c
from mercatoria.console.streams import marked
from mercatoria.console.watch import watch

__all__ = [
    "arguments", "citations", "coverage_report", "errors", "marked", "output", "progress", "seating",
    "sigterm_as_ctrl_c", "watch",
]  # fmt: skip
