"""A game that is open in an editor: its desk, the table for hovers, and the last results of its scenarios.

What plays scenarios is imported with the first request that needs it, because the first faults must come soon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from dsl import ast
from dsl.checking import Memo, declared_places
from dsl.diagnostics import Diagnostic, Sink
from dsl.folder import GameFolder
from dsl.source import NOWHERE, Source, Span
from mercatoria.editor.desk import Desk
from mercatoria.editor.documents import Document
from mercatoria.editor.names import NameIndex, NameUse, declared_by, index_of

if TYPE_CHECKING:
    from interpreter.testing import Clause, ScenarioResult


@dataclass(frozen=True, slots=True)
class Table:
    """A table at which the rules are read. `players` is 0 for the largest number of players."""

    players: int = 0
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class OpenGame:
    """A game in an editor.

    Attributes:
        table: The table that the author has chosen.
        others: The faults that the last complete check found, including those of the first table.
        results: The last result of each scenario, by name.
    """

    desk: Desk
    table: Table = Table()
    others: Sequence[Diagnostic] = ()
    results: dict[str, ScenarioResult] = field(default_factory=dict)
    _of: GameFolder | None = None
    """The version of the game to which the following belongs."""
    _checked: dict[Table, Memo] = field(default_factory=dict)
    _index: NameIndex | None = None
    _whole: NameIndex | None = None
    _clauses: Mapping[str, Clause] | None = None
    _rulings: Mapping[str, str] | None = None

    def _fresh(self) -> None:
        """Forget what belongs to an earlier version of the game."""
        if self._of is not self.desk.folder:
            self._of, self._checked, self._index, self._whole = self.desk.folder, {}, None, None
            self._clauses = self._rulings = None

    @property
    def folder(self) -> GameFolder:
        return self.desk.folder

    @property
    def most(self) -> int:
        """The largest number of players."""
        book = self.folder.rulebook
        return book.most if book is not None else 2

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The printed clauses, by their numbers."""
        from interpreter.testing import read_clauses

        self._fresh()
        if self._clauses is None:
            self._clauses = read_clauses(self.folder, Sink())
        return self._clauses

    @property
    def rulings(self) -> Mapping[str, str]:
        """Our answers to questions that the printed rules leave open, by their numbers."""
        from interpreter.testing import read_rulings

        self._fresh()
        if self._rulings is None:
            self._rulings = read_rulings(self.folder)
        return self._rulings

    def memo(self, table: Table) -> Memo:
        """Check a table unless this version of the game was checked at it, and return what the check keeps."""
        self._fresh()
        if table not in self._checked:
            players, options = table.players or self.most, dict(table.options)
            self.folder.check(players, table.variants, options, lints=False)
            key = (players, table.variants, tuple(sorted(options.items())))
            self._checked[table] = self.desk.memos.get(key) or Memo()
        return self._checked[table]

    def document(self, file: Path) -> Document | None:
        return self.desk.document(file)

    def source(self, file: Path) -> Source | None:
        """Return the text of a file of the game."""
        text = self.desk.text(file)
        return Source(str(file), text) if text is not None else None

    # ------------------------------------------------------------ names

    def names(self) -> NameIndex:
        """Return all names of the game. The rules without variants and the chosen table decide what they mean."""
        self._fresh()
        if self._index is None:
            meant = self.memo(self.table).meant()
            self._index = self._named(meant | self.memo(Table()).meant())
        return self._index

    def every_name(self) -> NameIndex:
        """Return all names of the game. All tables and scenarios decide what they mean."""
        from interpreter.testing import read_scenario

        self._fresh()
        if self._whole is None:
            meant: dict[Span, Span] = {}
            for name in self.folder.variants:
                meant |= self.memo(self.table_with(name)).meant()
            for scenario in self.folder.scenarios:
                meant |= read_scenario(self.folder, scenario)[1]
            self._whole = self._index = self._named(meant | self.memo(Table()).meant())
        return self._whole

    def table_with(self, variant: str) -> Table:
        """Return the largest table at which a variant can be played."""
        names = tuple(self.folder.with_required(variant))
        counts = range(self.most, 0, -1)
        return Table(next((n for n in counts if not self.folder.not_for(n, names)), self.most), names)

    def name_at(self, file: Path, line: int, column: int) -> NameUse | None:
        """Return the name at a place.

        Names in variants and scenarios are known only at their own tables, so all tables are checked for them.
        """
        path = str(file)
        tree = self.tree_at(file, line)
        in_rules = not isinstance(tree, (ast.Variant, ast.Scenario))
        return (self.names() if in_rules else self.every_name()).at(path, line, column)

    def tree_at(self, file: Path, line: int) -> ast.Declaration | None:
        """Return the declaration at a line of a file."""
        document, found = self.document(file), None
        for block in document.blocks if document is not None else ():
            if block.place.first_line <= line:
                found = block.tree
        return found

    def _named(self, meant: Mapping[Span, Span]) -> NameIndex:
        folder = self.folder
        own = [*folder.declarations, *declared_by(folder.variants.values())]
        shared = declared_places(own, folder.board)
        boards = [board for board in (folder.board, *folder.extra_boards.values()) if board is not None]
        rows = [row.span for board in boards for _, row in board.rows() if row.span is not NOWHERE]
        trees = [tree for document in self.desk.reader.documents.values() for tree in document.declarations]
        return index_of(trees, meant, shared, rows)

    # ------------------------------------------------------------ faults

    def faults(self, edited: Path | None) -> list[Diagnostic]:
        """Return the faults to show now: those of the first table, and what the last complete check found elsewhere.

        Args:
            edited: The file that has just changed; what the last check found in it may be out of place.
        """
        first = self.desk.first.in_order()
        known = {(fault.code, str(fault.span), fault.title) for fault in first}
        others = [fault for fault in self.others if Path(fault.span.source.path) != edited]
        return [*first, *(fault for fault in others if (fault.code, str(fault.span), fault.title) not in known)]

    def check_rest(self) -> Iterator[None]:
        """Check all other tables and files in steps. Stop if an edit comes between."""
        yield from self.desk.read_scenarios()
        folder, found = self.folder, self.desk.first
        for sink in self.desk.idle():
            found = sink
            yield
        if folder is self.folder:
            self.others = found.in_order()

    # ------------------------------------------------------------ scenarios

    def run(self, names: Sequence[str] = ()) -> Iterator[ScenarioResult]:
        """Run scenarios one by one, and keep their results. Without names, run every scenario."""
        from interpreter.testing import run_scenario

        folder = self.folder
        for scenario in folder.scenarios:
            if folder is not self.folder:
                return
            if not names or scenario.name.text in names:
                self.results[scenario.name.text] = result = run_scenario(folder, scenario)
                yield result
