"""Request handlers for the start page, the pictures of its games, and a game against bots at one click."""

from __future__ import annotations

import hashlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.folder import languages_of
from dsl.locale import locale_of
from mercatoria import PlayFault, RulebookError, TableError
from mercatoria.web.cookies import Place, host_of, keep_host, keep_place, places_of
from mercatoria.web.pages import TableLine, front_page, rules_page, table_line
from mercatoria.web.requests import (
    LANGUAGE,
    html,
    in_language,
    offer_of,
    reader_language,
    seat_path,
    server_of,
    spoken,
    to,
)
from mercatoria.web.security import Refused, form_of, seat_key
from mercatoria.web.store import NotRead
from mercatoria.web.tables import NoTable, Table, refusal
from mercatoria.web.timeline import present

TITLE = "Lex Mercatoria"
"""Title of the start page. A number before it counts the tables that wait for the reader."""
DAY = "public, max-age=86400"
"""Caching rule for the picture of a game, which browsers may keep for a day."""


async def start(request: Request) -> Response:
    """Show all playable games, and the tables at which this browser has a seat."""
    if language := spoken(request.query_params.get(LANGUAGE, "")):
        return in_language(request, "/", language)
    server, language = server_of(request), reader_language(request)
    lines = await _lines(request)
    inner = await server.on_thread(front_page, server.hall.catalogue, lines, language)
    asked = sum(line.your_move for line in lines)
    return html(f"({asked}) {TITLE}" if asked else TITLE, inner, language=language)


async def _lines(request: Request) -> list[TableLine]:
    """Return a line for each table at which this browser holds the key of a seat. All other tables stay unknown."""
    server, found, language = server_of(request), [], reader_language(request)
    for place in places_of(request):
        try:
            table = await server.table(place.table)
        except (NoTable, NotRead):
            continue
        if server.hall.sits(table, place.seat, place.key):
            found.append(await server.on_thread(_line, table, place.seat, language))
    return found


def _line(table: Table, seat: int, language: str) -> TableLine:
    return table_line(present(table.read_in(language), seat))


async def board(request: Request) -> Response:
    """Send the picture of a game's board at the start."""
    server, offer = server_of(request), await offer_of(request, request.query_params.get("game", ""))
    try:
        picture = await server.picture(offer)
    except (TableError, RulebookError, FileNotFoundError, PlayFault) as fault:
        raise Refused(404, "This game has no picture.") from fault
    tag = f'"{hashlib.sha256(picture.encode()).hexdigest()[:16]}"'
    headers = {"cache-control": DAY, "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(picture, media_type="image/svg+xml", headers=headers)


async def rules(request: Request) -> Response:
    """Show the rules of a game that apply at the table of a first game."""
    server, offer = server_of(request), await offer_of(request, request.query_params.get("game", ""))
    language = reader_language(request)

    def rendered() -> str:
        table = server.hall.example(offer)
        names = table.read_in(language) if language in languages_of(table.game.folder) else table
        return rules_page(table.course.state, None, "", "/", names.course.state)

    try:
        inner = await server.on_thread(rendered)
    except (TableError, RulebookError, FileNotFoundError, PlayFault) as fault:
        raise Refused(404, "The rules of this game cannot be read.") from fault
    return html(f"{locale_of(language)('rules')}: {offer.title}", inner, language=language)


async def now(request: Request) -> Response:
    """Create a table of one person against bots, and seat this browser where the first decision is due."""
    server, fields = server_of(request), await form_of(request)
    offer = await offer_of(request, fields.get("game", ""))
    try:
        table, owner, seat = await server.on_thread(server.hall.play_now, offer, host_of(request))
    except (TableError, RulebookError, FileNotFoundError) as fault:
        raise Refused(409, " ".join(refusal(fault))) from fault
    except PlayFault as fault:
        raise Refused(409, f"A rule failed during set-up: {fault}") from fault
    response = to(seat_path(table, seat))
    keep_host(response, request, owner)
    keep_place(response, request, Place(table.head.table, seat, seat_key(owner, table.head.table, seat)))
    return response


FRONT = [
    Route("/", start), Route("/board", board), Route("/rules", rules), Route("/now", now, methods=["POST"]),
]  # fmt: skip
