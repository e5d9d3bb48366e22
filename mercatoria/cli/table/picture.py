"""How a game is drawn: the optional file `picture.yaml` beside its rulebook.

    colours: [red, blue]              # of the seats, in order
    letters: [R, B]                   # what stands for a seat on the map; else the first letters that differ
    map:                              # what is marked on the map; kinds whose things have `at` in the board file
      - kind: Harbour
        name: yes                     # whether the name is written
        number: berths                # a fact written after the name
        token: ware                   # a field; a diamond where something is in it
        dim: closed                   # a flag; the name is dim while it is yes (`not open`: while it is no)
        pieces: [quay, pier]          # fields with pieces, drawn in the colours of their owners
        room: berths                  # how many pieces can stand there; free places are dots
    lines: Route                      # a kind that joins places; drawn as dotted lines
    price: cost                       # a fact of a line, written on it where there is room
    players:                          # the columns of the table of players
      - {field: purse, title: guilders}
      - {field: hand, title: hand, by: number}    # `by`: write pieces by this fact of theirs, not by name
    effects: [purse]                  # numbers of a player; what a move does to them stands beside it
    table: [pot]                      # fields of the game that are worth a line
    charts:                           # small tables: a column for each thing of a kind, a row for each field or fact
      - {kind: Ware, rows: [price]}

Whatever is left out is drawn in a general way. Faults are diagnostics that point into the file. What is drawn is read
from a view, so that a picture can never show what a seat may not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rich.color import Color, ColorParseError

from dsl.diagnostics import Sink, did_you_mean
from dsl.folder import GameFolder
from dsl.loading import read_source
from dsl.model import Model
from dsl.yaml_data import Datum, read_yaml

FILE = "picture.yaml"
COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan", "white", "bright_red", "bright_blue", "bright_green")
PLAYER = "Player"


@dataclass(frozen=True, slots=True)
class Mark:
    """How the things of one kind are marked on the map."""

    kind: str
    name: bool = True
    number: str = ""
    token: str = ""
    dim: str = ""
    pieces: tuple[str, ...] = ()
    room: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table of players."""

    field: str
    title: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A small table of things that lie on no map: a column for each thing of a kind, a row for each field or fact."""

    kind: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """How a game is drawn. With nothing said, everything is drawn in a general way."""

    colours: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    map: tuple[Mark, ...] = ()
    lines: str = ""
    price: str = ""
    players: tuple[Column, ...] = ()
    effects: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    is_default: bool = True

    def colour(self, seat: int) -> str:
        known = self.colours or COLOURS
        return known[seat % len(known)]

    def title(self, name: str) -> str:
        """What a field of the players is called."""
        return next((column.title for column in self.players if column.field == name), name.replace("_", " "))

    def letter(self, seat: int, seats: Iterable[str]) -> str:
        """What stands for a seat where there is one letter's room."""
        if seat < len(self.letters):
            return self.letters[seat]
        return letters(seats)[seat]


def letters(seats: Iterable[str]) -> list[str]:
    """A letter for each seat: the first of its name that no earlier seat has."""
    found: list[str] = []
    for name in seats:
        free = [char for char in name.upper() if char.isalnum() and char not in found]
        found.append(free[0] if free else next(chr(at) for at in range(48, 900) if chr(at) not in found))
    return found


# ---------------------------------------------------------------- reading

SHAPE = {
    "colours": "list", "letters": "list", "map": "marks", "lines": "text", "price": "text",
    "players": "columns", "effects": "list", "table": "list", "charts": "marks",
}  # fmt: skip
MARK = {
    "kind": "text", "name": "flag", "number": "text", "token": "text", "dim": "text", "pieces": "list",
    "room": "text",
}  # fmt: skip
CHART = {"kind": "text", "rows": "list"}
COLUMN = {"field": "text", "title": "text", "by": "text"}
WORDS = {"text": "a name", "flag": "yes or no", "list": "a list", "marks": "a list", "columns": "a list"}
TYPES: dict[str, type] = {"text": str, "flag": bool, "list": list, "marks": list, "columns": list}


def read_picture(folder: GameFolder, model: Model, sink: Sink) -> Picture:
    """The picture of a game; the general one where there is none or it has faults, which go to the sink."""
    file = folder.path / FILE
    if not file.is_file():
        return Picture()
    source = read_source(file, f"{folder.shown}/{FILE}", sink)
    root = read_yaml(source, sink) if source is not None else None
    if root is None:
        return Picture()
    reader = _Reader(model, sink)
    found = reader.picture(root)
    return found if not sink.errors else Picture()


