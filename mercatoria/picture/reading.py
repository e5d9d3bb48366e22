"""Parses `picture.yaml` and checks its names against the rulebook.

`docs/picture.md` documents the file format. Each error is reported as a diagnostic that points to a line of the file.
If the file has errors, the game is drawn with the default picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rich.color import Color, ColorParseError

from dsl.ast import Kind, State, Value
from dsl.board import Datum, read_yaml
from dsl.checking import Checked
from dsl.diagnostics import Sink
from dsl.folder import GameFolder
from dsl.model import Bag, Flag, Many, Model, Ref
from interpreter.position import once
from interpreter.table import CompiledGame
from mercatoria.picture.file_checks import FileChecks, entries_of, pairs_of, parts_of, present, text_of, texts_of
from mercatoria.picture.file_keys import AREAS, CHART, COLUMN, GROUND, ICON, MARK, SHAPE, TOKEN, TRAVELLER
from mercatoria.picture.introduction import LUCK, SAY, TEXTS, about_in, first_game_in
from mercatoria.picture.picture import (
    AROUND_PLACES,
    COLOURS,
    FILE,
    FORMS,
    HUES,
    LANDS,
    NO_SEA,
    OUTSIDE,
    PIPS,
    PLAYER,
    SHAPES,
    SIGNS,
    TERRAINS,
    TINTS,
    Areas,
    Chart,
    Column,
    Ground,
    Icon,
    Mark,
    MovingKind,
    Picture,
    keyed_by,
)
from mercatoria.picture.placeholders import blanks_in
from mercatoria.picture.stage import titles_of, translated_stage
from mercatoria.picture.stage_reading import cards_in, stage_in, titles_in

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
    if not folder.reader.exists(file) or checked.model is None:
        return Picture()
    source = folder.reader.source(file, f"{folder.shown}/{FILE}", sink, folder.path)
    root = read_yaml(source, sink) if source is not None else None
    if root is None:
        return Picture()
    reader = _Reader(sink, _absent(folder, checked.model), checked.model, checked.names)
    found = reader.picture(root, folder)
    if folder.words is not None:
        words = folder.words.section(TEXTS)
        titles = {str(key): text_of(words.get(key)) for key in titles_of(found.stage) if key in words}
        texts = {key: text for key, text in words.items() if key not in (SAY, LUCK, *titles)}
        own = reader.texts(Datum(None, root.span, root.span, texts))
        found = replace(found, texts={**found.texts, **own}, stage=translated_stage(found.stage, titles))
    return found if not sink.errors else Picture()


def described(folder: GameFolder) -> dict[str, str]:
    """Return the descriptions in the picture file of a game, by thing, kind or move."""
    source = folder.reader.source(folder.path / FILE, f"{folder.shown}/{FILE}", Sink(), folder.path)
    root = read_yaml(source, Sink()) if source is not None else None
    if root is None:
        return {}
    about = pairs_of(root.parts.get("about"))
    said = {key: about[key.partition(".")[2]] for key in (SAY, LUCK) if key.partition(".")[2] in about}
    return pairs_of(root.parts.get(TEXTS)) | said | titles_in(root.parts.get("stage"))


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


class _Reader(FileChecks):
    """Parses one picture file and checks its names against one game."""

    def picture(self, root: Datum, folder: GameFolder) -> Picture:
        parts = self.group(root, SHAPE, ())
        self.colours(parts.get("colours"))
        lines = text_of(parts.get("lines"))
        if lines and (lines not in self.model.kinds or self.model.kinds[lines].ends is None):
            edges = [name for name, of in self.model.kinds.items() if of.ends is not None]
            self.unknown(parts["lines"], "kind that joins places", edges)
        elif lines:
            self.known(parts.get("price"), self.facts(lines), f"fact of {lines}")
        for part in parts_of(parts.get("always")):
            self.known(part, self.model.kinds, "kind")
        charted = [text_of(part.parts.get("kind")) for part in parts_of(parts.get("charts"))]
        return Picture(
            texts_of(parts.get("colours")), texts_of(parts.get("letters")), tuple(self.marks(parts.get("map"))),
            lines, text_of(parts.get("price")), "broad" in parts and bool(parts["broad"].value),
            self.space(parts.get("space")), self.areas(parts.get("areas")), self.ground(parts),
            self.icons(parts.get("icons")),
            tuple(self.columns(parts.get("players"))),
            tuple(self.listed(parts.get("effects"), self.fields(PLAYER), f"field of {PLAYER}")),
            self.table(parts.get("table")),
            tuple(self.charts(parts.get("charts"))), tuple(self.travellers(parts.get("travellers"))),
            self.texts(parts.get(TEXTS)), present(parts.get("always"), self.absent),
            tuple(self.listed(parts.get("hide"), [each.name for each in self.model.fields], "field")),
            tuple(stage_in(parts.get("stage"), self, charted)), cards_in(parts.get("cards"), self),
            about_in(parts, self, folder), first_game_in(parts, self, folder),
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
        match [part.value for part in parts_of(datum)]:
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
        for thing, tint in entries_of(parts.get("tints")):
            self.known(tint, self.model.kinds[kind].things, "thing", thing)
            self.known(tint, TINTS, "tint")
        return Areas(kind, text_of(parts.get("by")), pairs_of(parts.get("tints")))

    def ground(self, parts: dict[str, Datum]) -> Ground:
        """Return the ground of the map, from the entries `ground`, `terrain` and `token`."""
        inside = self.group(parts["ground"], GROUND, ()) if "ground" in parts else {}
        self.known(inside.get("land"), LANDS, "land")
        sea = inside.get("sea")
        if sea is not None and not sea.parts:
            self.known(sea, (OUTSIDE, NO_SEA), "sea")
        kinds = tuple(self.listed(sea, self.model.kinds, "kind"))
        things = [*self.model.kinds, *(thing for each in self.model.kinds.values() for thing in each.things)]
        for name, part in entries_of(parts.get("terrain")):
            self.known(part, things, "thing or kind", name)
            self.known(part, TERRAINS, "terrain")
        token = self.group(parts["token"], TOKEN, ()) if "token" in parts else {}
        self.known(token.get("number"), (PIPS,), "sign for numbers")
        land = text_of(inside.get("land")) or AROUND_PLACES
        return Ground(land, text_of(sea) != NO_SEA, kinds, pairs_of(parts.get("terrain")), "number" in token)

    def icons(self, datum: Datum | None) -> dict[str, Icon]:
        """Return the icon of each named thing, kind or field."""
        known = [
            *self.model.kinds,
            *self.fields(""),
            *(thing for each in self.model.kinds.values() for thing in each.things),
        ]
        found = {}
        for name, part in entries_of(datum):
            if name in self.absent:
                continue
            self.known(part, known, "thing, kind or field of the game", name)
            parts = self.group(part, ICON, ())
            self.known(parts.get("sign"), SIGNS, "sign")
            self.known(parts.get("colour"), HUES, "colour of icons")
            found[name] = Icon(text_of(parts.get("sign")), text_of(parts.get("colour")))
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
            self.known(dim, flags, f"field of {kind}, or condition", text_of(dim).removeprefix("not ").strip())
            things = [thing for each in self.model.kinds.values() for thing in each.things]
            for thing, sign in entries_of(parts.get("signs")):
                self.known(sign, [*things, text_of(parts.get("token"))], "thing", thing)
            naming = parts["name"].value if "name" in parts else True
            if naming not in (True, False, ROOM):
                self.sink.add("E233", f"`name` must be yes, no, or `{ROOM}`", parts["name"].place)
            held = [*self.fields(kind), *self.values_for(kind, Bag, Many, Ref)]
            pieces = tuple(self.listed(parts.get("pieces"), held, f"field of {kind}, or value that lists pieces"))
            self.known(parts.get("shape"), SHAPES, "shape")
            yield Mark(
                kind, naming is True, naming == ROOM, text_of(parts.get("number")), text_of(parts.get("token")),
                text_of(dim), pieces, text_of(parts.get("room")), tuple(self.listed(parts.get("below"), known, of)),
                text_of(parts.get("shape")), tuple(self.listed(parts.get("centre"), pieces, "field in `pieces`")),
                pairs_of(parts.get("signs")),
            )  # fmt: skip

    def travellers(self, datum: Datum | None) -> Iterable[MovingKind]:
        for part in self.applying(datum):
            parts = self.group(part, TRAVELLER, ("field",))
            kind = self.kind(parts) if "kind" in parts else ""
            found = MovingKind(
                text_of(parts.get("field")), kind, text_of(parts.get("sign")), text_of(parts.get("load"))
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
            yield Chart(kind, tuple(rows), text_of(parts.get("track")), tables)

    def columns(self, datum: Datum | None) -> Iterable[Column]:
        for part in self.applying(datum):
            parts = self.group(part, COLUMN, ("field",))
            name = text_of(parts.get("field"))
            self.known(parts.get("field"), self.fields(PLAYER), f"field of {PLAYER}")
            self.known(parts.get("sign"), SIGNS, "sign")
            self.known(parts.get("as"), FORMS, "form")
            first = "first" in parts and bool(parts["first"].value)
            yield Column(
                name, text_of(parts.get("title")), text_of(parts.get("by")), text_of(parts.get("sign")),
                text_of(parts.get("as")), first,
            )  # fmt: skip

    def texts(self, datum: Datum | None) -> dict[str, str]:
        kinds = {thing: kind.name for kind in self.model.kinds.values() for thing in kind.things}
        kinds |= {name: name for name in self.model.kinds}
        moves = self.moves(key for key, _ in entries_of(datum) if key not in kinds)
        for key, part in entries_of(datum):
            if key in self.absent:
                continue
            self.known(part, [*kinds, *moves], "thing, kind or move", key)
            if not isinstance(part.value, str):
                self.sink.add("E233", f"`{key}` must be text", part.place)
                continue
            known = [*(self.named(kinds[key]) if key in kinds else ()), *self.names.constants]
            for name in blanks_in(part.value) if key in kinds or key in moves else ():
                self.known(part, known, f"fact or field of {kinds[key]}" if key in kinds else "number", name)
        return pairs_of(datum)

    def colours(self, datum: Datum | None) -> None:
        for part in parts_of(datum):
            try:
                Color.parse(str(part.value))
            except ColorParseError:
                self.unknown(part, "colour", COLOURS)
