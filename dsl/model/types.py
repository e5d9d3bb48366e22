"""Types: the possible values of slots, local names and expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from dsl.ast import HOLDER_FORMS, HolderTraits, fraction_text

NONE = -1
MONEY_LIMIT = 1_000_000_000
"""The largest sum of money in a field. This number fits into 32 bits."""


@dataclass(frozen=True, slots=True)
class Int:
    """The numbers from `low` to `high`.

    `money` marks sums of money, which only payments may change.

    Engines use only whole numbers. For example, the integer 3 represents 1½ if the denominator `parts` is 2. `low`,
    `high` and all values are numerators over the denominator `parts`.
    """

    low: int
    high: int
    money: bool = False
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Flag:
    pass


@dataclass(frozen=True, slots=True)
class Ref:
    """The index of a single thing in its root kind, or -1 for none if `optional`."""

    kind: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Many:
    """A domain: a sequence of members.

    `distinct` is False only for rows and stacks, which may contain a sort more than once.

    The members of `Bags` are bags, and those of `Subsets` are sets (`Many`). A local or parameter of type `Many` holds
    a set: each member once, in index order.
    """

    of: Member
    distinct: bool = True


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag as a value, such as `2 of Flax + 1 of Ore`: a number of pieces of each sort of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A field that contains pieces or things.

    `form` is one of `dsl.ast.HOLDER_FORMS`, which define the operations that rules may use on it. An `own` bag holds
    only the sort of its owner. `StateField.capacity` gives the capacity for each owner.
    """

    form: str
    kind: str
    own: bool = False

    @property
    def traits(self) -> HolderTraits:
        """Return the operations and contents that the holder's form allows."""
        return HOLDER_FORMS[self.form]


Member = Int | Ref | Flag | Bag | Many
"""The possible types of the members of a domain."""

Type = Int | Flag | Ref | Many | Bag | Holder


def number_text(value: int, of: Int) -> str:
    """Return a number as people write it: 53 halves are `26½`."""
    return fraction_text(value, of.parts)


def reads_as_bag(of: Type) -> TypeGuard[Bag | Holder]:
    """Return True if a type is a bag, or a holder of equal pieces whose contents are counted by sort."""
    return isinstance(of, Bag) or (isinstance(of, Holder) and of.traits.counted)


def reads_as_members(of: Type) -> bool:
    """Return True if a type is a domain, or a holder with room for more than one thing."""
    return isinstance(of, Many) or (isinstance(of, Holder) and not of.traits.one_at_most)
