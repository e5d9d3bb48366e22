"""Fits value weights for one player count: plays games, holds out every third game, and fits weights to the rest.

The held-out games measure the prediction loss. The stored weights are then fitted to all games. If there are enough
games, a value network is learnt from them, too (`learnt_network`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from interpreter.game import Game
from interpreter.table import CompiledGame
from mercatoria.fitting.gathering import Stage, gathered, unseen
from mercatoria.fitting.learnt_network import Learnt, Lesson, learnt_network
from mercatoria.fitting.regression import Numbers, fitted, missed, shares
from mercatoria.fitting.self_play import SelfPlayGame, watched
from mercatoria.players import FORMAT, Facts, Guess, entries_in, progress, round_slot, rounded

EACH_HELD_OUT = 3
"""Interval at which games are held out: 3 means every third game."""

FEWEST = 3
"""Minimum number of finished games that a fit needs."""

NUMBERS = re.compile(r"\[[^][{}\"]*\]")
"""A list of numbers, which the file writes on one line."""

PARTS = ("beginning", "middle", "end")


class FitError(ValueError):
    """Raised if no weights can be fitted; the message says why."""


@dataclass(frozen=True, slots=True)
class FitRequest:
    """Settings for the self-play games of a fit.

    `command` is the command line that plays these games, without `--games`, `--rounds` and `--match`.
    """

    players: int
    games: int
    seed: int
    kinds: Sequence[str]
    command: str
    rounds: int = 0
    """Number of rounds of self-play with the value network."""
    match: int = 0
    """Number of games of a search bot with the value network against the same bot without it."""


@dataclass(frozen=True, slots=True)
class PredictionLoss:
    """Mean log loss of a prediction on the held-out games, for whole games and for each third of a game."""

    what: str
    mean: float
    parts: Sequence[float | None]
    """Loss in each third of a game; None for a third without positions."""


class Fitted(NamedTuple):
    """A new entry for `values.json`, its prediction losses, and whether Ctrl-C stopped the games early."""

    entry: dict[str, Any]
    missed: list[PredictionLoss]
    stopped: bool


@dataclass(frozen=True, slots=True)
class _Seen:
    """Arrays over all sampled positions."""

    facts: Numbers
    """Fact values, indexed by position, seat and fact.

    Each fact appears twice: multiplied by the remaining fraction of the game, then by the elapsed fraction.
    """
    won: Numbers
    game: Numbers
    """Index of the game that each position was sampled from."""
    part: Numbers
    """Third of the game (0, 1 or 2) in which each position occurred."""


def fit(game: Game, asked: FitRequest, stage: Stage = unseen) -> Fitted:
    """Play games and return a new entry for `values.json`, with the prediction losses of this entry and of simpler
    predictions.

    Ctrl-C ends the games early. The entry is then fitted to the games already played, and its `command` states how many
    games these were. `stage` shows each stage: the quick games, whose name is empty, then the learning of a network.

    Raises:
        FitError: Too few games finished, or there is only one player.
        KeyboardInterrupt: Ctrl-C was pressed before enough games were played.
    """
    if asked.players < 2:
        raise FitError("a game for one player has no opponents, so there is nothing to fit")
    with stage("", asked.games) as advance:
        games = gathered(watched(game, asked.players, asked.kinds, asked.seed, asked.games), advance)
    played = [each for each in games.found if each.positions]
    if len(played) < FEWEST:
        if games.stopped:
            raise KeyboardInterrupt
        raise FitError(
            f"only {len(played)} of {games.tried} games could be used; {FEWEST} are needed. A game counts"
            " if it ends and lasts longer than a few decisions: raise --games, or choose other players (--player)"
        )
    table, rounds = game.table(asked.players), fmean(each.rounds for each in played)
    seen = _seen(table, played, rounds)
    told = _held_out(table, seen, played)
    learnt = Learnt(None, stopped=True)
    if not games.stopped:
        lesson = Lesson(asked.players, asked.seed, asked.rounds, asked.match)
        learnt = learnt_network(game, lesson, played, rounds, stage)
    with_values, without, alike = (rounded(each.mean) for each in told)
    entry = {
        "players": asked.players, "rules": table.fingerprint,
        "command": f"{asked.command} --rounds {learnt.self_play} --match {learnt.match} --games {games.tried}",
        "games": len(played), "positions": len(seen.game), "rounds": round(rounds, 2),
        "missed": {"with_values": with_values, "without": without, "all_alike": alike}, "terms": _terms(table, seen),
        **({"network": learnt.network} if learnt.network is not None else {}),
    }  # fmt: skip
    return Fitted(entry, told, learnt.stopped)


def _terms(table: CompiledGame, seen: _Seen) -> dict[str, list[float]]:
    """Return the early and the late weight of each fact that has any, fitted to all games."""
    names, weights = Facts(table).names, fitted(seen.facts, seen.won, seen.game).tolist()
    early_and_late = zip(names, weights[: len(names)], weights[len(names) :], strict=True)
    return {name: [rounded(early), rounded(late)] for name, early, late in early_and_late if early or late}


def file_with(text: str, entries: Sequence[dict[str, Any]]) -> str:
    """Return the text of a `values.json` file with these entries added.

    A new entry replaces the old entry for the same number of players. Raises `BadValues` if `text` is not a valid
    `values.json` file.
    """
    found = {each["players"]: each for each in (*(entries_in(text) if text else ()), *entries)}
    whole = {"format": FORMAT, "values": [found[players] for players in sorted(found)]}
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    return NUMBERS.sub(lambda found: " ".join(found.group().split()), text) + "\n"


def _seen(table: CompiledGame, played: Sequence[SelfPlayGame], rounds: float) -> _Seen:
    facts, slot = Facts(table), round_slot(table)
    rows, far, part = [], [], []
    for each in played:
        rows += [facts.of(v) for v in each.positions]
        far += [progress(v[slot], rounds) for v in each.positions]
        part += [len(PARTS) * at // len(each.positions) for at in range(len(each.positions))]
    number = [len(each.positions) for each in played]
    counted, late = np.array(rows, dtype=float), np.array(far)[:, None, None]
    return _Seen(
        np.concatenate([counted * (1 - late), counted * late], axis=2),
        np.repeat(np.array([each.shares for each in played]), number, axis=0),
        np.repeat(np.arange(len(played)), number),
        np.array(part),
    )


def _held_out(table: CompiledGame, seen: _Seen, played: Sequence[SelfPlayGame]) -> list[PredictionLoss]:
    """Return the prediction losses on held-out games for fitted values, for score and prices, and for equal shares."""
    out = seen.game % EACH_HELD_OUT == EACH_HELD_OUT - 1
    won = seen.won[out]
    guess, positions = Guess(table), [v for each in played for v in each.positions]
    guesses = {
        "these values": shares(seen.facts[out], fitted(seen.facts[~out], seen.won[~out], seen.game[~out])),
        "score and prices": np.array([guess.shares(v) for v, held in zip(positions, out, strict=True) if held]),
        "equal shares": np.full(won.shape, 1 / won.shape[1]),
    }
    found = {what: missed(guessed, won) for what, guessed in guesses.items()}
    parts = [seen.part[out] == part for part in range(len(PARTS))]
    return [
        PredictionLoss(what, each.mean(), [each[at].mean() if at.any() else None for at in parts])
        for what, each in found.items()
    ]
