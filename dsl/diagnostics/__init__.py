"""Faults of rulebooks and data, as values.

Input: a code, a title, a span and a hint. Output: `Diagnostic`s collected in a `Sink`, so that one run reports many.
This stage also holds the catalogue of all codes, the wording of recurring faults, and the search for the known name
nearest to a misspelt one. It does not know the checks that find the faults, and prints nothing: colour and JSON are up
to the command line.
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
