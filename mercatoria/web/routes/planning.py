"""Request handlers for the plan of a player, which no other player sees."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dsl.locale import locale_of
from dsl.source import whole_number
from interpreter.table import sentence
from mercatoria import NotAMove
from mercatoria.web.pages import plan_data, plan_page
from mercatoria.web.requests import html, language_of, seat_of, seat_path, server_of, table_of, to
from mercatoria.web.security import Refused, form_of
from mercatoria.web.tables import MOST_STEPS, NotFilledIn, Table, TooManySteps, filled_step, planned, to_play_at_once


async def plan(request: Request) -> Response:
    """Show the plan of a seat to its player, with the moves that could be planned next."""
    table = await table_of(request)
    return await _shown(request, table, seat_of(request, table))


async def change(request: Request) -> Response:
    """Add a step to a plan (`step`, or `move` with the fields of its amounts), drop one (`drop`), drop all (`clear`),
    or let a step be played at once (`at_once`) or no longer (`by_hand`).
    """
    server, table, fields = server_of(request), await table_of(request), await form_of(request)
    seat, language = seat_of(request, table), language_of(request, table)

    def changed() -> None:
        now = table.plans.get(seat, ())
        if "move" in fields:
            now = planned(table, seat, now, filled_step(table.course.state, seat, fields).call)
        elif "step" in fields:
            now = planned(table, seat, now, fields["step"])
        elif "drop" in fields:
            number = whole_number(fields["drop"])
            now = tuple(step for at, step in enumerate(now) if at != number)
        elif "clear" in fields:
            now = ()
        elif (which := fields.get("at_once", fields.get("by_hand"))) is not None:
            number = whole_number(which)
            now = to_play_at_once(table, seat, now, -1 if number is None else number, "at_once" in fields)
        server.hall.change_plan(table, seat, now)

    try:
        await server.decide(table, changed)
    except (NotAMove, NotFilledIn) as fault:
        raise Refused(400, sentence(str(fault))) from fault
    except TooManySteps as fault:
        raise Refused(409, locale_of(language)("plan_full", most=MOST_STEPS)) from fault
    if "application/json" in request.headers.get("accept", ""):
        return await _shown(request, table, seat)
    return to(seat_path(table, seat) if "back" in fields else f"{seat_path(table, seat)}/plan")


async def _shown(request: Request, table: Table, seat: int) -> Response:
    server, language, base = server_of(request), language_of(request, table), seat_path(table, seat)

    def checked() -> Table:
        server.hall.follow_plan(table, seat)
        return table.read_in(language)

    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(await server.behind_moves(lambda: plan_data(checked(), seat)))
    channel = await server.channel(table, seat)
    known = channel.id  # an event that comes while the page is made is newer than the page
    inner = await server.behind_moves(lambda: plan_page(checked(), seat, base))
    return html(locale_of(language)("plan"), inner, language=language, events=f"{base}/events", known=known)


PLANNING = [
    Route("/t/{table}/seat/{seat:seat}/plan", plan),
    Route("/t/{table}/seat/{seat:seat}/plan", change, methods=["POST"]),
]
