"""The nodes of the flowchart that the engines run to play a game.

Play is always at one node. It waits at decisions and chance nodes, and passes through every other node. The nodes at
which play waits, and the end of the game, have the lowest numbers. Play has therefore stopped if `node < flow.stops`.

Statements that can never wait are kept together in an `Effect`. Only statements that can wait become nodes. A loop that
can wait stores its members and counters in slots. A routine that can wait has one slot for the node to which it
returns; one slot is enough, because the call graph has no cycle.

Expressions and statements come from `dsl.model`, except for a few that are defined here and cannot occur in a rulebook.
A variable that has a slot is written to that slot; `flow.stores` contains the slots by uid. A variable is read from the
bindings of the node or, if it is not bound there, from its slot. `lowering` builds the flowchart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from dsl.model import Action, Clauses, Ending, Expr, Model, Slot, StateField, Statement, Type, Var
from dsl.source import Span
from interpreter.flow.evaluator import Evaluator, Performer
from interpreter.position import Layout, Store, Vector, owner_seat

# ---------------------------------------------------------------- expressions and statements that the model lacks


@dataclass(frozen=True, slots=True)
class Available(Expr):
    """True if a player can take any of the actions that a decision offers.

    A pass and `anytime` actions are ignored.
    """

    choice: int


@dataclass(frozen=True, slots=True)
class Freeze(Statement):
    """The statement that stores the members of a domain for which `where` holds.

    The members are stored in order, in the slots of `into`.
    """

    into: Var
    var: Var
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Take(Statement):
    """The statement that removes the first member from the set stored in `kept` and binds `var` to this member."""

    var: Var
    kept: Var


@dataclass(frozen=True, slots=True)
class Clear(Statement):
    """The statement that sets the slots of variables to 0 when the variables go out of scope."""

    vars: tuple[Var, ...]


@dataclass(frozen=True, slots=True)
class Reset(Statement):
    """The statement that resets fields when their lifetime begins (`per turn` …)."""

    fields: tuple[StateField, ...]


@dataclass(frozen=True, slots=True)
class Finish(Statement):
    """The statement that ends the game.

    The slot `over` is set to `code`, and all slots that do not belong to a field are set to 0.
    """

    code: int


# ---------------------------------------------------------------- nodes


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node of the flowchart.

    `about` is the rule from which the node was built. `phase` is the innermost phase that contains the node, or the
    enclosing rule or round if there is none.
    """

    span: Span
    about: Clauses
    phase: Clauses


@dataclass(frozen=True, slots=True)
class End(Node):
    """The end of the game."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """A node that runs statements that cannot wait.

    A `Stop` among them writes the code of its scope (`stop_code`) to slot `STOPPING` and ends the effect. The next node
    handles the stop.
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
    """The node that follows statements that may contain a `stop`.

    If slot `STOPPING` is 0, play continues at `to`. If the slot contains a code in `exits`, it is cleared, and play
    continues at the exit for that code. With any other code, play continues at `up`, which leaves the routine.
    """

    exits: tuple[tuple[int, int], ...]
    up: int
    to: int


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A jump to `entry`, the first node of a routine.

    The matching `Return` continues at `back`, which is stored in the slot of `frame`.
    """

    entry: int
    back: int
    frame: Var
    name: str


@dataclass(frozen=True, slots=True)
class Return(Node):
    """A jump to the node stored in the slot of `frame`, which is reset to 0."""

    frame: Var


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """The end of a series, or of an action that begins one.

    Play passes through this node, but a goal search ends here.
    """

    to: int


@dataclass(frozen=True, slots=True)
class GoalCheck(Node):
    """A branch that depends on whether the next goal can be reached from `choice`."""

    choice: int
    no: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass, which is move kind 0."""

    to: int


@dataclass(frozen=True, slots=True)
class Play:
    """The option to take an action. Playing the action pays its costs and counts its use.

    If `entry` is -1, the `then` of the action runs at once, and play continues at `to`. Otherwise the engine saves the
    variables in `stored` (the acting player and the parameters needed later) and calls the action at `entry`.
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

    The action is then legal only if its player can reach the next goal.
    """
    unseen: bool = False
    """True if the action is open at any time and depends on hidden information.

    Such an action is not searched, because its presence or absence could reveal that information.
    """


@dataclass(frozen=True, slots=True)
class Pick:
    """The option to choose a member of a domain. The member is bound to `var`, and is stored if `var` has a slot.

    If `kept` is given, the chosen member is removed from the set that this variable stores.
    """

    kind: int
    var: Var
    domain: Expr
    where: Expr | None
    kept: Var | None
    to: int
    secret: bool = False
    """True if other players do not learn the choice."""


