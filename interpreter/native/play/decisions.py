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
    add,
    any_of,
    call,
    code,
    ge,
    le,
    lt,
    ne,
    put,
    set_word,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.control_flow import NativeControlFlow
from interpreter.native.play.option_match import OptionMatcher
from interpreter.native.terms.arguments import Arguments
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.sequences import Sequences
from interpreter.native.terms.steps import StepWriter
from interpreter.optimizer import Program, Term, buffers, in_order
from interpreter.optimizer import planned_moves as pm
from interpreter.optimizer import planned_nodes as p
from interpreter.wasm import I32

SEAT, ROW = "seat", "row"


@dataclass(frozen=True, slots=True)
class DecisionFunctions:
    """Names of the functions emitted for a decision.

    - `who()` returns the deciding seat.
    - `rows(seat)` stores the legal rows and returns their end address, or 0 if another seat decides.
    - `play(seat, row)` plays a row and returns the next node.
    - `listed` resembles `rows`, but also lists moves after which the goal of a series is out of reach.
    """

    who: str
    rows: str
    play: str
    listed: str


def row_length(program: Program) -> int:
    """Return the number of words in the longest row."""
    longest = 2
    for node in program.nodes:
        if isinstance(node, p.Decision):
            longest = max([longest, *(move.length for move in node.options)])
        elif isinstance(node, p.SimultaneousDecision):
            longest = max(longest, 1 + len(node.arguments.places))
    return longest


def row_lengths(program: Program) -> dict[int, int]:
    """Return the number of words per row, keyed by move kind."""
    found = {0: 1}
    for node in program.nodes:
        if isinstance(node, p.Decision):
            found |= {move.kind: move.length for move in node.options}
        elif isinstance(node, p.SimultaneousDecision):
            found[node.kind] = 1 + len(node.arguments.places)
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

    def write(self) -> dict[int, DecisionFunctions]:
        found = {}
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, p.Decision):
                self._who(f"who{number}", node.who)
                self._play(f"play{number}", node)
                listed = self._listing(number, node.listing)
                rows = self._left_open(number, listed) if number in self._ahead else listed
                found[number] = DecisionFunctions(f"who{number}", rows, f"play{number}", listed)
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
            rows = _Rows(out, self._memory, self._expressions)
            for buffer in (0, *buffers(listing.steps)):
                rows.begin(buffer)
            if listing.passes:
                rows.add_words((w.Const(I32, 0),), 0)
            self._steps.write(listing.steps, rows.add, rows.flush, rows.add_if)
            for each in listing.interpreted:
                out.emit(*self._faults.missing(type(each).__name__))
            rows.end(listing.ordered)
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
        rows, kind = _Rows(self._out, self._memory, self._expressions), w.Const(I32, node.kind)
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


class _Rows:
    """Emits the code that writes the rows of a listing."""

    def __init__(self, out: Writer, memory: Memory, expressions: Expressions) -> None:
        self._out = out
        self._memory = memory
        self._expressions = expressions
        self._tops: dict[int, w.Local] = {}
        """Local that holds the end address of the rows in each buffer."""
        self._lengths: dict[int, int] = {}
        """Number of words per row in each buffer; all rows of a buffer but the final list are of one kind."""

    def begin(self, buffer: int) -> None:
        self._tops[buffer] = self._out.held(w.Const(I32, self._memory.rows(buffer)), "top")

    def add(self, terms: tuple[Term, ...], buffer: int) -> None:
        self.add_words(tuple(self._expressions.narrow(term) for term in terms), buffer)

    def add_if(self, tests: list[Term], terms: tuple[Term, ...], buffer: int) -> bool:
        """Emit code that writes a row unconditionally but keeps it only if a test succeeds.

        The test is hard to predict, and a branch misprediction costs more than writing a row. The row must consist of
        constants and bound variables, and there must be a single test that never raises an error. If these conditions
        are not met, emit nothing and return False.
        """
        if len(tests) > 1 or not all(term.simple for term in terms):
            return False
        if not tests[0].movable:
            return False
        self._write(tuple(self._expressions.narrow(term) for term in terms), buffer)
        top = self._tops[buffer]
        next_ = add(top, self._memory.stride)
        self._out.emit(put(top, w.Select(next_, code(top), self._expressions.test(tests[0]))))
        return True

    def add_words(self, words: tuple[w.Code, ...], buffer: int) -> None:
        """Emit code that appends a row."""
        self._write(words, buffer)
        top = self._tops[buffer]
        self._out.emit(put(top, add(top, self._memory.stride)))

    def _write(self, words: tuple[w.Code, ...], buffer: int) -> None:
        """Emit code that writes a row; the words after its last one keep what they held."""
        assert not buffer or self._lengths.get(buffer, len(words)) == len(words)
        self._lengths[buffer], top = len(words), self._tops[buffer]
        self._out.emit(
            w.If(ge(top, self._memory.rows_end(buffer)), ends_in(ASK)),
            *(set_word(top, each, WORD * at) for at, each in enumerate(words)),
        )

    def flush(self, buffer: int, sort: bool) -> None:
        """Emit code that appends the rows of a buffer to the listing."""
        out, begin, top, end = self._out, self._memory.rows(buffer), self._tops[buffer], self._tops[0]
        if sort:
            out.emit(call("sort", begin, top, self._lengths[buffer], top))
        size = out.held(sub(top, begin), "size")
        out.emit(w.If(w.Plain("i32.gt_u", (add(end, size), w.Const(I32, self._memory.rows_end()))), ends_in(ASK)))
        out.emit(call("copy_words", end, begin, size), put(end, add(end, size)))

    def end(self, ordered: bool) -> None:
        """Emit code that completes the listing and leaves its end address on the stack."""
        out, top = self._out, self._tops[0]
        if not ordered:
            out.emit(put(top, call("put_in_order", self._memory.rows(), top, gives=I32)))
        out.emit(code(top))
