"""Emits the steps of random games: one function for each node at which a game pauses.

`step7 ()` takes the step at node 7: a random player chooses and plays a legal move, or chance draws and applies an
outcome. The function returns the node at which the game continues. Its caller prepares scratch memory (`refill`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter import wasm as w
from interpreter.native.emit.drawing import drawn_below
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import add, call, div, le, mul, put, set_word, shl, shr_u, sub, word
from interpreter.native.emit.writer import Writer, fits
from interpreter.native.play.chance import ChanceFunctions
from interpreter.native.play.counters import Counters
from interpreter.native.play.decisions import DecisionFunctions
from interpreter.native.play.row_writing import RowPacking
from interpreter.optimizer import Emit, Program, Term
from interpreter.optimizer import planned_moves as pm
from interpreter.optimizer import planned_nodes as p
from interpreter.wasm import I32

PICKED = 112
"""Address of a word that holds the address of the row that a random player chose last."""


def step_name(number: int) -> str:
    """Return the name of the function that takes a random step at a node."""
    return f"step{number}"


class RandomSteps:
    """Emits the steps. `streams` holds the index of each node's chance stream."""

    def __init__(
        self, program: Program, streams: Sequence[int], out: Writer, memory: Memory, counters: Counters
    ) -> None:
        self._program = program
        self._streams = streams
        self._out = out
        self._memory = memory
        self._counters = counters

    def write(self, decisions: Mapping[int, DecisionFunctions], chances: Mapping[int, ChanceFunctions]) -> None:
        for number, decision in decisions.items():
            with self._out.function(step_name(number), (), I32):
                self._decide(self._program.nodes[number], decision)
        for number, chance in chances.items():
            with self._out.function(step_name(number), (), I32):
                stream = self._memory.stream_words + 8 * self._streams[number]
                drawn = self._out.held(call(chance.sample, stream, gives=I32), "drawn")
                self._out.emit(call("refill"), call(chance.settle, drawn, gives=I32))

    def _decide(self, node: p.PlannedNode, decision: DecisionFunctions) -> None:
        out, memory = self._out, self._memory
        seat = out.held(call(decision.who, gives=I32), "seat")
        stream = add(mul(seat, 8), memory.seat_words)
        fixed: list[tuple[int, ...]] = []
        if isinstance(node, p.Decision) and not node.open and decision.rows == decision.listed:
            fixed = fixed_rows(node.listing, memory.row)
        if fixed:
            pick = drawn_below(out, stream, len(fixed))
            at = memory.table([number for row in fixed for number in row])
            row = out.held(add(mul(pick, memory.stride), at), "row")
        elif decision.packing is not None:
            row = self._unpacked(decision, decision.packing, seat, stream)
        else:
            row = self._chosen(node, decision, seat, stream)
        out.emit(set_word(0, row, PICKED))
        self._counters.move(seat, row)
        out.emit(call("refill"), call(decision.play, seat, row, gives=I32))

    def _unpacked(self, decision: DecisionFunctions, packing: RowPacking, seat: w.Local, stream: w.Code) -> w.Local:
        """Emit code that lists the legal rows as packed rows, chooses one of them and unpacks it."""
        out, memory = self._out, self._memory
        size = out.held(sub(call(decision.packed, seat, gives=I32), memory.rows()), "size")
        out.emit(w.If(le(size, 0), ends_in(ASK)))
        pick = call("draw", stream, shr_u(size, 2), gives=I32)
        packed = out.held(word(shl(pick, 2), memory.rows()), "packed")
        row = w.Const(I32, memory.given_row)
        out.emit(*(set_word(row, each, WORD * at) for at, each in enumerate(packing.unpacked(packed))))
        return out.held(row, "row")

    def _chosen(self, node: p.PlannedNode, decision: DecisionFunctions, seat: w.Local, stream: w.Code) -> w.Local:
        """Emit code that lists the legal rows and chooses one of them."""
        out, memory = self._out, self._memory
        end = out.held(call(decision.rows, seat, gives=I32), "end")
        count = out.held(div(sub(end, memory.rows()), memory.stride), "count")
        out.emit(w.If(le(count, 0), ends_in(ASK)))
        pick = call("draw", stream, count, gives=I32)
        row = out.held(add(mul(pick, memory.stride), memory.rows()), "row")
        if isinstance(node, p.Decision) and node.open:
            with out.only_if(call("is_open", row, gives=I32)):
                out.emit(put(row, call("filled", seat, row, end, gives=I32)))
        return row


def is_known_word(term: Term) -> bool:
    return term.known and fits(term.value, term.value)


def fixed_rows(listing: pm.Listing, length: int) -> list[tuple[int, ...]]:
    """Return the rows of a listing in order, each with `length` numbers, or nothing unless all rows are known.

    The function that lists the rows in the module finds the same rows.
    """
    rows: list[tuple[int, ...]] = [(0,)] if listing.passes else []
    for step in listing.steps:
        if not isinstance(step, Emit) or step.buffer or not all(map(is_known_word, step.terms)):
            return []
        rows.append(tuple(term.value for term in step.terms))
    if listing.interpreted:
        return []
    filled = [row + (0,) * (length - len(row)) for row in rows]
    return filled if listing.ordered else sorted(set(filled))
