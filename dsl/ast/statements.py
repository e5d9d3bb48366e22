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
    """`moved` is None for `everything`, and with `every` a sort of which all there are is moved; `under` says that it
    goes to the bottom of a stack."""

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
    """The top of a stack is turned up: everybody sees it from now on."""

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

    With `until` it is a series: again and again until that holds, and never stuck on the way. `otherwise` is done if
    there is no way there from the start. `at_risk` is `until` alone: nobody looks ahead, and he may get stuck."""

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
    """`who` chooses a member. With `secret` the others are never told which; with `unless_one` he is not asked where
    there is only one."""

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
    """What happens the first time in a turn, round, phase or game: for all together, or for each seat."""

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
    """What triggers have happen when a turn is over, however it ended; only once these are written in."""


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
    """The local names that a statement leaves behind for those after it."""
    match statement:
        case Let(name=name) | Secretly(name=name) | Chooses(binder=Binder(name=name)):
            return [name.text]
        case Random(target=Name(text=text)):
            return [text]
    return []
