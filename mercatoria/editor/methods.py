"""The requests that an editor can make, each with the function that answers it.

A request names a file of the game, and its parameters and answer are JSON as in the language server protocol. A server
on a terminal and a page without a server use the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mercatoria.editor.definitions import definition, highlights, references
from mercatoria.editor.faults import quick_fixes
from mercatoria.editor.links import links
from mercatoria.editor.positions import Json
from mercatoria.editor.symbols import document_symbols, folding
from mercatoria.editor.tokens import semantic_tokens
from mercatoria.editor.workspace import View, Workspace

Method = Callable[[View, Mapping[str, Json]], Json]


METHODS: Mapping[str, Method] = {
    "textDocument/definition": definition,
    "textDocument/references": references,
    "textDocument/documentHighlight": highlights,
    "textDocument/documentSymbol": document_symbols,
    "textDocument/foldingRange": folding,
    "textDocument/semanticTokens/full": semantic_tokens,
    "textDocument/documentLink": links,
    "textDocument/codeAction": quick_fixes,
}
"""The functions that answer requests about a file, by the name of the request."""


def answer(workspace: Workspace, method: str, params: Mapping[str, Json]) -> Json:
    """Return the answer to a request about a file. Raises `Refused`."""
    document = params["textDocument"]
    assert isinstance(document, dict)
    return METHODS[method](workspace.view(str(document["uri"])), params)
