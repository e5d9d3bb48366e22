"""The diagnostics stage, which represents each fault of a rulebook or data file as an object.

A fault consists of a code, a title, a span and a hint. A `Sink` collects `Diagnostic` objects, so that one run reports
many faults. This stage also contains the catalogue of all codes, the wording of common faults, and the search for the
known name that is most similar to a misspelt one. The stage does not depend on the checks that find the faults. It
prints nothing: the command line adds colour and JSON.
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
