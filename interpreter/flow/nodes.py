"""The flowchart of a game, which engines run.

Play is always at one node. A choice and a chance node wait; play passes through every other node. Nodes that wait, and
the end, have the lowest numbers, so "has play stopped?" is `node < flow.stops`. Statements that can never wait stay
whole inside an `Effect`; only statements that wait become nodes: loops with frozen members and counters in machinery
slots, routines with one frame and one return slot each (the call graph has no cycle).

Expressions and statements are those of `dsl.model`, plus a few defined here that only the machinery needs. A variable
is read from the node's own bindings, or otherwise from its slot (`flow.stores`, by uid); it is written to its slot if
it has one. `lowering` builds a flow; the engines run it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from dsl.model import Action, Clauses, Ending, Expr, Model, Slot, StateField, Statement, Type, Var
from dsl.source import Span
from interpreter.flow.evaluator import Evaluator, Performer
from interpreter.position import Layout, Store, Vector, owner_seat

# ---------------------------------------------------------------- what machinery adds to the model


@dataclass(frozen=True, slots=True)
class Available(Expr):
    """True if any offer of a choice can be taken now, not counting a pass and `anytime` actions."""

    choice: int


@dataclass(frozen=True, slots=True)
class Freeze(Statement):
    """Stores the members of a domain for which `where` holds, in order, in the store of `into`."""

    into: Var
    var: Var
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Take(Statement):
    """Removes the first stored member from `kept` and binds `var` to it."""

    var: Var
    kept: Var


@dataclass(frozen=True, slots=True)
class Clear(Statement):
    """Resets the stores of variables that leave scope to 0."""

    vars: tuple[Var, ...]


@dataclass(frozen=True, slots=True)
class Reset(Statement):
    """Resets fields to their start values at the start of a lifetime (`per turn` …)."""

    fields: tuple[StateField, ...]


@dataclass(frozen=True, slots=True)
class Finish(Statement):
    """Ends the game: sets the slot `over` to `code` and all machinery slots to 0."""

    code: int


# ---------------------------------------------------------------- nodes


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node of the flowchart.

    `about` is the rule it was made from, `phase` the innermost phase around it (or its rule or round).
    """

    span: Span
    about: Clauses
    phase: Clauses


@dataclass(frozen=True, slots=True)
class End(Node):
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """Runs statements that cannot wait.

    A `Stop` among them writes the number of its scope (`stop_code`) into slot `STOPPING` and ends the effect; the next
    node handles it.
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
    """Handles slot `STOPPING`: at 0, play continues at `to`.

    For a code in `exits`, it clears the slot and play continues at that exit. Any other code leaves this routine.
    """

    exits: tuple[tuple[int, int], ...]
    up: int
    to: int


@dataclass(frozen=True, slots=True)
class Call(Node):
    """Jumps to `entry`. The matching `Return` continues at `back`, kept in the store of `frame`."""

    entry: int
    back: int
    frame: Var
    name: str


@dataclass(frozen=True, slots=True)
class Return(Node):
    """Jumps to the node kept in the store of `frame`, and resets the store to 0."""

    frame: Var


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """The end of a series, or of an action that begins one. Play passes through; a goal search ends here."""

    to: int


@dataclass(frozen=True, slots=True)
class GoalCheck(Node):
    """Branches on whether the next goal can be reached from a decision."""

    choice: int
    no: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass. Kind of move 0."""

    to: int


