"""Reads submitted forms, and limits their size and the time they take to arrive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from dsl.source import whole_number
from mercatoria.web.security.deadlines import Deadlines

MOST_BYTES = 16_384
MOST_FIELDS = 200
LONGEST = 2_000
"""Maximum length of a form field, in characters."""
SLOWEST = 10.0
"""Seconds within which a whole form must arrive."""
TOO_MUCH = "The form is too large."


class Refused(Exception):
    """Raised for a request that the server rejects. Contains an HTTP status and a message for the user."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


def form_deadlines(clock: Callable[[], float]) -> Deadlines[asyncio.Timeout]:
    """Return the time limits for incoming forms. `clock` returns seconds."""
    return Deadlines(SLOWEST, clock, _run_out)


def _run_out(patience: asyncio.Timeout) -> None:
    patience.reschedule(asyncio.get_running_loop().time())


async def form_of(request: Request, longest: int = LONGEST, most_bytes: int = MOST_BYTES) -> dict[str, str]:
    """Return the fields of a form by name. If a name occurs several times, the last value is used. Raises `Refused`.

    The time limits from `form_deadlines` must be stored in `app.state.forms`. `longest` is the maximum length of a
    field in characters, and `most_bytes` the maximum size of the form.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    if kind not in ("application/x-www-form-urlencoded", ""):
        raise Refused(415, "This form does not come from this server.")
    body = await _body(request, most_bytes)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError:
        raise Refused(400, "This form does not come from this server.") from None
    fields = dict(pairs)
    if any(len(value) > longest for value in fields.values()):
        raise Refused(413, "An answer in the form is too long.")
    return fields


async def _body(request: Request, most: int) -> bytes:
    """Read the request body within the limits on size and time.

    Raises:
        Refused: Raised if the body is too large or incomplete, or arrives too slowly.
    """
    announced = request.headers.get("content-length", "0")
    length = whole_number(announced)
    if length is None or not 0 <= length <= most:
        raise Refused(413, TOO_MUCH)
    body = bytearray()
    deadlines: Deadlines[asyncio.Timeout] = request.app.state.forms
    try:
        async with asyncio.timeout(None) as patience:
            deadlines.start(patience)
            try:
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise Refused(413, TOO_MUCH)
            finally:
                deadlines.stop(patience)
    except ClientDisconnect:
        raise Refused(400, "The form was incomplete when it arrived. Send it again.") from None
    except TimeoutError:
        raise Refused(408, "The request timed out. Send the form again.") from None
    return bytes(body)
