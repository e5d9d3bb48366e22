"""Types: what a slot, a local name or an expression may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from dsl.ast import HOLDER_FORMS, HolderTraits, fraction_text

NONE = -1
MONEY_LIMIT = 1_000_000_000
"""Largest sum of money a field may hold; fits 32 bits."""


@dataclass(frozen=True, slots=True)
class Int:
    """Numbers from `low` to `high`. `money` marks sums that only payments may change.

    Engines count in whole numbers, so a number in halves is held as its number of halves: `low`, `high` and every value
    are multiples of `1 / parts`."""

    low: int
    high: int
    money: bool = False
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Flag:
    pass


@dataclass(frozen=True, slots=True)
class Ref:
    """One thing of a kind, by index in its root kind; -1 for none where `optional`."""

    kind: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Many:
    """A domain: a sequence of members. `distinct` is False only for rows and stacks, which may repeat a sort.

    The members of `Bags` are bags, those of `Subsets` are sets (`Many`) themselves. A local name or parameter of type
    `Many` holds a set: its members once each, in index order."""

    of: Member
    distinct: bool = True


@dataclass(frozen=True, slots=True)
class Bag:
    """Number of pieces of each sort of a kind, as a value: `2 of Flax + 1 of Ore`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A field that holds pieces or things. `form` is one of `dsl.ast.HOLDER_FORMS`, where stands what rules may do with
    it. `own` bags hold one sort only: their owner's. `capacity` is given per owner thing in `StateField.capacity`."""

    form: str
    kind: str
    own: bool = False

    @property
    def traits(self) -> HolderTraits:
        """Return the operations and contents that the holder's form allows."""
        return HOLDER_FORMS[self.form]


Member = Int | Ref | Flag | Bag | Many
"""Types of members of a domain."""

Type = Int | Flag | Ref | Many | Bag | Holder


def number_text(value: int, of: Int) -> str:
    """Return a number of a type as people write it: 53 halves are `26½`."""
    return fraction_text(value, of.parts)


def reads_as_bag(of: Type) -> TypeGuard[Bag | Holder]:
    """Return True if a type is counted sort by sort: a bag, or a holder of equal pieces."""
    return isinstance(of, Bag) or (isinstance(of, Holder) and of.traits.counted)


def reads_as_members(of: Type) -> bool:
    """Return True if a type has several members: a domain, or a holder with room for several."""
    return isinstance(of, Many) or (isinstance(of, Holder) and not of.traits.one_at_most)
