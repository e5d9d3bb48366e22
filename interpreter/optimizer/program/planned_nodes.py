"""The planned nodes of a flowchart, and the functions that their terms call.

Effects are blocks of `instructions`, searches for rows and members are `steps`, everything else is terms. What is left
to the reference interpreter is said by a part of its own, whose name begins with `Interpreted`.
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
    """Play goes to a decision if looking ahead finds a way from there, else to `no`."""

    choice: int
    no: int


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True)
class InterpretedRows(Part):
    """The reference interpreter lists the rows of an option: it has sets to choose from, or things to pay with."""

    option: f.Play | f.Pick


@dataclass(frozen=True, slots=True)
class Listing(Part):
    """The legal rows of a decision, for the seat that is asked (`seat`). A row that is `passes` stands for a pass."""

    who: Term
    """The seat that decides. It may be none, -1, which `Decision.who` reports as a fault."""
    seat: Term
    passes: bool
    steps: Steps
    interpreted: tuple[InterpretedRows, ...]
    ordered: bool
    """Whether the rows come out sorted and each once."""


@dataclass(frozen=True, slots=True)
class ChosenSet(Part):
    """A set that stands in a row as bits, from place `at` on."""

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
    """Whether any row of an option is legal: it has the right length, `who` is asked, and all tests hold, in order.

    A set with a negative place is none."""

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
    """An open bag is limited as a whole: the `width` open places from `at` on have a sum from `least` to `most`. Of a
    set they are words of bits, and it has so many members; without a limit its `least` is `UNLIMITED`."""

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
    """A row means an option, and none of those of its kind behind it, if all tests hold: what the option gives stands
    in it."""

    arguments: Arguments
    tests: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Move(Part):
    """What a kind of move does, and where play goes on. If it calls a routine, `frame` is the slot that keeps where it
    comes back to, `back`; else -1."""

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
    """Several moves may be of one kind: a row means the first whose `meant` holds, or else the last of them."""

    who: Term
    listing: Listing
    moves: tuple[Move, ...]
    open: bool
    """Whether rows leave numbers open: then a row need not be listed to be legal."""


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
    """The known top of a stack, or any of its pool alike. `layered`: the stack may have a known bottom, too."""

    base: Term
    layered: bool


@dataclass(frozen=True, slots=True)
class EqualOutcomes(Part):
    """Any member, all alike."""

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
    """`settle` is done when one of the outcomes, `fallen`, has come. With one outcome only nobody waits."""

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
    """Where play may go from a node."""
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
    """What the terms `call` and `calls` call."""

    params: tuple[Term, ...]
    body: Term
    memo: MemoKey | None
    """What a result can be remembered by, if that is worth it."""
    before: Steps = ()
    """What is done before: names that get their value now (`Compute`), or where it is first needed (`Defer`)."""


@dataclass(frozen=True, slots=True)
class AggregateSearch(Part):
    """How a term `gather` is found. The steps emit the value and keys of each member, or nothing to `any`, `count`."""

    how: Gathering
    params: tuple[Term, ...]
    steps: Steps
    memo: MemoKey | None
    ordered: bool = False
    """Whether the members of a set come in order, each once."""


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
    """What a term `avail` asks: whether any of the offers can be taken by the one who decides."""

    who: Term
    seat: Term
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Key(Part):
    """What seats are ordered by: the least is best, or the most."""

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
