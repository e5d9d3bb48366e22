"""The flowchart of a game: what an engine runs.

Play stands on a node. A choice and a draw of chance wait for someone; every other node is passed through.
Nodes that wait, and the end, are numbered first, so "has play stopped?" is `node < flow.stops`. Statements
that can never wait stay whole inside an `Effect`; only what waits is spelled out in nodes: loops with frozen
members and counters in machinery slots, routines with one frame and one return slot each (the call graph has
no circle).

Expressions and statements are those of `dsl.model`, plus the few defined here that only machinery needs. A
variable is read from what the node itself has bound, else from its slot (`flow.stores`, by uid); it is
written to its slot if it has one. How a flow is made is left to `lower`; how it is run, to the engines.
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
    """Whether any offer of a choice (passing and `anytime` aside) can be taken now."""

    choice: int


@dataclass(frozen=True, slots=True)
class Freeze(Statement):
    """Keeps the members of a domain for which `where` holds, in their order, in the store of `into`."""

    into: Var
    var: Var
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Take(Statement):
    """Takes the first kept member out of `kept` and binds `var` to it."""

    var: Var
    kept: Var


@dataclass(frozen=True, slots=True)
class Clear(Statement):
    """Returns the stores of variables that leave scope to 0."""

    vars: tuple[Var, ...]


@dataclass(frozen=True, slots=True)
class Reset(Statement):
    """Returns fields to their start values: a lifetime (`per turn` …) begins anew."""

    fields: tuple[StateField, ...]


@dataclass(frozen=True, slots=True)
class Finish(Statement):
    """The game ends: sets the slot `over` to `code` and all machinery to 0."""

    code: int


# ---------------------------------------------------------------- nodes


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """`about` is the rule it was made from, `phase` the innermost phase it stands in (or its rule or
    round)."""

    span: Span
    about: Clauses
    phase: Clauses


@dataclass(frozen=True, slots=True)
class End(Node):
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """Does statements, none of which can wait. A `Stop` among them writes the number of its scope
    (`stop_code`) into slot `STOPPING` and ends the effect; the node that follows sees to the rest."""

    statements: tuple[Statement, ...]
    to: int


@dataclass(frozen=True, slots=True)
class Branch(Node):
    when: Expr
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Stopping(Node):
    """Looks at slot `STOPPING`: with 0 play goes on at `to`. A code among `exits` belongs here: it is
    cleared and play goes to its exit. Any other goes up, to the way out of this routine."""

    exits: tuple[tuple[int, int], ...]
    up: int
    to: int


@dataclass(frozen=True, slots=True)
class Call(Node):
    """Goes to `entry`; its `Return` comes back to `back`, kept in the store of `frame`."""

    entry: int
    back: int
    frame: Var
    name: str


@dataclass(frozen=True, slots=True)
class Return(Node):
    """Goes to the node kept in the store of `frame`, which becomes 0."""

    frame: Var


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """The end of a series, or of an action that begins one: play passes on, but looking ahead ends here."""

    to: int


@dataclass(frozen=True, slots=True)
class GoalCheck(Node):
    """Looks ahead whether there is any way from a decision to the next goal."""

    choice: int
    no: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is done. Kind of move 0."""

    to: int


@dataclass(frozen=True, slots=True)
class Play:
    """An action is taken: it pays its costs and counts its use. If `entry` is -1 its `then` is done at
    once and play goes on at `to`; else `stored` (its `you` and those parameters that live on) are kept,
    and it is called."""

    kind: int
    action: Action
    bound: tuple[Expr, ...]
    to: int
    anytime: bool
    entry: int
    frame: Var | None
    stored: tuple[Var, ...]
    begins: bool = False
    """Whether it begins a series: then it is open only if its player can reach the next goal."""
    unseen: bool = False
    """Whether it is open at any time and turns on what is not open to all: then nobody looks ahead for it, as what
    would be offered could tell."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A member of a domain is picked for `var` (kept if `var` has a store). `kept` is a frozen set that
    loses it."""

    kind: int
    var: Var
    domain: Expr
    where: Expr | None
    kept: Var | None
    to: int
    secret: bool = False
    """What is picked is never told to others."""


