"""Emits the functions for rows with open numbers, which the player fills in.

One function computes the ranges of the open numbers, and another tests whether a completed row is legal. A range record
has three words: the first number, the count, and the step. A size record limits the size of a set or the total of a
bag, and has five words.

- `AT` is the index of the first range.
- `WIDTH` is the number of ranges.
- `LEAST` and `MOST` are the minimum and maximum size.
- `IS_SET` is 1 for a set, whose ranges each encode one bit mask.
"""

from __future__ import annotations

from collections.abc import Collection

from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, FaultCodes, ends_in
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import Given, add, call, div, eq, gt, lt, mul, ne, put, set_word, sub, word
from interpreter.native.emit.writer import Writer
from interpreter.native.play.option_match import OptionMatcher
from interpreter.native.terms.arguments import Arguments
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.sequences import Sequences
from interpreter.optimizer import Program, Term
from interpreter.optimizer import planned_moves as pm
from interpreter.optimizer import planned_nodes as p
from interpreter.wasm import I32

RANGE, SIZE = 3 * WORD, 5 * WORD
NO_MORE = -1
"""Marks the end of the size records."""


class OpenRows:
    """Emits `ranges (seat, row)` and `legal (seat, row)` for each decision with open rows.

    `ranges` stores the ranges of the open numbers and returns their count. `legal` returns 1 if a completed row is
    legal. At the nodes in `ahead`, a move is legal only if the goal of its series remains reachable.
    """

    def __init__(
        self, program: Program, out: Writer, memory: Memory, faults: FaultCodes, expressions: Expressions,
        sequences: Sequences, ahead: Collection[int],
    ) -> None:  # fmt: skip
        self._ahead = ahead
        self._program = program
        self._out = out
        self._memory = memory
        self._faults = faults
        self._expressions = expressions
        self._sequences = sequences
        self._arguments = Arguments(out)
        self._meant = OptionMatcher(out, faults, expressions, self._arguments)

    def write(self) -> dict[int, tuple[str, str]]:
        found = {}
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, p.Decision) and node.open:
                found[number] = names = (f"ranges{number}", f"legal{number}")
                self._ranges(names[0], node)
                self._legal(names[1], number, node)
        return found

    # ------------------------------------------------------------ ranges

    def _ranges(self, name: str, node: p.Decision) -> None:
        out, seat, row = self._out, w.Local("seat", I32), w.Local("row", I32)
        with out.function(name, (seat, row), I32):
            for move in node.options:
                if move.ranges is None:
                    continue
                with self._meant.only_if(node, move, seat, row):
                    if isinstance(move.ranges, pm.InterpretedRanges):
                        out.emit(*self._faults.missing("InterpretedRanges"))
                        continue
                    self._arguments.bind(move.ranges.arguments, seat, row)
                    for at, place in enumerate(move.ranges.places):
                        self._range(self._memory.outcomes + RANGE * at, place)
                    for at, size in enumerate(move.ranges.sizes):
                        self._size(self._memory.sizes + SIZE * at, size)
                    out.emit(set_word(0, NO_MORE, self._memory.sizes + SIZE * len(move.ranges.sizes)))
                    out.emit(w.Return(w.Const(I32, len(move.ranges.places))))
            out.emit(*ends_in(ASK))

    def _range(self, at: int, place: pm.NumberBounds | pm.Among) -> None:
        out, least, most = self._out, w.Local("least", I32), w.Local("most", I32)
        size, step = w.Local("size", I32), w.Local("step", I32)
        if isinstance(place, pm.NumberBounds):
            out.emit(put(least, 0), put(most, self._expressions.narrow(place.most)), put(step, 1))
        else:
            self._ends(place.members, least, most)
            out.emit(put(step, abs(self._step(place))))
            with out.only_if(gt(least, most)):
                out.emit(put(least, place.low), put(most, place.high), put(step, 1))
        out.emit(put(size, add(div(sub(most, least), step), 1)))
        if isinstance(place, pm.Among) and self._step(place) < 0:  # the numbers are counted from the greatest down
            out.emit(put(least, sub(most, mul(sub(size, 1), step))))
        out.emit(set_word(0, least, at), set_word(0, size, at + WORD), set_word(0, step, at + 2 * WORD))

    def _size(self, at: int, size: pm.BagBounds) -> None:
        narrow = self._expressions.narrow
        words: tuple[Given, ...] = (size.at, size.width, narrow(size.least), narrow(size.most), int(size.is_set))
        self._out.emit(*(set_word(0, value, at + WORD * offset) for offset, value in enumerate(words)))

    def _step(self, place: pm.Among) -> int:
        """Return the step of a range, which is negative if the numbers descend."""
        return place.members.value if place.members.op == "span" else place.step

    def _ends(self, members: Term, first: w.Local, last: w.Local) -> None:
        """Emit code that computes the smallest and the largest member.

        If there are no members, the code makes `last` less than `first`.
        """
        out = self._out
        if members.op == "span":
            low, high = members.args
            out.emit(put(first, self._expressions.narrow(low)), put(last, self._expressions.narrow(high)))
            return
        given = out.held(call("joined", self._sequences.members(members), self._memory.listed(()), gives=I32), "given")
        count = word(given)
        out.emit(put(first, 1), put(last, 0))
        with out.only_if(gt(count, 0)):
            out.emit(
                put(first, word(given, WORD)), put(last, word(add(given, w.Plain("i32.shl", (count, w.Const(I32, 2))))))
            )

    # ------------------------------------------------------------ legality

    def _legal(self, name: str, number: int, node: p.Decision) -> None:
        """Emit the legality test for completed rows.

        A row is legal if at least one option of its move kind allows it.
        """
        out, seat, row = self._out, w.Local("seat", I32), w.Local("row", I32)
        opened = {move.kind for move in node.options if move.ranges is not None}
        with out.function(name, (seat, row), I32):
            for kind in sorted(opened):
                with out.only_if(eq(word(row), kind)):
                    for move in node.options:
                        if move.kind == kind:
                            self._one_legal(number, move, seat, row)
                    out.emit(w.Return(w.Const(I32, 0)))
            out.emit(*ends_in(ASK))

    def _one_legal(self, number: int, move: pm.Move, seat: w.Local, row: w.Local) -> None:
        """Emit the legality test for one option, which returns 1 as soon as the option allows the row."""
        out = self._out
        if not isinstance(move.legality, pm.Legality):
            out.emit(*self._faults.missing("InterpretedLegality"))
            return
        with out.leaving("no") as no:
            self._tested(move.legality, seat, row, no)
            leaves_way = number in self._ahead
            out.emit(w.Return(call("leaves_way", seat, row, gives=I32) if leaves_way else w.Const(I32, 1)))

    def _tested(self, legality: pm.Legality, seat: w.Local, row: w.Local, no: w.Label) -> None:
        """Emit an option's tests in order; a failed test branches to the label `no`."""
        out = self._out
        out.emit(w.Branch(no, ne(self._expressions.narrow(legality.who), seat)))
        for each in legality.arguments.sets:
            for at in range(each.at, each.at + each.width):
                out.emit(w.Branch(no, lt(word(row, WORD * at), 0)))
        self._arguments.bind(legality.arguments, seat, row)
        for test in legality.tests:
            out.emit(w.Branch(no, self._expressions.untrue(test)))
