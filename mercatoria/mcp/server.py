"""Serves one assistant on the standard input and output."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FrameType

import anyio
from anyio import to_thread
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

import mercatoria
from mercatoria.assistance import Premises, Reply, Tool, tools
from mercatoria.console import errors
from mercatoria.editor import Json
from mercatoria.mcp.jobs import Job, prepare

MOST_AT_ONCE = min(4, os.cpu_count() or 1)
"""Maximum number of requests that are answered at once; others wait."""
MOST_WAITING = 32
INSTRUCTIONS = """Lex Mercatoria is a language for the rules of board games. Read a shipped game before you write rules.
To port a printed game, first number and paraphrase its clauses in clauses.yaml, without sentences of the print. Write
one scenario for each clause before its rule. Write the rules and cite the clauses, such as [ABC-012]. Then use check,
run_scenarios and coverage until nothing is missing. If the print is silent, ask the author, and write a ruling. Quote
file, line and clause when you report a fault."""


@dataclass(slots=True)
class Shell:
    """The connection to one assistant."""

    premises: Premises
    places: anyio.CapacityLimiter = field(default_factory=lambda: anyio.CapacityLimiter(MOST_AT_ONCE))

    async def list_tools(
        self, _: ServerRequestContext, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """Return all tools with their schemas."""
        return types.ListToolsResult(tools=[_described(tool) for tool in tools(self.premises)])

    async def call_tool(
        self, _: ServerRequestContext, params: types.CallToolRequestParams
    ) -> types.CallToolResult:  # fmt: skip
        """Return the answer of a tool."""
        reply = await self.reply(params.name, params.arguments or {})
        text = types.TextContent(type="text", text=reply.text)
        return types.CallToolResult(content=[text], structured_content=reply.data, is_error=reply.data is None)

    async def reply(self, name: str, given: Mapping[str, Json]) -> Reply:
        """Compute an answer in a process. If the assistant takes the request back, end the process."""
        if self.places.statistics().tasks_waiting >= MOST_WAITING:
            return Reply("Refused: too many requests are waiting; wait for their answers, and ask again.")
        async with self.places:
            job = await to_thread.run_sync(Job.begin, self.premises, name, given)
            try:
                return await to_thread.run_sync(job.reply, abandon_on_cancel=True)
            finally:
                job.stop()


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name, title=tool.title, description=tool.description,
        input_schema=dict(tool.asks), output_schema=dict(tool.gives),
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.writes, destructive_hint=tool.writes, idempotent_hint=True, open_world_hint=False
        ),
    )  # fmt: skip


async def _run(shell: Shell) -> None:
    server = Server(
        "mercatoria", version=mercatoria.__version__, title="Lex Mercatoria", instructions=INSTRUCTIONS,
        on_list_tools=shell.list_tools, on_call_tool=shell.call_tool,
    )  # fmt: skip
    async with stdio_server() as (read, written):
        await server.run(read, written, server.create_initialization_options())


def serve(premises: Premises) -> None:
    """Serve an assistant on the standard input and output until it ends the connection or goes away."""
    prepare()
    before = signal.signal(signal.SIGINT, _stop)
    try:
        anyio.run(_run, Shell(premises))
    except* (ConnectionError, anyio.BrokenResourceError):
        pass  # the assistant has gone away
    finally:
        signal.signal(signal.SIGINT, before)


def _stop(number: int, frame: FrameType | None) -> None:
    """End at once. A thread waits for the next message, and nothing else can interrupt it."""
    errors.say("stopped")
    os._exit(errors.STOPPED)
