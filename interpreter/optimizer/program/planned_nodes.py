"""The planned nodes of a flowchart.

An effect is a block of `instructions`, and everything else is a term. `planned_moves` defines the moves of a decision,
and `planned_functions` the functions that terms call. Only the reference interpreter can execute a part whose name
begins with `Interpreted`.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Clauses
from dsl.source import Span
from interpreter.optimizer.program.instructions import Block
from interpreter.optimizer.program.planned_moves import Arguments, Listing, Move
from interpreter.optimizer.program.steps import Part
from interpreter.optimizer.terms.terms import Term
from interpreter.position import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Part):
    span: Span
    about: Clauses


@dataclass(frozen=True, slots=True)
class End(Node):
    """Ends the game."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """Runs a block of instructions, which changes the position.

    If `ends` is set, the effect ends the game and resets to 0 all slots that do not belong to a field. If `small` is
    set, the block may be copied into every predecessor.
    """

    body: Block
    to: int
    ends: bool
    small: bool


@dataclass(frozen=True, slots=True)
class Branch(Node):
    test: Term
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Stopping(Node):
    """Follows statements that may contain a `stop`, and dispatches on the code in slot `STOPPING`.

    If the code is 0, play continues at `to`. If `exits` contains the code, the slot is cleared and play continues at
    the corresponding exit. For any other code, play continues at `up`.
    """

    exits: tuple[tuple[int, int], ...]
    up: int
    to: int


@dataclass(frozen=True, slots=True)
class Call(Node):
    """Calls a routine: stores `back` in slot `frame`, and continues at `entry`."""

    entry: int
    back: int
    frame: int


@dataclass(frozen=True, slots=True)
class Return(Node):
    """Returns from a routine: continues at the node stored in slot `frame`, and clears the slot.

    `backs` lists the nodes that the slot may contain.
    """

    frame: int
    backs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """Marks the goal of a series.

    Play continues at `to`, but a search for a reachable goal ends here.
    """

    to: int


@dataclass(frozen=True, slots=True)
class PlannedGoalCheck(Node):
    """Continues at `choice` if the goal can be reached from there, otherwise at `no`."""

    choice: int
    no: int


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """A decision by one player.

    If several moves have the same kind as a row, the engine plays the first move whose `meant` condition is true. If no
    condition is true, the engine plays the last of these moves.
    """

    who: Term
    listing: Listing
    moves: tuple[Move, ...]
    open: bool
    """True if rows may have open parameters, so that a row can be legal without being listed."""


@dataclass(frozen=True, slots=True)
class AnswerBags(Part):
    """All bags in a domain, as possible answers (see the term `bags`)."""

    domain: Term


@dataclass(frozen=True, slots=True)
class AnswerMembers(Part):
    """All members of a sequence, as possible answers."""

    members: Term


@dataclass(frozen=True, slots=True)
class InterpretedAnswers(Part):
    """Tells the engine to have the reference interpreter list the possible answers."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node):
    """A secret choice by several players.

    The frozen set `pending` holds the seats that must still choose. When this set is empty, play continues at `to`.
    """

    kind: int
    pending: Store
    seat: Term
    """The variable in `answers` for the seat that chooses."""
    answers: AnswerBags | AnswerMembers | InterpretedAnswers
    arguments: Arguments
    body: Block
    to: int


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class BagOutcomes(Part):
    """The outcomes of drawing from a bag, in which each type is weighted by its count."""

    base: Term
    first: int
    size: int


@dataclass(frozen=True, slots=True)
class StackOutcomes(Part):
    """The outcomes of drawing from a stack.

    If the top item is known, it is the only outcome; otherwise all items of the pool are equally likely. If `layered`
    is set, items at the bottom of the stack may also be known.
    """

    base: Term
    layered: bool


@dataclass(frozen=True, slots=True)
class EqualOutcomes(Part):
    """The members of a sequence, as equally likely outcomes."""

    members: Term


@dataclass(frozen=True, slots=True)
class WeighedOutcomes(Part):
    """The members of a sequence, as outcomes with computed weights.

    `name` is the variable in `weight` for the member.
    """

    members: Term
    name: Term
    weight: Term


@dataclass(frozen=True, slots=True)
class InterpretedOutcomes(Part):
    """Tells the engine to have the reference interpreter list the outcomes."""


@dataclass(frozen=True, slots=True)
class InterpretedSettling(Part):
    """Tells the engine to have the reference interpreter apply the outcome of the chance node."""


@dataclass(frozen=True, slots=True)
class Chance(Node):
    """A chance node, with its possible outcomes and the effect of each.

    `settle` runs after the variable `fallen` is bound to the outcome. If only one outcome is possible, the engine
    applies it without a pause.
    """

    outcomes: BagOutcomes | StackOutcomes | EqualOutcomes | WeighedOutcomes | InterpretedOutcomes
    fallen: Term
    settle: Block | InterpretedSettling
    to: int


PlannedNode = (
    End
    | Effect
    | Branch
    | Stopping
    | Call
    | Return
    | Goal
    | PlannedGoalCheck
    | Decision
    | SimultaneousDecision
    | Chance
)


def targets(node: PlannedNode) -> list[int]:
    """Return the possible successors of a node."""
    match node:
        case Effect(to=to) | Goal(to=to) | SimultaneousDecision(to=to) | Chance(to=to):
            return [to]
        case PlannedGoalCheck(choice=choice, no=no):
            return [choice, no]
        case Branch(yes=yes, no=no):
            return [yes, no]
        case Stopping(exits=exits, up=up, to=to):
            return [to, *(there for _, there in exits), up]
        case Call(entry=entry, back=back):
            return [entry, back]
        case Decision(moves=moves):
            return [to for move in moves for to in ((move.to,) if move.back < 0 else (move.to, move.back))]
        case End() | Return():
            return []
