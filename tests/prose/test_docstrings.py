"""First paragraphs of docstrings: whole sentences, without an opening that hides the subject.

`python -m tests.prose.test_docstrings FOLDER` prints the paragraphs below a folder that break a rule.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

import pytest

from tests.prose.blocks import ROOT, tracked

END, OPENING = "ends without a full stop", "has a forbidden opening"
STOPS = re.compile(r"[.:?!…][`)”]*$")
OPENINGS = re.compile(r"(What|Who|Where|Which|How many|That|The same|So many|For)\b(?!-)")


def rules_broken(paragraph: str) -> list[str]:
    """Return the rules that a first paragraph breaks."""
    broken = {END: not STOPS.search(paragraph), OPENING: bool(OPENINGS.match(paragraph))}
    return [rule for rule, is_broken in broken.items() if is_broken]


def first_paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the first paragraphs of the docstrings in a source text, each with its line number."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value.strip().split("\n\n")[0].strip()


def found(folder: str = "") -> list[str]:
    """Return each first paragraph below a folder that breaks a rule, with its file, line and rules."""
    return [
        f"{name}:{line} {' and '.join(broken)}: {paragraph}"
        for name in tracked()
        if name.endswith(".py") and name.startswith(folder)
        for line, paragraph in first_paragraphs((ROOT / name).read_text(encoding="utf-8"))
        if (broken := rules_broken(paragraph))
    ]


def test_docstrings_of_these_tests_begin_with_whole_sentences() -> None:
    """`tests/prose/test_english.py` reads all other files, and parses each only once."""
    assert found("tests/prose/") == []


@pytest.mark.parametrize(
    ("paragraph", "rules"),
    [
        ("Return the legal rows of a decision.", []),
        ("Return the legal rows of a decision, in the order\nof the options.", []),
        ("What-if questions: try a move in a copy.", []),
        ("Return a text such as `Red wins.`", []),
        ("Formats of files.", []),
        ("What is legal.", [OPENING]),
        ("For each seat, its score.", [OPENING]),
        ("Return the legal rows", [END]),
    ],
)
def test_rules_of_a_first_paragraph(paragraph: str, rules: list[str]) -> None:
    assert rules_broken(paragraph) == rules


def test_all_docstrings_are_read() -> None:
    text = '"""Module."""\nA = 1\n"""Attribute\n\nmore."""\n\nclass C:\n    """\n    Class.\n    """\n'
    assert sorted(first_paragraphs(text)) == [(1, "Module."), (3, "Attribute"), (8, "Class.")]


if __name__ == "__main__":
    print("\n".join(found(*sys.argv[1:])))
