"""Emits the functions for decisions: they find the deciding seat, list the legal rows, and play moves.

A row encodes a move as a sequence of words.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.effects.instructions import InstructionWriter
from interpreter.native.emit.faults import ASK, FaultCodes, ends_in
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    any_of,
    call,
    code,
    le,
    lt,
    ne,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.control_flow import NativeControlFlow
from interpreter.native.play.option_match import OptionMatcher
from interpreter.native.play.row_writing import PackedRowWriter, RowPacking, RowWriter
from interpreter.native.terms.arguments import Arguments
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.sequences import Sequences
from interpreter.native.terms.steps import StepWriter
from interpreter.optimizer import Program, Term, buffers, in_order, terms_of
from interpreter.optimizer import planned_moves as pm
from interpreter.optimizer import planned_nodes as p
from interpreter.wasm import I32

SEAT, ROW = "seat", "row"
LARGEST_PACKED = 100
"""Maximum size of the terms of a listing that is also written for packed rows."""


@dataclass(frozen=True, slots=True)
class DecisionFunctions:
    """Names of the functions emitted for a decision.

    - `who()` returns the deciding seat.
    - `rows(seat)` stores the legal rows and returns their end address, or 0 if another seat decides.
    - `play(seat, row)` plays a row and returns the next node.
    - `listed` resembles `rows`, but also lists moves after which the goal of a series is out of reach.
    - `packed(seat)` stores the legal rows of the seat that decides as packed rows, and returns their end address. It is
      missing if `packing` is None.
    """

    who: str
    rows: str
    play: str
    listed: str
    packed: str = ""
    packing: RowPacking | None = None


def row_length(program: Program) -> int:
    """Return the number of words in the longest row."""
    longest = 2
    for node in program.nodes:
        if isinstance(node, p.Decision):
            longest = max([longest, *(move.length for move in node.options)])
        elif isinstance(node, p.SimultaneousDecision):
            longest = max(longest, node.length)
    return longest


def row_lengths(program: Program) -> dict[int, int]:
    """Return the number of words per row, keyed by move kind."""
    found = {0: 1}
    for node in program.nodes:
        if isinstance(node, p.Decision):
            found |= {move.kind: move.length for move in node.options}
        elif isinstance(node, p.SimultaneousDecision):
            found[node.kind] = node.length
    return found


def lengths_by_kind(program: Program) -> list[int]:
    """Return the number of words per row, indexed by move kind; 0 for a kind that has no rows."""
    found = row_lengths(program)
    return [found.get(kind, 0) for kind in range(max(found) + 1)]


def most_buffers(program: Program) -> int:
    listings = (node.listing for node in program.nodes if isinstance(node, p.Decision))
    return max((buffer for listing in listings for buffer in buffers(listing.steps)), default=0)


class Decisions:
    """Emits the functions for decisions.

    At the nodes in `ahead`, a move is legal only if the goal of its series remains reachable.
    """

    def __init__(
        self, program: Program, ahead: Collection[int], out: Writer, memory: Memory, faults: FaultCodes,
        expressions: Expressions, sequences: Sequences, steps: StepWriter, instructions: InstructionWriter,
        course: NativeControlFlow,
    ) -> None:  # fmt: skip
        self._program = program
        self._ahead = ahead
        self._out = out
        self._memory = memory
        self._faults = faults
        self._expressions = expressions
        self._sequences = sequences
        self._steps = steps
        self._instructions = instructions
        self._course = course
        self._arguments = Arguments(out)
        self._meant = OptionMatcher(out, faults, expressions, self._arguments)
        self._listings: dict[pm.Listing, str] = {}
        self._packed: dict[pm.Listing, str] = {}

    def write(self) -> dict[int, DecisionFunctions]:
        found = {}
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, p.Decision):
                self._who(f"who{number}", node.who)
                self._play(f"play{number}", node)
                listed = self._listing(number, node.listing)
                rows = self._left_open(number, listed) if number in self._ahead else listed
                packing = packing_of(node) if rows == listed else None
                packed = "" if packing is None else self._packed_listing(number, node.listing, packing)
                found[number] = DecisionFunctions(f"who{number}", rows, f"play{number}", listed, packed, packing)
            elif isinstance(node, p.SimultaneousDecision):
                self._secret(number, node)
                rows = f"rows{number}"
                found[number] = DecisionFunctions(f"who{number}", rows, f"play{number}", rows)
        return found

    def _who(self, name: str, who: Term) -> None:
        out = self._out
        with out.function(name, (), I32):
            seat = out.held(self._expressions.narrow(who), "seat")
            if who.low < 0:
                out.emit(w.If(lt(seat, 0), ends_in(ASK)))
            out.emit(code(seat))

    # ------------------------------------------------------------ the legal rows

    def _left_open(self, number: int, listed: str) -> str:
        """Emit a function that lists only the rows after which a goal remains reachable, and return its name."""
        out, seat = self._out, w.Local(SEAT, I32)
        with out.function(f"open{number}", (seat,), I32):
            end = out.held(call(listed, seat, gives=I32), "end")
            out.emit(w.If(le(end, self._memory.rows()), (w.Return(code(end)),)))
            out.emit(call("open_rows", seat, end, gives=I32))
        return f"open{number}"

    def _listing(self, number: int, listing: pm.Listing) -> str:
        """Emit the function that lists the rows of a decision, and return its name.

        Decisions with equal listings share one function.
        """
        if listing in self._listings:
            return self._listings[listing]
        self._listings[listing] = name = f"rows{number}"
        out, seat = self._out, w.Local(SEAT, I32)
        with out.function(name, (seat,), I32):
            out.bound_to(listing.seat, seat)
            who = out.held(self._expressions.narrow(listing.who), "who")
            nobody = (w.If(lt(who, 0), ends_in(ASK)),) if listing.who.low < 0 else ()
            out.emit(w.If(ne(who, seat), (*nobody, w.Return(w.Const(I32, 0)))))
            rows = RowWriter(out, self._memory, self._expressions)
            for buffer in (0, *buffers(listing.steps)):
                rows.begin(buffer)
            if listing.passes:
                rows.add_words((w.Const(I32, 0),), 0)
            self._steps.write(listing.steps, rows.add, rows.flush, rows.add_if)
            for each in listing.interpreted:
                out.emit(*self._faults.missing(type(each).__name__))
            rows.end(listing.ordered)
        return name

    def _packed_listing(self, number: int, listing: pm.Listing, packing: RowPacking) -> str:
        """Emit the function that lists packed rows, and return its name."""
        if listing in self._packed:
            return self._packed[listing]
        self._packed[listing] = name = f"packed{number}"
        out, seat = self._out, w.Local(SEAT, I32)
        with out.function(name, (seat,), I32):
            out.bound_to(listing.seat, seat)
            rows = PackedRowWriter(out, self._memory, self._expressions, packing)
            rows.begin(0)
            if listing.passes:
                rows.add_words((w.Const(I32, 0),), 0)
            self._steps.write(listing.steps, rows.add, emit_if=rows.add_if)
            rows.end(ordered=True)
        return name

    # ------------------------------------------------------------ playing

    def _play(self, name: str, node: p.Decision) -> None:
        """Emit the function that plays a move at this decision."""
        out, seat, row = self._out, w.Local(SEAT, I32), w.Local(ROW, I32)
        with out.function(name, (seat, row), I32):
            for move in node.options:
                with self._meant.only_if(node, move, seat, row):
                    self._course.begin()
                    self._arguments.bind(move.arguments, seat, row)
                    self._instructions.write(move.body, self._course.leaving(move.to, {}))
                    self._course.go(move.to, {move.frame: move.back} if move.frame >= 0 else {})
            out.emit(*ends_in(ASK))

    # ------------------------------------------------------------ secret choices

    def _secret(self, number: int, node: p.SimultaneousDecision) -> None:
        out, pending = self._out, node.pending
        at = self._memory.slot(pending.base)
        with out.function(f"who{number}", (), I32):
            out.emit(word(call("bits_list", at, pending.first, pending.width, gives=I32), WORD))
        with function(out, f"rows{number}", SEAT, I32) as (seat,):
            out.bound_to(node.seat, seat)
            asked = call("has_bit", at, pending.first, pending.width, seat, gives=I32)
            out.emit(w.If(zero(asked), (w.Return(w.Const(I32, 0)),)))
            self._answers(node)
        with function(out, f"play{number}", f"{SEAT} {ROW}", I32) as (seat, row):
            self._course.begin()
            self._arguments.bind(node.arguments, seat, row)
            self._instructions.write(node.body)
            left = word(0, at)
            for further in range(1, pending.width):
                left = any_of(left, word(0, at + WORD * further))
            out.emit(w.If(left, (w.Return(w.Const(I32, number)),)))
            self._course.go(node.to, {})

    def _answers(self, node: p.SimultaneousDecision) -> None:
        rows, kind = RowWriter(self._out, self._memory, self._expressions), w.Const(I32, node.kind)
        rows.begin(0)
        ordered = False
        match node.answers:
            case p.AnswerMembers(members):
                with self._sequences.each(members) as member:
                    rows.add_words((kind, code(member)), 0)
                ordered = in_order(members)
            case p.AnswerSeveral(domain):
                with self._sequences.each_several(domain) as numbers:
                    rows.add_words((kind, *map(code, numbers)), 0)
            case p.InterpretedAnswers():
                self._out.emit(*self._faults.missing("InterpretedAnswers"))
        rows.end(ordered)


def packing_of(node: p.Decision) -> RowPacking | None:
    """Return the packing of a decision's rows for random games, or None if their function lists whole rows.

    Packed rows are written only if the steps are few and find the rows in order.
    """
    listing = node.listing
    if node.open or listing.interpreted or not listing.ordered or buffers(listing.steps):
        return None
    size = sum(term.size for term in terms_of(listing.steps))
    return RowPacking.of(listing) if size <= LARGEST_PACKED else None
