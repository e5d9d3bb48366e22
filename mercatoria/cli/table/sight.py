"""What a drawing is made from: a view, the names of the model, and the picture. Nothing here knows hidden facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dsl.folder import GameFolder
from dsl.model import Model
from mercatoria import State
from mercatoria.cli.table.picture import PLAYER, Picture, facts_of
from mercatoria.players import Position


@dataclass
class Sight:
    """One seat's sight of a play (None: a spectator's)."""

    model: Model
    folder: GameFolder
    picture: Picture
    view: dict[str, Any]
    points: tuple[int, ...]
    """Points so far by seat, counted of what the seat may see."""
    sure: tuple[bool, ...]
    """Whether a seat's points are all there are: nothing of it is hidden."""
    owners: dict[str, int] = field(default_factory=dict)

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
        """A fact of the board."""
        if not name:
            return None
        if (kind, name) not in self._facts:
            self._facts[kind, name] = facts_of(self.model, name, kind)
        return self._facts[kind, name].get(thing)

    @cached_property
    def _facts(self) -> dict[tuple[str, str], dict[str, Any]]:
        return {}

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
    points, sure = points_seen(state, seat)
    return Sight(model, state.game.folder, picture, state.view(seat), points, sure)


def points_seen(state: State, seat: int | None) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Points so far, counted of what a seat may see, and for which seats that is all."""
    from interpreter.faults import PlayFault

    model = state.table.flow.model
    secrets = any(of.visibility != "open" for of in model.fields if of.kind == PLAYER or PLAYER in of.key_kinds)
    sure = tuple(not secrets or state.is_over or other == seat for other in range(model.players))
    try:
        if state.is_over:
            return state.scores, sure
        return Position(state, seat).points, sure
    except (PlayFault, IndexError):
        return (), sure
