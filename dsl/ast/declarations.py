"""Declarations: the named parts of a rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ast.expressions import Binder, Domain, Expr, OrderKey
from dsl.ast.nodes import Cite, Node, Word
from dsl.ast.statements import Block, RoutineCall


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """A named part of a rulebook. `title` is its printed heading or gloss, "" where it has none."""

    name: Word
    title: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Rulebook(Declaration):
    least: int
    most: int
    seats: tuple[Word, ...]
    board: str
    money: str


@dataclass(frozen=True, slots=True)
class Field(Declaration):
    keys: tuple[Expr, ...]
    visibility: str
    domain: Domain
    initial: Expr | None
    lifetime: str


@dataclass(frozen=True, slots=True)
class Kind(Declaration):
    """A finite set of things. `things` is "board", "listed", "numbered", "each" or "" for a kind that only has
    sub-kinds; `number` is how many are numbered, or a range of their numbers; `pieces` is "counted", "unlimited",
    "board" or "" for things there is one of."""

    parent: Word | None
    things: str
    listed: tuple[Word, ...]
    number: Expr | None
    each: Word | None
    between: Word | None
    pieces: str
    piece_count: Expr | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class State(Declaration):
    """What each thing of a kind has (`kind` given), or what the game has (`kind` None)."""

    kind: Word | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Cell(Node):
    value: int | str


@dataclass(frozen=True, slots=True)
class TableRow(Declaration):
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table(Declaration):
    """Rows by a key. `key` is "players" for the number of players, else a word of the author's own."""

    keys: tuple[Cell, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Number(Declaration):
    value: Expr


@dataclass(frozen=True, slots=True)
class Option(Declaration):
    domain: Domain
    value: Expr


@dataclass(frozen=True, slots=True)
class Ruling(Declaration):
    """Where the print is silent: `title` is the question, `because` the reason."""

    domain: Domain
    value: Expr
    because: str


@dataclass(frozen=True, slots=True)
class Param(Node):
    name: Word
    domain: Domain
    where: Expr | None
    open: bool


@dataclass(frozen=True, slots=True)
class ValueException(Declaration):
    when: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Value(Declaration):
    params: tuple[Param, ...]
    domain: Domain
    workings: tuple[tuple[Word, Expr], ...]
    base: Expr
    exceptions: tuple[ValueException, ...]


@dataclass(frozen=True, slots=True)
class Need(Declaration):
    condition: Expr


@dataclass(frozen=True, slots=True)
class Cost(Declaration):
    amount: Expr
    source: Expr | None
    target: Expr
    when: Expr | None
    payer: Expr | None = None
    """Who pays where no holder is named, if not `you`: in the answers to an offer."""


@dataclass(frozen=True, slots=True)
class Accept(Declaration):
    """What may be given instead of what an action costs. `amount` is an amount of one sort, a `FlexibleCost` of the
    form "alike", or the set of the things of which one may be given; `worth` is how much of the costs it settles. At
    least `keeping` must be left; with `change` what is too much comes back, at most `most_change` of it."""

    amount: Expr
    source: Expr | None
    target: Expr
    worth: Expr
    keeping: Expr | None
    change: bool
    most_change: Expr | None
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Limit(Node):
    number: Expr
    scope: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Action(Declaration):
    """`form` is "action", "card" (played from one holder to another) or "offer" (which `to` must accept, or one of
    those whom `to` goes through). An offer is spelled out (`dsl.desugaring.offers`) with the form "proposal": its costs
    must be payable, but are not paid. Among the `costs` stands also what is accepted for them, in the order in which it
    was written."""

    form: str
    params: tuple[Param, ...]
    anytime: bool
    played_from: Expr | None
    played_to: Expr | None
    to: Expr | Binder | None
    counters: Expr | None
    needs: tuple[Need, ...]
    costs: tuple[Cost | Accept, ...]
    limit: Limit | None
    then: Block | None
    until_one: bool = False
    """Whether an offer to each is over when one accepts; else who makes it chooses among all who do."""
    breaking_in: bool = False
    """Whether others may make rival offers before an offer is answered."""


@dataclass(frozen=True, slots=True)
class Skip(Node):
    when: Expr
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Phase(Declaration):
    params: tuple[Param, ...]
    skips: tuple[Skip, ...]
    body: Block
    after: Block | None = None
    """What triggers have it happen when it is over, however it ended; only once these are written in."""


@dataclass(frozen=True, slots=True)
class Rule(Declaration):
    params: tuple[Param, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Event(Node):
    """What a trigger wakes at each time: `form` is "changes", "enters" or "leaves", `field` the field that changes or
    the holder; `item` is what enters or leaves, `old` and `new` are what a field changes from and to."""

    form: str
    field: Expr
    item: Word | None = None
    old: Word | None = None
    new: Word | None = None


@dataclass(frozen=True, slots=True)
class Trigger(Declaration):
    """`wake` is "as soon as" (`when` holds), "each time" (there is an `event`), "after" or "before"; `anchor` is what
    it follows or precedes: a phase, rule, action or auction by its name, or `round`, `turn` or `setup`."""

    params: tuple[Param, ...]
    wake: str
    anchor: Word | None
    event: Event | None
    when: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Setup(Declaration):
    body: Block


@dataclass(frozen=True, slots=True)
class Round(Declaration):
    body: Block
    after: Block | None = None
    """As of a phase."""


@dataclass(frozen=True, slots=True)
class End(Declaration):
    """`time` is "once", "turn" or "round"; with `within` it is tested in the middle of actions as well."""

    time: str
    within: bool
    when: Expr


@dataclass(frozen=True, slots=True)
class Group(Declaration):
    """Actions that are offered together, under one name."""

    offers: tuple[RoutineCall, ...]


@dataclass(frozen=True, slots=True)
class Law(Declaration):
    """What the data of the board must keep."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class ScoreLine(Declaration):
    value: Expr


@dataclass(frozen=True, slots=True)
class Scoring(Declaration):
    domain: Expr
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Ranking(Declaration):
    domain: Expr
    order: tuple[OrderKey, ...]
