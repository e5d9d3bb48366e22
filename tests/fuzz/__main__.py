"""The fuzzers: `python -m tests.fuzz --minutes 10`.

Half of the time the engines are compared on random rulebooks (`tests.fuzz.engines`). The other half changes games,
boards, variants, scenarios, records and command lines in ways that know what they change, runs each in a process with
limits, and reports every traceback, hang, exit code 70, gigabyte of memory, and control character in the output. It
minimises each finding and keeps it in `build/fuzz`. After the fix, the finding moves to `tests/fuzz/regressions`, which
the normal tests run. See `docs/fuzzing.md`.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from pathlib import Path

from tests.fuzz import commands, inputs, minimise, together
from tests.fuzz.engines.__main__ import replayed as replayed_case
from tests.fuzz.inputs import ROOT, Input
from tests.fuzz.mutations import Mutator
from tests.fuzz.runner import Outcome, Runner

FOUND = ROOT / "build" / "fuzz"
LARGE = 0.04
"""Share of large games: each costs as much time as twenty small ones."""


class Source:
    """Source of inputs: the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.small, self.large = inputs.games()
        lines = inputs.lines()
        self.mutator = Mutator(self.rng, lines, inputs.words())

    def next(self) -> Input:
        rng = self.rng
        large = rng.random() < LARGE
        files = dict(rng.choice(self.large if large else self.small))
        if rng.random() < 0.08:
            return Input(commands.odd(rng), files)
        if rng.random() < 0.15:
            files["G/variants/strewn.rules"] = 'variant strewn "Strewn"\n    requires base\n'
        names = list(files)
        name = "G/rulebook.rules" if rng.random() < 0.45 else rng.choice(names)
        files[name] = self.mutator.changed(name, files[name])
        argv = commands.suiting(rng, files, name)
        if large and argv[0] in ("check", "coverage", "test", "mutate", "simulate"):
            argv = ("expand", commands.GAME)
        if large and argv[0] == "play" and "--player" not in argv:  # a whole game of the greedy player takes longer
            argv = (*argv, "--player", "random")
        return Input(argv, files)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.partition("\n")[0])  # type: ignore[union-attr]
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--inputs", type=int, default=0, help="stop after so many")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep", type=Path, default=FOUND, help="the folder for what is found")
    parser.add_argument("files", nargs="*", type=Path, help="only run these kept inputs")
    parser.add_argument("--only", choices=("engines", "commands"), default=None, help="only one of the two fuzzers")
    asked = parser.parse_args()
    if asked.files:
        return max(replayed_case(file) if is_case(file) else replayed([file]) for file in asked.files)
    seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    if asked.only == "commands":
        return fuzz(seed, asked.minutes, asked.inputs, asked.keep)
    print(f"seed {seed}", flush=True)
    if asked.only == "engines":
        return together.engines(seed, asked.minutes, asked.keep / "engines")
    return together.run(seed, asked.minutes, asked.keep)


def is_case(file: Path) -> bool:
    """Return True if a kept file or folder comes from the differential fuzzer."""
    return file.is_dir() or '"players"' in file.read_text(encoding="utf-8").partition('"seed"')[0]


def replayed(files: list[Path]) -> int:
    """Runs kept inputs; how many still show a defect."""
    bad = 0
    with Runner() as runner:
        for file in files:
            outcome = runner.run(inputs.from_file(file))
            bad += bool(outcome.defect)
            print(f"{file}: {outcome.defect or 'fine'} {outcome.mark} ({outcome.seconds:.1f} s)")
            if outcome.defect:
                print(outcome.output[-3000:])
    return int(bad > 0)


def fuzz(seed: int, minutes: float, most: int, keep: Path) -> int:
    source, known = Source(seed), dict[str, int]()
    begun, told, slowest = time.monotonic(), time.monotonic(), 0.0
    print(f"seed {seed}; {len(source.small)} small games, {len(source.large)} large ones", flush=True)
    with Runner() as runner:
        number = 0
        while time.monotonic() < begun + 60 * minutes and (not most or number < most):
            number += 1
            given = source.next()
            outcome = runner.run(given)
            slowest = max(slowest, outcome.seconds)
            if outcome.defect:
                known[outcome.mark] = known.get(outcome.mark, 0) + 1
                if known[outcome.mark] == 1:
                    kept(runner, given, outcome, keep)
            if time.monotonic() > told + 60:
                told = time.monotonic()
                print(f"{number:,} inputs, {len(known)} defects, slowest {slowest:.1f} s", flush=True)
    print(f"{number:,} inputs in {(time.monotonic() - begun) / 60:.0f} minutes: {len(known)} different defects")
    for mark, count in sorted(known.items(), key=lambda each: -each[1]):
        print(f"{count:6} × {mark}")
    return int(bool(known))


def kept(runner: Runner, given: Input, outcome: Outcome, keep: Path) -> None:
    """Makes an input small and keeps it."""

    def shows(smaller: Input) -> bool:
        again = runner.run(smaller)
        return again.defect == outcome.defect and (again.mark == outcome.mark or outcome.defect == "hang")

    small = minimise.smallest(given, shows, 90 if outcome.defect != "hang" else 150)
    name = re.sub(r"\W+", "_", outcome.mark).strip("_")[:60].lower()
    keep.mkdir(parents=True, exist_ok=True)
    file = keep / f"{name}.json"
    file.write_text(small.as_text(f"{outcome.defect}: {outcome.mark}"), encoding="utf-8")
    size = sum(map(len, small.files.values()))
    print(f"{outcome.defect}: {outcome.mark}", flush=True)
    print(f"   {' '.join(small.argv)!r}, {size} characters, kept in {file}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
