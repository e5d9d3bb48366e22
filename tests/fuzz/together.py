"""Both fuzzers on all cores: first the engines against each other, then commands against odd input.

Each core runs a separate process with a separate seed. A process that dies or exceeds its time also shows a defect,
and keeps its current case.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.engines.coverage import Coverage
from tests.fuzz.inputs import ROOT

GRACE = 300
"""Seconds that a process may take after its time, to make its last finding small."""


def run(seed: int, minutes: float, keep: Path) -> int:
    """Run both fuzzers for half of the minutes each; 1 if anything was found."""
    found = engines(seed, minutes / 2, keep / "engines")
    number = os.cpu_count() or 1
    commands = [[sys.executable, "-m", "tests.fuzz", "--only", "commands", "--seed", str(seed + at),
                 "--minutes", str(minutes / 2), "--keep", str(keep)] for at in range(number)]  # fmt: skip
    return max(found, *_all(commands, minutes * 30 + GRACE))


def engines(seed: int, minutes: float, keep: Path) -> int:
    """Run the differential fuzzer on all cores and print one report of what it covered."""
    coverage = Coverage()
    with tempfile.TemporaryDirectory() as folder:
        counts = [Path(folder) / f"{at}.json" for at in range(os.cpu_count() or 1)]
        commands = [[sys.executable, "-m", "tests.fuzz.engines", "--seed", str(seed + at), "--minutes", str(minutes),
                     "--keep", str(keep), "--counts", str(file)] for at, file in enumerate(counts)]  # fmt: skip
        codes = _all(commands, minutes * 60 + GRACE)
        for file in counts:
            for group, name, number in json.loads(file.read_text(encoding="utf-8")) if file.is_file() else ():
                coverage.counts[group, name] += number
    print(coverage.told())
    for at, code in enumerate(codes):
        if code not in (0, 1):
            print(f"the process with seed {seed + at} ended with {code}; its case is {keep}/running_{seed + at}.json")
    return int(any(codes))


def _all(commands: list[list[str]], seconds: float) -> list[int]:
    """Run commands side by side; their exit codes, and -9 for those that do not end in time."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    started = [subprocess.Popen(command, cwd=ROOT, env=environment) for command in commands]
    end = time.monotonic() + seconds
    codes = []
    for process in started:
        try:
            codes.append(process.wait(max(1, end - time.monotonic())))
        except subprocess.TimeoutExpired:
            process.kill()
            codes.append(process.wait())
    return codes
