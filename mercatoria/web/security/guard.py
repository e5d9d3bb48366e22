"""Stands before every request: who may ask at all, how often, and the headers of every answer.

The answers forbid what our pages do not need: scripts and styles of others or within a page, frames, telling other
sites where a link was followed. A form that another site sends is refused, by what the browser says of where it comes
from; besides, browsers keep the cookie back then, as it is SameSite.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mercatoria.web.security.hosts import is_called, network
from mercatoria.web.security.rates import Limits

LOG = logging.getLogger("mercatoria.web")

POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
))  # fmt: skip
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
"""Of every answer; only what is the same for all may be kept, and says so itself."""
OWN = ("same-origin", "none")
"""What a browser says of a form that comes from our pages, or from nowhere."""
TAKE_LONG = ("/new", "/why")
"""How addresses end whose pages take long to work out."""
MOST_BYTES = 16_384
"""Bytes of the address and the headers of a request."""


class Guard:
    """Lets requests through to the application, or refuses them."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], limits: Limits | None) -> None:
        """`hosts`: the names under which this server may be called."""
        self.app, self.hosts, self.limits = app, hosts, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if (refusal := self._refusal(scope)) is not None:
            self._tell(scope, refusal.status_code)
            await refusal(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers, changes = Headers(scope=scope), scope["method"] not in ("GET", "HEAD")
        if size(scope) > MOST_BYTES:
            return PlainTextResponse("Your browser sends far too much with its question.", 431)
        if not is_called(headers.get("host", ""), self.hosts):
            return PlainTextResponse("This server is not called so; whoever runs it can allow a name with --name.", 421)
        takes_long = scope["path"].endswith(TAKE_LONG)
        if self.limits is not None and not self.limits.allow(asker(scope), changes, takes_long):
            return PlainTextResponse("Too many questions at once; wait a moment.", 429, {"retry-after": "2"})
        if changes and not is_same_origin(headers):
            return PlainTextResponse("This form comes from another site.", 403)
        return None

    def _tell(self, scope: Scope, status: int) -> None:
        """Notes in the log that something was refused; of a flood, some lines are enough."""
        if self.limits is None or self.limits.tell(asker(scope)):
            LOG.warning("refused %s %s: %s", scope["method"], without_keys(scope["path"]), status)


def asker(scope: Scope) -> str:
    """Who asks, by address."""
    return network(scope["client"][0]) if scope.get("client") else ""


def size(scope: Scope) -> int:
    """The bytes of the address and the headers of a request."""
    return len(scope["path"]) + len(scope["query_string"]) + sum(len(n) + len(v) for n, v in scope["headers"])


def is_same_origin(headers: Headers) -> bool:
    """Whether a form comes from our own pages, by what the browser says: of the site, or else of the origin. One that
    says neither is none of a person who can be misused."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site in OWN
    return origin is None or origin.partition("://")[2] == headers.get("host")


def in_log(words: str) -> str:
    """What somebody sent, as it may stand in a log: in one line, and without what moves a terminal."""
    return words[:200].encode("unicode_escape").decode()


def without_keys(path: str) -> str:
    """A path as it may stand in a log: without the key of a link."""
    return in_log("/".join(part if len(part) < 20 else "…" for part in path.split("/"))[:80])
