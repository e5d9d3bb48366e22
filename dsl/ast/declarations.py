"""The syntax nodes of declarations, the named parts of a rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ast.expressions import Binder, Domain, Expr, Name, OrderKey
from dsl.ast.nodes import Cite, Node, Word
from dsl.ast.sayings import Label, Phrase, Saying
from dsl.ast.statements import Block, RoutineCall


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """A named part of a rulebook.

    `title` is the printed heading or a short description, or "" if the rulebook gives none.
    """

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
    """A field of the state. `refill` names the discard pile from which an empty deck is refilled."""

    keys: tuple[Expr, ...]
    visibility: str
    domain: Domain
    initial: Expr | None
    lifetime: str
    label: Label | None = None
    internal: bool = False
    """True for book-keeping that players never see."""
    refill: Word | None = None


@dataclass(frozen=True, slots=True)
class Kind(Declaration):
    """A finite set of things with the same fields.

    `things` says whether the things are on the "board", "listed" or "numbered" in the rulebook, or whether there is one
    for "each" owner. It is "" if only sub-kinds have things. `number` is the count of numbered things, or the range of
    their numbers. `pieces` is "counted", "unlimited" or "board" for kinds of interchangeable pieces, or "" if each
    thing is unique.
    """

    parent: Word | None
    things: str
    listed: tuple[Word, ...]
    number: Expr | None
    each: Word | None
    between: Word | None
    pieces: str
    piece_count: Expr | None
    fields: tuple[Field, ...]
    called: Phrase | None = None
    """The display name of each thing."""


@dataclass(frozen=True, slots=True)
class State(Declaration):
    """The fields of each thing of a kind, or the fields of the game if `kind` is None."""

    kind: Word | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Cell(Node):
    value: int | str


@dataclass(frozen=True, slots=True)
class Column(Node):
    """A column of a table, for one number or, if `last` is given, for the numbers from `first` to `last`."""

    first: Cell
    last: Cell | None


def column_numbers(of: Column) -> range:
    """Return the numbers of a column, or no numbers if its heading contains names."""
    first, last = of.first.value, (of.last or of.first).value
    return range(first, last + 1) if isinstance(first, int) and isinstance(last, int) else range(0)


def column_text(of: Column) -> str:
    """Return the heading of a column as the author writes it, such as `3 to 5`."""
    return str(of.first.value) + (f" to {of.last.value}" if of.last is not None else "")


@dataclass(frozen=True, slots=True)
class TableRow(Declaration):
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table(Declaration):
    """A table of numbers. Each column is for one key, or for a range of keys.

    `name` is "players" if the keys are player counts; otherwise the author chose the name.
    """

    columns: tuple[Column, ...]
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
    """The answer to a question that the printed rules leave open.

    `title` is the question, and `because` gives the reason for the answer.
    """

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
    """A case in which a value has another expression.

    The lines below a value `by` something list things in `cases`; the first of these things names the line. `when` is
    then a further condition, or the literal `yes`.
    """

    when: Expr
    value: Expr
    cases: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Value(Declaration):
    params: tuple[Param, ...]
    domain: Domain
    workings: tuple[tuple[Word, Expr], ...]
    base: Expr
    exceptions: tuple[ValueException, ...]
    by: Expr | None = None
    """The subject of the cases. `dsl.desugaring.cases` compares it with the things of each case."""


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
    """The seat that pays, if it is not `you` and the cost line does not name a holder.

    For example, the partner of an offer pays some of its costs.
    """


@dataclass(frozen=True, slots=True)
class Accept(Declaration):
    """A substitute that players may give instead of the cost of an action.

    `amount` is a number of pieces of a given sort, a `FlexibleCost` for pieces of any one sort, or a set from which the
    player gives one member. `worth` is the part of the costs that the substitute covers. After paying, the payer must
    have at least `keeping` left. If `change` is True, the payer gets any overpayment back, up to `most_change`.
    """

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
    """An action, a card or an offer.

    `form` is "action", "card" (played from one holder to another), or "offer". `to` is the player who must accept an
    offer. In an offer to several players, `to` is the binder that ranges over them. `dsl.desugaring.offers` turns each
    offer into a "proposal", whose costs must be payable but are not yet paid. `costs` lists the costs and their
    substitutes in source order.
    """

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
    """True if an offer to several players ends as soon as one of them accepts.

    Otherwise the proposer chooses among all players who accept.
    """
    breaking_in: bool = False
    """True if other players may make rival offers before an offer is answered."""
    says: Saying | None = None
    accepts_offer: str = ""
    declines_offer: str = ""
    counters_offer: str = ""
    """The name of the offer that this action accepts, declines or counters. Only `dsl.desugaring` makes such actions.
    """


@dataclass(frozen=True, slots=True)
class Payment(Declaration):
    """A way of paying: substitutes that players may give for the costs of several actions.

    `dsl.desugaring.payments` adds the substitutes in `costs` to each of the actions.
    """

    actions: tuple[Word, ...]
    costs: tuple[Accept, ...]


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
    """Trigger statements that run after the phase, even if it was stopped early.

    `dsl.desugaring` inserts them.
    """


@dataclass(frozen=True, slots=True)
class Rule(Declaration):
    params: tuple[Param, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Event(Node):
    """The event that fires an `each time` trigger.

    `form` is "changes", "enters" or "leaves". `field` is the field that changes, or the holder that a thing enters or
    leaves. `item` names the thing that enters or leaves; `old` and `new` name the field's values before and after the
    change.
    """

    form: str
    field: Expr
    item: Word | None = None
    old: Word | None = None
    new: Word | None = None


@dataclass(frozen=True, slots=True)
class Trigger(Declaration):
    """A rule that runs on its own when a condition holds or an event happens.

    `wake` is "as soon as" (`when` becomes true), "each time" (`event` happens), "after" or "before". If `wake` is
    "after" or "before", `anchor` is `round`, `turn`, `setup`, or the name of a phase, rule, action or auction.
    """

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
    """Trigger statements that run after the round, even if it was stopped early.

    `dsl.desugaring` inserts them.
    """


@dataclass(frozen=True, slots=True)
class End(Declaration):
    """A condition that ends the game.

    `time` is "once" (at any time), "turn" (at the end of a turn) or "round" (at the end of a round). If `within` is
    True, the engine also tests the condition during an action. `closing` holds the lines that run before the game ends.
    """

    time: str
    within: bool
    when: Expr
    closing: Block | None = None


@dataclass(frozen=True, slots=True)
class Group(Declaration):
    """A group of actions that are offered together under one name.

    If the group has a limit, the limit counts all its actions together.
    """

    offers: tuple[RoutineCall, ...]
    limit: Limit | None = None


@dataclass(frozen=True, slots=True)
class Law(Declaration):
    """A condition that the board data must satisfy."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Claim(Declaration):
    """A claim about all positions that play can reach.

    `form` is "always", "never", "possible" or "everywhere". "everywhere" means that, from every position, play can
    reach another position in which the condition holds.
    """

    form: str
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
