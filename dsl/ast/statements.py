"""Statements: what happens."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ast.expressions import Binder, Expr, Name
from dsl.ast.nodes import Cite, Node, Word


@dataclass(frozen=True, slots=True)
class Statement(Node):
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Block(Node):
    cites: tuple[Cite, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: Word
    value: Expr


@dataclass(frozen=True, slots=True)
class Set(Statement):
    """`set` something to a value. With `how` it is a set that a member, or the members of another set, are added to
    ("add") or taken out of ("remove")."""

    target: Expr
    value: Expr
    how: str = ""


@dataclass(frozen=True, slots=True)
class Raise(Statement):
    """`raise` or `lower` a number. `bound` is "", "wrapping" or "clamped"."""

    target: Expr
    by: Expr
    down: bool
    bound: str


@dataclass(frozen=True, slots=True)
class MovePieces(Statement):
    """Move pieces or things between holders.

    `moved` is None for `everything`. With `every` it is a sort, and all pieces of it move. With `under` the pieces go
    to the bottom of a stack."""

    moved: Expr | None
    source: Expr
    target: Expr
    under: bool = False
    every: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    number: Expr
    source: Expr
    target: Expr
    reshuffling: Expr | None


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    stack: Expr


@dataclass(frozen=True, slots=True)
class TurnUp(Statement):
    """Turn up the top of a stack, so that every player sees it from now on."""

    stack: Expr


@dataclass(frozen=True, slots=True)
class Random(Statement):
    """Chance sets a field, or a new local name, to a member of a domain. `weight` says how likely each is against the
    others; in it, and in `where`, the new name is the member."""

    target: Expr
    domain: Expr
    where: Expr | None = None
    weight: Expr | None = None


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    what: Expr


@dataclass(frozen=True, slots=True)
class Pays(Statement):
    payer: Expr
    amount: Expr
    payee: Expr


@dataclass(frozen=True, slots=True)
class RoutineCall(Node):
    """A rule, phase or action with its arguments; `given` tells whether parentheses were written."""

    name: Word
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """`who may a or b(x), at most n times`. `times` is None for once; `repeatedly` has no number.

    With `until` it is a series: the seat acts until the condition holds, and every legal action leaves a way to it.
    `otherwise` runs if there is no such way at the start. `at_risk` is `until` without `never stuck`: moves are not
    looked ahead, and the player may get stuck."""

    who: Expr
    must: bool
    offers: tuple[RoutineCall, ...]
    times: Expr | None
    repeatedly: bool
    until: Expr | None = None
    otherwise: Block | None = None
    at_risk: bool = False


@dataclass(frozen=True, slots=True)
class Chooses(Statement):
    """`who` chooses a member. With `secret` the choice stays hidden from other players. With `unless_one` a single
    member is chosen without a question."""

    who: Expr
    binder: Binder
    secret: bool = False
    unless_one: bool = False


@dataclass(frozen=True, slots=True)
class MayChoose(Statement):
    """`once` is a scope in which each seat may choose once, or ""."""

    who: Expr
    binder: Binder
    then: Block
    otherwise: Block | None
    once: str = ""


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    """Everyone in a set chooses at the same time; the answers are revealed together."""

    everyone: Expr
    name: Word
    domain: Expr


@dataclass(frozen=True, slots=True)
class Window(Statement):
    """Each in order may play one of the offers; asked again from the start after each play, until all pass."""

    binder: Binder
    offers: tuple[RoutineCall, ...]


@dataclass(frozen=True, slots=True)
class Do(Statement):
    calls: tuple[RoutineCall, ...]


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    scope: str


@dataclass(frozen=True, slots=True)
class Once(Statement):
    """Statements that run only the first time in a turn, round, phase or game: once in all, or once for each seat."""

    scope: str
    seat: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class TriggerLines(Statement):
    """The lines of a trigger, where `dsl.desugaring.triggers` has written them into what it follows or precedes; with
    `when` only if that holds."""

    name: Word
    title: str
    when: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class If(Statement):
    when: Expr
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class For(Statement):
    """`order_by` names the player who chooses the order, if any."""

    binder: Binder
    body: Block
    order_by: Expr | None


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    times: Expr
    condition: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class TurnOf(Statement):
    binder: Binder
    body: Block
    after: Block | None = None
    """Statements that run after the turn, inserted by `desugaring`."""


@dataclass(frozen=True, slots=True)
class Walks(Statement):
    """Step by step over the edges of a graph; `exact` steps are a duty, others may be left out."""

    who: Expr
    name: Word
    start: Expr
    over: Word
    where: Expr | None
    steps: Expr
    exact: bool
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Auction(Statement):
    """An ascending auction: bidders in order pass or raise until one is left."""

    name: Word
    title: str
    bidders: Binder
    bid: Expr
    winner: Word
    price: Word
    won: Block
    unsold: Block | None


def declared_names(statement: Statement) -> list[str]:
    """Return the local names that a statement declares for later statements."""
    match statement:
        case Let(name=name) | Secretly(name=name) | Chooses(binder=Binder(name=name)):
            return [name.text]
        case Random(target=Name(text=text)):
            return [text]
    return []
