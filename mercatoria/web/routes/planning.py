"""Request handlers for the plan of a player, which no other player sees."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dsl.locale import locale_of
from dsl.source import whole_number
from interpreter.table import sentence
from mercatoria import NotAMove
from mercatoria.web.pages import plan_data, table_page, title_of
from mercatoria.web.requests import (
    host_key,
    html,
    is_visiting,
    language_of,
    seat_of,
    seat_path,
    server_of,
    table_of,
    to,
)
from mercatoria.web.security import form_of
from mercatoria.web.tables import MOST_STEPS, NotFilledIn, Table, TooManySteps, planned, planned_step, to_play_at_once
from mercatoria.web.timeline import planning


async def plan(request: Request) -> Response:
    """Show the table to a player who plans: the plan, and the moves that would be possible on the player's turn."""
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
            now = planned(table, seat, now, planned_step(table.course.state, seat, fields).call)
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
        return await _shown(request, table, seat, 400, sentence(str(fault)))
    except TooManySteps:
        return await _shown(request, table, seat, 409, locale_of(language)("plan_full", most=MOST_STEPS))
    if _wants_json(request):
        return await _shown(request, table, seat)
    return to(seat_path(table, seat) if "back" in fields else f"{seat_path(table, seat)}/plan")


def _wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


async def _shown(request: Request, table: Table, seat: int, status: int = 200, notice: str = "") -> Response:
    server, language, base = server_of(request), language_of(request, table), seat_path(table, seat)

    def checked() -> Table:
        server.hall.follow_plan(table, seat)
        return table.read_in(language)

    def shown() -> tuple[str, str]:
        moment = planning(checked(), seat)
        return title_of(moment), table_page(moment)

    if _wants_json(request):
        found = await server.behind_moves(lambda: plan_data(checked(), seat))
        return JSONResponse({"error": notice} if notice else found, status)
    if table.course.state.is_over:
        return to(base)
    await server.lay_out(table, language)
    channel = await server.channel(table, seat)
    known = channel.id  # an event that comes while the page is made is newer than the page
    title, inner = await server.behind_moves(shown)
    return html(title, inner, status, language, notice=notice, events=f"{base}/events", known=known, base=base,
                hosts=bool(host_key(request, table)), visits=is_visiting(request, table, seat))  # fmt: skip


PLANNING = [
    Route("/t/{table}/seat/{seat:seat}/plan", plan),
    Route("/t/{table}/seat/{seat:seat}/plan", change, methods=["POST"]),
]
