"""A match: deals with the same luck, in which our player takes each seat in turn and the other bots the rest."""

from __future__ import annotations

from collections.abc import Iterator

from bench.outside.lockstep import Differs, LockStep
from bench.outside.results import GameResult, Results, Setting
from bench.outside.wire import OtherSide
from interpreter.game import Game
from interpreter.position import PlayFault
from mercatoria.players import seeded


def play_match(game: Game, other: OtherSide, results: Results, games: int) -> Iterator[GameResult]:
    """Play at least `games` games in whole deals, and yield each new result after it has been stored.

    Raises:
        OutsideFault: The other side failed.
    """
    setting = results.setting
    for deal in range(-(-games // setting.players)):
        for seat in range(setting.players):
            if not results.has(deal, seat):
                result = play_game(game, other, setting, deal, seat)
                results.add(result)
                yield result


def play_game(game: Game, other: OtherSide, setting: Setting, deal: int, seat: int) -> GameResult:
    """Play one game of a deal with our player at this seat."""
    seed = setting.seed + deal
    ours = {seat: seeded(setting.ours, seed, seat)}
    try:
        course = LockStep(game, other, setting.theirs, ours, setting.players, seed).play()
    except Differs as difference:
        return GameResult(deal, seat, 0.0, fault=str(difference))
    except PlayFault as fault:
        return GameResult(deal, seat, 0.0, fault=f"our engine failed: {fault}")
    share = 1 / setting.players if course.winner is None else float(course.winner == seat)
    return GameResult(
        deal, seat, share, course.turns, course.mended_roads, dict(course.seconds), dict(course.decisions)
    )
