"""The planned nodes of a flowchart, and the functions that their terms call.

An effect is a block of `instructions`, a search for rows or members is a tuple of `steps`, and everything else is a
term. Only the reference interpreter can execute a part whose name begins with `Interpreted`.
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
class InterpretedRows(Part):
    """An option whose rows the reference interpreter lists, because the option chooses sets or pays with things."""

    option: f.Play | f.Pick


@dataclass(frozen=True, slots=True)
class Listing(Part):
    """Lists the legal rows of a decision for one seat.

    If `passes` is set, one of the rows is a pass.
    """

    who: Term
    """The seat that must decide.

    If the value is -1 (none), `Decision.who` reports an error.
    """
    seat: Term
    passes: bool
    steps: Steps
    interpreted: tuple[InterpretedRows, ...]
    ordered: bool
    """True if the steps emit the rows sorted and without duplicates."""


@dataclass(frozen=True, slots=True)
class ChosenSet(Part):
    """A set parameter, which a row encodes as bit masks, starting at index `at`."""

    name: Term
    at: int
    first: int
    width: int


@dataclass(frozen=True, slots=True)
class Arguments(Part):
    """Maps the numbers of a row to variables.

    `places` has an entry for each number after the move kind. An entry is None if the number is a bit mask of a set.
    """

    seat: Term | None
    places: tuple[Term | None, ...]
    sets: tuple[ChosenSet, ...]


@dataclass(frozen=True, slots=True)
class Legality(Part):
    """The conditions under which a row of an option is legal.

    The row must have the right length, `who` must be the seat that plays it, and all tests must succeed, in order. A
    row with a negative bit mask is illegal.
    """

    arguments: Arguments
    who: Term
    tests: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class InterpretedLegality(Part):
    """Tells the engine to have the reference interpreter test the rows of the option."""


@dataclass(frozen=True, slots=True)
class NumberBounds(Part):
    """Range of an open parameter from 0 to `most`."""

    most: Term


@dataclass(frozen=True, slots=True)
class Among(Part):
    """Range of an open parameter from the smallest to the largest of the given members.

    If there are no members, the range is `low` to `high`.
    """

    members: Term
    step: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class BagBounds(Part):
    """Limits on the total size of an open bag or set.

    For a bag, the limits apply to the sum of the `width` numbers starting at index `at`. For a set, these numbers are
    bit masks, and the limits apply to the number of members. `least` is `UNLIMITED` if there are no limits.
    """

    at: int
    width: int
    least: Term
    most: Term
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Ranges(Part):
    """Ranges of the open parameters in a listed row, and limits on the total size of open bags and sets."""

    arguments: Arguments
    places: tuple[NumberBounds | Among, ...]
    sizes: tuple[BagBounds, ...] = ()


@dataclass(frozen=True, slots=True)
class InterpretedRanges(Part):
    """Tells the engine to have the reference interpreter compute the ranges of the option."""


@dataclass(frozen=True, slots=True)
class Meaning(Part):
    """The condition under which a row belongs to this option rather than to a later one of the same kind.

    All tests must succeed, and the row must contain the values that the offer fixes.
    """

    arguments: Arguments
    tests: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Move(Part):
    """A move, with its effect and the node at which play continues.

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
    """Legality test, or None if every row that is listed or has the right length is legal."""
    ranges: Ranges | InterpretedRanges | None
    """Ranges of the open parameters, or None if this move has no open parameters."""
    meant: Meaning | None = None
    """Condition that distinguishes this move from later moves of the same kind.

    The value is None if no later move has the same kind, or if only the reference interpreter can tell the moves apart.
    """
    opposed: tuple[Opposed, ...] = ()
    """Pairs of row indices, in an open proposal, that refer to the same money or pieces.

    Each pair has one index for each direction of the exchange.
    """


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


# ---------------------------------------------------------------- functions


@dataclass(frozen=True, slots=True)
class Value(Part):
    """A function that is called by `call` and `calls` terms."""

    params: tuple[Term, ...]
    body: Term
    memo: MemoKey | None
    """Memo key, or None if results are not memoised."""
    before: Steps = ()
    """Steps that run before the body and bind variables, either immediately (`Compute`) or on first use (`Defer`)."""


@dataclass(frozen=True, slots=True)
class AggregateSearch(Part):
    """A search that computes a `gather` term.

    The steps emit the value and the sort keys of each member, or nothing for `any` and `count`.
    """

    how: Gathering
    params: tuple[Term, ...]
    steps: Steps
    memo: MemoKey | None
    ordered: bool = False
    """True if the steps emit the members of a set sorted and without duplicates."""


@dataclass(frozen=True, slots=True)
class ReachSearch(Part):
    """A search that computes a `reach` term on the graph formed by the edges of one kind."""

    params: tuple[Term, ...]
    memo: MemoKey | None


@dataclass(frozen=True, slots=True)
class Offer(Part):
    """An offered action.

    `search` holds the steps that find the rows of the action, or an `InterpretedRows` if only the reference interpreter
    can find them.
    """

    about: Clauses
    search: Steps | InterpretedRows


@dataclass(frozen=True, slots=True)
class Available(Part):
    """Computes an `avail` term, which is true if the deciding seat can take at least one of the offers."""

    who: Term
    seat: Term
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Key(Part):
    """A sort key for ranking the seats.

    The lowest value ranks first or, if `most` is set, the highest.
    """

    by: Term
    most: bool


@dataclass(frozen=True, slots=True)
class ScoreTerms(Part):
    """Terms for the points of a seat and for the keys that rank the seats."""

    seat: Term
    score: Term
    keys: tuple[Key, ...]
    due: tuple[Term, ...]
    """Conditions for ending the game that are tested at the end of a turn or round."""


Function = Value | AggregateSearch | ReachSearch | Available
