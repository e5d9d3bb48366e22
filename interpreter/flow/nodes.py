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
from dataclasses import dataclass

from dsl.model import Action, Clauses, Ending, Expr, Model, Slot, StateField, Statement, Type, Var
from dsl.source import Span
from interpreter.flow.evaluator import Evaluator, Performer
from interpreter.position import Layout, Store, Vector, owner_seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node of the flowchart.

    `about` is the rule that the node implements. `phase` is the innermost phase around the node. Outside of phases,
    `phase` is the enclosing rule or round.
    """

    span: Span
    about: Clauses
    phase: Clauses


@dataclass(frozen=True, slots=True)
class End(Node):
    """The end of the game."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """Runs statements that never wait.

    If one of the statements is a `Stop`, it writes its `stop_code` to slot `STOPPING` and ends the effect. The
    following `Stopping` node handles the stop.
    """

    statements: tuple[Statement, ...]
    to: int


@dataclass(frozen=True, slots=True)
class Branch(Node):
    when: Expr
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
class Call(Node):
    """Jumps to `entry`, the first node of a routine.

    The node stores `back` in the slot of `frame`, and the routine's `Return` continues at `back`.
    """

    entry: int
    back: int
    frame: Var
    name: str


@dataclass(frozen=True, slots=True)
class Return(Node):
    """Jumps to the node stored in the slot of `frame`, and resets the slot to 0."""

    frame: Var


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
class Pass:
    """Option to pass; its move kind is always 0."""

    to: int


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


Option = Pass | Play | Pick


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """A point at which the player `who` chooses an option. `must` is False if one of the options is to pass."""

    who: Expr
    options: tuple[Option, ...]
    must: bool
    bound_for: Expr | None = None
    """Seat that must reach the next goal, if the decision is part of a series.

    This seat may play only moves after which the goal can still be reached.
    """
    until: Expr | None = None
    """Condition that ends the series, if the series repeats this decision."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node):
    """A point at which every seat in `pending` chooses at the same time.

    Each seat chooses a member of `domain` by a move of kind `kind`. The choice is stored in `field[you]`, where `you`
    is the seat. After the last seat has chosen, play continues at `to`.
    """

    kind: int
    pending: Var
    you: Var
    domain: Expr
    field: StateField
    to: int


Outcomes = list[tuple[int, int]]
"""Sorted pairs of a chance outcome and its weight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceNode(Node, ABC):
    """A chance event, which draws and applies one of `outcomes` and continues at `to`. If there is only one outcome,
    the event applies it without waiting, unless `always_told` is set. `target` is the field or variable that receives
    the outcome, and `label` is the event's name in the rulebook.
    """

    target: Slot | Var
    to: int
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
    End | Effect | Branch | Stopping | Call | Return | Goal | GoalCheck | Decision | SimultaneousDecision | ChanceNode
)
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

    def __repr__(self) -> str:
        return f"<Flow of {self.model.name}: {len(self.nodes)} nodes, {self.layout.size} slots>"

    @property
    def stores(self) -> dict[int, Store]:
        return self.layout.machinery.stores

    @property
    def endings(self) -> list[Ending]:
        return self.model.endings
