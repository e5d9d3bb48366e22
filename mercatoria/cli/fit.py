"""The command `fit GAME`, which learns from self-play how to judge positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dsl.folder import VALUES, escapes_folder
from interpreter.game import Game
from interpreter.rng import LEAST_SEED, MOST_SEED, fits
from interpreter.table import CompiledGame
from mercatoria.console import arguments, errors, output, progress, seating
from mercatoria.players import (
    BadValues,
    IdleNetwork,
    Weights,
    entries_in,
    fitting_values,
    plays_inside,
    read_values,
    used_network,
    values_in,
)
from mercatoria.storage import write_atomically

if TYPE_CHECKING:
    from mercatoria.fitting import FitRequest, PredictionLoss

USUAL_GAMES, MOST_GAMES = 1000, 1_000_000
USUAL_MATCH = 40
USUAL_KINDS = "eager,random"
SLOW = "greedy"
COMMAND = ["mercatoria", "fit"]
"""The first words of the command that made an entry; the name of the game follows."""


def fit(
    game: arguments.GameName,
    players: arguments.Players = None,
    games: Annotated[
        int, arguments.number("--games", "-n", help="Number of games to play for each number of players.")
    ] = USUAL_GAMES,
    seed: arguments.Seed = 0,
    kinds: Annotated[
        str,
        typer.Option("--player", metavar="KIND,…", help="Kinds of bot; each game uses one random kind for all seats."),
    ] = USUAL_KINDS,
    rounds: Annotated[
        int, arguments.number("--rounds", help="Number of rounds of self-play with the value network.")
    ] = 0,
    match: Annotated[
        int, arguments.number("--match", help="Most games of a bot with the network against a bot without it.")
    ] = USUAL_MATCH,
    write: Annotated[bool, typer.Option("--write", help=f"Write {VALUES} next to the rulebook.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help=f"Check whether the values in {VALUES} fit these rules.")
    ] = False,
    variant: arguments.Variants = None,
    option: arguments.Options = None,
) -> int:
    """Learn from self-play how good a position is.

    When a search bot stops a simulated game early, the learnt values tell the bot who would probably win. Without
    --players, the command plays games with every possible number of players. After Ctrl-C or SIGTERM, the command fits
    the values to the games played so far.
    """
    loaded = arguments.load(game, variant, option)
    counts = [count for count in arguments.tables(loaded) if count > 1] if players is None else [players]
    if check:
        if write:
            raise errors.misuse("--check writes nothing; leave out --write")
        return _check(loaded, counts)
    _refuse_numbers(games, seed, rounds, match)
    seats = _seats(kinds)
    file = loaded.folder.path / VALUES
    if write:
        _check_file(loaded, file)
    if find_spec("numpy") is None:
        raise errors.misuse("`fit` needs numpy: pip install 'mercatoria[lab]'")
    from mercatoria.fitting import FitRequest

    asked = [
        FitRequest(count, games, seed, seats, _command(loaded, count, seed, seats), rounds, match) for count in counts
    ]
    return _fit(loaded, asked, file if write else None)


def _check_file(game: Game, file: Path) -> None:
    """Check before the first game that values can be added to the file. Raises a usage error if they cannot."""
    if escapes_folder(file, game.folder.path):
        raise errors.misuse(f"{file} is reached through a link that leads out of the game's folder")
    arguments.check_output(file)
    again = "remove it and fit all tables again"
    if game.folder.values is None:
        if file.exists():
            raise errors.misuse(f"{file} cannot be read: {again}")
        return
    try:
        entries = entries_in(game.folder.values.text)
    except BadValues as fault:
        raise errors.misuse(f"{fault}: {again}") from None
    for command in (each["command"].split() for each in entries):
        if command[:2] == COMMAND and command[2:3] != [game.slug]:
            raise errors.misuse(f"{file} belongs to another game, `{''.join(command[2:3])}`; {again}")


def _refuse_numbers(games: int, seed: int, rounds: int, match: int) -> None:
    """Raise a usage error if a number is out of range."""
    if not 1 <= games <= MOST_GAMES:
        raise errors.misuse(f"--games must be from 1 to {MOST_GAMES:,}")
    if not (0 <= rounds <= MOST_GAMES and 0 <= match <= MOST_GAMES):
        raise errors.misuse(f"--rounds and --match must be from 0 to {MOST_GAMES:,}")
    if not fits(seed):
        raise errors.misuse(f"--seed must be from {LEAST_SEED} to {MOST_SEED}")


def _seats(kinds: str) -> tuple[str, ...]:
    """Return the kinds of bot. Raises a usage error if one of them is unknown or slow."""
    seats = seating.kinds(kinds.count(",") + 1, [kinds])
    if not plays_inside(kind for kind in seats if kind != SLOW):
        raise errors.misuse(f"only eager, random and {SLOW} players are fast enough for `fit`")
    return seats


def _command(game: Game, players: int, seed: int, kinds: Sequence[str]) -> str:
    """Return the command line that fits values again, without the numbers of games."""
    parts = [f"{' '.join(COMMAND)} {game.slug} --players {players} --seed {seed} --player {','.join(kinds)}"]
    parts += [f"--variant {each}" for each in game.edition.given]
    parts += [f"--option {name}={word}" for name, word in game.edition.option_words.items()]
    return " ".join(parts)


def _fit(game: Game, requests: list[FitRequest], file: Path | None) -> int:
    """Fit values for each number of players and write them, even if the user stops the command early."""
    from mercatoria import fitting  # needs numpy

    before = game.folder.values.text if file is not None and game.folder.values is not None else ""
    entries, stopped = list[dict[str, Any]](), False
    for asked in requests:
        count = asked.players
        try:
            entry, told, stopped = fitting.fit(game, asked, partial(_stage, count))
        except fitting.FitError as fault:
            raise errors.misuse(str(fault)) from None
        except KeyboardInterrupt:
            stopped = True
            break
        _tell(count, entry["games"], asked.games, told)
        if stopped and (better := _better_in(before, game, entry)):
            errors.say(f"stopped: {VALUES} keeps its earlier values for {count} players, {better}")
        else:
            entries.append(entry)
            _say_use(game, entry, file, stopped)
        if stopped:
            break
    if entries or not stopped:
        _write(before, entries, file)
    if stopped:
        errors.say(f"stopped with values for {len(entries)} of {output.counted(len(requests), 'table')}")
    return errors.STOPPED if stopped else errors.DONE


def _stage(players: int, name: str, games: int | None) -> AbstractContextManager[Callable[[], None]]:
    """Show the progress of a stage of a fit."""
    return progress(f"{players} players, {name}" if name else f"{players} players", games)


def _better_in(before: str, game: Game, entry: Mapping[str, Any]) -> str:
    """Return why the existing file has better values for the same number of players, or "" if it has none."""
    found = [each for each in (entries_in(before) if before else ()) if each["players"] == entry["players"]]
    table = game.table(entry["players"])
    if any(_is_used(table, each) for each in found) and not _is_used(table, entry):
        return "which have a value network that bots use"
    return "which were fitted to more games" if any(each["games"] > entry["games"] for each in found) else ""


def _is_used(table: CompiledGame, entry: Mapping[str, Any]) -> bool:
    """Return True if bots would use the value network of an entry."""
    try:
        return used_network(table, Weights.of(entry)) is not None
    except BadValues:
        return False


def _write(before: str, entries: list[dict[str, Any]], file: Path | None) -> None:
    from mercatoria import fitting

    text = fitting.file_with(before, entries)
    if file is None:
        print(text, end="")
    else:
        write_atomically(file, text)
        print(f"written: {file}")


def _tell(players: int, ended: int, games: int, told: list[PredictionLoss]) -> None:
    """Print the prediction losses to stderr, because stdout contains the values."""
    from rich.table import Table

    console = output.err()
    console.print(f"{players} players, {ended:,} of {games:,} games. Prediction error for the winner (log loss):")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for number, heading in enumerate(("guess by", "in all", "beginning", "middle", "end")):
        table.add_column(heading, justify="right" if number else "left")
    for each in told:
        table.add_row(each.what, f"{each.mean:.3f}", *("–" if part is None else f"{part:.3f}" for part in each.parts))
    console.print(table)


def _say_use(game: Game, entry: Mapping[str, Any], file: Path | None, stopped: bool) -> None:
    """Print to stderr whether the bots will use the fitted values."""
    table, err = game.table(entry["players"]), output.err()
    try:
        values_in(table, entry).shares(table.start())
    except BadValues as fault:
        err.print(f"Bots will not use these values: {fault}.", markup=False, soft_wrap=True)
        return
    if file is None:
        said = f"Bots do not use these values yet: run the command with --write, or save them as {VALUES}."
    elif not any(early or late for early, late in entry["terms"].values()):
        said = "Bots will use these values, but every weight is 0, so all moves will look the same. Play more --games."
    else:
        said = "Search bots (easy, medium, hard) will use these values."
    missed = entry["missed"]
    if missed["with_values"] >= missed["without"]:
        said += " These values predict the winner no better than the score and the prices do; more --games may help."
    err.print(said, markup=False, soft_wrap=True)
    err.print(_said_of_network(table, entry, stopped), markup=False, soft_wrap=True)


def _said_of_network(table: CompiledGame, entry: Mapping[str, Any], stopped: bool) -> str:
    """Return whether the bots will use the value network, why not, and how much they gain."""
    network = entry.get("network")
    if network is None and stopped:
        return "There is no value network, because the command was stopped before it could learn one."
    if network is None:
        return "There is no value network, because too few games were played: raise --games."
    said = f"Value network: error in new games {network['held_out']:.3f}, equal shares {network['all_alike']:.3f}. "
    if goods := network["goods"]:
        said += f"Chance brings {', '.join(goods)}. "
    if (match := network.get("match")) is not None:
        said += (
            f"In {match['games']} games at level {match['level']}, the bot with the network won {match['share']:.2f}"
            f" ({match['low']:.2f} to {match['high']:.2f}) of the games; its fair share is {1 / entry['players']:.2f}. "
        )
    try:
        used_network(table, Weights.of(entry))
    except BadValues as fault:
        return f"{said}Bots will not use the network: {fault}."
    return f"{said}Search bots will use the network: where they must act, and to judge simulated games."


def _check(game: Game, counts: list[int]) -> int:
    """Print whether search bots can use the stored values, and return exit code 1 if they cannot."""
    bad = False
    for count in counts:
        try:
            values = fitting_values(game.table(count))
        except BadValues as fault:
            print(f"{count} players: not used: {fault}")
            bad = True
            continue
        if values is None:
            print(f"{count} players: there are no values; bots use the score and the prices instead")
            continue
        if read_values(game.folder)[count].rules == values.table.fingerprint:
            print(f"{count} players: fitted to these rules")
        else:
            print(f"{count} players: fitted to other rules, but still used, because every fitted fact still exists")
        bad |= _network_is_bad(game.table(count), read_values(game.folder).get(count))
    return int(bad)


def _network_is_bad(table: CompiledGame, weights: Weights | None) -> bool:
    """Print whether bots use the stored value network, and return True if it does not fit these rules."""
    if weights is None or weights.network is None:
        return False
    try:
        used_network(table, weights)
    except BadValues as fault:
        print(f"{weights.players} players: the value network is not used: {fault}")
        return not isinstance(fault, IdleNetwork)
    print(f"{weights.players} players: the value network is used")
    return False
