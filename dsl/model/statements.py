"""Statements: what happens, what is decided, and what chance does."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.base import Expr, Var
from dsl.model.expressions import Slot
from dsl.model.things import Clauses, StateField
from dsl.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    span: Span
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """Gives a local name a value: a number, a flag, a thing, a set of things or a bag. Sets and bags are copies: what
    happens later to the holder they were read from does not change them."""

    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """Sets a scalar slot, a set of references, a local name (of any type that `Let` has), or (in a scenario's `given`
    only) any holder or sum of money."""

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
class MovePieces(Statement):
    """Moves pieces or things from holder to holder. Exactly one form is filled:

    - `number` and `sort`: so many pieces of one sort of a fungible kind (taken oldest first from a row);
    - `bag`: a bag value of a fungible kind;
    - `thing`: one thing of a kind that is not fungible, or a domain of such things (`many`);
    - none of them: everything the source holds, in order.

    Not enough in the source, or no room in the target, is a fault of play. With `under` the target is a stack, and each
    thing in turn goes to its bottom."""

    source: Slot
    target: Slot
    number: Expr | None = None
    sort: Expr | None = None
    bag: Expr | None = None
    thing: Expr | None = None
    many: bool = False
    under: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceStatement(Statement):
    """Chance decides what becomes of `target`: play waits for it."""

    target: Slot | Var


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(ChanceStatement):
    """Takes `number` pieces by chance from a bag, or from the top of a stack. With fewer there, what is there;
    where `reshuffling` is given, its pieces refill the source when it runs out."""

    number: Expr
    source: Slot
    target: Slot
    reshuffling: Slot | None


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    stack: Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class Random(ChanceStatement):
    """Chance sets `target` to a member of `domain`, all equally likely; a bag as domain weighs by its counts. With
    `weight`, a member (`var`) comes as often as that says against the others; one of weight 0 never."""

    domain: Expr
    var: Var | None = None
    weight: Expr | None = None


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    """Shows everybody what a slot holds now, or (`top`) the thing on top of a stack. Nothing moves; it is an entry in
    the record that views may show."""

    what: Slot
    top: bool = False


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
    with no legal action is a fault of the rulebook.

    With `until` he is asked until that holds. A `series` then promises that nobody gets stuck: he may only do what
    leaves him a way there by these actions alone. If there is none at its beginning, `otherwise` happens; with nothing
    to happen, that is a fault."""

    who: Expr
    must: bool
    offers: tuple[Offer, ...]
    times: Expr | None
    repeatedly: bool
    until: Expr | None = None
    otherwise: tuple[Statement, ...] = ()
    series: bool = False


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """`who` picks a member of a domain. `optional`: he may pass, then `otherwise` happens instead of `then`.
    A plain `chooses` has neither block: the variable stays for what follows. With `secret` nobody else is ever told
    what was picked; what it changes is seen as the fields concerned may be seen. With `unless_one` nobody is asked
    where there is one member only."""

    who: Expr
    var: Var
    domain: Expr
    where: Expr | None
    optional: bool
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    secret: bool = False
    unless_one: bool = False


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    """Everyone in a set of seats chooses a number, thing or bag at the same time, without seeing the others' choice.

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
    """Ends the phase, turn, round or game in which it stands, or the innermost `repeat`; the game perhaps by an
    ending, which keeps its name."""

    scope: str
    ending: str = ""

    @property
    def out_of(self) -> str:
        """What it leaves, as one word: the scope, and the ending by which a game ends."""
        return f"{self.scope} by {self.ending}" if self.ending else self.scope


@dataclass(frozen=True, slots=True)
class IfDo(Statement):
    """With `about` it is the lines of a trigger, written into what it follows or precedes; `when` is then what it
    waits for, or yes."""

    when: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    about: Clauses | None = None


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


@dataclass(frozen=True, slots=True)
class FollowedBy(Statement):
    """The whole body of a phase, turn or round (`scope`), and what triggers have happen when it is over, also where
    it was stopped."""

    scope: str
    body: tuple[Statement, ...]
    after: tuple[Statement, ...]
