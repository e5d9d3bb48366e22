"""Faults of rulebooks and data, as values.

In: a code, a title, a span, a hint. Out: `Diagnostic`s collected in a `Sink`, so that one run reports many; the
catalogue of what each code means; the wording of faults that recur; the known name that is nearest to a misspelt one.
Knows nothing of the rules that find the faults. Prints nothing: colour and JSON are up to the command line.
"""

from dsl.diagnostics import catalogue, wording
from dsl.diagnostics.catalogue import CATALOGUE
from dsl.diagnostics.diagnostic import (
    Diagnostic,
    ErrorReported,
    RulebookError,
    Sink,
    did_you_mean,
    nearest,
    render,
    suggestion,
)

__all__ = [
    "CATALOGUE",
    "Diagnostic",
    "ErrorReported",
    "RulebookError",
    "Sink",
    "catalogue",
    "did_you_mean",
    "nearest",
    "render",
    "suggestion",
    "wording",
]
