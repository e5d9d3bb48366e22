"""Emits the WebAssembly function table of all nodes, and the indirect calls through this table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import Given, add, call, code, ge, put, set_word, word
from interpreter.native.emit.writer import Writer
from interpreter.native.play.chance import ChanceFunctions
from interpreter.native.play.decisions import DecisionFunctions
from interpreter.native.play.random_steps import step_name
from interpreter.native.terms.memo_functions import MemoFunctions
from interpreter.native.terms.step_counter import BUDGET_OF_DECISION, LEFT, StepCounter
from interpreter.position import PC
from interpreter.wasm import I32

HOLE = "fail"
"""Table entry for a node that has no function in this section of the table; it is never called."""
SECTIONS = (
    "pass", "arrive", "who", "rows", "play", "outcomes", "sample", "settle", "ranges", "legal", "listed", "step",
)  # fmt: skip


@dataclass(slots=True)
class Dispatch:
    """Emits indirect calls that select a function by node number.

    `count` is the number of nodes. The game pauses at the first `stops` nodes.
    """

    out: Writer
    memory: Memory
    count: int
    stops: int

    def fill(
        self, nodes: Mapping[int, str], decisions: Mapping[int, DecisionFunctions],
        chances: Mapping[int, ChanceFunctions], open_rows: Mapping[int, tuple[str, str]],
    ) -> None:  # fmt: skip
        """Fill the module's function table."""
        known: dict[tuple[str, int], str] = {("pass", number): name for number, name in nodes.items()}
        for number, decision in decisions.items():
            known |= {("who", number): decision.who, ("rows", number): decision.rows, ("play", number): decision.play}
            known[("listed", number)] = decision.listed
        for number, chance in chances.items():
            known |= {("arrive", number): chance.arrive, ("outcomes", number): chance.outcomes}
            known |= {("sample", number): chance.sample, ("settle", number): chance.settle}
        known |= {("step", number): step_name(number) for number in (*decisions, *chances)}
        for number, (ranges, legal) in open_rows.items():
            known |= {("ranges", number): ranges, ("legal", number): legal}
        self.out.module.table = [
            known.get((section, number), HOLE) for section in SECTIONS for number in range(self.count)
        ]

    def call(self, section: str, number: Given, *args: Given) -> w.Code:
        at = add(number, SECTIONS.index(section) * self.count)
        return w.CallIndirect(at, tuple(map(code, args)), I32)

    @property
    def here(self) -> w.Code:
        """Loads the number of the current node."""
        return word(0, self.memory.slot(PC))

    def write(self, work: StepCounter, remembering: MemoFunctions) -> None:
        """Emit the functions that operate on the current position.

        Callers outside the module can call only the functions with `exported=True`. The C exporter also exports others.
        """
        out = self.out
        with function(out, "run", "to") as (to,):
            with out.loop_while(ge(to, self.stops)):
                work.spend(1)
                out.emit(put(to, w.CallIndirect(code(to), (), I32)))
            out.emit(set_word(0, to, self.memory.slot(PC)))
        with out.function("refill", ()):
            out.emit(put(LEFT, BUDGET_OF_DECISION), call("clear_heap"), *remembering.begin())
        with out.function("advance", (), exported=True):
            out.emit(call("refill"), call("run", add(self.here, self.count)))
        with out.function("pass_on", (), exported=True):
            out.emit(call("refill"), call("run", self.here))
        with out.function("who", (), I32, exported=True):
            out.emit(call("refill"), self.call("who", self.here))
        with function(out, "rows", "seat", I32, exported=True) as (seat,):
            out.emit(call("refill"), self.call("rows", self.here, seat))
        with function(out, "play", "seat row", exported=True) as (seat, row):
            out.emit(call("refill"), call("run", self.call("play", self.here, seat, row)))
        for name in ("ranges", "legal"):
            with function(out, f"{name}_of", "seat row", I32) as (seat, row):
                out.emit(call("refill"), self.call(name, self.here, seat, row))
        with out.function("outcomes", (), I32, exported=True):
            out.emit(call("refill"), self.call("outcomes", self.here))
        with function(out, "settle", "outcome", exported=True) as (outcome,):
            out.emit(call("refill"), call("run", self.call("settle", self.here, outcome)))
