"""The planned nodes of a flowchart, and the functions that their terms call.

Effects are blocks of `instructions`, searches for rows and members are `steps`, and everything else is terms. Parts
whose names begin with `Interpreted` are left to the reference interpreter.
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

# ---------------------------------------------------------------- nodes that are passed through


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Part):
    span: Span
    about: Clauses


@dataclass(frozen=True, slots=True)
class End(Node):
    """The end of the game."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """An effect. `ends`: the game ends here, and all machinery is 0 afterwards. `small`: short enough to be copied to
    all predecessors."""

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
    """Continue at `to` if slot `STOPPING` is 0. A code among `exits` is cleared, and play continues at its exit. Any
    other code continues at `up`."""

    exits: tuple[tuple[int, int], ...]
    up: int
    to: int


@dataclass(frozen=True, slots=True)
class Call(Node):
    """Continue at `entry`; slot `frame` stores `back`."""

    entry: int
    back: int
    frame: int


@dataclass(frozen=True, slots=True)
class Return(Node):
    """Continue at the node in slot `frame`, one of `backs`; the slot becomes 0."""

    frame: int
    backs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """A goal: play continues, but looking ahead ends here."""

    to: int


@dataclass(frozen=True, slots=True)
class PlannedGoalCheck(Node):
    """Continue at `choice` if looking ahead finds a way to the goal from there; otherwise at `no`."""

    choice: int
    no: int


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True)
class InterpretedRows(Part):
    """The reference interpreter lists the rows of an option: it chooses from sets, or pays with things."""

    option: f.Play | f.Pick


@dataclass(frozen=True, slots=True)
class Listing(Part):
    """The legal rows of a decision for one seat (`seat`). With `passes`, one row is a pass."""

    who: Term
    """The deciding seat. It may be none, -1, which `Decision.who` reports as an error."""
    seat: Term
    passes: bool
    steps: Steps
    interpreted: tuple[InterpretedRows, ...]
    ordered: bool
    """True if the rows come out sorted and unique."""


@dataclass(frozen=True, slots=True)
class ChosenSet(Part):
    """A set encoded as bits in a row, from place `at` on."""

    name: Term
    at: int
    first: int
    width: int


@dataclass(frozen=True, slots=True)
class Arguments(Part):
    """Names for the numbers of a row: `places` are those after the kind; None belongs to a set."""

    seat: Term | None
    places: tuple[Term | None, ...]
    sets: tuple[ChosenSet, ...]


@dataclass(frozen=True, slots=True)
class Legality(Part):
    """Test of a row of an option: it is legal if it has the right length, `who` is the seat that asks, and all tests
    hold, in order.

    A set with a negative place is invalid.
    """

    arguments: Arguments
    who: Term
    tests: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class InterpretedLegality(Part):
    """The reference interpreter tests whether a row is legal."""


@dataclass(frozen=True, slots=True)
class NumberBounds(Part):
    """Range of an open number: 0 … `most`."""

    most: Term


@dataclass(frozen=True, slots=True)
class Among(Part):
    """Range of an open number: that of the members, or `low` … `high` if there are none."""

    members: Term
    step: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class BagBounds(Part):
    """Limits of an open bag as a whole: the `width` open places from `at` on have a sum from `least` to `most`. For a
    set these places are words of bits and the limits count members; without a limit, `least` is `UNLIMITED`."""

    at: int
    width: int
    least: Term
    most: Term
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Ranges(Part):
    """Ranges of the open numbers of a listed row, and sizes of bags that are limited as a whole."""

    arguments: Arguments
    places: tuple[NumberBounds | Among, ...]
    sizes: tuple[BagBounds, ...] = ()


@dataclass(frozen=True, slots=True)
class InterpretedRanges(Part):
    """The reference interpreter computes the ranges."""


@dataclass(frozen=True, slots=True)
class Meaning(Part):
    """Test whether a row selects an option rather than a later one of its kind: all tests hold and the row has the
    values of the offer."""

    arguments: Arguments
    tests: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Move(Part):
    """A move: its effect and the next node. If it calls a routine, slot `frame` stores the return node `back`;
    otherwise both are -1."""

    kind: int
    about: Clauses | None
    length: int
    """Numbers in a row."""
    arguments: Arguments
    body: Block
    to: int
    frame: int
    back: int
    legality: Legality | InterpretedLegality | None
    """None if rows are legal when they are listed or have the right length."""
    ranges: Ranges | InterpretedRanges | None
    """None if no number is open."""
    meant: Meaning | None = None
    """None if no later option has this kind, or if only the reference interpreter can distinguish them."""
    opposed: tuple[Opposed, ...] = ()
    """Places in a row of an open proposal that are the same money or pieces in both directions."""


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """A decision. If several moves have the kind of a row, the row selects the first whose `meant` holds, or the last.
    """

    who: Term
    listing: Listing
    moves: tuple[Move, ...]
    open: bool
    """True if rows leave numbers open: then a row can be legal without being listed."""


@dataclass(frozen=True, slots=True)
class AnswerBags(Part):
    """Every bag of a domain is a possible answer; see the term `bags`."""

    domain: Term


@dataclass(frozen=True, slots=True)
class AnswerMembers(Part):
    """Every member of a domain is a possible answer."""

    members: Term


@dataclass(frozen=True, slots=True)
class InterpretedAnswers(Part):
    """The reference interpreter lists the possible answers."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node):
    """A secret choice: all seats in the frozen set `pending` still choose. When it is empty, play continues at `to`."""

    kind: int
    pending: Store
    seat: Term
    """The seat that chooses, in `answers`."""
    answers: AnswerBags | AnswerMembers | InterpretedAnswers
    arguments: Arguments
    body: Block
    to: int


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class BagOutcomes(Part):
    """A piece out of a bag: each type is weighted by its count."""

    base: Term
    first: int
    size: int


