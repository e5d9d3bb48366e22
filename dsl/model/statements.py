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
    """Move pieces or things from holder to holder. Exactly one form is filled:

    - `number` and `sort`: that number of pieces of one sort of a fungible kind (taken oldest first from a row).
    - `bag`: a bag value of a fungible kind.
    - `thing`: one thing of a kind that is not fungible, or a domain of such things (`many`).
    - none of them: everything the source holds, in order.

    Too few items in the source, or no room in the target, is a runtime fault. With `under` the target is a stack, and
    each thing in turn goes to its bottom."""

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
    """Show the contents of a slot, or (`top`) the top thing of a stack, to every player.

    Nothing moves; the record gets an entry that views may show."""

    what: Slot
    top: bool = False


@dataclass(frozen=True, slots=True)
class Pay(Statement):
    """Move money. A lack of money is a runtime fault, except for the bank."""

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
    """`who` takes one of the offered actions; unless `must`, they may pass.

    With `times` they are asked again up to that number of times, with `repeatedly` until they pass (a `must` with
    `repeatedly`: until no action is legal). A `must` with no legal action is a fault of the rulebook.

    With `until` they are asked until that holds. In a `series` only those actions are legal that leave a way to the end
    by these actions alone, so the player never gets stuck. If there is no way at the start, `otherwise` runs; an empty
    `otherwise` is then a fault."""

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
    """`who` picks a member of a domain. If `optional`, they may pass, and `otherwise` runs instead of `then`.

    A plain `chooses` has neither block: the variable stays available to later statements. With `secret` no other player
    ever sees the choice; its effects are as visible as the fields that they change. With `unless_one` a single member
    is chosen without a question."""

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
    """Everyone in a set of seats chooses a number, thing or bag at the same time, without knowing the others' choices.

    `you` is bound to each seat in turn while `domain` is evaluated. The answers are read as `chosen(seat)`: `field` is
    a state field of the game with one key, hidden until every seat has answered."""

    everyone: Expr
    you: Var
    name: str
    field: StateField
    domain: Expr


@dataclass(frozen=True, slots=True)
class Window(Statement):
    """A window for actions out of turn.

    Each seat of a domain in order may take one of the offers. After each action the round of questions restarts, and
    the window closes when every seat has passed in succession."""

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
        """Return the scope that it leaves, together with the ending if it ends the game."""
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
    """Loop over the members of a domain for which `where` holds before the first pass.

    They come in the domain's order, or in the order that the player `order_by` chooses step by step.
    """

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
