"""The syntax tree: what an author wrote, with the place of every word.

Nodes are frozen dataclasses. Names are not yet resolved: `Name("Köln")` may be a city, a kind or a slip of the pen;
`dsl.check` finds out. `children` walks any node. Amendments (`dsl.amend`) rewrite these trees; nothing later does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below a node, in the order of their fields."""
    for spec in fields(node):
        value = getattr(node, spec.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                if isinstance(part, Node):
                    yield part
                elif isinstance(part, tuple):
                    yield from (inner for inner in part if isinstance(inner, Node))


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes below it, top first."""
    yield node
    for child in children(node):
        yield from walk(child)


# ---------------------------------------------------------------- small parts


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name where it is declared or referred to, with its place."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """A reference to a clause of `clauses.yaml`."""

    clause: str


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr(Node):
    pass


@dataclass(frozen=True, slots=True)
class Name(Expr):
    text: str


@dataclass(frozen=True, slots=True)
class Integer(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Expr):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Attribute(Expr):
    """`a.b`: b belongs to a."""

    of: Expr
    name: Word


@dataclass(frozen=True, slots=True)
class Application(Expr):
    """`f(x, y)`: f looked up for x and y; a value, a table, a keyed field, a bag or a built-in function."""

    of: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OrderKey(Node):
    """One key of an order: `most` or `least` of an expression."""

    most: bool
    by: Expr


@dataclass(frozen=True, slots=True)
class Gathering(Expr):
    """`sum(e for x in S where c by k)`: the only iteration in an expression. `gather` is "sum", "count", … or "set"."""

    gather: Word
    body: Expr | None
    binder: Binder
    order: tuple[OrderKey, ...]


@dataclass(frozen=True, slots=True)
class Braces(Expr):
    """`{a, b}`: the set (or the pile) of the things named."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Expr):
    """`op` is + - * mod, or `/ down` and `/ up`: division always says how it rounds."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Amount(Expr):
    """`n of X`: n pieces of one sort."""

    number: Expr
    sort: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`op` is = != < <= > >=."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Member(Expr):
    of: Expr
    domain: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Both(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Either(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Choice(Expr):
    when: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Range(Expr):
    low: Expr
    high: Expr
    step: Expr | None


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`x in S where c`: x ranges over the things of S for which c holds."""

    name: Word
    domain: Expr
    where: Expr | None


# ---------------------------------------------------------------- domains of fields and parameters


@dataclass(frozen=True, slots=True)
class Domain(Node):
    """What a name may hold. `form` is "members", "flag", "money", "or none", "set", "pile", "bag", "row", "stack"
    or "space"; `of` is the set it draws from; `own` bags hold only pieces of their owner."""

    form: str
    of: Expr | None = None
    at_most: Expr | None = None
    own: bool = False


# ---------------------------------------------------------------- statements


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
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Raise(Statement):
    """`raise` or `lower` a number. `bound` is "", "wrapping" or "clamped"."""

    target: Expr
    by: Expr
    down: bool
    bound: str


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """`moved` is None for `everything`."""

    moved: Expr | None
    source: Expr
    target: Expr


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
class Random(Statement):
    """Chance sets a field, or a new local name, to a member of a domain."""

    target: Expr
    domain: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    what: Expr


@dataclass(frozen=True, slots=True)
class Pays(Statement):
    payer: Expr
    amount: Expr
    payee: Expr


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A rule, phase or action with its arguments; `given` tells whether parentheses were written."""

    name: Word
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """`who may a or b(x), at most n times`. `times` is None for once; `repeatedly` has no number."""

    who: Expr
    must: bool
    offers: tuple[Call, ...]
    times: Expr | None
    repeatedly: bool


@dataclass(frozen=True, slots=True)
class Chooses(Statement):
    who: Expr
    binder: Binder


@dataclass(frozen=True, slots=True)
class MayChoose(Statement):
    who: Expr
    binder: Binder
    then: Block
    otherwise: Block | None


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
    offers: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Do(Statement):
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    scope: str


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


# ---------------------------------------------------------------- declarations


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
    sub-kinds; `pieces` is "counted", "unlimited", "board" or "" for things there is one of."""

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


@dataclass(frozen=True, slots=True)
class Limit(Node):
    number: Expr
    scope: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Action(Declaration):
    """`form` is "action", "card" (played from one holder to another) or "offer" (which `to` must accept)."""

    form: str
    params: tuple[Param, ...]
    anytime: bool
    played_from: Expr | None
    played_to: Expr | None
    to: Expr | None
    counters: Expr | None
    needs: tuple[Need, ...]
    costs: tuple[Cost, ...]
    limit: Limit | None
    then: Block | None


@dataclass(frozen=True, slots=True)
class Skip(Node):
    when: Expr
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Phase(Declaration):
    params: tuple[Param, ...]
    skips: tuple[Skip, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Rule(Declaration):
    params: tuple[Param, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Trigger(Declaration):
    """`wake` is "when", "after" or "before"; `anchor` is what it follows or precedes."""

    params: tuple[Param, ...]
    wake: str
    anchor: Word | None
    when: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Setup(Declaration):
    body: Block


@dataclass(frozen=True, slots=True)
class Round(Declaration):
    body: Block


@dataclass(frozen=True, slots=True)
class End(Declaration):
    """`time` is "once", "turn" or "round"."""

    time: str
    when: Expr


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


# ---------------------------------------------------------------- variants


@dataclass(frozen=True, slots=True)
class Target(Node):
    """What an amendment amends: `open_town_branch.direct_route`, `branch_fee(6)`."""

    path: tuple[Word, ...]
    args: tuple[Expr, ...]

    def __str__(self) -> str:
        return ".".join(word.text for word in self.path)


@dataclass(frozen=True, slots=True)
class Amendment(Node):
    """`verb` is "applies", "requires", "excludes", "amends", "board", "set", "except", "replace", "suspend",
    "add rule", "add needs" or "new". The other fields are filled as the verb asks."""

    verb: str
    target: Target | None = None
    name: Word | None = None
    when: Expr | None = None
    value: Expr | None = None
    cells: tuple[Cell, ...] = ()
    block: Block | None = None
    where: str = ""
    declaration: Declaration | None = None
    title: str = ""
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant(Declaration):
    game: Word
    amendments: tuple[Amendment, ...]


# ---------------------------------------------------------------- scenarios


@dataclass(frozen=True, slots=True)
class Played(Node):
    """A move (`seat` and `call`) or an outcome of chance (`chance` and `outcome`)."""

    seat: Word | None
    call: Call | None
    chance: Expr | None = None
    outcome: Expr | None = None
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenarioPart(Node):
    """`form` is "players", "with", "option", "seed", "setup", "given", "play", "expect", "refused", "allowed",
    "hidden" or "shown"."""

    form: str
    words: tuple[Word, ...] = ()
    value: Expr | None = None
    statements: tuple[Statement, ...] = ()
    played: tuple[Played, ...] = ()
    expected: tuple[tuple[Expr, tuple[Cite, ...]], ...] = ()
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario(Declaration):
    game: Word | None
    parts: tuple[ScenarioPart, ...]
