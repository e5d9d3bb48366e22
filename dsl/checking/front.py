"""Checks everything that the bodies of rules build on: kinds, constants, fields and signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from dsl import ast, model
from dsl.board import BoardData
from dsl.checking.declarations.completeness import seats
from dsl.checking.declarations.constants import ConstantsCheck
from dsl.checking.declarations.display_names import called_kinds, called_things
from dsl.checking.declarations.facts import add_facts
from dsl.checking.declarations.fields import FieldsCheck
from dsl.checking.declarations.pieces import with_pieces
from dsl.checking.declarations.places import declared_places
from dsl.checking.declarations.rules import RulesCheck
from dsl.checking.declarations.signatures import SignaturesCheck
from dsl.checking.headings import same_headings
from dsl.checking.kinds import KindTable, build_kinds
from dsl.checking.names import LegalityValue, Names
from dsl.checking.statements.statements import statement_checker
from dsl.diagnostics import Sink
from dsl.source import Span
from dsl.translations import Words, chances, kind_labels, refusals, thing_labels

D = TypeVar("D", bound=ast.Declaration)


def of_type(declarations: Sequence[ast.Declaration], kind: type[D]) -> list[D]:
    """Return the declarations of one type, in order."""
    return [decl for decl in declarations if isinstance(decl, kind)]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that a check reads besides the declarations.

    Attributes:
        origins: The variant that last changed each rule, by rule name.
        words: The words of another language for things, which no declaration contains.
    """

    board: BoardData | None
    players: int
    options: Mapping[str, int]
    origins: Mapping[str, str]
    words: Words | None = None

    def is_like(self, other: Table) -> bool:
        """Return True if both lead to the same check of the same declarations."""
        same = self.board is other.board and self.words is other.words
        return same and (self.players, self.options, self.origins) == (other.players, other.options, other.origins)


@dataclass(slots=True)
class Front:
    """The checked headings of a rulebook, for one table.

    Attributes:
        made: A model without rules.
        faults: The faults of headings.
        used: The names that headings use.
        faulty: The values whose headings are faulty.
        legality: The values that a `can` in a heading calls.
        meant: The place of the declaration that each use of a name in a heading means.
    """

    declarations: Sequence[ast.Declaration]
    table: Table
    names: Names
    rules: RulesCheck
    made: model.Model
    faults: Sink
    used: frozenset[str] = frozenset()
    faulty: frozenset[str] = frozenset()
    legality: Mapping[str, LegalityValue] = field(default_factory=dict)
    meant: Mapping[Span, Span] = field(default_factory=dict)

    def fits(self, declarations: Sequence[ast.Declaration], table: Table) -> bool:
        """Return True if these declarations have the same headings, so that only bodies must be checked again."""
        return (
            table.is_like(self.table)
            and same_headings(self.declarations, declarations)
            and self._score_stays(declarations)
        )

    def _score_stays(self, declarations: Sequence[ast.Declaration]) -> bool:
        """Return True if the lines of the scoring still add up to the same type of number."""
        pairs = zip(self.declarations, declarations, strict=True)
        changed = [new for old, new in pairs if isinstance(new, ast.Scoring) and old is not new]
        if not changed:
            return True
        self.reset()
        before = self.names.score
        self.rules.signatures.declare_score(declarations)
        return self.names.score == before

    def reset(self) -> None:
        """Make the names those that the headings alone declare and use."""
        names = self.names
        names.sink, names.used, names.faulty_values = Sink(), set(self.used), set(self.faulty)
        names.legality, names.checked, names.meant = dict(self.legality), None, {}

    def take(self, declarations: Sequence[ast.Declaration]) -> None:
        """Take new versions of declarations that have the same headings.

        A name is unknown if the check of the headings gave up because of too many faults.
        """
        self.declarations = declarations
        names = self.names
        for decl in declarations:
            name = decl.name.text
            if isinstance(decl, ast.Value) and name in names.values:
                names.values[name] = replace(names.values[name], decl=decl)
            elif isinstance(decl, (ast.Phase, ast.Rule)) and name in names.routines:
                names.routines[name] = replace(names.routines[name], decl=decl)
            elif isinstance(decl, ast.Action) and name in names.actions:
                names.actions[name] = replace(names.actions[name], decl=decl)


def checked_front(rulebook: ast.Rulebook, declarations: Sequence[ast.Declaration], table: Table) -> Front:
    """Check the headings of all declarations."""
    sink, board = Sink(), table.board
    seated = seats(rulebook, sink)
    kinds = kinds_of(declarations, board, table.players, seated, sink)
    names = Names(sink, kinds, table.players, rulebook.least, refused=set(kinds.refused))
    names.declared_at = declared_places(declarations, board)
    statements = statement_checker(names)
    expressions = statements.expressions
    option_ranges = ConstantsCheck(names, expressions, table.options).declare(declarations)
    fields = FieldsCheck(names, expressions)
    fields.declare(of_type(declarations, ast.State))
    signatures = SignaturesCheck(names, expressions)
    signatures.declare(declarations)
    fields.start_values()
    rules = RulesCheck(names, statements, signatures, table.origins)
    statements.about = rules.about
    made = model.Model(
        rulebook.name.text, rulebook.title, table.players, seated[: table.players], rulebook.money, kinds.kinds,
        list(kinds.statics.values()), [], {}, {}, {}, [], [], [], None, (), None, (), [],
    )  # fmt: skip
    made.called = dict(called_kinds(declarations, statements))
    made.thing_titles = dict(called_things(board, names))
    made.options = {name: names.constants[name].value for name in option_ranges}
    made.option_ranges = option_ranges
    if board is not None:
        made.board_title, made.board_note, made.reconstructed = board.title, board.note, board.reconstructed
    if (words := table.words) is not None:
        made.language, made.money = words.language, words.text("money") or made.money
        made.thing_nouns, made.kind_nouns, made.chance_titles = thing_labels(words), kind_labels(words), chances(words)
        made.choice_refusals = refusals(words)
        made.board_note = (words.text("note") if board is not None else "") or made.board_note
    return Front(
        declarations, table, names, rules, made, sink, frozenset(names.used), frozenset(names.faulty_values),
        dict(names.legality), names.meant,
    )  # fmt: skip


def kinds_of(
    declarations: Sequence[ast.Declaration], board: BoardData | None, players: int, seats: tuple[str, ...], sink: Sink
) -> KindTable:
    """Build the table of all kinds for one player count, including their things and facts."""
    numbers = ast.plain_numbers(of_type(declarations, ast.Number))
    table = build_kinds(with_pieces(declarations, sink), board, players, seats, numbers, sink)
    add_facts(table, board, numbers, sink)
    return table
