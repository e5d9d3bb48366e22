"""The command `diff A B`, which compares the rules of two games.

Each argument is the folder of a game, with or without variants: `GAME+variant+variant`. The exit code is 0 if the rules
are equal and 1 if they differ.
"""

from __future__ import annotations

import difflib
import re
from typing import Annotated, Any

import typer
from rich.text import Text

from dsl.amendments import Difference, EffectivePart, board_parts, differences, in_words, parts, place
from mercatoria import Game
from mercatoria.cli.expand import effective, part_as_data
from mercatoria.console import arguments, errors, output


def diff(
    one: arguments.RuleSet,
    two: arguments.RuleSet,
    players: arguments.Players = None,
    brief: Annotated[bool, typer.Option("--brief", help="Only the names of differing rules.")] = False,
    as_json: arguments.Json = False,
) -> int:
    """Compare two rule sets, rule by rule.

    The exit code is 1 if they differ.
    """
    games = arguments.load_rules(one), arguments.load_rules(two)
    count = _players(games, players)
    rules = differences(*(_rules(game, count) for game in games))
    things = differences(*(_things(game, count) for game in games))
    if as_json:
        data = {"differences": [_plain(each) for each in rules], "things": [_plain(each) for each in things]}
        output.as_json({"players": count, "equal": not rules and not things} | data)
        return int(bool(rules or things))
    console = output.out()
    for each in rules:
        console.print(_heading(each, games), soft_wrap=True)
        for line in [] if brief else _changed(each):
            console.print(line, soft_wrap=True)
    for line in _told_things(things, brief):
        console.print(line, soft_wrap=True)
    console.print(f"{one} and {two}, {count} players: {_sum(rules, things)}", markup=False, soft_wrap=True)
    return int(bool(rules or things))


def _players(games: tuple[Game, Game], players: int | None) -> int:
    """Return the requested number of players. By default, choose a usual number that both games allow."""
    one, two = map(arguments.tables, games)
    both = [count for count in one if count in two]
    if players is None and not both:
        raise errors.misuse("no number of players suits both games")
    return players if players is not None else arguments.usual(both)


def _rules(game: Game, players: int) -> list[EffectivePart]:
    return parts(effective(game, players))


def _things(game: Game, players: int) -> list[EffectivePart]:
    folder = game.folder
    boards = [folder.board, *(folder.extra_boards.get(file) for _, file in effective(game, players).boards)]
    return board_parts(board for board in boards if board is not None)


def _sum(rules: list[Difference], things: list[Difference]) -> str:
    said = [output.counted(len(rules), "rule")] if rules else []
    said += [output.counted(len(things), "thing") + " of the board"] if things else []
    differ = "differs" if len(rules) + len(things) == 1 else "differ"
    return f"{' and '.join(said)} {differ}" if said else "no rule differs"


def _told_things(things: list[Difference], brief: bool) -> list[Text]:
    """Describe the differences on the board, using one line for all added or removed things of a kind."""
    lines: list[Text] = []
    groups: dict[tuple[str, str], list[str]] = {}
    for each in things:
        kind, _, name = each.key.partition(" ")
        if each.form == "changed" and not brief:
            lines += [Text.assemble(("changed", "bold yellow"), " ", (each.key, "bold")), *_changed(each)]
        else:
            groups.setdefault((each.form, kind), []).append(name)
    for (form, kind), names in groups.items():
        lines.append(Text.assemble((form, "bold"), f" {len(names)} of {kind}: {', '.join(names)}"))
    return lines


def _heading(each: Difference, games: tuple[Game, Game]) -> Text:

    part, game = (each.after, games[1]) if each.after is not None else (each.before, games[0])
    assert part is not None
    home = game.folder.shown
    sides = [(each.before, games[0].folder.shown), (each.after, home)]
    origins = [in_words(change, where) for side, where in sides if side is not None for change in side.changes]
    colour = {"added": "green", "removed": "red", "changed": "yellow"}[each.form]
    origin = "; ".join(dict.fromkeys(origins)) or place(part.span, home)
    return Text.assemble((each.form, f"bold {colour}"), " ", (each.key, "bold"), f"   {origin}")


def _changed(each: Difference) -> list[Text]:
    before, after = _lines(each.before), _lines(each.after)
    styles = {"+": "green", "-": "red"}
    lines = list(difflib.unified_diff(before, after, n=1, lineterm=""))[2:]
    return [Text(f"    {line}", styles.get(line[:1], "")) for line in lines if line[:2] != "@@"]


def _lines(part: EffectivePart | None) -> list[str]:
    """Split the text of a rule into lines, with three spaces before each citation so that the diff ignores
    alignment.
    """
    return re.sub(r"(?<=\S) {2,}\[", "   [", part.text).split("\n") if part is not None else []


def _plain(each: Difference) -> dict[str, Any]:
    return {
        "key": each.key, "form": each.form,
        "before": part_as_data(each.before) if each.before is not None else None,
        "after": part_as_data(each.after) if each.after is not None else None,
    }  # fmt: skip
