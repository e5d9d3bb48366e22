"""Translates the `let` lines of a rulebook value.

Short lines are inlined at each use. If any line is too long, all lines are bound to variables, and each line is
computed once, before the code that follows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from dsl import model as m
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import Lines, Term
from interpreter.optimizer.translation.locations import Meaning, Translates

LONG, DEEP = 300, 30
"""Maximum code length and maximum nesting depth of an inlined line."""

T = TypeVar("T")


class _TooLong(Exception):
    """Raised if a line is too long to be inlined."""


@dataclass(slots=True)
class LineReader:
    """Binds the lines of one rulebook value.

    `named` collects the lines that are bound to variables, or is None if all lines are inlined.
    """

    arena: Arena
    translate: Translates
    named: list[tuple[Term, Term]] | None
    may_fail: list[Term] = field(default_factory=list)
    """Inlined lines that may fail, whose errors must be raised before any error of the result."""

    def read(self, rule: m.ValueRule, inner: dict[int, Meaning]) -> None:
        """Bind the lines of a value whose parameters are already bound."""
        for var, working in rule.workings:
            done = self.translate.local(working, var.type, inner)
            if isinstance(done, dict):
                inner[var.uid] = counts = {sort: self._line(many) for sort, many in done.items()}
                self.may_fail += counts.values()
                continue
            inner[var.uid] = line = self._line(done)
            self.may_fail.append(self.arena.length(line) if line.sequence else line)

    def _line(self, done: Term) -> Term:
        if self.named is None:
            if done.length > LONG or done.depth > DEEP:
                raise _TooLong
            return done
        if done.op in ("num", "name", "local"):
            return done
        name = (self.arena.fresh_list if done.sequence else self.arena.fresh)(done.low, done.high)
        self.named.append((name, done))
        return name


def with_lines(
    arena: Arena, translate: Translates, work_out: Callable[[LineReader], T]
) -> tuple[Lines, T]:  # fmt: skip
    """Return the lines that are bound to variables, and the result of `work_out` for a new line reader."""
    try:
        return (), work_out(LineReader(arena, translate, None))
    except _TooLong:
        named: list[tuple[Term, Term]] = []
        found = work_out(LineReader(arena, translate, named))
        return tuple(named), found
