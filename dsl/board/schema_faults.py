"""Reports violations of the schema at their position in the board file, in the author's terms.

The schema library finds the violations, and this module writes one diagnostic for each mistake. For example, a misspelt
field is not reported a second time as missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator

from dsl.board.board_data import CALLED, ENDS, HEADING, MARKS, NAME_MARK, POSITION, BoardData
from dsl.board.yaml_data import Datum, all_parts
from dsl.diagnostics import Sink, did_you_mean, nearest, suggestion
from dsl.limits import MOST_FAULTS
from dsl.source import Span

Path = tuple[str | int, ...]

READ_NAME = f"write `{CALLED}` for the name that players read"
"""Hint for a value under the key of the source mark of a name."""


@dataclass(frozen=True, slots=True)
class SchemaViolation:
    """A violation found by the schema library.

    `rule` is the violated keyword of the schema, and `bound` is the value of this keyword.
    """

    rule: str
    bound: Any
    there: Any
    schema: dict[str, Any]
    path: Path
    of_name: bool


MOST_VIOLATIONS = 10 * MOST_FAULTS
"""Maximum number of violations to examine; one diagnostic may cover several of them."""

FEW = 8
"""Maximum number of names that a message lists."""

LONGEST = 40


def validate(board: BoardData, schema: dict[str, Any], sink: Sink) -> None:
    """Report every violation of the schema that a rulebook implies for its board."""
    if not _grids_fit(board, schema, sink):
        return
    found: list[SchemaViolation] = []
    for each in islice(Draft202012Validator(schema).iter_errors(board.root.value), MOST_VIOLATIONS):
        piece: Any = each.schema
        of_name = "propertyNames" in each.absolute_schema_path
        path = tuple(each.absolute_path)
        found.append(SchemaViolation(str(each.validator), each.validator_value, each.instance, piece, path, of_name))
    _Faults(board, sink).report(found)


def _grids_fit(board: BoardData, schema: dict[str, Any], sink: Sink) -> bool:
    """Return True if the rulebook declares all kinds and facts that the grids fill in.

    Report a missing kind or fact only once, instead of once per cell.
    """
    kinds = schema["properties"]
    sound = True
    for grid in board.grids:
        for (kind, fact), place in grid.filled.items():
            known = kinds.get(kind, {}).get("additionalProperties") or {"properties": [fact]}
            if fact not in known["properties"]:
                sound = False
                title = f"{article(kind)} has no `{fact}`"
                sink.add("E231", title, place, "not known here", hint=did_you_mean(fact, known["properties"]))
    return sound


def article(word: str) -> str:
    return f"an `{word}`" if word[:1].upper() in "AEIOUÄÖÜ" else f"a `{word}`"


def listing(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted)


# ---------------------------------------------------------------- descriptions of expected and found values


def expected(schema: dict[str, Any]) -> str:
    """Return a description of what the schema requires, to follow the words `must be`."""
    if "anyOf" in schema:
        return " or ".join(expected(each) for each in schema["anyOf"])
    if "enum" in schema:
        names = [str(name) for name in schema["enum"] if name is not None]
        return listing(names) if len(names) <= FEW else f"the name of {article(schema.get('title', 'thing'))}"
    kind = schema.get("type")
    if kind == "integer":
        return _whole_number(schema)
    if kind == "boolean":
        return "`yes` or `no`"
    if kind == "array":
        number = schema.get("minItems")
        of = {None: "", 1: " of one entry", 2: " of two entries"}.get(number, f" of {number} entries")
        return f"a list{of}, like `[…, …]`"
    if kind == "object":
        return "names with values, like `{…: …, …: …}`"
    if isinstance(kind, list) and "object" in kind:
        return "one source mark, or one for each value"
    if "title" in schema:
        none = " or `none`" if isinstance(kind, list) else ""
        return f"the name of {article(schema['title'])}{none}"
    return "text"


def _whole_number(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    words = "a whole number"
    if low is not None and high is not None:
        words += f" from {low} to {high}"
    elif low is not None:
        words += f", {low} or more"
    elif high is not None:
        words += f", {high} or less"
    return words + (f" in steps of {schema['multipleOf']}" if "multipleOf" in schema else "")


def shown(datum: Datum) -> str:
    """Return a value as the author wrote it, for use in a message."""
    if isinstance(datum.value, dict):
        return "names with values" if datum.value else "nothing"
    if isinstance(datum.value, list):
        return "a list"
    text = " ".join(datum.span.text.split())
    if datum.quoted:
        text = f"the text {text}"
    elif isinstance(datum.value, str):
        text = f"`{text}`"
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


# ---------------------------------------------------------------- reports of individual violations


class _Faults:
    def __init__(self, board: BoardData, sink: Sink) -> None:
        self.board, self.sink = board, sink
        self.respelt: set[Path] = set()
        self.empty: list[Path] = []
        self.word: dict[str, Callable[[SchemaViolation, Path, Datum], None]] = {
            "additionalProperties": self._unknown,
            "required": self._missing,
            "minProperties": self._nothing_listed,
            "minItems": self._how_many,
            "maxItems": self._how_many,
            "uniqueItems": self._twice,
        }

    def report(self, errors: list[SchemaViolation]) -> None:
        for path, datum in all_parts(self.board.root):
            if datum.value is None:
                self.empty.append(path)
                self._empty(path, datum)
        for error in sorted(errors, key=lambda each: each.rule != "additionalProperties"):
            path = error.path
            if path in self.empty:
                continue
            if error.of_name:
                self._bad_name(str(error.there), path)
            else:
                self.word.get(error.rule, self._wrong_value)(error, path, self.at(path))

    def at(self, path: Path) -> Datum:
        datum = self.board.root
        for name in path:
            datum = datum.parts[name]
        return datum

    def subject(self, path: Path) -> str:
        """Return the last name on a path, for use as the subject of a message."""
        if path and isinstance(path[-1], int):
            return f"each entry of `{path[-2]}`"
        return f"`{path[-1]}`"

    def whose(self, path: Path) -> str:
        """Return a label that states the kind of the thing at a path, such as "`Lea` is a Harbour"."""
        if len(path) < 2 or path[0] == HEADING:
            return ""
        return f"`{path[1]}` is {article(str(path[0]))}"

    def _empty(self, path: Path, datum: Datum) -> None:
        name = "the file" if not path else f"`{path[-1]}`"
        title = "an entry of the list is empty" if isinstance(path[-1], int) else f"there is no value after {name}"
        self.sink.add("E234", title, datum.place, "write a value here")

    def _bad_name(self, name: str, path: Path) -> None:
        place = self.at((*path, name)).key
        what = article(str(path[-1])) if len(path) == 1 else "a thing"
        better = "".join(part[:1].upper() + part[1:] for part in name.split())
        self.sink.add(
            "E236", f"`{name}` is not a valid name for {what}", place,
            "a name is one word: a capital letter, then letters, digits or `_`",
            hint=f"write it `{better}`" if better.isidentifier() and better[0].isupper() else "",
        )  # fmt: skip

    def _unknown(self, error: SchemaViolation, path: Path, datum: Datum) -> None:
        known = set(error.schema.get("properties", {}))
        missing = [name for name in error.schema.get("required", ()) if name not in error.there]
        for name in error.there:
            if name in known:
                continue
            meant = nearest(name, missing)
            if meant is not None:
                missing.remove(meant)
                self.respelt.add((*path, meant))
            hint = READ_NAME if name == NAME_MARK and CALLED in known else suggestion(meant)
            hint = hint or did_you_mean(name, known)
            absent = "" if path == (HEADING,) else f".{name}" if path else name
            told = "declare it in the rulebook" if path else f"write `kind {name} from board` in the rulebook"
            hint = hint or (f"{told}, or leave it out here" if absent else "leave it out")
            self.sink.add("E231", self._unknown_title(name, path), datum.parts[name].key, "not known here", hint=hint,
                          missing=absent)  # fmt: skip

    def _unknown_title(self, name: str, path: Path) -> str:
        if not path:
            return f"the rulebook has no kind `{name}` on the board"
        if path == (HEADING,):
            return f"`{name}` is not allowed under `{HEADING}`"
        if len(path) == 1:
            return f"`{name}` is not {article(str(path[0]))} of the rulebook"
        if len(path) == 2:
            kind = article(str(path[0]))
            return f"{kind} has no `{name}`"
        return f"`{name}` does not belong in `{path[-1]}`"

    def _missing(self, error: SchemaViolation, path: Path, datum: Datum) -> None:
        for name in error.bound:
            if name in error.there or (*path, name) in self.respelt:
                continue
            self.respelt.add((*path, name))
            owner = f"`{path[-1]}`" if path else "the board"
            self.sink.add("E232", f"{owner} has no `{name}`", self._head(path, datum), self._asks(path, name))

    def _asks(self, path: Path, name: str) -> str:
        if not path:
            return f"the rulebook requires `{name}`"
        if path[0] == HEADING:
            return f"`{name}` is missing"
        return f"each `{path[0]}` has `{name}`" if len(path) == 2 else f"`{name}` is missing"

    def _head(self, path: Path, datum: Datum) -> Span:
        if path:
            return datum.key
        first = next(iter(datum.parts.values()), None)
        return first.key if first is not None else datum.span

    def _nothing_listed(self, error: SchemaViolation, path: Path, datum: Datum) -> None:
        self.sink.add("E232", f"`{path[-1]}` lists nothing", datum.key, "list at least one name here")

    def _how_many(self, error: SchemaViolation, path: Path, datum: Datum) -> None:
        number, bound = len(error.there), error.bound
        name = f"`{path[-1]}`"
        if path[-1] == ENDS:
            title = f"{name} must name the two places that it joins, not {number}"
        elif path[-1] == POSITION:
            title = f"{name} must be two numbers, column and row, not {number}"
        elif error.schema.get("minItems") == error.schema.get("maxItems"):
            title = f"{name} has {number} {'entry' if number == 1 else 'entries'}; it must have {bound}"
        else:
            title = f"{name} has {number} entries; at most {bound} are allowed"
        self.sink.add("E235", title, datum.place, self.whose(path))

    def _twice(self, error: SchemaViolation, path: Path, datum: Datum) -> None:
        seen: list[object] = []
        for part in datum.parts.values():
            if part.value in seen:
                self.sink.add("E235", f"`{part.span.text}` appears twice in `{path[-1]}`", part.place, "again here")
            seen.append(part.value)

    def _wrong_value(self, error: SchemaViolation, path: Path, datum: Datum) -> None:
        there, hint = shown(datum), ""
        if not path:
            return
        if len(path) <= 2 and path[0] != HEADING and not isinstance(datum.value, dict):
            title = f"`{path[-1]}` must be followed by names with values, not by {there}"
            within = "write `{`, then names with values, then `}`"
            hint = "write each thing as `Name: {…}`" if len(path) == 1 else within
            self.sink.add("E233", title, datum.place, self.whose(path), hint=hint)
            return
        wanted = expected(error.schema)
        if isinstance(datum.value, (bool, int)) and wanted == "text":
            hint = f'put it in quotes: "{datum.span.text}"'
        elif datum.quoted and "whole number" in wanted:
            hint = "remove the quotes"
        elif "enum" in error.schema and isinstance(datum.value, str):
            hint = did_you_mean(datum.value, (str(name) for name in error.schema["enum"] if name))
        name = f"the mark of {self.subject(path)}" if len(path) > 3 and path[2] == MARKS else self.subject(path)
        self.sink.add("E233", f"{name} must be {wanted}, not {there}", datum.place, self.whose(path), hint=hint)
