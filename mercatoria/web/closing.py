"""Tells those who wait for an answer when the server is stopped."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mercatoria.web.requests import message
from mercatoria.web.server import Server

WORDS = "Whoever runs the server has stopped it. What was decided before is kept: come back when it runs again."


class ShutdownNotice:
    """Notes which requests are being answered. Where the server ends before that, it says so, as it would have been
    their answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        if scope["type"] != "http" or task is None:
            await self.app(scope, receive, send)
            return
        server: Server = scope["app"].state.server
        has_begun = False

        async def noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        server.answering.add(task)
        try:
            await self.app(scope, receive, noted)
        except asyncio.CancelledError:
            if not has_begun:
                await message("The server was stopped", WORDS, 503)(scope, receive, send)
        finally:
            server.answering.discard(task)
