"""The syntax nodes of statements, which change the position or ask players for decisions."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ast.expressions import Binder, Expr, Name
from dsl.ast.nodes import Cite, Node, Word
from dsl.ast.sayings import Saying


@dataclass(frozen=True, slots=True)
class Statement(Node):
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Statements that belong to a heading.

    `brief` is True if the only statement shares the line of the heading, as in `draw 1 from deck to p.hand for p in
    Player`.
    """

    cites: tuple[Cite, ...]
    body: tuple[Statement, ...]
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: Word
    value: Expr


@dataclass(frozen=True, slots=True)
class Set(Statement):
    """An assignment `set x to e`.

    If `how` is "add" or "remove", the target is a set, and `value` is the member or the set of members to add or
    remove.
    """

    target: Expr
    value: Expr
    how: str = ""


@dataclass(frozen=True, slots=True)
class Raise(Statement):
    """The statement `raise` or `lower`, which adds to or subtracts from a number. `bound` is "", "wrapping" or
    "clamped".
    """

    target: Expr
    by: Expr
    down: bool
    bound: str


@dataclass(frozen=True, slots=True)
class MovePieces(Statement):
    """A move of pieces or things between holders.

    `moved` is None for `everything`. If `every` is True, `moved` is a sort of piece, and all pieces of that sort move.
    If `under` is True, the pieces go to the bottom of a stack. If `position` is given, only the piece at this position
    of a row moves, and `moved` is None.
    """

    moved: Expr | None
    source: Expr
    target: Expr
    under: bool = False
    every: bool = False
    position: Expr | None = None


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """The statement `draw N from …` or, if `up_to` is True, `refill … to N from …`."""

    number: Expr
    source: Expr
    target: Expr
    reshuffling: Expr | None
    up_to: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    stack: Expr


@dataclass(frozen=True, slots=True)
class TurnUp(Statement):
    """A statement that turns the top of a stack face up, so that all players see it."""

    stack: Expr


@dataclass(frozen=True, slots=True)
class Random(Statement):
    """A random choice of a member of a domain, stored in a field or a new local variable.

    `weight` gives the relative probability of each member. In `weight` and `where`, the new name means the member under
    consideration.
    """

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
    """A call of a rule, phase or action, with arguments."""

    name: Word
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """A decision such as `who may a or b(x), at most n times`.

    `times` is None if the player acts once; `repeatedly` sets no limit.

    With `until`, the statement is a series: the player acts until the condition holds, and may take only actions that
    keep the condition reachable. `otherwise` runs if the condition cannot be reached even at the start. `at_risk` is
    True for `until` without `never stuck`: the engine does not look ahead, so the player may get stuck.

    With `or_pass`, the player passes if none of the actions is legal.
    """

    who: Expr
    must: bool
    offers: tuple[RoutineCall, ...]
    times: Expr | None
    repeatedly: bool
    until: Expr | None = None
    otherwise: Block | None = None
    at_risk: bool = False
    passing: Saying | None = None
    or_pass: bool = False


@dataclass(frozen=True, slots=True)
class Chooses(Statement):
    """A statement that lets the player `who` choose a member of a domain.

    With `secret`, the choice stays hidden from other players. With `unless_one`, the engine does not ask the player if
    the domain has only one member, and chooses that member.
    """

    who: Expr
    binder: Binder
    secret: bool = False
    unless_one: bool = False
    says: Saying | None = None


@dataclass(frozen=True, slots=True)
class MayChoose(Statement):
    """An optional choice.

    `once` is the scope in which each seat may choose only once, or "" for no limit. If `times` is given, the seat may
    choose up to `times` times.
    """

    who: Expr
    binder: Binder
    then: Block
    otherwise: Block | None
    once: str = ""
    says: Saying | None = None
    passing: Saying | None = None
    times: Expr | None = None


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    """A simultaneous choice by all members of a set of seats.

    The choices are revealed together.
    """

    everyone: Expr
    name: Word
    domain: Expr
    says: Saying | None = None


@dataclass(frozen=True, slots=True)
class Discards(Statement):
    """A statement that lets players choose pieces or things to give up: `number` of those in `source`.

    If `everyone` is True, `who` is a set of seats, which choose at the same time. Otherwise `who` is one seat. The
    checker spells it out as simpler statements.
    """

    who: Expr
    name: Word
    number: Expr
    source: Expr
    target: Expr
    says: Saying | None
    everyone: bool


@dataclass(frozen=True, slots=True)
class Window(Statement):
    """A window in which players may act out of turn.

    Each seat in order may take one of the offered actions. After each action, the engine asks all seats again, starting
    with the first, until every seat has passed.
    """

    binder: Binder
    offers: tuple[RoutineCall, ...]
    passing: Saying | None = None


@dataclass(frozen=True, slots=True)
class Do(Statement):
    calls: tuple[RoutineCall, ...]


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    scope: str


@dataclass(frozen=True, slots=True)
class Once(Statement):
    """A block that runs only once per turn, round, phase or game.

    If `seat` is given, the block runs once for each seat.
    """

    scope: str
    seat: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class TriggerLines(Statement):
    """The lines of a trigger that `dsl.desugaring.triggers` has inserted before or after a rule.

    With `when`, the lines run only if this condition holds.
    """

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
    """A loop over the members of a domain.

    `order_by` is the player who chooses the order, if any.
    """

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
    """Trigger statements that run after the turn, even if it was stopped early. `dsl.desugaring` inserts them."""


@dataclass(frozen=True, slots=True)
class Walks(Statement):
    """A walk along the edges of a graph, one step at a time.

    If `exact` is True, the player must take all steps; otherwise the player may stop early.
    """

    who: Expr
    name: Word
    start: Expr
    over: Word
    where: Expr | None
    steps: Expr
    exact: bool
    until: Expr | None
    body: Block
    says: Saying | None = None
    passing: Saying | None = None


@dataclass(frozen=True, slots=True)
class Auction(Statement):
    """An ascending auction, in which bidders take turns to raise or pass until only one bidder is left."""

    name: Word
    title: str
    bidders: Binder
    bid: Expr
    winner: Word
    price: Word
    won: Block
    unsold: Block | None
    says: Saying | None = None
    passing: Saying | None = None


def declared_names(statement: Statement) -> list[str]:
    """Return the local names that a statement declares for later statements."""
    match statement:
        case Let(name=name) | Secretly(name=name) | Chooses(binder=Binder(name=name)):
            return [name.text]
        case Random(target=Name(text=text)):
            return [text]
    return []
