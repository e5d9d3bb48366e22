"""Parameters of a game that a search may change, and the values that it tries.

A parameter is anything that a variant can change with `set`: a number, an option, a cell of a table, or the limit of an
action. A number inside a rule has no name, so no variant can `set` it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import log2

from dsl import ast
from dsl.diagnostics import Sink
from interpreter.game import Game

FACTORS = (0.5, 0.75, 1.25, 1.5, 2.0)
STEPS = (-2, -1, 1, 2)
FEW = 8
"""Greatest number of allowed values for which the search tries every value."""
FLAG = ("no", "yes")
PLAYER_TABLE = "players"
"""Name of a table with one column per player count."""


@dataclass(frozen=True, slots=True)
class Change:
    """A parameter with a new value, or an added variant."""

    target: str
    """Name of the parameter as a variant writes it, such as `days` or `fee(3)`, or the names of the variants."""
    before: str
    after: str
    size: float
    """Size of the change. A variant, a flag and a doubled number count as about 1."""
    source: str = ""
    """The name or file by which `load` finds the variants, or an empty string for a parameter."""

    @classmethod
    def of_variants(cls, names: Sequence[str], source: str) -> Change:
        """Return the change that adds variants, which `load` finds by `source`."""
        return cls(" + ".join(names), "", "", float(len(names)), source)

    @property
    def lines(self) -> tuple[str, ...]:
        """The change as lines of a variant."""
        if self.source:
            return tuple(f"requires {name}" for name in self.target.split(" + "))
        return (f"set {self.target} to {self.after}",)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value that a variant can set.

    `allowed` contains the possible values as text, in their order, or nothing if any whole number may be tried.
    """

    name: str
    title: str
    value: str
    allowed: tuple[str, ...] = field(default=())

    def changes(self) -> list[Change]:
        """Return the changes to try first, the smallest first."""
        if self.is_nominal:
            return [self.to(each) for each in self.allowed if each != self.value]
        tried = map(str, _tried(int(self.value)))
        return [self.to(each) for each in tried if not self.allowed or each in self.allowed]

    def sides(self) -> tuple[list[Change], list[Change]]:
        """Return the changes to try first to smaller and to greater numbers, the smallest change first."""
        now, found = int(self.value), self.changes()
        return [each for each in found if int(each.after) < now], [each for each in found if int(each.after) > now]

    def to(self, value: str) -> Change:
        """Return the change that gives the parameter another value."""
        return Change(self.name, self.value, value, self._size(value))

    def _size(self, value: str) -> float:
        if value in FLAG:
            return 1.0
        before, after = int(self.value), int(value)
        if before >= 0 and after >= 0:
            return abs(log2((after + 1) / (before + 1)))
        return abs(after - before) / max(abs(before), abs(after))

    def between(self, low: int, high: int) -> list[Change]:
        """Return the changes to numbers between two tried numbers."""
        return self._to_numbers(range(low + 1, high))

    def beyond(self, best: int, tried: Sequence[int]) -> list[Change]:
        """Return the changes to numbers beyond the best of the tried numbers, if it is the least or the greatest."""
        wanted: set[int] = set()
        if best == max(tried):
            wanted |= {best + 1, round(1.5 * best), 2 * best}
        if best == min(tried):
            wanted |= {best - 1, best - 2, round(0.5 * best)}
        if min(tried) >= 0:
            wanted = {each for each in wanted if each >= 0}
        return self._to_numbers(sorted(wanted - set(tried)))

    def _to_numbers(self, numbers: Iterable[int]) -> list[Change]:
        found = (str(number) for number in numbers)
        return [self.to(each) for each in found if each != self.value and (not self.allowed or each in self.allowed)]

    @property
    def is_number(self) -> bool:
        return self.value not in FLAG

    @property
    def is_nominal(self) -> bool:
        """True if the search tries every value, because there are few and their order may have no meaning."""
        return bool(self.allowed) and len(self.allowed) <= FEW


