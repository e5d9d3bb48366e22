"""Renders games, positions, texts and tables as HTML for notebooks, without scripts or external styles.

`elements` escapes plain text and returns HTML fragments, which `together` joins. `games` renders a game's configuration
and a spectator's view, so that a notebook shows public information only.
"""

from interpreter.notebook_html.elements import disclosure, heading, listed, paragraph, table, together
from interpreter.notebook_html.games import game_in_html, position_in_html

__all__ = [
    "disclosure", "game_in_html", "heading", "listed", "paragraph", "position_in_html", "table", "together",
]  # fmt: skip
