"""The catalogue of playable games and their options. The catalogue also checks chosen options for conflicts.

The catalogue notices a change of a game's files when it is next asked about the game. Running tables keep the files
with which they began.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import mercatoria
from dsl import ast
from dsl.checking import declared_options, fit_options
from dsl.diagnostics import Diagnostic, RulebookError, Sink, wording
from dsl.folder import GameFolder, languages_of, read_folder, translated_folder
from dsl.locale import ENGLISH
from interpreter.table import WrittenScenario, sentence
from mercatoria import Game, TableError
from mercatoria.picture import About, FirstGame, introduction
from mercatoria.web.store import Head, RuleFiles
from mercatoria.web.tables.loading import loaded
from mercatoria.web.tables.rule_files import Copies, Stamp, read_rule_files, stamp_of

USUAL = 4
"""Number of players at a new table, or the nearest that the game allows, unless the host says otherwise."""
MOST_KEPT = 24
"""Maximum number of compiled games in memory, and of parsed folders."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The game, number of players, variants and options that the host has chosen for a table.

    `scenario` is the scenario at which the game begins, or None for the set-up.
    """

    game: str
    players: int
    variants: tuple[str, ...] = ()
    options: Mapping[str, str | int] = field(default_factory=dict)
    scenario: WrittenScenario | None = None

    @classmethod
    def of_table(cls, head: Head) -> Choice:
        """Return what was chosen for a table."""
        return cls(head.game, head.players, head.variants, head.options, head.scenario)


@dataclass(frozen=True, slots=True)
class Variant:
    """A house rule or expansion that the host can choose. An `automatic` variant applies even if the host does not
    choose it.
    """

    name: str
    title: str
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of a game, or a question that the printed rules leave open.

    `usual` is the default. A numeric setting has limits, `low` and `high`. All other settings list their possible
    `values`.
    """

    name: str
    question: str
    usual: str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A game with all choices that the host can make. `note` contains a remark about the board."""

    name: str
    title: str
    players: tuple[int, ...]
    variants: tuple[Variant, ...]
    settings: tuple[Setting, ...]
    note: str
    about: About
    first: FirstGame
    mark: str
    """The mark of the files of the game."""

    @property
    def usual(self) -> int:
        """The number of players at a new table, unless the host says otherwise."""
        return _usual(self.players)

    @property
    def first_choice(self) -> Choice:
        """The settings of a first game against bots."""
        return Choice(self.name, self.first.players or self.usual, self.first.variants)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in the files of a game: the file, the number of the line, and what is wrong there."""

    file: str
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A game whose files have faults. `title` is its title, or its name if the rulebook cannot be read."""

    name: str
    title: str
    faults: tuple[Fault, ...]


@dataclass(slots=True)
class Seen:
    """The files of a game as they were when the catalogue last looked, with the faults met while reading them.

    `is_new` is True if they have changed since the catalogue first looked. `unplayable` lists all faults, once they
    are `judged`.
    """

    stamp: Stamp
    files: RuleFiles
    unreadable: Sink
    is_new: bool = False
    unplayable: Unplayable | None = None
    judged: bool = False


class Catalogue:
    """Finds the playable games: shipped games and those in `folders`."""

    def __init__(self, folders: Iterable[str] = ()) -> None:
        self.names: tuple[str, ...] = tuple(dict.fromkeys((*folders, *mercatoria.shipped())))
        self._seen: dict[str, Seen] = {}
        self._copies = Copies()
        self._folders: OrderedDict[tuple[str, str, str], GameFolder] = OrderedDict()
        self._games: OrderedDict[tuple[object, ...], Game] = OrderedDict()

    def offers(self, language: str = ENGLISH) -> list[Offer]:
        """Return all games whose rulebook has no errors, with their words in a language."""
        found = [self.offer(name, language) for name in self.names]
        return [offer for offer in found if offer is not None]

    def offer(self, name: str, language: str = ENGLISH) -> Offer | None:
        """Return a game with its choices, or None if there is no such game or its rulebook has errors.

        If the game has no words in the language, its words are those of the rulebook.
        """
        if name not in self.names or (seen := self._look(name)).unreadable.errors:
            return None
        if seen.is_new and self.unplayable(name) is not None:
            return None
        folder = self._folder(name, language)
        book, board = folder.rulebook, folder.board
        if book is None or folder.reading.errors:
            return None
        note = board.note if board is not None and board.reconstructed else ""
        return Offer(
            name, book.title, tuple(range(book.least, book.most + 1)), variants_of(folder), tuple(settings_of(folder)),
            note, *introduction(folder), seen.files.mark,
        )  # fmt: skip

    def unplayable(self, name: str) -> Unplayable | None:
        """Return the faults in the files of a game, or None if there is no such game or its files have no faults."""
        if name not in self.names:
            return None
        seen = self._look(name)
        if not seen.judged:
            seen.unplayable, seen.judged = self._judged(name, seen), True
        return seen.unplayable

    def _judged(self, name: str, seen: Seen) -> Unplayable | None:
        found, folder = seen.unreadable.errors, self._folder(name)
        book = folder.rulebook
        if not found:
            players = range(book.least, book.most + 1) if book is not None else range(0)
            found = folder.check(_usual(players), lints=False)[1].errors
        title = book.title if book is not None else name
        faults = faults_of(found)
        return Unplayable(name, title, faults) if faults else None

    def hidden(self) -> list[Unplayable]:
        """Return the games that `offers` leaves out."""
        missing = (self.unplayable(name) for name in self.names if self.offer(name) is None)
        return [each for each in missing if each is not None]

    def current(self, name: str) -> RuleFiles:
        """Return the files of a game as they are now.

        Raises:
            TableError: Raised if there is no such game.
            RulebookError: Raised if a file cannot be read.
        """
        if name not in self.names:
            raise TableError(mercatoria.no_such_game(name))
        seen = self._look(name)
        if seen.unreadable.errors:
            raise RulebookError(seen.unreadable.in_order())
        return seen.files

    def last_seen(self, name: str) -> str:
        """Return the mark of a game's files when the catalogue last looked, or an empty string if it never did."""
        return self._seen[name].files.mark if name in self._seen else ""

    def mark(self, name: str) -> str:
        """Return the mark of a game's files as they are now, also if some of them cannot be read."""
        return self._look(name).files.mark

    def look(self) -> None:
        """Look for changed files of all games."""
        for name in self.names:
            self._look(name)

    def copy(self, files: RuleFiles) -> Path:
        """Return the path of a folder with these files. Raises `StoreUnavailable`."""
        return self._copies.folder(files)

    def seats(self, name: str, players: int) -> list[str]:
        """Return the seat names of a game for this number of players."""
        book = self._folder(name).rulebook
        named = [word.text for word in book.seats] if book is not None else []
        return [named[seat] if seat < len(named) else f"Seat {seat + 1}" for seat in range(players)]

    def game(self, choice: Choice, files: RuleFiles) -> Game:
        """Return the chosen game under the rules in these files, compiled for the chosen number of players.

        Raises:
            TableError: Raised if the choices conflict.
            RulebookError: Raised if the rulebook or the scenario has errors.
            PlayFault: Raised if a rule fails in the scenario.
            StoreUnavailable: Raised if the files cannot be copied.
        """
        options = tuple(sorted(choice.options.items()))
        wanted = (choice.game, files.mark, choice.players, choice.variants, options, choice.scenario)
        if wanted in self._games:
            self._games.move_to_end(wanted)
            return self._games[wanted]
        folder = self._copies.folder(files)
        game = loaded(folder, choice.game, choice.variants, choice.options, choice.scenario)
        game.table(choice.players)
        self._games[wanted] = game
        if len(self._games) > MOST_KEPT:
            self._games.popitem(last=False)
        return game

    def conflicts(self, choice: Choice) -> list[str]:
        """Return a sentence for each conflict between the chosen options. If the list is empty, the game can be played
        with these options.
        """
        offer = self.offer(choice.game)
        if offer is None:
            return [sentence(mercatoria.no_such_game(choice.game))]
        folder = self._folder(choice.game)
        if choice.players not in offer.players:
            return [f"{offer.title} is for {wording.number_of_players(offer.players[0], offer.players[-1])}."]
        if refused := folder.not_for(choice.players, choice.variants):
            return [sentence(refused)]
        asked = folder.may_ask(choice.variants)
        options, wrong = fit_options(choice.options, asked, folder.kinds(asked))
        if wrong:
            return [sentence(words) for words in wrong]
        sink = Sink()
        folder.effective(choice.players, choice.variants, options, sink)
        if not sink.errors:
            _, sink = folder.check(choice.players, choice.variants, options, lints=False)
        return list(dict.fromkeys(map(_told, sink.errors)))

    def _folder(self, name: str, language: str = ENGLISH) -> GameFolder:
        """Return the folder of a game as it is now, with its words in a language if the game has them."""
        files = self._look(name).files
        key = name, files.mark, language
        if key in self._folders:
            self._folders.move_to_end(key)
            return self._folders[key]
        if language == ENGLISH:
            found = read_folder(self._copies.folder(files), name, scenarios=False)
        else:
            found = self._folder(name)
            found = translated_folder(found, language).folder if language in languages_of(found) else found
        self._folders[key] = found
        if len(self._folders) > MOST_KEPT:
            self._folders.popitem(last=False)
        return found

    def _look(self, name: str) -> Seen:
        """Return the files of a game, and read them again if they have changed."""
        path = mercatoria.folder_of(name)
        stamp, seen = stamp_of(path), self._seen.get(name)
        if seen is None or seen.stamp != stamp:
            sink = Sink()
            files = read_rule_files(path, name, sink)
            seen = self._seen[name] = Seen(stamp, files, sink, is_new=name in self._seen)
        return seen


