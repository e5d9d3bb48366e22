"""Middleware that checks host names, rate limits and the origin of forms, and adds security headers.

The headers forbid inline scripts and styles, content from other sites, and frames. The headers also hide the address of
a page from other sites. The guard uses request headers to recognise a form that was submitted from another site, and
rejects it. In addition, the browser does not send SameSite cookies with a form from another site.
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
"""Headers that are added to every response. `cache-control` forbids caching, but a handler can override it for a
response that is the same for everyone.
"""
OWN = ("same-origin", "none")
"""Values of `Sec-Fetch-Site` that are allowed for forms: the form is on a page of this server, or the user made the
request directly.
"""
TAKE_LONG = ("/new", "/why", "/now", "/board", "/class", "/fork", "/plan")
"""Path endings of the pages that are slow to compute."""
MOST_BYTES = 16_384
"""Maximum size of the path, query and headers of a request, in bytes."""


class Guard:
    """Middleware that checks each request and either passes it on or refuses it."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], limits: Limits | None) -> None:
        """Set the allowed host names and the rate limits. If `limits` is None, there are no rate limits."""
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
        """Log a refused request, unless too many refusals for the same client have been logged recently."""
        if self.limits is None or self.limits.tell(asker(scope)):
            LOG.warning("refused %s %s: %s", scope["method"], without_keys(scope["path"]), status)


def asker(scope: Scope) -> str:
    """Return the IP address or IPv6 network that identifies the client for the rate limits."""
    return network(scope["client"][0]) if scope.get("client") else ""


def size(scope: Scope) -> int:
    """Return the size of the path, query and headers of a request, in bytes."""
    return len(scope["path"]) + len(scope["query_string"]) + sum(len(n) + len(v) for n, v in scope["headers"])


def is_same_origin(headers: Headers) -> bool:
    """Return True if a form was submitted from a page of this server.

    The header `Sec-Fetch-Site` decides. If the header `Sec-Fetch-Site` is missing, the header `Origin` decides. If both
    headers are missing, the request does not come from a browser, so it cannot be a forged form.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site in OWN
    return origin is None or origin.partition("://")[2] == headers.get("host")


def in_log(words: str) -> str:
    """Escape text from a client for the log, as one line without control characters."""
    return words[:200].encode("unicode_escape").decode()


def without_keys(path: str) -> str:
    """Shorten a path for the log, and remove any keys from it."""
    return in_log("/".join(part if len(part) < 20 else "…" for part in path.split("/"))[:80])
