"""Request handlers for earlier positions of a table, as a seat or a spectator saw them."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.locale import ENGLISH, locale_of
from interpreter.table import sentence
from mercatoria import NoAnswer, State
from mercatoria.web.looking_back import LookingBack
from mercatoria.web.pages import (
    NoScenario,
    as_scenario,
    base_at,
    base_of,
    hint_page,
    scenario_name,
    what_it_did,
    why_not,
)
from mercatoria.web.requests import (
    MOST_ASKED,
    as_spectator,
    asked_number,
    chosen_language,
    html,
    in_language,
    is_visiting,
    language_of,
    seat_of,
    seat_path,
    table_of,
    to,
    viewed_seat,
    watching_words,
)
from mercatoria.web.routes.playing import LONGEST_QUESTION, hints_or_refused
from mercatoria.web.security import Refused, asker
from mercatoria.web.tables import Table
from mercatoria.web.timeline import Moment, NoMoment


def past_of(request: Request) -> LookingBack:
    """Return the object that answers requests for earlier positions."""
    found: LookingBack = request.app.state.looking_back
    return found


async def earlier_watched(request: Request) -> Response:
    """Show an earlier position to a spectator."""
    return await _earlier(request, await table_of(request), None)


async def earlier_seen(request: Request) -> Response:
    """Show an earlier position to the player in a seat.

    A player may send the link to others, so a browser without the key of the seat sees the position as a spectator.
    """
    table = await table_of(request)
    try:
        seat = await viewed_seat(request, table)
    except Refused:
        return as_spectator(table, f"/at/{request.path_params['number']}")
    return await _earlier(request, table, seat)


async def _earlier(request: Request, table: Table, seat: int | None) -> Response:
    number, base = request.path_params["number"], seat_path(table, seat)
    if language := chosen_language(request, table):
        return in_language(request, f"{base}/at/{number}", language)
    past, language = past_of(request), language_of(request, table)
    past.count(table, seat, asker(request.scope), past.rates)
    try:
        title, inner = await past.page(table, seat, number, language)
    except NoMoment as fault:
        return to(base if fault.nearest is None else f"{base}/at/{fault.nearest}")
    notice = watching_words(request, language) if seat is None else ""
    return html(title, inner, language=language, notice=notice, visits=is_visiting(request, table, seat))


async def why_watched(request: Request) -> Response:
    return await _why(request, await table_of(request), None)


async def why_seen(request: Request) -> Response:
    table = await table_of(request)
    return await _why(request, table, await viewed_seat(request, table))


async def _why(request: Request, table: Table, seat: int | None) -> Response:
    """Answer `?not=ACTION` and `?line=NUMBER` about an earlier position."""
    asked, past, language = request.query_params, past_of(request), language_of(request, table)
    past.count(table, seat, asker(request.scope), past.rates)
    action, depth = asked.get("not", "")[:LONGEST_QUESTION], asked_number(asked.get("depth", "1"))

    def answer(moment: Moment) -> str:
        base, here = base_of(table.head.table, seat), base_at(moment)
        if action:
            return why_not(moment.state, seat, action, depth, base, here)
        return what_it_did(moment.state, seat, asked_number(asked.get("line", "")), depth, base, here)

    try:
        inner = await past.ask(table, seat, request.path_params["number"], language, answer)
    except (NoMoment, NoAnswer) as fault:
        raise Refused(404, sentence(str(fault))) from fault
    return html(locale_of(language)("why"), inner, language=language)


async def hint(request: Request) -> Response:
    """Suggest moves for an earlier position, from what the player knew there."""
    table, number = await table_of(request), request.path_params["number"]
    seat, past, language = seat_of(request, table), past_of(request), language_of(request, table)
    past.count(table, seat, asker(request.scope), past.rates)

    def asked(moment: Moment) -> tuple[State, str, bool]:
        return moment.state, base_at(moment), moment.is_asked

    try:
        state, here, is_asked = await past.ask(table, seat, number, language, asked)
    except NoMoment as fault:
        raise Refused(404, sentence(str(fault))) from fault
    found = (await hints_or_refused(past.server, table, seat, language, number))[0] if is_asked else []
    base = seat_path(table, seat)
    inner = await past.server.behind_moves(hint_page, found, None, base, state, seat, here)
    return html(locale_of(language)("hint"), inner, language=language)


async def course_watched(request: Request) -> Response:
    return await _course(request, await table_of(request), None)


async def course_seen(request: Request) -> Response:
    table = await table_of(request)
    return await _course(request, table, await viewed_seat(request, table))


async def _course(request: Request, table: Table, seat: int | None) -> Response:
    """Answer `?from=A&to=B` with the course of the game from position A to position B as JSON."""
    asked, past, language = request.query_params, past_of(request), language_of(request, table)
    past.count(table, seat, asker(request.scope), past.courses)
    first, last = asked_number(asked.get("from", "")), asked_number(asked.get("to", str(MOST_ASKED - 1)))
    data = (await past.course(table, seat, first, last, language)).encode()
    headers = {"vary": "accept-encoding, cookie"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = gzip.compress(data, mtime=0), "gzip"
    return Response(data, media_type="application/json", headers=headers)


async def scenario_watched(request: Request) -> Response:
    return await _scenario(request, await table_of(request), None)


async def scenario_seen(request: Request) -> Response:
    table = await table_of(request)
    return await _scenario(request, table, seat_of(request, table))


async def _scenario(request: Request, table: Table, seat: int | None) -> Response:
    """Send a position as a scenario. It contains what players hold in secret, so the game must be over."""
    past, language, number = past_of(request), language_of(request, table), request.path_params["number"]
    past.count(table, seat, asker(request.scope), past.rates)
    try:
        text = await past.ask(table, seat, number, ENGLISH, as_scenario)
    except NoScenario as fault:
        raise Refused(409, locale_of(language)("no_scenario")) from fault
    except NoMoment as fault:
        raise Refused(404, sentence(str(fault))) from fault
    name = f'attachment; filename="{scenario_name(number)}.rules"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


AT = "at/{number:entry}"
LOOKING_BACK = [
    Route(f"/t/{{table}}/{AT}", earlier_watched), Route(f"/t/{{table}}/seat/{{seat:seat}}/{AT}", earlier_seen),
    Route(f"/t/{{table}}/{AT}/why", why_watched), Route(f"/t/{{table}}/seat/{{seat:seat}}/{AT}/why", why_seen),
    Route(f"/t/{{table}}/seat/{{seat:seat}}/{AT}/hint", hint), Route(f"/t/{{table}}/{AT}/scenario", scenario_watched),
    Route(f"/t/{{table}}/seat/{{seat:seat}}/{AT}/scenario", scenario_seen),
    Route("/t/{table}/course", course_watched), Route("/t/{table}/seat/{seat:seat}/course", course_seen),
]  # fmt: skip
