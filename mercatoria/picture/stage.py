"""The entries `stage` (the areas of a board) and `cards` (the faces of cards) of a picture file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class MapPart:
    """The map."""

    small: bool = False


@dataclass(frozen=True, slots=True)
class GridPart:
    """A player's collection, with a box for each thing of a kind, in columns.

    `of` is the field that contains the collection. The fact `columns` gives the column of a thing, `rows` its place in
    the column, and `colour` another thing whose colour it has. An empty name means that there is no such fact.
    """

    kind: str
    of: str
    columns: str = ""
    rows: str = ""
    colour: str = ""
    title: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    """A few words below the name of a column, keyed by the thing or number that is the column."""


@dataclass(frozen=True, slots=True)
class CardsPart:
    """Fields with cards or pieces: fields of the game or, if `mine`, of the player who looks at the board."""

    fields: tuple[str, ...]
    mine: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class ChartPart:
    """The chart of a kind."""

    kind: str
    title: str = ""


StagePart = MapPart | GridPart | CardsPart | ChartPart


@dataclass(frozen=True, slots=True)
class CardFace:
    """Names of the facts that a card of some kind shows.

    `value` is the number in its corner, `place` gives its title, `needs` lists the pieces that it asks for, and `gives`
    those that it brings.
    """

    value: str = ""
    place: str = ""
    needs: str = ""
    gives: str = ""
