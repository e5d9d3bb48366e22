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
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """`ends`: the game ends here; all machinery is 0 afterwards. `small`: short enough to be copied to wherever play
    comes from."""

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
    """With slot `STOPPING` at 0 play goes on at `to`. A code among `exits` is cleared, and play goes to its exit. Any
    other goes `up`."""

    exits: tuple[tuple[int, int], ...]
    up: int
    to: int


@dataclass(frozen=True, slots=True)
class Call(Node):
    """Goes to `entry`; `back` is kept in slot `frame`."""

    entry: int
    back: int
    frame: int


@dataclass(frozen=True, slots=True)
class Return(Node):
    """Goes to the node kept in slot `frame`, which becomes 0. It is one of `backs`."""

    frame: int
    backs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """Play passes on, but looking ahead ends here."""

    to: int


@dataclass(frozen=True, slots=True)
class PlannedGoalCheck(Node):
    """Continue at `choice` if looking ahead finds a way to the goal from there; otherwise at `no`."""

    choice: int
    no: int


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True)
class InterpretedRows(Part):
    """The reference interpreter lists the rows of an option: it has sets to choose from, or things to pay with."""

    option: f.Play | f.Pick


@dataclass(frozen=True, slots=True)
class Listing(Part):
    """The legal rows of a decision for one seat (`seat`). With `passes`, one row is a pass."""

    who: Term
    """The seat that decides. It may be none, -1, which `Decision.who` reports as a fault."""
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
    """How the numbers of a row get their names: `places` are those behind the kind; None belongs to a set."""

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
    """The reference interpreter tells whether a row is legal."""


@dataclass(frozen=True, slots=True)
class NumberBounds(Part):
    """An open number is among 0 … `most`."""

    most: Term


@dataclass(frozen=True, slots=True)
class Among(Part):
    """An open number is among the range that the members span, or `low` … `high` if there are none."""

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
    """Among which numbers the open places of a listed row are, and the sizes of bags that are limited as a whole."""

    arguments: Arguments
    places: tuple[NumberBounds | Among, ...]
    sizes: tuple[BagBounds, ...] = ()


@dataclass(frozen=True, slots=True)
class InterpretedRanges(Part):
    """The reference interpreter finds the ranges."""


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
    """None where rows are legal if they are listed, or if they have the right length."""
    ranges: Ranges | InterpretedRanges | None
    """None where nothing is open."""
    meant: Meaning | None = None
    """None where no option of this kind is behind it, or only the reference interpreter can say."""
    opposed: tuple[Opposed, ...] = ()
    """Places in a row of an open proposal that are the same money or pieces, once each way."""


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
    """Every bag of a domain may be answered; see the term `bags`."""

    domain: Term


@dataclass(frozen=True, slots=True)
class AnswerMembers(Part):
    """Every member of a domain may be answered."""

    members: Term


@dataclass(frozen=True, slots=True)
class InterpretedAnswers(Part):
    """The reference interpreter lists what may be answered."""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision(Node):
    """All seats in the frozen set `pending` still choose. When it is empty, play goes on at `to`."""

    kind: int
    pending: Store
    seat: Term
    """The seat that is asked, in `answers`."""
    answers: AnswerBags | AnswerMembers | InterpretedAnswers
    arguments: Arguments
    body: Block
    to: int


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class BagOutcomes(Part):
    """A piece out of a bag: each sort weighs as much as there is of it."""

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
    """Any member, which is called `name`, as likely as its weight says."""

    members: Term
    name: Term
    weight: Term


@dataclass(frozen=True, slots=True)
class InterpretedOutcomes(Part):
    """The reference interpreter finds the outcomes."""


@dataclass(frozen=True, slots=True)
class InterpretedSettling(Part):
    """The reference interpreter settles what has come."""


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
    """How a term `gather` is found. The steps emit the value and keys of each member, or nothing to `any`, `count`."""

    how: Gathering
    params: tuple[Term, ...]
    steps: Steps
    memo: MemoKey | None
    ordered: bool = False
    """True if the members of a set come out sorted and unique."""


@dataclass(frozen=True, slots=True)
class ReachSearch(Part):
    """How a term `reach` is found: on the graph of an edge kind."""

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
    """The points of a seat, and what seats are ordered by."""

    seat: Term
    score: Term
    keys: tuple[Key, ...]
    due: tuple[Term, ...]
    """The conditions of the endings that are tested when a turn or a round is over."""


Function = Value | AggregateSearch | ReachSearch | Available
