"""Answers pending requests when the server stops."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mercatoria.web.requests import message
from mercatoria.web.server import Server

WORDS = "The server was stopped. Your game is saved; come back when the server is running again."


class ShutdownNotice:
    """Middleware that sends a short error page to each client whose request is cancelled because the server stops."""

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