def _usual(players: Sequence[int]) -> int:
    return min(players, key=lambda many: abs(many - USUAL), default=1)


def refusal(fault: TableError | RulebookError | FileNotFoundError) -> list[str]:
    """Explain in sentences why a game cannot be played."""
    if isinstance(fault, RulebookError):
        return [_told(each) for each in fault.diagnostics if each.severity == "error"]
    return [sentence(str(fault))]


def faults_of(diagnostics: Iterable[Diagnostic]) -> tuple[Fault, ...]:
    """Return the errors among diagnostics as faults in files."""
    errors = (each for each in diagnostics if each.severity == "error")
    return tuple(Fault(each.span.source.path, each.span.line, _told(each)) for each in errors)


def variants_of(folder: GameFolder) -> tuple[Variant, ...]:
    """Return the variants of a game."""
    return tuple(
        Variant(each.name.text, each.title or each.name.text.replace("_", " "), _is_automatic(each))
        for each in folder.variants.values()
    )


def settings_of(folder: GameFolder) -> Iterable[Setting]:
    """Yield the options of a rulebook, followed by the questions that the printed rules leave open."""
    kinds = folder.kinds(folder.declarations)
    declared = declared_options(folder.declarations).items()
    for name, of in sorted(declared, key=lambda each: isinstance(each[1], ast.Ruling)):
        domain, is_ruling = of.domain, isinstance(of, ast.Ruling)
        question, usual = of.title or name.replace("_", " "), of.value.span.text
        if domain.form == "flag":
            yield Setting(name, question, usual, ("yes", "no"), ruling=is_ruling)
        elif isinstance(domain.of, ast.Name) and domain.of.text in kinds.kinds:
            yield Setting(name, question, usual, tuple(kinds.kinds[domain.of.text].things), ruling=is_ruling)
        elif isinstance(domain.of, ast.Range) and isinstance(domain.of.low, ast.Integer) and isinstance(
            domain.of.high, ast.Integer):  # fmt: skip
            yield Setting(name, question, usual, low=domain.of.low.value, high=domain.of.high.value, ruling=is_ruling)


def _is_automatic(variant: ast.Variant) -> bool:
    return any(part.verb == "applies" for part in variant.amendments)


def _told(fault: Diagnostic) -> str:
    return sentence(f"{fault.title}; {fault.hint}" if fault.hint else fault.title)
