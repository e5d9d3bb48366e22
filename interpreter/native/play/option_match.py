"""Emits the tests that find the option to which a row belongs.

A decision may offer several options of the same move kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.emit.faults import FaultCodes
from interpreter.native.emit.shorthand import ne, word
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.arguments import Arguments
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import planned_moves as pm
from interpreter.optimizer import planned_nodes as p


@dataclass(frozen=True, slots=True)
class OptionMatcher:
    """Emits the tests that match a row to an option."""

    out: Writer
    faults: FaultCodes
    expressions: Expressions
    arguments: Arguments

    @contextmanager
    def only_if(self, node: p.Decision, move: pm.Move, seat: w.Local, row: w.Local) -> Iterator[None]:
        """Run the code emitted inside the `with` statement only if the row belongs to the given option.

        Options of one kind must be tested in order, because the last one is chosen without a test.
        """
        with self.out.leaving("other") as other:
            self.out.emit(w.Branch(other, ne(word(row), move.kind)))
            if move is not [each for each in node.options if each.kind == move.kind][-1]:
                self._test(move, seat, row, other)
            yield

    def _test(self, move: pm.Move, seat: w.Local, row: w.Local, other: w.Label) -> None:
        if move.meant is None:
            self.out.emit(*self.faults.missing("several options of one kind"))
            return
        self.arguments.bind(move.meant.arguments, seat, row)
        for test in move.meant.tests:
            self.out.emit(w.Branch(other, self.expressions.untrue(test)))
