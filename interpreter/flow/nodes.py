"""Defines the nodes of the flowchart that engines run to play a game.

A game in progress is always at one node. Play waits at decisions and chance nodes, and runs through all other nodes
without waiting. Nodes at which play waits or ends have the lowest numbers. The test `node < flow.stops` is therefore
enough to detect that play has stopped.

An `Effect` groups consecutive statements that never wait. A statement becomes a separate node only if it may wait. A
loop that may wait keeps its members and counters in slots. A routine that may wait stores the number of the node to
return to in one slot. One slot is enough, because routines never call themselves.

Expressions and statements come from `dsl.model` and from `internal`. Writing a variable that has a slot stores the
value in that slot. `flow.stores` maps the variable's uid to the slot. Reading a variable first looks at the node's
bindings, then at the slot. `lowering` builds the flowchart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl.model import Action, Clauses, Ending, Expr, Model, Saying, Slot, StateField, Statement, Type, Var
from interpreter.flow import node_family as family
from interpreter.flow.evaluator import Evaluator, Performer
from interpreter.flow.node_family import (
    Branch,
    Call,
    Effect,
    End,
    Exits,
    Goal,
    GoalCheck,
    Origin,
    Return,
    Stopping,
)
from interpreter.position import Layout, Results, Store, Vector, owner_seat

__all__ = [
    "STOP_CODES", "WAITING", "AnyNode", "Branch", "Call", "ChanceNode", "Decision", "Effect", "End", "Flow", "Goal",
    "GoalCheck", "LoggedTrigger", "MoveKind", "Option", "Origin", "Outcomes", "Pass", "Pick", "Play", "Return",
    "SimultaneousDecision", "Statements", "Stopping", "stop_code",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pass:
    """Option to pass; its move kind is always 0."""

    to: int
    says: Saying | None = None

    @property
    def exits(self) -> Exits:
        return ((self.to, "pass"),)


@dataclass(frozen=True, slots=True)
class Play:
    """Option to take an action. Taking the action pays its costs and counts towards its limit.

    If `entry` is -1, the engine runs the action's `then` at once and continues at `to`. Otherwise, the engine stores
    the variables in `stored` and calls the action's nodes at `entry`. The stored variables are the acting player and
    the parameters that the nodes read.
    """

    kind: int
    action: Action
    bound: tuple[Expr, ...]
    to: int
    anytime: bool
    entry: int
    frame: Var | None
    stored: tuple[Var, ...]
    begins: bool = False
    """True if the action begins a series.

    An action that begins a series is legal only if its player can reach the next goal.
    """
    unseen: bool = False
    """True for an `anytime` action that depends on hidden information.

    The goal search skips such an action, because searching it could reveal the hidden information.
    """

    @property
    def exits(self) -> Exits:
        name = self.action.about.name
        return ((self.to, name),) if self.entry < 0 else ((self.entry, name), (self.to, f"after {name}"))


@dataclass(frozen=True, slots=True)
class Pick:
    """Option to choose a member of a domain. The chosen member is bound to `var`. If `var` has a slot, the member is
    stored there.

    If `kept` is given, choosing a member removes it from the set stored in `kept`.
    """

    kind: int
    var: Var
    domain: Expr
    where: Expr | None
    kept: Var | None
    to: int
    secret: bool = False
    """True if other players may not see the choice."""
    says: Saying | None = None

    @property
    def exits(self) -> Exits:
        return ((self.to, self.var.name),)


Option = Pass | Play | Pick
Statements = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Decision(family.Decision[Expr, Option]):
    """A decision of a flowchart. `must` is False if one of the options is to pass."""

    must: bool
    bound_for: Expr | None = None
    """Seat that must reach the next goal, if the decision is part of a series.

    This seat may play only moves after which the goal can still be reached.
    """
    until: Expr | None = None
    """Condition that ends the series, if the series repeats this decision."""
    or_pass: bool = False
    """True if the player could pass instead if none of the offered actions were legal."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(family.SimultaneousDecision[Var, Var]):
    """A simultaneous decision of a flowchart.

    Each seat chooses a member of `domain`. The choice is stored in the entry of `field` for that seat.
    """

    domain: Expr
    field: StateField
    says: Saying | None = None


