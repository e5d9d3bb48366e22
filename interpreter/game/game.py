"""A playable game: a game folder with chosen variants and options.

`Game` compiles the game for each player count on demand. `Game` starts a game, or restores one from a record, and
returns it as a `State`. A record made under other rules is rejected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dsl.checking import fit_options
from dsl.diagnostics import Diagnostic, RulebookError, did_you_mean, wording
from dsl.folder import GameFolder, read_folder
from dsl.source import Source
from interpreter.game.state import IllegalMove, State
from interpreter.log import RecordError, chance_of_record, check_beginning, check_heading, check_rules, record_from_json
from interpreter.notebook_html import game_in_html
from interpreter.play import Chance, compiled
from interpreter.rng import LEAST_SEED, MOST_SEED, fits
from interpreter.table import CompiledGame, GameConfig, Move, NotAMove, TableError

RULES = ".rules"
"""File extension of rulebooks and variants."""

FEW = 2
"""Maximum player count for checking a rulebook whose own player counts are invalid."""

LONGEST_SHOWN = 60
"""Maximum length of a value in an error message, in characters."""


@dataclass(slots=True)
class Game:
    """A game with chosen variants and options, for every player count that it allows."""

    edition: GameConfig
    warnings: list[Diagnostic] = field(default_factory=list)
    _tables: dict[tuple[int, bool], CompiledGame] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Game {self.edition.chosen}>"

    @property
    def folder(self) -> GameFolder:
        return self.edition.folder

    @property
    def variants(self) -> tuple[str, ...]:
        return self.edition.variants

    @property
    def options(self) -> dict[str, int]:
        return self.edition.options

    @property
    def slug(self) -> str:
        return self.edition.slug

    @property
    def title(self) -> str:
        return self.edition.title

    @property
    def players(self) -> range:
        """Player counts that the rulebook allows, or that of the scenario with which the game begins."""
        begins = self.edition.begins
        return self.edition.players if begins is None else range(begins.players, begins.players + 1)

    def table(self, players: int, plain: bool = False) -> CompiledGame:
        """Return the game compiled for a player count.

        Args:
            plain: If True, use the reference interpreter instead of a generated engine.

        Raises `TableError` if the game or a variant does not allow the player count, and `RulebookError` if the
        rulebook has errors.
        """
        if isinstance(players, bool) or not isinstance(players, int):
            raise TableError(f"the number of players must be a whole number, not {_shown(players)}")
        if players not in self.players:
            if (begins := self.edition.begins) is not None:
                seats = wording.number_of_players(begins.players, begins.players)
                raise TableError(f"the scenario `{begins.scenario.name}` is for {seats}, not {_shown(players)}")
            seats = wording.number_of_players(self.players.start, self.players.stop - 1)
            raise TableError(f"{self.title} is for {seats}, not {_shown(players)}")
        if refused := self.folder.not_for(players, self.variants):
            raise TableError(refused)
        if (players, plain) not in self._tables:
            self._tables[players, plain], self.warnings = compiled(self.edition, players, plain)
        return self._tables[players, plain]

    def with_table(self, table: CompiledGame, plain: bool = False) -> Game:
        """Return a copy of the game that uses this table, which has the same rules, for the table's player count."""
        return Game(self.edition, list(self.warnings), {**self._tables, (table.flow.model.players, plain): table})

    def amended(self, text: str) -> Game:
        """Return the game with the variants of a text in addition, without reading the game's files again.

        Raises `RulebookError` if the text is not valid. Errors of the changed rules appear when a table is compiled.
        """
        folder, names, sink = self.folder.with_variants(Source("variant", text))
        if sink.errors:
            raise RulebookError(sink.in_order())
        chosen = tuple(dict.fromkeys([*self.variants, *names]))
        return Game(replace(self.edition, folder=folder, variants=chosen, given=(*self.edition.given, *names)))

    def start(self, players: int, seed: int = 0, chance: str = "auto", plain: bool = False) -> State:
        """Start a game and return its first state.

        With `chance="manual"`, the caller chooses all chance outcomes. Otherwise, random streams derived from `seed`
        decide the outcomes. The seed is a whole number of at most 64 bits.

        Raises `TableError` and `RulebookError` like `table`, and `PlayFault` if a rule of the set-up fails.
        """
        if chance not in ("auto", "manual"):
            raise TableError(f'chance must be "auto" or "manual", not {_shown(chance)}')
        if not fits(seed):
            raise TableError(f"the seed must be a whole number from {LEAST_SEED} to {MOST_SEED}, not {_shown(seed)}")
        table = self.table(players, plain)
        state = State(table, table.start(), Chance(seed, chance == "manual", table.chance_of(seed)))
        state.draw()
        return state

    def _repr_html_(self) -> str:
        return game_in_html(self.edition)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the configuration with the contents of the game's files. Compiled games are not included."""
        return Game, (self.edition, self.warnings)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """Return a copy that shares the compiled games, which never change."""
        return Game(self.edition, list(self.warnings), dict(self._tables))

    def parse_move(self, text: str, players: int | None = None) -> Move:
        """Parse a move such as `Red: open_gate(North)`. Raises `NotAMove`.

        The player count determines only the seat names. The default is the largest player count allowed.
        """
        return self.table(self.players[-1] if players is None else players).notation.parse(text)

    def replay(self, record: Mapping[str, Any], upto: int | None = None) -> State:
        """Replay a record, or only its first `upto` entries, and return the resulting state.

        Raises `RecordError`.
        """
        check_heading(record, self.slug)
        begins = self.edition.begins
        check_beginning(record, begins.scenario.data if begins is not None else None)
        try:
            state = self.start(record["players"], record.get("seed", 0), "manual")
        except TableError as fault:
            raise RecordError(f"the record does not match the rules: {fault}") from fault
        check_rules(record, state.table.fingerprint)
        for number, entry in enumerate(record["log"][:upto]):
            try:
                state.repeat(entry)
            except (NotAMove, IllegalMove) as fault:
                raise RecordError(f"entry {number + 1} of the record cannot be played: {fault}") from fault
        rng = chance_of_record(state.table, record, upto is None)
        state.chance = Chance(state.seed, record.get("chance") == "manual", rng)
        return state

    def state_from_json(self, text: str) -> State:
        """Return the state that was saved with `State.to_json`. Raises `RecordError`."""
        return self.restored(record_from_json(text))

    def restored(self, data: Mapping[str, Any]) -> State:
        """Replay a record. If the record contains a position, verify that the replay reaches it.

        Raises `RecordError` if the record or its position does not match the rules.
        """
        state = self.replay(data)
        same_layout = data.get("layout") == state.table.layout_mark
        if same_layout and data.get("position") not in (None, state.vector):
            raise RecordError("the saved position does not follow from the recorded moves; the file was changed")
        return state


