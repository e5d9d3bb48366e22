"""Shows above each rule how many scenarios reach it, and runs scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dsl import ast
from mercatoria.editor.open_game import OpenGame
from mercatoria.editor.positions import Json, location, range_of
from mercatoria.editor.workspace import View

if TYPE_CHECKING:
    from interpreter.testing import ScenarioResult

RUN = "mercatoria.run"
"""The command that runs scenarios. Its arguments are the URI of a file of the game and the names of the scenarios."""
PLAY = "mercatoria.play"
"""The command that plays on from a scenario. Its arguments are the folder of the game and the name of the scenario."""
WITH_LENS = (ast.Action, ast.Value, ast.Phase, ast.Rule, ast.Trigger, ast.End, ast.Setup, ast.Round, ast.Scoring)


def lenses(view: View, params: Mapping[str, Json]) -> Sequence[Json]:
    """Return one line above each rule and each scenario of a file, with a second command above a scenario."""
    game, document = view.game, view.game.document(view.file)
    uri = _uri(params)
    found = []
    for block in document.blocks if document is not None else ():
        if block.tree is not None and (told := _told(game, block.tree)) is not None:
            title, names = told
            command = {"title": title, "command": RUN, "arguments": [uri, names]}
            found.append({"range": range_of(block.tree.name.span), "command": command})
        if isinstance(block.tree, ast.Scenario):
            place = [str(game.folder.path), block.tree.name.text]
            command = {"title": "play from here", "command": PLAY, "arguments": place}
            found.append({"range": range_of(block.tree.name.span), "command": command})
    return found


def _uri(params: Mapping[str, Json]) -> str:
    document = params["textDocument"]
    return str(document["uri"]) if isinstance(document, dict) else ""


def _told(game: OpenGame, tree: ast.Declaration) -> tuple[str, list[str]] | None:
    """Return the text above a declaration, and the scenarios to run on a click."""
    every = [scenario.name.text for scenario in game.folder.scenarios]
    results = [game.results[name] for name in every if name in game.results]
    match tree:
        case ast.Rulebook() if every:
            return f"{_summary(game, every)} · run all", []
        case ast.Scenario(name=name):
            return f"{_mark(game, [name.text])}run", [name.text]
        case ast.Variant(name=name):
            names = [result.name for result in results if name.text in result.variants]
            return (f"{_summary(game, names)} · run", names) if names else None
    reaching = [result.name for result in results if tree.name.text in result.rules]
    if not isinstance(tree, WITH_LENS) or not results:
        return None
    return (f"{_summary(game, reaching)} · run", reaching) if reaching else ("no scenario reaches this", [])


def _summary(game: OpenGame, names: Sequence[str]) -> str:
    return f"{_mark(game, names)}{len(names)} scenario{'s' if len(names) != 1 else ''}"


def _mark(game: OpenGame, names: Sequence[str]) -> str:
    """Return a mark if all these scenarios were run: whether they passed."""
    results = [game.results[name] for name in names if name in game.results]
    if len(results) < len(names) or not names:
        return ""
    return "✓ " if all(result.passed for result in results) else "✗ "


def run(view: View, params: Mapping[str, Json]) -> Json:
    """Run scenarios, and return the result of each. Without names, run every scenario."""
    names = params.get("scenarios")
    wanted = [str(name) for name in names] if isinstance(names, list) else []
    return [told(result) for result in view.game.run(wanted)]


def told(result: ScenarioResult) -> Mapping[str, Json]:
    """Return the result of a scenario as data."""
    return {
        "name": result.name, "title": result.title, "passed": result.passed, "location": location(result.span),
        "faults": [{"title": fault.title, "label": fault.label, "location": location(fault.span)}
                   for fault in result.faults],
        "rules": sorted(result.rules),
    }  # fmt: skip
