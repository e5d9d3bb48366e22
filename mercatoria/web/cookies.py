"""The cookies of a browser: the key of a host, the keys of seats, and the list of the browser's own tables.

The cookie of a seat travels only to the pages of its table. The start page needs the keys of several tables, so one
more cookie lists the newest of them. Scripts can read none of these cookies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from mercatoria.web.security import new_key

YEAR = 365 * 24 * 3600
HOST = "host"
"""Name of the cookie with the key of a host. All tables that a browser sets up have the same host."""
OWNER = "owner"
"""Name of the cookie with the host's key of one table, from servers on which each table had another host."""
PLACES = "places"
"""Name of the cookie that lists the seats of a browser, the newest first."""
MOST_PLACES = 12
"""Maximum number of seats that a browser's start page shows."""
COACHED = "coached"
"""Name of the cookie that says whether a browser still shows the notes for a first game."""
DONE, AGAIN = "done", "again"
"""Values of this cookie: the notes are closed, or the reader has asked for them again."""
KEY = re.compile(r"[A-Za-z0-9_-]{22}")
PLACE = re.compile(r"([A-Za-z0-9_-]{1,32}):([0-9]{1,3}):([A-Za-z0-9_-]{22})")


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table, and the key that a browser holds for it. The key may be forged."""

    table: str
    seat: int
    key: str


def cookie_of(seat: int) -> str:
    """Return the name of the cookie that stores the key of a seat."""
    return f"seat{seat}"


def host_of(request: Request) -> str:
    """Return the host's key of a browser, or an empty string if the browser has none."""
    found: str = request.cookies.get(HOST, "")
    return found if KEY.fullmatch(found) else ""


def host_keys(request: Request) -> tuple[str, ...]:
    """Return all keys of a browser with which it can be the host of the table in the path."""
    return tuple(filter(None, (host_of(request), request.cookies.get(OWNER, ""))))


def places_of(request: Request) -> list[Place]:
    """Return the seats that a browser claims to hold, the newest first."""
    found = map(PLACE.fullmatch, request.cookies.get(PLACES, "").split("."))
    return [Place(each[1], int(each[2]), each[3]) for each in found if each is not None][:MOST_PLACES]


def keep_host(response: Response, request: Request, key: str) -> None:
    """Make a browser the host of the tables with this key."""
    _keep(response, request, HOST, key, "/")


def keep_place(response: Response, request: Request, place: Place) -> None:
    """Store the key of a seat in a browser, for the pages of its table and for the start page."""
    _keep(response, request, cookie_of(place.seat), place.key, f"/t/{place.table}")
    others = [each for each in places_of(request) if (each.table, each.seat) != (place.table, place.seat)]
    newest = [place, *others][:MOST_PLACES]
    _keep(response, request, PLACES, ".".join(f"{at.table}:{at.seat}:{at.key}" for at in newest), "/")


def host_or_new(request: Request) -> str:
    """Return the host's key of a browser, or a new key if the browser has none."""
    return host_of(request) or new_key()


def keep_language(response: Response, request: Request, name: str, language: str) -> None:
    """Store the language that a browser has chosen."""
    _keep(response, request, name, language, "/")


def keep_coached(response: Response, request: Request, value: str) -> None:
    """Store in a browser whether it shows the notes for a first game, as `DONE` or `AGAIN`."""
    _keep(response, request, COACHED, value, "/")


def _keep(response: Response, request: Request, name: str, value: str, path: str) -> None:
    response.set_cookie(
        name, value, max_age=YEAR, path=path, secure=request.url.scheme == "https", httponly=True, samesite="lax"
    )