@dataclass(frozen=True, slots=True)
class StackOutcomes(Part):
    """The known top of a stack, or any item of its pool with equal weight. With `layered`, its bottom may be known."""

    base: Term
    layered: bool


@dataclass(frozen=True, slots=True)
class EqualOutcomes(Part):
    """Any member, with equal weight."""

    members: Term


@dataclass(frozen=True, slots=True)
class WeighedOutcomes(Part):
    """Any member, bound to `name`, with its weight."""

    members: Term
    name: Term
    weight: Term


@dataclass(frozen=True, slots=True)
class InterpretedOutcomes(Part):
    """The reference interpreter lists the outcomes."""


@dataclass(frozen=True, slots=True)
class InterpretedSettling(Part):
    """The reference interpreter applies the outcome."""


@dataclass(frozen=True, slots=True)
class Chance(Node):
    """A chance node. `settle` runs after the outcome is bound to `fallen`. A single outcome is applied without a
    pause."""

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
    """Function that the terms `call` and `calls` call."""

    params: tuple[Term, ...]
    body: Term
    memo: MemoKey | None
    """Key of the memoised results, or None."""
    before: Steps = ()
    """Steps before the body: names that are computed at once (`Compute`) or on first use (`Defer`)."""


@dataclass(frozen=True, slots=True)
class AggregateSearch(Part):
    """Search for a term `gather`. The steps emit the value and keys of each member, or no terms for `any` and `count`.
    """

    how: Gathering
    params: tuple[Term, ...]
    steps: Steps
    memo: MemoKey | None
    ordered: bool = False
    """True if the members of a set come out sorted and unique."""


@dataclass(frozen=True, slots=True)
class ReachSearch(Part):
    """Search for a term `reach` on the graph of an edge kind."""

    params: tuple[Term, ...]
    memo: MemoKey | None


@dataclass(frozen=True, slots=True)
class Offer(Part):
    """An offered action: `search` has steps that emit once for each row, or is left to the reference interpreter."""

    about: Clauses
    search: Steps | InterpretedRows


@dataclass(frozen=True, slots=True)
class Available(Part):
    """Test of a term `avail`: True if the deciding seat can take any of the offers."""

    who: Term
    seat: Term
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Key(Part):
    """Sort key of the seats: lowest first, or highest first with `most`."""

    by: Term
    most: bool


@dataclass(frozen=True, slots=True)
class ScoreTerms(Part):
    """The points of a seat, and the sort keys of the ranking."""

    seat: Term
    score: Term
    keys: tuple[Key, ...]
    due: tuple[Term, ...]
    """The conditions of the endings that are tested at the end of a turn or round."""


Function = Value | AggregateSearch | ReachSearch | Available
