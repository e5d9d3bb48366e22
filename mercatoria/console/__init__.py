"""What people read at a terminal: output, colours, progress, and errors as sentences with an exit code.

In: diagnostics, faults, data. Out: text on a console, or JSON. Knows nothing of any single command.
"""

from mercatoria.console import citations, errors, output
from mercatoria.console.progress import progress
from mercatoria.console.watch import watch

__all__ = ["citations", "errors", "output", "progress", "watch"]
