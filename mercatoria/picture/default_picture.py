"""Builds the default picture, which shows all things with positions, their contents and all moving pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl.model import Holder, Model, Ref
from mercatoria.picture.picture import MOST_ROWS, PLAYER, Mark, MovingKind, Picture
from mercatoria.picture.stage import CardsPart, GridPart, MapPart, StagePart

OPEN = "open"


def completed(picture: Picture, model: Model, placed: set[str]) -> Picture:
    """Return the picture. If the picture has no map, add a default map of all kinds of things that have positions."""
    if picture.map:
        return picture
    lines = picture.lines or next((name for name, kind in model.kinds.items() if kind.between in placed), "")
    marks = tuple(_mark(model, kind) for kind in sorted(placed, key=lambda kind: model.kinds[kind].size))
    travellers = picture.travellers or tuple(_travellers(model, {model.kinds[kind].root for kind in placed}))
    return replace(picture, map=marks, lines=lines, travellers=travellers)


def default_stage(picture: Picture, model: Model) -> tuple[StagePart, ...]:
    """Return the areas of the board for a picture file that lists none.

    A map is enough. Without a map, the largest collection of a player comes first, then all open cards and pieces.
    """
    if picture.map:
        return (MapPart(),)
    held = [(of, of.type) for of in model.fields if isinstance(of.type, Holder) and not of.internal and not of.builtin]
    own = [(of.name, holder) for of, holder in held if of.kind == PLAYER and not of.keys]
    common = tuple(of.name for of, _ in held if not of.kind and of.visibility == OPEN)
    grids = [(name, holder.kind) for name, holder in own if _is_sorted(model, holder)]
    largest = max(grids, key=lambda grid: model.kinds[grid[1]].size, default=None)
    hands = tuple(name for name, holder in own if not _is_sorted(model, holder))
    found: list[StagePart] = [GridPart(largest[1], largest[0])] if largest is not None else []
    found += [CardsPart(common)] if common else []
    found += [CardsPart(hands, mine=True)] if hands else []
    return tuple(found)


def _is_sorted(model: Model, of: Holder) -> bool:
    """Return True if a field holds interchangeable pieces of several sorts, few enough for a grid."""
    kind = model.kinds[of.kind]
    return kind.fungible and kind.owner is None and 1 < kind.size <= MOST_ROWS


def _mark(model: Model, kind: str) -> Mark:
    root = model.kinds[kind].root
    fields = [of for of in model.fields if of.visibility == OPEN and not of.builtin and not of.keys
              and of.kind in model.kinds and model.kinds[of.kind].root == root]  # fmt: skip
    pieces = tuple(of.name for of in fields if isinstance(of.type, Holder) or _is_seat(of.type))
    facts = [of for of in model.statics if model.kinds[of.kind].root == root]
    below = tuple(of.name for of in facts if isinstance(of.type, Ref) and model.kinds[of.type.kind].root != root)
    return Mark(kind, pieces=pieces, below=below)


def _is_seat(of: object) -> bool:
    return isinstance(of, Ref) and of.kind == PLAYER


def _travellers(model: Model, roots: set[str]) -> Iterator[MovingKind]:
    """Yield a kind of moving piece for each kind that has a public field containing a place on the map."""
    done = set(roots)
    for of in model.fields:
        root = model.kinds[of.kind].root if of.kind in model.kinds else ""
        if not root or root in done or of.visibility != OPEN or of.builtin or of.keys:
            continue
        if isinstance(of.type, Ref) and model.kinds[of.type.kind].root in roots:
            done.add(root)
            load = next((each.name for each in model.fields if each.kind == of.kind and each.visibility == OPEN
                         and isinstance(each.type, Holder)), "")  # fmt: skip
            yield MovingKind(of.name, of.kind, "" if of.kind == PLAYER else of.kind[0], load)
