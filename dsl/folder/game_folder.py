"""Checks the files in a game's folder: rulebook, board, variants and scenarios.

`dsl.folder.reading` reads all files once and records the faults found while reading. `GameFolder.check` builds the
model for one table: a player count, a set of variants, and options. A variant with an `applies when` condition applies
automatically if the condition holds.

    rulebook.rules   laws.rules   claims.rules   board.yaml   variants/**/*.rules   scenarios/**/*.rules   values.json

Any file with rules may contain a scenario, preferably next to the rule or variant that the scenario demonstrates.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dsl import ast
from dsl.amendments import Amended, amend, applies, combination_faults, plain_options, ruled_out
from dsl.board import CALLED, BoardData, Row, check_references, derive_schema, merge_boards, validate
from dsl.checking import Checked, KindTable, Memo, check, kinds_of, of_type
from dsl.desugaring import Desugaring
from dsl.diagnostics import Sink, wording
from dsl.folder.file_reader import FROM_DISK, FileReader
from dsl.folder.side_files import is_of_play
from dsl.lints import lint
from dsl.locale import ENGLISH
from dsl.printing import canonical
from dsl.source import Source, Span
from dsl.syntax import parse
from dsl.translations import Words

SPARE = ("W401", "W402", "W403", "W408", "W409", "W410", "W411", "W412")
"""Codes of lints about unused declarations and constant conditions.

