"""Finds the names that a picture shows, and the public fields that it does not show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl.model import Model, StateField
from mercatoria.picture.default_picture import completed
from mercatoria.picture.picture import MOST_ROWS, PLAYER, Picture, keyed_by
from mercatoria.picture.placeholders import blanks_in
from mercatoria.picture.stage import CardsPart, ChartPart, GridPart, MapPart

Named = tuple[str, str]
"""The root kind of a field's owner (an empty string for the game) and the name of the field."""


def unshown(picture: Picture, model: Model, placed: set[str]) -> list[StateField]:
    """Return the fully or partly public fields that the picture file neither shows nor lists under `hide`, and that
    are not internal.

    Args:
        placed: Kinds of things that have positions on the map.
    """
    shown = {(_root(model, kind), name) for kind, name in _shown(picture, model, placed)}
    return [of for of in model.fields
            if of.has_public_size and not of.builtin and not of.internal and _is_written(of)
            and of.name not in picture.hide and (_root(model, of.kind), of.name) not in shown]  # fmt: skip


def names_shown(picture: Picture, model: Model, placed: set[str]) -> set[str]:
    """Return the names of all fields, facts, values, tables and numbers that a picture shows or that its texts use."""
    tables = {name for chart in picture.charts for name in chart.tables}
    texts = {name for text in picture.texts.values() for name in blanks_in(text)}
    return tables | texts | {name for _, name in _shown(picture, model, placed)}


def _is_written(of: StateField) -> bool:
    """Return False if the compiler added the field, for example to store the state of an offer."""
    return of.span is not None and of.span.text.startswith(of.name)


def _root(model: Model, kind: str) -> str:
    return model.kinds[kind].root if kind in model.kinds else kind


def _shown(picture: Picture, model: Model, placed: set[str]) -> Iterator[Named]:
    """Yield every field, fact or value that a picture shows, with its kind."""
    whole = completed(picture, model, placed)
    for mark in whole.map:
        dim = mark.dim.removeprefix("not ").strip()
        yield from ((mark.kind, name) for name in (mark.number, mark.token, dim, *mark.pieces, *mark.below))
    for traveller in whole.travellers:
        yield from ((traveller.kind, name) for name in (traveller.field, traveller.load))
    if picture.areas is not None:
        yield from ((mark.kind, picture.areas.by) for mark in picture.map)
    for chart in picture.charts:
        keyed = keyed_by(model, chart.kind)
        yield from (("" if name in keyed else chart.kind, name) for name in (chart.track, *chart.rows))
    yield from ((kind, name) for kind in picture.always for name in blanks_in(picture.texts.get(kind, "")))
    yield from ((PLAYER, column.field) for column in picture.players)
    yield from (("", name) for name in picture.table or ())
    yield from _staged(picture)
    for of in model.fields:
        in_hand = of.kind == PLAYER and not picture.players
        in_middle = not of.kind and picture.table is None
        if in_hand or in_middle or (not (picture.map or picture.charts) and _has_table(model, of)):
            yield of.kind, of.name


def _staged(picture: Picture) -> Iterator[Named]:
    """Yield every field or fact that an area of the board or the face of a card shows."""
    for part in picture.stage:
        match part:
            case GridPart():
                yield PLAYER, part.of
                yield from ((part.kind, name) for name in (part.columns, part.rows, part.colour))
            case CardsPart():
                yield from ((PLAYER if part.mine else "", name) for name in part.fields)
            case MapPart() | ChartPart():
                pass
            case _:
                assert_never(part)
    for kind, face in picture.cards.items():
        yield from ((kind, name) for name in (face.value, face.place, face.needs, face.gives))


def _has_table(model: Model, of: StateField) -> bool:
    """Return True if the default picture shows the field in a chart."""
    return of.kind in model.kinds and of.kind != PLAYER and model.kinds[of.kind].size <= MOST_ROWS
