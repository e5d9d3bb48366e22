"""The shapes of nodes, which the flowchart and the planned program share.

Each node of the flowchart becomes the node of the planned program with the same number, shape and successors. The two
differ only in the parts of their nodes. These parts are type parameters of a shape:

- `Expression`: an expression of the model, or a term.
- `Variable`: a variable of the model, or the term that reads it.
- `Stored`: a variable of the model that has slots, or these slots.
- `Body`: statements, or a block of instructions.
- `Option`: what a player can choose at a decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from dsl.model import Clauses
from dsl.source import Span

Exits = tuple[tuple[int, str], ...]
"""Nodes at which play may continue, with labels for drawing."""


class Choice(Protocol):
    """An option of a decision."""

    @property
    def exits(self) -> Exits: ...


Expression = TypeVar("Expression", covariant=True)
Variable = TypeVar("Variable", covariant=True)
Stored = TypeVar("Stored", covariant=True)
Body = TypeVar("Body", covariant=True)
Option = TypeVar("Option", bound=Choice, covariant=True)


@dataclass(frozen=True, slots=True)
class Origin:
    """The part of the rulebook that a node implements.

    `about` is the rule. `phase` is the innermost phase around the node. Outside of phases, `phase` is the enclosing
    rule or round.
    """

    span: Span
    about: Clauses
    phase: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    origin: Origin

    @property
    def span(self) -> Span:
        return self.origin.span

    @property
    def about(self) -> Clauses:
        return self.origin.about

    @property
    def phase(self) -> Clauses:
        return self.origin.phase


@dataclass(frozen=True, slots=True)
class End(Node):
    """The end of the game."""


@dataclass(frozen=True, slots=True)
class Effect(Node, Generic[Body]):
    """Changes the position without waiting.

    If a `stop` ends the effect, slot `STOPPING` contains its code, and the following `Stopping` node handles the stop.
    """

    body: Body
    to: int


@dataclass(frozen=True, slots=True)
class Branch(Node, Generic[Expression]):
    when: Expression
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Stopping(Node):
    """Continues after statements that may execute a `stop`.

    If slot `STOPPING` is 0, play continues at `to`. If slot `STOPPING` contains a code listed in `exits`, the node
    clears the slot and play continues at the exit for that code. For any other code, play continues at `up`, which
    leaves the routine.
    """

    exits: tuple[tuple[int, int], ...]
    up: int
    to: int


@dataclass(frozen=True, slots=True)
class Call(Node, Generic[Stored]):
    """Jumps to `entry`, the first node of a routine.

    The node stores `back` in the slot of `frame`, and the routine's `Return` continues at `back`.
    """

    entry: int
    back: int
    frame: Stored
    name: str


@dataclass(frozen=True, slots=True)
class Return(Node, Generic[Stored]):
    """Jumps to the node stored in the slot of `frame`, and resets the slot to 0."""

    frame: Stored


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """Marks the end of a series, or of an action that begins one.

    Play runs through this node, but a search for the goal ends here.
    """

    to: int


@dataclass(frozen=True, slots=True)
class GoalCheck(Node):
    """Branches on whether a player can reach the next goal from the decision `choice`."""

    choice: int
    no: int


@dataclass(frozen=True, slots=True)
class Decision(Node, Generic[Expression, Option]):
    """A point at which the player `who` chooses an option."""

    who: Expression
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node, Generic[Stored, Variable]):
    """A point at which every seat in `pending` chooses at the same time, by a move of kind `kind`.

    `seat` is the variable for the seat that chooses. After the last seat has chosen, play continues at `to`.
    """

    kind: int
    pending: Stored
    seat: Variable
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Node):
    """A chance event, after which play continues at `to`.

    If there is only one outcome, it is applied without waiting.
    """

    to: int


Shape = (
    End | Effect[object] | Branch[object] | Stopping | Call[object] | Return[object] | Goal | GoalCheck
    | Decision[object, Choice] | SimultaneousDecision[object, object] | Chance
)  # fmt: skip
"""Any node of a flowchart or of a planned program."""
