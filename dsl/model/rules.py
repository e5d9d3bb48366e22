"""Rules, and the whole model of a game."""

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
    """A named value.

    `workings` are evaluated first. An exception that holds replaces the base. Two exceptions that hold with different
    results are a runtime fault that names both."""

    about: Clauses
    params: tuple[Var, ...]
    type: Type
    workings: tuple[tuple[Var, Expr], ...]
    base: Expr
    exceptions: tuple[ExceptionCase, ...]


@dataclass(frozen=True, slots=True)
class Param:
    """One choice of an action. `domain` may use `you` and the parameters before it.

    The choice is a number, a flag, a thing, a bag (`domain` is of type `Many(Bag)`) or a set of things (`Many(Many)`).
    An `open` one is not listed value by value: moves name its range, and any member of `domain` may be given."""

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
    or with `many` a domain of things, each required to be in `source`). Costs of one action that are paid from the
    same slot are tested as a group, in declared order: each must be payable after the previous ones. A bag with a
    negative count cannot be paid.

    The forms `"different"`, `"alike"` and `"any"` leave a choice: `amount` pieces or things of `among`, one of each
    sort, all of one sort, or any. A cost that is due for each thing of a kind becomes one cost per thing, each with
    the same name."""

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
    """True if no substitute is accepted for it, as for the card that is played."""

    @property
    def leaves_choice(self) -> bool:
        """Return True if the payer chooses the payment."""
        return self.among is not None


@dataclass(frozen=True, slots=True)
class Accept:
    """A substitute for a cost: `rate` pieces of one sort of `among`, or one thing of it.

    `worth` is the amount that it settles, in coins or as one owed piece; `var` is the sort or thing in `worth`. The
    payer must keep at least `keeping` of the sort, or of the things in `source`. `change` is the maximum excess,
    returned in coins; with None, no excess is allowed."""

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
    accepts: tuple[Accept, ...] = ()
    notes: tuple[Statement, ...] = ()
    """Locals that keep something of the position before the costs are paid; the interpreter's own."""
    opposed: tuple[tuple[int, int], ...] = ()
    """Pairs of parameters of a proposal, by number: the same money or pieces, once each way between two players."""

    @property
    def is_settled(self) -> bool:
        """Return True if the acting player may have to choose how to pay."""
        return bool(self.accepts) or any(cost.leaves_choice for cost in self.costs)


@dataclass(frozen=True, slots=True)
class Routine:
    """A phase or a rule: statements with parameters. `skips` are tested in order before a phase begins."""

    about: Clauses
    form: str
    params: tuple[Var, ...]
    skips: tuple[tuple[Expr, tuple[str, ...], Span], ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class StateTrigger:
    """A trigger `as soon as`: after each step, if `condition` holds and did not hold after the step before (`was`)."""

    about: Clauses
    var: Var | None
    domain: Expr | None
    condition: Expr
    was: StateField
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EventTrigger:
    """A trigger `each time`. It fires immediately when a statement or cost changes `field` (`event` "changes"), or
    moves `item` into or out of it ("enters", "leaves"), even in the middle of a rule.

    `owner` and `keys` are the thing that has the field and the keys of the field, `old` and `new` are its values before
    and after, and `you` is the acting player. They have the types of the field. `fits` (None: always) tests them
    against the trigger's parameters, and `names` then assigns those parameters. `condition` is the author's `when`."""

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
    """`time` is "once", "turn" or "round". With `within` it is also tested at once where something it looks at changes,
    in the middle of an action."""

    about: Clauses
    time: str
    condition: Expr
    within: bool = False


@dataclass(frozen=True, slots=True)
class Law:
    """A condition on the data. It reads nothing that changes in play."""

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
    """A whole game for one player count.

    Built-in kinds: `Player`. Built-in fields of the game, always present (`StateField.builtin`): `player` (whose turn,
    -1 outside turns), `round_number` (0 in set-up, then 1, 2, …), `bank` (a money ledger that may be negative), and for
    each fungible kind K `supply_K` and `box_K` (bags; the supply of an unlimited sort may go below zero), for each
    other kind that some pile, stack or space holds `box_K` (a pile). At the start all pieces that no `initial` puts
    elsewhere are in the supply (fungible) or the box.

    `actions`, `routines` (phases and rules, including "setup" and "round") and `values` are by name in order of
    declaration. Triggers before and after are already merged into the bodies. `score` lines are added up for
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
    """Points are counted in this fraction of one: 2 where `score` lines are numbers of halves."""
    option_ranges: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    """Least, most and the question of each option."""
    board_title: str = ""
    board_note: str = ""
    reconstructed: bool = False
    laws: list[Law] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Model of {self.name}: {self.players} players>"

    def field_named(self, name: str, kind: str = "") -> StateField:
        """Return the state field of that name of a kind ("" for the game). Raises KeyError."""
        for candidate in self.fields:
            if candidate.name == name and candidate.kind == kind:
                return candidate
        raise KeyError(name)

    def thing_name(self, kind: str, index: int) -> str:
        """Return the author's name of a thing given by its index in the root of its kind; "none" for -1.

        A fault may mention a thing that does not exist, such as `seat(5)` of three players. Its name is its number."""
        if index == NONE:
            return "none"
        root = self.kinds[self.kinds[kind].root]
        return root.things[index] if 0 <= index < len(root.things) else f"{root.name} {index + 1}"
