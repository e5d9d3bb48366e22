"""The `let` lines of a value. Short lines are inlined at each use. If one is too long, all lines get names: each is
computed once, in order, before the code that follows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from dsl import model as m
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import HUGE, Lines, Term
from interpreter.optimizer.translation.locations import Meaning, Translates

LONG, DEEP = 300, 30
"""Length and depth from which on a line is not inlined."""

T = TypeVar("T")


class _TooLong(Exception):
    """A line is too long to be inlined."""


@dataclass(slots=True)
class LineReader:
    """Binds the lines of one value. `named` collects the lines with names; None if no line gets a name."""

    arena: Arena
    translate: Translates
    named: list[tuple[Term, Term]] | None
    may_fault: list[Term] = field(default_factory=list)
    """Inlined lines that may fail: their errors must come first."""

    def read(self, rule: m.ValueRule, inner: dict[int, Meaning]) -> None:
        """Add the lines to the parameters."""
        for var, working in rule.workings:
            done = self.translate.local(working, var.type, inner)
            if isinstance(done, dict):
                inner[var.uid] = counts = {sort: self._line(many) for sort, many in done.items()}
                self.may_fault += [many for _, many in sorted(counts.items()) if not many.total]
                continue
            inner[var.uid] = line = self._line(done)
            if not line.total:
                self.may_fault.append(self.arena.length(line) if line.sequence else line)

    def before(self, result: Term) -> Term:
        """Return a result that fails where a line fails, even if it does not need that line."""
        for done in reversed(self.may_fault):
            result = self.arena.choose(self.arena.compare(">=", done, self.arena.num(-HUGE)), result, result)
        return result

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
    """Return the result of `work_out` with a reader of lines, and the lines that got names there."""
    try:
        return (), work_out(LineReader(arena, translate, None))
    except _TooLong:
        named: list[tuple[Term, Term]] = []
        found = work_out(LineReader(arena, translate, named))
        return tuple(named), found
