"""Request handlers for the notes of a player, which no other player sees."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.locale import locale_of
from mercatoria.web.pages import filled
from mercatoria.web.requests import html, language_of, seat_of, seat_path, server_of, table_of, to
from mercatoria.web.security import Refused, form_of
from mercatoria.web.store import StoreUnavailable
from mercatoria.web.tables import Table

LONGEST_NOTE = 4_000
"""Maximum length of the notes of a seat, in characters."""
MOST_BYTES = 16 * LONGEST_NOTE
"""Maximum size of a form with notes. A character takes up to 12 bytes in a form."""


async def notes(request: Request) -> Response:
    """Show the notes of a seat to its player."""
    server, table = server_of(request), await table_of(request)
    seat = seat_of(request, table)
    return _shown(request, table, seat, await server.on_thread(server.hall.note, table, seat))


async def keep(request: Request) -> Response:
    """Save the notes of a seat. No other browser learns of it."""
    server, table = server_of(request), await table_of(request)
    seat = seat_of(request, table)
    fields = await form_of(request, 2 * LONGEST_NOTE, MOST_BYTES)
    text = fields.get("text", "").replace("\r\n", "\n").replace("\0", "")
    if len(text) > LONGEST_NOTE:
        raise Refused(413, f"Notes have at most {LONGEST_NOTE} characters.")
    try:
        await server.on_thread(server.hall.keep_note, table, seat, text)
    except StoreUnavailable:
        notice = locale_of(language_of(request, table))("notes_not_saved")
        return _shown(request, table, seat, text, 503, notice)
    return to(f"{seat_path(table, seat)}/notes")


def _shown(
    request: Request, table: Table, seat: int, text: str, status: int = 200, notice: str = ""
) -> Response:  # fmt: skip
    language = language_of(request, table)
    said = locale_of(language)
    inner = filled("notes.html", said=said, base=seat_path(table, seat), text=text, most=LONGEST_NOTE)
    return html(said("notes"), inner, status, language, notice=notice)


NOTES = [
    Route("/t/{table}/seat/{seat:seat}/notes", notes),
    Route("/t/{table}/seat/{seat:seat}/notes", keep, methods=["POST"]),
]
