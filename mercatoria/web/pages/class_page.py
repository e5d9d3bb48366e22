"""Renders the page of a class or club: all tables of one host, with their states and links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.locale import locale_of
from mercatoria.web.pages.front import TableLine, table_line
from mercatoria.web.pages.set_up import MOST_TABLES, seat_links
from mercatoria.web.pages.table_page import SeatRow, sitting
from mercatoria.web.pages.templates import filled
from mercatoria.web.tables import Catalogue, Table
from mercatoria.web.timeline import present


@dataclass(frozen=True, slots=True)
class ClassTable:
    """A table of a host. `number` counts the host's tables, `links` are those of the seats."""

    number: int
    line: TableLine
    sitting: tuple[SeatRow, ...]
    links: tuple[str, ...]
    watch: str


def class_table(table: Table, number: int, owner: str, site: str) -> ClassTable:
    """Return what the host sees of a table: what spectators see, and the links of the seats."""
    moment = present(table, None)
    watch = f"{site}/t/{table.head.table}"
    return ClassTable(number, table_line(moment), tuple(sitting(moment)), tuple(seat_links(table, owner, site)), watch)


def class_page(
    catalogue: Catalogue, tables: Sequence[ClassTable], total: int, with_links: bool, language: str
) -> str:  # fmt: skip
    """Render the page with the tables of a host. `total` also counts the tables that are too old to be shown."""
    said = locale_of(language)
    return filled("class.html", said=said, tables=tables, total=total, with_links=with_links, most=MOST_TABLES,
                  offers=catalogue.offers(language))  # fmt: skip
