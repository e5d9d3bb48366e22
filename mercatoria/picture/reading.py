"""Parses `picture.yaml` and checks its names against the rulebook.

`docs/picture.md` documents the file format. Each error is reported as a diagnostic that points to a line of the file.
If the file has errors, the game is drawn with the default picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rich.color import Color, ColorParseError

from dsl.ast import Kind, State, Value
from dsl.board import Datum, read_yaml
from dsl.checking import Checked, Names
from dsl.diagnostics import Sink, did_you_mean
from dsl.folder import GameFolder, read_source
from dsl.model import Bag, Flag, Int, Many, Model, Ref, Type
from interpreter.lowering import lower
from interpreter.position import once
from interpreter.table import CompiledGame
from mercatoria.picture.file_keys import AREAS, CHART, COLUMN, ICON, MARK, SHAPE, TRAVELLER, TYPES, UNNAMED, WORDS
from mercatoria.picture.picture import (
    COLOURS,
    FILE,
    HUES,
    PLAYER,
    SHAPES,
    SIGNS,
    SUPPLY,
    TINTS,
    Areas,
    Chart,
    Column,
    Icon,
    Mark,
    MovingKind,
    Picture,
    keyed_by,
)
from mercatoria.picture.placeholders import blanks_in

TEXTS = "texts"
ROOM = "where there is room"


def picture_of(table: CompiledGame) -> Picture:
    """Return the picture of a game without reporting errors in its file. The file is read only once per table."""
    return once(table, _picture)


def _picture(table: CompiledGame) -> Picture:
    return read_picture(table.edition.folder, table.checked, Sink())


def read_picture(folder: GameFolder, checked: Checked, sink: Sink) -> Picture:
    """Return the picture of a game, or the default picture if the file is missing or has errors.

    Errors are reported to `sink`.
    """
    file = folder.path / FILE
    if not file.exists() or checked.model is None:
        return Picture()
    source = read_source(file, f"{folder.shown}/{FILE}", sink, folder.path)
    root = read_yaml(source, sink) if source is not None else None
    if root is None:
        return Picture()
    reader = _Reader(checked.model, checked.names, _absent(folder, checked.model), sink)
    found = reader.picture(root)
    if folder.words is not None and (texts := folder.words.section(TEXTS)):
        own = reader.texts(Datum(None, root.span, root.span, {**texts}))
        found = replace(found, texts={**found.texts, **own})
    return found if not sink.errors else Picture()


def described(folder: GameFolder) -> dict[str, str]:
    """Return the descriptions in the picture file of a game, by thing, kind or move."""
    source = read_source(folder.path / FILE, f"{folder.shown}/{FILE}", Sink(), folder.path)
    root = read_yaml(source, Sink()) if source is not None else None
    return _pairs(root.parts.get(TEXTS)) if root is not None else {}


def _absent(folder: GameFolder, model: Model) -> frozenset[str]:
    """Return the names declared only by variants that are not in use at this table.

    The picture file may mention these names, but the entries that do so are ignored.
    """
    named = set[str]()
    for part in (amendment.declaration for variant in folder.variants.values() for amendment in variant.amendments):
        if isinstance(part, State):
            named |= {of.name.text for of in part.fields}
        elif isinstance(part, Kind):
            named |= {part.name.text, *(of.name.text for of in part.fields)}
        elif isinstance(part, Value):
            named.add(part.name.text)
    fields = {*(of.name for of in model.fields), *(of.name for of in model.statics)}
    return frozenset(named - fields - {*model.values, *model.kinds})


@dataclass(slots=True)
class _Reader:
    """Parses one picture file and checks its names against one game."""

    model: Model
    names: Names
    absent: frozenset[str]
    """Names declared only by variants that are not in use at this table."""
    sink: Sink

    def picture(self, root: Datum) -> Picture:
        parts = self.group(root, SHAPE, ())
        self.colours(parts.get("colours"))
        lines = _text(parts.get("lines"))
        if lines and (lines not in self.model.kinds or self.model.kinds[lines].ends is None):
            edges = [name for name, of in self.model.kinds.items() if of.ends is not None]
            self.unknown(parts["lines"], "kind that joins places", edges)
        elif lines:
            self.known(parts.get("price"), self.facts(lines), f"fact of {lines}")
        for part in _parts(parts.get("always")):
            self.known(part, self.model.kinds, "kind")
        return Picture(
            _texts(parts.get("colours")), _texts(parts.get("letters")), tuple(self.marks(parts.get("map"))),
            lines, _text(parts.get("price")), "broad" in parts and bool(parts["broad"].value),
            self.space(parts.get("space")), self.areas(parts.get("areas")), self.icons(parts.get("icons")),
            tuple(self.columns(parts.get("players"))),
            tuple(self.listed(parts.get("effects"), self.fields(PLAYER), f"field of {PLAYER}")),
            self.table(parts.get("table")),
            tuple(self.charts(parts.get("charts"))), tuple(self.travellers(parts.get("travellers"))),
            self.texts(parts.get(TEXTS)), _present(parts.get("always"), self.absent),
            tuple(self.listed(parts.get("omit"), [each.name for each in self.model.fields], "field")),
        )  # fmt: skip

    # ------------------------------------------------------------ the parts

    def table(self, datum: Datum | None) -> tuple[str, ...] | None:
        """Return the fields listed under `table`, which are shown in the middle of the table, or None if there is no
        such list.
        """
        known = [*self.fields(""), *self.values()]
        return None if datum is None else tuple(self.listed(datum, known, "field of the game"))

    def space(self, datum: Datum | None) -> tuple[int, int]:
        """Return the distance between neighbouring columns and between neighbouring rows."""
        match [part.value for part in _parts(datum)]:
            case []:
                return Picture().space
            case [int(column), int(row)] if 0 < column < 100 and 0 < row < 100:
                return column, row
        assert datum is not None
        title = "`space` must be two whole numbers from 1 to 99: the column distance, then the row distance"
        self.sink.add("E233", title, datum.place)
        return Picture().space

    def areas(self, datum: Datum | None) -> Areas | None:
        """Return the regions of the map, or None if the file defines none."""
        parts = self.group(datum, AREAS, ("kind", "by")) if datum is not None else {}
        if not (kind := self.kind(parts)) or "by" not in parts:
            return None
        named = [(of.name, of.type) for of in self.model.fields] + [(of.name, of.type) for of in self.model.statics]
        named += [(name, value.type) for name, value in self.model.values.items() if len(value.params) == 1]
        known = [name for name, of in named if isinstance(of, Ref) and self.related(of.kind, kind)]
        self.known(parts.get("by"), known, f"fact, field or value that gives a {kind}")
        for thing, tint in _entries(parts.get("tints")):
            self.known(tint, self.model.kinds[kind].things, "thing", thing)
            self.known(tint, TINTS, "tint")
        return Areas(kind, _text(parts.get("by")), _pairs(parts.get("tints")))

    def icons(self, datum: Datum | None) -> dict[str, Icon]:
        """Return the icon of each named thing, kind or field."""
        known = [
            *self.model.kinds,
            *self.fields(""),
            *(thing for each in self.model.kinds.values() for thing in each.things),
        ]
        found = {}
        for name, part in _entries(datum):
            if name in self.absent:
                continue
            self.known(part, known, "thing, kind or field of the game", name)
            parts = self.group(part, ICON, ())
            self.known(parts.get("sign"), SIGNS, "sign")
            self.known(parts.get("colour"), HUES, "colour of icons")
            found[name] = Icon(_text(parts.get("sign")), _text(parts.get("colour")))
        return found

    def marks(self, datum: Datum | None) -> Iterable[Mark]:
        for part in self.applying(datum):
            parts = self.group(part, MARK, ("kind",))
            if not (kind := self.kind(parts)):
                continue
            known, of = self.named(kind), f"fact or field of {kind}"
            for name in ("number", "token"):
                self.known(parts.get(name), known, of)
            self.known(parts.get("room"), self.numbers(kind), f"fact of {kind}, or value that is a number")
            dim = parts.get("dim")
            flags = [*self.fields(kind), *self.values_for(kind, Flag)]
            self.known(dim, flags, f"field of {kind}, or condition", _text(dim).removeprefix("not ").strip())
            things = [thing for each in self.model.kinds.values() for thing in each.things]
            for thing, sign in _entries(parts.get("signs")):
                self.known(sign, [*things, _text(parts.get("token"))], "thing", thing)
            naming = parts["name"].value if "name" in parts else True
            if naming not in (True, False, ROOM):
                self.sink.add("E233", f"`name` must be yes, no, or `{ROOM}`", parts["name"].place)
            held = [*self.fields(kind), *self.values_for(kind, Bag, Many, Ref)]
            pieces = tuple(self.listed(parts.get("pieces"), held, f"field of {kind}, or value that lists pieces"))
            self.known(parts.get("shape"), SHAPES, "shape")
            yield Mark(
                kind, naming is True, naming == ROOM, _text(parts.get("number")), _text(parts.get("token")), _text(dim),
                pieces, _text(parts.get("room")), tuple(self.listed(parts.get("below"), known, of)),
                _text(parts.get("shape")), tuple(self.listed(parts.get("centre"), pieces, "field in `pieces`")),
                _pairs(parts.get("signs")),
            )  # fmt: skip

    def travellers(self, datum: Datum | None) -> Iterable[MovingKind]:
        for part in self.applying(datum):
            parts = self.group(part, TRAVELLER, ("field",))
            kind = self.kind(parts) if "kind" in parts else ""
            found = MovingKind(
                _text(parts.get("field")), kind, _text(parts.get("sign")), _text(parts.get("load"))
            )  # fmt: skip
            self.known(parts.get("load"), self.fields(kind), f"field of {kind or 'the game'}")
            self.known(parts.get("field"), self.fields(kind), f"field of {kind or 'the game'}")
            if not found.sign and kind != PLAYER:
                self.sink.add("E232", "`sign` is missing here", part.place)
            yield found

    def charts(self, datum: Datum | None) -> Iterable[Chart]:
        for part in self.applying(datum):
            parts = self.group(part, CHART, ("kind",))
            if not (kind := self.kind(parts)):
                continue
            if ("rows" in parts) == ("track" in parts):
                self.sink.add("E232", "either `rows` or `track` is needed here", part.place)
            self.known(parts.get("track"), self.tracks(kind), f"number of {kind}")
            tables = {}
            for name in self.listed(parts.get("tables"), self.names.rows, "table that is looked up"):
                if (row := self.names.rows.get(name)) is not None:
                    tables[name] = dict(enumerate(row.values, row.first))
            known = [*self.named(kind), *keyed_by(self.model, kind)]
            rows = self.listed(parts.get("rows"), known, f"fact or field of {kind}")
            yield Chart(kind, tuple(rows), _text(parts.get("track")), tables)

    def columns(self, datum: Datum | None) -> Iterable[Column]:
        for part in self.applying(datum):
            parts = self.group(part, COLUMN, ("field",))
            name = _text(parts.get("field"))
            self.known(parts.get("field"), self.fields(PLAYER), f"field of {PLAYER}")
            yield Column(name, _text(parts.get("title")), _text(parts.get("by")))

    def texts(self, datum: Datum | None) -> dict[str, str]:
        kinds = {thing: kind.name for kind in self.model.kinds.values() for thing in kind.things}
        kinds |= {name: name for name in self.model.kinds}
        moves = self.moves(key for key, _ in _entries(datum) if key not in kinds)
        for key, part in _entries(datum):
            if key in self.absent:
                continue
            self.known(part, [*kinds, *moves], "thing, kind or move", key)
            if not isinstance(part.value, str):
                self.sink.add("E233", f"`{key}` must be text", part.place)
                continue
            known = [*(self.named(kinds[key]) if key in kinds else ()), *self.names.constants]
            for name in blanks_in(part.value) if key in kinds or key in moves else ():
                self.known(part, known, f"fact or field of {kinds[key]}" if key in kinds else "number", name)
        return _pairs(datum)

    # ------------------------------------------------------------ shapes

    def applying(self, datum: Datum | None) -> Iterable[Datum]:
        """Yield the entries of a list, leaving out those about a kind or field of an unused variant."""
        for part in _parts(datum):
            about = (part.parts.get(name) for name in ("kind", "field"))
            if not any(each is not None and each.value in self.absent for each in about):
                yield part

    def group(self, datum: Datum, shape: dict[str, str], needed: tuple[str, ...]) -> dict[str, Datum]:
        """Return those entries of a mapping whose values have the type given in `shape`, and report all others."""
        if not isinstance(datum.value, dict):
            names = ", ".join(f"`{name}:`" for name in shape)
            self.sink.add("E233", f"names with values are expected here: {names}", datum.place)
            return {}
        found = {}
        for key, part in datum.parts.items():
            wanted = shape.get(str(key))
            if wanted is None:
                self.sink.add("E231", f"`{key}` does not belong here", part.key, hint=did_you_mean(str(key), shape))
            elif not isinstance(part.value, TYPES[wanted]):
                self.sink.add("E233", f"`{key}` must be {WORDS[wanted]}", part.place)
            elif wanted != "text" or key in UNNAMED or part.value not in self.absent:
                found[str(key)] = part
        for name in needed:
            if name not in found and not any(str(key) == name for key in datum.parts):
                self.sink.add("E232", f"`{name}` is missing here", datum.place)
        return found

    def colours(self, datum: Datum | None) -> None:
        for part in _parts(datum):
            try:
                Color.parse(str(part.value))
            except ColorParseError:
                self.unknown(part, "colour", COLOURS)

    # ------------------------------------------------------------ names

    def kind(self, parts: dict[str, Datum]) -> str:
        """Return the kind named in a mapping. If the kind does not exist, report it and return an empty string."""
        kind = _text(parts.get("kind"))
        if kind and kind not in self.model.kinds:
            self.unknown(parts["kind"], "kind", self.model.kinds)
        return kind if kind in self.model.kinds else ""

    def fields(self, kind: str) -> list[str]:
        """Return the fields of a kind and of all kinds with the same root. If `kind` is empty, return the fields of the
        game itself.
        """
        return [each.name for each in self.model.fields if self.related(each.kind, kind)]

    def facts(self, kind: str) -> list[str]:
        return [each.name for each in self.model.statics if self.related(each.kind, kind)]

    def moves(self, sought: Iterable[str]) -> list[str]:
        """Return the names of all moves. Compiling the rules to find the moves is slow, so return an empty list if
        `sought` is empty.
        """
        return [kind.name for kind in lower(self.model).move_kinds] if any(True for _ in sought) else []

    def tracks(self, kind: str) -> list[str]:
        """Return the numeric fields of a kind, which can be shown as tracks."""
        return [f.name for f in self.model.fields if isinstance(f.type, Int) and not f.keys and f.kind == kind]

    def values(self) -> list[str]:
        """Return the names of the rulebook values that have no parameters."""
        return [name for name, value in self.model.values.items() if not value.params]

    def named(self, kind: str) -> list[str]:
        """Return all names that a picture can use for a thing of this kind: fields, facts, rulebook values and
        `supply`.
        """
        supply = [SUPPLY] if self.model.kinds[kind].fungible else []
        return [*self.fields(kind), *self.facts(kind), *self.values_for(kind), *supply]

    def numbers(self, kind: str) -> list[str]:
        """Return the names of facts and of values that are numbers, for things of this kind."""
        return [*self.facts(kind), *self.values_for(kind, Int)]

    def values_for(self, kind: str, *types: type[Type]) -> list[str]:
        """Return the names of the rulebook values for a thing of this kind, perhaps only those of some types."""
        return [
            name for name, value in self.model.values.items()
            if len(value.params) == 1 and (not types or isinstance(value.type, types))
            if isinstance(of := value.params[0].type, Ref) and self.related(of.kind, kind)
        ]  # fmt: skip

    def related(self, one: str, other: str) -> bool:
        kinds = self.model.kinds
        return one == other or (one in kinds and other in kinds and kinds[one].root == kinds[other].root)

    def listed(self, datum: Datum | None, known: Iterable[str], what: str) -> list[str]:
        """Return the listed names that exist at this table. Report names that do not exist in any variant."""
        for part in _parts(datum):
            self.known(part, known, what)
        return list(_present(datum, self.absent))

    def known(self, datum: Datum | None, known: Iterable[str], what: str, name: str | None = None) -> None:
        """Report the name if it exists neither in `known` nor in an unused variant."""
        name = name if name is not None else _text(datum)
        if datum is not None and name not in known and name not in self.absent:
            self.unknown(datum, what, known, name)

    def unknown(self, datum: Datum, what: str, known: Iterable[str], name: str | None = None) -> None:
        name = name if name is not None else str(datum.value)
        self.sink.add("E241", f"there is no {what} `{name}`", datum.place, hint=did_you_mean(name, known))


def _present(datum: Datum | None, absent: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in _texts(datum) if name not in absent)


def _parts(datum: Datum | None) -> Iterable[Datum]:
    return datum.parts.values() if datum is not None else ()


def _entries(datum: Datum | None) -> Iterable[tuple[str, Datum]]:
    return [(str(name), part) for name, part in datum.parts.items()] if datum is not None else []


def _text(datum: Datum | None) -> str:
    return str(datum.value) if datum is not None and isinstance(datum.value, (str, int)) else ""


def _texts(datum: Datum | None) -> tuple[str, ...]:
    return tuple(str(part.value) for part in _parts(datum))


def _pairs(datum: Datum | None) -> dict[str, str]:
    return {name: str(part.value) for name, part in _entries(datum)}
