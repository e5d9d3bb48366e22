"""Begins games at scenarios: in the position before the first line that a scenario plays.

A `Game` that begins at a scenario holds the position in its configuration. Everything that starts or replays the game
therefore begins there, in other processes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from dsl import ast
from dsl.diagnostics import ErrorReported, RulebookError, Sink, did_you_mean
from dsl.folder import GameFolder, read_folder
from dsl.source import Source
from dsl.syntax import parse
from interpreter.game import Game, load
from interpreter.position import LayoutError
from interpreter.table import Beginning, TableError, WrittenScenario, plain_of, written
from interpreter.testing.scenario_start import Progress, ScenarioAborted, parts_of, setting_of, variants_with


def load_at_scenario(
    path: Path, name: str, variants: Iterable[str] = (), options: Mapping[str, object] | None = None, shown: str = ""
) -> Game:
    """Load a game that begins at one of its scenarios.

    Args:
        path: Path of the game's folder.
        name: Name of the scenario.
        variants: Variants in addition to those of the scenario.
        options: Options that replace or supplement those of the scenario.
        shown: Folder name to use in error messages.

    Raises `RulebookError` if the rulebook or the scenario has errors, `TableError` for an unknown scenario, variant or
    option, and `PlayFault` if a rule fails in the scenario.
    """
    scenario = _called(read_folder(path, shown), name)
    added = {part.words[0].text: written(plain_of(part.value)) for part in parts_of(scenario, "option") if part.value}
    game = load(path, [*variants_with(scenario), *variants], added | dict(options or {}), shown)
    return at_scenario(game, written_scenario(scenario, game.folder.shown))


def written_scenario(scenario: ast.Scenario, shown: str) -> WrittenScenario:
    """Return the text of a scenario from a folder whose name in messages is `shown`."""
    return WrittenScenario(
        scenario.name.text, scenario.span.source.path.removeprefix(f"{shown}/"), scenario.span.text
    )  # fmt: skip


def at_scenario(game: Game, scenario: WrittenScenario) -> Game:
    """Return a game that begins at a scenario, with its own variants and options instead of those of the scenario.

    Raises `RulebookError` if the scenario has errors, and `PlayFault` if a rule fails in it.
    """
    source, sink = Source(scenario.file, scenario.text), Sink()
    read = [each for each in parse(source, sink) if isinstance(each, ast.Scenario)]
    if len(read) != 1 or sink.errors:
        if not sink.errors:
            raise TableError(f"the text of the scenario `{scenario.name}` is not a scenario")
        raise RulebookError(sink.in_order())
    progress = Progress(sink, read[0].name.span)
    try:
        setting = setting_of(game.folder, read[0], progress, edition=game.edition)
    except LayoutError as fault:
        sink.add("E503", fault.message, fault.span)
        raise RulebookError(sink.in_order()) from None
    except (ErrorReported, ScenarioAborted):
        raise RulebookError(sink.in_order()) from None
    players, position = setting.state.players, tuple(setting.vector)
    return Game(replace(game.edition, begins=Beginning(scenario, players, position)), list(game.warnings))


def changed_since(scenario: WrittenScenario, folder: GameFolder) -> str:
    """Return a sentence if a scenario is no longer as it was when a game began with it, otherwise an empty string."""
    now = next((each for each in folder.scenarios if each.name.text == scenario.name), None)
    if now is not None and written_scenario(now, folder.shown).text == scenario.text:
        return ""
    fate = "has changed since this game began" if now is not None else f"is no longer in {folder.shown}"
    return f"the scenario `{scenario.name}` {fate}; the game keeps the position with which it began"


def _called(folder: GameFolder, name: str) -> ast.Scenario:
    """Return the scenario with this name. Raises `TableError` if there is none."""
    known = {each.name.text: each for each in folder.scenarios}
    if name in known:
        return known[name]
    if not known and folder.reading.errors:
        raise RulebookError(folder.reading.in_order())
    title = folder.rulebook.title if folder.rulebook is not None else folder.shown
    hint = did_you_mean(name, known) or (f"its scenarios are {', '.join(list(known)[:8])}" if known else "it has none")
    raise TableError(f"{title} has no scenario `{name}`; {hint}")
