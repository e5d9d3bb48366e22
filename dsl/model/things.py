"""Kinds, their things, and the facts and fields that things have."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.base import Expr, Var
from dsl.model.types import Holder, Type
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Clauses:
    """Name and source of a rule, for explanation and coverage."""

    name: str
    title: str
    cites: tuple[str, ...]
    span: Span
    origin: str = ""
    """The variant that wrote or last changed it, "" for the base rulebook."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A finite set of things. `first` and `size` give its stretch in the numbering of its root kind."""

    name: str
    root: str
    first: int
    things: tuple[str, ...]
    pieces: tuple[int | None, ...] | None = None
    """Pieces of each sort (None: unlimited), where the kind is fungible; None for things there is one of."""
    owner: tuple[int, ...] | None = None
    """Index of each thing's owner, for kinds with things for each Player (or another kind)."""
    owner_kind: str = ""
    ends: tuple[tuple[int, int], ...] | None = None
    """Two ends of each edge, for edge kinds: indices in the root of `between`."""
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
    """A fact of the board: one value per thing of `kind`, in order. A number, or a tuple for sets and bags."""

    name: str
    kind: str
    type: Type
    values: tuple[int | tuple[int, ...], ...]


@dataclass(slots=True, eq=False)
class StateField:
    """State of each thing of `kind` (of the game if `kind` is ""), one value for each combination of `keys`.

    `keys` are domains of known size, each as (first, size). `initial` is evaluated at the start with `owner` bound to
    the thing. `builtin` fields belong to the interpreter (see `Model`) or to one form of the language: secret choices,
    uses of limited actions, seats that have passed in an auction. Only these may have type `Bag` (a note of the number
    of each sort that a player chose, without pieces; reading it gives a bag) or `Many` of things (a set as a note)."""

    name: str
    kind: str
    keys: tuple[tuple[int, int], ...]
    key_kinds: tuple[str, ...]
    type: Type
    visibility: str
    lifetime: str
    capacity: tuple[int, ...] | None = None
    """Largest size of a holder, one number per owner thing (or one for the game)."""
    initial: Expr | None = None
    owner: Var | None = None
    builtin: bool = False
    span: Span | None = None
    layered: bool = False
    """True for a stack if a rule puts anything under it.

    Its bottom may then be known while the things above are not.
    """

    @property
    def has_public_size(self) -> bool:
        """Return True if every player may see the contents of the field, or at least their number.

        A stack shows its height even to players who may not see its contents."""
        of = self.type
        return self.visibility in ("open", "counted") or (isinstance(of, Holder) and of.form == "stack")