def load(
    path: Path, variants: Iterable[str] = (), options: Mapping[str, object] | None = None, shown: str = ""
) -> Game:
    """Load a game from its folder.

    Args:
        path: Path of the game's folder.
        variants: Names of variants, or paths of variant files.
        options: Chosen values by option name.
        shown: Folder name to use in error messages.

    Raises `RulebookError` if the rulebook has errors, and `TableError` for an unknown variant or option.
    """
    given = _names(variants)
    if options is not None and not isinstance(options, Mapping):
        raise TableError(f"options must map names to chosen values, not {_shown(options)}")
    folder = read_folder(path, shown if path.is_dir() else str(Path(shown or path).parent), scenarios=False)
    if folder.reading.errors or folder.rulebook is None:
        _, sink = folder.check(1)
        raise RulebookError(sink.in_order())
    book = folder.rulebook
    if not 1 <= book.least <= book.most:
        raise RulebookError(folder.check(max(1, min(book.least, FEW)))[1].in_order())
    names = tuple(dict.fromkeys(name for each in given for name in named_variants(folder, each)))
    asked = folder.may_ask(names)
    chosen, wrong = fit_options(options or {}, asked, folder.kinds(asked)) if options else ({}, [])
    if wrong:
        raise TableError("; ".join(wrong))
    return Game(GameConfig(folder, names, chosen, given))


def _names(variants: object) -> tuple[str, ...]:
    """Return the requested variant names without duplicates.

    Raises `TableError` if a name is not a string.
    """
    if isinstance(variants, Iterable) and not isinstance(variants, str):
        found = tuple(variants)
        if all(isinstance(name, str) for name in found):
            return tuple(dict.fromkeys(found))
    raise TableError(f"variants must be a list of names, not {_shown(variants)}")


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a number that is too long to show"
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def named_variants(folder: GameFolder, variant: str) -> list[str]:
    """Return the names of the variants that an argument denotes. Those of a file are added to the folder.

    The argument is a variant of the game, or the path of a variant file.

    Raises:
        TableError: There is no such variant or file, or the file contains no variant.
        RulebookError: The file has errors.
    """
    if variant in folder.variants:
        return [variant]
    title = folder.rulebook.title if folder.rulebook is not None else folder.shown
    if not variant.endswith(RULES):
        hint = did_you_mean(variant, folder.variants) or f"give the path of a file, such as `my{RULES}`"
        raise TableError(f"{title} has no variant `{variant}`; {hint}")
    file = Path(variant).expanduser()
    if not file.is_file():
        raise TableError(f"there is no variant file `{variant}`")
    names, sink = folder.read_variants(file, variant)
    if sink.errors:
        raise RulebookError(sink.in_order())
    if not names:
        raise TableError(f"`{variant}` contains no variant")
    return names
