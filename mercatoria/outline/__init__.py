"""Plain-text outlines of drawings, for screen readers and for users who prefer text.

The input is a `Drawing`. The output is text with everything that the picture shows.
"""

from mercatoria.outline.outline import outline, short_outline

__all__ = ["outline", "short_outline"]
