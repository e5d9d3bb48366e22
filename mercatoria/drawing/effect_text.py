"""Describes the effects of a rule in the words of a player, as far as the picture shows the fields."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Model, Ref, StateField
from interpreter.position import once
from interpreter.table import spaced
from interpreter.trace import RuleEffect
from interpreter.wording import ChangeText
from mercatoria import CompiledGame
from mercatoria.picture import PLAYER, Picture, completed, picture_of
from mercatoria.static_scene import setting_of


@dataclass(frozen=True, slots=True)
class EffectText:
    """Writes effect descriptions for one game, with the names and the fields of its picture."""

    model: Model
    picture: Picture

    def told(self, deed: RuleEffect) -> list[str]:
        """Describe the effects of a rule in short phrases, leaving out effects that the picture does not show."""
        drawn = (change for change in deed.changes if self.is_drawn(change.place.run.field))
        return ChangeText(self.model, self).told(drawn)

    def is_drawn(self, of: StateField) -> bool:
        """Return True if the picture shows the field, either explicitly or by default."""
        picture = self.picture
        if of.kind == PLAYER:
            return not picture.players or any(column.field == of.name for column in picture.players)
        if not of.kind:
            moves = any(each.field == of.name and not each.kind for each in picture.travellers)
            return moves or picture.table is None or of.name in picture.table
        return not (picture.map or picture.charts) or of.name in _of_things(picture)

    def title(self, of: StateField) -> str:
        """Return the title of a field: the picture can give a title to a field of players."""
        return self.picture.title(of.name) if of.kind == PLAYER else spaced(of.name)

    def currency(self, of: StateField) -> str:
        """Return the title of the column in which the picture shows a field, or the rulebook's currency."""
        known = any(column.field == of.name for column in self.picture.players)
        return self.picture.title(of.name) if known else self.model.money

    def is_whereabouts(self, of: StateField) -> bool:
        """Return True if the picture draws a moving piece at the place that a field contains."""
        return isinstance(of.type, Ref) and any(
            each.field == of.name and bool(each.kind) == bool(of.kind) for each in self.picture.travellers
        )


def teller_of(table: CompiledGame) -> EffectText:
    """Return the `EffectText` of a table, from the cache if possible.

    Parts that are missing from the picture get default values.
    """
    return once(table, _teller)


def _teller(table: CompiledGame) -> EffectText:
    setting = setting_of(table)
    return EffectText(setting.model, completed(picture_of(table), setting.model, setting.placed))


def _of_things(picture: Picture) -> set[str]:
    """Return the names of the fields that the picture shows on the map or in charts."""
    names = {name for chart in picture.charts for name in (*chart.rows, chart.track)}
    names |= {name for each in picture.travellers for name in (each.field, each.load)}
    for mark in picture.map:
        names.update((mark.number, mark.token, mark.dim.removeprefix("not "), mark.room, *mark.pieces, *mark.below))
    return names | {picture.areas.by if picture.areas is not None else ""}
