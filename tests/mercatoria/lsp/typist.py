"""An author who types in an editor that is connected with the language server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.mercatoria.editor.fair import end_of

LONGEST = 20.0
"""Maximum number of seconds to wait for a notice of the server."""


@dataclass
class Typist:
    """An author with a folder of games."""

    client: LanguageClient
    folder: Path
    texts: dict[str, str] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def document(self, name: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(name))

    async def open(self, name: str) -> list[str]:
        """Open a file, and return the codes of its faults."""
        text = self.texts[name] = (self.folder / name).read_bytes().decode()
        self.versions[name] = 1
        item = types.TextDocumentItem(self.uri(name), "rules", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.told(name)

    async def types(self, name: str, old: str, new: str) -> list[str]:
        """Replace a part of a file that occurs once, and return the codes of its faults."""
        text = self.texts[name]
        assert text.count(old) == 1, (old, text.count(old))
        before = text[: text.index(old)]
        place = types.Range(types.Position(**end_of(before)), types.Position(**end_of(before + old)))
        self.texts[name] = text.replace(old, new)
        self.versions[name] += 1
        changed = types.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name))
        change = types.TextDocumentContentChangePartial(range=place, text=new)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(changed, [change]))
        return await self.told(name)

    async def told(self, name: str) -> list[str]:
        """Wait for the faults of the last text of a file, and return their codes."""
        async with asyncio.timeout(LONGEST):
            while True:
                found = await self.client.wait_for_notification("textDocument/publishDiagnostics")
                if found.uri == self.uri(name) and found.version in (None, self.versions.get(name)):
                    return [str(each.code) for each in found.diagnostics]

    async def until(self, name: str, codes: list[str]) -> None:
        """Wait until a file has exactly these faults."""
        async with asyncio.timeout(LONGEST):
            while [str(each.code) for each in self.faults(name)] != codes:
                await self.client.wait_for_notification("textDocument/publishDiagnostics")

    def faults(self, name: str) -> list[types.Diagnostic]:
        return list(self.client.diagnostics.get(self.uri(name), ()))

    def place(self, name: str, marked: str) -> types.Position:
        """Return the position of the bar in a part of a file that occurs once."""
        text, bare = self.texts[name], marked.replace("|", "")
        assert text.count(bare) == 1, (bare, text.count(bare))
        return types.Position(**end_of(text[: text.index(bare) + marked.index("|")]))

    async def ask(self, method: str, **params: Any) -> Any:
        return await self.client.protocol.send_request_async(method, params)
