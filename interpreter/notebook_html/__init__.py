"""Texts and tables as HTML, as notebooks show it: every text escaped, no script, no style from outside.

In: plain texts. Out: pieces of HTML, which can be put together. Knows nothing of games.
"""

from interpreter.notebook_html.elements import disclosure, heading, listed, paragraph, table, together

__all__ = ["disclosure", "heading", "listed", "paragraph", "table", "together"]
