"""Serves one editor: takes its texts, publishes faults, and answers its requests.

Faults of the first table are published at once. All other tables and files are checked in small steps when the author
has paused; an edit that comes between ends that check.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from lsprotocol import types

import mercatoria
from mercatoria.editor import (
    LEGEND,
    METHODS,
    PLAY,
    PULL,
    QUICK_FIX,
    RUN,
    Json,
    OpenGame,
    Refused,
    Workspace,
    answer,
    diagnostics,
)
from mercatoria.lsp.protocol import FAULTS, Connection, PlainProtocol, Refusal, is_fault

PAUSE = 0.15
"""Seconds after the last key before the rest of the game is checked."""
RARELY = 100_000, 50, 100
"""Thresholds of the garbage collector, which would otherwise scan the syntax trees in use again and again."""

OPTIONS: Mapping[str, object] = {
    "textDocument/completion": types.CompletionOptions(trigger_characters=[".", "["]),
    "textDocument/rename": types.RenameOptions(prepare_provider=True),
    PULL: types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False),
    "textDocument/codeAction": types.CodeActionOptions(code_action_kinds=[QUICK_FIX]),
    "textDocument/semanticTokens/full": types.SemanticTokensLegend(
        token_types=LEGEND["tokenTypes"], token_modifiers=LEGEND["tokenModifiers"]
    ),
}
"""Options of requests, which editors need before the first request."""


@dataclass(slots=True)
class Server:
    """A language server for one editor."""

    connection: Connection
    workspace: Workspace = field(default_factory=Workspace)
    checks: dict[Path, asyncio.Task[None]] = field(default_factory=dict)
    """The checks that wait for a pause or are under way, by the path of the game."""
    pulled: set[str] = field(default_factory=set)
    """The open files whose faults the editor asks for. It gets no notices of them, which it would show twice."""

    def connect(self) -> None:
        """Register all requests and notices."""
        connection = self.connection
        for method in METHODS:
            connection.feature(method, OPTIONS.get(method))(partial(self.answered, method))
        notices: Mapping[str, Callable[..., None]] = {
            "initialized": self.started, "textDocument/didOpen": self.opened, "textDocument/didChange": self.changed,
            "textDocument/didClose": self.closed, "textDocument/didSave": self.saved,
            "workspace/didChangeWatchedFiles": self.moved,
        }  # fmt: skip
        for name, notice in notices.items():
            connection.feature(name)(partial(notice))
        connection.command(RUN)(partial(self.run))
        connection.command(PLAY)(partial(self.play))

    # ------------------------------------------------------------ requests

    def answered(self, method: str, params: Mapping[str, Json]) -> Json:
        """Answer a request about a file."""
        try:
            found = answer(self.workspace, method, params)
        except Refused as fault:
            raise Refusal(str(fault)) from fault
        if method == PULL and isinstance(document := params["textDocument"], dict):
            self._pulled(str(document["uri"]))
        if method == "mercatoria/table":
            self._refresh("inlay_hint")
        if method == "mercatoria/run":
            self._refresh("code_lens")
        return found

    def run(self, uri: str, names: Sequence[str] = ()) -> Json:
        """Run the scenarios of a code lens, and show how many passed."""
        found = self.answered("mercatoria/run", {"textDocument": {"uri": uri}, "scenarios": list(names)})
        assert isinstance(found, list)
        failed = [each for each in found if not each["passed"]]
        text = f"{len(found) - len(failed)} of {len(found)} scenarios passed"
        text += "".join(f"\n{each['name']}: {each['faults'][0]['title']}" for each in failed[:5] if each["faults"])
        form = types.MessageType.Warning if failed else types.MessageType.Info
        self.connection.window_show_message(types.ShowMessageParams(type=form, message=text))
        return found

    def play(self, folder: str, scenario: str) -> Json:
        """Tell how to play on from a scenario, in an editor that does not open a terminal for it."""
        words = shlex.join(["mercatoria", "play", folder, "--scenario", scenario])
        text = f"To play from here, save the files and type in a terminal: {words}"
        self.connection.window_show_message(types.ShowMessageParams(type=types.MessageType.Info, message=text))
        return words

    def _pulled(self, uri: str) -> None:
        """Stop the notices about a file, and take the last one back."""
        if uri not in self.pulled:
            self.pulled.add(uri)
            self.connection.protocol.notify(FAULTS, {"uri": uri, "diagnostics": []})

    def _refresh(self, what: str) -> None:
        """Ask the editor to request lenses, inlay values or faults again, if it can."""
        field_of = "diagnostics" if what == "diagnostic" else what
        able = getattr(self.connection.client_capabilities.workspace, field_of, None)
        if able is not None and able.refresh_support:
            getattr(self.connection, f"workspace_{what}_refresh")(None)

    # ------------------------------------------------------------ texts

    def started(self, _: types.InitializedParams) -> None:
        """Ask the editor to report files that change on the disk."""
        workspace = self.connection.client_capabilities.workspace
        files = workspace.did_change_watched_files if workspace is not None else None
        if files is not None and files.dynamic_registration:
            watchers = [types.FileSystemWatcher(glob_pattern=f"**/*.{ending}") for ending in ("rules", "yaml")]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
            wanted = types.Registration("files", "workspace/didChangeWatchedFiles", options)
            self.connection.client_register_capability(types.RegistrationParams([wanted]), lambda _: None)

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        self._edit(params.text_document.uri)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        self._edit(params.text_document.uri)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        self.pulled.discard(params.text_document.uri)
        self._publish(self.workspace.close(params.text_document.uri))

    def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        """Read the other files of a game again, which other programs may have changed."""
        for game in self.workspace.reread([params.text_document.uri]):
            self._publish(game)

    def moved(self, params: types.DidChangeWatchedFilesParams) -> None:
        for game in self.workspace.reread(change.uri for change in params.changes):
            self._publish(game)

    def _edit(self, uri: str) -> None:
        text = self.connection.workspace.get_text_document(uri).source
        self._publish(self.workspace.edit(uri, text), edited=uri)

    # ------------------------------------------------------------ faults

    def _publish(self, game: OpenGame, edited: str = "") -> None:
        """Publish the faults of the first table, and check the rest of the game soon."""
        self._tell(game, edited)
        path = game.desk.path
        if path in self.checks:
            self.checks[path].cancel()
        self.checks[path] = asyncio.ensure_future(self._rest(game))

    def _tell(self, game: OpenGame, edited: str = "") -> None:
        for uri, faults in self.workspace.faults(game, edited).items():
            if uri in self.pulled:
                continue
            version = self.connection.workspace.text_documents.get(uri)
            self.connection.protocol.notify(FAULTS, {
                "uri": uri, "diagnostics": diagnostics(faults, self.workspace.docs),
                **({"version": version.version} if version is not None and version.version is not None else {}),
            })  # fmt: skip

    async def _rest(self, game: OpenGame) -> None:
        """Check the rest of a game in steps, and publish its faults unless an edit comes between."""
        await asyncio.sleep(PAUSE)
        for _ in game.check_rest():
            await asyncio.sleep(0)
        self._tell(game)
        if self.pulled:
            self._refresh("diagnostic")


def serve() -> None:
    """Serve an editor on the standard input and output until it ends the connection."""
    gc.set_threshold(*RARELY)
    connection = Connection("mercatoria", mercatoria.__version__, protocol_cls=PlainProtocol)
    Server(connection).connect()
    logging.getLogger("pygls.protocol.json_rpc").addFilter(is_fault)
    with os.fdopen(os.dup(sys.stdin.fileno()), "rb") as read, os.fdopen(os.dup(sys.stdout.fileno()), "wb") as written:
        sys.stdout = sys.stderr  # whatever is printed must not come between the messages
        connection.start_io(read, written)
