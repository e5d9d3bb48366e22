"""Plays a study's games on the native engine if it supports all players and no details are recorded.

Native games give exactly the same results as `observe`. A process plays its first few games in Python, because many
studies end before a module could be compiled.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from itertools import count

from interpreter.game import Game
from interpreter.native import SeatedGames, is_installed, rule_counts
from interpreter.position import PlayFault, once
from interpreter.table import CompiledGame, as_number, points_of
from mercatoria.players import plays_inside
from mercatoria.simulation import EAGER, NATIVE, PYTHON, RANDOM, REFERENCE, NoEngine, ending_name, native_table, ranking
from mercatoria.study.observed import PASS, ObservationDepth, ObservedGame, moments, observe, tell_course

FEW_GAMES = 20
"""Number of games to play at a table before a native module is compiled for it."""


def engine_of(seats: Sequence[str], games: int, wanted: str | None) -> str:
    """Return the engine that would play this many games with these players.

    `wanted` is the requested engine, or None for the default choice.
    """
    if wanted is not None:
        return wanted
    return NATIVE if games > FEW_GAMES and plays_inside(seats) and is_installed() else PYTHON


def observed(
    game: Game, seed: int, seats: Sequence[str], depth: ObservationDepth, engine: str | None = None
) -> ObservedGame:  # fmt: skip
    """Play a game with these kinds of player and return its result.

    By default, the fastest available engine is used.
    """
    if depth == ObservationDepth() and engine in (NATIVE, None) and plays_inside(seats) and is_installed():
        games = _games(game.table(len(seats)), seats, at_once=engine == NATIVE)
        found = _observed_inside(games, game.table(len(seats)), seed, seats) if games is not None else None
        if found is not None:
            return found
    return observe(game, seed, seats, depth, plain=engine == REFERENCE)


def _games(table: CompiledGame, seats: Sequence[str], at_once: bool) -> SeatedGames | None:
    """Return this thread's native games, or None if the module does not implement all rules.

    Unless `at_once` is True, the result is also None for the first few games at a table.
    """
    if next(once(table, _numbers)) <= FEW_GAMES and not at_once:
        return None
    return once(table, _seated_games, EAGER in seats, threading.get_ident())


def _numbers(table: CompiledGame) -> Iterator[int]:
    """Return the iterator that counts the games played at a table."""
    return count(1)


def _seated_games(table: CompiledGame, eager: bool, thread: int) -> SeatedGames | None:
    """Return the native games of a thread, or None if the module does not implement all rules.

    Args:
        eager: True if one of the players is eager. Otherwise, all players are random.
        thread: Identifier of the thread.
    """
    try:
        native = native_table(table, counting=True, kinds=(EAGER if eager else RANDOM,))
    except (PlayFault, NoEngine):
        return None
    return native.seated_games() if native.is_whole else None


def _observed_inside(
    games: SeatedGames, table: CompiledGame, seed: int, seats: Sequence[str]
) -> ObservedGame | None:  # fmt: skip
    """Play a game natively; return None if the module cannot finish it."""
    games.forget_counts()
    played = games.play(seed, [kind == EAGER for kind in seats])
    if played is None:
        return None
    course, counts = games.course, rule_counts(table.flow, [games.machine])
    found = ObservedGame(list(seats), played.decisions, list(ranking(played.keys)[0]), _points(table, played.scores))
    found.ending, found.choices = ending_name(table, played.ending), course.choices
    found.moves = dict(sorted((name or PASS, times) for name, times in counts.by_seat.items() if any(times)))
    found.triggers = dict(sorted((name, times) for name, times in counts.triggers.items() if times))
    found.points = [_points(table, course.scores[at]) for at in moments(len(course.scores))]
    tell_course(found, course.stood)
    return found


def _points(table: CompiledGame, scores: Sequence[int]) -> list[int | float]:
    return list(map(as_number, points_of(table.flow.model, scores)))
