"""The table as one seat sees it, as a value: a view, the names of the model, and the picture.

Whatever is drawn is drawn from this. Nothing here knows a hidden fact, a column of the screen or a colour of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dsl.board import BoardData
from dsl.model import CallValue, Const, Model, Ref
from dsl.source import NOWHERE
from interpreter.position import PlayFault
from mercatoria import State
from mercatoria.drawing.picture import PLAYER, SUPPLY, Picture
from mercatoria.drawing.plain_values import facts_of, plain_value
from mercatoria.drawing.points import Points, points_seen
from mercatoria.players import blotted


@dataclass(frozen=True, slots=True)
class Visitor:
    """Something that moves about the map: where it is, and its sign, or the seat whose letter stands for it; both, if
    it is one of several of a seat."""

    place: str
    sign: str = ""
    seat: int | None = None
    thing: str = ""
    """The thing, or the field of the game."""
    load: Any = None
    """What it carries, as it is seen."""


@dataclass
class TableView:
    """A game as one seat sees it (None: as a spectator does)."""

    model: Model
    boards: tuple[BoardData, ...]
    """What the table plays on."""
    picture: Picture
    data: dict[str, Any]
    """What `state.view` tells."""
    points: Points
    value: Callable[[str, str, str], Any]
    """A value of the rulebook for a thing, as far as the seat can know it: kind, thing, name of the value. Without a
    kind and thing, a value of the whole game."""
    constants: Mapping[str, int]
    """The numbers, options and rulings of the rulebook."""

    # ------------------------------------------------------------ seats

    @property
    def seats(self) -> tuple[str, ...]:
        return self.model.seats

    def colour(self, seat: int) -> str:
        return self.picture.colour(seat)

    def letter(self, seat: int) -> str:
        return self.picture.letter(seat, self.seats)

    def owner(self, thing: str) -> int | None:
        """The seat that a piece belongs to."""
        return self._owners.get(thing)

    @cached_property
    def _owners(self) -> dict[str, int]:
        owners: dict[str, int] = {}
        for kind in self.model.kinds.values():
            if kind.owner is not None and kind.owner_kind == PLAYER:
                owners.update(zip(kind.things, kind.owner, strict=True))
        return owners

    # ------------------------------------------------------------ things

    def field(self, kind: str, thing: str, name: str) -> Any:
        """A field of a thing as it is seen, whichever kind above it the field stands with; None if it has none."""
        root = self.model.kinds[kind].root
        for level, things in self.data["things"].items():
            if self.model.kinds[level].root == root and thing in things and name in things[thing]:
                return things[thing][name]
        return None

    def fact(self, kind: str, thing: str, name: str) -> Any:
        """A fact of the board, as plain data; None if the thing has none of that name."""
        if not name:
            return None
        if (kind, name) not in self._facts:
            self._facts[kind, name] = facts_of(self.model, name, kind)
        return self._facts[kind, name].get(thing)

    @cached_property
    def _facts(self) -> dict[tuple[str, str], dict[str, Any]]:
        return {}

    def lookup(self, kind: str, thing: str, name: str) -> Any:
        """What a name means for a thing: a field as it is seen, a fact, a value of the rulebook for it, what is left of
        it in the supply, or a number of the rulebook. None if it means nothing."""
        if kind not in self.model.kinds:
            return self.constants.get(name)
        for value in (self.field(kind, thing, name), self.fact(kind, thing, name)):
            if value is not None:
                return value
        if name == SUPPLY:
            left = self.data["game"].get(f"{SUPPLY}_{self.model.kinds[kind].root}")
            return left.get(thing, 0) if isinstance(left, dict) else left
        if name in self.constants:
            return self.constants[name]
        return self.value(kind, thing, name)

    def kind_of(self, thing: str) -> str:
        """The kind of a thing, the narrowest of those above it; "" if nothing is called so."""
        return self._kinds.get(thing, "")

    @cached_property
    def _kinds(self) -> dict[str, str]:
        widest_first = sorted(self.model.kinds.values(), key=lambda kind: -kind.size)
        return {thing: kind.name for kind in widest_first for thing in kind.things}

    # ------------------------------------------------------------ the table

    @property
    def middle(self) -> tuple[str, ...]:
        """The fields and values of the game that are shown: those of the picture, or if it says nothing of them, all
        fields but the interpreter's own."""
        if self.picture.table is not None:
            return self.picture.table
        builtin = {of.name for of in self.model.fields if of.builtin}
        return tuple(name for name in self.data["game"] if name not in builtin)

    @cached_property
    def visitors(self) -> list[Visitor]:
        """Everything that moves about the map, in the order of the picture."""
        visitors = []
        for of in self.picture.travellers:
            if not of.kind:
                visitors.append(Visitor(str(self.data["game"].get(of.field)), of.sign, thing=of.field))
                continue
            things = self.model.kinds[of.kind].things
            for number, thing in enumerate(things, 1):
                place = str(self.field(of.kind, thing, of.field))
                load = self.field(of.kind, thing, of.load) if of.load else None
                if of.kind == PLAYER and not of.sign:
                    visitors.append(Visitor(place, "", number - 1, thing, load))
                elif (owner := self.owner(thing)) is not None:
                    visitors.append(Visitor(place, of.sign, owner, thing, load))
                else:
                    visitors.append(Visitor(place, f"{of.sign}{number if len(things) > 1 else ''}", None, thing, load))
        return visitors

    @cached_property
    def places(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Where things lie on the map, by kind: column and row."""
        places: dict[str, dict[str, tuple[int, int]]] = {}
        for board in self.boards:
            for kind, row in board.rows():
                if row.at is not None and kind in self.model.kinds:
                    places.setdefault(kind, {})[row.name] = row.at
        return places

    @property
    def placed(self) -> set[str]:
        """The kinds whose things have places, on the board or because lines join them."""
        kinds = self.model.kinds
        if self.places:
            return set(self.places)
        roots = {kinds[kind.between].root for kind in kinds.values() if kind.ends is not None}
        return {kind.name for kind in kinds.values() if kind.root in roots and (kind.name in roots or kind.size > 0)}


def table_view(state: State, picture: Picture, seat: int | None) -> TableView:
    """What a seat sees of a game (None: what a spectator sees)."""
    constants = {name: const.value for name, const in state.table.checked.names.constants.items()}
    edition, model = state.edition, state.table.flow.model
    boards = edition.folder.boards_of(len(model.seats), edition.variants, edition.options)
    return TableView(
        model, tuple(boards), picture, state.view(seat), points_seen(state, seat),
        _values(state, seat), constants,
    )  # fmt: skip


def _values(state: State, seat: int | None) -> Callable[[str, str, str], Any]:
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
            return plain_value(model, rule.type, state.table.walker.evaluator.read_as(call, rule.type, known, {}))
        except PlayFault:
            return None

    return value
