"""Request handlers for a seat's page, its moves, its event stream, and questions about the game."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from dsl.locale import locale_of
from dsl.source import whole_number
from interpreter.table import sentence
from mercatoria import IllegalMove, NoAnswer, NotAMove, PlayFault, TableError
from mercatoria.players import HintTold
from mercatoria.web.cookies import AGAIN, COACHED, DONE, keep_coached
from mercatoria.web.events import TooManyStreams, events
from mercatoria.web.pages import (
    Note,
    begins,
    hint_page,
    log_page,
    notes,
    refusal,
    rules_page,
    what_it_did,
    why_not,
)
from mercatoria.web.requests import (
    MOST_ASKED,
    as_spectator,
    asked_number,
    chosen_language,
    host_key,
    html,
    in_language,
    is_visiting,
    language_of,
    seat_of,
    seat_path,
    server_of,
    table_of,
    to,
    viewed_seat,
    watching_words,
)
from mercatoria.web.security import Refused, form_of
from mercatoria.web.server import Server
from mercatoria.web.store import NotRead
from mercatoria.web.tables import NotFilledIn, Stale, Table, answered, failed_rule
from mercatoria.web.timeline import present

LOG = logging.getLogger("mercatoria.web")
LONGEST_QUESTION = 80


async def spectator_page(request: Request) -> Response:
    """Show the table to a spectator."""
    return await _opened(request, await table_of(request), None)


async def seat_page(request: Request) -> Response:
    """Show the table to the player in a seat.

    A player may send the address to others, so a browser without the key of the seat sees the page for spectators.
    """
    table = await table_of(request)
    try:
        seat = await viewed_seat(request, table)
    except Refused:
        return as_spectator(table)
    return await _opened(request, table, seat)


async def _opened(request: Request, table: Table, seat: int | None) -> Response:
    """Show the table, or change the language of the browser first if the address asks for this."""
    if language := chosen_language(request, table):
        return in_language(request, seat_path(table, seat), language)
    notice = watching_words(request, language_of(request, table)) if seat is None else ""
    return await _shown(request, table, seat, notice=notice)


async def _shown(
    request: Request, table: Table, seat: int | None, status: int = 200, notice: str = ""
) -> Response:  # fmt: skip
    language = language_of(request, table)
    page, known = await server_of(request).page(table, seat, language)
    base, coached = seat_path(table, seat), request.cookies.get(COACHED, "")
    is_new = seat is not None and not coached and begins(table, seat)
    told = await server_of(request).on_thread(_notes, table, seat, language) if is_new or coached == AGAIN else []
    hosts = bool(host_key(request, table))
    response = html(page.title, page.inner, status, language, notice=notice, events=f"{base}/events", known=known,
                    hosts=hosts, news=hosts and server_of(request).hall.has_news(table), notes=told,
                    base=base, visits=(visits := is_visiting(request, table, seat)))  # fmt: skip
    if seat is not None and not coached and not is_new and not visits:
        keep_coached(response, request, DONE)
    return response


def _notes(table: Table, seat: int | None, language: str) -> list[Note]:
    """Return the notes for a first game. Spectators get none."""
    return notes(present(table.read_in(language), seat)) if seat is not None else []


async def coach(request: Request) -> Response:
    """Close the notes for a first game, or show them again."""
    table, fields = await table_of(request), await form_of(request)
    response = to(seat_path(table, seat_of(request, table)))
    keep_coached(response, request, AGAIN if fields.get("show") else DONE)
    return response


# ---------------------------------------------------------------- deciding


async def move(request: Request) -> Response:
    """Play the move that the browser submitted."""
    server, table, fields = server_of(request), await table_of(request), await form_of(request)
    seat, language = seat_of(request, table), language_of(request, table)
    said = locale_of(language)

    def play() -> str:
        """Play the move. Return an empty string, or the reason why the rules forbid the move."""
        state = table.course.state
        chosen = answered(state, seat, fields)
        try:
            server.hall.play(table, _turn(fields), chosen)
        except IllegalMove as fault:
            return refusal(table.read_in(language).course.state, chosen, fault.explanation.nearest)
        return ""

    try:
        refused = await server.decide(table, play)
    except Stale:
        return await _shown(request, await table_of(request), seat, 409, said("moved_on"))
    except (NotAMove, NotFilledIn) as fault:
        return await _shown(request, table, seat, 400, sentence(str(fault)))
    except PlayFault as fault:
        return await _shown(request, table, seat, 409, said("rule_failed", rule=failed_rule(fault)))
    except TableError as fault:
        return await _shown(request, table, seat, 409, said("cannot_be_played", reason=str(fault)))
    if refused:
        return await _shown(request, table, seat, 409, refused)
    return _goes_on(request, table, seat)


def _goes_on(request: Request, table: Table, seat: int) -> Response:
    """Redirect the player to the updated page after a decision."""
    server_of(request).decided((table.head.table, seat))
    return to(seat_path(table, seat))


async def undo(request: Request) -> Response:
    """Undo the last decision of a seat."""
    server, table, fields = server_of(request), await table_of(request), await form_of(request)
    seat = seat_of(request, table)
    language = language_of(request, table)
    said = locale_of(language)
    try:
        refused = await server.decide(table, server.hall.take_back, table, seat, _turn(fields))
    except Stale:
        return await _shown(request, await table_of(request), seat, 409, said("moved_on"))
    except TableError as fault:
        return await _shown(request, table, seat, 409, said("cannot_be_played", reason=str(fault)))
    if refused:
        refused = await server.on_thread(lambda: table.read_in(language).course.stays(seat)) or refused
        return await _shown(request, table, seat, 409, refused)
    return _goes_on(request, table, seat)


def _turn(fields: dict[str, str]) -> int:
    """Return the decision number in a form, or -1 if it is invalid."""
    turn = whole_number(fields.get("turn", ""))
    return -1 if turn is None else turn


# ---------------------------------------------------------------- events


async def watched_events(request: Request) -> Response:
    return await _events(request, await table_of(request), None)


async def seen_events(request: Request) -> Response:
    table = await table_of(request)
    return await _events(request, table, await viewed_seat(request, table))


async def _events(request: Request, table: Table, seat: int | None) -> Response:
    """Stream events to a browser, beginning with any change that it has missed.

    With `?course=N`, the stream also contains the course of the game after position N.
    """
    server, past = server_of(request), request.app.state.looking_back
    number = whole_number(request.query_params.get("course", ""))
    news = None
    if number is not None and 0 <= number < MOST_ASKED:
        news = past.news(partial(table_of, request), seat, number, language_of(request, table))
    plan = None
    if seat is not None:
        plan = request.app.state.planned_moves.news(partial(table_of, request), seat, language_of(request, table))
    await server.channel(table, seat)
    known = request.headers.get("last-event-id") or request.query_params.get("known", "")
    try:
        channel, listener = server.channels.open((table.head.table, seat))
    except TooManyStreams:
        raise Refused(503, "Too many pages are open at this table. Reload this page to see new moves.") from None

    async def stream() -> AsyncIterator[bytes]:
        try:
            async for event in events(server.channels, channel, listener, known, news, plan):
                yield event
        finally:
            server.channels.close(channel, listener)

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


# ---------------------------------------------------------------- questions


async def watched_rules(request: Request) -> Response:
    return await _rules(request, await table_of(request), None)


async def seen_rules(request: Request) -> Response:
    table = await table_of(request)
    return await _rules(request, table, await viewed_seat(request, table))


async def _rules(request: Request, table: Table, seat: int | None) -> Response:
    language, base = language_of(request, table), seat_path(table, seat)

    def rendered() -> tuple[str, str]:
        names = table.read_in(language).course.state
        page = rules_page(table.course.state, seat, base, base, names)
        return f"{names.table.locale('rules')}: {names.edition.title}", page

    title, inner = await server_of(request).on_thread(rendered)
    return html(title, inner, language=language)


async def watched_log(request: Request) -> Response:
    return await _log(request, await table_of(request), None)


async def seen_log(request: Request) -> Response:
    table = await table_of(request)
    return await _log(request, table, await viewed_seat(request, table))


async def _log(request: Request, table: Table, seat: int | None) -> Response:
    language = language_of(request, table)

    def rendered() -> tuple[str, str]:
        reading = table.read_in(language)
        return f"{locale_of(language)('log')}: {reading.course.state.edition.title}", log_page(present(reading, seat))

    title, inner = await server_of(request).on_thread(rendered)
    return html(title, inner, language=language)


async def watched_why(request: Request) -> Response:
    return await _why(request, await table_of(request), None)


async def seen_why(request: Request) -> Response:
    table = await table_of(request)
    return await _why(request, table, await viewed_seat(request, table))


async def _why(request: Request, table: Table, seat: int | None) -> Response:
    """Answer `?not=ACTION`, which asks why an action is unavailable, and `?line=NUMBER`, which asks for the effects of
    a log line.
    """
    server, asked, base = server_of(request), request.query_params, seat_path(table, seat)
    depth = asked_number(asked.get("depth", "1"))
    action, line = asked.get("not", "")[:LONGEST_QUESTION], asked.get("line", "")
    language = language_of(request, table)

    def rendered() -> str:
        state = table.read_in(language).course.state
        if action:
            return why_not(state, seat, action, depth, base, base)
        return what_it_did(state, seat, asked_number(line), depth, base, base)

    try:
        inner = await server.on_thread(rendered)
    except NoAnswer as fault:
        raise Refused(404, sentence(str(fault))) from fault
    return html(locale_of(language)("why"), inner, language=language)


async def hint(request: Request) -> Response:
    """Suggest moves to a player. The computation does not delay other players."""
    server, table = server_of(request), await table_of(request)
    seat = seat_of(request, table)
    base, language = seat_path(table, seat), language_of(request, table)
    title, state = locale_of(language)("hint"), (await server.on_thread(table.read_in, language)).course.state
    if seat not in table.course.deciders or table.trouble:
        return html(title, hint_page([], 0, base, state, seat), language=language)
    found, turn = await hints_or_refused(server, table, seat, language)
    return html(title, await server.on_thread(hint_page, found, turn, base, state, seat), language=language)


async def hints_or_refused(
    server: Server, table: Table, seat: int, language: str, number: int | None = None
) -> tuple[list[HintTold], int]:
    """Return the hints of `Server.hints`. Raises `Refused` if no hint can be computed."""
    try:
        return await server.hints(table, seat, language, number)
    except NotRead:
        raise
    except Exception as fault:  # bots may raise any exception
        LOG.exception("no hint could be computed at a table that plays %s", table.head.game)
        raise Refused(503, "No hint is available. The reason is in the server log.") from fault


PLAYING = [
    Route("/t/{table}", spectator_page), Route("/t/{table}/events", watched_events), Route("/t/{table}/rules",
    watched_rules), Route("/t/{table}/log", watched_log), Route("/t/{table}/seat/{seat:seat}/log", seen_log),
    Route("/t/{table}/why", watched_why), Route("/t/{table}/seat/{seat:seat}", seat_page),
    Route("/t/{table}/seat/{seat:seat}/events", seen_events), Route("/t/{table}/seat/{seat:seat}/rules", seen_rules),
    Route("/t/{table}/seat/{seat:seat}/why", seen_why), Route("/t/{table}/seat/{seat:seat}/hint", hint),
    Route("/t/{table}/seat/{seat:seat}/move", move, methods=["POST"]),
    Route("/t/{table}/seat/{seat:seat}/undo", undo, methods=["POST"]),
    Route("/t/{table}/seat/{seat:seat}/coach", coach, methods=["POST"]),
]  # fmt: skip
