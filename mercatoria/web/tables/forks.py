"""Begins tables: with a new game, or with a record that plays up to an earlier position of another table.

In the record of a forked table, everything that a seat did not know at the position is dealt again. The deal is made in
a process of the bots, from the seat's transcript alone.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from interpreter.game import load
from interpreter.log import record_from_json
from interpreter.play import Chance
from mercatoria import Game, State
from mercatoria.worlds import Courses, Transcript, redealt

K = TypeVar("K")
V = TypeVar("V")

MOST_KEPT = 8
"""Maximum number of positions whose deals are cached in a process, and of games."""


def begun(game: Game, players: int, seed: int, record: str) -> State:
    """Return the state in which a table begins: a new game, or the end of a record if there is one.

    Raises `TableError`, `PlayFault`, and `RecordError` if the record was made under other rules.
    """
    if not record:
        return game.start(players, seed)
    state = game.replay(record_from_json(record))
    state.draw()
    return state


def record_with_new_chance(state: State, seed: int) -> str:
    """Return the record of a game as JSON text, with a new seed for all chance to come."""
    new = state.clone()
    new.chance = Chance(seed, False, state.table.chance_of(seed))
    return json.dumps(new.record, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that a process needs to deal the hidden things of a position again.

    `folder` contains the rules of the table. `number` is the number of the position at the table, and `transcript`
    contains what the seat knows there. `seed` chooses the deal, and becomes the seed of the forked table.
    """

    table: str
    game: str
    folder: str
    variants: tuple[str, ...]
    options: Mapping[str, str | int]
    players: int
    transcript: Transcript
    number: int
    seed: int


_GAMES: OrderedDict[tuple[object, ...], Game] = OrderedDict()
"""The games for which this process has dealt."""
_COURSES: OrderedDict[tuple[str, int | None, int], tuple[Transcript, Courses]] = OrderedDict()
"""The courses that agree with each transcript, by table, seat and number of the position."""


def dealt(deal: Deal) -> str:
    """Return the record of a game whose hidden things are dealt again, or an empty string if no deal was found.

    Every deal for one seat and position is drawn from the same courses.
    """
    table = _game(deal).table(deal.players)
    key, transcript = (deal.table, deal.transcript.seat, deal.number), deal.transcript
    kept = _COURSES.pop(key, None)
    if kept is None or kept[0] != transcript:
        kept = transcript, Courses.of(table, transcript)
    _keep(_COURSES, key, kept)
    state = redealt(table, transcript, kept[1], deal.seed)
    return json.dumps(state.record, ensure_ascii=False) if state is not None else ""


def _game(deal: Deal) -> Game:
    key = (deal.folder, deal.variants, tuple(sorted(deal.options.items())))
    game = _GAMES.pop(key, None) or load(Path(deal.folder), deal.variants, deal.options, deal.game)
    _keep(_GAMES, key, game)
    return game


def _keep(cache: OrderedDict[K, V], key: K, value: V) -> None:
    """Put a value at the end of a cache, and drop the value that was used longest ago if the cache is full."""
    cache[key] = value
    if len(cache) > MOST_KEPT:
        cache.popitem(last=False)
