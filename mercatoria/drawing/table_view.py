"""The table as one seat sees it: a view of the game, the fixed facts of the board, and the picture file.

Every drawing is made from a `TableView`. A `TableView` contains no hidden information and does not depend on the
screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dsl.board import BoardData
from dsl.model import Model
from interpreter.table import CachedView
from mercatoria import State
from mercatoria.drawing.points import Points, points_seen
from mercatoria.drawing.visible_values import VisibleValues
from mercatoria.drawing.words import TableWords, words_of
from mercatoria.picture import PLAYER, SUPPLY, CardsPart, Picture, keyed_by
from mercatoria.static_scene import StaticScene, setting_of


@dataclass(frozen=True, slots=True)
class MovingPieceView:
    """A moving piece on the map, identified by its sign, by the colour of its seat, or by both."""

    place: str
    sign: str = ""
    seat: int | None = None
    thing: str = ""
    """Name of the moving thing, or of the game's field that contains the place of the piece."""
    load: Any = None
    """The visible cargo of the piece."""


@dataclass
class TableView:
    """The game as a seat or a spectator (None) sees it."""

    setting: StaticScene
    picture: Picture
    data: dict[str, Any]
    """The view of the game, as returned by `state.view`."""
    points: Points
    value: VisibleValues
    words: TableWords

    @property
    def model(self) -> Model:
        return self.setting.model

    @property
    def boards(self) -> tuple[BoardData, ...]:
        """The board files used at this table."""
        return self.setting.boards

    # ------------------------------------------------------------ seats

    @property
    def seats(self) -> tuple[str, ...]:
        return self.model.seats

    def colour(self, seat: int) -> str:
        return self.picture.colour(seat)

    def letter(self, seat: int) -> str:
        return self.picture.letter(seat, self.seats)

    def owner(self, thing: str) -> int | None:
        """Return the seat that owns a thing, or None."""
        return self.setting.owners.get(thing)

    # ------------------------------------------------------------ things

    def field(self, kind: str, thing: str, name: str) -> Any:
        """Return the visible value of a thing's field, or None if the thing has no such field.

        The rulebook may declare the field for the kind of the thing or for a more general kind.
        """
        return next((held[name] for held in self.held(kind, thing) if name in held), None)

    def held_by_kind(self, kind: str) -> list[Mapping[str, Mapping[str, Any]]]:
        """Return the visible fields of all things with the same root kind, in one mapping for each kind that declares
        fields.
        """
        levels = self.setting.levels[self.model.kinds[kind].root]
        return [self.data["things"].get(level, {}) for level in levels]

    def held(self, kind: str, thing: str) -> tuple[Mapping[str, Any], ...]:
        """Return the visible fields of a thing, in one mapping for each of its kinds that declares fields."""
        return tuple(things[thing] for things in self.held_by_kind(kind) if thing in things)

    def fact(self, kind: str, thing: str, name: str) -> Any:
        """Return the value of a fact from the board file, or None if the thing has no such fact."""
        return self.setting.fact(kind, thing, name)

    def lookup(self, kind: str, thing: str, name: str) -> Any:
        """Return the value that a name in the picture file has for a thing, or None if the name has no value.

        The first match counts, in this order: fields and facts of the thing, `supply`, constants, fields of the game
        with an entry for each thing, and computed values.
        """
        constants = self.setting.constants
        if kind not in self.model.kinds:
            return constants.get(name)
        for value in (self.field(kind, thing, name), self.fact(kind, thing, name)):
            if value is not None:
                return value
        if name == SUPPLY:
            left = self.data["game"].get(f"{SUPPLY}_{self.model.kinds[kind].root}")
            return left.get(thing, 0) if isinstance(left, dict) else left
        if name in constants:
            return constants[name]
        if name in keyed_by(self.model, kind):
            return self.data["game"][name].get(thing)
        return self.value(kind, thing, name)

    def kind_of(self, thing: str) -> str:
        """Return the most specific kind of a thing, or an empty string if the thing does not exist."""
        return self.setting.kinds.get(thing, "")

    # ------------------------------------------------------------ the table

    @property
    def middle(self) -> tuple[str, ...]:
        """The fields and values shown in the middle of the table or as an area of the board. By default, these are all
        fields of the game.
        """
        if self.picture.table is not None:
            staged = [name for part in self.picture.stage if isinstance(part, CardsPart) and not part.mine
                      for name in part.fields]  # fmt: skip
            return tuple(dict.fromkeys((*self.picture.table, *staged)))
        hidden = {of.name for of in self.model.fields if of.builtin or of.internal}
        return tuple(name for name in self.data["game"] if name not in hidden)

    @cached_property
    def visitors(self) -> list[MovingPieceView]:
        """The moving pieces, in the order in which the picture file lists them."""
        visitors = []
        for of in self.picture.travellers:
            if not of.kind:
                visitors.append(MovingPieceView(str(self.data["game"].get(of.field)), of.sign, thing=of.field))
                continue
            things = self.model.kinds[of.kind].things
            for number, thing in enumerate(things, 1):
                place = str(self.field(of.kind, thing, of.field))
                load = self.field(of.kind, thing, of.load) if of.load else None
                if of.kind == PLAYER and not of.sign:
                    visitors.append(MovingPieceView(place, "", number - 1, thing, load))
                elif (owner := self.owner(thing)) is not None:
                    visitors.append(MovingPieceView(place, of.sign, owner, thing, load))
                else:
                    visitors.append(
                        MovingPieceView(place, f"{of.sign}{number if len(things) > 1 else ''}", None, thing, load)
                    )
        return visitors

    @property
    def places(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Column and row of each thing on the map, grouped by kind."""
        return self.setting.places


def table_view(state: State, picture: Picture, seat: int | None, kept: CachedView | None = None) -> TableView:
    """Return the view of a game for a seat or for a spectator (None). `kept` is a cache with the seat's previous
    view.
    """
    known = VisibleValues(state.table, state.vector, seat)
    data, points = state.view(seat, kept), points_seen(state, known)
    return TableView(setting_of(state.table), picture, data, points, known, words_of(state.table))
