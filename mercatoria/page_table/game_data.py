"""Compiles a table to what a page needs to play it: a WebAssembly module, and a description with words and a map.

The description is that of `interpreter.native`, with the key `page`:

- `titles` holds the display name of each thing, by kind, `actions` the title of each kind of move, and `phases` that of
  each phase.
- `map` is the map without pieces, as SVG, and `spots` holds the centre and the radius of each of its places and lines.
- `shown` lists the fields that a page can read without Python, each with the number of its description in `fields`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow
from interpreter.native import description, native_module
from interpreter.position import PASS, FieldLayout
from interpreter.table import CompiledGame, called, titled
from interpreter.wasm import encode
from mercatoria import Game
from mercatoria.drawing import Drawing, TableWords, draw, words_of
from mercatoria.picture import PLAYER
from mercatoria.players import knowledge_of
from mercatoria.svg import ground_of, hue, layout_of, svg

Data = Mapping[str, object]

READABLE = ("number", "space", "own", "bag", "counts", "row", "pile", "stack", "layered")
"""The storage forms that a page can read."""
VISIBLE = ("open", "secret")
"""A page shows open fields to all players, and secret fields to their owner. It shows no other fields."""
UNDRAWN = ("pieces", "centre", "below", "guests", "moves")


class NoModule(Exception):
    """Raised if no module can be written for a game. The message says why."""


@dataclass(frozen=True, slots=True)
class GameData:
    """A module for a page, and its description as JSON data."""

    module: bytes
    about: Data


def game_data(game: Game, players: int) -> GameData:
    """Compile a game for a number of players. Raises `NoModule`."""
    table = game.table(players)
    if not isinstance(table.engine, GeneratedEngine):
        raise NoModule(f"no module can be written for {game.title}: the Python engine cannot play all of its rules")
    native = native_module(
        table.flow, table.engine.program, tuple(table.start()), knowledge=knowledge_of(table)
    )  # fmt: skip
    if native.not_carried:
        raise NoModule(f"no module can be written for {game.title}: it lacks {', '.join(native.not_carried)}")
    about = {
        "made_by": f"mercatoria {mercatoria.__version__}", "game": game.slug, "title": game.title, "players": players,
        "variants": list(game.variants), "rules": table.fingerprint,
        **description(table.flow, native, table.engine.program.faults), "page": _page(game, table, players),
    }  # fmt: skip
    return GameData(encode(native.module), about)


def _page(game: Game, table: CompiledGame, players: int) -> Data:
    flow, words = table.flow, words_of(table)
    drawing = _without_pieces(draw(game.start(players), None, offered=False))
    roots = [kind for kind in flow.model.kinds.values() if kind.root == kind.name]
    return {
        "titles": {kind.name: [words.title(thing) for thing in kind.things] for kind in roots},
        "actions": [_action(flow, number) for number in range(len(flow.move_kinds))],
        "phases": {node.phase.name: called(node.phase) for node in flow.nodes},
        "pass": PASS[0],
        "hues": [hue(flow.model.seats[hand.seat], hand.colour) for hand in drawing.hands],
        "owners": _owners(table),
        "map": svg(drawing, styled=False),
        "spots": _spots(drawing),
        "shown": list(_shown(flow, words)),
    }  # fmt: skip


def _action(flow: Flow, number: int) -> str:
    kind = flow.move_kinds[number]
    return called(kind.action.about) if kind.action is not None else titled(kind.name)


def _owners(table: CompiledGame) -> dict[str, int]:
    """Return the seat that owns each thing, for the things with an owner."""
    found: dict[str, int] = {}
    for kind in table.flow.model.kinds.values():
        if kind.owner is not None and kind.owner_kind == PLAYER:
            found.update(zip(kind.things, kind.owner, strict=True))
    return found


# ---------------------------------------------------------------- the map


def _without_pieces(drawing: Drawing) -> Drawing:
    """Return a drawing of the map as it is printed."""
    none: dict[str, tuple[()]] = dict.fromkeys(UNDRAWN, ())
    places = tuple(replace(place, **none) for place in drawing.places)  # type: ignore[arg-type]
    lines = tuple(replace(line, pieces=(), guests=(), moves=()) for line in drawing.lines)
    return replace(drawing, places=places, lines=lines)


def _spots(drawing: Drawing) -> dict[str, list[float]]:
    if not drawing.places:
        return {}
    layout = layout_of(ground_of(drawing))
    spots = {name: [round(number, 1) for number in spot] for name, spot in layout.places.items()}
    return spots | {name: [round(number, 1) for number in (*curve.at(0.5), 0.0)]
                    for name, curve in layout.curves.items()}  # fmt: skip


# ---------------------------------------------------------------- fields


def _shown(flow: Flow, words: TableWords) -> Iterator[Data]:
    for number, run in enumerate(flow.layout.runs.values()):
        field = run.field
        if run.form not in READABLE or field.visibility not in VISIBLE or field.key_kinds or field.builtin:
            continue
        if words.is_internal(field.kind, field.name):
            continue
        kinds = flow.model.kinds
        owners = kinds[field.kind].things[: run.owners[1]] if field.kind else ()
        yield {
            "field": number, "title": titled(words.noun(field.kind, field.name)), "of": field.kind,
            "root": kinds[field.kind].root if field.kind else "", "owners": list(owners),
            "secret": field.visibility == "secret", **_holds(run),
        }  # fmt: skip


def _holds(run: FieldLayout) -> Data:
    if run.kind is None:
        return {"kind": "", "first": 0, "things": []}
    return {"kind": run.kind.root, "first": run.kind.first, "things": list(run.kind.things), "sorts": list(run.sorts)}
