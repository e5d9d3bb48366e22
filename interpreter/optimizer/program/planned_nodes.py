"""The planned nodes of a flowchart.

They have the shapes of the flowchart's nodes. A node that consists only of numbers is even the same in both. An effect
is a block of `instructions`, and everything else is a term. `planned_moves` defines the moves of a decision, and
`planned_functions` the functions that terms call. Only the reference interpreter can execute a part whose name begins
with `Interpreted`.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow import node_family as family
from interpreter.flow import nodes as f
from interpreter.optimizer.program.instructions import Block
from interpreter.optimizer.program.planned_moves import Arguments, Listing, Move
from interpreter.optimizer.program.steps import Part
from interpreter.optimizer.terms.terms import Term
from interpreter.position import Store


@dataclass(frozen=True, slots=True)
class Effect(family.Effect[Block]):
    """Runs a block of instructions, which changes the position.

    If `ends` is set, the effect ends the game and resets to 0 all slots that do not belong to a field. If `small` is
    set, the block may be copied into every predecessor.
    """

    ends: bool
    small: bool


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True)
class Decision(family.Decision[Term, Move]):
    """A decision by one player, whose options are moves.

    If several moves have the same kind as a row, the engine plays the first move whose `meant` condition is true. If no
    condition is true, the engine plays the last of these moves.
    """

    listing: Listing
    open: bool
    """True if rows may have open parameters, so that a row can be legal without being listed."""


@dataclass(frozen=True, slots=True)
class AnswerSeveral(Part):
    """All bags or sets in a domain, as possible answers (see the terms `bags` and `subsets`)."""

    domain: Term


@dataclass(frozen=True, slots=True)
class AnswerMembers(Part):
    """All members of a sequence, as possible answers."""

    members: Term


@dataclass(frozen=True, slots=True)
class InterpretedAnswers(Part):
    """Tells the engine to have the reference interpreter list the possible answers."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(family.SimultaneousDecision[Store, Term]):
    """A secret choice by several players.

    The frozen set `pending` holds the seats that must still choose. When this set is empty, play continues at `to`.
    """

    length: int
    """Number of words per row."""
    answers: AnswerSeveral | AnswerMembers | InterpretedAnswers
    arguments: Arguments
    body: Block


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
class Chance(family.Chance):
    """A chance node, with its possible outcomes and the effect of each.

    `settle` runs after the variable `fallen` is bound to the outcome. If only one outcome is possible, the engine
    applies it without a pause.
    """

    outcomes: BagOutcomes | StackOutcomes | EqualOutcomes | WeighedOutcomes | InterpretedOutcomes
    fallen: Term
    settle: Block | InterpretedSettling


PlannedNode = (
    f.End | Effect | f.Branch[Term] | f.Stopping | f.Call[Store] | f.Return[Store] | f.Goal | f.GoalCheck | Decision
    | SimultaneousDecision | Chance
)  # fmt: skip
