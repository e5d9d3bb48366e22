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

    The `workings` are evaluated first. An exception whose condition holds replaces the base. If two exceptions hold and
    have different results, a runtime fault names both.
    """

    about: Clauses
    params: tuple[Var, ...]
    type: Type
    workings: tuple[tuple[Var, Expr], ...]
    base: Expr
    exceptions: tuple[ExceptionCase, ...]


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of an action, which is a choice for the player.

    `domain` may use `you` and the earlier parameters. The choice is a number, a flag, a thing, a bag (`domain` is of
    type `Many(Bag)`) or a set of things (`Many(Many)`). The values of an `open` parameter are not listed individually:
    moves contain its range, and the player may give any member of `domain`.
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

    `form` is "money" (a sum of `amount`), "pieces" (`amount` of `sort`), "bag" (`bag`) or "things" (`thing`: one thing,
    or with `many` a domain of things; they must lie in `source`). If several costs of one action are paid from
    the same slot, they are tested together in declared order: each must be payable after the previous ones. A bag with
    a negative count cannot be paid.

    The forms `"different"`, `"alike"` and `"any"` let the payer choose `amount` pieces or things from `among`: one of
    each sort, several of a single sort, or any. A cost that is due once per thing of a kind becomes several costs with
    the same name.
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
    """A substitute for a cost: `rate` pieces of one sort from `among`, or one thing from `among`.

    `worth` is the amount that the substitute pays, in coins or as one owed piece; it may use `var`, the sort or thing
    that is given. The payer must keep at least `keeping` pieces of that sort, or things in `source`. `change` is the
    maximum overpayment, which is returned in coins; if it is None, overpayment is not allowed.
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
    """Local variables that record parts of the position before the costs are paid.

    Only the interpreter adds them.
    """
    opposed: tuple[tuple[int, int], ...] = ()
    """Pairs of parameters, by index, that cancel out in a proposal.

    Both parameters of a pair are paid between the same two players, in opposite directions, in money or in pieces.
    """

    @property
    def is_settled(self) -> bool:
        """Return True if the acting player may have to choose how to pay."""
        return bool(self.accepts) or any(cost.leaves_choice for cost in self.costs)


@dataclass(frozen=True, slots=True)
class Routine:
    """A phase or a rule: statements with parameters.

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

    It is tested after each step, and fires if `condition` holds now and did not hold after the previous step. `was`
    stores the previous result.
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

    It fires immediately when a statement or cost changes `field` (`event` is "changes"), or moves `item` into or out of
    the field ("enters", "leaves"), even in the middle of a rule.

    `owner` and `keys` are the owner and the keys of the changed field, `old` and `new` are its values before and after
    the change, and `you` is the acting player. Their types are those of the field. `fits` tests these values against
    the domains of the trigger's parameters (None: always true), and `names` then assigns the parameters. `condition` is
    the author's `when`.
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

    `time` is the time of the test: "once" (at any time), or at the end of each "turn" or "round". With `within`, the
    condition is also tested in the middle of an action, as soon as a field that it reads changes.
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

    The only built-in kind is `Player`. The following built-in fields of the game (`StateField.builtin`) exist in every
    model: `player` (the seat whose turn it is, -1 outside turns), `round_number` (0 in set-up, then 1, 2, …) and `bank`
    (a money account that may be negative). Each kind K with equal pieces has the bags `supply_K` and `box_K`; the
    supply of a sort with unlimited pieces may go below zero. Every other kind that may lie in a pile, stack or space
    has the pile `box_K`. At the start, all pieces that no `initial` places elsewhere are in the supply, and all such
    things are in the box.

    `actions`, `routines` (phases and rules, including "setup" and "round") and `values` are keyed by name, in order of
    declaration. Triggers before and after a rule have already been merged into its body. The score of a seat is the sum
    of the `score` lines with `score_var` bound to the seat; `ranking` sorts the seats by its keys with `rank_var` bound
    to each seat.
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
    """The denominator of all points: 2 if the `score` lines count in halves."""
    option_ranges: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    """The least value, the greatest value, and the question of each option."""
    board_title: str = ""
    board_note: str = ""
    reconstructed: bool = False
    laws: list[Law] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Model of {self.name}: {self.players} players>"

    def field_named(self, name: str, kind: str = "") -> StateField:
        """Return the state field of a kind with this name.

        Raises `KeyError` if there is none.

        The kind "" means the game itself.
        """
        for candidate in self.fields:
            if candidate.name == name and candidate.kind == kind:
                return candidate
        raise KeyError(name)

    def thing_name(self, kind: str, index: int) -> str:
        """Return the author's name for a thing, given its index in the root of its kind, or "none" for -1.

        A fault may mention a thing that does not exist, such as `seat(5)` of three players. Such a thing is named by
        the root kind and its number.
        """
        if index == NONE:
            return "none"
        root = self.kinds[self.kinds[kind].root]
        return root.things[index] if 0 <= index < len(root.things) else f"{root.name} {index + 1}"