Option = Pass | Play | Pick


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """A decision of the player `who`; `must` is False if a pass is among the options."""

    who: Expr
    options: tuple[Option, ...]
    must: bool
    bound_for: Expr | None = None
    """The seat that must reach the next goal, if the decision is part of a series.

    The seat may play only moves from which it can reach the goal.
    """
    until: Expr | None = None
    """The condition that ends the series, if this is the decision that the series repeats."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node):
    """A simultaneous choice by every seat in the set `pending`.

    Each seat (`you`) chooses a member of `domain` by a move of kind `kind`, and the answer is stored in `field[you]`.
    After the last answer, play continues at `to`.
    """

    kind: int
    pending: Var
    you: Var
    domain: Expr
    field: StateField
    to: int


Outcomes = list[tuple[int, int]]
"""The possible outcomes of chance with their weights, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceNode(Node, ABC):
    """A chance event: one of `outcomes` is drawn and applied.

    Play then continues at `to`. If only one outcome is possible, it is applied without waiting, unless `always_told` is
    set. `target` receives the outcome, and `label` is the name of the outcome in the rulebook.
    """

    target: Slot | Var
    to: int
    label: str
    hidden: bool = False
    """True if the outcome is bound to a local that affects only fields that are not open."""
    whose: Slot | None = None
    """A field whose owner is the only player who may see a hidden outcome."""
    always_told: bool = False
    """True if play waits for the outcome and reports it even if only one outcome is possible.

    Such nodes hide the number of possible outcomes.
    """

    @property
    @abstractmethod
    def outcome_type(self) -> Type:
        """The type of an outcome, for display: a number, a flag or a thing."""

    @abstractmethod
    def outcomes(self, evaluator: Evaluator, v: Vector) -> Outcomes:
        """Return the possible outcomes in a position.

        Raises:
            PlayFault: There are no outcomes.
        """

    @abstractmethod
    def settle(self, performer: Performer, outcome: int, v: Vector) -> None:
        """Apply an outcome.

        Raises:
            Refused: The outcome is not possible, or a piece is missing.
            PlayFault: The rules fail.
        """

    @property
    def stream(self) -> str:
        """The name of the random stream; draws in one rule with the same label share it."""
        return f"throw {self.about.name}.{self.label}"

    @property
    def visibility(self) -> str:
        """The visibility of the outcome, which is that of its target."""
        if isinstance(self.target, Slot):
            return self.target.field.visibility
        return "open" if not self.hidden else "hidden" if self.whose is None else "secret"

    def receiver(self, evaluator: Evaluator, v: Vector) -> int:
        """Return the seat that receives the outcome, or -1 if no player receives it."""
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
"""The values of slot `STOPPING` while a `stop` is pending.

Endings that end the game at once use higher codes; see `stop_code`.
"""


def stop_code(out_of: str, endings: Sequence[Ending]) -> int:
    """Return the code for the scope that a `stop` ends (`Stop.out_of`)."""
    scope, _, name = out_of.partition(" by ")
    if not name:
        return STOP_CODES[scope]
    return len(STOP_CODES) + 1 + next(n for n, ending in enumerate(endings) if ending.about.name == name)


# ---------------------------------------------------------------- the whole flowchart


@dataclass(frozen=True, slots=True)
class MoveKind:
    """A kind of move.

    A move is encoded as a row of numbers: the index of its kind, followed by its parameters.

    `action` is None for a pass and for a choice that is not an action. Such a choice is named after its variable and
    has one parameter.
    """

    name: str
    params: tuple[tuple[str, Type], ...]
    action: Action | None


@dataclass(frozen=True, slots=True)
class LoggedTrigger:
    """A trigger, with a flag that is set when the trigger fires and cleared when the log reads it.

    `is_public` is True if every player may know that the trigger fired.
    """

    about: Clauses
    field: StateField
    is_public: bool


@dataclass(frozen=True, slots=True)
class Flow:
    """The flowchart of one model, with its layout."""

    model: Model
    layout: Layout
    nodes: tuple[AnyNode, ...]
    stops: int
    """Number of nodes at which play waits, or the game ends; these nodes come first."""
    begin: int
    """The node at which play begins, after the initial placement."""
    move_kinds: tuple[MoveKind, ...]
    pure: frozenset[str]
    """The names of the actions and routines that never wait."""
    logged_triggers: tuple[LoggedTrigger, ...] = ()
    """The triggers, in declared order."""

    def __repr__(self) -> str:
        return f"<Flow of {self.model.name}: {len(self.nodes)} nodes, {self.layout.size} slots>"

    @property
    def stores(self) -> dict[int, Store]:
        return self.layout.machinery.stores

    @property
    def endings(self) -> list[Ending]:
        return self.model.endings
