"""Instructions: the planned changes to a position, in a form that any back end can translate.

Each instruction is one of the classes listed here. A block is a tuple of instructions, which read and change slots of
the vector and bind names. A term is evaluated when its instruction runs. No instruction can pause the game.

    `Compute` (shared with steps) and `Collect` bind names.
    `Write`, `Increase`, `Decrease`, `WriteRun` and `Fill` change slots.
    `FailIf`, `If`, `ForEach`, `Repeat`, `Stop` and `InRule` control the order of execution.
    `KeepMembers`, `DropMember` and `TakeFirst` change frozen sets.
    `TakeItems`, `PutItems`, `AppendItem`, `RemoveThing`, `AddThing`, `MoveItems`, `MoveThings`, `EmptyBag`, `Shuffle`
    and `MarkMembers` change the contents of holders.
    `Transfer`, `TransferAll`, `Interpreted`, `InterpretedPick` and `InterpretedAnswer` are rarely needed and are left
    to the reference interpreter.
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
    """Bind a name to the list of numbers that some search steps emit."""

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
    """Write consecutive slots, after all values have been computed."""

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
    """Raise a runtime error if a test holds; the message displays the numbers in `shown`."""

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
    """Run the body once for each member of a sequence, which is computed before the first run."""

    name: Term
    sequence: Term
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Part):
    """Run the body at most `times` times, as long as the test holds.

    Each run uses one unit of the loop budget. `fault` is the error raised when the budget is used up.
    """

    times: Term
    test: Term
    fault: Fault
    body: Block


@dataclass(frozen=True, slots=True)
class Stop(Part):
    """Stop a scope: write the scope's code to slot `STOPPING` and leave the whole effect."""

    code: int


@dataclass(frozen=True, slots=True)
class InRule(Part):
    """Run the body of an inlined rule; an error in the body is reported as an error in that rule."""

    about: Clauses
    body: Block


# ---------------------------------------------------------------- machinery


@dataclass(frozen=True, slots=True)
class KeepMembers(Part):
    """Store the members of a sequence, in order, in a frozen set.

    `span` is the position in the rulebook that an error reports if the members do not fit into the set.
    """

    store: Store
    members: Term
    span: Span


@dataclass(frozen=True, slots=True)
class DropMember(Part):
    """Remove a member from a frozen set, if the set contains it."""

    store: Store
    member: Term


@dataclass(frozen=True, slots=True)
class TakeFirst(Part):
    """Remove the first member of a frozen set and bind it to a name; the set must not be empty."""

    name: Term
    store: Store


# ---------------------------------------------------------------- holders


@dataclass(frozen=True, slots=True)
class TakeItems(Part):
    """Remove `number` pieces of a type from a row, beginning with the oldest.

    The row must contain at least `number` pieces of the type. `count` is the address of the slot that counts these
    pieces.
    """

    base: Term
    count: Term
    sort: Term
    number: Term


@dataclass(frozen=True, slots=True)
class PutItems(Part):
    """Put `number` pieces of a type at the end of a row, which must have room for them."""

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
    """Take a thing out of a row, pile or stack; raise `fault` if the thing is not there."""

    form: str
    base: Term
    thing: Term
    fault: Fault
    shown: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class AddThing(Part):
    """Put a thing into a row, pile or stack, which must have room for it."""

    form: str
    base: Term
    thing: Term


@dataclass(frozen=True, slots=True)
class MoveItems(Part):
    """Move all pieces from one row to another; raise `fault` if they do not fit.

    `first` is the index of the first type of the kind to which the pieces belong.
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
    """Move all pieces from one bag to another; negative counts (debts) are left unchanged.

    `size` is the number of piece types.
    """

    source: Term
    target: Term
    size: int


@dataclass(frozen=True, slots=True)
class Shuffle(Part):
    """Mark the order of a whole stack as unknown; the items begin `header` slots after the base address of the stack.
    """

    base: Term
    header: int


@dataclass(frozen=True, slots=True)
class MarkMembers(Part):
    """Replace the contents of a set of references by `members`.

    All members belong to one kind, which has `size` things numbered from `first`.
    """

    base: Term
    first: int
    size: int
    members: Term


# ---------------------------------------------------------------- parts left to the reference interpreter


@dataclass(frozen=True, slots=True)
class Holder(Part):
    """A container of pieces or things: its field in the layout, and the index of its entry."""

    run: FieldLayout
    index: Term


@dataclass(frozen=True, slots=True)
class Transfer(Part):
    """Move pieces of several types, in ascending order of type.

    If pieces of only one type are moved, the type may be known only at run time. `about` is the rule that an error
    reports, if it is not the rule of the block. If `under` is set, the pieces go to the bottom of the target.
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
"""The values of local variables of the model, by uid: a number, a sequence, or the counts of a bag by type."""


@dataclass(frozen=True, slots=True)
class Interpreted(Part):
    """A statement that the reference interpreter executes.

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
    | TakeItems | PutItems | AppendItem | RemoveThing | AddThing | MoveItems | MoveThings | EmptyBag | Shuffle
    | MarkMembers | Transfer | TransferAll | Interpreted | InterpretedPick | InterpretedAnswer
)  # fmt: skip
Block = tuple[Instruction, ...]