Outcomes = list[tuple[int, int]]
"""Sorted pairs of a chance outcome and its weight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceNode(family.Chance, ABC):
    """A chance event of a flowchart, which draws and applies one of `outcomes`.

    `target` is the field or variable that receives the outcome, and `label` is the event's name in the rulebook.
    """

    target: Slot | Var
    label: str
    hidden: bool = False
    """True if the outcome is stored in a local variable that affects only fields hidden from some players."""
    whose: Slot | None = None
    """Field entry whose owner alone may see a hidden outcome."""
    always_told: bool = False
    """True if play waits for the outcome and reports it even if there is only one.

    Without the wait, players could tell that only one outcome was possible.
    """

    @property
    @abstractmethod
    def outcome_type(self) -> Type:
        """Type of the outcomes, used to display them."""

    @abstractmethod
    def outcomes(self, evaluator: Evaluator, v: Vector) -> Outcomes:
        """Return the possible outcomes in a position with their weights.

        Raises:
            PlayFault: Raised if there is no possible outcome.
        """

    @abstractmethod
    def settle(self, performer: Performer, outcome: int, v: Vector) -> None:
        """Apply an outcome.

        Raises:
            Refused: Raised if the outcome is impossible or a piece is missing.
            PlayFault: Raised if a rule fails.
        """

    @property
    def stream(self) -> str:
        """Name of the random stream from which the event draws. Events with the same rule and label share a stream."""
        return f"throw {self.about.name}.{self.label}"

    @property
    def visibility(self) -> str:
        """Visibility of the outcome, which equals its target's visibility."""
        if isinstance(self.target, Slot):
            return self.target.field.visibility
        return "open" if not self.hidden else "hidden" if self.whose is None else "secret"

    def receiver(self, evaluator: Evaluator, v: Vector) -> int:
        """Return the seat that owns the outcome's target, or -1 if the target belongs to no player."""
        into = self.target if isinstance(self.target, Slot) else self.whose
        if into is None:
            return -1
        owner = evaluator.value(into.owner, v, {}) if into.owner is not None else -1
        keys = tuple(evaluator.value(key, v, {}) for key in into.keys)
        seat = owner_seat(into.field, owner, keys)
        return -1 if seat is None else seat


AnyNode = (
    End | Effect[Statements] | Branch[Expr] | Stopping | Call[Var] | Return[Var] | Goal | GoalCheck | Decision
    | SimultaneousDecision | ChanceNode
)  # fmt: skip
WAITING = (Decision, SimultaneousDecision, ChanceNode, End)

STOP_CODES = {"phase": 1, "turn": 2, "round": 3, "game": 4, "repeat": 5}
"""Codes that slot `STOPPING` contains until a `stop` has been handled.

Endings that stop the game at once have higher codes, which `stop_code` computes.
"""


def stop_code(out_of: str, endings: Sequence[Ending]) -> int:
    """Return the code of a `stop`, given its `out_of`."""
    scope, _, name = out_of.partition(" by ")
    if not name:
        return STOP_CODES[scope]
    return len(STOP_CODES) + 1 + next(n for n, ending in enumerate(endings) if ending.about.name == name)


# ---------------------------------------------------------------- the whole flowchart


@dataclass(frozen=True, slots=True)
class MoveKind:
    """The action, choice or pass that a move makes.

    A move is encoded as a row of integers: the index of its move kind, followed by its parameters.

    `action` is None for a pass and for a choice that belongs to no action. Such a choice has one parameter, which has
    the name of the chosen variable.
    """

    name: str
    params: tuple[tuple[str, Type], ...]
    action: Action | None


@dataclass(frozen=True, slots=True)
class LoggedTrigger:
    """A trigger, with a flag field that is set when the trigger fires and cleared when the log reads it.

    `is_public` is True if every player may know that the trigger fired.
    """

    about: Clauses
    field: StateField
    is_public: bool


@dataclass(frozen=True, slots=True)
class Flow:
    """The flowchart and memory layout of one game."""

    model: Model
    layout: Layout
    nodes: tuple[AnyNode, ...]
    stops: int
    """Number of nodes at which play waits or ends. These nodes have the lowest numbers."""
    begin: int
    """Number of the node at which play begins."""
    move_kinds: tuple[MoveKind, ...]
    pure: frozenset[str]
    """Names of actions and routines that never wait."""
    logged_triggers: tuple[LoggedTrigger, ...] = ()
    """All triggers, in declared order."""
    results: Results = field(default_factory=Results, init=False, compare=False, repr=False)
    """Results that depend only on the flowchart (`once`)."""

    def __repr__(self) -> str:
        return f"<Flow of {self.model.name}: {len(self.nodes)} nodes, {self.layout.size} slots>"

    @property
    def stores(self) -> dict[int, Store]:
        return self.layout.machinery.stores

    @property
    def endings(self) -> list[Ending]:
        return self.model.endings
