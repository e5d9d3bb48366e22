"""Collects generated source lines and assigns names.

The writer indents lines and records the rule behind each line. It also generates the names of constants, functions and
local variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dsl.model import Clauses
from interpreter.optimizer import FRESH, Fault, Term

FILE = "<generated>"


def tuple_of(items: Iterable[str]) -> str:
    """Return the source of a tuple, which may be empty."""
    return f"({''.join(f'{each}, ' for each in items)})"


@dataclass(slots=True)
class Writer:
    """Collects the source lines of a module.

    The source contains only generated names, and never text from a rulebook.
    """

    lines: list[str] = field(default_factory=list)
    depth: int = 0
    about: Clauses | None = None
    """The rulebook clauses behind the lines written next."""
    rules: dict[int, Clauses] = field(default_factory=dict)
    """The rulebook clauses behind each source line, for error messages."""

    def write(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)
        if self.about is not None:
            self.rules[len(self.lines)] = self.about

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write the head of a block, and indent the lines written inside the `with` statement."""
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
    """Assigns names to the objects that generated code refers to.

    `faults` holds the errors; generated code refers to an error by its index.
    """

    faults: tuple[Fault, ...]
    objects: dict[str, object] = field(default_factory=dict)
    _named: dict[object, str] = field(default_factory=dict)
    _numbers: dict[Fault, int] = field(default_factory=dict)
    _last: int = 0

    def __post_init__(self) -> None:
        self._numbers = {fault: number for number, fault in enumerate(self.faults)}

    def value(self, of: object, letter: str) -> str:
        """Return the name of a constant; equal constants share one name."""
        return self._name((letter, of), of, letter)

    def identity(self, of: object, letter: str) -> str:
        """Return the name that generated code uses for an object of the flowchart or the layout.

        Equal but distinct objects have different names.
        """
        return self._name((letter, "object", id(of)), of, letter)

    def _name(self, key: object, of: object, letter: str) -> str:
        if key not in self._named:
            self._named[key] = name = self.fresh(letter)
            self.objects[name] = of
        return self._named[key]

    def fresh(self, letter: str) -> str:
        """Return an unused name."""
        self._last += 1
        return f"{letter}{self._last}"

    def fault(self, fault: Fault) -> int:
        return self._numbers[fault]


@dataclass(slots=True)
class Requests:
    """The functions and tables that are still to be emitted.

    A function or table is named when it is first requested, and emitted later.
    """

    constants: Constants
    waiting: list[tuple[str, object, str]] = field(default_factory=list)
    """Kind, key and name of each function or table still to be emitted."""
    _named: dict[tuple[str, object], str] = field(default_factory=dict)

    def name(self, kind: str, key: object, letter: str) -> str:
        """Return the name of the function or table with this kind and key, and request it if it is new."""
        if (kind, key) not in self._named:
            self._named[kind, key] = name = self.constants.fresh(letter)
            self.waiting.append((kind, key, name))
        return self._named[kind, key]


def name_of(term: Term) -> str:
    """Return the local variable name for a name term."""
    uid = term.value
    return f"x{uid}" if 0 <= uid < FRESH else f"y{-uid}" if uid < 0 else f"z{uid - FRESH}"


def names_of(terms: Iterable[Term]) -> str:
    """Return a parameter list: the vector, followed by the given names."""
    return ", ".join(("v", *(name_of(term) for term in terms)))
