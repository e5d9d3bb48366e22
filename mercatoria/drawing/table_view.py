"""What a drawing is made from: a view, the names of the model, and the picture. Nothing here knows hidden facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dsl.folder import GameFolder
from dsl.model import NONE, Bag, CallValue, Const, Flag, Int, Many, Model, Ref, Type
from dsl.source import NOWHERE
from interpreter.flow import Facts, PlayFault
from mercatoria import State
from mercatoria.drawing.picture import PLAYER, SUPPLY, Picture
from mercatoria.players import Position, blotted

SIGN = "bold reverse"
"""How a sign of something that moves about looks."""
SHORTEST = 2
"""Letters of a name that is cut short, at least."""


@dataclass
class Sight:
    """One seat's sight of a play (None: a spectator's)."""

    model: Model
    folder: GameFolder
    picture: Picture
    view: dict[str, Any]
    points: tuple[int, ...]
    """Points so far by seat, counted of what the seat may see."""
    doubts: tuple[str, ...]
    """Behind whose points a mark must stand, because something of them is hidden; "" where they are all there are."""
    worked_out: Callable[[str, str, str], Any]
    """A value of the rulebook for a thing, as far as the seat can know it: kind, thing, name of the value. Without a
    kind and thing, a value of the whole game."""
    constants: Mapping[str, int] = field(default_factory=dict)
    """The numbers, options and rulings of the rulebook."""
    owners: dict[str, int] = field(default_factory=dict)

    @property
    def middle(self) -> tuple[str, ...]:
        """The fields and values of the game that are shown: those of the picture, or if it is silent, all fields but
        the interpreter's own."""
        builtin = {of.name for of in self.model.fields if of.builtin}
        silent = self.picture.table is None
        return tuple(n for n in self.view["game"] if n not in builtin) if silent else self.picture.table or ()

    def __post_init__(self) -> None:
        for kind in self.model.kinds.values():
            if kind.owner is not None and kind.owner_kind == PLAYER:
                self.owners.update(zip(kind.things, kind.owner, strict=True))

    @property
    def seats(self) -> tuple[str, ...]:
        return self.model.seats

    def colour(self, seat: int) -> str:
        return self.picture.colour(seat)

    def letter(self, seat: int) -> str:
        return self.picture.letter(seat, self.seats)

    def owner(self, thing: str) -> int | None:
        """The seat that a piece belongs to."""
        return self.owners.get(thing)

    def seen(self, kind: str, thing: str, name: str) -> Any:
        """A field of a thing as it is seen, whichever kind above it the field stands with; None if it has none."""
        root = self.model.kinds[kind].root
        for level, things in self.view["things"].items():
            if self.model.kinds[level].root == root and thing in things and name in things[thing]:
                return things[thing][name]
        return None

    def fact(self, kind: str, thing: str, name: str) -> Any:
        """A fact of the board, written like what is seen: names for things, lists for sets, counts by name for bags."""
        if not name:
            return None
        if (kind, name) not in self._facts:
            self._facts[kind, name] = facts_of(self.model, name, kind)
        return self._facts[kind, name].get(thing)

    @cached_property
    def _facts(self) -> dict[tuple[str, str], dict[str, Any]]:
        return {}

    def told(self, kind: str, thing: str, name: str) -> Any:
        """What there is to know of a thing under a name: a field as it is seen, a fact, a value of the rulebook for it,
        what is left of it in the supply, or a number of the rulebook. None if there is nothing."""
        if kind not in self.model.kinds:
            return self.constants.get(name)
        for found in (self.seen(kind, thing, name), self.fact(kind, thing, name)):
            if found is not None:
                return found
        if name == SUPPLY:
            left = self.view["game"].get(f"{SUPPLY}_{self.model.kinds[kind].root}")
            return left.get(thing, 0) if isinstance(left, dict) else left
        if name in self.constants:
            return self.constants[name]
        return self.worked_out(kind, thing, name)

    def kind_of(self, thing: str) -> str:
        """The kind of a thing, the narrowest of those above it; "" if nothing is called so."""
        return self._kinds.get(thing, "")

    @cached_property
    def _kinds(self) -> dict[str, str]:
        widest_first = sorted(self.model.kinds.values(), key=lambda kind: -kind.size)
        return {thing: kind.name for kind in widest_first for thing in kind.things}

    @cached_property
    def travellers(self) -> list[tuple[str, str, str]]:
        """What moves about the map: its sign, the style of that, and where it is."""
        found = []
        for of in self.picture.travellers:
            if not of.kind:
                found.append((of.sign, SIGN, str(self.view["game"].get(of.field))))
                continue
            things = self.model.kinds[of.kind].things
            for number, thing in enumerate(things, 1):
                place = str(self.seen(of.kind, thing, of.field))
                if of.kind == PLAYER and not of.sign:
                    found.append((self.letter(number - 1), f"bold {self.colour(number - 1)}", place))
                else:
                    found.append((f"{of.sign}{number if len(things) > 1 else ''}", SIGN, place))
        return found

    def short(self, thing: Any) -> str:
        """The first letters of a thing, as many as tell it from the others of its kind; of other values, all."""
        kind = self.kind_of(str(thing))
        names = self.model.kinds[kind].things if kind else ()
        for length in range(SHORTEST, len(str(thing))):
            if sum(name.startswith(str(thing)[:length]) for name in names) == 1:
                return str(thing)[:length]
        return str(thing)

    @cached_property
    def places(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Where things lie on the map, by kind: column and row."""
        boards = [self.folder.board, *self.folder.extra_boards.values()]
        found: dict[str, dict[str, tuple[int, int]]] = {}
        for board in boards:
            for kind, row in board.rows() if board is not None else ():
                if row.at is not None and kind in self.model.kinds:
                    found.setdefault(kind, {})[row.name] = row.at
        return found


def sight(state: State, picture: Picture, seat: int | None) -> Sight:
    """What a seat sees of a play."""
    model = state.table.flow.model
    points, doubts = points_seen(state, seat)
    constants = {name: const.value for name, const in state.table.checked.names.constants.items()}
    worked_out = _worked_out(state, seat)
    return Sight(model, state.edition.folder, picture, state.view(seat), points, doubts, worked_out, constants)


def _worked_out(state: State, seat: int | None) -> Callable[[str, str, str], Any]:
    """Works out values of the rulebook in what the seat knows of the position."""
    model = state.table.flow.model
    known = blotted(state.table.flow, state.vector, seat)

    def value(kind: str, thing: str, name: str) -> Any:
        rule = model.values.get(name)
        of = tuple(var.type for var in rule.params) if rule is not None else ()
        if rule is None or len(of) != bool(kind):
            return None
        args: list[Const] = []
        for type_ in of:
            if not isinstance(type_, Ref) or model.kinds[type_.kind].root != model.kinds[kind].root:
                return None
            index = model.kinds[kind].first + model.kinds[kind].things.index(thing)
            args.append(Const(index, type=type_, span=NOWHERE))
        call = CallValue(name, tuple(args), type=rule.type, span=NOWHERE)
        try:
            return plain(model, rule.type, state.table.walker.evaluator.read_as(call, rule.type, known, {}))
        except PlayFault:
            return None

    return value


def plain(model: Model, of: Type, value: Any) -> Any:
    """A value or fact of a type, written as views are: names for things, lists for sets, counts by name for bags."""
    match of:
        case Flag():
            return bool(value)
        case Ref(kind):
            return None if value == NONE else model.thing_name(kind, value)
        case Many(Ref(kind)):
            return [model.thing_name(kind, each) for each in value]
        case Bag(kind):
            counts = value.items() if isinstance(value, dict) else enumerate(value, model.kinds[kind].first)
            return {model.thing_name(kind, sort): number for sort, number in counts if number}
        case Many(of=part):
            return [plain(model, part, each) for each in value]
    return value


def facts_of(model: Model, name: str, kind: str) -> dict[str, Any]:
    """One fact of all things of a kind, by their names; things that do not have it are left out."""
    found: dict[str, Any] = {}
    for static in model.statics:
        if static.name == name and model.kinds[static.kind].root == model.kinds[kind].root:
            values = (plain(model, static.type, value) for value in static.values)
            found.update(zip(model.kinds[static.kind].things, values, strict=True))
    return found


AT_LEAST, UNSURE = "+", "?"
"""Behind points of which something may not be seen: it can only add to them, or it may take from them."""


def points_seen(state: State, seat: int | None) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Points so far, counted of what a seat may see, and a mark for each seat of which that is not all."""
    model = state.table.flow.model
    doubts = tuple("" if state.is_over else _doubt(state, other == seat) for other in range(model.players))
    try:
        if state.is_over:
            return state.scores, doubts
        return Position(state, seat).points, doubts
    except (PlayFault, IndexError):
        return (), doubts


def _doubt(state: State, own: bool) -> str:
    """What the points lack that are counted of what is seen: of his own points a player misses only what is hidden."""
    model = state.table.flow.model
    facts, closed = Facts(model), {"hidden"} if own else {"hidden", "secret", "counted"}
    unseen = [line.value for line in model.score if any(of.visibility in closed for of in facts.reads(line.value))]
    takes = any(isinstance(value.type, Int) and value.type.low < 0 for value in unseen)
    return "" if not unseen else UNSURE if takes else AT_LEAST
