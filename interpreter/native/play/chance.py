"""Emits the functions for chance nodes: one lists the possible outcomes, another applies an outcome."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.effects.holders import LAYERED, STACKED
from interpreter.native.effects.instructions import InstructionWriter
from interpreter.native.emit.faults import ASK, FaultCodes, ends_in
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    as_type,
    both,
    call,
    code,
    eq,
    gt,
    lt_u,
    put,
    set_word,
    shl,
    shr_u,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer, type_of
from interpreter.native.play.control_flow import NativeControlFlow
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.sequences import Sequences
from interpreter.optimizer import Program, Term
from interpreter.optimizer import planned_nodes as p
from interpreter.wasm import I32

PAIR = 2 * WORD


@dataclass(frozen=True, slots=True)
class ChanceFunctions:
    """Names of the functions emitted for a chance node.

    `outcomes()` stores the possible outcomes and returns their count. `settle(outcome)` applies an outcome and returns
    the next node. `arrive()` runs when the game reaches the node, and returns the node to continue at.
    """

    outcomes: str
    settle: str
    arrive: str


class ChanceNodes:
    """Emits the functions for chance nodes.

    At the nodes in `told`, the game pauses even if only one outcome is possible, so that the log can record the
    outcome.
    """

    def __init__(
        self, program: Program, told: Collection[int], out: Writer, memory: Memory, faults: FaultCodes,
        expressions: Expressions, sequences: Sequences, instructions: InstructionWriter, course: NativeControlFlow,
    ) -> None:  # fmt: skip
        self._program = program
        self._told = told
        self._out = out
        self._memory = memory
        self._faults = faults
        self._expressions = expressions
        self._sequences = sequences
        self._instructions = instructions
        self._course = course

    def write_shared(self) -> None:
        """Emit the functions that all chance nodes share.

        `may_come` records an outcome. The other functions list the outcomes of drawing from a bag, a stack or a list.
        """
        out, memory = self._out, self._memory
        outcome, weight, at = w.Local("outcome", I32), w.Local("weight", I32), w.Local("at", I32)
        with out.function("may_come", (at, outcome, weight), I32):
            out.emit(w.If(w.Plain("i32.ge_u", (code(at), w.Const(I32, memory.outcomes_end))), ends_in(ASK)))
            out.emit(set_word(at, outcome), set_word(at, weight, WORD), add(at, PAIR))
        base, first, size = w.Local("base", I32), w.Local("first", I32), w.Local("size", I32)
        with out.function("of_bag", (base, first, size), I32):
            end = out.held(add(base, shl(size, 2)), "end")
            out.emit(put(at, memory.outcomes))
            with out.loop_while(lt_u(base, end)):
                with out.only_if(gt(word(base), 0)):
                    out.emit(put(at, call("may_come", at, first, word(base), gives=I32)))
                out.emit(put(base, add(base, WORD)), put(first, add(first, 1)))
            out.emit(shr_u(sub(at, memory.outcomes), 3))
        self._of_stack(base, "of_stack", STACKED)
        self._of_stack(base, "of_layered", LAYERED)
        self._of_list()

    def _of_stack(self, base: w.Local, name: str, first: int) -> None:
        """Emit a function that lists the outcomes of drawing from a stack.

        If the top item is known, it is the only outcome; otherwise any item of the pool may be drawn. Equal items form
        one outcome.
        """
        out = self._out
        with out.function(name, (base,), I32):
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

    def write(self) -> dict[int, ChanceFunctions]:
        """Emit the functions for all chance nodes, and return their names keyed by node number."""
        found = {}
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, p.Chance):
                found[number] = names = ChanceFunctions(f"outcomes{number}", f"settle{number}", f"arrive{number}")
                with self._out.function(names.outcomes, (), I32):
                    self._outcomes(node)
                self._settle(names.settle, node)
                self._arrive(number, names)
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

    def _arrive(self, number: int, names: ChanceFunctions) -> None:
        """Emit the function that runs when the game reaches a chance node.

        If only one outcome is possible, it is applied immediately, unless the log must record it.
        """
        out = self._out
        with out.function(names.arrive, (), I32):
            if number not in self._told:
                count = out.held(call(names.outcomes, gives=I32), "count")
                out.emit(w.If(zero(count), ends_in(ASK)))
                only = call(names.settle, word(0, self._memory.outcomes), gives=I32)
                out.emit(w.If(eq(count, 1), (w.Return(only),)))
            out.emit(w.Const(I32, number))
