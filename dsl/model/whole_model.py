"""The model of a whole game: its kinds, fields, rules and options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from dsl.locale import ENGLISH
from dsl.model.base import Var
from dsl.model.expressions import OrderKey
from dsl.model.rules import (
    Action,
    Claim,
    Ending,
    EventTrigger,
    Law,
    Routine,
    RulingOf,
    ScoreLine,
    StateTrigger,
    ValueRule,
)
from dsl.model.sayings import Called, Label
from dsl.model.things import Kind, StateField, StaticField
from dsl.model.types import NONE
from dsl.model.walk import Walks

N = TypeVar("N")


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

    walks: Walks = field(default_factory=Walks, repr=False, compare=False)
    """The walks over the rules so far."""

    def parts_of(self, *rules: object) -> Iterator[object]:
        """Yield rules of the model and all nodes below them, parents before children, as `parts` does."""
        for rule in rules:
            yield from self.walks.of(rule).nodes

    def those_in(self, of: type[N], *rules: object) -> Iterator[N]:
        """Yield all nodes of a class, which has no subclasses, in rules of the model."""
        for rule in rules:
            yield from self.walks.of(rule).by_class.get(of, ())  # type: ignore[misc]

    @property
    def with_statements(self) -> tuple[Routine | Action | StateTrigger | EventTrigger, ...]:
        """All rules that contain statements."""
        return (*self.routines.values(), *self.actions.values(), *self.wakes, *self.listeners)

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
