"""Outlines of drawings in plain text, for screen readers and for users who prefer text.

The input is a `Drawing`. The output is text that contains everything that a picture of the drawing shows. The package
knows nothing of games or pictures.
"""

from mercatoria.outline.outline import outline

__all__ = ["outline"]