def _tried(value: int) -> list[int]:
    """Return the numbers to try first instead of a number. A number above 0 stays above 0, unless it is 1."""
    found = {value + step for step in STEPS} | {round(value * factor) for factor in FACTORS}
    least = 0 if value == 1 else 1 if value > 1 else 0 if value == 0 else None
    near = [each for each in found if each != value and (least is None or each >= least)]
    return sorted(near, key=lambda each: (abs(each - value), each))


def parameters_of(game: Game, players: int) -> list[Parameter]:
    """Return the parameters of a game for a number of players, in the order of the rulebook.

    Numbers that follow from other numbers are left out: a change of these others changes them too.
    """
    declarations = game.folder.effective(players, game.variants, game.options, Sink()).declarations
    known = ast.plain_numbers(each for each in declarations if isinstance(each, ast.Number))
    return [each for decl in declarations for each in _parameters(decl, known, game, players)]


def _parameters(decl: ast.Declaration, known: dict[str, int], game: Game, players: int) -> Iterator[Parameter]:
    name = decl.name.text
    match decl:
        case ast.Number() if isinstance(decl.value, (ast.Integer, ast.Negative)):
            if name in known:
                yield Parameter(name, _title(decl), str(known[name]))
        case ast.Option():
            chosen = game.options.get(name)
            yield from _option(decl, known, chosen)
        case ast.Table():
            yield from _cells(decl, players)
        case ast.Action() | ast.Group() if decl.limit is not None:
            number = ast.constant_value(decl.limit.number, known)
            if number is not None:
                yield Parameter(f"{name}.limit", f"limit of {_title(decl)}", str(number))
        case _:
            return


def _option(decl: ast.Option, known: dict[str, int], chosen: int | None) -> Iterator[Parameter]:
    """Yield an option. A `chosen` value comes from `--option`, so it is not changed."""
    if chosen is not None:
        return
    if isinstance(decl.value, ast.BooleanLiteral):
        yield Parameter(decl.name.text, _title(decl), FLAG[decl.value.value], FLAG)
    elif isinstance(decl.domain.of, ast.Range):
        low, high, value = (
            ast.constant_value(each, known) for each in (decl.domain.of.low, decl.domain.of.high, decl.value)
        )
        if low is not None and high is not None and value is not None:
            yield Parameter(decl.name.text, _title(decl), str(value), tuple(map(str, range(low, high + 1))))


def _cells(table: ast.Table, players: int) -> Iterator[Parameter]:
    """Yield the cells of a table that contain numbers; of a table by player count, only those that apply."""
    by_players = table.name.text == PLAYER_TABLE
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            numbers = ast.column_numbers(column)
            if not isinstance(cell.value, int) or (by_players and players not in numbers):
                continue
            heading = ast.column_text(column)
            key = players if by_players else numbers[0] if numbers else heading
            title = _title(row) if by_players else f"{_title(row)} ({heading})"
            yield Parameter(f"{row.name.text}({key})", title, str(cell.value))


def _title(decl: ast.Declaration) -> str:
    return decl.title or decl.name.text.replace("_", " ")


def chosen_parameters(found: Sequence[Parameter], only: Sequence[str], fixed: Sequence[str]) -> list[Parameter]:
    """Return the parameters named by `only`, or every parameter if it is empty, without those named by `fixed`.

    The name of a row means each of its cells. Raises `LookupError` with a message if a name is unknown.
    """
    for name in (*only, *fixed):
        if not any(_named(each, name) for each in found):
            names = ", ".join(dict.fromkeys(each.name for each in found)) or "none"
            raise LookupError(f"no variant can set `{name}` with one line; the parameters of this game are {names}")
    return [
        each
        for each in found
        if (not only or any(_named(each, name) for name in only)) and not any(_named(each, name) for name in fixed)
    ]


def _named(parameter: Parameter, name: str) -> bool:
    return parameter.name == name or parameter.name.partition("(")[0] == name
