"""Values that are the same in every position of a table: board names, board facts and piece owners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dsl.board import BoardData
from dsl.model import Model
from interpreter.position import once
from mercatoria import CompiledGame
from mercatoria.picture import PLAYER
from mercatoria.static_scene.plain_values import facts_of


@dataclass(frozen=True)
class StaticScene:
    """Everything about a table that never changes during play.

    `boards` contains the board data, and `constants` the rulebook's numbers, options and rulings.
    """

    model: Model
    boards: tuple[BoardData, ...]
    constants: Mapping[str, int]

    def fact(self, kind: str, thing: str, name: str) -> Any:
        """Return a board fact as plain data, or None if the thing has no such fact."""
        if not name:
            return None
        if (kind, name) not in self._facts:
            self._facts[kind, name] = facts_of(self.model, name, kind)
        return self._facts[kind, name].get(thing)

    @cached_property
    def _facts(self) -> dict[tuple[str, str], dict[str, Any]]:
        return {}

    @cached_property
    def owners(self) -> dict[str, int]:
        """Seat that owns each piece, keyed by piece name; unowned pieces are left out."""
        owners: dict[str, int] = {}
        for kind in self.model.kinds.values():
            if kind.owner is not None and kind.owner_kind == PLAYER:
                owners.update(zip(kind.things, kind.owner, strict=True))
        return owners

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Most specific kind of each thing."""
        widest_first = sorted(self.model.kinds.values(), key=lambda kind: -kind.size)
        return {thing: kind.name for kind in widest_first for thing in kind.things}

    @cached_property
    def levels(self) -> dict[str, tuple[str, ...]]:
        """Kinds that have fields, grouped by root kind, in field order."""
        found: dict[str, dict[str, None]] = {kind.root: {} for kind in self.model.kinds.values()}
        for of in self.model.fields:
            if of.kind:
                found[self.model.kinds[of.kind].root][of.kind] = None
        return {root: tuple(levels) for root, levels in found.items()}

    @cached_property
    def places(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Column and row of each thing in the board file, grouped by kind."""
        places: dict[str, dict[str, tuple[int, int]]] = {}
        for board in self.boards:
            for kind, row in board.rows():
                if row.at is not None and kind in self.model.kinds:
                    places.setdefault(kind, {})[row.name] = row.at
        return places

    @property
    def placed(self) -> set[str]:
        """Kinds whose things have map positions, given by the board or derived from connecting lines."""
        kinds = self.model.kinds
        if self.places:
            return set(self.places)
        roots = {kinds[kind.between].root for kind in kinds.values() if kind.ends is not None}
        return {kind.name for kind in kinds.values() if kind.root in roots and (kind.name in roots or kind.size > 0)}


def setting_of(table: CompiledGame) -> StaticScene:
    """Return the static scene of a table, which is cached together with the rules."""
    return once(table, _setting)


def _setting(table: CompiledGame) -> StaticScene:
    edition, model = table.edition, table.flow.model
    boards = edition.folder.boards_of(len(model.seats), edition.variants, edition.options)
    constants = {name: const.value for name, const in table.checked.names.constants.items()}
    return StaticScene(model, tuple(boards), constants)