Option = Pass | Play | Pick


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """`who` chooses among options. `must` is False if a pass is among them."""

    who: Expr
    options: tuple[Option, ...]
    must: bool
    bound_for: Expr | None = None
    """Inside a series: the seat that must reach the next goal. Where it decides, only what leaves it a way is open."""
    until: Expr | None = None
    """The goal, where this is the decision of the series itself."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node):
    """All seats in the set `pending` still choose, each for himself (`you`): kind, then a member of `domain`.

    The answer goes to `field[seat]`. After the last one play goes on at `to`."""

    kind: int
    pending: Var
    you: Var
    domain: Expr
    field: StateField
    to: int


Outcomes = list[tuple[int, int]]
"""What chance can bring, each with its weight, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceNode(Node, ABC):
    """Chance decides: one of `outcomes` falls and is settled, then play goes on at `to`. With one outcome only, nobody
    waits, unless it is `always_told`. `target` gets what falls; `label` is the author's name for it."""

    target: Slot | Var
    to: int
    label: str
    hidden: bool = False
    """Whether what falls goes to a local name that flows only into fields that are not open."""
    whose: Slot | None = None
    """Of such a name: a field of the one player who may know what fell."""
    always_told: bool = False
    """Whether it waits, and is told, also where only one thing can fall: that it is only one is not for all to know."""

    @property
    @abstractmethod
    def outcome_type(self) -> Type:
        """What an outcome is, for people who read it: a number, a flag or a thing."""

    @abstractmethod
    def outcomes(self, evaluator: Evaluator, v: Vector) -> Outcomes:
        """What may fall in a position. Raises `PlayFault` where there is nothing to choose from."""

    @abstractmethod
    def settle(self, performer: Performer, outcome: int, v: Vector) -> None:
        """Does what an outcome brings. Raises `Refused` or `PlayFault` where that cannot be."""

    @property
    def stream(self) -> str:
        """The name of the stream it draws from: throws of one name in one rule share theirs."""
        return f"throw {self.about.name}.{self.label}"

    @property
    def visibility(self) -> str:
        """Who may know what fell: those who may see where it went."""
        if isinstance(self.target, Slot):
            return self.target.field.visibility
        return "open" if not self.hidden else "hidden" if self.whose is None else "secret"

    def receiver(self, evaluator: Evaluator, v: Vector) -> int:
        """The seat that gets what falls; -1 if it is nobody's own."""
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
"""What slot `STOPPING` holds while a `stop` is on its way; an ending that ends the game at once has a number further
on, see `stop_code`."""


def stop_code(out_of: str, endings: Sequence[Ending]) -> int:
    """The number of what a `stop` leaves (`Stop.out_of`)."""
    scope, _, name = out_of.partition(" by ")
    if not name:
        return STOP_CODES[scope]
    return len(STOP_CODES) + 1 + next(n for n, ending in enumerate(endings) if ending.about.name == name)


# ---------------------------------------------------------------- the whole


@dataclass(frozen=True, slots=True)
class MoveKind:
    """A kind of move: a row is its index, then one number per parameter. `action` is None for a pass and
    for a plain choice (which is named by its variable and has one parameter)."""

    name: str
    params: tuple[tuple[str, Type], ...]
    action: Action | None


@dataclass(frozen=True, slots=True)
class Woken:
    """A trigger, and the flag that says that it has woken since somebody last looked; `told`: all may know of it."""

    about: Clauses
    field: StateField
    told: bool


@dataclass(frozen=True, slots=True)
class Flow:
    """The flowchart of one model with its layout."""

    model: Model
    layout: Layout
    nodes: tuple[AnyNode, ...]
    stops: int
    """Nodes below this number wait for someone, or are the end."""
    begin: int
    """Where play begins, after the first placement."""
    move_kinds: tuple[MoveKind, ...]
    pure: frozenset[str]
    """Actions and routines that can never wait."""
    woken: tuple[Woken, ...] = ()
    """The triggers, in declared order."""

    def __repr__(self) -> str:
        return f"<Flow of {self.model.name}: {len(self.nodes)} nodes, {self.layout.size} slots>"

    @property
    def stores(self) -> dict[int, Store]:
        return self.layout.machinery.stores

    @property
    def endings(self) -> list[Ending]:
        return self.model.endings
