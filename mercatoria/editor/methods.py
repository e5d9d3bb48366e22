"""The requests that an editor can make, each with the function that answers it.

A request names a file of the game, and its parameters and answer are JSON as in the language server protocol. A server
on a terminal and a page without a server use the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dsl.checking import declared_options, fit_options
from mercatoria.editor.completion import completion
from mercatoria.editor.definitions import definition, highlights, references
from mercatoria.editor.effective import effective, inlays
from mercatoria.editor.faults import PULL, pulled, quick_fixes
from mercatoria.editor.hover import hover
from mercatoria.editor.lenses import lenses, run
from mercatoria.editor.links import links
from mercatoria.editor.open_game import OpenGame, Table
from mercatoria.editor.positions import Json
from mercatoria.editor.rename import prepare_rename, rename
from mercatoria.editor.symbols import document_symbols, folding
from mercatoria.editor.tokens import semantic_tokens
from mercatoria.editor.why_not import why_not
from mercatoria.editor.workspace import Refused, View, Workspace

Method = Callable[[View, Mapping[str, Json]], Json]


def choose_table(view: View, params: Mapping[str, Json]) -> Json:
    """Choose the table for hovers and inlay values, and return the tables that can be chosen.

    Raises `Refused` if the game cannot be played at this table.
    """
    game = view.game
    if any(name in params for name in ("players", "variants", "options")):
        game.table = _table(game, params)
    book, folder = game.folder.rulebook, game.folder
    return {
        "players": game.table.players or game.most, "variants": list(game.table.variants),
        "options": dict(game.table.options),
        "choices": {
            "players": [book.least, book.most] if book is not None else [],
            "variants": {name: variant.title for name, variant in folder.variants.items()},
            "options": {name: decl.title for name, decl in declared_options(folder.may_ask(folder.variants)).items()},
        },
    }  # fmt: skip


def _table(game: OpenGame, params: Mapping[str, Json]) -> Table:
    """Return the table that the parameters describe. Raises `Refused`."""
    named, given, players = params.get("variants"), params.get("options"), params.get("players")
    variants = tuple(map(str, named)) if isinstance(named, list) else ()
    for name in variants:
        if name not in game.folder.variants:
            raise Refused(f"there is no variant `{name}`")
    every = tuple(dict.fromkeys(each for name in variants for each in reversed(game.folder.with_required(name))))
    declarations = game.folder.may_ask(every)
    options, wrong = fit_options(
        given if isinstance(given, dict) else {}, declarations, game.folder.kinds(declarations)
    )
    table = Table(int(players) if isinstance(players, int) else 0, every, tuple(sorted(options.items())))
    if wrong:
        raise Refused(wrong[0])
    if told := game.folder.not_for(table.players or game.most, every):
        raise Refused(told)
    return table


METHODS: Mapping[str, Method] = {
    "textDocument/hover": hover,
    "textDocument/definition": definition,
    "textDocument/references": references,
    "textDocument/documentHighlight": highlights,
    "textDocument/documentSymbol": document_symbols,
    "textDocument/foldingRange": folding,
    "textDocument/completion": completion,
    "textDocument/prepareRename": prepare_rename,
    "textDocument/rename": rename,
    "textDocument/semanticTokens/full": semantic_tokens,
    "textDocument/inlayHint": inlays,
    "textDocument/codeLens": lenses,
    "textDocument/documentLink": links,
    "textDocument/codeAction": quick_fixes,
    PULL: pulled,
    "mercatoria/effective": effective,
    "mercatoria/table": choose_table,
    "mercatoria/whyNot": why_not,
    "mercatoria/run": run,
}
"""The functions that answer requests about a file, by the name of the request."""


def answer(workspace: Workspace, method: str, params: Mapping[str, Json]) -> Json:
    """Return the answer to a request about a file. Raises `Refused`."""
    document = params["textDocument"]
    assert isinstance(document, dict)
    return METHODS[method](workspace.view(str(document["uri"])), params)
