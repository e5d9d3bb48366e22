"""Helpers for request handlers: the table, seat and language of a request, and common responses."""

from __future__ import annotations

from markupsafe import Markup
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from dsl.locale import ENGLISH, LANGUAGES, locale_of
from dsl.source import whole_number
from mercatoria.web.cookies import cookie_of, host_keys, keep_language
from mercatoria.web.pages import base_of, filled, script_texts
from mercatoria.web.security import Refused
from mercatoria.web.server import Server
from mercatoria.web.tables import Offer, Table

LANGUAGE = "language"
"""Name of the cookie and of the query parameter with the language of a reader."""


WATCHING = "watching"
"""Name of the query parameter with which a browser comes that asked for the page of a seat without its key."""


class SeatNumber(Convertor[int]):
    """Converts the seat number in a URL path to an integer. A path whose seat number does not consist of 1 to 3 digits
    leads to the "Page not found" page.
    """

    regex = "[0-9]{1,3}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


class EntryNumber(SeatNumber):
    """Converts the number of a log entry in a URL path to an integer."""

    regex = "[0-9]{1,6}"


register_url_convertor("seat", SeatNumber())
register_url_convertor("entry", EntryNumber())

MOST_ASKED = 1_000_000
"""Exclusive upper limit of a number in a question."""


def server_of(request: Request) -> Server:
    """Return the server object that handles a request."""
    found: Server = request.app.state.server
    return found


async def table_of(request: Request) -> Table:
    """Return the table named in the path. Raises `NoTable`."""
    return await server_of(request).table(request.path_params["table"])


async def offer_of(request: Request, name: str) -> Offer:
    """Return a game with the choices that it offers, in the reader's language.

    Raises:
        Refused: Raised if the game does not exist, or its files have faults.
    """
    server = server_of(request)
    offer = await server.on_thread(server.hall.catalogue.offer, name, reader_language(request))
    if offer is not None:
        return offer
    if name in server.hall.catalogue.names:
        raise Refused(409, "The rules of this game have faults. The page for setting up a table shows them.")
    raise Refused(404, "This server does not have that game.")


def seat_of(request: Request, table: Table) -> int:
    """Return the seat in the path, after checking that the browser has a cookie with the seat's key. Raises
    `Refused`.
    """
    seat: int = request.path_params["seat"]
    if not server_of(request).hall.sits(table, seat, request.cookies.get(cookie_of(seat), "")):
        raise Refused(403, "This browser does not have the key of this seat. Open the seat's link to play.")
    return seat


def as_spectator(table: Table, under: str = "") -> RedirectResponse:
    """Redirect a browser without the key of a seat to the page for spectators. The browser keeps the position in the
    fragment of the address.

    Args:
        under: Rest of the path, such as `/at/7`.
    """
    return to(f"{seat_path(table, None)}{under}?{WATCHING}")


def watching_words(request: Request, language: str) -> str:
    """Return the line for a browser that asked for the page of a seat without its key, otherwise an empty string."""
    return locale_of(language)("watching_instead") if WATCHING in request.query_params else ""


async def viewed_seat(request: Request, table: Table) -> int:
    """Return the seat in the path if this browser may see what it sees: its own seat, or any seat after the end of the
    game, when nothing is secret any more. Raises `Refused`.
    """
    seat: int = request.path_params["seat"]
    may_be_over = seat < len(table.seats) and not table.course.deciders
    if may_be_over and await server_of(request).on_thread(lambda: table.course.state.is_over):
        return seat
    return seat_of(request, table)


def is_visiting(request: Request, table: Table, seat: int | None) -> bool:
    """Return True if a browser sees a seat whose key it does not have."""
    return seat is not None and not server_of(request).hall.sits(table, seat, request.cookies.get(cookie_of(seat), ""))


def asked_number(given: str) -> int:
    """Return the number in a question, or 1 if it is not a positive number below the limit."""
    number = whole_number(given)
    return number if number is not None and 1 <= number < MOST_ASKED else 1


def position_number(given: str) -> int:
    """Return the number of a position in a form, or the limit, which means the newest one, if it is not a number."""
    number = whole_number(given)
    return number if number is not None and 0 <= number < MOST_ASKED else MOST_ASKED


def host_key(request: Request, table: Table) -> str:
    """Return the host's key of a table if this browser has it, otherwise an empty string."""
    hall = server_of(request).hall
    return next((key for key in host_keys(request) if hall.is_owner(table, key)), "")


def owner_of(request: Request, table: Table) -> str:
    """Return the host's key of a table from the cookies.

    Raises:
        Refused: Raised if this browser did not create the table.
    """
    if key := host_key(request, table):
        return key
    raise Refused(403, "Only the browser that created this table can see this page.")


def html(title: str, inner: str, status: int = 200, language: str = ENGLISH, **values: object) -> HTMLResponse:
    """Return a complete HTML page."""
    said = locale_of(language)
    usual = {
        "notice": "", "events": "", "known": "", "hosts": False, "visits": False, "notes": (), "base": "", "said": said,
        "news": False,
        "script": script_texts(said),
    }  # fmt: skip
    return HTMLResponse(filled("frame.html", title=title, inner=Markup(inner), **usual | values), status)


def message(heading: str, words: str, status: int, back: str = "/", back_words: str = "To the games") -> HTMLResponse:
    """Return a page that shows a single message."""
    inner = filled("message.html", heading=heading, words=words, back=back, back_words=back_words)
    return html(heading, inner, status)


def to(path: str) -> RedirectResponse:
    """Redirect the browser to another page after it has submitted a form."""
    return RedirectResponse(path, 303)


def language_of(request: Request, table: Table) -> str:
    """Return the language in which this browser reads a table."""
    language: str = request.cookies.get(LANGUAGE, request.app.state.language)
    return language if language in table.languages else ENGLISH


def reader_language(request: Request) -> str:
    """Return the language in which this browser reads pages that belong to no table."""
    language: str = request.cookies.get(LANGUAGE, request.app.state.language)
    return language if language in LANGUAGES else ENGLISH


def spoken(language: str) -> str:
    """Return a language if the program speaks it, otherwise an empty string."""
    return language if language in LANGUAGES else ""


def chosen_language(request: Request, table: Table) -> str:
    """Return the language that the address asks for, or an empty string if it asks for none that the game has."""
    language = request.query_params.get(LANGUAGE, "")
    return language if language in table.languages else ""


def in_language(request: Request, path: str, language: str) -> RedirectResponse:
    """Remember the language that a browser has chosen, and redirect it to a page."""
    response = to(path)
    keep_language(response, request, LANGUAGE, language)
    return response


def seat_path(table: Table, seat: int | None) -> str:
    """Return the common path prefix of the pages for a seat or for spectators (None)."""
    return base_of(table.head.table, seat)
