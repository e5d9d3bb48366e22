"""The statements of the model: effects on the state, decisions of players, and chance events."""

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
    """A definition of a local: its value is a number, a flag, a thing, a set of things or a bag.

    Sets and bags are copies: later changes to the holder from which they were read do not affect them.
    """

    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """An assignment of a value to a scalar slot, a set of references, or a local.

    In the `given` part of a scenario, an assignment may also set the contents of a holder or a sum of money.
    """

    target: Slot | Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Adjust(Statement):
    """An addition of `by` to a number, or a subtraction if `down`.

    `bound` says what happens if the result is out of range. The value "" means a runtime fault; the others are
    "wrapping" and "clamped".
    """

    target: Slot | Var
    by: Expr
    down: bool
    bound: str


@dataclass(frozen=True, slots=True)
class MovePieces(Statement):
    """A move of pieces or things between two holders. The fields select what moves:

    - `number` and `sort`: that number of pieces of one sort of a fungible kind (taken oldest first from a row).
    - `bag`: the pieces of a bag value of a fungible kind.
    - `thing`: one thing of a kind that is not fungible, or a domain of such things (`many`).
    - If none of these is given, the entire contents of the source move, in order.

    Too few items in the source, or too little room in the target, is a runtime fault. With `under`, the target is a
    stack, and the things are put under it one by one.
    """

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
    """A statement whose result depends on chance.

    Play waits for the chance event, which then sets `target`.
    """

    target: Slot | Var


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(ChanceStatement):
    """A draw of `number` pieces, either at random from a bag or from the top of a stack.

    If the source has fewer pieces, the draw empties the source. If `reshuffling` is given, the pieces of that holder
    first refill an empty source.
    """

    number: Expr
    source: Slot
    target: Slot
    reshuffling: Slot | None


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    stack: Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class Random(ChanceStatement):
    """A random assignment: `target` becomes a member of `domain`.

    All members are equally likely. If `domain` is a bag, the probability of a sort is proportional to its number of
    pieces. With `weight`, the probability of a member `var` is proportional to its weight, and a member of weight 0 is
    never chosen.
    """

    domain: Expr
    var: Var | None = None
    weight: Expr | None = None


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    """A statement that reveals a slot, or the top thing of a stack (`top`), to every player.

    Nothing moves. The game record gets an entry that the players' views may show.
    """

    what: Slot
    top: bool = False


@dataclass(frozen=True, slots=True)
class Pay(Statement):
    """A payment of `amount` from `source` to `target`.

    It is a runtime fault if the source has too little money, unless the source is the bank.
    """

    source: Slot
    target: Slot
    amount: Expr


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that is available at a decision.

    `bound` gives the values of the first parameters; the acting player chooses the others.
    """

    action: str
    bound: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """A decision in which `who` takes one of the offered actions. Without `must`, the player may also pass.

    With `times`, the player decides at most that many times. With `repeatedly`, the player decides until they pass or,
    with `must`, until no action is legal. A `must` without any legal action is a runtime fault.

    With `until`, the player decides until that condition holds. In a `series`, an action is legal only if the condition
    can still be reached by these actions alone, so that the player never gets stuck. If the condition cannot be reached
    at the start, `otherwise` runs. If `otherwise` is empty in that case, this is a runtime fault.
    """

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
    """A decision in which `who` picks a member of a domain.

    If `optional`, the player may pass, and `otherwise` runs instead of `then`. A plain `chooses` has neither block, and
    the variable stays available to later statements. With `secret`, the choice itself is never shown to other players,
    but they see its effects on the fields that they may see. With `unless_one`, the only member of a domain is chosen
    without asking the player.
    """

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
    """A simultaneous choice of a number, thing or bag by each of several seats.

    No seat knows the choices of the others.

    While `domain` is evaluated, `you` is bound to each seat in turn. The choices are read as `name(seat)`. `field` is a
    field of the game with the seat as its key. It is hidden until every seat has chosen.
    """

    everyone: Expr
    you: Var
    name: str
    field: StateField
    domain: Expr


@dataclass(frozen=True, slots=True)
class Window(Statement):
    """A window for actions out of turn.

    Each seat of a domain, in order, may take one of the offers. After each action the seats are asked again from the
    first, and the window closes when every seat has passed in succession.
    """

    var: Var
    domain: Expr
    where: Expr | None
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """A call of several routines, one after the other."""

    calls: tuple[tuple[str, tuple[Expr, ...]], ...]


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    """An early end of the enclosing phase, turn, round, game or `repeat`.

    `ending` is the name of the ending that stops the game, or "" otherwise.
    """

    scope: str
    ending: str = ""

    @property
    def out_of(self) -> str:
        """Return the scope that the statement ends, together with the name of the ending if there is one."""
        return f"{self.scope} by {self.ending}" if self.ending else self.scope


@dataclass(frozen=True, slots=True)
class IfDo(Statement):
    """A condition with two branches.

    If `about` is given, the statement contains the lines of a trigger that were inserted before or after a rule or
    phase. In that case, `when` is the condition of the trigger, or true.
    """

    when: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    about: Clauses | None = None


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    """A loop over those members of a domain for which `where` holds when the loop begins.

    The loop visits the members in the order of the domain. If `order_by` is given, that player chooses the next member
    before each pass.
    """

    var: Var
    domain: Expr
    where: Expr | None
    order_by: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """A loop of at most `times` passes.

    Before each pass, the loop ends unless `condition` holds.
    """

    times: Expr
    condition: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Turn(Statement):
    """A turn for each member of a domain of seats.

    Each turn sets the field `player`, resets the `per turn` fields to their start values, and runs the body. Endings
    with the time "turn" are tested after each turn.
    """

    domain: Expr
    var: Var
    where: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class FollowedBy(Statement):
    """The whole body of a phase, turn or round (`scope`), and the lines of triggers that follow it.

    The lines in `after` also run if the body was stopped early.
    """

    scope: str
    body: tuple[Statement, ...]
    after: tuple[Statement, ...]
