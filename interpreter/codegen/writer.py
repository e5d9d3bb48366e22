"""Writing generated source: lines, indents, names for constants, and which line stands for which of the author's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dsl.model import Clauses
from interpreter.optimizer import Fault

FILE = "<generated>"


@dataclass(slots=True)
class Writer:
    """The source of one module. Only names made here stand in it, never text of a rulebook."""

    lines: list[str] = field(default_factory=list)
    depth: int = 0
    about: Clauses | None = None
    """The rule that what is written now belongs to."""
    rules: dict[int, Clauses] = field(default_factory=dict)
    """Line to rule, for faults."""

    def write(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)
        if self.about is not None:
            self.rules[len(self.lines)] = self.about

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """What is written within stands under a head."""
        self.write(head)
        self.depth += 1
        before = len(self.lines)
        try:
            yield
            if len(self.lines) == before:
                self.write("pass")
        finally:
            self.depth -= 1

    @property
    def source(self) -> str:
        return "\n".join(self.lines) + "\n"


@dataclass(slots=True)
class Constants:
    """Objects that generated source names: tables, functions; and faults by number."""

    objects: dict[str, object] = field(default_factory=dict)
    named: dict[object, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    numbers: dict[Fault, int] = field(default_factory=dict)
    last: int = 0

    def name(self, of: object, letter: str = "P") -> str:
        """The name of a constant; equal ones share it."""
        key = (letter, of)
        if key not in self.named:
            self.last += 1
            self.named[key] = f"{letter}{self.last}"
            self.objects[self.named[key]] = of
        return self.named[key]

    def fresh(self, letter: str) -> str:
        """A name that nothing has yet."""
        self.last += 1
        return f"{letter}{self.last}"

    def fault(self, fault: Fault) -> int:
        if fault not in self.numbers:
            self.numbers[fault] = len(self.faults)
            self.faults.append(fault)
        return self.numbers[fault]
