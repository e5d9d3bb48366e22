"""Whatever only the reference interpreter can run is among the suspects, or in a declaration with a suspect."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from dsl.folder import GameFolder, read_folder
from interpreter.lowering import lower
from interpreter.optimizer import left_over, plan, suspects
from interpreter.position import LayoutError
from tests.constructs.construct import BOARD
from tests.constructs.expressions import EXPRESSIONS
from tests.constructs.holders import HOLDERS
from tests.constructs.statements import STATEMENTS
from tests.fuzz.engines.case import Case
from tests.fuzz.engines.rulebook import generated
from tests.fuzz.test_engines import CORPUS

CONSTRUCTS = [*STATEMENTS, *EXPRESSIONS, *HOLDERS]
GENERATED = 12
SLOW_ONES = 3
"""Number of cases that must have a part that is left over."""


def unexpected(folder: GameFolder, case: Case) -> tuple[int, list[str]]:
    """Return the number of parts that are left over, and those in declarations without a suspect."""
    checked, _ = folder.check(case.players, case.variants, lints=False)
    if checked is None or checked.model is None:
        return 0, []
    try:
        found = left_over(plan(lower(checked.model)))
    except LayoutError:
        return 0, []
    suspected = [place for _, place in suspects(checked.model)]
    declared = [decl.span for decl in (*checked.declarations, *folder.variants.values())]
    wrong = []
    for each in found:
        inside = [decl for decl in declared if decl.start <= each.span.start < decl.end]
        if not any(decl.start <= place.start < decl.end for decl in inside for place in suspected):
            wrong.append(f"{each.span}: {each.span.text}")
    return len(found), wrong


def cases() -> list[Case]:
    counts = Counter[str]()
    constructs = [Case({"rulebook.rules": each.rules, "board.yaml": BOARD}, 2) for each in CONSTRUCTS]
    kept = [Case(**json.loads(file.read_text(encoding="utf-8"))) for file in sorted(CORPUS.glob("*.json"))]
    return [*constructs, *kept, *(generated(Random(seed), counts) for seed in range(GENERATED))]


@pytest.mark.slow
def test_suspects_are_in_all_declarations_that_are_left_over(tmp_path: Path) -> None:
    slow, wrong = 0, list[str]()
    for number, case in enumerate(cases()):
        home = tmp_path / str(number)
        case.write(home)
        count, missed = unexpected(read_folder(home), case)
        slow += bool(count)
        wrong += missed
    assert slow >= SLOW_ONES
    assert not wrong