@dataclass(slots=True)
class _Reader:
    """Reads one file against the names of one model."""

    model: Model
    sink: Sink
    marks: list[Mark] = field(default_factory=list)

    def picture(self, root: Datum) -> Picture:
        parts = self.group(root, SHAPE, ())
        for name, datum in parts.items():
            if name == "colours":
                self.colours(datum)
        kind = _text(parts.get("lines"))
        if kind and (kind not in self.model.kinds or self.model.kinds[kind].ends is None):
            edges = [name for name, of in self.model.kinds.items() if of.ends is not None]
            self.unknown(parts["lines"], "kind that joins places", edges)
        if kind in self.model.kinds and "price" in parts:
            self.fact(parts["price"], kind)
        return Picture(
            _texts(parts.get("colours")), _texts(parts.get("letters")), tuple(self.all_marks(parts.get("map"))),
            kind, _text(parts.get("price")), tuple(self.all_columns(parts.get("players"))),
            tuple(self.fields(parts.get("effects"), PLAYER)), tuple(self.fields(parts.get("table"), "")),
            tuple(self.all_charts(parts.get("charts"))), False,
        )  # fmt: skip

    def all_marks(self, datum: Datum | None) -> list[Mark]:
        found = []
        for part in datum.parts.values() if datum is not None else ():
            parts = self.group(part, MARK, ("kind",))
            kind = _text(parts.get("kind"))
            if kind not in self.model.kinds:
                if kind:
                    self.unknown(parts["kind"], "kind", self.model.kinds)
                continue
            for name in ("number", "room"):
                self.fact(parts.get(name), kind)
            self.field(parts.get("token"), kind)
            dim = parts.get("dim")
            self.field(dim, kind, _text(dim).removeprefix("not ").strip())
            found.append(Mark(
                kind, parts["name"].value is not False if "name" in parts else True, _text(parts.get("number")),
                _text(parts.get("token")), _text(dim), tuple(self.fields(parts.get("pieces"), kind)),
                _text(parts.get("room")),
            ))  # fmt: skip
        return found

    def all_charts(self, datum: Datum | None) -> list[Chart]:
        found = []
        for part in datum.parts.values() if datum is not None else ():
            parts = self.group(part, CHART, ("kind", "rows"))
            kind = _text(parts.get("kind"))
            if kind not in self.model.kinds:
                self.unknown(parts.get("kind", part), "kind", self.model.kinds)
                continue
            facts = {fact.name for fact in self.model.statics if fact.kind == kind}
            for row in parts["rows"].parts.values() if "rows" in parts else ():
                if _text(row) not in facts:
                    self.field(row, kind)
            found.append(Chart(kind, _texts(parts.get("rows"))))
        return found

    def all_columns(self, datum: Datum | None) -> list[Column]:
        found = []
        for part in datum.parts.values() if datum is not None else ():
            parts = self.group(part, COLUMN, ("field",))
            name = _text(parts.get("field"))
            self.field(parts.get("field"), PLAYER)
            found.append(Column(name, _text(parts.get("title")) or name.replace("_", " "), _text(parts.get("by"))))
        return found

    # ------------------------------------------------------------ shapes

    def group(self, datum: Datum, shape: dict[str, str], needed: tuple[str, ...]) -> dict[str, Datum]:
        """The parts of a group that have the right shape; the others are reported."""
        if not isinstance(datum.value, dict):
            names = ", ".join(f"`{name}:`" for name in shape)
            self.sink.add("E233", f"a group of names is wanted here: {names}", datum.place)
            return {}
        found = {}
        for key, part in datum.parts.items():
            wanted = shape.get(str(key))
            if wanted is None:
                self.sink.add("E231", f"`{key}` does not belong here", part.key, hint=did_you_mean(str(key), shape))
            elif not isinstance(part.value, TYPES[wanted]):
                self.sink.add("E233", f"`{key}` is {WORDS[wanted]}", part.place)
            else:
                found[str(key)] = part
        for name in needed:
            if name not in found and not any(str(key) == name for key in datum.parts):
                self.sink.add("E232", f"`{name}` is missing here", datum.place)
        return found

    def colours(self, datum: Datum) -> None:
        for part in datum.parts.values():
            try:
                Color.parse(str(part.value))
            except ColorParseError:
                self.sink.add("E241", f"there is no colour `{part.value}`", part.place,
                              hint=did_you_mean(str(part.value), COLOURS))  # fmt: skip

    # ------------------------------------------------------------ names

    def fields(self, datum: Datum | None, kind: str) -> list[str]:
        """The names of fields in a list."""
        for part in datum.parts.values() if datum is not None else ():
            self.field(part, kind)
        return list(_texts(datum))

    def field(self, datum: Datum | None, kind: str, name: str | None = None) -> None:
        """Reports what is no field of a kind ("" for the game), nor of what it `is`."""
        if datum is None:
            return
        mine = self.model.kinds.get(kind)
        known = [
            each.name
            for each in self.model.fields
            if each.kind == kind or (mine is not None and each.kind in self.model.kinds
                                     and self.model.kinds[each.kind].root == mine.root)
        ]  # fmt: skip
        if (name if name is not None else _text(datum)) not in known:
            self.unknown(datum, f"field of {kind or 'the game'}", known)

    def fact(self, datum: Datum | None, kind: str) -> None:
        """Reports what is no fact of a kind."""
        if datum is None:
            return
        root = self.model.kinds[kind].root
        known = [each.name for each in self.model.statics if self.model.kinds[each.kind].root == root]
        if _text(datum) not in known:
            self.unknown(datum, f"fact of {kind}", known)

    def unknown(self, datum: Datum, what: str, known: Iterable[str]) -> None:
        self.sink.add("E241", f"there is no {what} `{datum.value}`", datum.place,
                      hint=did_you_mean(str(datum.value), known))  # fmt: skip


def _text(datum: Datum | None) -> str:
    return str(datum.value) if datum is not None and isinstance(datum.value, (str, int)) else ""


def _texts(datum: Datum | None) -> tuple[str, ...]:
    return tuple(str(part.value) for part in datum.parts.values()) if datum is not None else ()


def facts_of(model: Model, name: str, kind: str) -> dict[str, Any]:
    """One fact of all things of a kind, by their names; things that do not have it are left out."""
    found: dict[str, Any] = {}
    for static in model.statics:
        if static.name == name and model.kinds[static.kind].root == model.kinds[kind].root:
            found.update(zip(model.kinds[static.kind].things, static.values, strict=True))
    return found