A variant may cause these warnings even though the rulebook is correct.
"""

UNUSED = "W403"

INCOMPLETE = ("E318", "E320", "E322", "E402")
"""Codes of faults that a line may cause which could not be read."""
MOST_BESIDE = 4
"""Maximum number of other errors that are shown together with those of lines that could not be read."""

RULEBOOK, VARIANTS, SCENARIOS = "rulebook.rules", "variants", "scenarios"
VALUES = "values.json"
PLAYERS = "Player.size"
"""The source text of the expression that yields the number of players."""


@dataclass(slots=True)
class GameFolder:
    """The parsed contents of a game's folder.

    `reading` contains the faults found while reading the files; each check starts a new sink.
    """

    path: Path
    shown: str
    declarations: tuple[ast.Declaration, ...]
    board: BoardData | None
    variants: dict[str, ast.Variant]
    scenarios: list[ast.Scenario]
    reading: Sink
    extra_boards: dict[str, BoardData] = field(default_factory=dict)
    values: Source | None = None
    """The file `values.json`, which contains evaluation weights for search bots.

    The file is not part of the rules, and only search bots read it.
    """
    tables: dict[tuple[object, ...], object] = field(default_factory=dict)
    """A cache of results by table.

    The cache pays off because many scenarios use the same few tables. Callers store the results, and must make sure
    that these stay valid.
    """
    boards: dict[tuple[int, ...], tuple[object, BoardData | None, Sink]] = field(default_factory=dict)
    """A cache of validated boards, each with its faults.

    A board depends only on the heading, the kinds and the numbers of the effective rulebook.
    """
    words: Words | None = None
    """The words of another language, if the declarations have been translated (see `dsl.folder.languages`)."""
    reader: FileReader = FROM_DISK
    """Reads the other files of the folder, such as its clauses and its picture."""
    desugaring: Desugaring = field(default_factory=Desugaring)
    """The plain forms of the declarations of the last table. The next table shares most of them."""
    memos: dict[tuple[object, ...], Memo] | None = None
    """The memo of each table, if an editor checks the game again and again."""
    unread: frozenset[str] | None = None
    """The words of the lines that could not be read, if the rest is to be checked nevertheless.

    The check then reports neither unknown names among these words, nor warnings.
    """

    def __repr__(self) -> str:
        return f"<GameFolder {self.shown}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Return the parts to pickle, without cached results."""
        parts = (self.path, self.shown, self.declarations, self.board, self.variants, self.scenarios, self.reading)
        return GameFolder, (*parts, self.extra_boards, self.values, {}, {}, self.words)

    @property
    def language(self) -> str:
        """The language of the words for players."""
        return self.words.language if self.words is not None else ENGLISH

    @property
    def rulebook(self) -> ast.Rulebook | None:
        found = of_type(self.declarations, ast.Rulebook)
        return found[0] if found else None

    def automatic(self, players: int, options: Mapping[str, int]) -> list[str]:
        """Return the names of the variants that apply automatically at a table."""
        settled = plain_options(self.declarations) | dict(options)
        return [name for name, variant in self.variants.items() if applies(variant, players, settled)]

    def not_for(self, players: int, names: Iterable[str]) -> str:
        """Return a message about the first variant that cannot be played with this number of players.

        Return an empty string if every variant allows this number.
        """
        for name in names:
            if name in self.variants and (test := ruled_out(self.variants[name], players)) is not None:
                where = test.span.text.replace(PLAYERS, "the number of players")
                return f"variant `{name}` applies only when {where}, not with {players} players"
        return ""

    def may_ask(self, names: Iterable[str]) -> list[ast.Declaration]:
        """Return all declarations that may contain the options of a table.

        Options may come from the rulebook, the named variants, and every variant that might apply automatically.
        """
        variants = [self.variants[name] for name in names if name in self.variants]
        variants += [found for found in self.variants.values() if any(p.verb == "applies" for p in found.amendments)]
        parts = [part for variant in variants for part in variant.amendments if part.verb == "new"]
        return [*self.declarations, *(part.declaration for part in parts if part.declaration is not None)]

    def kinds(self, declarations: Sequence[ast.Declaration]) -> KindTable:
        """Return the table of all kinds and things at the maximum number of players."""
        book = self.rulebook
        seats = tuple(word.text for word in book.seats) if book is not None else ()
        return kinds_of(declarations, self.board, book.most if book is not None else 1, seats, Sink())

    def read_variants(self, file: Path, shown: str) -> tuple[list[str], Sink]:
        """Read a file of variants from outside the game's folder, and return the variants' names and the faults."""
        sink = Sink()
        found = of_type(FROM_DISK.rules(file, shown, sink), ast.Variant)
        for variant in found:
            other = self.variants.get(variant.name.text)
            if other is not None and not _same_file(other.span.source.path, self, file):
                _known_variant(variant, other, sink)
            self.variants[variant.name.text] = variant
            self.read_boards_of(variant, file.parent, shown, sink)
        return [variant.name.text for variant in found], sink

    def with_variants(self, source: Source) -> tuple[GameFolder, list[str], Sink]:
        """Return a copy of the folder with the variants of a text, the variants' names, and the faults of the text.

        The copy shares everything that was read, so no file is read again. The variants add no boards.
        """
        sink = Sink()
        copy = replace(self, variants=dict(self.variants), tables={}, boards=dict(self.boards))
        found = of_type(parse(source, sink), ast.Variant)
        for variant in found:
            if (other := copy.variants.get(variant.name.text)) is not None:
                _known_variant(variant, other, sink)
            copy.variants[variant.name.text] = variant
        return copy, [variant.name.text for variant in found], sink

    def read_boards_of(
        self, variant: ast.Variant, home: Path, shown: str, sink: Sink, reader: FileReader = FROM_DISK
    ) -> None:
        """Read the boards that a variant adds to the game."""
        for part in variant.amendments:
            if part.verb == "board" and (board := reader.board(part.title, part.span, home, shown, sink)) is not None:
                self.extra_boards[part.title] = board

    def chosen(self, players: int, names: Iterable[str], options: Mapping[str, int], sink: Sink) -> list[ast.Variant]:
        """Return the variants of a table: those that are named, and those that apply automatically.

        Report unknown names.
        """
        wanted = dict.fromkeys([*names, *self.automatic(players, options)])
        for name in wanted:
            if name not in self.variants:
                start = self.declarations[0].span if self.declarations else Span(Source(self.shown, ""), 0, 0)
                wording.unknown_variant(sink, name, start, self.variants)
        return [self.variants[name] for name in wanted if name in self.variants]

    def with_required(self, name: str) -> list[str]:
        """Return the names of a variant and of all variants that it needs, directly or indirectly."""
        waiting, names = [name], list[str]()
        while waiting:
            here = waiting.pop()
            if here in self.variants and here not in names:
                names.append(here)
                parts = self.variants[here].amendments
                waiting += [part.name.text for part in parts if part.verb == "requires" and part.name is not None]
        return names

    def effective(self, players: int, names: Iterable[str], options: Mapping[str, int], sink: Sink) -> Amended:
        """Return the rulebook with the variants of a table applied."""
        variants = self.chosen(players, names, options, sink)
        combination_faults(variants, sink, self.variants)
        return amend(self.declarations, variants, sink, self.variants)

    def check(
        self, players: int, names: Iterable[str] = (), options: Mapping[str, int] | None = None, lints: bool = True
    ) -> tuple[Checked | None, Sink]:
        """Build the model for a table, and report all faults.

        Faults found while reading the files come before faults of the effective rulebook. Return no model if a file
        could not be read.

        Args:
            lints: True to report warnings as well.
        """
        sink = Sink(list(self.reading.found), self.reading.left_out, self.reading.passed_over)
        if sink.errors:  # if one file cannot be read, the others would seem full of errors
            if self.unread is not None:
                self._check_beside(self.unread, players, names, options or {}, sink)
            return None, sink
        amended = self.effective(players, names, options or {}, sink)
        board = self._board(amended, sink)
        checked = self._checked(amended, board, players, names, options or {}, sink)
        if lints and checked is not None and not sink.errors:
            lint(checked, sink)
        self._forgive(amended, sink)
        return (checked if not sink.errors else None), sink

    def _checked(
        self, amended: Amended, board: BoardData | None, players: int, names: Iterable[str],
        options: Mapping[str, int], sink: Sink,
    ) -> Checked | None:  # fmt: skip
        key = (players, tuple(names), tuple(sorted(options.items())))
        memo = self.memos.get(key) if self.memos is not None else None
        if memo is None:
            memo = Memo(self.desugaring)
        if self.memos is not None:
            self.memos[key] = memo
        return check(amended.declarations, board, players, options, sink, amended.origins, self.words, memo)

    def _check_beside(
        self, unread: frozenset[str], players: int, names: Iterable[str], options: Mapping[str, int], sink: Sink
    ) -> None:
        """Check what could be read, and add at most `MOST_BESIDE` errors to those of reading."""
        own = Sink(unread=unread)
        amended = self.effective(players, names, options, own)
        board = self._board(amended, Sink())
        self._checked(amended, board, players, names, options, own)
        shown = [fault for fault in own.errors if fault.code not in INCOMPLETE]
        for fault in shown[:MOST_BESIDE]:
            sink.take_over(Sink([fault]))

    def _forgive(self, amended: Amended, sink: Sink) -> None:
        """Drop warnings that would disappear with another choice of variants.

        At a table with variants, the base rulebook may contain unused declarations, so keep only warnings about the
        files of the variants. Without variants, keep no warning about an unused name if some variant uses it.
        """
        if amended.origins or amended.boards:
            own = {self.variants[name].span.source.path for name in amended.origins.values() if name in self.variants}
            sink.found = [f for f in sink.found if f.code not in SPARE or f.span.source.path in own]
        else:
            nodes = (node for variant in self.variants.values() for node in ast.walk(variant))
            read = {node.text for node in nodes if isinstance(node, ast.Name)}
            sink.found = [f for f in sink.found if f.code != UNUSED or f.span.text not in read]

    def _board(self, amended: Amended, sink: Sink) -> BoardData | None:
        """Return the board of a table, with the additions of its variants, validated against the effective rulebook."""
        read = (ast.Rulebook, ast.Kind, ast.Number)
        made_of = (*(decl for decl in amended.declarations if isinstance(decl, read)), *self._laid(amended))
        key = tuple(map(id, made_of))
        if key not in self.boards:
            own = Sink()
            self.boards[key] = (made_of, self._validated(amended, own), own)
        _, board, own = self.boards[key]
        sink.take_over(own)
        return board

    def _laid(self, amended: Amended) -> list[BoardData]:
        """Return the boards to merge, in this order.

        The first is the rulebook's board, unless a variant replaces it. Additional boards follow.
        """
        files = [*amended.replaced_by, *(file for _, file in amended.boards if file not in amended.replaced_by)]
        first = None if amended.replaced_by else self.board
        return [board for board in (first, *map(self.extra_boards.get, files)) if board is not None]

    def boards_of(self, players: int, names: Iterable[str], options: Mapping[str, int]) -> list[BoardData]:
        """Return the boards that a table uses."""
        key = ("boards", players, tuple(names), tuple(sorted(options.items())))
        if key not in self.tables:
            self.tables[key] = self._laid(self.effective(players, key[2], options, Sink()))
        boards = self.tables[key]
        return list(boards) if isinstance(boards, list) else []

    def _validated(self, amended: Amended, sink: Sink) -> BoardData | None:
        board: BoardData | None = None
        for each in self._laid(amended):
            board = each if board is None else merge_boards(board, each, sink)
        if board is not None:
            validate(board, derive_schema(amended.declarations), sink)
            check_references(amended.declarations, board, sink)
        return board

    def fingerprint(self, players: int, names: Iterable[str], options: Mapping[str, int]) -> str:
        """Return a hash of the effective rules, board and options as 16 hexadecimal digits.

        Layout, comments, titles, words for players, notes, citations and claims do not affect the hash.
        """
        digest = hashlib.sha256()
        amended = self.effective(players, names, options, Sink())
        for line in sorted(canonical(decl) for decl in amended.declarations if is_of_play(decl)):
            digest.update(line.encode())
        kinds = of_type(amended.declarations, ast.Kind)
        words = {CALLED} - {fact.name.text for kind in kinds for fact in kind.fields}
        for board in self._laid(amended):
            digest.update(repr([(kind, row.name, _plain(row, words)) for kind, row in board.rows()]).encode())
        digest.update(repr(sorted(options.items())).encode())
        return digest.hexdigest()[:16]


def _plain(row: Row, words: Collection[str]) -> str:
    """Return the values of a row as text, without the keys in `words`."""
    return repr(sorted((name, repr(_undressed(datum))) for name, datum in row.values.items() if name not in words))


def _undressed(datum: object) -> object:
    value = getattr(datum, "value", datum)
    if isinstance(value, list):
        return [_undressed(part) for part in value]
    if isinstance(value, dict):
        return {str(key): _undressed(part) for key, part in value.items()}
    return value


def _known_variant(variant: ast.Variant, other: ast.Variant, sink: Sink) -> None:
    """Report that the game already has another variant of this name."""
    sink.add(
        "E312", f"the game already has a variant `{variant.name.text}`", variant.name.span, "choose another name",
        related=[(other.name.span, "the other variant")],
    )  # fmt: skip


def _same_file(shown: str, folder: GameFolder, file: Path) -> bool:
    """Return True if `shown`, a path as displayed in messages, refers to this file."""
    inside = shown.removeprefix(f"{folder.shown}/")
    return (folder.path / inside).resolve() == file.resolve()
