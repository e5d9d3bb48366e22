"""Caches the last page of each seat, so that unchanged parts are not rendered again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from mercatoria.drawing import Drawing
from mercatoria.svg import Sheet, svg
from mercatoria.web.pages.gains import Gains
from mercatoria.web.pages.glance import Glances
from mercatoria.web.pages.log_line import Line
from mercatoria.web.pages.log_lines import LogShown
from mercatoria.web.pages.templates import filled
from mercatoria.web.timeline import Moment

MOST_OF_PAST = 400
"""Maximum number of log lines to cache for the earlier pages of one seat."""


@dataclass(slots=True)
class LastPage:
    """The parts of the last page that was rendered for one seat.

    Seats do not share a cache, because with a shared cache, rendering times could reveal what another seat has seen.
    """

    glances: Glances
    gains: Gains
    log: LogShown = field(default_factory=LogShown)
    log_html: dict[tuple[int, ...], tuple[Line, str]] = field(default_factory=dict)
    _parts: dict[tuple[str, int], tuple[dict[str, object], Markup]] = field(default_factory=dict)
    _picture: tuple[object, Markup] | None = None
    _written: dict[str, tuple[object, str]] = field(default_factory=dict)

    def part(self, template: str, number: int = 0, /, **values: object) -> Markup:
        """Render a part of the page, or return the cached part if its values have not changed. If a page uses the same
        template several times, `number` tells the parts apart.
        """
        known = self._parts.get((template, number))
        if known is None or known[0] != values:
            known = self._parts[template, number] = values, Markup(filled(template, **values))
        return known[1]

    def picture(self, drawn: Drawing, sheet: Sheet) -> Markup:
        """Return the map as SVG, or the cached SVG if the map has not changed."""
        seen = drawn.places, drawn.lines, drawn.areas
        if self._picture is None or self._picture[0] != seen:
            self._picture = seen, Markup(svg(drawn, False, sheet, self.glances.last))
        return self._picture[1]

    def written(self, name: str, data: Any) -> str:
        """Convert data to JSON, or return the cached JSON if `data` is the same object as before."""
        known = self._written.get(name)
        if known is None or known[0] is not data:
            known = self._written[name] = data, json.dumps(data, ensure_ascii=False)
        return known[1]


def last_page(moment: Moment) -> LastPage:
    """Return the cache for the pages of a seat or of spectators (None), for the present or for the past."""
    seat = moment.seat
    if seat not in moment.parts:
        log = LogShown() if moment.is_present else LogShown(MOST_OF_PAST)
        moment.parts[seat] = LastPage(Glances(seat), Gains(seat), log)
    found: LastPage = moment.parts[seat]
    return found
