"""Request handlers for creating a table and showing the seat links."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.source import whole_number
from mercatoria import PlayFault, RulebookError, TableError
from mercatoria.players import HUMAN
from mercatoria.web.cookies import host_keys, host_of, keep_host
from mercatoria.web.pages import links_page, set_up_page
from mercatoria.web.pages.set_up import choice_of
from mercatoria.web.requests import html, offer_of, server_of, table_of, to
from mercatoria.web.security import Refused, form_of
from mercatoria.web.tables import Table, refusal


async def choices(request: Request) -> Response:
    """Show the options of a game, and check the current choices for conflicts."""
    server, fields = server_of(request), dict(request.query_params)
    offer = await offer_of(request, fields.get("game", ""))
    return html(offer.title, await server.on_thread(set_up_page, server.hall.catalogue, offer, fields))


async def set_up(request: Request) -> Response:
    """Create a table from the submitted form."""
    server, fields = server_of(request), await form_of(request)
    offer = await offer_of(request, fields.get("game", ""))
    choice, kinds = choice_of(offer, fields)
    try:
        table, owner = await server.on_thread(server.hall.set_up, choice, kinds, None, host_of(request))
    except (TableError, RulebookError, FileNotFoundError) as fault:
        again = await server.on_thread(set_up_page, server.hall.catalogue, offer, fields)
        return html(offer.title, again, 409, notice=" ".join(refusal(fault)))
    except PlayFault as fault:
        raise Refused(409, f"A rule failed during set-up: {fault}") from fault
    response = to(f"/t/{table.head.table}/links")
    keep_host(response, request, owner)
    return response


async def links(request: Request) -> Response:
    """Show all seat links to the host."""
    server, table = server_of(request), await table_of(request)
    owner = _owner(request, table)
    site = f"{request.url.scheme}://{request.url.netloc}"
    title = f"Seats: {table.course.state.edition.title}"
    return html(title, await server.on_thread(links_page, table, owner, site))


async def seats(request: Request) -> Response:
    """Let the host give a seat to a bot or back to a person."""
    server, table, fields = server_of(request), await table_of(request), await form_of(request)
    _owner(request, table)
    seat = whole_number(fields.get("seat", ""))
    if seat is None or not 0 <= seat < len(table.seats):
        raise Refused(400, "There is no such seat.")
    change = server.hall.come_back if fields.get("who") == HUMAN else server.hall.leave
    await server.decide(table, change, table, seat)
    return to(f"/t/{table.head.table}/links")


def _owner(request: Request, table: Table) -> str:
    """Return the host's key of a table from the cookies.

    Raises:
        Refused: Raised if this browser did not create the table.
    """
    for key in host_keys(request):
        if server_of(request).hall.is_owner(table, key):
            return key
    raise Refused(403, "Only the browser that created this table can see the seat links.")


SETTING_UP = [
    Route("/new", choices), Route("/new", set_up, methods=["POST"]),
    Route("/t/{table}/links", links), Route("/t/{table}/seats", seats, methods=["POST"]),
]  # fmt: skip
