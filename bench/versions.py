"""Compares the native engine of this version with that of another one, in the same random games.

    git worktree add ../before COMMIT
    python -m bench.versions ../before pig docs/examples/bazaar:4 [--rounds 7] [--seconds 0.5]

Each version plays in a separate process. The versions take turns, and only their processor time counts, so other work
on the computer matters little. The ratio is the median over the rounds. A game is named by its slug or its folder, with
a number of players behind a colon (four by default). Needs Linux or macOS.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
WORKER = Path(__file__).with_name("version_worker.py")
PLAYERS = 4


class VersionFailed(Exception):
    """Raised if a version cannot play a game. The message is the last line of its error."""


@dataclass(slots=True)
class Version:
    """A version that plays random games of one game in a separate process."""

    process: subprocess.Popen[str]
    played: str = ""
    """Hash of the lengths of the first games."""

    @classmethod
    def begin(cls, root: Path, game: str, players: int) -> Version:
        """Start a process that plays with the engine of the checkout `root`.

        Raises:
            VersionFailed: This version does not have the game, or cannot play it.
        """
        made = cls(subprocess.Popen(
            [sys.executable, str(WORKER), game, str(players)], cwd=root, env=os.environ | {"PYTHONPATH": str(root)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
        ))  # fmt: skip
        made.played = made._line()
        return made

    def rate(self, seconds: float) -> float:
        """Return decisions per second of processor time, measured for about this many seconds."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        decisions, taken = self._line().split()
        return int(decisions) / float(taken)

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        if not line:
            _, errors = self.process.communicate()
            raise VersionFailed(errors.strip().splitlines()[-1] if errors.strip() else "the process ended")
        return line


@dataclass(frozen=True, slots=True)
class Compared:
    """The rates of both versions in decisions per second, and whether they play the same games."""

    before: Sequence[float]
    after: Sequence[float]
    same: bool

    @property
    def ratio(self) -> float:
        return median(after / before for before, after in zip(self.before, self.after, strict=True))


def compared(root: Path, game: str, players: int, rounds: int, seconds: float) -> Compared:
    """Let the version at `root` and this one play in turns. Each begins every other round.

    Raises:
        VersionFailed: A version does not have the game, or cannot play it.
    """
    versions: list[Version] = []
    try:
        versions += (Version.begin(root, game, players), Version.begin(ROOT, game, players))
        rates: tuple[list[float], list[float]] = ([], [])
        for turn in range(rounds):
            for at in (0, 1) if turn % 2 == 0 else (1, 0):
                rates[at].append(versions[at].rate(seconds))
        return Compared(*rates, versions[0].played == versions[1].played)
    finally:
        for version in versions:
            version.end()


def main() -> int:
    """Print a table of the games. Return 1 if a version could not play one of them."""
    parser = argparse.ArgumentParser(prog="python -m bench.versions", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path, help="the checkout of the other version")
    parser.add_argument("games", nargs="+", metavar="GAME[:PLAYERS]")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time of each version in each round")
    asked = parser.parse_args()
    print("| game | before, decisions/s | now, decisions/s | ratio | lengths of games by seed |")
    print("| --- | ---: | ---: | ---: | --- |")
    failed = 0
    for named in asked.games:
        game, _, players = named.partition(":")
        try:
            found = compared(asked.root.resolve(), game, int(players or PLAYERS), asked.rounds, asked.seconds)
        except VersionFailed as fault:
            failed = 1
            print(f"| {named} | {fault} | | | |", flush=True)
            continue
        same = "the same" if found.same else "different"
        rates = f"{median(found.before):,.0f} | {median(found.after):,.0f}"
        print(f"| {named} | {rates} | {found.ratio:.2f} | {same} |", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
