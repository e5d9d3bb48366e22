"""Stands before every request: who may ask at all, how often, and the headers of every answer.

The answers forbid what our pages do not need: scripts and styles of others or within a page, frames, telling other
sites where a link was followed. A form that another site sends is refused, by what the browser says of its origin; a
browser that says nothing keeps the cookie back, as it is SameSite.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mercatoria.web.security.rates import Rates

LOG = logging.getLogger("mercatoria.web")

POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
))  # fmt: skip
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
OWN = ("same-origin", "none", "")
"""What a browser says of a form that comes from our pages, or from nowhere."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Guard:
    """Lets requests through to the application, or refuses them."""

    def __init__(self, app: ASGIApp, rates: Rates, posts: Rates, hosts: Collection[str] = ()) -> None:
        """`hosts`: the names under which this server may be called; () for any. `posts`: what may be changed how
        often."""
        self.app, self.rates, self.posts, self.hosts = app, rates, posts, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        if (refusal := self._refusal(scope)) is not None:
            LOG.warning("refused %s %s: %s", scope["method"], _shown(scope["path"]), refusal.status_code)
            await refusal(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers, method = Headers(scope=scope), scope["method"]
        host = headers.get("host", "")
        if self.hosts and host.rpartition(":")[0] not in self.hosts and host not in self.hosts:
            return PlainTextResponse("This server is not called so.", 421)
        address = scope["client"][0] if scope.get("client") else ""
        changes = method not in ("GET", "HEAD")
        if not self.rates.allows(address) or (changes and not self.posts.allows(address)):
            return PlainTextResponse("Too many questions at once; wait a moment.", 429, {"retry-after": "2"})
        if changes and headers.get("sec-fetch-site", "") not in OWN:
            return PlainTextResponse("This form comes from another site.", 403)
        return None


def _shown(path: str) -> str:
    """A path as it may stand in a log: without the key of a link, and without lines of its own."""
    return "/".join(part if len(part) < 20 else "…" for part in path.split("/"))[:80].encode("unicode_escape").decode()
