"""The moves of planned decisions: the search that lists their rows, the tests of a row, open parameters and effects.

An effect is a block of `instructions`, a search for rows is a tuple of `steps`, and everything else is a term. Only the
reference interpreter can execute a part whose name begins with `Interpreted`.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Clauses
from interpreter.flow import Exits
from interpreter.flow import nodes as f
from interpreter.optimizer.program.instructions import Block
from interpreter.optimizer.program.steps import Part, Steps
from interpreter.optimizer.terms.terms import Term
from interpreter.position import Opposed


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

    @property
    def exits(self) -> Exits:
        name = self.about.name if self.about is not None else ""
        return ((self.to, name),) if self.back < 0 else ((self.to, name), (self.back, f"after {name}"))
