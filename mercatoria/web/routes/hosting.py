"""Request handlers for the page of a class or club, which shows all tables of one host."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.locale import locale_of
from mercatoria.web.cookies import host_of
from mercatoria.web.pages import ClassTable, class_page, class_table
from mercatoria.web.requests import html, reader_language, server_of
from mercatoria.web.store import NotRead
from mercatoria.web.tables import NoTable, Table

MOST_SHOWN = 30
"""Maximum number of tables on the page, the newest first."""


async def tables(request: Request) -> Response:
    """Show the tables of this browser's host key, with their states and links."""
    server, language, host = server_of(request), reader_language(request), host_of(request)
    names = await server.on_thread(server.hall.tables_of, host) if host else []
    numbered, found = list(enumerate(names, 1))[::-1][:MOST_SHOWN], list[ClassTable]()
    site = f"{request.url.scheme}://{request.url.netloc}"
    for number, name in numbered:
        try:
            table = await server.table(name)
        except (NoTable, NotRead):
            continue
        found.append(await server.on_thread(_line, table, number, host, site, language))
    with_links = "links" in request.query_params
    inner = await server.on_thread(class_page, server.hall.catalogue, found, len(names), with_links, language)
    return html(locale_of(language)("class"), inner, language=language)


def _line(table: Table, number: int, host: str, site: str, language: str) -> ClassTable:
    return class_table(table.read_in(language), number, host, site)


HOSTING = [Route("/class", tables)]
