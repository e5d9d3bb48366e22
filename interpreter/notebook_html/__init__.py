"""Text and tables as HTML for notebooks: every text is escaped, with no scripts and no external styles.

Input: plain texts. Output: HTML fragments, which can be combined. This stage knows nothing about games.
"""

from interpreter.notebook_html.elements import disclosure, heading, listed, paragraph, table, together

__all__ = ["disclosure", "heading", "listed", "paragraph", "table", "together"]
