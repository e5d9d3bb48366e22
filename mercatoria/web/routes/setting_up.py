"""Request handlers for choosing a game, creating a table, and showing the seat links."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.source import whole_number
from mercatoria import PlayFault, RulebookError, TableError
from mercatoria.players import HUMAN
from mercatoria.web.pages import links_page, set_up_page, start_page
from mercatoria.web.pages.set_up import choice_of
from mercatoria.web.requests import OWNER, html, keep, server_of, table_of, to
from mercatoria.web.security import Refused, form_of
from mercatoria.web.tables import Offer, refusal


async def start(request: Request) -> Response:
    """Show all playable games."""
    server = server_of(request)
    return html("Lex Mercatoria", await server.on_thread(start_page, server.hall.catalogue))


async def choices(request: Request) -> Response:
    """Show the options of a game, and check the current choices for conflicts."""
    server, fields = server_of(request), dict(request.query_params)
    offer = await _offer(request, fields.get("game", ""))
    return html(offer.title, await server.on_thread(set_up_page, server.hall.catalogue, offer, fields))


async def set_up(request: Request) -> Response:
    """Create a table from the submitted form."""
    server, fields = server_of(request), await form_of(request)
    offer = await _offer(request, fields.get("game", ""))
    choice, kinds = choice_of(offer, fields)
    try:
        table, owner = await server.on_thread(server.hall.set_up, choice, kinds)
    except (TableError, RulebookError, FileNotFoundError) as fault:
        again = await server.on_thread(set_up_page, server.hall.catalogue, offer, fields)
        return html(offer.title, again, 409, notice=" ".join(refusal(fault)))
    except PlayFault as fault:
        raise Refused(409, f"A rule failed during set-up: {fault}") from fault
    response = to(f"/t/{table.head.table}/links")
    keep(response, request, table.head.table, OWNER, owner)
    return response


async def _offer(request: Request, name: str) -> Offer:
    """Return a game with the choices that it offers. If the game does not exist, raise `Refused`."""
    server = server_of(request)
    offer = await server.on_thread(server.hall.catalogue.offer, name)
    if offer is None:
        raise Refused(404, "This server does not have that game.")
    return offer


async def links(request: Request) -> Response:
    """Show all seat links to the host."""
    server, table = server_of(request), await table_of(request)
    owner = _owner(request, server.hall.is_owner(table, request.cookies.get(OWNER, "")))
    site = f"{request.url.scheme}://{request.url.netloc}"
    title = f"Seats: {table.course.state.edition.title}"
    return html(title, await server.on_thread(links_page, table, owner, site))


async def seats(request: Request) -> Response:
    """Let the host give a seat to a bot or back to a person."""
    server, table, fields = server_of(request), await table_of(request), await form_of(request)
    _owner(request, server.hall.is_owner(table, request.cookies.get(OWNER, "")))
    seat = whole_number(fields.get("seat", ""))
    if seat is None or not 0 <= seat < len(table.seats):
        raise Refused(400, "There is no such seat.")
    change = server.hall.come_back if fields.get("who") == HUMAN else server.hall.leave
    await server.decide(table, change, table, seat)
    return to(f"/t/{table.head.table}/links")


def _owner(request: Request, known: bool) -> str:
    """Return the host's key from the cookie.

    Raises:
        Refused: Raised if this browser did not create the table.
    """
    if not known:
        raise Refused(403, "Only the browser that created this table can see the seat links.")
    return request.cookies[OWNER]


SETTING_UP = [
    Route("/", start), Route("/new", choices), Route("/new", set_up, methods=["POST"]),
    Route("/t/{table}/links", links), Route("/t/{table}/seats", seats, methods=["POST"]),
]  # fmt: skip
