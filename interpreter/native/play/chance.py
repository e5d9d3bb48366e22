"""Emits the functions for chance nodes, which list the possible outcomes, draw one of them, and apply an outcome.

A draw gives the same outcome as a draw from the listed outcomes, from the same random numbers. Where it can, it does
not list them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.effects.holders import LAYERED, STACKED
from interpreter.native.effects.instructions import InstructionWriter
from interpreter.native.emit.drawing import drawn_below
from interpreter.native.emit.faults import ASK, FaultCodes, ends_in
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import GAP, WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    as_type,
    both,
    call,
    code,
    eq,
    ge,
    ge_u,
    gt,
    le,
    lt,
    lt_u,
    mul,
    ne,
    put,
    set_word,
    shl,
    shr_u,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer, fits, type_of
from interpreter.native.play.control_flow import NativeControlFlow
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.known_members import known_members
from interpreter.native.terms.sequences import Sequences
from interpreter.optimizer import Program, Term, in_order
from interpreter.optimizer import planned_nodes as p
from interpreter.wasm import I32

PAIR = 2 * WORD
SEVERAL = GAP
"""Returned instead of the only possible outcome, if there are several."""


@dataclass(frozen=True, slots=True)
class ChanceFunctions:
    """Names of the functions emitted for a chance node.

    `outcomes()` stores the possible outcomes and returns their count. `sample(stream)` draws an outcome and returns it.
    `settle(outcome)` applies an outcome and returns the next node. `arrive()` runs when the game reaches the node, and
    returns the node to continue at.
    """

    outcomes: str
    sample: str
    settle: str
    arrive: str


class ChanceNodes:
    """Emits the functions for chance nodes. The game always pauses at the nodes in `waiting`."""

    def __init__(
        self, program: Program, waiting: Collection[int], out: Writer, memory: Memory, faults: FaultCodes,
        expressions: Expressions, sequences: Sequences, instructions: InstructionWriter, course: NativeControlFlow,
    ) -> None:  # fmt: skip
        self._program = program
        self._waiting = waiting
        self._out = out
        self._memory = memory
        self._faults = faults
        self._expressions = expressions
        self._sequences = sequences
        self._instructions = instructions
        self._course = course

    def write_shared(self) -> None:
        """Emit the functions that all chance nodes share.

        `may_come` records an outcome. `of_bag`, `of_stack` and `of_words` list the outcomes of drawing from a bag, a
        stack or a list. `sample_listed` draws one of the listed outcomes, and `sample_bag` and `sample_stack` draw
        directly. `only_in_bag` and `only_in_stack` return the only possible outcome, or `SEVERAL`.
        """
        out, memory = self._out, self._memory
        with function(out, "may_come", "at outcome weight", I32) as (at, outcome, weight):
            out.emit(w.If(w.Plain("i32.ge_u", (code(at), w.Const(I32, memory.outcomes_end))), ends_in(ASK)))
            out.emit(set_word(at, outcome), set_word(at, weight, WORD), add(at, PAIR))
        with function(out, "of_bag", "base first size", I32) as (base, first, size):
            at, end = out.held(w.Const(I32, memory.outcomes), "at"), out.held(add(base, shl(size, 2)), "end")
            with out.loop_while(lt_u(base, end)):
                with out.only_if(gt(word(base), 0)):
                    out.emit(put(at, call("may_come", at, first, word(base), gives=I32)))
                out.emit(put(base, add(base, WORD)), put(first, add(first, 1)))
            out.emit(shr_u(sub(at, memory.outcomes), 3))
        self._of_stack("of_stack", STACKED)
        self._of_stack("of_layered", LAYERED)
        self._of_list()
        self._sample_listed()
        self._sample_bag()
        for kind, header in (("stack", STACKED), ("layered", LAYERED)):
            self._only_in_stack(kind, header)
            self._sample_stack(kind, header)

    def _of_stack(self, name: str, first: int) -> None:
        """Emit a function that lists the outcomes of drawing from a stack.

        If the top item is known, it is the only outcome; otherwise any item of the pool may be drawn. Equal items form
        one outcome.
        """
        out = self._out
        with function(out, name, "base", I32) as (base,):
            last = word(add(base, shl(word(base), 2)), first - WORD)
            with out.only_if(word(base, WORD)):
                out.emit(w.Drop(call("may_come", self._memory.outcomes, last, 1, gives=I32)), w.Return(w.Const(I32, 1)))
            size, pool = out.held(shl(word(base), 2), "size"), out.held(add(base, first), "pool")
            if first == LAYERED:
                bottom = out.held(shl(word(base, 2 * WORD), 2), "bottom")
                out.emit(put(size, sub(size, bottom)), put(pool, add(pool, bottom)))
            begun = out.held(call("draft", gives=I32), "begun")
            out.emit(w.Copy(code(begun), code(pool), code(size)))
            out.emit(call("of_words", begun, add(begun, size), 1, gives=I32))

    def _of_list(self) -> None:
        """Emit `of_words`, which lists the outcomes of drawing from a list, in ascending order.

        If `counted` is 1, a word is weighted by its number of occurrences; otherwise all weights are 1.
        """
        out, memory = self._out, self._memory
        at, end, counted = w.Local("at", I32), w.Local("end", I32), w.Local("counted", I32)
        top, last = w.Local("top", I32), w.Local("last", I32)
        with out.function("of_words", (at, end, counted), I32):
            out.emit(call("sort_words", at, end), put(top, memory.outcomes), put(last, 0))
            with out.loop_while(lt_u(at, end)):
                again = both(gt(top, memory.outcomes), eq(word(sub(top, PAIR)), word(at)))
                with out.block() as more:
                    out.emit(set_word(sub(top, WORD), add(word(sub(top, WORD)), counted)))
                with out.block() as first:
                    out.emit(put(top, call("may_come", top, word(at), 1, gives=I32)))
                out.emit(w.If(again, tuple(more), tuple(first)), put(at, add(at, WORD)))
            out.emit(shr_u(sub(top, memory.outcomes), 3))

    def _sample_listed(self) -> None:
        """Emit `sample_listed (stream, count)`, which draws one of the listed outcomes by their weights."""
        out, outcomes = self._out, self._memory.outcomes
        stream, count, at = w.Local("stream", I32), w.Local("count", I32), w.Local("at", I32)
        total, drawn, end = w.Local("total", I32), w.Local("drawn", I32), w.Local("end", I32)
        with out.function("sample_listed", (stream, count), I32):
            out.emit(w.If(zero(count), ends_in(ASK)), put(at, outcomes), put(end, add(at, mul(count, PAIR))))
            out.emit(put(total, 0), put(drawn, 0))
            with out.loop_while(lt(at, end)):
                out.emit(put(total, add(total, word(at, WORD))), put(at, add(at, PAIR)))
                out.emit(w.If(lt(total, 0), ends_in(ASK)))
            with out.only_if(gt(count, 1)):
                out.emit(put(drawn, call("draw", stream, total, gives=I32)))
            out.emit(put(at, outcomes))
            with out.loop_while(ge(drawn, word(at, WORD))) as done:
                out.emit(w.Branch(done, le(count, 1)))
                out.emit(put(drawn, sub(drawn, word(at, WORD))), put(at, add(at, PAIR)))
            out.emit(word(at))

    def _sample_bag(self) -> None:
        """Emit `only_in_bag (base, first, size)` and `sample_bag (stream, base, first, size)`."""
        out = self._out
        with function(out, "only_in_bag", "base first size", I32) as (base, first, size):
            only, end = w.Local("only", I32), w.Local("end", I32)
            out.emit(put(only, SEVERAL), put(end, add(base, shl(size, 2))))
            with out.loop_while(lt_u(base, end)):
                with out.only_if(gt(word(base), 0)):
                    out.emit(w.If(ne(only, SEVERAL), (w.Return(w.Const(I32, SEVERAL)),)), put(only, first))
                out.emit(put(base, add(base, WORD)), put(first, add(first, 1)))
            out.emit(w.If(eq(only, SEVERAL), ends_in(ASK)), code(only))
        with function(out, "sample_bag", "stream base first size", I32) as (stream, base, first, size):
            at, end, total = w.Local("at", I32), w.Local("end", I32), w.Local("total", I32)
            only = out.held(call("only_in_bag", base, first, size, gives=I32), "only")
            out.emit(w.If(ne(only, SEVERAL), (w.Return(code(only)),)))
            out.emit(put(at, base), put(total, 0), put(end, add(base, shl(size, 2))))
            with out.loop_while(lt_u(at, end)):
                out.emit(put(total, add(total, positive(word(at)))), put(at, add(at, WORD)))
                out.emit(w.If(lt(total, 0), ends_in(ASK)))
            out.emit(put(total, call("draw", stream, total, gives=I32)))
            with out.loop_while(ge(total, positive(word(base)))):
                out.emit(put(total, sub(total, positive(word(base)))))
                out.emit(put(base, add(base, WORD)), put(first, add(first, 1)))
            out.emit(code(first))

    def _pool(self, base: w.Local, header: int) -> tuple[w.Local, w.Local]:
        """Emit code that computes the begin and the end of a stack's pool, and stops at an empty stack."""
        out = self._out
        pool = out.held(add(base, header), "pool")
        end = out.held(add(pool, shl(word(base), 2)), "end")
        if header == LAYERED:
            out.emit(put(pool, add(pool, shl(word(base, 2 * WORD), 2))))
        out.emit(w.If(ge_u(pool, end), ends_in(ASK)))
        return pool, end

    def _only_in_stack(self, kind: str, header: int) -> None:
        """Emit `only_in_stack (base)`. In most pools, the first item differs from the last."""
        out, base = self._out, w.Local("base", I32)
        several = (w.Return(w.Const(I32, SEVERAL)),)
        with out.function(f"only_in_{kind}", (base,), I32):
            with out.only_if(word(base, WORD)):
                out.emit(w.Return(word(add(base, shl(word(base), 2)), header - WORD)))
            pool, end = self._pool(base, header)
            last = out.held(word(sub(end, WORD)), "last")
            with out.loop_while(lt_u(pool, end)):
                out.emit(w.If(ne(word(pool), last), several), put(pool, add(pool, WORD)))
            out.emit(code(last))

    def _sample_stack(self, kind: str, header: int) -> None:
        """Emit `sample_stack (stream, base)`. A pool is sorted, unless a rule has mixed known items into it."""
        out, stream, base = self._out, w.Local("stream", I32), w.Local("base", I32)
        with out.function(f"sample_{kind}", (stream, base), I32):
            only = out.held(call(f"only_in_{kind}", base, gives=I32), "only")
            out.emit(w.If(ne(only, SEVERAL), (w.Return(code(only)),)))
            pool, end = self._pool(base, header)
            at = out.held(code(pool), "at")
            with out.loop_while(lt_u(add(at, WORD), end)):
                listed = call("sample_listed", stream, call(f"of_{kind}", base, gives=I32), gives=I32)
                out.emit(w.If(gt(word(at), word(at, WORD)), (w.Return(listed),)), put(at, add(at, WORD)))
            drawn = call("draw", stream, shr_u(sub(end, pool), 2), gives=I32)
            out.emit(word(add(pool, shl(drawn, 2))))

    def write(self) -> dict[int, ChanceFunctions]:
        """Emit the functions for all chance nodes, and return their names keyed by node number."""
        found = {}
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, p.Chance):
                found[number] = names = ChanceFunctions(
                    f"outcomes{number}", f"sample{number}", f"settle{number}", f"arrive{number}"
                )  # fmt: skip
                with self._out.function(names.outcomes, (), I32):
                    self._outcomes(node)
                self._sample(names, node)
                self._settle(names.settle, node)
                self._arrive(number, names, node)
        return found

    def _outcomes(self, node: p.Chance) -> None:
        out, place = self._out, self._expressions.addresses.place
        match node.outcomes:
            case p.BagOutcomes(base, first, size):
                out.emit(call("of_bag", place(base), first, size, gives=I32))
            case p.StackOutcomes(base, layered):
                out.emit(call("of_layered" if layered else "of_stack", place(base), gives=I32))
            case p.EqualOutcomes(members):
                given = out.held(self._sequences.members(members), "given")
                begun, extent = out.held(call("draft", gives=I32), "begun"), out.held(shl(word(given), 2), "size")
                out.emit(w.Copy(code(begun), add(given, WORD), code(extent)))
                out.emit(call("of_words", begun, add(begun, extent), 0, gives=I32))
            case p.WeighedOutcomes(members, name, weight):
                self._weighed(members, name, weight)
            case p.InterpretedOutcomes():
                out.emit(*self._faults.missing("InterpretedOutcomes"))

    def _weighed(self, members: Term, name: Term, weight: Term) -> None:
        """Emit code that lists the members with a positive weight, in ascending order, each with its weight."""
        out, top, heavy = self._out, self._out.fresh(name="top"), self._out.fresh(name="heavy")
        given = call("joined", self._sequences.members(members), self._memory.listed(()), gives=I32)
        at, end = out.held(given, "at"), out.fresh(name="end")
        out.emit(put(end, add(at, shl(word(at), 2))), put(top, self._memory.outcomes))
        with out.loop_while(lt_u(at, end)):
            out.emit(put(at, add(at, WORD)), put(out.bind(name), as_type(word(at), type_of(name))))
            out.emit(put(heavy, self._expressions.narrow(weight)))
            with out.only_if(gt(heavy, 0)):
                out.emit(put(top, call("may_come", top, word(at), heavy, gives=I32)))
        out.emit(shr_u(sub(top, self._memory.outcomes), 3))

    def _settle(self, name: str, node: p.Chance) -> None:
        out, fallen = self._out, w.Local("fallen", I32)
        with out.function(name, (fallen,), I32):
            if isinstance(node.settle, p.InterpretedSettling):
                out.emit(*self._faults.missing("InterpretedSettling"))
                return
            self._course.begin()
            out.emit(put(out.bind(node.fallen), as_type(fallen, type_of(node.fallen))))
            self._instructions.write(node.settle)
            self._course.go(node.to, {})

    def _sample(self, names: ChanceFunctions, node: p.Chance) -> None:
        out, place, stream = self._out, self._expressions.addresses.place, w.Local("stream", I32)
        with out.function(names.sample, (stream,), I32):
            match node.outcomes:
                case p.BagOutcomes(base, first, size):
                    out.emit(call("sample_bag", stream, place(base), first, size, gives=I32))
                case p.StackOutcomes(base, layered):
                    out.emit(call("sample_layered" if layered else "sample_stack", stream, place(base), gives=I32))
                case p.EqualOutcomes(members) if (range_ := equal_steps(members)) is not None:
                    drawn = drawn_below(out, stream, len(range_))
                    out.emit(add(mul(drawn, range_.step), range_.start))
                case p.EqualOutcomes(members) if in_order(members):
                    given = out.held(self._sequences.members(members), "given")
                    out.emit(w.If(zero(word(given)), ends_in(ASK)))
                    drawn = call("draw", stream, word(given), gives=I32)
                    out.emit(word(add(given, shl(drawn, 2)), WORD))
                case _:
                    out.emit(call("sample_listed", stream, call(names.outcomes, gives=I32), gives=I32))

    def _arrive(self, number: int, names: ChanceFunctions, node: p.Chance) -> None:
        """Emit the function that runs when the game reaches a chance node.

        If only one outcome is possible, it is applied immediately, unless the log must record it.
        """
        out, place = self._out, self._expressions.addresses.place
        with out.function(names.arrive, (), I32):
            outcomes, only = node.outcomes, w.Local("only", I32)
            if number in self._waiting:
                pass
            elif isinstance(outcomes, p.BagOutcomes):
                out.emit(put(only, call("only_in_bag", place(outcomes.base), outcomes.first, outcomes.size, gives=I32)))
                self._settle_only(names, ne(only, SEVERAL), code(only))
            elif isinstance(outcomes, p.StackOutcomes):
                kind = "layered" if outcomes.layered else "stack"
                out.emit(put(only, call(f"only_in_{kind}", place(outcomes.base), gives=I32)))
                self._settle_only(names, ne(only, SEVERAL), code(only))
            else:
                count = out.held(call(names.outcomes, gives=I32), "count")
                out.emit(w.If(zero(count), ends_in(ASK)))
                self._settle_only(names, eq(count, 1), word(0, self._memory.outcomes))
            out.emit(w.Const(I32, number))

    def _settle_only(self, names: ChanceFunctions, is_only: w.Code, outcome: w.Code) -> None:
        self._out.emit(w.If(is_only, (w.Return(call(names.settle, outcome, gives=I32)),)))


def always_waiting(program: Program, told: Collection[int]) -> frozenset[int]:
    """Return the chance nodes at which the game always pauses.

    There, several outcomes are possible in every position, or the log must record even the only outcome, as at the
    nodes in `told`.
    """
    found = set(told)
    for number, node in enumerate(program.nodes):
        if isinstance(node, p.Chance) and isinstance(node.outcomes, p.EqualOutcomes):
            steps = equal_steps(node.outcomes.members)
            if steps is not None and len(steps) > 1:
                found.add(number)
    return frozenset(found)


def equal_steps(members: Term) -> range | None:
    """Return the members of a sequence in ascending order, or None unless they are known and equally far apart.

    A range has at least one member.
    """
    found = sorted({*(known_members(members) or ())})
    if not found or not all(fits(each, each) for each in (found[0], found[-1])):
        return None
    step = found[1] - found[0] if len(found) > 1 else 1
    steps = range(found[0], found[-1] + 1, step)
    return steps if found == [*steps] else None


def positive(number: w.Code) -> w.Code:
    """Return an expression for a number that is read from memory, or 0 if it is negative."""
    return w.Select(number, w.Const(I32, 0), gt(number, 0))
