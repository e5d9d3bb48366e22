"""Texts, and stretches of them: where a piece of a rulebook stands.

In: the text of a file and the name it is shown under. Out: a `Source`, and `Span`s of it. Every later stage carries
spans along, so that a fault can show the author's own words. Knows nothing of files, grammar or faults.
"""

from dsl.source.control_characters import INVISIBLE, visible
from dsl.source.numbers import whole_number
from dsl.source.spans import NOWHERE, Source, Span

__all__ = ["INVISIBLE", "NOWHERE", "Source", "Span", "visible", "whole_number"]
