"""Displays a game or a position in a notebook.

The display contains only public information.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.notebook_html.elements import heading, listed, paragraph, table, together
from interpreter.position import PLAYER
from interpreter.table import GameConfig, spaced, titled, written

LAST = 5
"""Number of log lines to show."""

UNKNOWN = "?"

IDLE = {"no", "none", "nothing"}
"""Field values that mean "empty". The table omits rows in which all values are empty."""


def game_in_html(edition: GameConfig) -> str:
    """Return a game's title, player counts, variants and options as HTML."""
    least, most = edition.players[0], edition.players[-1]
    who = f"For {least} players." if least == most else f"For {least} to {most} players."
    variants = sorted(edition.folder.variants)
    return together(
        heading(edition.title),
        paragraph(who),
        paragraph(f"Played with: {', '.join(edition.variants)}.") if edition.variants else "",
        paragraph(f"Variants: {', '.join(variants)}.") if variants else "",
        listed(f"{name} = {value}" for name, value in edition.options.items()),
    )


def position_in_html(title: str, view: Mapping[str, Any]) -> str:
    """Return a spectator's view as HTML: the decision, the players' fields and the latest log lines."""
    phase = view["phase_title"] or titled(view["phase"])
    names = [view["players"][seat] for seat in view["deciders"]]
    turn = "The game is over." if view["over"] else f"{phase}: {' and '.join(names)} to decide." if names else phase
    return together(heading(title), paragraph(turn), _players(view), listed(view["log"][-LAST:]))


def _players(view: Mapping[str, Any]) -> str:
    """Return an HTML table with a column for each player and a row for each field."""
    things = view["things"].get(PLAYER, {})
    rows = dict.fromkeys(name for fields in things.values() for name in fields)
    if not rows:
        return ""
    cells = [[spaced(name), *(_shown(fields.get(name)) for fields in things.values())] for name in rows]
    return table(["", *things], [row for row in cells if set(row[1:]) - IDLE])


def _shown(value: object) -> str:
    """Return the contents of a field as text."""
    if value == []:
        return "nothing"
    if not isinstance(value, dict):
        return written(value)  # type: ignore[arg-type]
    if value.get("hidden") is True:
        return UNKNOWN
    if set(value) == {"count"}:
        return f"{value['count']} covered"
    nested = any(isinstance(of, dict | list) for of in value.values())
    return ("; " if nested else ", ").join(_entries(value)) or "nothing"


def _entries(value: Mapping[str, object]) -> Iterator[str]:
    """Yield the text for each piece type in a holder, or for each non-empty entry of a field with keys."""
    for name, of in value.items():
        if isinstance(of, int):
            if of:
                yield f"{name} {_shown(of)}"
        elif of not in ({}, [], None):
            yield f"{name}: {_shown(of)}"
