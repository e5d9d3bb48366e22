"""Instructions change a position, in a form that any back end can translate.

A block is a tuple of instructions, which read and change slots of the vector and bind variables. A term is evaluated
when its instruction runs. No instruction can pause the game.

    `Compute` (shared with steps) and `Collect` bind variables.
    `Write`, `Increase`, `Decrease`, `WriteRun` and `Fill` change slots.
    `FailIf`, `If`, `ForEach`, `Repeat`, `Stop` and `InRule` direct the control flow.
    `KeepMembers`, `DropMember` and `TakeFirst` change frozen sets.
    `TakeItems`, `BringToFront`, `PutItems`, `AppendItem`, `RemoveThing`, `AddThing`, `MoveItems`, `MoveThings`,
    `EmptyBag`, `Shuffle` and `MarkMembers` change the contents of holders.
    `Transfer`, `TransferAll`, `Interpreted`, `InterpretedPick` and `InterpretedAnswer` are rare and run in the
    reference interpreter.
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
    """Bind a variable to the list of numbers that search steps emit."""

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
    """Write consecutive slots after computing all values."""

    base: Term
    values: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Fill(Part):
    """Write constants into consecutive slots."""

    base: int
    values: tuple[int, ...]


# ---------------------------------------------------------------- course


@dataclass(frozen=True, slots=True)
class FailIf(Part):
    """Raise a runtime error if a test is true; the error message displays the values in `shown`."""

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
    """Run the body once for each member of a sequence, which is computed before the first iteration."""

    name: Term
    sequence: Term
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Part):
    """Run the body at most `times` times, while the test is true.

    Each iteration uses one unit of the loop budget. `fault` is the error to raise when the budget runs out.
    """

    times: Term
    test: Term
    fault: Fault
    body: Block


@dataclass(frozen=True, slots=True)
class Stop(Part):
    """Write a scope's code to slot `STOPPING` and leave the whole effect, in order to stop that scope."""

    code: int


@dataclass(frozen=True, slots=True)
class InRule(Part):
    """Run the body of an inlined rule, whose errors are reported as errors in that rule."""

    about: Clauses
    body: Block


# ---------------------------------------------------------------- machinery


@dataclass(frozen=True, slots=True)
class KeepMembers(Part):
    """Store the members of a sequence, in order, in a frozen set.

    `span` is the position that an error reports if the members do not fit.
    """

    store: Store
    members: Term
    span: Span


@dataclass(frozen=True, slots=True)
class DropMember(Part):
    """Remove a member from a frozen set if the set contains it."""

    store: Store
    member: Term


@dataclass(frozen=True, slots=True)
class TakeFirst(Part):
    """Remove the first member of a frozen set, which must not be empty, and bind a variable to this member."""

    name: Term
    store: Store


# ---------------------------------------------------------------- holders


@dataclass(frozen=True, slots=True)
class TakeItems(Part):
    """Remove the `number` oldest pieces of a type from a row, which must contain that many.

    `count` is the address of the slot that counts these pieces.
    """

    base: Term
    count: Term
    sort: Term
    number: Term


@dataclass(frozen=True, slots=True)
class BringToFront(Part):
    """Make the piece at a position of a row the oldest one. The row must have a piece at this position."""

    base: Term
    position: Term


@dataclass(frozen=True, slots=True)
class PutItems(Part):
    """Append `number` pieces of a type to a row, which must have room for them."""

    base: Term
    count: Term
    sort: Term
    number: Term


@dataclass(frozen=True, slots=True)
class AppendItem(Part):
    """Append one piece to a row."""

    base: Term
    count: Term
    sort: Term


@dataclass(frozen=True, slots=True)
class RemoveThing(Part):
    """Remove a thing from a row, pile or stack, or raise `fault` if the thing is missing."""

    form: str
    base: Term
    thing: Term
    fault: Fault
    shown: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class AddThing(Part):
    """Add a thing to a row, pile or stack, which must have room for it."""

    form: str
    base: Term
    thing: Term


@dataclass(frozen=True, slots=True)
class MoveItems(Part):
    """Move all pieces from one row to another, or raise `fault` if they do not fit.

    `first` is the index of the first type of the pieces' kind.
    """

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
    """Move all things from a row or pile to a row, pile or stack.

    `form` is the form of the target, which has room for all things of the kind.
    """

    source: Term
    target: Term
    form: str


@dataclass(frozen=True, slots=True)
class EmptyBag(Part):
    """Move all pieces from one bag to another, without changing negative counts (debts).

    `size` is the number of piece types.
    """

    source: Term
    target: Term
    size: int


@dataclass(frozen=True, slots=True)
class Shuffle(Part):
    """Mark the order of a whole stack as unknown.

    The items begin `header` slots after the base address of the stack.
    """

    base: Term
    header: int


@dataclass(frozen=True, slots=True)
class MarkMembers(Part):
    """Replace the contents of a set of references with `members`.

    The members belong to a kind of `size` things, numbered from `first`.
    """

    base: Term
    first: int
    size: int
    members: Term


# ---------------------------------------------------------------- calls to the reference interpreter


@dataclass(frozen=True, slots=True)
class Holder(Part):
    """A container of pieces or things: its field in the layout, and the index of its entry."""

    run: FieldLayout
    index: Term


@dataclass(frozen=True, slots=True)
class Transfer(Part):
    """Move pieces of several types, in ascending order of type.

    If there is only one type, the type may be unknown until run time. `about` is the rule that an error reports, if it
    differs from the rule of the block. If `under` is set, the pieces go to the bottom of the target.
    """

    source: Holder
    target: Holder
    amounts: tuple[tuple[Term, Term], ...]
    span: Span
    about: Clauses | None
    under: bool = False


@dataclass(frozen=True, slots=True)
class TransferAll(Part):
    """Move all pieces from one container to another, in order.

    If `under` is set, each piece goes to the bottom of the target.
    """

    source: Holder
    target: Holder
    span: Span
    under: bool = False


Locals = tuple[tuple[int, Term | tuple[tuple[int, Term], ...]], ...]
"""Values of rulebook locals, keyed by uid: a number, a sequence, or the count of each type in a bag."""


@dataclass(frozen=True, slots=True)
class Interpreted(Part):
    """Have the reference interpreter execute a statement.

    If `may_stop` is set, a `stop` in the statement leaves the whole effect.
    """

    statement: ModelStatement
    locals: Locals
    may_stop: bool


@dataclass(frozen=True, slots=True)
class InterpretedPick(Part):
    """Have the reference interpreter store the bag or set that a player chose."""

    option: f.Pick


@dataclass(frozen=True, slots=True)
class InterpretedAnswer(Part):
    """Have the reference interpreter store a secret answer."""

    node: f.SimultaneousDecision


Instruction = (
    Compute | Collect | Write | Increase | Decrease | WriteRun | Fill
    | FailIf | If | ForEach | Repeat | Stop | InRule
    | KeepMembers | DropMember | TakeFirst
    | TakeItems | BringToFront | PutItems | AppendItem | RemoveThing | AddThing | MoveItems | MoveThings | EmptyBag
    | Shuffle | MarkMembers | Transfer | TransferAll | Interpreted | InterpretedPick | InterpretedAnswer
)  # fmt: skip
Block = tuple[Instruction, ...]
