"""The engines in a race: our three engines, and peers in separate processes.

Each engine plays random games for some seconds of CPU time in a single thread, and returns its rates of decisions and
games.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType

import mercatoria
from bench.peers.answering import measured
from bench.peers.installing import ROOT, NotThere, command
from interpreter.native import Batch, Stopped
from mercatoria.simulation import play_randomly
from mercatoria.simulation.engines import NATIVE, REFERENCE, Chosen, NoEngine, choose
from mercatoria.simulation.playout import LONGEST

DECISIONS = 20_000
"""Approximate number of decisions per call of the native module.

These are hundreds of short games, or two or three long games.
"""
FIRST_DECISIONS = 200
"""Maximum number of decisions per game on the reference engine, which is slow."""
SIDE_BY_SIDE, MOST = 256, 12
"""Number of games per batch, and the maximum number of moves at any decision in these games."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The speed of random games, per second of CPU time."""

    decisions: float
    games: float

    @classmethod
    def of(cls, answer: dict[str, float]) -> Rate:
        return cls(answer["decisions"] / answer["seconds"], answer["games"] / answer["seconds"])


Racer = Callable[[float, int], Rate]
"""A function that plays for a number of seconds, starting from a seed, and returns the rate."""


# ---------------------------------------------------------------- ours


def ours(engine: str, game: str, players: int) -> Racer:
    """Return one of our engines as a racer.

    Raises:
        NotThere: The engine cannot play the game, or is native and wasmtime is not installed.
    """
    chosen = chosen_engine(engine, game, players)
    if chosen.native is None:
        longest = FIRST_DECISIONS if engine == REFERENCE else LONGEST
        return lambda seconds, seed: Rate.of(measured(lambda n: one_game(chosen, n, longest), seconds, seed))
    games = chosen.native.games()

    try:
        number = max(1, min(500, DECISIONS // games.decisions(1, 0, 1)))
    except Stopped:
        raise NotThere("the module hands its games back") from None

    def play(first: int) -> tuple[int, int]:
        try:
            return number, games.decisions(1, number * first, number)
        except Stopped:  # a game was handed back: its time counts, but not its decisions
            return 0, 0

    return lambda seconds, seed: Rate.of(measured(play, seconds, seed))


def one_game(chosen: Chosen, seed: int, longest: int) -> tuple[int, int]:
    return 1, play_randomly(chosen.table, seed, longest).decisions


def chosen_engine(engine: str, game: str, players: int) -> Chosen:
    folder = ROOT / "docs" / "examples" / game
    try:
        return choose(mercatoria.load(str(folder) if folder.is_dir() else game), players, engine)
    except NoEngine as reason:
        raise NotThere(str(reason)) from None


def side_by_side(game: str, players: int) -> Racer:
    """Return a racer that steps many games per call from Python and draws the moves in Python."""
    native = chosen_engine(NATIVE, game, players).native
    assert native is not None
    batch = Batch(native.machine(), SIDE_BY_SIDE, MOST)

    def play(seed: int) -> tuple[int, int]:
        batch.begin(seed)
        drawn, decisions = random.Random(seed).random, 0
        while going := SIDE_BY_SIDE - batch.seats[:].count(-1):
            batch.choices[:] = [int(drawn() * number) for number in batch.counts]
            batch.step()
            decisions += going
        return SIDE_BY_SIDE, decisions

    return lambda seconds, seed: Rate.of(measured(play, seconds, seed))


# ---------------------------------------------------------------- written by hand


def by_hand(written: ModuleType, players: int) -> Racer:
    """Return a hand-written Python engine as a racer."""

    def play(seed: int) -> tuple[int, int]:
        return 1, written.playout(players, random.Random(seed))[1]

    return lambda seconds, seed: Rate.of(measured(play, seconds, seed))


# ---------------------------------------------------------------- peers


class Peer:
    """The process of a peer, which answers each line of input with a line of output."""

    def __init__(self, name: str) -> None:
        self._process = subprocess.Popen(
            command(name), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, line: str) -> str:
        """Send a request and return the answer.

        Raises:
            NotThere: The peer has crashed.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise NotThere("it does not start") from None
        said = self._process.stdout.readline()
        if not said:
            raise NotThere("it has broken down")
        return said

    def close(self) -> None:
        """Close the input of the process, so that the process exits."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)

    def playing(self, game: str) -> Racer:
        return lambda seconds, seed: Rate.of(json.loads(self.ask(f"{game} {seconds} {seed}")))
