"""The catalogue of playable games and their options. The catalogue also checks chosen options for conflicts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import mercatoria
from dsl import ast
from dsl.checking import declared_options, fit_options
from dsl.diagnostics import Diagnostic, RulebookError, Sink
from dsl.folder import GameFolder, languages_of, read_folder, translated_folder
from dsl.locale import ENGLISH
from interpreter.table import sentence
from mercatoria import Game, TableError
from mercatoria.picture import About, FirstGame, introduction

USUAL = 4
"""Number of players at a new table, or the nearest that the game allows, unless the host says otherwise."""
MOST_KEPT = 24
"""Maximum number of compiled games in memory."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The game, number of players, variants and options that the host has chosen for a table."""

    game: str
    players: int
    variants: tuple[str, ...] = ()
    options: Mapping[str, str | int] = field(default_factory=dict)


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

    @property
    def usual(self) -> int:
        """The number of players at a new table, unless the host says otherwise."""
        return min(self.players, key=lambda many: abs(many - USUAL))

    @property
    def first_choice(self) -> Choice:
        """The settings of a first game against bots."""
        return Choice(self.name, self.first.players or self.usual, self.first.variants)


class Catalogue:
    """Finds the playable games: shipped games and those in `folders`."""

    def __init__(self, folders: Iterable[str] = ()) -> None:
        self.names: tuple[str, ...] = tuple(dict.fromkeys((*folders, *mercatoria.shipped())))
        self._folders: dict[tuple[str, str], GameFolder] = {}
        self._games: OrderedDict[tuple[object, ...], Game] = OrderedDict()

    def offers(self, language: str = ENGLISH) -> list[Offer]:
        """Return all games whose rulebook has no errors, with their words in a language."""
        found = [self.offer(name, language) for name in self.names]
        return [offer for offer in found if offer is not None]

    def offer(self, name: str, language: str = ENGLISH) -> Offer | None:
        """Return a game with its choices, or None if there is no such game or its rulebook has errors.

        If the game has no words in the language, its words are those of the rulebook.
        """
        if name not in self.names:
            return None
        folder = self._folder(name, language)
        book, board = folder.rulebook, folder.board
        if book is None or folder.reading.errors:
            return None
        variants = tuple(
            Variant(each.name.text, each.title or each.name.text.replace("_", " "), _is_automatic(each))
            for each in folder.variants.values()
        )
        note = board.note if board is not None and board.reconstructed else ""
        return Offer(
            name, book.title, tuple(range(book.least, book.most + 1)), variants, tuple(_settings(folder)), note,
            *introduction(folder),
        )  # fmt: skip

    def seats(self, name: str, players: int) -> list[str]:
        """Return the seat names of a game for this number of players."""
        book = self._folder(name).rulebook
        named = [word.text for word in book.seats] if book is not None else []
        return [named[seat] if seat < len(named) else f"Seat {seat + 1}" for seat in range(players)]

    def game(self, choice: Choice) -> Game:
        """Return the chosen game, compiled for the chosen number of players.

        Raises:
            TableError: Raised if the choices conflict.
            RulebookError: Raised if the rulebook has errors.
            FileNotFoundError: Raised if the folder of the game no longer exists.
        """
        if choice.game not in self.names:
            raise TableError(mercatoria.no_such_game(choice.game))
        wanted = (choice.game, choice.players, choice.variants, tuple(sorted(choice.options.items())))
        if wanted in self._games:
            self._games.move_to_end(wanted)
            return self._games[wanted]
        game = mercatoria.load(choice.game, choice.variants, choice.options)
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
            return [f"{offer.title} is for {offer.players[0]} to {offer.players[-1]} players."]
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
        """Return the folder of a game, with its words in a language if the game has them."""
        if (name, ENGLISH) not in self._folders:
            self._folders[name, ENGLISH] = read_folder(mercatoria.folder_of(name), name, scenarios=False)
        folder = self._folders[name, ENGLISH]
        if language == ENGLISH or language not in languages_of(folder):
            return folder
        if (name, language) not in self._folders:
            self._folders[name, language] = translated_folder(folder, language).folder
        return self._folders[name, language]


def refusal(fault: TableError | RulebookError | FileNotFoundError) -> list[str]:
    """Explain in sentences why a game cannot be played."""
    if isinstance(fault, RulebookError):
        return [_told(each) for each in fault.diagnostics if each.severity == "error"]
    return [sentence(str(fault))]


def _settings(folder: GameFolder) -> Iterable[Setting]:
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
