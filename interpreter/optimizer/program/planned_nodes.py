"""The planned nodes of a flowchart, and the functions that their terms call.

An effect is a block of `instructions`, a search for rows or members is a tuple of `steps`, and everything else is a
term. A part whose name begins with `Interpreted` is left to the reference interpreter.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Clauses
from dsl.source import Span
from interpreter.flow import nodes as f
from interpreter.optimizer.program.instructions import Block
from interpreter.optimizer.program.steps import Part, Steps
from interpreter.optimizer.terms.dependencies import MemoKey
from interpreter.optimizer.terms.terms import Gathering, Term
from interpreter.position import Opposed, Store

# ---------------------------------------------------------------- nodes without decisions or chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Part):
    span: Span
    about: Clauses


@dataclass(frozen=True, slots=True)
class End(Node):
    """The end of the game."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """A block of instructions that changes the position.

    If `ends` is set, the game ends here, and all slots that do not belong to a field are 0 afterwards. If `small` is
    set, the block is short enough to be copied into every predecessor.
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
    """The node after statements that may contain a `stop`.

    Play continues at `to` if slot `STOPPING` is 0. If the slot contains a code in `exits`, it is cleared and play
    continues at the exit for that code. For any other code, play continues at `up`.
    """

    exits: tuple[tuple[int, int], ...]
    up: int
    to: int


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A call of a routine: store `back` in slot `frame` and continue at `entry`."""

    entry: int
    back: int
    frame: int


@dataclass(frozen=True, slots=True)
class Return(Node):
    """The return from a routine: continue at the node stored in slot `frame`, and clear the slot.

    `backs` lists the nodes that the slot may contain.
    """

    frame: int
    backs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """A goal: play continues at `to`, but a search for a reachable goal ends here."""

    to: int


@dataclass(frozen=True, slots=True)
class PlannedGoalCheck(Node):
    """A branch: play continues at `choice` if the goal can be reached from there, otherwise at `no`."""

    choice: int
    no: int


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True)
class InterpretedRows(Part):
    """An option whose rows the reference interpreter lists.

    Such an option chooses sets or pays with things.
    """

    option: f.Play | f.Pick


@dataclass(frozen=True, slots=True)
class Listing(Part):
    """The legal rows of a decision for one seat.

    If `passes` is set, one of the rows is a pass.
    """

    who: Term
    """The seat that must decide; -1 (none) is an error, which `Decision.who` reports."""
    seat: Term
    passes: bool
    steps: Steps
    interpreted: tuple[InterpretedRows, ...]
    ordered: bool
    """True if the steps emit the rows sorted and without duplicates."""


@dataclass(frozen=True, slots=True)
class ChosenSet(Part):
    """A set of members that a row encodes as bits, beginning at index `at` of the row."""

    name: Term
    at: int
    first: int
    width: int


@dataclass(frozen=True, slots=True)
class Arguments(Part):
    """The names that receive the numbers of a row.

    `places` has one entry for each number of the row after the kind of move. An entry is None if the number encodes a
    part of a set.
    """

    seat: Term | None
    places: tuple[Term | None, ...]
    sets: tuple[ChosenSet, ...]


@dataclass(frozen=True, slots=True)
class Legality(Part):
    """The conditions under which a row of an option is legal.

    The row must have the right length, `who` must be the seat for which the row is tested, and all tests must hold, in
    order. A row is illegal if it encodes a set with a negative number.
    """

    arguments: Arguments
    who: Term
    tests: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class InterpretedLegality(Part):
    """A placeholder: the reference interpreter tests whether the rows of the option are legal."""


@dataclass(frozen=True, slots=True)
class NumberBounds(Part):
    """The range of an open parameter, from 0 to `most`."""

    most: Term


@dataclass(frozen=True, slots=True)
class Among(Part):
    """The range of an open parameter, from the least to the greatest of the members.

    If there are no members, the range is `low` to `high`.
    """

    members: Term
    step: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class BagBounds(Part):
    """The limits on the total size of an open bag or set.

    The sum of the `width` numbers that begin at index `at` must lie between `least` and `most`. For a set, these
    numbers are bit masks, and the limits apply to the number of members. `least` is `UNLIMITED` if there are no limits.
    """

    at: int
    width: int
    least: Term
    most: Term
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Ranges(Part):
    """The ranges of the open parameters in a listed row, and the limits on the total size of open bags."""

    arguments: Arguments
    places: tuple[NumberBounds | Among, ...]
    sizes: tuple[BagBounds, ...] = ()


@dataclass(frozen=True, slots=True)
class InterpretedRanges(Part):
    """A placeholder: the reference interpreter computes the ranges of the option."""


@dataclass(frozen=True, slots=True)
class Meaning(Part):
    """The condition under which a row selects this option rather than a later one of the same kind.

    All tests must hold, and the row must contain the values that the offer fixes.
    """

    arguments: Arguments
    tests: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Move(Part):
    """A move: its effect, and the node at which play continues.

    If the move calls a routine, slot `frame` stores the return node `back`; otherwise both are -1.
    """

    kind: int
    about: Clauses | None
    length: int
    """Number of integers in a row."""
    arguments: Arguments
    body: Block
    to: int
    frame: int
    back: int
    legality: Legality | InterpretedLegality | None
    """None if no test is needed, because every row that is listed or has the right length is legal."""
    ranges: Ranges | InterpretedRanges | None
    """None if the rows of this move have no open parameters."""
    meant: Meaning | None = None
    """None if no later option has the same kind of move, or if only the reference interpreter can tell the options
    apart.
    """
    opposed: tuple[Opposed, ...] = ()
    """Pairs of positions in the row of an open proposal that refer to the same money or pieces.

    Each pair has one position for each direction of the exchange.
    """


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """A decision of one player.

    If several moves have the same kind as a row, the row selects the first move whose `meant` condition holds. If none
    holds, the row selects the last of these moves.
    """

    who: Term
    listing: Listing
    moves: tuple[Move, ...]
    open: bool
    """True if rows may have open parameters; a row can then be legal without being listed."""


@dataclass(frozen=True, slots=True)
class AnswerBags(Part):
    """The possible answers: every bag in a domain (see the term `bags`)."""

    domain: Term


@dataclass(frozen=True, slots=True)
class AnswerMembers(Part):
    """The possible answers: every member of a sequence."""

    members: Term


@dataclass(frozen=True, slots=True)
class InterpretedAnswers(Part):
    """The possible answers, listed by the reference interpreter."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node):
    """A secret choice by several players: every seat in the frozen set `pending` must still choose.

    When the set is empty, play continues at `to`.
    """

    kind: int
    pending: Store
    seat: Term
    """The name by which `answers` refers to the seat that chooses."""
    answers: AnswerBags | AnswerMembers | InterpretedAnswers
    arguments: Arguments
    body: Block
    to: int


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class BagOutcomes(Part):
    """A piece drawn from a bag; each type is weighted by its count."""

    base: Term
    first: int
    size: int


