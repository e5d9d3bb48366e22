"""Tests each optimizer pass alone, on an example.

Each fixture has the name of its pass. `fixtures/README.md` describes the fixtures.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from tiny_games import flow_of

from interpreter.optimizer.passes.passes import PASSES, Pass, Searched
from interpreter.optimizer.planning.planning import plan
from interpreter.optimizer.program.program_text import steps_text
from interpreter.optimizer.program.steps import Searches

FIXTURES = Path(__file__).parent / "fixtures"
NEXT, BEFORE, AFTER = "\n====\n", "\n-- before\n", "\n-- after\n"


@dataclass(frozen=True, slots=True)
class Example:
    """The rules of an example, and the steps of the first search that a pass changes, before and after the pass."""

    rules: str
    before: str
    after: str

    @property
    def text(self) -> str:
        return f"{self.rules.strip()}\n{BEFORE}{self.before.rstrip()}\n{AFTER}{self.after.rstrip()}\n"


def examples(text: str) -> list[Example]:
    found = []
    for part in text.split(NEXT):
        rules, _, rest = part.partition(BEFORE)
        before, _, after = rest.partition(AFTER)
        found.append(Example(rules, before, after))
    return found


def at_work(name: str, rules: str) -> Example:
    """Return the changes that a pass makes in the given rules."""
    changes: list[tuple[Searches, Searches]] = []

    def watch(each: Pass, of: Searched, before: Searches, after: Searches) -> None:
        if each.name == name and before != after:
            changes.append((before, after))

    plan(flow_of(rules), watch)
    assert changes, f"{name} changes nothing here"
    before, after = changes[0]
    return Example(rules, steps_text(before), steps_text(after))


@pytest.mark.parametrize("name", [each.name for each in PASSES])
def test_a_pass_does_what_its_fixture_shows(name: str, update_golden: bool) -> None:
    path = FIXTURES / f"{name}.txt"
    expected = path.read_text(encoding="utf-8")
    now = NEXT.join(at_work(name, example.rules).text for example in examples(expected))
    if update_golden:
        path.write_text(now, encoding="utf-8")
        return
    assert now == expected


def test_every_fixture_belongs_to_a_pass() -> None:
    assert {path.stem for path in FIXTURES.glob("*.txt")} == {each.name for each in PASSES}
