"""A game that can be played: a folder with chosen variants and options.

`Game` makes one `CompiledGame` for each player count and keeps it; plays are `State`s. Records of other rules are
refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dsl.amendments import Part, parts
from dsl.checking import fit_options
from dsl.diagnostics import Diagnostic, RulebookError, Sink, did_you_mean
from dsl.folder import GameFolder, read_folder
from interpreter.codegen import GeneratedEngine
from interpreter.flow import Engine
from interpreter.log import RecordError, check_heading, check_rules, record_from_json
from interpreter.lowering import lower
from interpreter.play.state import IllegalMove, State
from interpreter.reference import Walker
from interpreter.table import CompiledGame, Edition, Move, NotAMove, Notation, TableError, rng

RULES = ".rules"
"""How the name of a file of rules ends."""


@dataclass(slots=True)
class Game:
    """A game with its chosen variants and options, ready to be played at tables of any allowed size."""

    edition: Edition
    warnings: list[Diagnostic] = field(default_factory=list)
    _tables: dict[tuple[int, bool], CompiledGame] = field(default_factory=dict)

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
        """The player counts that the rulebook allows."""
        return self.edition.players

    def table(self, players: int, plain: bool = False) -> CompiledGame:
        """The game made ready for a player count; `plain` plays it on the walker instead of the generated engine.

        Raises `TableError` for a wrong count and `RulebookError` for a faulty rulebook."""
        if players not in self.players:
            least, most = self.players.start, self.players.stop - 1
            raise TableError(f"{self.title} is for {least} to {most} players, not {players}")
        if (players, plain) not in self._tables:
            self._tables[players, plain] = self._made(players, plain)
        return self._tables[players, plain]

    def _made(self, players: int, plain: bool) -> CompiledGame:
        checked, sink = self.folder.check(players, self.variants, self.options)
        if checked is None or checked.model is None:
            raise RulebookError(sink.in_order())
        self.warnings = sink.warnings
        flow = lower(checked.model)
        walker = Walker(flow) if plain else None
        engine: Engine = walker if walker is not None else GeneratedEngine(flow)
        fingerprint = self.folder.fingerprint(players, self.variants, self.options)
        notation = Notation(flow)
        return CompiledGame(
            self.edition, checked, flow, engine, notation, fingerprint, walker, lambda: self._parts(players)
        )

    def _parts(self, players: int) -> list[Part]:
        return parts(self.folder.effective(players, self.variants, self.options, Sink()))

    def start(self, players: int, seed: int = 0, chance: str = "auto", plain: bool = False) -> State:
        """A new play. With `chance="manual"` outcomes are chosen from outside; else the seeded generator draws them."""
        if chance not in ("auto", "manual"):
            raise TableError(f'chance is "auto" or "manual", not "{chance}"')
        table = self.table(players, plain)
        state = State(table, table.engine.start(), seed, chance == "manual", rng.seeded(seed))
        state._draw()
        return state

    def parse_move(self, text: str, players: int | None = None) -> Move:
        """A move from its notation, `Red: open_gate(North)`. Raises `NotAMove`.

        Names mean the same for every player count unless seats are named; give `players` where it matters."""
        return self.table(players or self.players[-1]).notation.parse(text)

    def replay(self, record: Mapping[str, Any], upto: int | None = None) -> State:
        """The play that a record describes, or its first `upto` entries. Raises `RecordError`."""
        check_heading(record, self.slug)
        try:
            state = self.start(record["players"], record.get("seed", 0), "manual")
        except TableError as fault:
            raise RecordError(f"the record does not go with the rules: {fault}") from fault
        check_rules(record, state.table.fingerprint)
        for number, entry in enumerate(record["log"][:upto]):
            try:
                state.repeat(entry)
            except (NotAMove, IllegalMove) as fault:
                raise RecordError(f"entry {number + 1} of the record cannot be played: {fault}") from fault
        state.manual = record.get("chance") == "manual"
        if (words := record.get("generator")) is not None and upto is None:
            state.words = (words[0], words[1])
        return state

    def state_from_json(self, text: str) -> State:
        """A play from what `State.to_json` wrote. Raises `RecordError`."""
        return self.restored(record_from_json(text))

    def restored(self, data: Mapping[str, Any]) -> State:
        """A play from its record, at the position that was saved with it, if there is one. Raises `RecordError`."""
        state = self.replay(data)
        same_layout = data.get("layout") == state.table.layout_mark
        if same_layout and data.get("position") not in (None, state.vector):
            raise RecordError("the saved position is not the one that its moves lead to; the file was changed")
        return state


def load(
    path: Path, variants: Iterable[str] = (), options: Mapping[str, object] | None = None, shown: str = ""
) -> Game:
    """A game from its folder. Raises `RulebookError` or `TableError`."""
    folder = read_folder(path, shown, scenarios=False)
    if folder.reading.errors or folder.rulebook is None:
        _, sink = folder.check(1)
        raise RulebookError(sink.in_order())
    given = tuple(dict.fromkeys(variants))
    names = tuple(dict.fromkeys(name for each in given for name in _named(folder, each)))
    asked = folder.may_ask(names)
    chosen, wrong = fit_options(options or {}, asked, folder.kinds(asked)) if options else ({}, [])
    if wrong:
        raise TableError("; ".join(wrong))
    return Game(Edition(folder, names, chosen, given))


def _named(folder: GameFolder, variant: str) -> list[str]:
    """The variants that a word means: one of the game's own, or those in a file of rules."""
    if variant in folder.variants:
        return [variant]
    title = folder.rulebook.title if folder.rulebook is not None else folder.shown
    if not variant.endswith(RULES):
        hint = did_you_mean(variant, folder.variants) or f"a file is named by its path, `my{RULES}`"
        raise TableError(f"{title} has no variant `{variant}`; {hint}")
    file = Path(variant).expanduser()
    if not file.is_file():
        raise TableError(f"there is no file of variants `{variant}`")
    names, sink = folder.read_variants(file, variant)
    if sink.errors:
        raise RulebookError(sink.in_order())
    if not names:
        raise TableError(f"in `{variant}` there is no variant")
    return names
