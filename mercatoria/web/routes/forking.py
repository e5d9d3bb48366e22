"""Request handlers that begin a new table with an earlier position of another one."""

from __future__ import annotations

import logging

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.locale import locale_of
from mercatoria import PlayFault, RecordError, RulebookError, TableError
from mercatoria.players import HUMAN
from mercatoria.web.cookies import Place, host_or_new, keep_host, keep_place
from mercatoria.web.forking import Forking, NoFork
from mercatoria.web.pages import BOTS, FRIENDS, other_rules
from mercatoria.web.requests import language_of, position_number, seat_of, seat_path, server_of, table_of, to
from mercatoria.web.security import Refused, asker, form_of, seat_key
from mercatoria.web.store import NotRead, Origin
from mercatoria.web.tables import HouseRules, Table, refusal

LOG = logging.getLogger("mercatoria.web")


async def watched(request: Request) -> Response:
    """Begin a table with what spectators know of a position."""
    return await _forked(request, await table_of(request), None)


async def seen(request: Request) -> Response:
    """Begin a table with what a seat knows of a position."""
    table = await table_of(request)
    return await _forked(request, table, seat_of(request, table))


async def _forked(request: Request, table: Table, seat: int | None) -> Response:
    server, fields, said = server_of(request), await form_of(request), locale_of(language_of(request, table))
    against = fields.get("against", "")
    if against != FRIENDS and against not in BOTS:
        raise Refused(400, said("no_such_opponent"))
    if against == FRIENDS and not table.allows_side_tables:
        raise Refused(409, said("no_side_tables"))
    number, rules = position_number(fields.get("at", "")), other_rules(table, fields)
    origin = await _origin(request, table, seat, number, fields.get("hidden") == "as_it_was", rules)
    owner = host_or_new(request)
    try:
        forked, sits = await server.on_thread(server.hall.fork, table, origin, _kind(against), owner, rules)
    except (TableError, RecordError, RulebookError, PlayFault) as fault:
        raise Refused(409, said("no_fork", reason=str(fault).rstrip("."))) from fault
    response = to(seat_path(forked, sits))
    keep_host(response, request, owner)
    keep_place(response, request, Place(forked.head.table, sits, seat_key(owner, forked.head.table, sits)))
    return response


def _kind(against: str) -> str:
    return HUMAN if against == FRIENDS else against


async def _origin(
    request: Request, table: Table, seat: int | None, number: int, as_it_was: bool, rules: HouseRules | None
) -> Origin:  # fmt: skip
    """Return the start of the new table. Raises `Refused`."""
    forking: Forking = request.app.state.forking
    forking.count(asker(request.scope))
    language = language_of(request, table)
    said = locale_of(language)
    try:
        return await forking.origin(table, seat, number, as_it_was, rules, language)
    except NoFork as fault:
        raise Refused(409, said(fault.key, **fault.words)) from fault
    except (TableError, RulebookError) as fault:
        raise Refused(409, " ".join((said("choices_conflict") + ".", *refusal(fault)))) from fault
    except NotRead:
        raise
    except Exception as fault:  # a process of the bots may fail in any way
        LOG.exception("nothing could be dealt again at a table that plays %s", table.head.game)
        raise Refused(503, said("deal_failed")) from fault


FORKING = [
    Route("/t/{table}/fork", watched, methods=["POST"]),
    Route("/t/{table}/seat/{seat:seat}/fork", seen, methods=["POST"]),
]
