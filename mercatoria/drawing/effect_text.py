"""Describes the effects of a rule in the words of a player, as far as the picture shows the fields."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Ref, StateField
from interpreter.position import once
from interpreter.table import spaced
from interpreter.trace import FoundPlayer, RuleEffect
from interpreter.wording import ChangeText, display_names, field_noun
from mercatoria import CompiledGame
from mercatoria.drawing.words import words_of
from mercatoria.picture import PLAYER, Picture, completed, picture_of
from mercatoria.static_scene import setting_of


@dataclass(frozen=True, slots=True)
class EffectText:
    """Writes effect descriptions for one game, with the names and the fields of its picture."""

    table: CompiledGame
    picture: Picture

    def told(self, deed: RuleEffect, reader: int | None = None, line: str = "") -> list[str]:
        """Describe the effects of a rule in short phrases, leaving out effects that the picture does not show.

        Args:
            reader: The seat that is addressed with `you`, or None to name every player.
            line: The log line above the phrases, which do not repeat what it says.
        """
        drawn = (change for change in deed.changes if self.is_drawn(change.place.run.field))
        found = [self.found(each, reader) for each in deed.found]
        return [*found, *ChangeText(self.table, self, reader, line).told(drawn)]

    def found(self, of: FoundPlayer, reader: int | None) -> str:
        """Return the player whom secret answers brought out, as in `winner: Red`."""
        model, said = self.table.flow.model, self.table.locale
        is_reader = of.seat == reader and said("you")
        player = said("you").lower() if is_reader else display_names(self.table).thing(model.seats[of.seat])
        return said("found_player", name=model.chance_titles.get(of.name) or spaced(of.name), player=player)

    def is_drawn(self, of: StateField) -> bool:
        """Return True if the picture shows the field, either explicitly or, unless it is internal, by default."""
        picture = self.picture
        if of.kind == PLAYER:
            return picture.column(of.name) is not None if picture.players else not of.internal
        if not of.kind:
            moves = any(each.field == of.name and not each.kind for each in picture.travellers)
            return moves or (not of.internal if picture.table is None else of.name in picture.table)
        return of.name in _of_things(picture) or not (picture.map or picture.charts or of.internal)

    def title(self, of: StateField) -> str:
        """Return the title of a field: the one that the picture gives to a field of players, or its label."""
        return words_of(self.table).of_player(self.picture, of.name) if of.kind == PLAYER else field_noun(of)

    def currency(self, of: StateField) -> str:
        """Return the title of the column in which the picture shows a field, or the rulebook's currency."""
        column = self.picture.column(of.name)
        titled = of.label is not None or column is not None
        return self.title(of) if titled else self.table.flow.model.money

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
    return EffectText(table, completed(picture_of(table), setting.model, setting.placed))


def _of_things(picture: Picture) -> set[str]:
    """Return the names of the fields that the picture shows on the map or in charts."""
    names = {name for chart in picture.charts for name in (*chart.rows, chart.track)}
    names |= {name for each in picture.travellers for name in (each.field, each.load)}
    for mark in picture.map:
        names.update((mark.number, mark.token, mark.dim.removeprefix("not "), mark.room, *mark.pieces, *mark.below))
    return names | {picture.areas.by if picture.areas is not None else ""}
