"""Renders the areas of the board: the map, collections, cards that lie open, and charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from mercatoria.drawing import CardsArea, ChartArea, Drawing, MapArea, StageArea
from mercatoria.svg import Sheet
from mercatoria.web.pages.last_page import LastPage

MAP_FIRST, GRID_FIRST, NO_MAP = "map", "grid", "alone"
"""Arrangements of the board, which are also classes of the style sheet."""


def lead_of(drawn: Drawing) -> str:
    """Return the arrangement of the board: the map first, something else first, or a board without a map."""
    if not drawn.places or not any(isinstance(area, MapArea) for area in drawn.stage):
        return NO_MAP
    return MAP_FIRST if isinstance(drawn.stage[0], MapArea) else GRID_FIRST


def _is_empty(area: StageArea) -> bool:
    """Return True if an area has fields without any contents."""
    return isinstance(area, CardsArea) and all(of.is_empty for of in area.holdings)


def stage_part(
    last: LastPage, drawn: Drawing, sheet: Sheet, signs: Mapping[str, Markup], seats: Sequence[object]
) -> Markup:  # fmt: skip
    """Return the areas of the board as HTML, or the cached HTML if nothing in them has changed."""
    lead = lead_of(drawn)
    others = [area for area in drawn.stage if not isinstance(area, MapArea) and not _is_empty(area)
              and not (lead == MAP_FIRST and isinstance(area, ChartArea))]  # fmt: skip
    return last.part(
        "stage.html", said=drawn.words.things.locale, lead=lead, stage=drawn.stage, others=others,
        picture="" if lead == NO_MAP else last.picture(drawn, sheet), signs=signs, seats=seats,
    )  # fmt: skip
