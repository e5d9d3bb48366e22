"""The table in plain text, line by line: for screen readers, and for whoever would rather read than look.

In: a `Drawing`. Out: text that says whatever a picture of it shows. Knows nothing of games and pictures.
"""

from mercatoria.outline.outline import outline

__all__ = ["outline"]
