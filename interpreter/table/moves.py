"""Represents moves as people and bots write them, and converts them to the rows that engines play.

A `Move` consists of a seat, an action and the action's arguments. An argument is a number, a boolean, the name of a
thing, or None for `none`. A bag is a dict of counts by name, and a set is a list of names. The value "open" marks an
argument that a listed move leaves open. `str(move)` yields text such as `Red: open_gate(North)`, which `Notation.parse`
reads. Engines use rows of integers instead, which `interpreter.position.rows` encodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Any

from dsl import ast, model
from dsl.diagnostics import Sink, did_you_mean, wording
from dsl.syntax import parse_call
from interpreter.flow import Flow, MoveKind
from interpreter.position import OPEN, Row, Rows

Plain = str | int | bool | None | dict[str, int] | list[str]

Among = range | dict[str, int] | list[str] | list[str | None] | list[bool]
"""The values that an open parameter may have.

The values are a range for a number, the maximum count of each type for a bag, or a list of the allowed names or
booleans.
"""

LEFT_OPEN = "open"
"""Argument for an open parameter of a listed move."""


class NotAMove(ValueError):
    """Raised for text or data that does not describe a move of the game. The message explains why."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Move:
    """A move that one seat makes.

    Moves are sorted by seat, then by the declared order of their actions, then by arguments.
    """

    seat: int
    action: str
    args: Mapping[str, Plain]
    seat_name: str
    row: Row = field(repr=False)
    """The move as a row of integers."""

    @property
    def key(self) -> tuple[int, Row]:
        return (self.seat, self.row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.key == other.key and self.action == other.action

    def __lt__(self, other: Move) -> bool:
        return self.key < other.key

    def __hash__(self) -> int:
        return hash((self.seat, self.row))

    def __str__(self) -> str:
        return f"{self.seat_name}: {self.call}"

    @property
    def call(self) -> str:
        """The move as text without its seat, such as `open_gate(North)`."""
        if not self.args:
            return self.action
        return f"{self.action}({', '.join(written(value) for value in self.args.values())})"

    @property
    def open(self) -> tuple[str, ...]:
        """Names of the parameters that are still open."""
        return tuple(name for name, value in self.args.items() if value == LEFT_OPEN) if OPEN in self.row else ()

    def to_data(self) -> dict[str, object]:
        """Return the move as JSON data."""
        return {"seat": self.seat, "action": self.action, "args": dict(self.args)}


def written(value: Plain) -> str:
    """Return an argument in the syntax of the language."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " + ".join(f"{number} of {name}" for name, number in value.items()) or "{}"
    if isinstance(value, list):
        return "{" + ", ".join(value) + "}"
    return str(value)


@dataclass(slots=True)
class Notation:
    """Translates the moves of one game between rows, `Move` objects and text."""

    flow: Flow
    kinds: dict[str, int] = field(init=False)
    rows: Rows = field(init=False)

    def __post_init__(self) -> None:
        self.rows = Rows(self.flow.model)
        self.kinds = {kind.name: index for index, kind in reversed(list(enumerate(self.flow.move_kinds)))}

    def move(self, seat: int, row: Row) -> Move:
        """Convert a row to a move.

        Raises `NotAMove` if the row has the wrong length or an invalid set.
        """
        kind = self.flow.move_kinds[row[0]]
        types = [type_ for _, type_ in kind.params]
        values = self.rows.values(types, row[1:])
        if values is None:
            raise NotAMove(f"`{kind.name}` takes {self._wanted(kind)}")
        args = {name: self.plain(value, type_) for (name, type_), value in zip(kind.params, values, strict=True)}
        return Move(seat, kind.name, args, self.flow.model.seats[seat], row)

    def plain(self, value: Any, type_: model.Type) -> Plain:
        """Convert an engine's number, bag or set to an argument of a move."""
        name = self.flow.model.thing_name
        match type_:
            case _ if isinstance(value, int) and value == OPEN:
                return LEFT_OPEN
            case model.Flag():
                return bool(value)
            case model.Ref(kind):
                return None if value == model.NONE else name(kind, value)
            case model.Bag(kind):
                return {name(kind, sort): number for sort, number in sorted(value.items())}
            case model.Many(model.Ref(kind)):
                return [name(kind, member) for member in value]
        assert isinstance(value, int)
        if isinstance(type_, model.Int) and type_.parts > 1:
            whole, rest = divmod(value, type_.parts)
            return model.number_text(value, type_) if rest else whole
        return value

    def among(self, row: Row, ranges: Sequence[range]) -> dict[str, Among]:
        """Return the allowed values of each open parameter in a listed row, by parameter name.

        `ranges` are the engine's ranges for the open numbers of the row.
        """
        left, open_values, at = iter(ranges), dict[str, Among](), 1
        for name, type_ in self.flow.move_kinds[row[0]].params:
            width = self.rows.width(type_)
            if OPEN in row[at : at + width]:
                open_values[name] = self._among(type_, [next(left) for _ in range(width)])
            at += width
        return open_values

    def _among(self, type_: model.Type, ranges: list[range]) -> Among:
        things = self.flow.model.thing_name
        match type_:
            case model.Bag(kind):
                first = self.flow.model.kinds[kind].first
                return {things(kind, first + n): each[-1] for n, each in enumerate(ranges) if each[-1] > 0}
            case model.Many(model.Ref(kind)):
                members = self.rows.unpack(type_, tuple(each[-1] for each in ranges))
                return [things(kind, member) for member in members]
            case model.Ref(kind):
                return [None if each == model.NONE else things(kind, each) for each in ranges[0]]
            case model.Flag():
                return [bool(each) for each in ranges[0]]
        return ranges[0]

    def number(self, value: Plain, type_: model.Type) -> Any:
        """Convert an argument of a move to an engine's number, bag or set. Raises `NotAMove`."""
        if value == LEFT_OPEN:
            return OPEN
        if isinstance(type_, model.Bag):
            return self._bag(value, type_)
        if isinstance(type_, model.Many) and isinstance(type_.of, model.Ref):
            if not isinstance(value, list):
                raise NotAMove(f"`{written(value)}` is not a set; write it like `{{A, B}}`")
            return sorted({self._thing(member, type_.of) for member in value})
        if isinstance(type_, model.Ref):
            return self._thing(value, type_)
        if isinstance(type_, model.Flag):
            if isinstance(value, bool):
                return int(value)
            raise NotAMove(f"`{written(value)}` is neither yes nor no")
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise NotAMove(f"`{written(value)}` is not a number")

    def _bag(self, value: Plain, type_: model.Bag) -> dict[int, int]:
        if value == []:
            return {}
        if not isinstance(value, dict):
            raise NotAMove(f"`{written(value)}` is not a bag; write it like `2 of A + 1 of B`, or `{{}}` for nothing")
        if any(not isinstance(number, int) or number < 0 for number in value.values()):
            raise NotAMove(f"`{written(value)}` is not a bag: it has a negative count")
        return {self._thing(name, model.Ref(type_.kind)): number for name, number in value.items() if number}

    def _thing(self, value: Plain, type_: model.Ref) -> int:
        if value is None:
            return model.NONE
        kind = self.flow.model.kinds[type_.kind]
        index = self.flow.model.thing_called(type_.kind, value) if isinstance(value, str) else None
        if index is not None:
            return index
        hint = did_you_mean(str(value), kind.things)
        raise NotAMove(f"there is no {type_.kind} `{written(value)}`" + (f"; {hint}" if hint else ""))

    def from_data(self, data: Mapping[str, object]) -> Move:
        """Convert JSON data to a move. Raises `NotAMove`."""
        seat, action, args = data.get("seat"), data.get("action"), data.get("args", {})
        if not isinstance(seat, int) or not isinstance(action, str) or not isinstance(args, Mapping):
            raise NotAMove("a move needs a `seat`, an `action` and `args`")
        named = [number for number in self._called(action) if {name for name, _ in self._params(number)} == set(args)]
        if not named:
            raise NotAMove(f"`{action}` takes {self._wanted(self.flow.move_kinds[self.kinds[action]])}")
        return self._made(seat, named, [args[name] for name, _ in self._params(named[0])])

    def _made(self, seat: int, named: list[int], args: list[Plain]) -> Move:
        """Build a move of the first kind in `named` that accepts the arguments.

        All kinds in `named` have the same name and the same number of parameters. Raises `NotAMove` if no kind accepts
        the arguments.
        """
        for number in named:
            types = [type_ for _, type_ in self._params(number)]
            try:
                values = [self.number(arg, type_) for arg, type_ in zip(args, types, strict=True)]
            except NotAMove:
                if number == named[-1]:
                    raise
                continue
            return self.move(self._seat(seat), (number, *self.rows.packed(types, values)))
        raise AssertionError("there is no kind of move")

    def _params(self, number: int) -> tuple[tuple[str, model.Type], ...]:
        return self.flow.move_kinds[number].params

    def parse(self, text: str, seat: int | None = None) -> Move:
        """Parse the text of a move.

        If `seat` is given, the text may omit the seat. Raises `NotAMove`.
        """
        head, colon, call_text = text.partition(":")
        if colon:
            name = head.strip()
            if name not in self.flow.model.seats:
                hint = did_you_mean(name, self.flow.model.seats)
                raise NotAMove(f"there is no player called `{name}`" + (f"; {hint}" if hint else ""))
            seat = self.flow.model.seats.index(name)
        else:
            call_text = head
        sink = Sink()
        call = parse_call(call_text.strip(), sink)
        if call is None:
            raise NotAMove(f"`{call_text.strip()}` is not in the form of a move, such as `name_of_action(Thing, 2)`")
        if seat is None:
            raise NotAMove(f"say whose move it is: `{self.flow.model.seats[0]}: {call_text.strip()}`")
        return self.from_call(seat, call)

    def from_call(self, seat: int, call: ast.RoutineCall) -> Move:
        """Convert a parsed call to a move. Raises `NotAMove`."""
        name = call.name.text
        named = [number for number in self._called(name) if len(self._params(number)) == len(call.args)]
        if not named:
            raise NotAMove(f"`{name}` takes {self._wanted(self.flow.move_kinds[self.kinds[name]])}")
        return self._made(seat, named, [plain_of(arg) for arg in call.args])

    def _called(self, name: str) -> list[int]:
        """Return the indices of the move kinds with this name: a single action, or one or more choices."""
        if name not in self.kinds:
            hint = did_you_mean(name, self.kinds)
            raise NotAMove(f"there is no action `{name}`" + (f"; {hint}" if hint else ""))
        return [number for number, kind in enumerate(self.flow.move_kinds) if kind.name == name]

    def _wanted(self, kind: MoveKind) -> str:
        return "(" + ", ".join(name for name, _ in kind.params) + ")" if kind.params else "nothing in brackets"

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.flow.model.players:
            raise NotAMove(f"there is no seat {seat}; {wording.seats_at(self.flow.model.players)}")
        return seat


def plain_of(expr: ast.Expr) -> Plain:
    """Convert the syntax tree of an argument to a number, a name, a bag or a set.

    Raises `NotAMove` for any other expression.
    """
    match expr:
        case ast.Integer(_, value):
            return value
        case ast.Negative(_, ast.Integer(_, value)):
            return -value
        case ast.BooleanLiteral(_, value):
            return value
        case ast.NoneLiteral():
            return None
        case ast.Name(_, text):
            return text
        case ast.Braces(_, items):
            return [str(plain_of(item)) for item in items]
        case ast.Amount(_, ast.Integer(_, number), ast.Name(_, sort)):
            return {sort: number}
        case ast.Arithmetic(_, "+", left, right):
            one, other = plain_of(left), plain_of(right)
            if isinstance(one, dict) and isinstance(other, dict):
                return {name: one.get(name, 0) + other.get(name, 0) for name in [*one, *other]}
    raise NotAMove(f"`{expr.span.text}` is not a value that a move can contain")
