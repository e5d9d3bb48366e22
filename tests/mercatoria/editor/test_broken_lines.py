"""A line that cannot be read is the first fault, and hides no more than it must."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from _pytest.mark.structures import ParameterSet

from mercatoria.editor import Desk
from tests.made_once import GAMES
from tests.thinning import thinned

FILE = "rulebook.rules"
LINES = 72
"""Number of corrupted lines for each game."""
EACH = 6
"""Number of lines of one case. The default run makes the first case of one game."""
MOST_BESIDE = 4
READING = "E0"
"""The first characters of the codes of faults of reading."""
LEFT_OUT = ":=()[],"
"""Characters without which a line often cannot be read."""

SHIPPED = sorted(path.parent.name for path in GAMES.glob(f"*/{FILE}"))


def cases() -> list[ParameterSet]:
    return thinned(
        [(name, seed) for name in SHIPPED for seed in range(LINES // EACH)],
        lambda case: case == ("medieval_merchant", 0),
    )


def corrupted(text: str, seed: int) -> Iterator[tuple[int, str]]:
    """Yield texts with one corrupted line, each with the number of this line."""
    rng, lines = random.Random(seed), text.split("\n")
    places = [at for at, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    while True:
        at = rng.choice(places)
        line, column = lines[at], rng.randrange(len(lines[at]))
        marks = [n for n, letter in enumerate(line) if letter in LEFT_OUT]
        gone = rng.choice(marks) if marks else column
        made = rng.choice([line[:column], line[:gone] + line[gone + 1 :], f"{line[:column]} ({line[column:]}"])
        yield at + 1, "\n".join([*lines[:at], made, *lines[at + 1 :]])


@pytest.mark.parametrize(("name", "seed"), cases())
def test_fault_of_reading_is_the_first(name: str, seed: int) -> None:
    desk, text = Desk.open(GAMES / name, name), (GAMES / name / FILE).read_text(encoding="utf-8")
    unread = 0
    for number, changed in corrupted(text, seed):
        found = desk.edit(FILE, changed).found
        reading = [fault for fault in found if fault.code.startswith(READING)]
        if not reading:
            continue  # the line can be read, but says something else
        assert desk.all_faults().found == found
        beside = found[len(reading) :]
        assert found[: len(reading)] == reading
        assert _begin(text, number) <= reading[0].span.line
        assert len(beside) <= MOST_BESIDE, changed.split("\n")[number - 1]
        assert all(fault.severity == "error" for fault in beside)
        unread += 1
        if unread == EACH:
            return


def _begin(text: str, number: int) -> int:
    """Return the first line of the block of a line."""
    return max(at for at, line in enumerate(text.split("\n")[:number], 1) if line[:1].strip())
