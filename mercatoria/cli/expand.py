"""The command `expand GAME`, which prints the rules after all variants have been applied."""

from __future__ import annotations

from typing import Any

from dsl.amendments import Amended, expanded, parts
from dsl.diagnostics import RulebookError, Sink, wording
from mercatoria import Game, TableError
from mercatoria.console import arguments, output


def expand(
    game: arguments.RuleSet,
    variant: arguments.Variants = None,
    option: arguments.Options = None,
    players: arguments.Players = None,
    as_json: arguments.Json = False,
) -> int:
    """Print the rules after applying the variants.

    The output says which file defines or changes each rule. To choose variants, write `GAME+variant` or use
    `--variant`.
    """
    loaded = arguments.load_rules(game, variant, option)
    count = arguments.players_of(loaded, players)
    amended = effective(loaded, count)
    if as_json:
        output.as_json(_plain(loaded, count, amended))
        return 0
    output.rules("\n".join([*_heading(loaded, count, amended), "", *expanded(amended, loaded.folder.shown)]))
    return 0


def effective(game: Game, players: int) -> Amended:
    """Return the rulebook of a game after applying its variants.

    Raises:
        TableError: Raised if the game or a variant does not allow this number of players.
        RulebookError: Raised if the variants conflict.
    """
    if players not in game.players:
        allowed = wording.number_of_players(game.players.start, game.players.stop - 1)
        raise TableError(f"{game.title} is for {allowed}, not {players}")
    if refused := game.folder.not_for(players, game.variants):
        raise TableError(refused)
    sink = Sink()
    amended = game.folder.effective(players, game.variants, game.options, sink)
    if sink.errors:
        raise RulebookError(sink.in_order())
    return amended


def _automatic(game: Game, players: int) -> list[str]:
    return [name for name in game.folder.automatic(players, game.options) if name not in game.variants]


def _heading(game: Game, players: int, amended: Amended) -> list[str]:
    lines = [f"# {game.title} for {players}: the rules that apply at this table, with the origin of each rule."]
    if game.variants:
        lines.append(f"# Variants: {', '.join(game.variants)}.")
    if automatic := _automatic(game, players):
        lines.append(f"# Variants that apply automatically: {', '.join(automatic)}.")
    if game.options:
        chosen = sorted(game.edition.option_words.items())
        lines.append(f"# Options: {', '.join(f'{name} = {value}' for name, value in chosen)}.")
    return lines + [f'# Board "{file}", brought in by {name}.' for name, file in amended.boards]


def _plain(game: Game, players: int, amended: Amended) -> dict[str, Any]:
    return {
        "game": game.slug, "players": players, "variants": list(game.variants),
        "automatic": _automatic(game, players), "options": game.edition.option_words,
        "boards": [{"variant": name, "file": file} for name, file in amended.boards],
        "rules": [part_as_data(part) for part in parts(amended)],
    }  # fmt: skip


def part_as_data(part: Any) -> dict[str, Any]:
    """Return one rule as data for JSON output, with its text, its file and the changes made by variants."""
    return {
        "key": part.key, "text": part.text, "cites": list(part.cites), "file": part.span.source.path,
        "line": part.span.line,
        "changes": [
            {"target": change.target, "variant": change.variant, "verb": change.verb,
             "file": change.span.source.path, "line": change.span.line}
            for change in part.changes
        ],
    }  # fmt: skip
