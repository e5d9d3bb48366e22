"""Types, which determine the possible values of slots, local names and expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from dsl.ast import HOLDER_FORMS, HolderTraits, fraction_text

NONE = -1
MONEY_LIMIT = 1_000_000_000
"""The largest amount of money in a field, which fits into 32 bits."""


@dataclass(frozen=True, slots=True)
class Int:
    """The numbers from `low` to `high`.

    `money` marks amounts of money, which only payments may change.

    Engines use only whole numbers. For example, the integer 3 represents 1½ if the denominator `parts` is 2. `low`,
    `high` and all values are numerators of fractions with the denominator `parts`.
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
    """The index of a thing in its root kind; if `optional` is True, -1 means none."""

    kind: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Many:
    """A domain: a sequence of members.

    `distinct` is False only for rows and stacks, which may contain a sort more than once.

    The members of `Bags` are bags, and those of `Subsets` are sets (`Many`). The value of a local name or parameter of
    type `Many` is a set, which contains each member once, in index order.
    """

    of: Member
    distinct: bool = True


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag value, such as `2 of Flax + 1 of Ore`, with a number of pieces for each sort of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A field that contains pieces or things.

    `form` is a form in `dsl.ast.HOLDER_FORMS`, which says what rules may do with the holder. If `own` is True, the bag
    accepts only its owner's pieces. `StateField.capacity` limits the size of each owner's holder.
    """

    form: str
    kind: str
    own: bool = False

    @property
    def traits(self) -> HolderTraits:
        """Return the contents and operations that this form of holder allows."""
        return HOLDER_FORMS[self.form]


Member = Int | Ref | Flag | Bag | Many
"""The types that members of a domain may have."""

Type = Int | Flag | Ref | Many | Bag | Holder


def number_text(value: int, of: Int) -> str:
    """Return a number as text, so that 53 halves become `26½`."""
    return fraction_text(value, of.parts)


def reads_as_bag(of: Type) -> TypeGuard[Bag | Holder]:
    """Return True if a value of this type is a bag, or if the holder counts interchangeable pieces by sort."""
    return isinstance(of, Bag) or (isinstance(of, Holder) and of.traits.counted)


def reads_as_members(of: Type) -> bool:
    """Return True if the type is a domain, or a holder that may contain several things."""
    return isinstance(of, Many) or (isinstance(of, Holder) and not of.traits.one_at_most)
