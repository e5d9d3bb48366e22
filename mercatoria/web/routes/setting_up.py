"""Request handlers for creating a table and showing the seat links."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.locale import locale_of
from dsl.source import whole_number
from mercatoria import PlayFault, RulebookError, TableError
from mercatoria.players import HUMAN
from mercatoria.web.cookies import Place, cookie_of, host_or_new, keep_host, keep_place
from mercatoria.web.pages import faults_page, links_page, set_up_page
from mercatoria.web.pages.set_up import choice_of, seating_of, suggested, tables_of
from mercatoria.web.requests import (
    html,
    language_of,
    offer_of,
    owner_of,
    reader_language,
    seat_path,
    server_of,
    table_of,
    to,
)
from mercatoria.web.security import Limits, Refused, asker, form_of, seat_key
from mercatoria.web.tables import Table, refusal


async def choices(request: Request) -> Response:
    """Show the options of a game, and check the current choices for conflicts."""
    server, asked, language = server_of(request), dict(request.query_params), reader_language(request)
    found = await server.on_thread(server.hall.catalogue.unplayable, asked.get("game", ""))
    if found is not None:
        return html(found.title, faults_page(found, language), 409, language)
    offer = await offer_of(request, asked.get("game", ""))
    inner = await server.on_thread(set_up_page, server.hall.catalogue, offer, suggested(offer, asked), language)
    return html(offer.title, inner, language=language)


async def set_up(request: Request) -> Response:
    """Create a table from the submitted form. A host who takes a seat sees its page, any other host the seat links.

    The form may ask for several equal tables. Then the host takes no seat, and sees the page of all tables.
    """
    server, fields = server_of(request), await form_of(request)
    offer = await offer_of(request, fields.get("game", ""))
    choice, language = choice_of(offer, fields), reader_language(request)
    seating, several = seating_of(offer, choice, fields), tables_of(fields)
    if several > 1 and not allows_several(request):
        raise Refused(429, "Too many tables. Wait a minute and try again.")
    owner, sits = host_or_new(request), seating.sits if several == 1 else None
    try:
        for _ in range(several):
            table, _ = await server.on_thread(
                server.hall.set_up, choice, seating.kinds, None, owner, seating.names, sits, seating.side_tables
            )
    except (TableError, RulebookError, FileNotFoundError) as fault:
        again = await server.on_thread(set_up_page, server.hall.catalogue, offer, fields, language)
        return html(offer.title, again, 409, language, notice=" ".join(refusal(fault)))
    except PlayFault as fault:
        raise Refused(409, f"A rule failed during set-up: {fault}") from fault
    links = f"/t/{table.head.table}/links" if several == 1 else "/class?links"
    response = to(links) if sits is None else to(seat_path(table, sits))
    keep_host(response, request, owner)
    if sits is not None:
        keep_place(response, request, Place(table.head.table, sits, seat_key(owner, table.head.table, sits)))
    return response


def allows_several(request: Request) -> bool:
    """Return True if the client may set up several tables at once now."""
    limits: Limits | None = request.app.state.limits
    return limits is None or limits.allow_several(asker(request.scope))


async def links(request: Request) -> Response:
    """Show all seat links to the host."""
    server, table = server_of(request), await table_of(request)
    owner = owner_of(request, table)
    site = f"{request.url.scheme}://{request.url.netloc}"
    language, own = language_of(request, table), own_seat(request, table)
    said, reading = locale_of(language), await server.on_thread(table.read_in, language)
    title = f"{said('invite')}: {reading.course.state.edition.title}"
    changed = server.hall.has_news(table)
    inner = await server.on_thread(links_page, reading, owner, site, own, changed, said)
    return html(title, inner, language=language)


def own_seat(request: Request, table: Table) -> str:
    """Return the address of the first seat that this browser holds at a table, or an empty string."""
    hall, keys = server_of(request).hall, request.cookies
    seats = (seat for seat in range(len(table.seats)) if hall.sits(table, seat, keys.get(cookie_of(seat), "")))
    return next((seat_path(table, seat) for seat in seats), "")


async def seats(request: Request) -> Response:
    """Let the host give a seat to a bot or back to a person."""
    server, table, fields = server_of(request), await table_of(request), await form_of(request)
    owner_of(request, table)
    seat = whole_number(fields.get("seat", ""))
    if seat is None or not 0 <= seat < len(table.seats):
        raise Refused(400, "There is no such seat.")
    change = server.hall.come_back if fields.get("who") == HUMAN else server.hall.leave
    await server.decide(table, change, table, seat)
    return to(f"/t/{table.head.table}/links")


SETTING_UP = [
    Route("/new", choices), Route("/new", set_up, methods=["POST"]),
    Route("/t/{table}/links", links), Route("/t/{table}/seats", seats, methods=["POST"]),
]  # fmt: skip
