"""Edits of a rulebook as an author makes them: characters, names, numbers, lines that go, move or come twice."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsl.diagnostics import Diagnostic, Sink
from dsl.folder import FileReader, GameFolder, read_folder
from dsl.source import Source

FORMS = ("delete", "insert", "replace", "name", "number", "gone", "swapped", "twice", "comment")


@dataclass(slots=True)
class Unsaved(FileReader):
    """Reads one file from a text, and all others from the disk."""

    file: Path
    text: str

    def source(self, file: Path, shown: str, sink: Sink, home: Path | None = None) -> Source | None:
        if file == self.file:
            return Source(shown, self.text)
        return FileReader.source(self, file, shown, sink, home)


def from_scratch(path: Path, shown: str, file: Path, text: str) -> GameFolder:
    """Return the game with another text of one file, read without an editor."""
    return read_folder(path, shown, reader=Unsaved(file, text))


def edits(text: str, seed: int, number: int) -> Iterator[str]:
    """Yield texts with one edit each, and sometimes with a second edit on top of the first."""
    rng = random.Random(seed)
    before = text
    for _ in range(number):
        before = edited(before if rng.random() < 0.2 else text, rng)
        yield before


def edited(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.choice([at for at, line in enumerate(lines) if line.strip()])
    return "\n".join([*lines[:at], *_changed(lines, at, rng.choice(FORMS), rng)])


def _changed(lines: Sequence[str], at: int, form: str, rng: random.Random) -> list[str]:
    line, rest = lines[at], list(lines[at + 1 :])
    column = rng.randrange(len(line))
    match form:
        case "delete":
            return [line[:column] + line[column + 1 :], *rest]
        case "insert":
            return [line[:column] + rng.choice("abe1 ()=,") + line[column:], *rest]
        case "replace":
            return [line[:column] + rng.choice("0123x") + line[column + 1 :], *rest]
        case "name":
            names = re.findall(r"[a-z_]{3,}", line) or ["zz"]
            return [line.replace(name := rng.choice(names), f"{name}s", 1), *rest]
        case "number":
            return [re.sub(r"\d+", lambda found: str(int(found[0]) + 1), line, count=1), *rest]
        case "gone":
            return rest
        case "swapped":
            return [*rest[:1], line, *rest[1:]]
        case "twice":
            return [line, line, *rest]
    return [f"# {line}", *rest]


def told(faults: Sequence[Diagnostic]) -> list[tuple[object, ...]]:
    """Return what an author sees of faults."""
    return sorted(
        (fault.code, *_place(fault), fault.title, fault.label, fault.hint, [str(span) for span, _ in fault.related])
        for fault in faults
    )  # fmt: skip


def rules_of(folder: GameFolder) -> list[tuple[str, list[str]]]:
    """Return the names of all fields and rules at the first table, in order, or nothing if it has errors."""
    book = folder.rulebook
    checked, _ = folder.check(book.most) if book is not None and not folder.reading.errors else (None, None)
    if checked is None or checked.model is None:
        return []
    made = checked.model
    named = {"values": made.values, "actions": made.actions, "routines": made.routines}
    rules = {"wakes": made.wakes, "listeners": made.listeners, "endings": made.endings, "rulings": made.rulings,
             "laws": made.laws, "claims": made.claims}  # fmt: skip
    return [
        ("fields", [of.name for of in made.fields]),
        *((form, list(known)) for form, known in named.items()),
        *((form, [rule.about.name for rule in known]) for form, known in rules.items()),
    ]


def _place(fault: Diagnostic) -> tuple[str, int, int]:
    return fault.span.source.path, fault.span.line, fault.span.column
