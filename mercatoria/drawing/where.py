"""Finds the place on the map at which a log entry happened, and the place from which it came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.model import Ref
from interpreter.log import MOVE, LogEntry
from interpreter.position import once
from interpreter.trace import RuleEffect
from interpreter.wording import told_arguments, told_outcome
from mercatoria import CompiledGame
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
    table: CompiledGame, seat: int | None, entry: LogEntry, line: str, effects: Sequence[RuleEffect] = ()
) -> Whereabouts:  # fmt: skip
    """Return where a log entry happened, using only information that the seat or spectator (None) may see.

    The first argument of the move that is on the map is the place, and the second is the origin. Otherwise the origin
    is the place that a moving piece has left.

    Args:
        line: The same entry as it appears in the seat's own log.
        effects: The effects of the entry as the seat sees them. Without them, a moving piece has no origin.
    """
    if entry.form == MOVE:
        told: list[object] = list(told_arguments(table, seat, entry, line).values())
    else:
        told = [told_outcome(line)]
    on_map = once(table, _on_map)
    named = [value for value in told if isinstance(value, str) and value in on_map]
    walks = [(goal, start) for goal, start in _walks(table, effects) if goal in on_map]
    if not named:
        return Whereabouts(*walks[0]) if len(walks) == 1 else NOWHERE
    place, *others = named
    starts = [start for goal, start in walks if goal == place]
    return Whereabouts(place, next(filter(on_map.__contains__, [*others, *starts]), ""))


def _walks(table: CompiledGame, effects: Sequence[RuleEffect]) -> Iterator[tuple[str, str]]:
    """Yield the goal and the start of each moving piece that has moved. A piece new on the map has an empty start."""
    teller = teller_of(table)
    for change in (change for effect in effects for change in effect.changes):
        of = change.place.run.field
        if isinstance(of.type, Ref) and teller.is_whereabouts(of) and isinstance(change.now, str):
            yield change.now, change.was if isinstance(change.was, str) else ""


def _on_map(table: CompiledGame) -> frozenset[str]:
    """Return the names of the places, lines and areas of the map."""
    terrain = scene_of(table, picture_of(table)).terrain
    areas, kinds = terrain.picture.areas, terrain.setting.model.kinds
    found = {thing for _, thing in terrain.marked} | {line for _, line, _ in terrain.ways}
    return frozenset(found | set(kinds[areas.kind].things if areas is not None and areas.kind in kinds else ()))