@dataclass(frozen=True, slots=True)
class StackOutcomes(Part):
    """The outcomes of a draw from a stack: the top item if it is known, otherwise any item of the pool, with equal
    weights.

    If `layered` is set, items at the bottom of the stack may be known as well.
    """

    base: Term
    layered: bool


@dataclass(frozen=True, slots=True)
class EqualOutcomes(Part):
    """Any member of a sequence, all with equal weight."""

    members: Term


@dataclass(frozen=True, slots=True)
class WeighedOutcomes(Part):
    """Any member of a sequence, with a computed weight.

    `name` is bound to each member while the weight of that member is computed.
    """

    members: Term
    name: Term
    weight: Term


@dataclass(frozen=True, slots=True)
class InterpretedOutcomes(Part):
    """A placeholder: the reference interpreter lists the outcomes."""


@dataclass(frozen=True, slots=True)
class InterpretedSettling(Part):
    """A placeholder: the reference interpreter applies the outcome of the chance node."""


@dataclass(frozen=True, slots=True)
class Chance(Node):
    """A chance node: the possible outcomes, and the effect of the outcome that occurs.

    `settle` runs after the outcome is bound to the name `fallen`. If only one outcome is possible, the engine applies
    it without a pause.
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


# ---------------------------------------------------------------- functions


@dataclass(frozen=True, slots=True)
class Value(Part):
    """A function that is called by `call` and `calls` terms."""

    params: tuple[Term, ...]
    body: Term
    memo: MemoKey | None
    """The key under which results are memoised, or None if they are not memoised."""
    before: Steps = ()
    """Steps that precede the body and bind names, at once (`Compute`) or on first use (`Defer`)."""


@dataclass(frozen=True, slots=True)
class AggregateSearch(Part):
    """The search that computes a `gather` term.

    The steps emit the value and the sort keys of each member. For `any` and `count` they emit no terms.
    """

    how: Gathering
    params: tuple[Term, ...]
    steps: Steps
    memo: MemoKey | None
    ordered: bool = False
    """True if the steps emit the members of a set sorted and without duplicates."""


@dataclass(frozen=True, slots=True)
class ReachSearch(Part):
    """The search that computes a `reach` term on the graph of an edge kind."""

    params: tuple[Term, ...]
    memo: MemoKey | None


@dataclass(frozen=True, slots=True)
class Offer(Part):
    """An offered action.

    `search` holds steps that emit a result for each row, or a placeholder if the reference interpreter must search for
    the rows.
    """

    about: Clauses
    search: Steps | InterpretedRows


@dataclass(frozen=True, slots=True)
class Available(Part):
    """The test that computes an `avail` term: True if the deciding seat can take at least one of the offers."""

    who: Term
    seat: Term
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Key(Part):
    """A sort key for ranking the seats: the lowest value comes first or, if `most` is set, the highest value."""

    by: Term
    most: bool


@dataclass(frozen=True, slots=True)
class ScoreTerms(Part):
    """The points of a seat, and the keys by which the seats are ranked."""

    seat: Term
    score: Term
    keys: tuple[Key, ...]
    due: tuple[Term, ...]
    """The conditions for ending the game that are tested at the end of a turn or round."""


Function = Value | AggregateSearch | ReachSearch | Available