@dataclass(frozen=True, slots=True)
class Play:
    """An action: it pays its costs and counts its use.

    If `entry` is -1, its `then` runs at once and play continues at `to`. Otherwise the flow keeps `stored` (its `you`
    and the parameters needed later) and calls the action at `entry`.
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
    """True if it begins a series. It is then open only if its player can reach the next goal."""
    unseen: bool = False
    """True if it is open at any time and depends on hidden information.

    Such an action is not searched, because offering or omitting it could reveal that information.
    """


@dataclass(frozen=True, slots=True)
class Pick:
    """Picks a member of a domain for `var`, which is stored if `var` has a store.

    `kept` is a frozen set from which the member is removed.
    """

    kind: int
    var: Var
    domain: Expr
    where: Expr | None
    kept: Var | None
    to: int
    secret: bool = False
    """True if the choice stays private."""


Option = Pass | Play | Pick


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """A decision of `who` among options. `must` is False if a pass is among them."""

    who: Expr
    options: tuple[Option, ...]
    must: bool
    bound_for: Expr | None = None
    """The seat that must reach the next goal inside a series. At its decisions, only moves that can reach it are
    open."""
    until: Expr | None = None
    """The goal, at the decision of the series itself."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node):
    """A simultaneous choice: every seat in the set `pending` chooses a kind, then a member of `domain`.

    `you` is the choosing seat. The answer goes to `field[seat]`. After the last answer play continues at `to`.
    """

    kind: int
    pending: Var
    you: Var
    domain: Expr
    field: StateField
    to: int


Outcomes = list[tuple[int, int]]
"""Possible outcomes of chance with their weights, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceNode(Node, ABC):
    """A chance event: one of `outcomes` is drawn and applied, then play continues at `to`.

    A single outcome does not wait, unless the node is `always_told`. `target` receives the outcome; `label` is the
    author's name for it.
    """

    target: Slot | Var
    to: int
    label: str
    hidden: bool = False
    """True if the outcome goes to a local variable that flows only into fields that are not open."""
    whose: Slot | None = None
    """Field of the one player who may see the outcome of such a variable."""
    always_told: bool = False
    """True if it waits and is reported even with a single outcome, because the number of outcomes is not public."""

    @property
    @abstractmethod
    def outcome_type(self) -> Type:
        """Type of an outcome, for display: a number, a flag or a thing."""

    @abstractmethod
    def outcomes(self, evaluator: Evaluator, v: Vector) -> Outcomes:
        """Return the possible outcomes in a position. Raises `PlayFault` if there are none."""

    @abstractmethod
    def settle(self, performer: Performer, outcome: int, v: Vector) -> None:
        """Apply an outcome. Raises `Refused` or `PlayFault` if that is impossible."""

    @property
    def stream(self) -> str:
        """Name of the random stream. Draws with one name in one rule share a stream."""
        return f"throw {self.about.name}.{self.label}"

    @property
    def visibility(self) -> str:
        """Visibility of the outcome, which is that of its target."""
        if isinstance(self.target, Slot):
            return self.target.field.visibility
        return "open" if not self.hidden else "hidden" if self.whose is None else "secret"

    def receiver(self, evaluator: Evaluator, v: Vector) -> int:
        """Return the seat that receives the outcome, or -1 if it belongs to no player."""
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
"""Values of slot `STOPPING` while a `stop` is pending.

An ending that ends the game at once has a higher number; see `stop_code`.
"""


def stop_code(out_of: str, endings: Sequence[Ending]) -> int:
    """Return the code for the scope that a `stop` leaves (`Stop.out_of`)."""
    scope, _, name = out_of.partition(" by ")
    if not name:
        return STOP_CODES[scope]
    return len(STOP_CODES) + 1 + next(n for n, ending in enumerate(endings) if ending.about.name == name)


# ---------------------------------------------------------------- the whole


@dataclass(frozen=True, slots=True)
class MoveKind:
    """A kind of move: a row is its index, then one number per parameter.

    `action` is None for a pass and for a plain choice, which is named by its variable and has one parameter.
    """

    name: str
    params: tuple[tuple[str, Type], ...]
    action: Action | None


@dataclass(frozen=True, slots=True)
class LoggedTrigger:
    """A trigger, and the flag that it has fired since the log last read it. `is_public`: every player knows."""

    about: Clauses
    field: StateField
    is_public: bool


@dataclass(frozen=True, slots=True)
class Flow:
    """The flowchart of one model with its layout."""

    model: Model
    layout: Layout
    nodes: tuple[AnyNode, ...]
    stops: int
    """Number of nodes that wait for a player or chance, including the end: these come first."""
    begin: int
    """Node at which play begins, after the initial placement."""
    move_kinds: tuple[MoveKind, ...]
    pure: frozenset[str]
    """Actions and routines that can never wait."""
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
