"""Lists the successors of each flowchart node, and describes nodes as text."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import Statement
from interpreter.flow import node_family as family
from interpreter.flow.internal import Clear, Finish, Freeze, Reset, Take
from interpreter.flow.node_family import Shape
from interpreter.flow.nodes import (
    STOP_CODES,
    AnyNode,
    Branch,
    Call,
    ChanceNode,
    Decision,
    Effect,
    Flow,
    Return,
    SimultaneousDecision,
)


def edges(flow: Flow) -> Iterator[tuple[int, int, str]]:
    """Yield the flowchart's edges with labels, for drawing."""
    for number, node in enumerate(flow.nodes):
        for to, word in successors(node):
            yield number, to, word


def successors(node: Shape) -> list[tuple[int, str]]:
    """Return the successors of a node of a flowchart or planned program, with edge labels."""
    match node:
        case family.Effect() | family.Goal() | family.SimultaneousDecision() | family.Chance():
            return [(node.to, "")]
        case family.GoalCheck():
            return [(node.choice, "the goal can be reached"), (node.no, "else")]
        case family.Branch():
            return [(node.yes, "yes"), (node.no, "no")]
        case family.Stopping():
            return [
                (node.to, ""),
                *((to, f"stop {_scope(code)}") for code, to in node.exits),
                (node.up, "stop"),
            ]
        case family.Call():
            return [(node.entry, "call"), (node.back, "back")]
        case family.Decision():
            return [exit_ for option in node.options for exit_ in option.exits]
        case family.End() | family.Return():
            return []


def _scope(code: int) -> str:
    return next((scope for scope, number in STOP_CODES.items() if number == code), "game")


def node_words(node: AnyNode) -> str:
    """Describe a node, in the rulebook's words if possible.

    Return an empty string if the name of the node's class says enough.
    """
    match node:
        case Effect(body=statements):
            return "; ".join(_first_line(statement) for statement in statements)
        case Branch(when=when):
            return f"{when.span.heading or type(when).__name__}?"
        case Call(name=name):
            return name
        case Return(frame=frame):
            return frame.name
        case Decision(who=who, must=must):
            return f"{who.span.heading} {'must' if must else 'may'}"
        case SimultaneousDecision(field=field):
            return f"everyone secretly: {field.name}"
        case ChanceNode(label=label):
            return label
        case _:
            return ""


def _first_line(statement: Statement) -> str:
    """Return a statement's first line in the rulebook, or a description of an internal statement."""
    match statement:
        case Freeze(into=into):
            return f"keep {into.name}"
        case Take(var=var):
            return f"next {var.name}"
        case Clear(vars=gone):
            return "forget " + ", ".join(var.name for var in gone)
        case Reset(fields=fresh):
            return "reset " + ", ".join(of.name for of in fresh)
        case Finish():
            return "the game ends"
    return statement.span.heading or type(statement).__name__.lower()
