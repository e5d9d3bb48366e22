"""The rules of a game: values, actions, routines, triggers, endings, laws, claims and scores."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.base import Expr, Var
from dsl.model.expressions import Slot
from dsl.model.roles import Binds, Gives, ModelNode, Plain, Reads, Takes
from dsl.model.sayings import Saying
from dsl.model.statements import Statement
from dsl.model.things import Clauses, StateField
from dsl.model.types import Type
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class ExceptionCase:
    about: Clauses
    when: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class ValueRule:
    """A named value of the rulebook.

    The engine evaluates the local definitions in `workings` first. If the condition of an exception holds, the
    exception's value replaces `base`. If two exceptions hold with different values, a runtime fault names both.
    """

    about: Clauses
    params: tuple[Var, ...]
    type: Type
    workings: tuple[tuple[Var, Expr], ...]
    base: Expr
    exceptions: tuple[ExceptionCase, ...]
    of_action: str = ""
    """The action whose legality the value tests, if the value belongs to a `can`; otherwise ""."""


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of an action: a choice that the player makes.

    `domain` may depend on `you` and on earlier parameters. The player chooses a number, a flag, a thing, a bag (if
    `domain` has type `Many(Bag)`) or a set of things (`Many(Many)`). The legal moves do not list the values of an
    `open` parameter individually: a move contains the range of the parameter, and the player may give any member of
    `domain`.
    """

    var: Var
    domain: Expr
    where: Expr | None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Need:
    about: Clauses
    condition: Expr


@dataclass(frozen=True, slots=True)
class Cost(ModelNode):
    """A cost of an action.

    The usual values of `form` are "money" (the sum `amount`), "pieces" (`amount` pieces of `sort`), "bag" (the pieces
    of `bag`) and "things". With "things", `thing` is a single thing or, if `many` is True, a domain whose things are
    all due. All things paid must be in `source`. If one action pays several costs from the same slot, each cost must be
    payable after the costs declared before it. A bag with a negative count cannot be paid.

    Three more forms let the payer choose `amount` pieces or things from `among`. `"different"` takes pieces of
    different sorts, `"alike"` takes pieces of one sort, and `"any"` takes any pieces or things. A cost for each thing
    of a kind becomes several costs with the same name.
    """

    about: Clauses
    form: Plain[str]
    source: Gives[Slot]
    target: Takes[Slot]
    amount: Reads[Expr | None]
    sort: Reads[Expr | None]
    bag: Reads[Expr | None]
    when: Reads[Expr | None]
    thing: Reads[Expr | None] = None
    many: Plain[bool] = False
    among: Reads[Expr | None] = None
    firm: Plain[bool] = False
    """True if the cost cannot be paid with substitutes, as for a card that is played."""

    @property
    def leaves_choice(self) -> bool:
        """Return True if the payer can choose what to pay."""
        return self.among is not None


@dataclass(frozen=True, slots=True)
class Accept(ModelNode):
    """A substitute for a cost.

    The player gives `rate` pieces of one sort from `among`, or one thing from `among`. `worth` says how many coins the
    substitute replaces; for a cost of pieces it is 1. `worth` may depend on `var`, the sort or thing that the player
    gives. After paying, the payer must have at least `keeping` pieces of that sort, or `keeping` things in `source`.
    `change` is the largest overpayment for which the payer gets coins back; None forbids overpaying.
    """

    about: Clauses
    var: Binds[Var]
    source: Gives[Slot]
    target: Takes[Slot]
    rate: Reads[Expr]
    among: Reads[Expr]
    worth: Reads[Expr]
    keeping: Reads[Expr | None]
    change: Reads[Expr | None]
    when: Reads[Expr | None]


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on an action: at most `number` times per turn, round, phase or game.

    `field` counts how often each player has used the action. Actions of a group may share a counter; `group` is then
    the title of this group, otherwise "".
    """

    number: Expr
    scope: str
    field: StateField
    about: Clauses
    group: str = ""


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
    accepts: tuple[Accept, ...] = ()
    notes: tuple[Statement, ...] = ()
    """Statements that save values in local variables before the costs are paid.

    Only the interpreter adds these statements.
    """
    says: Saying | None = None
    opposed: tuple[tuple[int, int], ...] = ()
    """The indices of pairs of parameters that may cancel each other out in a proposal.

    Such parameters are amounts of money or of pieces that the same two players pay to each other.
    """
    is_proposal: bool = False
    """True for a proposal or counter-offer, which tells its terms to all players."""
    accepts_offer: str = ""
    declines_offer: str = ""
    counters_offer: str = ""
    """The name of the offer that this action accepts, declines or counters, or an empty string."""

    @property
    def payments(self) -> tuple[Cost | Accept, ...]:
        """The costs, followed by the accepted substitutes."""
        return (*self.costs, *self.accepts)

    @property
    def is_settled(self) -> bool:
        """Return True if the player of this action may have to choose how to pay."""
        return bool(self.accepts) or any(cost.leaves_choice for cost in self.costs)


@dataclass(frozen=True, slots=True)
class Routine:
    """A phase or a rule, with its parameters and its statements.

    Before a phase begins, the engine tests the conditions in `skips`; if one of them holds, the engine skips the phase.
    """

    about: Clauses
    form: str
    params: tuple[Var, ...]
    skips: tuple[tuple[Expr, tuple[str, ...], Span], ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class StateTrigger:
    """An `as soon as` trigger.

    The engine tests the trigger after each step. The trigger fires if `condition` holds now but did not hold after the
    previous step. The field `was` stores the result of the previous test.
    """

    about: Clauses
    var: Var | None
    domain: Expr | None
    condition: Expr
    was: StateField
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EventTrigger:
    """An `each time` trigger.

    The trigger fires immediately, even in the middle of a rule. If `event` is "changes", the trigger fires when a
    statement or cost changes `field`. If `event` is "enters" or "leaves", the trigger fires when `item` moves into or
    out of the field.

    `owner`, `keys`, `old` and `new` receive the owner and keys of the changed field, and its values before and after
    the change. `you` is the acting player. These variables have the types of the field. `fits` tests their values
    against the domains of the trigger's parameters; None means that all values are in these domains. `names` then
    assigns the values to the parameters. `condition` is the trigger's `when` condition.
    """

    about: Clauses
    event: str
    field: StateField
    you: Var
    owner: Var | None
    keys: tuple[Var, ...]
    item: Var | None
    old: Var | None
    new: Var | None
    fits: Expr | None
    names: tuple[tuple[Var, Expr], ...]
    condition: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """A condition that ends the game.

    `time` says when the engine tests the condition. The value "once" means any time, "turn" means the end of a turn,
    and "round" means the end of a round. With `within`, the engine also tests the condition during an action, as soon
    as a field in the condition changes.
    """

    about: Clauses
    time: str
    condition: Expr
    within: bool = False
    closing: str = ""
    """The rule that runs before the game ends, or "" if there is none."""


@dataclass(frozen=True, slots=True)
class Law:
    """A condition that the data of a game must satisfy. The condition reads nothing that changes during play."""

    about: Clauses
    condition: Expr


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about all positions that play can reach.

    `form` is "always", "never", "possible" or "everywhere", as in the syntax tree.
    """

    about: Clauses
    form: str
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
