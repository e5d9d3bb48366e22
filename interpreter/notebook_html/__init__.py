"""Text and tables as HTML for notebooks, without scripts or external styles.

The functions take plain text, escape it and return HTML fragments, which can be combined. This stage contains nothing
that is specific to games.
"""

from interpreter.notebook_html.elements import disclosure, heading, listed, paragraph, table, together

__all__ = ["disclosure", "heading", "listed", "paragraph", "table", "together"]
