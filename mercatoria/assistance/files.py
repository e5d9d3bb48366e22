"""The tools that list games, and read and write their files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import mercatoria
from dsl.diagnostics import RulebookError, Sink
from dsl.folder import RULEBOOK, read_headings, read_source
from dsl.limits import LONGEST_FILE
from mercatoria.assistance.answers import MOST_LISTED, Answer, Fault, first, sentences
from mercatoria.assistance.premises import READABLE, Premises
from mercatoria.assistance.rules import CheckRequest, check
from mercatoria.assistance.schemas import Refused, Says
from mercatoria.storage import write_atomically

MOST_LINES = 500
"""Maximum number of lines in one answer."""
FileName = Annotated[str, Says("A file of a game, such as my_game/rulebook.rules.", 200, 1)]


@dataclass(frozen=True, slots=True)
class GamesRequest:
    """Input of `games`: nothing."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game with its name for other tools, and its files."""

    game: str
    title: str
    least_players: int
    most_players: int
    variants: tuple[str, ...]
    files: tuple[str, ...]
    own: bool


@dataclass(frozen=True, slots=True)
class Games(Answer):
    """The games that can be used. Those of the named folder come first."""

    games: tuple[GameEntry, ...]


def games(premises: Premises, _: GamesRequest) -> Games:
    """List the games of the named folder, and the shipped games."""
    own = premises.own_games()[:MOST_LISTED]
    found = [*(_entry(premises, name, True) for name in own),
             *(_entry(premises, name, False) for name in mercatoria.shipped() if name not in own)]  # fmt: skip
    if premises.folder is None:
        head = "Only shipped games can be read, because no folder was named."
    elif own:
        head = f"The named folder has {len(own)} {'game' if len(own) == 1 else 'games'}: {first(own)}."
    else:
        head = f"The named folder has no game yet; write `my_game/clauses.yaml` and `my_game/{RULEBOOK}`."
    return Games(sentences([head, f"Shipped games: {first(mercatoria.shipped())}."]), tuple(found))


def _entry(premises: Premises, name: str, own: bool) -> GameEntry:
    place = premises.place_of(name)
    folder = read_headings(place, name)
    book = folder.rulebook
    files = [
        f"{name}/{each.relative_to(place).as_posix()}"
        for pattern in ("*", "variants/*", "scenarios/*", "words/*")
        for each in sorted(place.glob(pattern)) if each.is_file() and each.name.endswith(READABLE)
    ]  # fmt: skip
    variants = sorted(each.stem for each in place.glob("variants/*.rules"))
    title, least, most = (book.title, book.least, book.most) if book is not None else ("", 0, 0)
    return GameEntry(name, title, least, most, tuple(variants), tuple(files[: 2 * MOST_LISTED]), own)


# ---------------------------------------------------------------- read


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """Input of `read`."""

    file: FileName
    first_line: Annotated[int, Says("The first line to read.", 1_000_000, 1)] = 1


@dataclass(frozen=True, slots=True)
class FileText(Answer):
    """Lines of a file. `next_line` is the first line that was left out, or 0 at the end of the file."""

    text: str
    next_line: int

    def in_words(self) -> str:
        return "\n".join([*self.says, self.text])


def read_file(premises: Premises, asked: ReadRequest) -> FileText:
    """Read a file of a game."""
    path, home = premises.readable(asked.file)
    sink = Sink()
    source = read_source(path, asked.file, sink, home)
    if source is None:
        raise RulebookError(sink.in_order())
    lines = source.text.split("\n")
    chosen = lines[asked.first_line - 1 : asked.first_line - 1 + MOST_LINES]
    last = asked.first_line + len(chosen) - 1
    if not chosen:
        raise Refused(f"`{asked.file}` has only {len(lines)} lines; read from an earlier one")
    says = f"{asked.file}, lines {asked.first_line} to {last} of {len(lines)}:"
    return FileText(sentences([says]), "\n".join(chosen), last + 1 if last < len(lines) else 0)


# ---------------------------------------------------------------- write


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """Input of `write`."""

    file: FileName
    text: Annotated[str, Says("The whole new text of the file.", LONGEST_FILE)]


@dataclass(frozen=True, slots=True)
class Written(Answer):
    """The outcome of writing a file, with the faults of its game."""

    playable: bool
    faults: tuple[Fault, ...]


def write_file(premises: Premises, asked: WriteRequest) -> Written:
    """Write a file of a game in the named folder, and check the game."""
    path, game = premises.writable(asked.file)
    try:
        data = asked.text.encode("utf-8")
    except UnicodeEncodeError as fault:
        told = f"`{asked.file}` was not written, because the text has half a character; write it again"
        raise Refused(told) from fault
    if len(data) > LONGEST_FILE:
        raise Refused(f"`{asked.file}` was not written: a file has at most {LONGEST_FILE:,} bytes; split it")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, data)
    head = f"{asked.file} is written."
    if not (premises.inside(game) / RULEBOOK).is_file():
        return Written(sentences([head, f"The game has no `{RULEBOOK}` yet, so nothing was checked."]), False, ())
    found = check(premises, CheckRequest(game))
    return Written((*sentences([head]), *found.says), found.playable, found.faults)
