"""Finds the place on the map at which a move happens, and the place from which it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from dsl.model import Ref
from interpreter.log import MOVE, LogEntry
from interpreter.position import PLAYER, Vector, once
from interpreter.table import view
from interpreter.trace import RuleEffect
from interpreter.wording import told_arguments, told_outcome
from mercatoria import CompiledGame, Move
from mercatoria.drawing.draw import scene_of
from mercatoria.drawing.effect_text import teller_of
from mercatoria.picture import picture_of


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Names of things on the map: the `place` of a log entry and its `origin`. Each is empty if there is none."""

    place: str = ""
    origin: str = ""


NOWHERE = Whereabouts()


def where(
    table: CompiledGame, seat: int | None, entry: LogEntry, line: str, effects: Sequence[RuleEffect] = (),
    standing: Callable[[], Mapping[str, str]] = dict,
) -> Whereabouts:  # fmt: skip
    """Return where a log entry happened, using only information that the seat or spectator (None) may see.

    The first argument of the move that is on the map is the place, and the second is the origin. Otherwise the origin
    is the place that a moving piece has left. A move that names only a moving piece happens at the place of this piece.

    Args:
        line: The same entry as it appears in the seat's own log.
        effects: The effects of the entry as the seat sees them. Without them, a moving piece has no origin.
        standing: Returns the place of each moving piece after the entry, by the name of the piece (`standing_at`). Few
            entries need it.
    """
    told = list(told_arguments(table, seat, entry, line).values()) if entry.form == MOVE else [told_outcome(line)]
    on_map, named = once(table, _on_map), _named(table, told)
    walks = [(goal, start) for goal, start in _walks(table, effects) if goal in on_map]
    if not named:
        return Whereabouts(*walks[0]) if len(walks) == 1 else _where_it_stands(table, told, standing)
    place, *others = named
    starts = [start for goal, start in walks if goal == place]
    return Whereabouts(place, next(filter(on_map.__contains__, [*others, *starts]), ""))


def _where_it_stands(
    table: CompiledGame, told: Iterable[object], standing: Callable[[], Mapping[str, str]]
) -> Whereabouts:  # fmt: skip
    """Return the place of the only moving piece that an entry names."""
    moving = once(table, _moving_pieces)
    pieces = [value for value in told if isinstance(value, str) and value in moving]
    at = standing() if len(pieces) == 1 else {}
    return Whereabouts(at[pieces[0]]) if at and pieces[0] in at else NOWHERE


def standing_at(table: CompiledGame, v: Vector, seat: int | None) -> dict[str, str]:
    """Return the place of each moving piece in a position, by name. Pieces that the seat cannot see are left out."""
    teller, on_map = teller_of(table), once(table, _on_map)
    seen = view(table.flow, v, seat, lambda run: teller.is_whereabouts(run.field))
    things = cast(Mapping[str, Mapping[str, Mapping[str, object]]], seen["things"])
    fields = ((name, spot) for each in things.values() for name, of in each.items() for spot in of.values())
    return {name: spot for name, spot in fields if isinstance(spot, str) and spot in on_map}


def goal_of(table: CompiledGame, move: Move) -> str:
    """Return the place on the map at which a legal move would happen, or an empty string."""
    named = _named(table, [value for name, value in move.args.items() if name not in move.open])
    return named[0] if named else ""


def _named(table: CompiledGame, values: Iterable[object]) -> list[str]:
    """Return the values that are names of things on the map."""
    on_map = once(table, _on_map)
    return [value for value in values if isinstance(value, str) and value in on_map]


def _walks(table: CompiledGame, effects: Sequence[RuleEffect]) -> Iterator[tuple[str, str]]:
    """Yield the goal and the start of each moving piece that has moved. A piece new on the map has an empty start."""
    teller = teller_of(table)
    for change in (change for effect in effects for change in effect.changes):
        of = change.place.run.field
        if isinstance(of.type, Ref) and teller.is_whereabouts(of) and isinstance(change.now, str):
            yield change.now, change.was if isinstance(change.was, str) else ""


def _moving_pieces(table: CompiledGame) -> frozenset[str]:
    """Return the names of the moving pieces, without players: a move that names a player need not be where this player
    stands.
    """
    kinds = table.flow.model.kinds
    moving = {of.kind for of in teller_of(table).picture.travellers if of.kind in kinds and of.kind != PLAYER}
    return frozenset(thing for kind in moving for thing in kinds[kind].things)


def _on_map(table: CompiledGame) -> frozenset[str]:
    """Return the names of the places, lines and areas of the map."""
    terrain = scene_of(table, picture_of(table)).terrain
    areas, kinds = terrain.picture.areas, terrain.setting.model.kinds
    found = {thing for _, thing in terrain.marked} | {line for _, line, _ in terrain.ways}
    return frozenset(found | set(kinds[areas.kind].things if areas is not None and areas.kind in kinds else ()))
