"""Request handlers for taking a seat, handing it to a bot, and coming back."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.locale import locale_of
from interpreter.table import sentence
from mercatoria import TableError
from mercatoria.web.cookies import Place, cookie_of, keep_place
from mercatoria.web.pages import take_page
from mercatoria.web.requests import html, language_of, seat_of, seat_path, server_of, table_of, to
from mercatoria.web.security import Refused, form_of
from mercatoria.web.tables import Table, WrongSeatKey

WRONG = "This link does not belong to a seat at this table, or no longer does."


async def offered(request: Request) -> Response:
    """Show the page on which a player can take a seat. Opening the page does not take the seat."""
    server, table = server_of(request), await table_of(request)
    seat, key = request.path_params["seat"], request.path_params["key"]
    if not server.hall.sits(table, seat, key):
        raise Refused(403, WRONG)
    language = language_of(request, table)

    def rendered() -> tuple[str, str]:
        reading = table.read_in(language)
        return reading.course.state.edition.title, take_page(reading, seat, locale_of(language))

    title, inner = await server.on_thread(rendered)
    return html(title, inner, language=language)


async def taken(request: Request) -> Response:
    """Give the seat to a player who has its link, and store the seat's key in a cookie."""
    server, table, fields = server_of(request), await table_of(request), await form_of(request)
    seat, key = request.path_params["seat"], request.path_params["key"]
    try:
        await server.decide(table, server.hall.take, table, seat, key, fields.get("name", ""))
    except WrongSeatKey:
        raise Refused(403, WRONG) from None
    response = to(seat_path(table, seat))
    keep_place(response, request, Place(table.head.table, seat, key))
    return response


async def leave(request: Request) -> Response:
    """Let a bot play for this seat from now on."""
    server, table = server_of(request), await table_of(request)
    return await _changed(request, table, server.hall.leave)


async def come_back(request: Request) -> Response:
    """Let the person play for this seat again."""
    server, table = server_of(request), await table_of(request)
    return await _changed(request, table, server.hall.come_back)


async def _changed(request: Request, table: Table, change: Callable[[Table, int], None]) -> Response:
    server, seat = server_of(request), seat_of(request, table)
    await server.decide(table, change, table, seat)
    return to(seat_path(table, seat))


async def rematch(request: Request) -> Response:
    """Take a player to the rematch of a finished game. The first player who asks for it creates its table."""
    server, table = server_of(request), await table_of(request)
    seat = seat_of(request, table)
    key = request.cookies[cookie_of(seat)]
    try:
        again = await server.decide(table, server.hall.rematch, table)
    except TableError as fault:
        raise Refused(409, sentence(str(fault))) from fault
    seat = next(number for number in range(len(again.seats)) if server.hall.sits(again, number, key))
    await server.decide(again, server.hall.take, again, seat, key, "")
    response = to(seat_path(again, seat))
    keep_place(response, request, Place(again.head.table, seat, key))
    return response


JOINING = [
    Route("/t/{table}/take/{seat:seat}/{key}", offered),
    Route("/t/{table}/take/{seat:seat}/{key}", taken, methods=["POST"]),
    Route("/t/{table}/seat/{seat:seat}/leave", leave, methods=["POST"]),
    Route("/t/{table}/seat/{seat:seat}/return", come_back, methods=["POST"]),
    Route("/t/{table}/seat/{seat:seat}/rematch", rematch, methods=["POST"]),
]
