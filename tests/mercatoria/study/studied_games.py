"""Small games for the study tests, and verdicts on them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import mercatoria
from mercatoria.simulation import Estimate
from mercatoria.study import Design, Findings, RuleSet, findings
from mercatoria.study.report.content import Progress
from mercatoria.study.verdict import Verdict, verdicts
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

SEATS = ("Seat1", "Seat2")
PLAYED = Progress(deals=1, seconds=2.0)


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


def found(folder: Path, text: str = GIFT.format(points=12), name: str = "gift", deals: int = 1) -> Findings:
    """Return the findings of a study of Pig with a variant."""
    made = design(pig(variant(folder, name, text)), looked_into=deals)
    return findings(made, [made.deal(number) for number in range(deals)])


def judged(found: Findings, kinds: tuple[str, ...] = ("greedy", "greedy"), **differences: Estimate) -> Verdict:
    """Return the verdict on a variant, as if these players had played, with some of its differences replaced."""
    named = {name.replace("_in_", "."): estimate for name, estimate in differences.items()}
    variant = found.rule_sets[1]
    other = replace(variant, differences=variant.differences | named, is_same=variant.is_same and not named)
    (verdict,) = verdicts(replace(found, rule_sets=(found.base, other), kinds=kinds))
    return verdict
