"""Checks requirements for a board that its schema cannot express.

Names must refer to things, edges must join places, and every value must have a source. This module skips values of the
wrong shape, because `dsl.board.schema_faults` reports them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dsl import ast
from dsl.board.board_data import CALLED, ENDS, HEADING, MARKS, NAME_MARK, PIECES, POSITION, BoardData, Row
from dsl.board.schema import RESERVED, SEATS, DeclaredKinds
from dsl.board.schema_faults import article
from dsl.board.yaml_data import Datum
from dsl.diagnostics import Sink, did_you_mean
from dsl.source import NOWHERE, Span

FEW = 5


def check_references(declarations: Sequence[ast.Declaration], board: BoardData, sink: Sink) -> None:
    """Check the names, edges and source marks of a board.

    Call `dsl.board.schema_faults.validate` first.
    """
    kinds = DeclaredKinds(declarations)
    things = ThingIndex(kinds, board)
    _check_reserved(kinds, sink)
    _check_unique(kinds, board, sink)
    for kind in kinds.on_board():
        rows = board.kinds.get(kind.name.text, {})
        for row in rows.values():
            for name, field in kinds.fields(kind).items():
                if name in row.values:
                    _check_field(kinds, things, field, row, sink)
        joined = kinds.between(kind)
        if joined and _check_ends(things, kind.name.text, joined, rows.values(), sink):
            check_connected(things, board, kind, sink)
        for row in rows.values() if board.sources else ():
            known = {*kinds.fields(kind), ENDS, PIECES}
            _check_marks(board, row, known, sink)


class ThingIndex:
    """Finds things by kind, whether the rulebook or the board declares them."""

    def __init__(self, kinds: DeclaredKinds, board: BoardData) -> None:
        self.kinds, self.board = kinds, board
        self.found: dict[str, dict[str, None] | None] = {}
        self.kind_of: dict[str, str] = dict.fromkeys(kinds.seats, SEATS)
        for kind in kinds.in_order:
            name = kind.name.text
            for thing in (*kinds.own_names(kind), *kinds.names_of_seats(kind), *board.kinds.get(name, {})):
                self.kind_of.setdefault(thing, name)
        self.stray = {row.name for kind, row in board.rows() if kind not in kinds.by_name}

    def is_a(self, kind: str, ancestor: str) -> bool:
        if kind == ancestor:
            return True
        declared = self.kinds.by_name.get(kind)
        return declared is not None and any(k.name.text == ancestor for k in self.kinds.lineage(declared))

    def of(self, kind: str) -> dict[str, None] | None:
        """Return the things of a kind, in order.

        Return None if some of the things are missing or not yet named.
        """
        if kind not in self.found:
            self.found[kind] = self._of(kind)
        return self.found[kind]

    def _of(self, kind: str) -> dict[str, None] | None:
        below = [each for name, each in self.kinds.by_name.items() if self.is_a(name, kind)]
        named = {each.name.text for each in below if self.kinds.own_names(each) or self.kinds.names_of_seats(each)}
        unnamed = any(each.things in ("numbered", "each") and each.name.text not in named for each in below)
        absent = any(each.things == "board" and not self.board.kinds.get(each.name.text) for each in below)
        if unnamed or absent or not (below or kind == SEATS):
            return None
        return {thing: None for thing, of in self.kind_of.items() if self.is_a(of, kind)}


# ---------------------------------------------------------------- names


def _check_reserved(kinds: DeclaredKinds, sink: Sink) -> None:
    for kind in kinds.in_order:
        for field in kind.fields:
            if field.name.text in RESERVED and kind in {k for b in kinds.on_board() for k in kinds.lineage(b)}:
                sink.add("E248", f"a board file cannot contain a field named `{field.name.text}`", field.name.span,
                         f"`{field.name.text}` has a special meaning in board files",
                         hint="choose another name for the field")  # fmt: skip


def _check_unique(kinds: DeclaredKinds, board: BoardData, sink: Sink) -> None:
    """Report names that several things share.

    Names must be unique, because rules refer to things by name.
    """
    first: dict[str, tuple[str, Span]] = {}
    first[SEATS] = ("", NOWHERE)
    for name, kind in kinds.by_name.items():
        first[name] = ("", kind.name.span)
        first |= dict.fromkeys(kinds.own_names(kind), (name, kind.name.span))
        first |= {word.text: (name, word.span) for word in kind.listed}
    for kind_name, row in board.rows():
        known = first.get(row.name)
        declared = kinds.by_name.get(kind_name)
        if declared is not None and kinds.own_names(declared):
            continue
        if row.name in kinds.seats:
            _name_taken(row, "a seat", NOWHERE, sink)
        elif known is None:
            first[row.name] = (kind_name, row.span)
        else:
            _name_taken(row, article(known[0]) if known[0] else "a kind", known[1], sink)


def _name_taken(row: Row, what: str, earlier: Span, sink: Sink) -> None:
    related = [(earlier, "first used here")] if earlier != NOWHERE else []
    title = f"`{row.name}` is already the name of {what}"
    sink.add("E243", title, row.span, "names must be unique", related=related)


def _check_field(kinds: DeclaredKinds, things: ThingIndex, field: ast.Field, row: Row, sink: Sink) -> None:
    level = [row.values[field.name.text]]
    for key in field.keys:
        for datum in level:
            _check_keys(things, field, key, datum, row, sink)
        level = [part for datum in level if isinstance(datum.value, dict) for part in datum.parts.values()]
    kind = _referred(kinds, field.domain.of)
    for datum in level if kind else []:
        holder = ast.HOLDER_FORMS.get(field.domain.form)
        optional = field.domain.form == "or none" or (holder is not None and holder.one_at_most)
        for name, place in _names_in(datum):
            if not (optional and name == "none"):
                _check_name(things, name, kind, place, sink)


def _check_keys(things: ThingIndex, field: ast.Field, key: ast.Expr, datum: Datum, row: Row, sink: Sink) -> None:
    kind = _referred(things.kinds, key)
    if not kind or not isinstance(datum.value, dict):
        return
    sound = [_check_name(things, str(name), kind, part.key, sink) for name, part in datum.parts.items()]
    if not all(sound) or things.kinds.listed(kind) is not None or field.initial is not None:
        return
    missing = [name for name in things.of(kind) or () if name not in datum.parts]
    if missing:
        few = ", ".join(f"`{name}`" for name in missing[:FEW]) + (", …" if len(missing) > FEW else "")
        title = f"`{field.name.text}` of `{row.name}` has no value for {few}"
        sink.add("E247", title, datum.key, f"each `{kind}` needs a value")


def _referred(kinds: DeclaredKinds, of: ast.Expr | None) -> str:
    """Return the kind of the things that a field refers to, or an empty string.

    If the rulebook lists these things, return an empty string too, because the schema check has tested their names.
    """
    match of:
        case ast.Name() if of.text in kinds.by_name:
            return "" if kinds.listed(of.text) else of.text
        case ast.Aggregate() if of.body is None:
            return _referred(kinds, of.binder.domain)
    return ""


def _names_in(datum: Datum) -> Iterator[tuple[str, Span]]:
    """Yield the things that a value names: the value itself, the entries of a list, or the keys of a bag."""
    if isinstance(datum.value, str):
        yield datum.value, datum.span
    elif isinstance(datum.value, dict):
        yield from ((str(name), part.key) for name, part in datum.parts.items())
    else:
        yield from ((part.value, part.span) for part in datum.parts.values() if isinstance(part.value, str))


def _check_name(things: ThingIndex, name: str, kind: str, place: Span, sink: Sink) -> bool:
    known = things.of(kind)
    if known is None or name in known or name in things.stray or not name[:1].isupper():
        return name in (known or ())
    if name in things.kind_of:
        actual = things.kind_of[name]
        sink.add("E242", f"`{name}` is {article(actual)}, not {article(kind)}", place, f"expected {article(kind)}")
    else:
        hint = did_you_mean(name, known) or f"list it in the board file under `{kind}:`"
        sink.add("E241", f"there is no `{kind}` named `{name}`", place, "the board does not list it", hint=hint,
                 missing=name)  # fmt: skip
    return False


# ---------------------------------------------------------------- edges


def _check_ends(things: ThingIndex, kind: str, joined: str, rows: Iterable[Row], sink: Sink) -> bool:
    """Return True if every edge joins two different places that exist; otherwise, report faults."""
    every = True
    first: dict[frozenset[str], Row] = {}
    for row in rows:
        ends = list(_names_in(row.values[ENDS])) if ENDS in row.values else []
        if len(ends) != 2:
            every = False
            continue
        sound = [_check_name(things, name, joined, place, sink) for name, place in ends]
        pair = frozenset(name for name, _ in ends)
        every = every and all(sound) and len(pair) == 2
        if len(pair) == 1:
            sink.add("E244", f"`{row.name}` leads from `{ends[0][0]}` to itself", ends[1][1], "this is the same place")
        elif pair in first and all(sound):
            title = f"`{row.name}` joins the same two places as `{first[pair].name}`"
            sink.add("W201", title, row.values[ENDS].span, f"a second `{kind}` between them",
                     related=[(first[pair].values[ENDS].span, "the first one")])  # fmt: skip
        else:
            first[pair] = row
    return every


def check_connected(things: ThingIndex, board: BoardData, kind: ast.Kind, sink: Sink) -> None:
    """Warn if the graph of an edge kind is not connected.

    Ignore kinds of places that no such edge joins.
    """
    name = kind.name.text
    heading = board.root.parts[HEADING].parts if HEADING in board.root.parts else {}
    meant = heading["apart"].value if "apart" in heading else []
    if isinstance(meant, list) and name in meant:
        return
    edges = [
        tuple(end for end, _ in _names_in(row.values[ENDS]))
        for row in board.kinds.get(name, {}).values()
        if ENDS in row.values
    ]
    touched = {things.kind_of.get(end, "") for edge in edges for end in edge}
    places = [place for place in things.of(things.kinds.between(kind)) or {} if things.kind_of[place] in touched]
    parts = _parts(places, edges)
    if len(parts) < 2:
        return
    small = min(parts, key=len)
    few = ", ".join(f"`{place}`" for place in small[:FEW]) + (", …" if len(small) > FEW else "")
    other = next(part for part in parts if part is not small)[0]
    title = f"{few} {'is' if len(small) == 1 else 'are'} cut off: no `{name}` leads there from `{other}`"
    hint = f"add {article(name)} if this is a mistake, or write `apart: [{name}]` under `board` if it is intended"
    sink.add("W202", title, board.root.parts[name].key, f"the board consists of {len(parts)} separate parts", hint=hint)


def _parts(places: Sequence[str], edges: Iterable[tuple[str, ...]]) -> list[list[str]]:
    """Return the connected components of a graph as lists of places."""
    neighbours: dict[str, list[str]] = {place: [] for place in places}
    for edge in edges:
        if len(edge) == 2 and all(end in neighbours for end in edge):
            neighbours[edge[0]].append(edge[1])
            neighbours[edge[1]].append(edge[0])
    seen: set[str] = set()
    parts = []
    for place in places:
        if place in seen:
            continue
        part, todo = [], [place]
        seen.add(place)
        while todo:
            here = todo.pop()
            part.append(here)
            fresh = [near for near in dict.fromkeys(neighbours[here]) if near not in seen]
            seen.update(fresh)
            todo += fresh
        parts.append(part)
    return parts


# ---------------------------------------------------------------- sources


def _check_marks(board: BoardData, row: Row, known: set[str], sink: Sink) -> None:
    """Report values without a source mark, and marks that the legend does not explain.

    Skip unknown and missing values, because other checks report them.
    """
    legend = ", ".join(f"`{mark}`" for mark in board.sources)
    data = [
        *(name for name in row.values if name in known),
        *([POSITION] if POSITION in row.body.parts else []),
    ]
    if MARKS not in row.body.parts:
        if data:
            title = f"`{row.name}` has no source mark"
            sink.add("E245", title, row.span, "`source` is missing",
                     hint=f"add `source:` with one of {legend}")  # fmt: skip
        return
    source = row.body.parts[MARKS]
    for datum in data if isinstance(source.value, (str, dict)) else ():
        if datum not in row.marks:
            sink.add("E245", f"`{datum}` of `{row.name}` has no source", row.body.parts[datum].key,
                     "no source mark covers this value")  # fmt: skip
    used = source.parts.values() if source.parts else [source]
    for mark in used:
        if isinstance(mark.value, str) and mark.value not in board.sources:
            sink.add("E246", f"the legend has no source mark `{mark.value}`", mark.place, f"the legend has {legend}")
    for name, mark in source.parts.items():
        if name not in data and name not in known and name not in (NAME_MARK, CALLED):
            title = f"`{row.name}` has no value `{name}`, so this source mark has no meaning"
            sink.add("E246", title, mark.key, "the row has no value of this name",
                     hint=did_you_mean(str(name), data))  # fmt: skip
