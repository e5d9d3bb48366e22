"""Assembles the complete Python source for a program."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Clauses
from interpreter.codegen.chance import ChanceFunctions, ChanceNodes
from interpreter.codegen.control_flow import PythonControlFlow
from interpreter.codegen.decisions import DecisionFunctions, Decisions
from interpreter.codegen.expressions import Expressions
from interpreter.codegen.functions import Functions
from interpreter.codegen.instructions import Instructions
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.loops import Loops
from interpreter.codegen.writer import Constants, Requests, Writer, name_of, tuple_of
from interpreter.optimizer import Program


@dataclass(frozen=True, slots=True)
class Module:
    """The generated source for a program, with its function names keyed by node number."""

    source: str
    objects: dict[str, object]
    """Objects to which the generated code refers by name.

    The functions of `runtime` and the objects that the engine provides are not included.
    """
    rules: dict[int, Clauses]
    """The rulebook clauses behind each source line, for error messages."""
    nodes: dict[int, str]
    decisions: dict[int, DecisionFunctions]
    chances: dict[int, ChanceFunctions]
    score: str
    standing: str
    due: str
    weights: tuple[int, ...]
    """Budget units charged for passing through each node.

    Only long runs without a pause are charged.
    """


def write_module(program: Program) -> Module:
    """Return the generated source for a program; equal programs give the same source."""
    out, constants = Writer(), Constants(program.faults)
    requests = Requests(constants)
    expressions = Expressions(program, constants, requests)
    meter = LoopBudget(program)
    loops = Loops(out, expressions, requests, meter)
    instructions = Instructions(out, constants, expressions, loops, meter)
    course = PythonControlFlow(program, out, constants, expressions, instructions)
    decisions = Decisions(program, out, constants, expressions, loops, instructions, course).write()
    chances = ChanceNodes(program, out, constants, expressions, instructions, course, meter).write()
    nodes = course.write_nodes()
    out.about = None
    _write_standing(program, out, expressions)
    functions = Functions(program, out, constants, requests, expressions, loops)
    functions.write()
    source = out.source + functions.tables()
    weights = tuple(meter.of_pass(node) for node in program.nodes)
    return Module(source, constants.objects, out.rules, nodes, decisions, chances, "score", "standing", "due", weights)


def _write_standing(program: Program, out: Writer, expressions: Expressions) -> None:
    """Emit the functions that score and rank the seats, and the function that tests whether the game is due to end."""
    standing, seat = program.standing, name_of(program.standing.seat)
    with out.block(f"def score(v, {seat}):"):
        out.write(f"return {expressions.value(standing.score)}")
    with out.block(f"def standing(v, {seat}):"):
        keys = expressions.keys((key.by, key.most) for key in standing.keys)
        out.write(f"return {tuple_of(keys)}")
    with out.block("def due(v):"):
        out.write(f"return {' or '.join(map(expressions.test, standing.due)) or 'False'}")
