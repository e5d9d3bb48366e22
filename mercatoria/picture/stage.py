"""The entries `stage` (the areas of a board) and `cards` (the faces of cards) of a picture file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

STAGE_TEXT = "stage."
"""Start of the keys under which a file of words translates the titles of areas."""


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


def titles_of(stage: Iterable[StagePart]) -> dict[str, str]:
    """Return the titles and notes of areas by the keys under which a file of words translates them.

    The keys are `stage.NAME` and, for notes, `stage.NAME.COLUMN`. The name is the kind of a chart, the field of a
    collection, or the first field of an area of cards.
    """
    found = {}
    for part in stage:
        if key := _key(part):
            found[key] = "" if isinstance(part, MapPart) else part.title
        if isinstance(part, GridPart):
            found |= {f"{key}.{column}": note for column, note in part.notes.items()}
    return {key: text for key, text in found.items() if text}


def translated_stage(stage: Iterable[StagePart], texts: Mapping[str, str]) -> tuple[StagePart, ...]:
    """Return the areas with the titles and notes of a file of words. Those that it lacks stay as they are."""
    return tuple(_translated(part, texts) for part in stage)


def _translated(part: StagePart, texts: Mapping[str, str]) -> StagePart:
    if isinstance(part, MapPart):
        return part
    key = _key(part)
    title = texts.get(key, part.title)
    if isinstance(part, GridPart):
        notes = {column: texts.get(f"{key}.{column}", note) for column, note in part.notes.items()}
        return replace(part, title=title, notes=notes)
    return replace(part, title=title)


def _key(part: StagePart) -> str:
    """Return the key of an area, or an empty string if it has no title."""
    match part:
        case MapPart():
            name = ""
        case GridPart():
            name = part.of
        case CardsPart():
            name = part.fields[0] if part.fields else ""
        case ChartPart():
            name = part.kind
        case _:
            assert_never(part)
    return f"{STAGE_TEXT}{name}" if name else ""


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
