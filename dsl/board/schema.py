"""Derives the schema of a board file from the rulebook.

The rulebook says which kinds come `from board`, and which facts their things have. Editors and
`dsl.board.schema_faults` use the resulting JSON Schema. `dsl.board.references` checks requirements that a schema cannot
express, such as references to existing things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dsl import ast
from dsl.board.board_data import CALLED, ENDS, HEADING, MARKS, NAME_MARK, PIECES, POSITION
from dsl.board.grid_headings import CORNER, EDGE, GAP, GRID, ROWS, WORDS, Grid
from dsl.board.grid_shapes import SHAPES
from dsl.board.yaml_data import NAME_PATTERN
from dsl.limits import MOST_THINGS

Schema = dict[str, Any]

SEATS = "Player"
"""The built-in kind whose things are the seats."""

RESERVED = (ENDS, PIECES, POSITION, MARKS, NAME_MARK)
"""Names that a field of a kind on the board cannot have."""


# ---------------------------------------------------------------- declared kinds


class DeclaredKinds:
    """The kinds that a rulebook declares, by name, with methods that find their ancestors and fields."""

    def __init__(self, declarations: Sequence[ast.Declaration]) -> None:
        self.by_name = {each.name.text: each for each in reversed(declarations) if isinstance(each, ast.Kind)}
        self.numbers = {each.name.text: each.value for each in declarations if isinstance(each, ast.Number)}
        self.seats = tuple(seat.text for each in declarations if isinstance(each, ast.Rulebook) for seat in each.seats)
        self.in_order = tuple(
            each for each in declarations
            if isinstance(each, ast.Kind) and self.by_name[each.name.text] is each
        )  # fmt: skip

    def lineage(self, kind: ast.Kind) -> Iterator[ast.Kind]:
        """Yield a kind and its ancestors, nearest first, and stop at an unknown name or a cycle."""
        seen: set[str] = set()
        here: ast.Kind | None = kind
        while here is not None and here.name.text not in seen:
            yield here
            seen.add(here.name.text)
            here = self.by_name.get(here.parent.text) if here.parent is not None else None

    def fields(self, kind: ast.Kind) -> dict[str, ast.Field]:
        """Return the fields that each thing of a kind has, inherited fields first."""
        found: dict[str, ast.Field] = {}
        for each in reversed(list(self.lineage(kind))):
            found.update((field.name.text, field) for field in each.fields if field.name.text not in RESERVED)
        return found

    def between(self, kind: ast.Kind) -> str:
        """Return the kind of the places that edges of this kind join, or an empty string."""
        return next((each.between.text for each in self.lineage(kind) if each.between is not None), "")

    def has_pieces(self, kind: ast.Kind) -> bool:
        return any(each.pieces == "board" for each in self.lineage(kind))

    def on_board(self) -> list[ast.Kind]:
        """Return the kinds for which the board file must list things or give facts."""
        return [kind for kind in self.in_order if kind.things == "board" or self._told(kind)]

    def needs_rows(self, kind: ast.Kind) -> bool:
        """Return True if the board file must have a section for a kind on the board.

        A kind with `pieces from board` whose things are not from the board is a fault in itself.
        """
        return kind.things == "board" or any(field.initial is None for field in self.fields(kind).values())

    def _told(self, kind: ast.Kind) -> bool:
        return bool(self.own_names(kind)) and (self.needs_rows(kind) or self.has_pieces(kind))

    def own_names(self, kind: ast.Kind) -> list[str]:
        """Return the names of the things that a kind itself lists or numbers in the rulebook."""
        if kind.things == "numbered" and kind.each is None:
            return [f"{kind.name.text}{n}" for n in self._numbers(kind)]
        return [word.text for word in kind.listed]

    def _numbers(self, kind: ast.Kind) -> range:
        """Return the numbers of the things of a numbered kind."""
        range_ = kind.number if isinstance(kind.number, ast.Range) else None
        first = 1 if range_ is None else self.constant(range_.low) or 0
        last = self.constant(kind.number if range_ is None else range_.high) or 0
        return range(first, min(last, first + MOST_THINGS - 1) + 1)

    def names_of_seats(self, kind: ast.Kind) -> list[str]:
        """Return the names of the things that a kind makes for each seat, if the rulebook names the seats."""
        if kind.each is None or kind.each.text != SEATS:
            return []
        if kind.things != "numbered":
            return [f"{kind.name.text}_{seat}" for seat in self.seats]
        own = self._numbers(kind)
        every = range(own.start, own.start + min(len(own) * len(self.seats), MOST_THINGS))
        by_owner = [f"{kind.name.text}{n}_{seat}" for seat in self.seats for n in own]
        return [*by_owner, *(f"{kind.name.text}{n}" for n in every)]

    def listed(self, name: str) -> tuple[str, ...] | None:
        """Return the names of all things of a kind, or None if the board file names some of them."""
        if name == SEATS and name not in self.by_name:
            return self.seats or None
        names: list[str] = []
        for kind in self.in_order:
            if any(above.name.text == name for above in self.lineage(kind)):
                own = self.own_names(kind)
                if not own and kind.things:
                    return None
                names += own
        return tuple(names) or None

    def columns(self, field: ast.Field) -> int | None:
        """Return how many columns a field has that is a row of numbers, or None for any other field."""
        match field.keys:
            case (ast.Range() as key,):
                low, high = self.constant(key.low), self.constant(key.high)
                return max(0, high - low + 1) if low is not None and high is not None else None
        return None

    def constant(self, expr: ast.Expr | None) -> int | None:
        """Return the value of a constant expression, or None if the expression is not constant."""
        match expr:
            case ast.Integer():
                return expr.value
            case ast.Negative():
                value = self.constant(expr.of)
                return None if value is None else -value
            case ast.Name() if expr.text in self.numbers:
                inner = self.numbers[expr.text]
                return None if isinstance(inner, ast.Name) else self.constant(inner)
            case ast.Arithmetic():
                return _worked_out(expr.op, self.constant(expr.left), self.constant(expr.right))
        return None


def _worked_out(op: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    return None


# ---------------------------------------------------------------- domains


def member_schema(kinds: DeclaredKinds, of: ast.Expr | None) -> Schema:
    """Return the schema for one member of a domain."""
    match of:
        case ast.Range():
            return _range(kinds, of)
        case ast.Name() if of.text in kinds.by_name or of.text == SEATS:
            listed = kinds.listed(of.text)
            return {"title": of.text, "enum": list(listed)} if listed else reference(of.text)
        case ast.Name() if of.text[:1].isupper():
            return reference(of.text)
        case ast.Braces() if of.items and all(isinstance(item, ast.Name) for item in of.items):
            return {"enum": [item.text for item in of.items if isinstance(item, ast.Name)]}
        case ast.Braces() if of.items and all(kinds.constant(item) is not None for item in of.items):
            return {"enum": [kinds.constant(item) for item in of.items]}
        case ast.Aggregate() if isinstance(of.binder.domain, ast.Name) and of.body is None:
            return member_schema(kinds, of.binder.domain)
    return {"type": "integer"}


def reference(kind: str) -> Schema:
    return {"title": kind, "type": "string", "pattern": NAME_PATTERN}


def _range(kinds: DeclaredKinds, of: ast.Range) -> Schema:
    low, high, step = kinds.constant(of.low), kinds.constant(of.high), kinds.constant(of.step)
    if low is not None and high is not None and step and low % step and 0 < (high - low) // step < 1000:
        return {"enum": list(range(low, high + 1, step))}
    schema: Schema = {"type": "integer"}
    if low is not None:
        schema["minimum"] = low
    if high is not None:
        schema["maximum"] = high
    if step is not None and step > 1:
        schema["multipleOf"] = step
    return schema


def domain_schema(kinds: DeclaredKinds, domain: ast.Domain) -> Schema:
    """Return the schema for a field with this domain."""
    match domain.form:
        case "flag":
            return {"type": "boolean"}
        case "money":
            return {"type": "integer", "minimum": 0}
        case "or none":
            return _or_none(member_schema(kinds, domain.of))
        case form if form in ast.HOLDER_FORMS:
            return _holder_schema(kinds, domain, ast.HOLDER_FORMS[form])
    return member_schema(kinds, domain.of)


def _holder_schema(kinds: DeclaredKinds, domain: ast.Domain, traits: ast.HolderTraits) -> Schema:
    if traits.one_at_most:
        return _or_none(member_schema(kinds, domain.of))
    if traits.ordered:
        return _many(kinds, domain)
    if traits.counted:
        return _by_key(kinds, domain.of, {"type": "integer", "minimum": 0}, False)
    return _many(kinds, domain) | {"uniqueItems": True}


def _or_none(schema: Schema) -> Schema:
    if "enum" in schema:
        return schema | {"enum": [*schema["enum"], "none", None]}
    if schema.get("type") == "string":
        return schema | {"type": ["string", "null"], "pattern": f"^none$|{NAME_PATTERN}"}
    return {"anyOf": [schema, {"enum": ["none", None]}]}


def _many(kinds: DeclaredKinds, domain: ast.Domain) -> Schema:
    schema: Schema = {"type": "array", "items": member_schema(kinds, domain.of)}
    if (most := kinds.constant(domain.at_most)) is not None:
        schema["maxItems"] = most
    return schema


def _by_key(kinds: DeclaredKinds, key: ast.Expr | None, inner: Schema, every: bool) -> Schema:
    """Return the schema of an object whose keys are the members of a domain.

    Args:
        every: True to require a value for each member, provided that the rulebook lists the members.
    """
    member = member_schema(kinds, key)
    schema: Schema = {"type": "object"}
    if "enum" in member:
        names = [str(name) for name in member["enum"]]
    elif {"minimum", "maximum"} <= member.keys() and member["maximum"] - member["minimum"] < 1000:
        names = [str(n) for n in range(member["minimum"], member["maximum"] + 1, member.get("multipleOf", 1))]
    else:
        pattern = member.get("pattern", r"^-?\d+$")
        return schema | {"propertyNames": {"pattern": pattern}, "additionalProperties": inner}
    schema |= {"properties": dict.fromkeys(names, inner), "additionalProperties": False}
    return schema | {"required": names} if every else schema


def field_schema(kinds: DeclaredKinds, field: ast.Field) -> Schema:
    schema = domain_schema(kinds, field.domain)
    if (size := kinds.columns(field)) is not None:
        schema = {"type": "array", "items": schema, "minItems": size, "maxItems": size}
    for key in reversed(field.keys if size is None else ()):
        schema = _by_key(kinds, key, schema, field.initial is None)
    return schema | {"description": field.domain.span.text}


# ---------------------------------------------------------------- the file


def derive_schema(declarations: Sequence[ast.Declaration], grids: Sequence[Grid] = ()) -> Schema:
    """Return the JSON Schema (2020-12) of a rulebook's board file.

    Args:
        grids: The grids on the board, if there are any. With grids, the schema describes the file as authors write it.
            Such a schema accepts rows of cells, and does not require values that a grid fills in.
    """
    kinds = DeclaredKinds(declarations)
    books = [each for each in declarations if isinstance(each, ast.Rulebook)]
    title = books[0].title if books else "Board"
    shown = {kind.name.text: _kind_schema(kinds, kind) for kind in kinds.on_board()}
    follows: set[str] = set()
    for kind in kinds.on_board() if grids else ():
        name = kind.name.text
        shown[name] = grid_schema(shown[name], [above.name.text for above in kinds.lineage(kind)], grids)
        if any(name in (grid.corners, grid.edges, grid.neighbours) for grid in grids):
            follows.add(name)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": f"Board data of {title}, required by the rulebook.",
        "type": "object",
        "properties": {HEADING: heading_schema(), **shown},
        "required": [HEADING, *(kind.name.text for kind in kinds.on_board()
                                if kind.name.text not in follows and kinds.needs_rows(kind))],
        "additionalProperties": False,
    }


def grid_schema(plain: Schema, lineage: Sequence[str], grids: Sequence[Grid]) -> Schema:
    """Return the schema of a kind on a board with grids.

    Values that a grid fills in become optional, and the cells are written as rows of names.

    Args:
        plain: The schema that the kind would have on a board without grids.
        lineage: The kind and its ancestors, nearest first.
    """
    filled = {fact for grid in grids for kind, fact in grid.filled if kind in lineage}
    if not filled or "additionalProperties" not in plain or "propertyNames" not in plain:
        return plain
    row = dict(plain["additionalProperties"])
    row["required"] = [name for name in row["required"] if name not in filled]
    for grid in grids:
        shape = SHAPES[grid.shape]
        for word, kind, sides in ((CORNER, grid.corners, shape.corners), (EDGE, grid.edges, shape.edges)):
            if kind in lineage:
                where = [reference(grid.cells), {"enum": list(sides)}]
                pair = {"type": "array", "prefixItems": where, "minItems": 2, "maxItems": 2}
                row["properties"] = row["properties"] | {word: pair}
    if any(grid.cells == lineage[0] for grid in grids):
        return {name: plain[name] for name in ("title", "description", "type")} | _heading_of_grid(lineage[0], row)
    return {name: part for name, part in plain.items() if name != "minProperties"} | {"additionalProperties": row}


def _heading_of_grid(kind: str, row: Schema) -> Schema:
    """Return the schema of the board file's entry for a kind of cells.

    The entry contains the heading of a grid, and may contain rows for some cells.
    """
    text: Schema = {"type": "string", "minLength": 1}
    cell: Schema = {"anyOf": [reference(kind), {"enum": [GAP]}]}
    parts: Schema = {
        GRID: {"enum": list(SHAPES)},
        ROWS: {"type": "array", "items": {"type": "array", "items": cell}, "minItems": 1},
        MARKS: text,
    }
    for name, words in WORDS.items():
        said = dict.fromkeys(words, text)
        parts[name] = {"type": "object", "properties": said, "required": ["kind"], "additionalProperties": False}
    return {
        "properties": parts,
        "patternProperties": {NAME_PATTERN: row},
        "required": [GRID, ROWS],
        "additionalProperties": False,
    }


def heading_schema() -> Schema:
    """Return the schema of `board:`, the heading of a board file."""
    text: Schema = {"type": "string", "minLength": 1}
    return {
        "type": "object",
        "properties": {
            "title": text,
            "reconstructed": {"type": "boolean"},
            "note": text,
            "sources": {"type": "object", "additionalProperties": text, "minProperties": 1},
            "apart": {"type": "array", "items": text, "uniqueItems": True},
        },
        "required": ["title", "reconstructed"],
        "additionalProperties": False,
    }


def _kind_schema(kinds: DeclaredKinds, kind: ast.Kind) -> Schema:
    schema: Schema = {
        "title": kind.name.text,
        "description": kind.span.text.partition("\n")[0].partition(" [")[0].strip(),
        "type": "object",
    }
    row = _row_schema(kinds, kind)
    if names := kinds.own_names(kind):
        return schema | {
            "properties": dict.fromkeys(names, row),
            "required": names,
            "additionalProperties": False,
        }
    return schema | {
        "propertyNames": {"pattern": NAME_PATTERN},
        "additionalProperties": row,
        "minProperties": 1,
    }


def _row_schema(kinds: DeclaredKinds, kind: ast.Kind) -> Schema:
    fields = kinds.fields(kind)
    properties = {name: field_schema(kinds, field) for name, field in fields.items()}
    required = [name for name, field in fields.items() if field.initial is None]
    if joined := kinds.between(kind):
        properties[ENDS] = {"type": "array", "items": reference(joined), "minItems": 2, "maxItems": 2}
        required.insert(0, ENDS)
    if kinds.has_pieces(kind):
        properties[PIECES] = {"type": "integer", "minimum": 0}
        required.append(PIECES)
    whole = {"type": "integer", "minimum": 0}
    mark = {"type": "string", "minLength": 1}
    properties[POSITION] = {"type": "array", "items": whole, "minItems": 2, "maxItems": 2}
    properties.setdefault(CALLED, mark)
    properties[MARKS] = {"type": ["string", "object"], "minLength": 1, "additionalProperties": mark}
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
