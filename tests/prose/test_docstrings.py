"""First lines of docstrings: at most 80 characters, with a full stop at the end, and a plain opening.

Many docstrings are older than the limit. `docstrings.json` holds the number in each file; it may only shrink:

    python -m tests.prose.test_docstrings           write the numbers of today, unless one has grown
    python -m tests.prose.test_docstrings FOLDER    print the first lines below a folder that break a rule
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from blocks import ROOT, tracked

BASELINE = Path(__file__).parent / "docstrings.json"
LONGEST = 80
LONG, NO_STOP, OPENING = "longer than 80 characters", "without a full stop at the end", "with a forbidden opening"
OPENINGS = re.compile(r"(What|Who|Where|Which|How many|That|The same|So many|For)\b(?!-)")

Counts = dict[str, dict[str, int]]
"""Number of first lines by rule and file."""


def rules_broken(first: str) -> list[str]:
    """Return the rules that a first line breaks."""
    broken = {LONG: len(first) > LONGEST, NO_STOP: not first.endswith("."), OPENING: bool(OPENINGS.match(first))}
    return [rule for rule, is_broken in broken.items() if is_broken]


def first_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the first lines of the docstrings in a source text, each with its line number."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value.strip().split("\n")[0]


def found() -> Iterator[tuple[str, int, str, list[str]]]:
    for name in tracked():
        if name.endswith(".py"):
            for line, first in first_lines((ROOT / name).read_text(encoding="utf-8")):
                if broken := rules_broken(first):
                    yield name, line, first, broken


def counted() -> Counts:
    totals = Counter((rule, name) for name, _, _, broken in found() for rule in broken)
    counts: Counts = {rule: {} for rule in (LONG, NO_STOP, OPENING)}
    for (rule, name), number in sorted(totals.items()):
        counts[rule][name] = number
    return counts


def grown(now: Mapping[str, Mapping[str, int]], allowed: Mapping[str, Mapping[str, int]]) -> list[str]:
    return [
        f"{name}: {number} first lines {rule}, {allowed.get(rule, {}).get(name, 0)} allowed"
        for rule, files in now.items()
        for name, number in files.items()
        if number > allowed.get(rule, {}).get(name, 0)
    ]


@pytest.fixture(scope="module")
def now() -> Counts:
    return counted()


@pytest.fixture(scope="module")
def baseline() -> Counts:
    read: Counts = json.loads(BASELINE.read_text(encoding="utf-8"))
    return read


def test_no_file_has_more_broken_first_lines_than_before(now: Counts, baseline: Counts) -> None:
    worse = grown(now, baseline)
    assert not worse, "\n".join(["docs/style.md rules out:", *worse[:30], "python -m tests.prose.test_docstrings FILE"])


def test_no_first_line_has_a_forbidden_opening(now: Counts) -> None:
    assert now[OPENING] == {}


@pytest.mark.parametrize(
    ("first", "rules"),
    [
        ("Return the legal rows of a decision.", []),
        ("What-if questions: try a move in a copy.", []),
        ("Formats of files.", []),
        ("What is legal.", [OPENING]),
        ("For each seat, its score.", [OPENING]),
        ("Return the legal rows", [NO_STOP]),
        (f"Return {'x' * 73}.", [LONG]),
        (f"Return {'x' * 72}.", []),
    ],
)
def test_rules_of_a_first_line(first: str, rules: list[str]) -> None:
    assert rules_broken(first) == rules


def test_all_docstrings_are_read() -> None:
    text = '"""Module."""\nA = 1\n"""Attribute\n\nmore."""\n\nclass C:\n    """\n    Class.\n    """\n'
    assert sorted(first_lines(text)) == [(1, "Module."), (3, "Attribute"), (8, "Class.")]


def main(names: list[str]) -> None:
    if names:
        for name, line, first, broken in found():
            if name.startswith(tuple(names)):
                print(f"{name}:{line} {', '.join(broken)}: {first}")
        return
    counts = counted()
    if BASELINE.exists() and (worse := grown(counts, json.loads(BASELINE.read_text(encoding="utf-8")))):
        sys.exit("\n".join(["the numbers may only shrink:", *worse]))
    BASELINE.write_text(json.dumps(counts, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print({rule: sum(files.values()) for rule, files in counts.items()})


if __name__ == "__main__":
    main(sys.argv[1:])
