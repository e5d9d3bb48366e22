"""Middleware for every request: allowed host names, rate limits, and the headers of every response.

The headers forbid everything that our pages do not need: inline scripts and styles, those from other sites, frames, and
referrers to other sites. The guard recognises and rejects a form from another site by the headers that the browser
sends. The browser also withholds the SameSite cookie from such a form.
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
"""Headers of every response. The last header forbids caching; a response that is the same for everyone overrides it."""
OWN = ("same-origin", "none")
"""Values of `Sec-Fetch-Site` for a form that comes from our own pages, or that the user sent without any page."""
TAKE_LONG = ("/new", "/why")
"""Endings of the paths whose pages are slow to compute."""
MOST_BYTES = 16_384
"""Maximum size of a request's address and headers, in bytes."""


class Guard:
    """Middleware that checks each request and either passes it on or refuses it."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], limits: Limits | None) -> None:
        """Set the host names that requests may use, and the rate limits, or None for no limits."""
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
            return PlainTextResponse("The headers of the request are too large.", 431)
        if not is_called(headers.get("host", ""), self.hosts):
            return PlainTextResponse("Unknown host name. To allow this name, start the server with --name.", 421)
        takes_long = scope["path"].endswith(TAKE_LONG)
        if self.limits is not None and not self.limits.allow(asker(scope), changes, takes_long):
            return PlainTextResponse("Too many requests. Wait a moment and try again.", 429, {"retry-after": "2"})
        if changes and not is_same_origin(headers):
            return PlainTextResponse("This form comes from another site.", 403)
        return None

    def _tell(self, scope: Scope, status: int) -> None:
        """Log a refusal, unless too many refusals of this client have been logged already."""
        if self.limits is None or self.limits.tell(asker(scope)):
            LOG.warning("refused %s %s: %s", scope["method"], without_keys(scope["path"]), status)


def asker(scope: Scope) -> str:
    """Return the network address by which the rate limits identify the client."""
    return network(scope["client"][0]) if scope.get("client") else ""


def size(scope: Scope) -> int:
    """Return the size of a request's address and headers, in bytes."""
    return len(scope["path"]) + len(scope["query_string"]) + sum(len(n) + len(v) for n, v in scope["headers"])


def is_same_origin(headers: Headers) -> bool:
    """Return True if a form comes from our own pages.

    The header `Sec-Fetch-Site` decides. If it is missing, the header `Origin` decides. A request with neither header
    does not come from a browser, so no user was tricked into sending it.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site in OWN
    return origin is None or origin.partition("://")[2] == headers.get("host")


def in_log(words: str) -> str:
    """Return text from a client in a form that is safe to log: one line, without control characters."""
    return words[:200].encode("unicode_escape").decode()


def without_keys(path: str) -> str:
    """Return a path in a form that is safe to log, without the keys that it may contain."""
    return in_log("/".join(part if len(part) < 20 else "…" for part in path.split("/"))[:80])
