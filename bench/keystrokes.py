"""Measure how long checks take: in the editor after a keystroke, and in `check`, in CPU time without imports.

A fixed loop in Python runs before and after each measurement. The table gives milliseconds, and the ratio to this loop,
which is nearly the same on a quiet and on a busy computer. The goals are ratios.

    python -m bench.keystrokes [--json] [--edits 40] [--game NAME …]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from mercatoria.check_cache import fingerprint_of
from mercatoria.editor import Desk
from mercatoria.inspection import changed_scenario_faults

ROOT = Path(__file__).resolve().parent.parent
FILE = "rulebook.rules"
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob(f"*/{FILE}"))

GOALS = {
    "body": 1.6, "heading": 2.5, "unreadable": 1.6, "unchanged": 0.5, "changed scenario": 16.0, "whole check": 32.0,
    "all else when idle": 32.0,
}  # fmt: skip
"""The greatest ratio for each row; the loop takes about 31 ms of CPU time on the computer of the first measurement."""

STEPS = 1_350_000


def loop_seconds() -> float:
    """Return the CPU time of the fixed loop."""
    started, total = time.process_time(), 0
    for number in range(STEPS):
        total += number & 7
    assert total > 0
    return time.process_time() - started


def ratio(work: Callable[[], object]) -> tuple[float, float]:
    """Return the CPU milliseconds of some work, and their ratio to the fixed loop."""
    before = loop_seconds()
    started = time.process_time()
    work()
    taken = time.process_time() - started
    return 1000 * taken, 2 * taken / (before + loop_seconds())


def keystrokes(text: str, edits: int) -> list[str]:
    """Return versions of a text that each differ in one character."""
    rng, lines = random.Random(1), text.split("\n")
    places = [at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    found = []
    for _ in range(edits):
        at = rng.choice(places)
        column = rng.randrange(len(lines[at]) + 1)
        typed = lines[at][:column] + rng.choice("abe1 ()=") + lines[at][column:]
        found.append("\n".join([*lines[:at], typed, *lines[at + 1 :]]))
    return found


def measured(game: str, edits: int) -> dict[str, tuple[float, float]]:
    """Return the median milliseconds and ratio of each kind of edit, and of the check of a whole game."""
    home, rows = ROOT / "games" / game, dict[str, list[tuple[float, float]]]()
    desks = list[Desk]()
    rows["whole check"] = [ratio(lambda: desks.append(Desk.open(home, game)) or desks[0].all_faults())]  # type: ignore[func-returns-value]
    fingerprint_of(home)  # the hash of the program is computed only once
    rows["unchanged"] = [ratio(lambda: fingerprint_of(home))]
    others = sorted((home / "scenarios").glob("*.rules"))[1:]
    rows["changed scenario"] = [ratio(lambda: changed_scenario_faults(home, game, others)) for _ in range(3)]
    desk = desks[0]
    text = desk.text(FILE) or ""
    memo = next(iter(desk.memos.values()))
    for typed in keystrokes(text, edits):
        front = memo.front
        taken = ratio(lambda typed=typed: desk.edit(FILE, typed))  # type: ignore[misc]
        form = "unreadable" if desk.folder.reading.errors else "body" if memo.front is front else "heading"
        rows.setdefault(form, []).append(taken)
        desk.edit(FILE, text)
    need = text.index("    needs ")
    desk.edit(FILE, text[:need] + text[need:].replace("\n", " \n", 1))
    rows["all else when idle"] = [ratio(lambda: deque(desk.idle(), maxlen=0))]
    return {
        form: (statistics.median(ms for ms, _ in taken), statistics.median(of for _, of in taken))
        for form, taken in rows.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--game", action="append", choices=GAMES)
    given = parser.parse_args()
    found = {game: measured(game, given.edits) for game in given.game or GAMES}
    if given.json:
        json.dump(found, sys.stdout, indent=2)
        return
    print(f"{'game':32} {'edit':20} {'ms':>8} {'ratio':>7} {'goal':>7}")
    for game, rows in found.items():
        for form, (ms, of) in rows.items():
            print(f"{game:32} {form:20} {ms:8.1f} {of:7.2f} {GOALS[form]:7.2f}{'' if of <= GOALS[form] else '  over'}")


if __name__ == "__main__":
    main()
