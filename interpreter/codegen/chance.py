"""The generator of chance nodes: Python functions that list the outcomes of a node and apply one of them."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.codegen.control_flow import ControlFlow
from interpreter.codegen.expressions import Expressions
from interpreter.codegen.instructions import Instructions
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.writer import Constants, Writer, name_of
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p


@dataclass(frozen=True, slots=True)
class ChanceFunctions:
    """The names of the functions of a chance node.

    `outcomes` lists the outcomes with their weights, sorted, and `settle` applies one outcome and returns the next
    node. If one of these two names is empty, the reference interpreter does the work of that function. Some nodes also
    have a quick test, which `is_open` names. If the test is true, the node has more than one outcome.
    """

    outcomes: str
    settle: str
    is_open: str = ""


class ChanceNodes:
    """The generator of chance nodes."""

    def __init__(
        self, program: Program, out: Writer, constants: Constants, expressions: Expressions, instructions: Instructions,
        course: ControlFlow, meter: LoopBudget,
    ) -> None:  # fmt: skip
        self._program = program
        self._out = out
        self._constants = constants
        self._expressions = expressions
        self._instructions = instructions
        self._course = course
        self._meter = meter

    def write(self) -> dict[int, ChanceFunctions]:
        """Emit the functions of all chance nodes and return their names by node."""
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
