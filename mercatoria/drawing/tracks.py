"""The steps of a track and the tokens on each step."""

from __future__ import annotations

from dsl.model import Int
from mercatoria.drawing.table_view import TableView
from mercatoria.picture import Chart

LONGEST = 12
"""Maximum number of steps for which the whole track is drawn. A longer track shows only the occupied steps."""


def occupants_of(view: TableView, chart: Chart) -> dict[int, list[str]]:
    """Return the things on each step of the track."""
    occupants: dict[int, list[str]] = {}
    for thing in view.model.kinds[chart.kind].things:
        occupants.setdefault(view.field(chart.kind, thing, chart.track), []).append(thing)
    return occupants


def steps_of(view: TableView, chart: Chart) -> list[int]:
    """Return the steps to draw, from high to low.

    A track with more than `LONGEST` steps shows only the occupied ones.
    """
    of = next(each.type for each in view.model.fields if each.kind == chart.kind and each.name == chart.track)
    if isinstance(of, Int) and of.high - of.low < LONGEST:
        return list(range(of.high, of.low - 1, -1))
    return sorted(occupants_of(view, chart), reverse=True)
