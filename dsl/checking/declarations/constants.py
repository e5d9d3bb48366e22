"""Checks constants, whose values are fixed before play.

The constants are the numbers, options, rulings and tables of a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dsl import ast, model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.names import Names, Scope, TableRow
from dsl.diagnostics import ErrorReported
from dsl.limits import MOST_COLUMNS
from dsl.syntax import is_taken

OptionRange = tuple[int, int, str]
"""The minimum, the maximum and the question of an option."""


@dataclass(slots=True)
class ConstantsCheck:
    """Checks all constants and declares their names.

    Attributes:
        options: The option values chosen at this table, by option name.
    """

    names: Names
    expressions: ExpressionChecker
    options: Mapping[str, int]

    def declare(self, declarations: Sequence[ast.Declaration]) -> dict[str, OptionRange]:
        """Declare the names of the constants, and return the range of each option, by option name."""
        for decl in declarations:
            if isinstance(decl, ast.Table):
                self._table(decl)
        ranges: dict[str, OptionRange] = {}
        self.names.only_in_play = set(_only_in_play(declarations))
        for decl in _in_order_of_need(declarations):
            if self.names.sink.gives_up():
                break
            try:
                if isinstance(decl, ast.Number):
                    self.names.constants[decl.name.text] = self._constant(decl.value)
                elif isinstance(decl, ast.Option):
                    ranges[decl.name.text] = (*self._choice(decl), decl.title)
                elif isinstance(decl, ast.Ruling):
                    self._choice(decl)
            except ErrorReported:
                zero = model.Const(0, type=model.Int(0, 0), span=decl.span)
                self.names.constants.setdefault(decl.name.text, zero)
        return ranges

    def _constant(self, expr: ast.Expr) -> model.Const:
        value = self.expressions.check(expr, Scope())
        if not isinstance(value, model.Const):
            self.expressions.fault(
                "E305", "this is not known before the game begins", expr.span, "a constant number is needed"
            )
        return value

    def _choice(self, decl: ast.Option | ast.Ruling) -> tuple[int, int]:
        value = self._constant(decl.value)
        low, high, type_ = self._domain(decl.domain)
        self.expressions.whole(value)
        self.expressions.fits(value, type_, decl.value.span)
        chosen = self.options.get(decl.name.text, value.value)
        exact = model.Int(chosen, chosen) if isinstance(type_, model.Int) else type_
        self.names.constants[decl.name.text] = model.Const(chosen, type=exact, span=decl.name.span)
        return low, high

    def _domain(self, domain: ast.Domain) -> tuple[int, int, model.Type]:
        if domain.form == "flag":
            return 0, 1, model.Flag()
        if domain.form == "members" and domain.of is not None:
            _, member = self.expressions.domain(domain.of, Scope())
            if isinstance(member, model.Int):
                return member.low, member.high, member
            if isinstance(member, model.Ref) and member.kind in self.names.table.kinds:  # an empty set has no kind
                kind = self.names.table.kinds[member.kind]
                return kind.first, kind.first + kind.size - 1, member
        self.expressions.fault("E307", "an option must be a number from a range, a flag or a thing", domain.span)

    def _table(self, decl: ast.Table) -> None:
        """Check a table and declare the names of its rows.

        In the `players` table, each row becomes a constant for the current player count. A row of any other table is
        looked up by key.
        """
        widths = self._widths(decl.columns)
        if widths is None:
            return
        first = decl.columns[0].first.value
        assert isinstance(first, int)
        for row in decl.rows:
            values = tuple(value for value, width in zip(self._row(decl, row), widths, strict=True)
                           for _ in range(width))  # fmt: skip
            if decl.name.text != "players":
                self.names.rows[row.name.text] = TableRow(row.name.text, first, values, row.name.span)
            elif first <= self.names.players < first + len(values):
                value = values[self.names.players - first]
                exact = model.Int(value, value)
                self.names.constants[row.name.text] = model.Const(value, type=exact, span=row.name.span)
            else:
                title = f"the table has no column for {self.names.players} players"
                self.names.sink.add("E322", title, decl.columns[0].span)

    def _widths(self, columns: Sequence[ast.Column]) -> list[int] | None:
        """Return how many numbers each column covers, or None after reporting a fault."""
        widths: list[int] = []
        following: int | None = None
        for column in columns:
            numbers = ast.column_numbers(column)
            if not numbers or following not in (None, numbers.start):
                title = "the columns of a table must be consecutive numbers"
                self.names.sink.add("E322", title, column.span, "" if following is None else f"expected {following}")
                return None
            following = numbers.stop
            widths.append(len(numbers))
        if sum(widths) > MOST_COLUMNS:
            title = f"a table has at most {MOST_COLUMNS:,} columns"
            self.names.sink.add("E326", title, columns[0].span.to(columns[-1].span), f"these are {sum(widths):,}")
            return None
        return widths

    def _row(self, table: ast.Table, row: ast.TableRow) -> tuple[int, ...]:
        """Return the numbers of a table row, one for each column.

        Report each missing or non-numeric entry and replace it with 0.
        """
        sink, columns = self.names.sink, len(table.columns)
        values = [cell.value for cell in row.cells]
        if len(values) != columns:
            title = f"row `{row.name.text}` has {len(values)} values for {columns} columns"
            heading = table.columns[0].span.to(table.columns[-1].span)
            sink.add("E322", title, row.name.span, related=[(heading, f"{columns} columns")])
            values = (values + [0] * columns)[:columns]
        if any(not isinstance(value, int) for value in values):
            sink.add("E322", f"row `{row.name.text}` contains a value that is not a number", row.cells[0].span)
        return tuple(value if isinstance(value, int) else 0 for value in values)


def _only_in_play(declarations: Sequence[ast.Declaration]) -> Iterator[str]:
    """Yield the names of computed values and game-wide fields, which are unknown before play."""
    for decl in declarations:
        if isinstance(decl, ast.Value):
            yield decl.name.text
        elif isinstance(decl, ast.State) and decl.kind is None:
            yield from (field.name.text for field in decl.fields)


def _in_order_of_need(declarations: Sequence[ast.Declaration]) -> list[ast.Declaration]:
    """Sort numbers, options and rulings so that each comes after the constants that it uses."""
    waiting = {d.name.text: d for d in declarations if isinstance(d, (ast.Number, ast.Option, ast.Ruling))}
    ordered: dict[str, ast.Declaration] = {}
    visiting: set[str] = set()

    def asked(name: str) -> bool:
        return name in waiting and name not in ordered and not is_taken(name)

    for first in waiting:
        under_way = [first] if asked(first) else []
        while under_way:
            name = under_way[-1]
            needed = [] if name in visiting else [
                node.text for node in ast.walk(waiting[name])
                if isinstance(node, ast.Name) and asked(node.text) and node.text not in visiting
            ]  # fmt: skip
            visiting.add(name)
            under_way += needed[::-1]
            if not needed:
                ordered.setdefault(name, waiting[name])
                under_way.pop()
    return list(ordered.values())
