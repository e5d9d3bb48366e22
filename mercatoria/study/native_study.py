"""Games of a study played inside a native module, where it can seat all players and nothing is looked into.

What is observed is the same, to the last number, as where `observe` plays. A process plays its first few games in
Python: many studies are done before a module is written.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence

from interpreter.native import SeatedGames, is_installed, rule_counts
from interpreter.play import Game
from interpreter.position import PlayFault
from interpreter.table import CompiledGame, as_number, points_of
from mercatoria.players import plays_inside
from mercatoria.simulation import EAGER, NATIVE, PYTHON, REFERENCE, NoEngine, ending_name, native_table, ranking
from mercatoria.study.observed import PASS, ObservationDepth, ObservedGame, observe, tell_course

FEW_GAMES = 20
"""Games of a table that are played before a module is written for it."""

SEEN, MACHINE = "games that were observed", "a machine for games that are observed"
"""What is kept with a table: how many games of it there were, and for each thread what plays them inside."""


def engine_of(seats: Sequence[str], games: int, wanted: str | None) -> str:
    """The engine that plays so many games of these players, but for those that are looked into. `wanted`: the one that
    was asked for, if any was."""
    if wanted is not None:
        return wanted
    return NATIVE if games > FEW_GAMES and plays_inside(seats) and is_installed() else PYTHON


def observed(
    game: Game, seed: int, seats: Sequence[str], depth: ObservationDepth, engine: str | None = None
) -> ObservedGame:  # fmt: skip
    """Plays a game by players of these kinds, and tells what came of it; by default in the fastest way."""
    if depth == ObservationDepth() and engine in (NATIVE, None) and plays_inside(seats) and is_installed():
        games = _games(game.table(len(seats)), seats, at_once=engine == NATIVE)
        found = _observed_inside(games, game.table(len(seats)), seed, seats) if games is not None else None
        if found is not None:
            return found
    return observe(game, seed, seats, depth, plain=engine == REFERENCE)


def _games(table: CompiledGame, seats: Sequence[str], at_once: bool) -> SeatedGames | None:
    """What plays games of a table inside; None as long as there were few, unless it is wanted `at_once`, and where the
    module does not carry all."""
    table.cache[SEEN] = seen = table.cache.get(SEEN, 0) + 1
    if seen <= FEW_GAMES and not at_once:
        return None
    key = (MACHINE, EAGER in seats, threading.get_ident())
    if key not in table.cache:
        table.cache[key] = _made(table, seats)
    found: SeatedGames | None = table.cache[key]
    return found


def _made(table: CompiledGame, seats: Sequence[str]) -> SeatedGames | None:
    try:
        native = native_table(table, counting=True, kinds=tuple(seats))
    except (PlayFault, NoEngine):
        return None
    return native.seated_games() if native.is_whole else None


def _observed_inside(
    games: SeatedGames, table: CompiledGame, seed: int, seats: Sequence[str]
) -> ObservedGame | None:  # fmt: skip
    """A game that is played inside; None if the module hands it back."""
    games.forget_counts()
    played = games.play(seed, [kind == EAGER for kind in seats])
    if played is None:
        return None
    course, counts = games.course, rule_counts(table.flow, [games.machine])
    done = Counter({name or PASS: number for name, number in counts.moves.items()}) + Counter(counts.triggers)
    scores = points_of(table.flow.model, played.scores)
    found = ObservedGame(list(seats), played.decisions, list(ranking(played.keys)[0]), list(map(as_number, scores)))
    found.ending, found.choices = ending_name(table, played.ending), course.choices
    tell_course(found, course.stood, done)
    return found
