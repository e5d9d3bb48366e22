"""Plain-text outlines of drawings, for screen readers and for users who prefer text.

In: a `Drawing`. Out: text with everything that its picture shows. Independent of games and pictures.
"""

from mercatoria.outline.outline import outline

__all__ = ["outline"]
