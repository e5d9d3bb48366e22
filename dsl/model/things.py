"""Kinds and things, with their facts and fields."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.base import Expr, Var
from dsl.model.sayings import Label
from dsl.model.types import Holder, Type
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Clauses:
    """The identity of a rule, with the clauses of the printed rules that it cites."""

    name: str
    title: str
    cites: tuple[str, ...]
    span: Span
    origin: str = ""
    """The variant that added or last changed the rule, or "" if the rule comes from the base rulebook."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A finite set of things.

    The things have the indices from `first` to `first + size - 1` in the root kind.
    """

    name: str
    root: str
    first: int
    things: tuple[str, ...]
    pieces: tuple[int | None, ...] | None = None
    """The piece count of each sort (None for a sort with unlimited pieces), or None if the things of the kind are
    unique.
    """
    owner: tuple[int, ...] | None = None
    """The index of each thing's owner, if the kind is declared `for each` thing of another kind."""
    owner_kind: str = ""
    ends: tuple[tuple[int, int], ...] | None = None
    """The two ends of each edge, if the things of the kind are edges. An end is an index in the root kind of `between`.
    """
    between: str = ""
    span: Span | None = None
    by_owner: tuple[str, ...] = ()
    """A second name of each thing, such as `Field1_Red`, if the things of each owner are numbered from the start."""

    @property
    def size(self) -> int:
        return len(self.things)

    @property
    def fungible(self) -> bool:
        return self.pieces is not None


@dataclass(frozen=True, slots=True)
class StaticField:
    """A fact, with one value for each thing of `kind`.

    A value is a number, or a tuple for a set, a bag or a row of numbers. In a row, each number has a column, and
    `columns` gives the first column and how many columns there are.
    """

    name: str
    kind: str
    type: Type
    values: tuple[int | tuple[int, ...], ...]
    label: Label | None = None
    internal: bool = False
    """True for book-keeping that players never see."""
    columns: tuple[int, int] | None = None


@dataclass(slots=True, eq=False)
class StateField:
    """A field of the state, with one value for each thing of `kind` and each combination of `keys`.

    If `kind` is "", the field belongs to the game. Each key has a range of values, given as a pair (first, size). At
    the start of the game, the engine binds `owner` to each thing and evaluates `initial`. If `builtin` is True, the
    field belongs to the interpreter (see `Model`) or serves a single construct of the language. Such fields store, for
    example, secret choices, uses of limited actions, and seats that have dropped out of an auction. Only a built-in
    field may have the type `Bag` or a `Many` of things. Such a field records a chosen bag or set, but holds no pieces.
    """

    name: str
    kind: str
    keys: tuple[tuple[int, int], ...]
    key_kinds: tuple[str, ...]
    type: Type
    visibility: str
    lifetime: str
    capacity: tuple[int, ...] | None = None
    """The maximum size of a holder for each owner, or a single number if the holder belongs to the game."""
    initial: Expr | None = None
    owner: Var | None = None
    builtin: bool = False
    span: Span | None = None
    layered: bool = False
    """True for a stack if some rule puts things under it.

    Players may then know the bottom of the stack but not the things above it.
    """
    label: Label | None = None
    internal: bool = False
    """True for book-keeping that players never see."""
    counted: bool = False
    """True for a hidden holder whose size all players may see."""

    @property
    def has_public_size(self) -> bool:
        """Return True if all players may see how many items the field contains.

        The height of a stack is public even if its contents are hidden.
        """
        of = self.type
        return self.counted or self.visibility in ("open", "counted") or (isinstance(of, Holder) and of.traits.shuffled)
