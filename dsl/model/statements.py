"""The statements of the model, which change the state, ask players, or depend on chance."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.base import Expr, Var
from dsl.model.expressions import Slot
from dsl.model.roles import (
    Adjusts,
    Binds,
    Calls,
    Decides,
    Gives,
    ModelNode,
    Offers,
    Orders,
    Plain,
    Reads,
    Refills,
    Runs,
    Sets,
    Shows,
    Takes,
    Writes,
)
from dsl.model.sayings import Saying
from dsl.model.things import Clauses, StateField
from dsl.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(ModelNode):
    span: Span
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """A statement that defines a local name, whose value is a number, flag, thing, set of things or bag.

    A set or bag is a copy, which later changes to the holder do not affect.
    """

    var: Binds[Var]
    value: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """An assignment to a scalar slot, a set of references, or a local name.

    The starting position of a scenario may also assign to a holder or a money field.
    """

    target: Sets[Slot | Var]
    value: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Adjust(Statement):
    """A statement that adds `by` to a number, or subtracts `by` if `down` is True.

    `bound` says how to treat a result that is out of range. The value "" causes a runtime fault; the others are
    "wrapping" and "clamped".
    """

    target: Adjusts[Slot | Var]
    by: Reads[Expr]
    down: Plain[bool]
    bound: Plain[str]


@dataclass(frozen=True, slots=True)
class MovePieces(Statement):
    """A move of pieces or things between two holders. These fields determine what moves:

    - `number` and `sort`: a number of interchangeable pieces of one sort, oldest first if the source is a row. If
      `position` is given, only the piece at this position of the row moves, which is 1 piece of `sort`.
    - `bag`: the pieces that a bag value lists.
    - `thing`: one unique thing, or, if `many` is True, every thing in a domain.
    - Without any of these fields, everything in the source moves, in order.

    A move causes a runtime fault if the source contains too few items, or if the target has too little room. If `under`
    is True, the target is a stack, and the things go to its bottom one by one.
    """

    source: Gives[Slot]
    target: Takes[Slot]
    number: Reads[Expr | None] = None
    sort: Reads[Expr | None] = None
    bag: Reads[Expr | None] = None
    thing: Reads[Expr | None] = None
    many: Plain[bool] = False
    under: Plain[bool] = False
    position: Reads[Expr | None] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceStatement(Statement):
    """A statement whose result depends on chance.

    The game waits until chance has decided, and then sets `target`.
    """

    waits = True

    target: Sets[Slot | Var]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(ChanceStatement):
    """A draw of `number` pieces, either at random from a bag or from the top of a stack.

    If the source contains fewer pieces, the draw empties the source. If the source becomes empty and `reshuffling`
    names a holder, the source is first refilled from this holder.
    """

    number: Reads[Expr]
    source: Gives[Slot]
    target: Takes[Slot]
    reshuffling: Refills[Slot | None]


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    stack: Orders[Slot]


@dataclass(frozen=True, slots=True, kw_only=True)
class Random(ChanceStatement):
    """A random assignment: `target` becomes a member of `domain`.

    Without `weight`, all members are equally likely. If `domain` is a bag, the probability of a sort is proportional to
    its piece count. With `weight`, the probability of a member `var` is proportional to its weight; weight 0 excludes
    the member.
    """

    domain: Reads[Expr]
    var: Binds[Var | None] = None
    weight: Reads[Expr | None] = None


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    """A statement that reveals a slot, or the top thing of a stack (`top`), to every player.

    Nothing moves. The statement adds to the game record an entry that each player's view may show.
    """

    what: Shows[Slot]
    top: Plain[bool] = False


@dataclass(frozen=True, slots=True)
class Pay(Statement):
    """A payment of `amount` from `source` to `target`.

    A source other than the bank causes a runtime fault if it has too little money.
    """

    source: Gives[Slot]
    target: Takes[Slot]
    amount: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Offer(ModelNode):
    """An action that is available at a decision.

    `bound` contains the values of the first parameters; the acting player chooses the rest.
    """

    action: Plain[str]
    bound: Reads[tuple[Expr, ...]]


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """A decision in which `who` takes one of the offered actions. Without `must`, the player may also pass.

    With `times`, the player decides at most that many times. With `repeatedly`, the player decides until they pass or,
    with `must`, until no action is legal. `must` causes a runtime fault if no action is legal, but with `or_pass`, the
    player may then pass.

    With `until`, the player decides repeatedly until the given condition holds. In a `series`, an action is legal only
    if further actions of the series can still make the condition true. If no actions could make the condition true even
    at the start, `otherwise` runs. In that case, an empty `otherwise` causes a runtime fault.
    """

    waits = True

    who: Reads[Expr]
    must: Plain[bool]
    offers: Offers[tuple[Offer, ...]]
    times: Reads[Expr | None]
    repeatedly: Plain[bool]
    until: Reads[Expr | None] = None
    otherwise: Runs[tuple[Statement, ...]] = ()
    series: Plain[bool] = False
    passing: Plain[Saying | None] = None
    or_pass: Plain[bool] = False


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """A decision in which `who` picks a member of a domain.

    If `optional` is True, the player may pass, and in that case `otherwise` runs instead of `then`. A `chooses`
    statement has neither block, and later statements may use the variable. If `secret` is True, other players never see
    the choice, but see its effects on fields visible to them. If `unless_one` is True and the domain has a single
    member, the engine chooses this member without asking the player.

    `around` are the local names outside the choice that its sentences mention.
    """

    waits = True

    who: Reads[Expr]
    var: Binds[Var]
    domain: Reads[Expr]
    where: Reads[Expr | None]
    optional: Plain[bool]
    then: Runs[tuple[Statement, ...]]
    otherwise: Runs[tuple[Statement, ...]]
    secret: Plain[bool] = False
    unless_one: Plain[bool] = False
    says: Plain[Saying | None] = None
    passing: Plain[Saying | None] = None
    around: Reads[tuple[Var, ...]] = ()


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    """A decision in which several seats choose a number, thing or bag at the same time.

    No seat knows the choices of the other seats.

    While the engine evaluates `domain`, `you` is each seat in turn. A rulebook reads the choices as `name(seat)`.
    `field` stores the choices, by seat. The field is hidden until every seat has chosen. `around` are the local names
    outside the choice that its sentence mentions.
    """

    waits = True

    everyone: Reads[Expr]
    you: Binds[Var]
    name: Plain[str]
    field: Writes[StateField]
    domain: Reads[Expr]
    says: Plain[Saying | None] = None
    around: Reads[tuple[Var, ...]] = ()


@dataclass(frozen=True, slots=True)
class Window(Statement):
    """A window in which players may act out of turn.

    Each seat in a domain, in order, may take one of the offered actions. After each action, the engine asks all seats
    again, starting with the first. The window closes when all seats have passed in succession.
    """

    waits = True

    var: Binds[Var]
    domain: Reads[Expr]
    where: Reads[Expr | None]
    offers: Offers[tuple[Offer, ...]]
    passing: Plain[Saying | None] = None


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """A statement that runs several routines, one after the other."""

    calls: Calls[tuple[tuple[str, tuple[Expr, ...]], ...]]


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    """A statement that ends the enclosing phase, turn, round, game or `repeat` early.

    If the statement ends the game, `ending` is the name of the ending; otherwise it is "".
    """

    scope: Plain[str]
    ending: Plain[str] = ""

    @property
    def out_of(self) -> str:
        """Return the scope that the statement ends, followed by the name of the ending if there is one."""
        return f"{self.scope} by {self.ending}" if self.ending else self.scope


@dataclass(frozen=True, slots=True)
class IfDo(Statement):
    """A statement that runs one of two blocks, depending on a condition.

    If `about` is given, `then` consists of trigger lines that precede or follow a rule or phase. With `about`, `when`
    is the condition of the trigger, or true.
    """

    when: Decides[Expr]
    then: Runs[tuple[Statement, ...]]
    otherwise: Runs[tuple[Statement, ...]]
    about: Clauses | None = None


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    """A loop over the members of a domain for which `where` holds when the loop starts.

    The loop visits the members in the order of the domain. If `order_by` is given, this player chooses the next member
    before each pass.
    """

    var: Binds[Var]
    domain: Decides[Expr]
    where: Decides[Expr | None]
    order_by: Reads[Expr | None]
    body: Runs[tuple[Statement, ...]]


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """A loop of at most `times` passes.

    Before each pass, the loop tests `condition`, and ends if the condition does not hold.
    """

    times: Decides[Expr]
    condition: Decides[Expr | None]
    body: Runs[tuple[Statement, ...]]


@dataclass(frozen=True, slots=True)
class Turn(Statement):
    """A statement that gives a turn to each seat in a domain.

    Each turn sets the field `player`, resets the `per turn` fields, and runs the body. After each turn, the engine
    tests the endings whose time is "turn".
    """

    domain: Decides[Expr]
    var: Binds[Var]
    where: Decides[Expr | None]
    body: Runs[tuple[Statement, ...]]


@dataclass(frozen=True, slots=True)
class FollowedBy(Statement):
    """The body of a phase, turn or round, followed by trigger lines.

    The lines in `after` run even if the body was stopped early.
    """

    scope: Plain[str]
    body: Runs[tuple[Statement, ...]]
    after: Runs[tuple[Statement, ...]]


ImmediateStatement = Let | Assign | Adjust | MovePieces | Shuffle | Reveal | Pay | Stop
"""Every class of statement in which play never waits."""
WaitingStatement = (
    Draw | Random | Act | Choose | Secretly | Window | Do | IfDo | ForEach | Repeat | Turn | FollowedBy
)  # fmt: skip
"""Every class of statement in which play waits, or may wait in a statement inside or in a rule that is called."""
AnyStatement = ImmediateStatement | WaitingStatement
"""Every class of statement. A `match` over it ends in `assert_never`: mypy then names the places a new class needs."""
