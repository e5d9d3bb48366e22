"""Renders text and tables as HTML for notebooks, without scripts or external styles.

Each function escapes plain text and returns an HTML fragment. `together` joins fragments. This package contains no code
for games.
"""

from interpreter.notebook_html.elements import disclosure, heading, listed, paragraph, table, together

__all__ = ["disclosure", "heading", "listed", "paragraph", "table", "together"]
