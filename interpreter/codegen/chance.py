"""Emits the Python functions for chance nodes: one lists the outcomes, another applies an outcome."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.codegen.control_flow import PythonControlFlow
from interpreter.codegen.expressions import Expressions
from interpreter.codegen.instructions import Instructions
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.writer import Constants, Writer, name_of
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p


@dataclass(frozen=True, slots=True)
class ChanceFunctions:
    """Names of the functions generated for a chance node.

    `outcomes` returns the sorted outcomes with their weights. `settle` applies an outcome and returns the next node. If
    either name is empty, the reference interpreter does that work. If `is_open` is not empty, it names a quick test
    that returns True only if the node has several outcomes.
    """

    outcomes: str
    settle: str
    is_open: str = ""


class ChanceNodes:
    """Emits the functions for chance nodes."""

    def __init__(
        self, program: Program, out: Writer, constants: Constants, expressions: Expressions, instructions: Instructions,
        course: PythonControlFlow, meter: LoopBudget,
    ) -> None:  # fmt: skip
        self._program = program
        self._out = out
        self._constants = constants
        self._expressions = expressions
        self._instructions = instructions
        self._course = course
        self._meter = meter

    def write(self) -> dict[int, ChanceFunctions]:
        """Emit the functions for all chance nodes, and return their names keyed by node number."""
        found = {}
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, p.Chance):
                self._out.about = node.about
                outcomes, settle = self._outcomes(f"c{number}", node), self._settle(f"s{number}", node)
                found[number] = ChanceFunctions(outcomes, settle, self._is_open(f"o{number}", node))
        self._out.about = None
        return found

    def _outcomes(self, name: str, node: p.Chance) -> str:
        if isinstance(node.outcomes, p.InterpretedOutcomes):
            return ""
        with self._out.block(f"def {name}(v):"):
            self._out.write(f"return {self._weighted(node.outcomes)}")
        return name

    def _is_open(self, name: str, node: p.Chance) -> str:
        if not isinstance(node.outcomes, p.StackOutcomes) or node.outcomes.layered:
            return ""
        with self._out.block(f"def {name}(v):"):
            self._out.write(f"return OPEN(v, {self._expressions.value(node.outcomes.base)})")
        return name

    def _weighted(self, outcomes: p.BagOutcomes | p.StackOutcomes | p.EqualOutcomes | p.WeighedOutcomes) -> str:
        match outcomes:
            case p.BagOutcomes(base, first, size):
                return f"COUNTED(v, {self._expressions.value(base)}, {first}, {size})"
            case p.StackOutcomes(base, layered):
                return f"{'LAYERED' if layered else 'POOL'}(v, {self._expressions.value(base)})"
            case p.WeighedOutcomes(members, name, weight):
                each = f"lambda {name_of(name)}: {self._expressions.value(weight)}"
                return f"WEIGHED({self._expressions.members(members)}, {each})"
            case p.EqualOutcomes(members):
                if members.op == "fixed" and members.args[0].known:
                    return self._constants.value(tuple((each, 1) for each in sorted(set(members.rows[0]))), "D")
                return f"ALIKE({self._meter.counted(members, (), self._expressions.members(members))})"

    def _settle(self, name: str, node: p.Chance) -> str:
        if isinstance(node.settle, p.InterpretedSettling):
            return ""
        with self._out.block(f"def {name}(v, {name_of(node.fallen)}):"):
            self._course.begin()
            self._instructions.write(node.settle)
            self._course.go(node.to, {})
        return name
