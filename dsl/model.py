"""The checked model: a rulebook, its board and one player count, with every name resolved and every type known.

This is what `dsl.check` makes and what `interpreter` runs. It is concrete: kinds list their things, tables by players
are plain numbers, nothing is left to look up by name. Every thing is a whole number, its index within its *root* kind
(a sub-kind is a stretch of its root); a flag is 0 or 1; `none` is -1. Expressions and statements keep the span of what
the author wrote, so that a walk over the model can be told in the author's words.

Two conventions hold everywhere:
- a *domain* is an expression that yields a finite sequence of whole numbers in a fixed order (its `type` is `Many`);
- a *slot* names a stretch of the state: one field of one thing, `Slot(field, owner, keys)`. Read as an expression it is
  a number (scalars, spaces) or its contents (holders).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.source import Span

NONE = -1
MONEY_LIMIT = 1_000_000_000
"""Largest sum of money a field may hold; fits 32 bits."""


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Int:
    """Whole numbers from `low` to `high`. `money` marks sums that only payments may change."""

    low: int
    high: int
    money: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    pass


@dataclass(frozen=True, slots=True)
class Ref:
    """One thing of a kind, by index in its root kind; -1 for none where `optional`."""

    kind: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Many:
    """A domain: a sequence of members. `distinct` is False only for rows and stacks, which may repeat a sort."""

    of: Int | Ref | Flag
    distinct: bool = True


@dataclass(frozen=True, slots=True)
class Bag:
    """How many of each sort of a kind, as a value: `2 of Wool + 1 of Ore`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A field that holds pieces or things. `form` is bag, row, pile, stack, space or set (references only).

    bag: counts per sort (fungible kinds). row: sorts in order of arrival, oldest first. pile: distinct things, unordered,
    kept sorted. stack: things in draw order, top last. space: at most one. `own` bags hold one sort only: their
    owner's. `capacity` is given per owner thing in `StateField.capacity`."""

    form: str
    kind: str
    own: bool = False


Type = Int | Flag | Ref | Many | Bag | Holder


# ---------------------------------------------------------------- kinds and fields


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
    """For kinds with things for each Player (or another kind): the index of each thing's owner."""
    owner_kind: str = ""
    ends: tuple[tuple[int, int], ...] | None = None
    """For edge kinds: the two ends of each edge, indices in the root of `between`."""
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
    """What each thing of `kind` has (or the game, if `kind` is ""), once for each combination of `keys`.

    `keys` are domains of known size, each as (first, size). `initial` is evaluated at the start with `owner` bound to
    the thing. `builtin` fields are the interpreter's own: see `Model`."""

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


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr:
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Var(Expr):
    """A local name: a parameter, a `let`, a binder. `uid` is unique in the model, `name` is the author's."""

    name: str
    uid: int


@dataclass(frozen=True, slots=True)
class Static(Expr):
    """A fact of a thing. With a tuple value (set) it is a domain; a bag of facts has type `Bag`."""

    field: StaticField
    of: Expr


@dataclass(frozen=True, slots=True)
class Slot(Expr):
    """A stretch of the state. `owner` is None for fields of the game."""

    field: StateField
    owner: Expr | None
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Size(Expr):
    """How many pieces or things a holder holds, or how many members a domain has, or the total of a bag."""

    of: Expr


@dataclass(frozen=True, slots=True)
class CountOf(Expr):
    """How many of one sort are in a bag, a row or a bag value."""

    of: Expr
    sort: Expr


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    """A table row: `values[key - first]`."""

    row: str
    first: int
    values: tuple[int, ...]
    key: Expr


