"""The words for the things and fields of a table: display names, and labels or titles of fields."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Flag, Model, StateField, StaticField
from interpreter.position import once
from interpreter.table import spaced
from interpreter.wording import DisplayNames, display_names, field_noun
from mercatoria import CompiledGame
from mercatoria.picture import PLAYER, Column, Picture


@dataclass(frozen=True, slots=True)
class TableWords:
    """The words for the things and fields of one game."""

    things: DisplayNames
    fields: dict[tuple[str, str], StateField | StaticField]
    """All fields and facts, by the root kind of their owner (an empty string for the game) and by name."""

    @property
    def model(self) -> Model:
        return self.things.model

    def thing(self, name: str) -> str:
        """Return the display name of a thing for the middle of a sentence, or any other name with spaces."""
        return self.things.thing(name)

    def bare(self, name: str) -> str:
        """Return the display name of a thing for a list or a cell of a table."""
        return self.things.bare(name)

    def kind(self, name: str) -> str:
        """Return the word for a kind, or for a field, for a heading."""
        return self.things.kind_title(name)

    def title(self, name: str) -> str:
        """Return the display name of a thing for a heading."""
        return self.things.title(name)

    def field(self, kind: str, name: str) -> StateField | StaticField | None:
        """Return a field or fact of the things of a kind, or of the game if `kind` is empty."""
        return self.fields.get((self.model.kinds[kind].root if kind in self.model.kinds else "", name))

    def noun(self, kind: str, name: str) -> str:
        """Return the label of a field or fact, or the name of anything else with spaces."""
        of = self.field(kind, name) or self.field("", name)
        if of is None and name in self.model.values and not self.things.locale.is_english:
            return self.model.values[name].about.title or spaced(name)
        if of is not None and isinstance(of.type, Flag) and of.label is not None and not self.things.locale.is_english:
            return of.label.one
        return field_noun(of) if of is not None else spaced(name)

    def is_internal(self, kind: str, name: str) -> bool:
        """Return True if players see a field only where the picture file names it."""
        of = self.field(kind, name)
        return of is not None and of.internal

    def heading(self, column: Column) -> str:
        """Return the title of a column of the player table."""
        of = self.field(PLAYER, column.field)
        if not self.things.locale.is_english and of is not None and of.label is not None:
            return field_noun(of)  # the picture file has titles in the language of the rulebook only
        return column.title or self.noun(PLAYER, column.field)

    def of_player(self, picture: Picture, name: str) -> str:
        """Return the title of a player’s field: that of its column, or its label."""
        column = picture.column(name)
        return self.heading(column) if column is not None else self.noun(PLAYER, name)


def words_of(table: CompiledGame) -> TableWords:
    """Return the words of a game, computed once."""
    return once(table, _words)


def _words(table: CompiledGame) -> TableWords:
    model = table.flow.model
    fields: dict[tuple[str, str], StateField | StaticField] = {}
    every: list[StateField | StaticField] = [*model.statics, *model.fields]
    for of in every:
        fields[model.kinds[of.kind].root if of.kind in model.kinds else "", of.name] = of
    return TableWords(display_names(table), fields)
