"""From declarations and board data to the checked model of one player count.

`check` goes through the declarations in rounds, so that order never matters: constants and kinds, then fields, then
what values, rules and actions take and give, then all bodies. Faults go to the sink; a model comes back only if there
are no errors. Which amendments apply was decided before (`dsl.amendments.amending`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dsl import ast, model
from dsl.board import BoardData
from dsl.checking.call_graph import circles
from dsl.checking.expressions import Expressions
from dsl.checking.kinds import PLAYER, KindTable, build_kinds
from dsl.checking.lookups import BUILT_IN, RESERVED
from dsl.checking.names import Faulty, Names, Scope, TableRow
from dsl.checking.rules import RulesCheck
from dsl.checking.signatures import FieldsCheck, Signatures
from dsl.checking.statements import Statements
from dsl.desugaring import spell_out_offers, weave_triggers
from dsl.diagnostics import Sink
from dsl.source import Span

D = TypeVar("D", bound=ast.Declaration)

FALLBACK_SEATS = tuple(f"Seat{number}" for number in range(1, 21))


@dataclass(slots=True)
class Checked:
    """What a check leaves behind: the model (None with errors) and the names, which scenarios are read with."""

    model: model.Model | None
    names: Names
    rulebook: ast.Rulebook
    declarations: tuple[ast.Declaration, ...]
    """The effective rulebook, spelled out; for lints."""


def of_type(declarations: Sequence[ast.Declaration], kind: type[D]) -> list[D]:
    """The declarations of one type, in order."""
    return [decl for decl in declarations if isinstance(decl, kind)]


def check(
    declarations: Sequence[ast.Declaration], board: BoardData | None, players: int, options: Mapping[str, int],
    sink: Sink, origins: Mapping[str, str] | None = None,
) -> Checked | None:  # fmt: skip
    """Checks an effective rulebook for one player count. `origins` tells which variant changed which rule."""
    rulebooks = of_type(declarations, ast.Rulebook)
    if len(rulebooks) != 1:
        _one_rulebook(declarations, rulebooks, sink)
        return None
    rulebook = rulebooks[0]
    declarations = spell_out_offers(weave_triggers(declarations, sink), sink)
    seats = _seats(rulebook, sink)
    table = kinds_of(declarations, board, players, seats, sink)
    names = Names(sink, table, players, rulebook.least)
    expressions = Expressions(names)
    option_ranges = _Constants(names, expressions, options).declare(declarations)
    _unique_names(declarations, names, sink)
    fields = FieldsCheck(names, expressions)
    fields.declare(of_type(declarations, ast.State))
    signatures = Signatures(names, expressions)
    signatures.declare(declarations)
    fields.start_values()
    statements = Statements(names, expressions)
    rules = RulesCheck(names, expressions, statements, signatures, origins or {})
    made = model.Model(
        rulebook.name.text, rulebook.title, players, seats[:players], rulebook.money, table.kinds,
        list(table.statics.values()), [], {}, {}, {}, [], [], None, (), None, (), [],
    )  # fmt: skip
    rules.fill(made, declarations)
    made.fields = [*names.fields.values(), *rules.fields, *statements.new_fields]
    made.options = {name: names.constants[name].value for name in option_ranges}
    made.option_ranges = option_ranges
    if board is not None:
        made.board_title, made.board_note, made.reconstructed = board.title, board.note, board.reconstructed
    circles(made, sink)
    return Checked(None if sink.errors else made, names, rulebook, tuple(declarations))


def kinds_of(
    declarations: Sequence[ast.Declaration], board: BoardData | None, players: int, seats: tuple[str, ...], sink: Sink
) -> KindTable:
    """The things of a table, by kind."""
    numbers = {
        d.name.text: d.value.value for d in of_type(declarations, ast.Number) if isinstance(d.value, ast.Integer)
    }
    return build_kinds(of_type(declarations, ast.Kind), board, players, seats, numbers, sink)


def _one_rulebook(declarations: Sequence[ast.Declaration], found: list[ast.Rulebook], sink: Sink) -> None:
    if len(found) > 1:
        sink.add("E312", "there are two `rulebook` headings", found[1].name.span, "the second one",
                 related=[(found[0].name.span, "the first one")])  # fmt: skip
    elif declarations:
        start = declarations[0].span
        sink.add("E318", "the file has no `rulebook` heading", Span(start.source, 0, 1), "it begins here",
                 hint='begin with `rulebook name_of_the_game "Title"`')  # fmt: skip


def _seats(rulebook: ast.Rulebook, sink: Sink) -> tuple[str, ...]:
    if not 1 <= rulebook.least <= rulebook.most <= len(FALLBACK_SEATS):
        sink.add("E321", f"players go from 1 to {len(FALLBACK_SEATS)}", rulebook.name.span,
                 f"this says {rulebook.least} to {rulebook.most}")  # fmt: skip
    named = tuple(word.text for word in rulebook.seats)
    if rulebook.seats and len(set(named)) < rulebook.most:
        sink.add("E321", f"{rulebook.most} may play, but {len(set(named))} seats are named", rulebook.seats[0].span)
        return FALLBACK_SEATS
    return named or FALLBACK_SEATS


@dataclass(slots=True)
class _Constants:
    """Numbers, options, rulings and tables: all known before play."""

    names: Names
    expressions: Expressions
    options: Mapping[str, int]

    def declare(self, declarations: Sequence[ast.Declaration]) -> dict[str, tuple[int, int, str]]:
        for table in of_type(declarations, ast.Table):
            self.table(table)
        ranges: dict[str, tuple[int, int, str]] = {}
        self.names.only_in_play = _only_in_play(declarations)
        for decl in _in_order_of_need(declarations):
            try:
                if isinstance(decl, ast.Number):
                    self.names.constants[decl.name.text] = self.constant(decl.value)
                elif isinstance(decl, (ast.Option, ast.Ruling)):
                    ranges[decl.name.text] = self.choice(decl)
            except Faulty:
                zero = model.Const(0, type=model.Int(0, 0), span=decl.span)
                self.names.constants.setdefault(decl.name.text, zero)
        return {name: ranges[name] for name in ranges if any(
            isinstance(decl, ast.Option) and decl.name.text == name for decl in declarations)}  # fmt: skip

    def constant(self, expr: ast.Expr) -> model.Const:
        value = self.expressions.check(expr, Scope())
        if not isinstance(value, model.Const):
            self.expressions.fault("E305", "this is not known before play", expr.span, "a plain number is needed")
        return value

    def choice(self, decl: ast.Option | ast.Ruling) -> tuple[int, int, str]:
        """An option or ruling; what the table chose replaces the default."""
        domain = decl.domain
        low, high = 0, 1
        type_: model.Type | None = None
        value = self.constant(decl.value)
        if domain.form == "members" and domain.of is not None:
            _, member = self.expressions.domain(domain.of, Scope())
            if isinstance(member, model.Int):
                low, high, type_ = member.low, member.high, member
            elif isinstance(member, model.Ref):
                kind = self.names.table.kinds[member.kind]
                low, high, type_ = kind.first, kind.first + kind.size - 1, member
        elif domain.form == "flag":
            type_ = model.Flag()
        if type_ is None:
            self.expressions.fault("E307", "an option is a range, a flag or a thing", domain.span)
        self.expressions.fits(value, type_, decl.value.span)
        chosen = self.options.get(decl.name.text, value.value)
        exact = model.Int(chosen, chosen) if isinstance(type_, model.Int) else type_
        self.names.constants[decl.name.text] = model.Const(chosen, type=exact, span=decl.name.span)
        return low, high, decl.title

    def table(self, decl: ast.Table) -> None:
        sink = self.names.sink
        keys = [cell.value for cell in decl.keys]
        numbers = [key for key in keys if isinstance(key, int)]
        if len(numbers) != len(keys) or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            sink.add("E322", "the columns of a table are numbers, one after the other", decl.keys[0].span)
            return
        for row in decl.rows:
            values = [cell.value for cell in row.cells]
            if len(values) != len(keys):
                sink.add("E322", f"row `{row.name.text}` has {len(values)} values for {len(keys)} columns",
                         row.name.span,
                         related=[(decl.keys[0].span.to(decl.keys[-1].span), f"{len(keys)} columns")])  # fmt: skip
                values = (values + [0] * len(keys))[: len(keys)]
            plain = tuple(value if isinstance(value, int) else 0 for value in values)
            if any(not isinstance(value, int) for value in values):
                sink.add("E322", f"row `{row.name.text}` holds something that is no number", row.cells[0].span)
            if decl.name.text != "players":
                self.names.rows[row.name.text] = TableRow(row.name.text, numbers[0], plain, row.name.span)
                continue
            if not numbers[0] <= self.names.players <= numbers[-1]:
                sink.add("E322", f"the table has no column for {self.names.players} players", decl.keys[0].span)
                continue
            value = plain[self.names.players - numbers[0]]
            exact = model.Int(value, value)
            self.names.constants[row.name.text] = model.Const(value, type=exact, span=row.name.span)


def _only_in_play(declarations: Sequence[ast.Declaration]) -> set[str]:
    """Values and fields of the game: names that exist, but have no number before play."""
    values = {decl.name.text for decl in of_type(declarations, ast.Value)}
    fields = {
        word.name.text for state in of_type(declarations, ast.State) if state.kind is None for word in state.fields
    }
    return values | fields


def _in_order_of_need(declarations: Sequence[ast.Declaration]) -> list[ast.Declaration]:
    """Numbers, options and rulings, each after those that it uses; in the author's order otherwise."""
    waiting = {d.name.text: d for d in declarations if isinstance(d, (ast.Number, ast.Option, ast.Ruling))}
    found: dict[str, ast.Declaration] = {}
    visiting: set[str] = set()

    def visit(name: str) -> None:
        if name in found or name in visiting or name not in waiting or name in RESERVED or name in BUILT_IN:
            return
        visiting.add(name)
        for node in ast.walk(waiting[name]):
            if isinstance(node, ast.Name):
                visit(node.text)
        found[name] = waiting[name]

    for name in waiting:
        visit(name)
    return list(found.values())


def _unique_names(declarations: Sequence[ast.Declaration], names: Names, sink: Sink) -> None:
    """Names that all rules share must differ, also from the words of the language."""
    seen = names.declared_at
    single = (
        ast.Number,
        ast.Option,
        ast.Ruling,
        ast.Value,
        ast.Action,
        ast.Phase,
        ast.Rule,
        ast.Trigger,
        ast.TableRow,
        ast.End,
    )
    rows = [row for decl in declarations if isinstance(decl, ast.Table) for row in decl.rows]
    fields = [field for decl in of_type(declarations, ast.State) if decl.kind is None for field in decl.fields]
    for decl in [*declarations, *rows, *fields]:
        if not isinstance(decl, (*single, ast.Field)):
            continue
        word = decl.name
        if word.text in RESERVED or word.text in BUILT_IN:
            sink.add("E313", f"`{word.text}` is a word of the language", word.span, "choose another name")
        if word.text in seen:
            sink.add("E312", f"`{word.text}` is declared twice", word.span, "declared again",
                     related=[(seen[word.text], "first declared here")])  # fmt: skip
        seen.setdefault(word.text, word.span)


__all__ = ["PLAYER", "Checked", "check", "kinds_of", "of_type"]
