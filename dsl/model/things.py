"""Kinds, their things, and the facts and fields of things."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.base import Expr, Var
from dsl.model.types import Holder, Type
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Clauses:
    """The name of a rule and the clauses that it cites, for explanations and coverage reports."""

    name: str
    title: str
    cites: tuple[str, ...]
    span: Span
    origin: str = ""
    """The variant that added or last changed the rule, or "" for the base rulebook."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A finite set of things.

    `first` and `size` give the range of the things' indices within the root kind.
    """

    name: str
    root: str
    first: int
    things: tuple[str, ...]
    pieces: tuple[int | None, ...] | None = None
    """The number of pieces of each sort (None: unlimited), or None for a kind whose things are unique."""
    owner: tuple[int, ...] | None = None
    """The index of each thing's owner, for a kind declared `for each` thing of another kind."""
    owner_kind: str = ""
    ends: tuple[tuple[int, int], ...] | None = None
    """The two ends of each edge, for a kind of edges. Each end is an index within the root of the kind `between`."""
    between: str = ""
    span: Span | None = None

    @property
    def size(self) -> int:
        return len(self.things)

    @property
    def fungible(self) -> bool:
        return self.pieces is not None


@dataclass(frozen=True, slots=True)
class StaticField:
    """A fact of the board: one value for each thing of `kind`, in order.

    A value is a number, or a tuple for a set or a bag.
    """

    name: str
    kind: str
    type: Type
    values: tuple[int | tuple[int, ...], ...]


@dataclass(slots=True, eq=False)
class StateField:
    """A part of the state: a value for each thing of `kind` and for each combination of `keys`.

    If `kind` is "", the field belongs to the game. `keys` are domains of known size, each given as a pair (first,
    size). `initial` is evaluated at the start of the game with `owner` bound to the thing. `builtin` fields belong to
    the interpreter (see `Model`) or to one construct of the language. They store, for example, secret choices, uses of
    limited actions, and seats that have dropped out of an auction. Only built-in fields may have the type `Bag` or the
    type `Many` of things. They record a chosen bag or set without holding any pieces.
    """

    name: str
    kind: str
    keys: tuple[tuple[int, int], ...]
    key_kinds: tuple[str, ...]
    type: Type
    visibility: str
    lifetime: str
    capacity: tuple[int, ...] | None = None
    """The maximum size of a holder, one number for each owner, or a single number for the game."""
    initial: Expr | None = None
    owner: Var | None = None
    builtin: bool = False
    span: Span | None = None
    layered: bool = False
    """True for a stack if some rule puts things under it.

    The bottom of such a stack may be known even if the things above it are not.
    """

    @property
    def has_public_size(self) -> bool:
        """Return True if every player may see how many items the field contains.

        A stack shows its height even to players who may not see its contents.
        """
        of = self.type
        return self.visibility in ("open", "counted") or (isinstance(of, Holder) and of.form == "stack")
