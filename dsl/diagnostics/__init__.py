"""The diagnostics stage, which collects the faults of rulebooks and data files.

A diagnostic has a code, a title, a span and a hint. A `Sink` collects `Diagnostic` objects, so that one run reports
many faults. This stage also contains the catalogue of codes, the wording of common faults, and the search for the name
that an author probably meant. The stage does not depend on the checks that find the faults. The stage prints nothing;
the command line adds colour and JSON.
"""

from dsl.diagnostics import catalogue, wording
from dsl.diagnostics.catalogue import CATALOGUE
from dsl.diagnostics.diagnostic import (
    Diagnostic,
    ErrorReported,
    RulebookError,
    Sink,
    Suggestion,
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
    "Suggestion",
    "catalogue",
    "did_you_mean",
    "nearest",
    "render",
    "suggestion",
    "wording",
]
