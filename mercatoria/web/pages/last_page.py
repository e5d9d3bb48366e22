"""A cache of each seat's last page, which avoids rendering unchanged parts again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from interpreter.table import CachedView
from mercatoria.drawing import Drawing, Sight
from mercatoria.svg import Sheet, svg
from mercatoria.web.pages.log_lines import Line, LogShown
from mercatoria.web.pages.templates import filled
from mercatoria.web.tables import Table


@dataclass(slots=True)
class LastPage:
    """The last page of one seat.

    Seats share no cache, because the time to render one seat's page could reveal what another seat saw.
    """

    sight: Sight
    log: LogShown = field(default_factory=dict)
    log_html: dict[Line, str] = field(default_factory=dict)
    _parts: dict[tuple[str, int], tuple[dict[str, object], Markup]] = field(default_factory=dict)
    _picture: tuple[object, Markup] | None = None
    _written: dict[str, tuple[object, str]] = field(default_factory=dict)

    def part(self, template: str, number: int = 0, /, **values: object) -> Markup:
        """Return a rendered part of the page. `number` distinguishes parts that use the same template."""
        known = self._parts.get((template, number))
        if known is None or known[0] != values:
            known = self._parts[template, number] = values, Markup(filled(template, **values))
        return known[1]

    def picture(self, drawn: Drawing, sheet: Sheet) -> Markup:
        """Return the map as SVG."""
        seen = drawn.places, drawn.lines, drawn.areas
        if self._picture is None or self._picture[0] != seen:
            self._picture = seen, Markup(svg(drawn, False, sheet))
        return self._picture[1]

    def written(self, name: str, data: Any) -> str:
        """Return data as JSON, from the cache if the data is the same object as in the previous call."""
        known = self._written.get(name)
        if known is None or known[0] is not data:
            known = self._written[name] = data, json.dumps(data, ensure_ascii=False)
        return known[1]


def last_page(table: Table, seat: int | None) -> LastPage:
    """Return the cached page of a seat, or of the spectators (None). The table owns the cache."""
    if seat not in table.last_pages:
        table.last_pages[seat] = LastPage(Sight(CachedView(seat)))
    found: LastPage = table.last_pages[seat]
    return found
