"""The command `replay RECORD`, which replays a recorded game and prints its log.

With `--under`, the command replays the game under other rules and shows the first differences.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

import mercatoria
from dsl.amendments import Difference, in_words, place
from dsl.checking import declared_options
from dsl.locale import ENGLISH
from interpreter.testing import Comparison, Divergence, at_scenario, compare
from mercatoria import Game, State
from mercatoria.console import arguments, errors, output
from mercatoria.drawing import full_log
from mercatoria.storage import records

GameFolder = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Folder of the recorded game, if it is not a shipped game.")
]


def replay(
    record: arguments.RecordFile,
    game: GameFolder = None,
    upto: Annotated[int | None, arguments.number("--upto", help="Stop after N entries.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the outcome.")] = False,
    under: Annotated[
        str | None,
        typer.Option("--under", metavar="VARIANTS", help='Compare with other rules: "one+two", or "base" for none.'),
    ] = None,
    variant: arguments.VariantFiles = None,
    language: arguments.InSentences = None,
    as_json: arguments.Json = False,
) -> int:
    """Replay a record.

    With `--language`, the log consists of sentences instead of moves in notation. The exit code is 1 if the record
    cannot be replayed. With `--under`, the exit code is 1 if the other rules change the game.
    """
    data = records.read(record)
    own = records.of_person(data, game, variant)
    if under is not None:
        return _compare(data, own, game, under, as_json)
    state = records.replayed(own, data, upto)
    output.warn(records.news_of_scenario(state))
    state = state.in_language(language or ENGLISH)
    if as_json:
        output.as_json(records.outcome(state) | {"log": state.log(None)})
        return 0
    console = output.out()
    if not quiet:
        for number, line in enumerate(state.log(None) if language is None else full_log(state, None), 1):
            console.print(f"{number:5}  {line}", markup=False, soft_wrap=True)
        console.print()
    for line in _outcome(state):
        console.print(line, markup=False, soft_wrap=True)
    return 0


def _outcome(state: State) -> list[str]:
    """Return the final ranking or, during a game, the seats that must decide, one line each."""
    seats = state.table.flow.model.seats
    if not state.is_over:
        waits = " and ".join(seats[seat] for seat in state.deciders) or "chance"
        return [f"the game is not over; {waits} must decide"]
    endings = {ending.about.name: ending.about.title or ending.about.name for ending in state.table.flow.endings}
    lines = [f"the game is over: {endings.get(state.ended_by, 'a rule ended it')}"]
    place = 1
    for seats_here in state.ranking:
        names = ", ".join(f"{seats[seat]} ({state.scores[seat]})" for seat in seats_here)
        lines.append(f"{place:3}. {names}")
        place += len(seats_here)
    return lines


# ---------------------------------------------------------------- under other rules


BASE = "base"

HEADINGS = {
    "moves": "the available choices differ for the first time",
    "refused": "the move can no longer be played",
    "position": "the positions differ for the first time",
}


def _compare(data: dict[str, Any], own: Game, game: str | None, under: str, as_json: bool) -> int:
    """Replay a record under other rules and print the differences. Return exit code 1 if there are differences,
    otherwise 0.
    """
    other = _other(own, game, under)
    comparison = compare(data, own, other)
    if as_json:
        rules = [list(own.variants), list(other.variants)]
        output.as_json({"equal": not comparison.divergences, "variants": rules} | comparison.to_data())
    else:
        console = output.out()
        for line in _comparison(comparison, own, other):
            console.print(line, markup=False, soft_wrap=True)
    return int(bool(comparison.divergences))


def _other(game: Game, place: str | None, under: str) -> Game:
    """Load the game with other variants, keeping every option that these variants still allow."""
    names = [] if under.strip() in ("", BASE) else [name.strip() for name in under.replace(",", "+").split("+")]
    try:
        other = mercatoria.load(place or game.slug, names)
        known = declared_options(other.folder.may_ask(other.variants))
        kept = {name: value for name, value in game.options.items() if name in known}
        other, begins = mercatoria.load(place or game.slug, names, kept), game.edition.begins
        return other if begins is None else at_scenario(other, begins.scenario)
    except mercatoria.TableError as fault:
        raise errors.misuse(str(fault)) from fault


def _comparison(comparison: Comparison, one: Game, two: Game) -> list[str]:
    names = ["+".join(game.variants) or BASE for game in (one, two)]
    lines = [f"first: {names[0]}; second: {names[1]}"]
    for divergence in comparison.divergences:
        lines += _divergence(divergence, two)
    if not comparison.divergences:
        lines.append(f"all {comparison.entries} entries have the same result")
    else:
        lines.append(f"{comparison.played} of {comparison.entries} entries could be played under both sets of rules")
    return lines + [f"{which}: {end}" for which, end in zip(("first", "second"), comparison.ends, strict=True)]


def _divergence(divergence: Divergence, game: Game) -> list[str]:
    at = f"entry {divergence.number}, {divergence.entry}" if divergence.number else divergence.entry
    lines = [f"{at}: {HEADINGS[divergence.form]}", *(f"    {line}" for line in divergence.told)]
    if not divergence.rules:
        return [*lines, "    no differing rule affects this step; the difference follows from an earlier one"]
    return lines + [f"    because of {_rule(each, game)}" for each in divergence.rules]


def _rule(each: Difference, game: Game) -> str:
    home = game.folder.shown
    part = each.after or each.before
    assert part is not None
    changes = [change for side in (each.after, each.before) if side is not None for change in side.changes]
    where = "; ".join(dict.fromkeys(in_words(change, home) for change in changes)) or place(part.span, home)
    return f"{each.key} ({each.form}): {where}"
