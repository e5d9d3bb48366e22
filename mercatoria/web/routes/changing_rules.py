"""Request handlers for a table whose game has other rules now: what has changed, and the migration to them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.locale import locale_of
from mercatoria import RulebookError, TableError
from mercatoria.web.looking_back import LookingBack
from mercatoria.web.pages import changes_page, faults_page
from mercatoria.web.requests import html, language_of, owner_of, seat_path, server_of, table_of, to
from mercatoria.web.routes.setting_up import own_seat
from mercatoria.web.security import Refused, form_of
from mercatoria.web.tables import Migration, Stale, Table, refusal


async def changes(request: Request) -> Response:
    """Show the host how the rules have changed since the table began, and whether the table can migrate to them."""
    table = await table_of(request)
    owner_of(request, table)
    return await _told(request, table)


async def migrate(request: Request) -> Response:
    """Give a table the present rules, if its log allows this. Otherwise show the host why it does not."""
    server, table, fields = server_of(request), await table_of(request), await form_of(request)
    owner_of(request, table)
    past: LookingBack = request.app.state.looking_back

    def migrated() -> Migration:
        found = server.hall.migrate(table, fields.get("mark", ""))
        past.forget(table)
        return found

    try:
        found = await server.decide(table, migrated)
    except (Stale, TableError, RulebookError):
        return await _told(request, await table_of(request), 409)
    return to(_back(request, table)) if found.broken is None else await _told(request, table, 409)


async def _told(request: Request, table: Table, status: int = 200) -> Response:
    """Show the changes to the host, or the faults of the present rules."""
    server, language, back = server_of(request), language_of(request, table), _back(request, table)

    def rendered() -> str:
        found = server.hall.migration(table)
        return changes_page(table.read_in(language), found, back, language)

    title = f"{table.course.state.edition.title}: {locale_of(language)('changed_rules')}"
    try:
        return html(title, await server.behind_moves(rendered), status, language)
    except TableError as fault:
        raise Refused(409, " ".join(refusal(fault))) from fault
    except RulebookError as fault:
        found = await server.behind_moves(server.hall.catalogue.unplayable, table.head.game)
        if found is None:  # the rules have faults only with the variants of this table
            raise Refused(409, " ".join(refusal(fault))) from fault
        return html(title, faults_page(found, language, back), 409, language)


def _back(request: Request, table: Table) -> str:
    """Return the address of the host's own seat, or of the page for spectators."""
    return own_seat(request, table) or seat_path(table, None)


CHANGING_RULES = [Route("/t/{table}/changes", changes), Route("/t/{table}/migrate", migrate, methods=["POST"])]
