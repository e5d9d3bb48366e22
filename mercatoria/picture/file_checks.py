"""Checks the entries of `picture.yaml`: their shapes, and the names of the rulebook in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dsl.board import Datum
from dsl.checking import Names
from dsl.diagnostics import Sink, did_you_mean
from dsl.model import Int, Model, Ref, Type
from interpreter.lowering import lower
from mercatoria.picture.file_keys import RENAMED, TYPES, UNNAMED, WORDS
from mercatoria.picture.picture import SUPPLY


@dataclass(slots=True)
class FileShapes:
    """Checks the shapes of entries, and reports every fault to `sink`."""

    sink: Sink
    absent: frozenset[str]
    """Names declared only by variants that are not in use at this table."""

    def applying(self, datum: Datum | None) -> Iterable[Datum]:
        """Yield the entries of a list, leaving out those about a kind or field of an unused variant."""
        for part in parts_of(datum):
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
                renamed = RENAMED.get(str(key), "")
                hint = f"it is called `{renamed}` now" if renamed in shape else did_you_mean(str(key), shape)
                self.sink.add("E231", f"`{key}` does not belong here", part.key, hint=hint)
            elif not isinstance(part.value, TYPES[wanted]):
                self.sink.add("E233", f"`{key}` must be {WORDS[wanted]}", part.place)
            elif wanted != "text" or key in UNNAMED or part.value not in self.absent:
                found[str(key)] = part
        for name in needed:
            if name not in found and not any(str(key) == name for key in datum.parts):
                self.sink.add("E232", f"`{name}` is missing here", datum.place)
        return found

    def listed(self, datum: Datum | None, known: Iterable[str], what: str) -> list[str]:
        """Return the listed names that exist at this table. Report names that do not exist in any variant."""
        for part in parts_of(datum):
            self.known(part, known, what)
        return list(present(datum, self.absent))

    def known(self, datum: Datum | None, known: Iterable[str], what: str, name: str | None = None) -> None:
        """Report the name if it exists neither in `known` nor in an unused variant."""
        name = name if name is not None else text_of(datum)
        if datum is not None and name not in known and name not in self.absent:
            self.unknown(datum, what, known, name)

    def unknown(self, datum: Datum, what: str, known: Iterable[str], name: str | None = None) -> None:
        name = name if name is not None else str(datum.value)
        self.sink.add("E241", f"there is no {what} `{name}`", datum.place, hint=did_you_mean(name, known))

    def number(self, datum: Datum | None, low: int, high: int) -> int:
        """Return a whole number within limits, or 0 if there is none."""
        if datum is None:
            return 0
        if isinstance(datum.value, int) and not isinstance(datum.value, bool) and low <= datum.value <= high:
            return datum.value
        self.sink.add("E233", f"a whole number from {low} to {high} is expected here", datum.place)
        return 0


@dataclass(slots=True)
class FileChecks(FileShapes):
    """Checks the names in one picture file against one game."""

    model: Model
    names: Names

    def kind(self, parts: dict[str, Datum]) -> str:
        """Return the kind named in a mapping. If the kind does not exist, report it and return an empty string."""
        kind = text_of(parts.get("kind"))
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


def present(datum: Datum | None, absent: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in texts_of(datum) if name not in absent)


def parts_of(datum: Datum | None) -> Iterable[Datum]:
    return datum.parts.values() if datum is not None else ()


def entries_of(datum: Datum | None) -> Iterable[tuple[str, Datum]]:
    return [(str(name), part) for name, part in datum.parts.items()] if datum is not None else []


def text_of(datum: Datum | None) -> str:
    return str(datum.value) if datum is not None and isinstance(datum.value, (str, int)) else ""


def texts_of(datum: Datum | None) -> tuple[str, ...]:
    return tuple(str(part.value) for part in parts_of(datum))


def pairs_of(datum: Datum | None) -> dict[str, str]:
    return {name: str(part.value) for name, part in entries_of(datum)}
