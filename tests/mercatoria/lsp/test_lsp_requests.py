"""The requests of an editor, over the wire: each once, because `tests/mercatoria/editor` tests what they answer."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.mercatoria.editor.fair import written
from tests.mercatoria.lsp.typist import Typist

pytestmark = pytest.mark.asyncio

FILE = "fair/rulebook.rules"
EVERYWHERE = types.Range(types.Position(0, 0), types.Position(99, 0))


async def opened(typist: Typist) -> types.TextDocumentIdentifier:
    written(typist.folder / "fair")
    assert await typist.open(FILE) == []
    return typist.document(FILE)


@pytest.mark.slow
async def test_an_author_reads_a_rulebook(typist: Typist) -> None:
    """The author hovers a citation, goes to a value, and looks where it is used."""
    document, client = await opened(typist), typist.client
    cited = typist.place(FILE, "number price = 2                 [FA|R-003]")
    hover = await client.text_document_hover_async(types.HoverParams(document, cited))
    assert "A ware costs two coins." in hover.contents.value
    use = typist.place(FILE, "any(ri|ch(p) for p in Player)")
    where = await client.text_document_definition_async(types.DefinitionParams(document, use))
    assert where.range.start == typist.place(FILE, "value |rich(p: Player)")
    context = types.ReferenceContext(include_declaration=True)
    found = await client.text_document_references_async(types.ReferenceParams(context, document, use))
    assert len(found) == 2
    marked = await client.text_document_document_highlight_async(types.DocumentHighlightParams(document, use))
    assert len(marked) == 2


@pytest.mark.slow
async def test_an_author_sees_the_shape_of_a_file(typist: Typist) -> None:
    document, client = await opened(typist), typist.client
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert [each.name for each in symbols[:3]] == ["fair", "Town", "Ware"]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    links = await client.text_document_document_link_async(types.DocumentLinkParams(document))
    assert folds and links and len(tokens.data) % 5 == 0


async def test_an_author_completes_a_broken_line(typist: Typist) -> None:
    document, client = await opened(typist), typist.client
    await typist.types(FILE, "you.place.stock > 0", "you.place.")
    at = typist.place(FILE, "needs left: you.place.|")
    found = await client.text_document_completion_async(types.CompletionParams(document, at))
    assert {"stock", "size_of"} <= {each.label for each in found}


@pytest.mark.slow
async def test_an_author_renames_a_number(typist: Typist) -> None:
    document, client = await opened(typist), typist.client
    at = typist.place(FILE, "number pri|ce = 2")
    ready = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, at))
    assert ready.placeholder == "price"
    edit = await client.text_document_rename_async(types.RenameParams(document, at, "fare"))
    assert set(edit.changes) == {typist.uri(FILE), typist.uri("fair/variants/dear.rules")}
    with pytest.raises(JsonRpcException, match="is not a name"):
        await client.text_document_rename_async(types.RenameParams(document, at, "a b"))


@pytest.mark.slow
async def test_an_author_looks_at_a_house_rule(typist: Typist) -> None:
    document, client = await opened(typist), typist.client
    table: Any = await typist.ask("mercatoria/table", textDocument={"uri": document.uri}, variants=["dear"])
    assert list(table.variants) == ["dear"]
    found = await client.text_document_inlay_hint_async(types.InlayHintParams(document, EVERYWHERE))
    assert "2 → 3" in [each.label for each in found]


@pytest.mark.slow
async def test_an_author_runs_the_scenarios_above_a_rule(typist: Typist) -> None:
    document, client = await opened(typist), typist.client
    (first,) = await client.text_document_code_lens_async(types.CodeLensParams(document))
    params = types.ExecuteCommandParams(first.command.command, first.command.arguments)
    await client.workspace_execute_command_async(params)
    assert client.messages[-1].message == "2 of 2 scenarios passed"
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert "✓ 2 scenarios · run" in [each.command.title for each in lenses]


@pytest.mark.slow
async def test_an_author_learns_how_to_play_from_a_scenario(typist: Typist) -> None:
    await opened(typist)
    client, params = typist.client, types.ExecuteCommandParams("mercatoria.play", ["/games/fair", "bought"])
    await client.workspace_execute_command_async(params)
    assert client.messages[-1].message.endswith("mercatoria play /games/fair --scenario bought")
