"""The source stage: the texts of files, and spans that locate a part of a text.

Given the text of a file and its displayed name, this stage creates a `Source`, and `Span` objects that refer to it.
Every later stage keeps these spans, so that a fault can show the author's own words. This stage reads no files, and
does not depend on the grammar or on faults.
"""

from dsl.source.control_characters import INVISIBLE, visible
from dsl.source.numbers import whole_number
from dsl.source.spans import NOWHERE, Source, Span

__all__ = ["INVISIBLE", "NOWHERE", "Source", "Span", "visible", "whole_number"]