@dataclass(frozen=True, slots=True)
class CallValue(Expr):
    """A value of the rulebook for these arguments; the value is `Model.values[name]`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    """`op` is + - * `/ down` `/ up` mod min max. Division by zero is a fault of play."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`op` is = != < <= > >=, on numbers; things compare by index, bags (only = and !=) sort by sort."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class In(Expr):
    of: Expr
    domain: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    """Short-circuit: the right side is looked at only if the left side holds."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class If(Expr):
    when: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class OrderKey:
    most: bool
    by: Expr


@dataclass(frozen=True, slots=True)
class Gather(Expr):
    """The only iteration in an expression. `how`: count, any, all, sum, min, max, first, last, set, union.

    `body` is None for count, any, first, last and a plain set: these gather the member itself. `all` of nothing holds;
    `min`, `max` of nothing is a fault; `first`, `last` of nothing is none. `keys` order the members (for first and
    last; ties keep the domain's order)."""

    how: str
    var: Var
    domain: Expr
    where: Expr | None
    body: Expr | None
    keys: tuple[OrderKey, ...]


# -- domains


@dataclass(frozen=True, slots=True)
class Things(Expr):
    """All things of a kind, in order."""

    kind: str


@dataclass(frozen=True, slots=True)
class RangeOf(Expr):
    low: Expr
    high: Expr
    step: int


@dataclass(frozen=True, slots=True)
class Listed(Expr):
    """`{a, b, c}`; read as a set: each once, in index order."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """Sets put together (`+`) or taken away (`-`), in index order; on bags, sort by sort."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Neighbours(Expr):
    """The places joined to `of` by an edge of a kind, in index order."""

    edges: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Edges(Expr):
    """The edges of a kind that touch a place, in index order."""

    edges: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Ends(Expr):
    """The two ends of an edge, in index order."""

    of: Expr
    edges: str


@dataclass(frozen=True, slots=True)
class EdgeBetween(Expr):
    """The edge that joins two places, or none."""

    edges: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Reach(Expr):
    """The places within a number of steps of a set of places, over a domain of edges; the start belongs to it."""

    start: Expr
    over: Expr
    edges: str
    steps: Expr | None


@dataclass(frozen=True, slots=True)
class Clockwise(Expr):
    """All seats clockwise from one: beginning with it, or (`others`) after it and without it."""

    start: Expr
    others: bool


@dataclass(frozen=True, slots=True)
class Amounts(Expr):
    """A bag as a value: so many of each sort. Repeated sorts add up."""

    parts: tuple[tuple[Expr, Expr], ...]


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    span: Span
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Let(Statement):
    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """Sets a scalar slot, a set of references, or (in a scenario's `given` only) any holder or sum of money."""

    target: Slot | Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Adjust(Statement):
    """Adds `by` (or takes it away, if `down`). `bound`: "" (outside the range is a fault), wrapping, clamped."""

    target: Slot | Var
    by: Expr
    down: bool
    bound: str


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """Moves pieces or things from holder to holder. Exactly one form is filled:

    - `number` and `sort`: so many pieces of one sort of a fungible kind (taken oldest first from a row);
    - `bag`: a bag value of a fungible kind;
    - `thing`: one thing of a kind that is not fungible, or a domain of such things (`many`);
    - none of them: everything the source holds, in order.

    Not enough in the source, or no room in the target, is a fault of play."""

    source: Slot
    target: Slot
    number: Expr | None = None
    sort: Expr | None = None
    bag: Expr | None = None
    thing: Expr | None = None
    many: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """Takes `number` pieces by chance from a bag, or from the top of a stack. With fewer there, what is there;
    where `reshuffling` is given, its pieces refill the source when it runs out."""

    number: Expr
    source: Slot
    target: Slot
    reshuffling: Slot | None


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    stack: Slot


@dataclass(frozen=True, slots=True)
class Random(Statement):
    """Chance sets `target` to a member of `domain`, all equally likely; a bag as domain weighs by its counts."""

    target: Slot | Var
    domain: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    what: Slot


@dataclass(frozen=True, slots=True)
class Pay(Statement):
    """Moves money. Not enough money is a fault of play, except for the bank."""

    source: Slot
    target: Slot
    amount: Expr


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that is open at a decision; `bound` gives the first parameters, the rest is the decider's choice."""

    action: str
    bound: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """`who` takes one of the offered actions; unless `must`, he may pass instead. With `times` he is asked again up to
    that often, with `repeatedly` until he passes (a `must` with `repeatedly`: until no action is legal). A `must`
    with no legal action is a fault of the rulebook."""

    who: Expr
    must: bool
    offers: tuple[Offer, ...]
    times: Expr | None
    repeatedly: bool


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """`who` picks a member of a domain. `optional`: he may pass, then `otherwise` happens instead of `then`.
    A plain `chooses` has neither block: the variable stays for what follows."""

    who: Expr
    var: Var
    domain: Expr
    where: Expr | None
    optional: bool
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    """Everyone in a set of seats chooses a number or thing at the same time, without seeing the others' choice.

    `you` is bound to each seat in turn while `domain` is evaluated. The answers are read as `chosen(seat)`: `field` is
    a state field of the game with one key, hidden until all have answered."""

    everyone: Expr
    you: Var
    name: str
    field: StateField
    domain: Expr


@dataclass(frozen=True, slots=True)
class Window(Statement):
    """Each member of a domain of seats in order may take one of the offers; after each play the round of asking
    begins again; it closes when all have passed in a row."""

    var: Var
    domain: Expr
    where: Expr | None
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """Carries out routines one after the other."""

    calls: tuple[tuple[str, tuple[Expr, ...]], ...]


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    """Ends the phase, turn, round or game in which it stands."""

    scope: str


@dataclass(frozen=True, slots=True)
class IfDo(Statement):
    when: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    """For each member of a domain for which `where` holds *before the first pass*, in the domain's order, or in the
    order that the player `order_by` chooses step by step."""

    var: Var
    domain: Expr
    where: Expr | None
    order_by: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """At most `times` passes, while `condition` holds (tested before each pass)."""

    times: Expr
    condition: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Turn(Statement):
    """A turn for each member of a domain of seats: sets `game.player`, returns all `per turn` fields to their start
    values, then does the body. Turn-ends (`End.time` "turn") are tested after each."""

    domain: Expr
    var: Var
    where: Expr | None
    body: tuple[Statement, ...]


# ---------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Clauses:
    """What a rule is called and where it comes from: for explanation and coverage."""

    name: str
    title: str
    cites: tuple[str, ...]
    span: Span
    origin: str = ""
    """The variant that wrote or last changed it, "" for the base rulebook."""


@dataclass(frozen=True, slots=True)
class ExceptionCase:
    about: Clauses
    when: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class ValueRule:
    """A named value: `workings` are evaluated first; exceptions that hold replace the base; two that hold with
    different results are a fault of play naming both."""

    about: Clauses
    params: tuple[Var, ...]
    type: Type
    workings: tuple[tuple[Var, Expr], ...]
    base: Expr
    exceptions: tuple[ExceptionCase, ...]


@dataclass(frozen=True, slots=True)
class Param:
    """One choice of an action. `domain` may use `you` and the parameters before it."""

    var: Var
    domain: Expr
    where: Expr | None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Need:
    about: Clauses
    condition: Expr


@dataclass(frozen=True, slots=True)
class Cost:
    """`form` is "money" (a sum of `amount`) or "pieces" (`amount` of `sort`), or "bag" (`bag`). Costs of one action
    that are paid from the same slot are tested together, in declared order: each must be payable after those before."""

    about: Clauses
    form: str
    source: Slot
    target: Slot
    amount: Expr | None
    sort: Expr | None
    bag: Expr | None
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `number` uses in a turn, round, phase or game, counted in `field` (per decider)."""

    number: Expr
    scope: str
    field: StateField
    about: Clauses


@dataclass(frozen=True, slots=True)
class Action:
    about: Clauses
    you: Var
    params: tuple[Param, ...]
    anytime: bool
    needs: tuple[Need, ...]
    costs: tuple[Cost, ...]
    limit: Limit | None
    then: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Routine:
    """A phase or a rule: statements with parameters. `skips` are tested in order before a phase begins."""

    about: Clauses
    form: str
    params: tuple[Var, ...]
    skips: tuple[tuple[Expr, tuple[str, ...], Span], ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Wake:
    """A trigger `when`: after each step, if `condition` holds and did not hold after the step before (`was`)."""

    about: Clauses
    var: Var | None
    domain: Expr | None
    condition: Expr
    was: StateField
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    about: Clauses
    time: str
    condition: Expr


@dataclass(frozen=True, slots=True)
class ScoreLine:
    about: Clauses
    value: Expr


@dataclass(frozen=True, slots=True)
class RulingOf:
    about: Clauses
    question: str
    because: str
    value: str


@dataclass(slots=True)
class Model:
    """A whole game for one player count.

    Built-in kinds: `Player`. Built-in fields of the game, always present (`StateField.builtin`): `player` (whose turn,
    -1 outside turns), `round_number` (0 in set-up, then 1, 2, …), `bank` (a money ledger that may be negative), and for
    each fungible kind K `supply_K` and `box_K` (bags; the supply of an unlimited sort may go below zero), for each
    other kind that some pile, stack or space holds `box_K` (a pile). At the start all pieces that no `initial` puts
    elsewhere are in the supply (fungible) or the box.

    `actions`, `routines` (phases and rules; "setup" and "round" among them) and `values` are by name in order of
    declaration; triggers before and after are already woven into the bodies. `score` lines are added up for
    `score_var`; `ranking` orders seats by its keys with `rank_var` bound."""

    name: str
    title: str
    players: int
    seats: tuple[str, ...]
    money: str
    kinds: dict[str, Kind]
    statics: list[StaticField]
    fields: list[StateField]
    values: dict[str, ValueRule]
    actions: dict[str, Action]
    routines: dict[str, Routine]
    wakes: list[Wake]
    endings: list[Ending]
    score_var: Var | None
    score: tuple[ScoreLine, ...]
    rank_var: Var | None
    ranking: tuple[OrderKey, ...]
    rulings: list[RulingOf]
    options: dict[str, int] = field(default_factory=dict)
    option_ranges: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    """Least, most and the question of each option."""
    board_title: str = ""
    board_note: str = ""
    reconstructed: bool = False

    def field_named(self, name: str, kind: str = "") -> StateField:
        """The state field of that name of a kind ("" for the game). Raises KeyError."""
        for candidate in self.fields:
            if candidate.name == name and candidate.kind == kind:
                return candidate
        raise KeyError(name)

    def thing_name(self, kind: str, index: int) -> str:
        """The author's name of a thing given by its index in the root of its kind; "none" for -1."""
        root = self.kinds[self.kinds[kind].root]
        return "none" if index == NONE else root.things[index]
