"""The source stage, which represents files as `Source` objects, and locations in them as `Span` objects.

A `Source` consists of the text of a file and the file name to display. Every later stage keeps the spans, so that
messages can quote the author's words. This stage reads no files, and depends on neither the grammar nor the
diagnostics.
"""

from dsl.source.control_characters import INVISIBLE, visible
from dsl.source.numbers import whole_number
from dsl.source.spans import NOWHERE, Place, Source, Span

__all__ = ["INVISIBLE", "NOWHERE", "Place", "Source", "Span", "visible", "whole_number"]
