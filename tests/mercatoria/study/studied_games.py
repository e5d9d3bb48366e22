"""Small games for the study tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import mercatoria
from mercatoria.study import Design, RuleSet
from tests.mercatoria.conftest import PIG

GIFT = """\
variant gift "The first seat begins with {points} points" of pig
    add rule gift before round when round.number = 1
        set seat(1).points to {points}
"""

RENAMED = """\
variant renamed "Another title" of pig
    replace target_reached: any(p in Player where target <= p.points)
"""


@cache
def pig(*variants: str) -> mercatoria.Game:
    return mercatoria.load(PIG, variants=variants, options={"target": 20})


def variant(folder: Path, name: str, text: str) -> str:
    """Write a rules file, and return its name for `load`."""
    file = folder / f"{name}.rules"
    file.write_text(text, encoding="utf-8")
    return str(file)


def design(*others: mercatoria.Game, seats: tuple[str, ...] = ("random", "random"), **options: int) -> Design:
    """Return a study that compares Pig with other versions of Pig, which are named `other`, `other2` and so on."""
    sets = [RuleSet("base", pig())]
    sets += [RuleSet(f"other{at if at > 1 else ''}", game) for at, game in enumerate(others, 1)]
    return Design(tuple(sets), seats, options.get("seed", 1), options.get("looked_into", 0), options.get("weighed", 0))
