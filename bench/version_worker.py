"""Plays random games with the native engine of the checkout that `PYTHONPATH` names (`bench.versions`).

The first line of the output is a hash of the lengths of the first games. After that, each line of the input is a number
of seconds, and each answer is a number of decisions and the processor time that they took.
"""

from __future__ import annotations

import hashlib
import resource
import sys

from bench.racers import chosen_engine
from mercatoria.simulation import NATIVE

SEED, OTHER_SEED = 1, 7
HASHED = 60_000
"""About how many decisions the hash covers."""
TOGETHER = 20_000
"""About how many decisions are played per call."""


def main() -> None:
    """Print the hash, and answer until the input ends."""
    game, players = sys.argv[1], int(sys.argv[2])
    native = chosen_engine(NATIVE, game, players).native
    assert native is not None
    games = native.games()
    length = max(1, games.decisions(SEED, 0, 1))
    told = hashlib.sha256()
    for number in range(max(20, min(500, HASHED // length))):
        told.update(f"{games.decisions(OTHER_SEED, number, 1)} ".encode())
    print(told.hexdigest(), flush=True)
    number, first = max(1, min(500, TOGETHER // length)), 0
    for line in sys.stdin:
        begun, decisions = processor_time(), 0
        while (taken := processor_time() - begun) < float(line):
            decisions += games.decisions(SEED, first, number)
            first += number
        print(decisions, taken, flush=True)


def processor_time() -> float:
    """Return the seconds that this process has computed."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


if __name__ == "__main__":
    main()
