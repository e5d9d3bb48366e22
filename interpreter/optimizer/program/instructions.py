"""Instructions: changes of the position, in a form that any language can print.

Each instruction is in this closed list. Blocks are tuples of instructions, which read and change slots of the vector
and bind names. A term is evaluated at the point of use. No instruction can pause.

    names        Compute (shared with steps), Collect
    slots        Write, Increase, Decrease, WriteRun, Fill
    control      FailIf, If, ForEach, Repeat, Stop, InRule
    machinery    KeepMembers, DropMember, TakeFirst
    holders      TakeItems, PutItems, AppendItem, RemoveThing, AddThing, MoveItems, MoveThings, EmptyBag, Shuffle,
                 MarkMembers
    left over    Transfer, TransferAll, Interpreted, InterpretedPick, InterpretedAnswer: rare operations that the
                 reference interpreter executes
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Clauses
from dsl.model import Statement as ModelStatement
from dsl.source import Span
from interpreter.flow import nodes as f
from interpreter.optimizer.program.steps import Compute, Part, Steps
from interpreter.optimizer.terms.terms import Fault, Term
from interpreter.position import FieldLayout, Store

# ---------------------------------------------------------------- names


@dataclass(frozen=True, slots=True)
class Collect(Part):
    """Bind a name to the list of results of some steps, each a single number."""

    name: Term
    steps: Steps


# ---------------------------------------------------------------- slots


@dataclass(frozen=True, slots=True)
class Write(Part):
    at: Term
    value: Term


@dataclass(frozen=True, slots=True)
class Increase(Part):
    at: Term
    by: Term


@dataclass(frozen=True, slots=True)
class Decrease(Part):
    at: Term
    by: Term


@dataclass(frozen=True, slots=True)
class WriteRun(Part):
    """Write neighbouring slots. All values are computed before the first write."""

    base: Term
    values: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Fill(Part):
    """Write known numbers into neighbouring slots."""

    base: int
    values: tuple[int, ...]


# ---------------------------------------------------------------- course


@dataclass(frozen=True, slots=True)
class FailIf(Part):
    """Raise a runtime error if a test holds. `shown` are the numbers in its message."""

    test: Term
    fault: Fault
    shown: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class If(Part):
    test: Term
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class ForEach(Part):
    """Run the body for each member. The sequence is computed once, before the first member."""

    name: Term
    sequence: Term
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Part):
    """Run the body at most `times` times, while the test holds. Each pass is one step of the budget; `fault` is the
    error when the budget is used up."""

    times: Term
    test: Term
    fault: Fault
    body: Block


@dataclass(frozen=True, slots=True)
class Stop(Part):
    """A `stop` of a scope: write its code into slot `STOPPING` and leave the whole effect."""

    code: int


@dataclass(frozen=True, slots=True)
class InRule(Part):
    """An inlined rule. Errors inside belong to it."""

    about: Clauses
    body: Block


# ---------------------------------------------------------------- machinery


@dataclass(frozen=True, slots=True)
class KeepMembers(Part):
    """Freeze members in order. `span` is the location of an error if they do not fit."""

    store: Store
    members: Term
    span: Span


@dataclass(frozen=True, slots=True)
class DropMember(Part):
    """Remove a member from a frozen set, if it is there."""

    store: Store
    member: Term


@dataclass(frozen=True, slots=True)
class TakeFirst(Part):
    """Remove the first member from a frozen set that is not empty, and bind it."""

    name: Term
    store: Store


# ---------------------------------------------------------------- holders


@dataclass(frozen=True, slots=True)
class TakeItems(Part):
    """Take the oldest pieces of a type, which are there, out of a row. `count` is the slot that counts them."""

    base: Term
    count: Term
    sort: Term
    number: Term


@dataclass(frozen=True, slots=True)
class PutItems(Part):
    """Put pieces of a type at the end of a row; there is room."""

    base: Term
    count: Term
    sort: Term
    number: Term


@dataclass(frozen=True, slots=True)
class AppendItem(Part):
    """Put one piece at the end of a row."""

    base: Term
    count: Term
    sort: Term


@dataclass(frozen=True, slots=True)
class RemoveThing(Part):
    """Take a thing out of a row, pile or stack; an error if it is not there."""

    form: str
    base: Term
    thing: Term
    fault: Fault
    shown: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class AddThing(Part):
    """Put a thing into a row, pile or stack; there is room."""

    form: str
    base: Term
    thing: Term


@dataclass(frozen=True, slots=True)
class MoveItems(Part):
    """Move everything from one row of pieces to another; an error if there is no room. `first` is the least type."""

    source: Term
    source_counts: Term
    target: Term
    target_counts: Term
    room: Term
    first: int
    fault: Fault
    shown: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class MoveThings(Part):
    """Move all things from a row or pile to a row, pile or stack (`form`) with room for all things of the kind."""

    source: Term
    target: Term
    form: str


@dataclass(frozen=True, slots=True)
class EmptyBag(Part):
    """Move everything from bag to bag, except debts. `size` is the number of types."""

    source: Term
    target: Term
    size: int


@dataclass(frozen=True, slots=True)
class Shuffle(Part):
    """Mark a whole stack as unordered. Its items begin `header` slots after its base."""

    base: Term
    header: int


@dataclass(frozen=True, slots=True)
class MarkMembers(Part):
    """Set a set of references. All `members` are of its kind, which begins at `first`."""

    base: Term
    first: int
    size: int
    members: Term


# ---------------------------------------------------------------- what the reference interpreter carries out


@dataclass(frozen=True, slots=True)
class Holder(Part):
    """A holder: a field of the layout and the index of its entry."""

    run: FieldLayout
    index: Term


@dataclass(frozen=True, slots=True)
class Transfer(Part):
    """Move pieces of several types, in ascending order. The type of a single amount may be known only at run time.

    `about` is the rule of an error, if it differs from the rule of the block. `under` puts the pieces at the bottom.
    """

    source: Holder
    target: Holder
    amounts: tuple[tuple[Term, Term], ...]
    span: Span
    about: Clauses | None
    under: bool = False


@dataclass(frozen=True, slots=True)
class TransferAll(Part):
    """Move all pieces between holders, in order; `under` puts each at the bottom."""

    source: Holder
    target: Holder
    span: Span
    under: bool = False


Locals = tuple[tuple[int, Term | tuple[tuple[int, Term], ...]], ...]
"""Locals of the model by uid: a number or sequence each, or the counts of a bag by type."""


@dataclass(frozen=True, slots=True)
class Interpreted(Part):
    """A statement for the reference interpreter. `may_stop`: a `stop` in it leaves the effect."""

    statement: ModelStatement
    locals: Locals
    may_stop: bool


@dataclass(frozen=True, slots=True)
class InterpretedPick(Part):
    """The choice of a bag or set, for the reference interpreter."""

    option: f.Pick


@dataclass(frozen=True, slots=True)
class InterpretedAnswer(Part):
    """The storing of a secret answer, for the reference interpreter."""

    node: f.SimultaneousDecision


Instruction = (
    Compute | Collect | Write | Increase | Decrease | WriteRun | Fill
    | FailIf | If | ForEach | Repeat | Stop | InRule
    | KeepMembers | DropMember | TakeFirst
    | TakeItems | PutItems | AppendItem | RemoveThing | AddThing | MoveItems | MoveThings | EmptyBag | Shuffle
    | MarkMembers | Transfer | TransferAll | Interpreted | InterpretedPick | InterpretedAnswer
)  # fmt: skip
Block = tuple[Instruction, ...]
