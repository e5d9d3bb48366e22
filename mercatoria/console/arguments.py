"""Options and arguments that several commands share."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import mercatoria
from dsl.diagnostics import RulebookError
from dsl.limits import MOST_SEATS
from dsl.locale import ENGLISH, LANGUAGES
from dsl.shipped import folder_of as shipped_folder
from dsl.source import whole_number
from interpreter.rng import LEAST_SEED, MOST_SEED, fits
from mercatoria.console import errors

if TYPE_CHECKING:  # a check whose outcome is known starts faster without the language and the engines
    from dsl.folder import GameFolder
    from mercatoria import Game
    from mercatoria.simulation import Chosen, EngineMaker, Task

TOO_LARGE = 10**30
"""Exclusive upper limit on the absolute value of a number given as an option."""


def number(*names: str, help: str, metavar: str = "N", **limits: Any) -> Any:
    """Return a typer option that takes a whole number.

    Args:
        names: Names of the option, such as `--games` and `-n`.
        help: Help text of the option.
        metavar: Placeholder for the value in the help.
        limits: `min` and `max`, and other arguments of `typer.Option`.
    """
    least, most = limits.pop("min", None), limits.pop("max", None)

    def read(text: str | int) -> int:
        found = text if isinstance(text, int) else whole_number(text)
        if found is None:
            raise typer.BadParameter("this is not a valid integer")
        if abs(found) >= TOO_LARGE:
            raise typer.BadParameter("this number is far too large")
        if (least is not None and found < least) or (most is not None and found > most):
            raise typer.BadParameter(f"this number must be from {least} to {most}")
        return found

    return typer.Option(*names, parser=read, metavar=metavar, help=help, **limits)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A shipped game (see `games`), or a game's folder.")]
Players = Annotated[int | None, number("--players", "-p", help="Number of players.", show_default=False)]
Seed = Annotated[int, number("--seed", "-s", help="Random seed; the same seed gives the same game.")]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", "-v", metavar="NAME", help="A variant, by name or by the path of its file. Repeatable."),
]
Scenario = Annotated[
    str | None,
    typer.Option(
        "--scenario", metavar="NAME", show_default=False,
        help="Begin in the position of a scenario, before its first move, with its players, variants and options.",
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game. Repeatable."),
]
LongOptions = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game. Repeatable.")
]
"""`Options` of a command in which `-o` names the output file."""
RuleSet = Annotated[str, typer.Argument(metavar="GAME[+VARIANT]…", help="A game, with or without variants.")]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record or saved game.")]
VariantFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--variant", "-v", metavar="FILE", help="A variant file, for a record that refers to variants by path."
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="ENGINE",
        help="reference, python or native. Default: the fastest available.",
        show_default=False,
    ),
]


def _language(text: str) -> str:
    """Return a language of the program. Raises `typer.BadParameter` for any other."""
    if text not in LANGUAGES:
        raise typer.BadParameter(f"the languages are {', '.join(LANGUAGES)}")
    return text


def _other_language(text: str) -> str:
    if text == ENGLISH:
        raise typer.BadParameter("the words of the rulebook are English already")
    return _language(text)


Language = Annotated[
    str,
    typer.Option(
        "--language", metavar="LANGUAGE", parser=_language, help="Language of the game, such as de, if translated."
    ),
]
InSentences = Annotated[
    str | None,
    typer.Option(
        "--language", metavar="LANGUAGE", parser=_language, show_default=False,
        help="Print the log in sentences, in a language such as de.",
    ),
]  # fmt: skip
NewLanguage = Annotated[
    str, typer.Option("--language", metavar="LANGUAGE", parser=_other_language, help="The language, such as de.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def options_of(given: Iterable[str] | None) -> dict[str, object]:
    """Return options such as `["start=2"]` as a mapping. Raises a usage error for any other form."""
    options: dict[str, object] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise errors.misuse(f"`{text}` is not an option; write name=value")
        options[name.strip()] = value.strip()
    return options


def check_seed(seed: int) -> None:
    """Check that a number is a valid seed. Raises a usage error if the number is invalid."""
    if not fits(seed):
        raise errors.misuse(f"--seed must be from {LEAST_SEED} to {MOST_SEED}")


def check_output(file: Path) -> None:
    """Check that a file can be written, for a command that writes it after long work.

    A missing folder raises a usage error, and a read-only folder raises `PermissionError`.
    """
    if file.is_dir():
        raise errors.misuse(f"`{file}` is a folder; name a file")
    if not file.parent.is_dir():
        raise errors.misuse(f"there is no folder `{file.parent}` for `{file.name}`")
    if not os.access(file.parent, os.W_OK):
        raise PermissionError(errno.EACCES, "no writing here", str(file.parent))


def engine_of(game: Game, players: int, wanted: str | None, task: Task) -> Chosen:
    """Return the engine to use (see `simulation.choose`). Raises a usage error if the engine is unavailable."""
    from mercatoria.simulation import NoEngine, choose  # imported here, because most commands start faster without it

    try:
        return choose(game, players, wanted, task)
    except NoEngine as fault:
        raise errors.misuse(str(fault)) from None


def engine_maker(wanted: str) -> EngineMaker:
    """Return the factory for the engine with this name. Raises a usage error if the engine is unavailable."""
    from mercatoria.simulation import EngineMaker, NoEngine

    try:
        return EngineMaker(wanted)
    except NoEngine as fault:
        raise errors.misuse(str(fault)) from None


def load(
    game: str, variants: Iterable[str] | None = None, options: Iterable[str] | None = None, scenario: str | None = None
) -> Game:
    """Return the game named on the command line, which may begin at one of its scenarios.

    Raises the errors of `mercatoria.load`, and a usage error for an option in the wrong form.
    """
    return mercatoria.load(game, variants or (), options_of(options), scenario or "")


def load_rules(
    text: str, variants: Iterable[str] | None = None, options: Iterable[str] | None = None
) -> Game:  # fmt: skip
    """Return the rules of a game or folder, optionally with variants, as in `GAME+variant+variant`.

    Raises the same exceptions as `load`.
    """
    if Path(text).exists():
        return load(text, variants, options)
    game, *added = text.split("+")
    return load(game, [*added, *(variants or ())], options)


def only_players(game: Game, players: int | None) -> int:
    """Return the given player count or, by default, the only player count that the game allows.

    Raises `typer.BadParameter` if `players` is None and the game allows several player counts.
    """
    if players is None and len(game.players) != 1:
        several = f"{game.players.start} to {game.players[-1]} players"
        raise typer.BadParameter(f"the game is for {several}; give the number with --players", param_hint="'--players'")
    return game.players.start if players is None else players


def players_of(game: Game, players: int | None, wanted: int = 4) -> int:
    """Return the given player count. If none is given, return the allowed player count nearest to `wanted`."""
    return players if players is not None else usual(tables(game), wanted)


def tables(game: Game) -> list[int]:
    """Return the player counts that a game and its variants allow."""
    allowed = game.players[:MOST_SEATS]
    return [count for count in allowed if not game.folder.not_for(count, game.variants)] or list(allowed)


def usual(counts: Iterable[int], wanted: int = 4) -> int:
    """Return the player count nearest to `wanted`, or 0 if `counts` is empty."""
    return min(counts, key=lambda count: abs(count - wanted), default=0)


def seats_of(game: Game, players: int) -> tuple[str, ...]:
    """Return the seat names for a number of players."""
    return game.table(players).flow.model.seats


def folders_in(path: Path) -> list[Path]:
    """Return the path itself if it is a game folder, otherwise the game folders directly inside it."""
    if (path / "rulebook.rules").is_file():
        return [path]
    return sorted(book.parent for book in path.glob("*/rulebook.rules"))


def place_of(path: str) -> Path:
    """Return the path of a file or folder, or the folder of the shipped game with this id.

    Raises a usage error if the path does not exist.
    """
    place = shipped_folder(path)
    if not place.exists():
        raise errors.misuse(mercatoria.no_such_game(path, nearby=True))
    return place


def folder_of(path: str) -> GameFolder:
    """Return the game in a folder, or the shipped game with this id.

    Raises a usage error if the game does not exist, and `RulebookError` if its files cannot be read.
    """
    from dsl.folder import read_folder

    place = place_of(path)
    folder = read_folder(place, path if place.is_dir() else str(Path(path).parent))
    if folder.reading.errors or folder.rulebook is None:
        raise RulebookError(folder.check(1)[1].in_order())
    return folder
