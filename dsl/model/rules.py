"""The rules of a game, and the model that contains all parts of the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.model.base import Expr, Var
from dsl.model.expressions import OrderKey, Slot
from dsl.model.statements import Statement
from dsl.model.things import Clauses, Kind, StateField, StaticField
from dsl.model.types import NONE, Type
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class ExceptionCase:
    about: Clauses
    when: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class ValueRule:
    """A named value of the rulebook.

    The local definitions in `workings` are evaluated first. If the condition of an exception holds, the value of the
    exception replaces `base`. If two exceptions hold and have different results, a runtime fault names both.
    """

    about: Clauses
    params: tuple[Var, ...]
    type: Type
    workings: tuple[tuple[Var, Expr], ...]
    base: Expr
    exceptions: tuple[ExceptionCase, ...]


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of an action: a choice that the player makes.

    `domain` may use `you` and the earlier parameters. The choice is a number, a flag, a thing, a bag (`domain` is of
    type `Many(Bag)`) or a set of things (`Many(Many)`). The legal moves do not list the values of an `open` parameter
    individually: a move contains the range of the parameter, and the player may give any member of `domain`.
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
class Cost:
    """A cost of an action.

    The usual values of `form` are "money" (the sum `amount`), "pieces" (`amount` pieces of `sort`), "bag" (the pieces
    of `bag`) and "things". The form "things" means the one thing `thing` or, with `many`, every thing of a domain; the
    things must be in `source`. If several costs of one action are paid from the same slot, they are tested together in
    declared order: each must be payable after the previous ones. A bag with a negative count cannot be paid.

    With three other forms, the payer chooses `amount` pieces or things from `among`. The form `"different"` takes
    pieces of different sorts, `"alike"` takes pieces of one sort, and `"any"` takes any pieces or things. A cost that
    is due once per thing of a kind becomes several costs with the same name.
    """

    about: Clauses
    form: str
    source: Slot
    target: Slot
    amount: Expr | None
    sort: Expr | None
    bag: Expr | None
    when: Expr | None
    thing: Expr | None = None
    many: bool = False
    among: Expr | None = None
    firm: bool = False
    """True if no substitute can pay the cost, as for a card that is played."""

    @property
    def leaves_choice(self) -> bool:
        """Return True if the payer chooses the payment."""
        return self.among is not None


@dataclass(frozen=True, slots=True)
class Accept:
    """A substitute for a cost.

    The substitute is `rate` pieces of one sort from `among`, or one thing from `among`. `worth` is the number of coins
    that the substitute pays, or 1 if it pays for one piece of the cost. `worth` may use `var`, the sort or thing that
    is given. The payer must keep at least `keeping` pieces of that sort, or at least `keeping` things in `source`.
    `change` is the maximum overpayment, which is returned in coins; if it is None, overpayment is not allowed.
    """

    about: Clauses
    var: Var
    source: Slot
    target: Slot
    rate: Expr
    among: Expr
    worth: Expr
    keeping: Expr | None
    change: Expr | None
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on the use of an action: at most `number` times per turn, round, phase or game.

    `field` counts the uses of each acting player.
    """

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
    accepts: tuple[Accept, ...] = ()
    notes: tuple[Statement, ...] = ()
    """Statements that store values of the position in local variables before the costs are paid.

    Only the interpreter adds such statements.
    """
    opposed: tuple[tuple[int, int], ...] = ()
    """The indices of each pair of parameters that may cancel each other out in a proposal.

    Both parameters of a pair are paid between the same two players, in opposite directions, in money or in pieces.
    """

    @property
    def is_settled(self) -> bool:
        """Return True if the acting player may have to choose how to pay."""
        return bool(self.accepts) or any(cost.leaves_choice for cost in self.costs)


@dataclass(frozen=True, slots=True)
class Routine:
    """A phase or a rule, with its parameters and its statements.

    The conditions in `skips` are tested in order before a phase begins; the first that holds skips the phase.
    """

    about: Clauses
    form: str
    params: tuple[Var, ...]
    skips: tuple[tuple[Expr, tuple[str, ...], Span], ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class StateTrigger:
    """An `as soon as` trigger.

    The trigger is tested after each step. It fires if `condition` holds now and did not hold after the previous step.
    `was` stores the result of the previous test.
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

    The trigger fires immediately, even in the middle of a rule. If `event` is "changes", it fires when a statement or
    cost changes `field`. If `event` is "enters" or "leaves", it fires when `item` moves into or out of the field.

    `owner` and `keys` are the owner and the keys of the changed field, `old` and `new` are its values before and after
    the change, and `you` is the acting player. The variables have the types of the field. `fits` tests these values
    against the domains of the trigger's parameters; if `fits` is None, they always fit. `names` then assigns the
    parameters. `condition` is the `when` of the rulebook.
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

    `time` says when the condition is tested. The value "once" means at any time; "turn" and "round" mean at the end of
    each turn or round. With `within`, the condition is also tested in the middle of an action, as soon as a field that
    the condition reads changes.
    """

    about: Clauses
    time: str
    condition: Expr
    within: bool = False


@dataclass(frozen=True, slots=True)
class Law:
    """A condition on the data of a game. It reads nothing that changes during play."""

    about: Clauses
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
    """A complete game for one player count.

    The only built-in kind is `Player`. Every model has three built-in fields of the game (`StateField.builtin`).
    `player` is the seat whose turn it is, or -1 outside turns. `round_number` is 0 in set-up, then 1, 2, …. `bank` is a
    money account that may be negative. Each kind K with equal pieces has the bags `supply_K` and `box_K`; the supply of
    a sort with unlimited pieces may go below zero. Every other kind that a pile, stack or space may hold has the pile
    `box_K`. At the start, all pieces that no `initial` places elsewhere are in the supply. All things that no `initial`
    places elsewhere are in the box.

    `actions`, `routines` (phases and rules, including "setup" and "round") and `values` are keyed by name, in order of
    declaration. Triggers before and after a rule have already been merged into the body of the rule. The score of a
    seat is the sum of the `score` lines with `score_var` bound to the seat. The keys in `ranking` sort the seats; each
    key is evaluated with `rank_var` bound to a seat.
    """

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
    wakes: list[StateTrigger]
    listeners: list[EventTrigger]
    endings: list[Ending]
    score_var: Var | None
    score: tuple[ScoreLine, ...]
    rank_var: Var | None
    ranking: tuple[OrderKey, ...]
    rulings: list[RulingOf]
    options: dict[str, int] = field(default_factory=dict)
    score_parts: int = 1
    """The denominator of all points, for example 2 if the `score` lines use halves."""
    option_ranges: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    """The minimum, the maximum and the title of each option, by name. The title is a question."""
    board_title: str = ""
    board_note: str = ""
    reconstructed: bool = False
    laws: list[Law] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Model of {self.name}: {self.players} players>"

    def field_named(self, name: str, kind: str = "") -> StateField:
        """Return the state field of a kind with this name.

        Raises `KeyError` if there is no such field.

        The kind "" means the game itself.
        """
        for candidate in self.fields:
            if candidate.name == name and candidate.kind == kind:
                return candidate
        raise KeyError(name)

    def thing_name(self, kind: str, index: int) -> str:
        """Return the name of a thing, given its index within the root kind, or "none" for -1.

        A fault may mention a thing that does not exist, such as `seat(5)` in a three-player game. The name of a thing
        that does not exist consists of the root kind and a number.
        """
        if index == NONE:
            return "none"
        root = self.kinds[self.kinds[kind].root]
        return root.things[index] if 0 <= index < len(root.things) else f"{root.name} {index + 1}"
