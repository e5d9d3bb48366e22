"""Keeps the plain form of each declaration until the declaration, or what its rewriting reads, changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from dsl import ast
from dsl.diagnostics import Sink

T = TypeVar("T")


@dataclass(slots=True)
class Kept(Generic[T]):
    """The results of one step for all declarations of a rulebook."""

    reads: object = None
    known: dict[int, tuple[ast.Declaration, T, Sink]] = field(default_factory=dict)

    def each(
        self, declarations: Iterable[ast.Declaration], reads: object, make: Callable[[ast.Declaration, Sink], T],
        sink: Sink,
    ) -> list[T]:  # fmt: skip
        """Return the result of a step for each declaration, in order. Report the faults of every declaration.

        Args:
            reads: Everything that the step reads besides the declaration.
            make: The step.
        """
        before = self.known if self.reads == reads else {}
        self.reads, self.known = reads, {}
        found = []
        for decl in declarations:
            kept = before.get(id(decl))
            if kept is None:
                own = Sink()
                kept = decl, make(decl, own), own
            self.known[id(decl)] = kept
            sink.take_over(kept[2])
            found.append(kept[1])
        return found
