"""The rules of a game, and the model, which also contains its kinds, fields and options."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.locale import ENGLISH
from dsl.model.base import Expr, Var
from dsl.model.expressions import OrderKey, Slot
from dsl.model.roles import Binds, Gives, ModelNode, Plain, Reads, Takes
from dsl.model.sayings import Called, Label, Saying
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


@dataclass(slots=True)
class Model:
    """A complete game for one player count.

    The only built-in kind is `Player`. Every model has three built-in fields that belong to the game
    (`StateField.builtin`). `player` is the seat whose turn it is, or -1 outside turns. `round_number` is 0 in set-up,
    then 1, 2, …. `bank` is an account of money that may become negative. Each kind K with interchangeable pieces has
    the bags `supply_K` and `box_K`. If the pieces are unlimited, the supply may become negative. Every other kind K
    whose things may be in a pile, stack or space has the pile `box_K`. At the start, the supply contains every piece
    that no `initial` value puts elsewhere. The box contains every thing that no `initial` value puts elsewhere.

    `actions`, `routines` and `values` are keyed by name, in order of declaration; `routines` contains phases and rules,
    including "setup" and "round". The bodies of rules already include the triggers that run before and after them. The
    engine binds `score_var` to a seat, and adds up the `score` lines to compute the score of this seat. The keys in
    `ranking` sort the seats; the engine evaluates each key with `rank_var` bound to a seat.
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
    """The common denominator of all scores, for example 2 if some `score` lines count halves."""
    option_ranges: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    """The minimum, the maximum and the question of each option, by name."""
    board_title: str = ""
    board_note: str = ""
    reconstructed: bool = False
    laws: list[Law] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    called: dict[str, Called] = field(default_factory=dict)
    """The display names of the things of a kind, by kind."""
    thing_titles: dict[str, str] = field(default_factory=dict)
    """The display names that the board gives to single things, by name."""
    language: str = ENGLISH
    """The language of the words for players."""
    thing_nouns: dict[str, Label] = field(default_factory=dict)
    """The singular and the plural of single things in another language, by name."""
    kind_nouns: dict[str, Label] = field(default_factory=dict)
    """The singular and the plural of kinds in another language, by name."""
    choice_refusals: dict[str, str] = field(default_factory=dict)
    """Why a value cannot be chosen, in another language, by action and parameter, such as `sail.goal`."""
    chance_titles: dict[str, str] = field(default_factory=dict)
    """The words for random results in another language, by name."""

    def __repr__(self) -> str:
        return f"<Model of {self.name}: {self.players} players>"

    @property
    def declared_values(self) -> list[ValueRule]:
        """The values of the rulebook, without those that the checker adds for `can`."""
        return [value for value in self.values.values() if not value.of_action]

    def field_named(self, name: str, kind: str = "") -> StateField:
        """Return a kind's state field with this name.

        Raises `KeyError` if the kind has no such field.

        The kind "" means the game itself.
        """
        for candidate in self.fields:
            if candidate.name == name and candidate.kind == kind:
                return candidate
        raise KeyError(name)

    def thing_name(self, kind: str, index: int) -> str:
        """Return the name of the thing with this index in its root kind, or "none" for -1.

        A message may mention a thing that does not exist, such as `seat(5)` in a three-player game. For a thing that
        does not exist, return the name of the root kind and a number.
        """
        if index == NONE:
            return "none"
        root = self.kinds[self.kinds[kind].root]
        return root.things[index] if 0 <= index < len(root.things) else f"{root.name} {index + 1}"

    def thing_called(self, kind: str, name: str) -> int | None:
        """Return the index of the thing with this name among all things of the root kind, or None."""
        root = self.kinds[kind].root
        for each in self.kinds.values():
            if each.root == root:
                for names in (each.things, each.by_owner):
                    if name in names:
                        return each.first + names.index(name)
        return None
