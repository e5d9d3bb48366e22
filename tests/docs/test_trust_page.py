"""Tests that each statement on the pages about trust and limits names an existing test that proves it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = {name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("trust", "limits")}
PROOF = re.compile(r"<!-- (\S+)::(\w+) -->")


def statements(page: str) -> list[str]:
    """Return the list items, paragraphs and tables of a page.

    A comment below a table names the test that proves it, so the table includes this comment.
    """
    body = re.sub(r"^#.*$", "", page, flags=re.MULTILINE)
    return [each.strip() for each in re.split(r"\n\s*\n(?!<!--)|^- ", body, flags=re.MULTILINE) if each.strip()]


@cache
def declared_in(file: str) -> set[str]:
    return set(re.findall(r"^def (test_\w+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("name", PAGES)
def test_each_statement_has_its_tests(name: str) -> None:
    page = PAGES[name]
    assert len(statements(page)) > 12
    assert [each for each in statements(page) if not PROOF.search(each)] == []
    assert [match[0] for match in PROOF.finditer(page) if match[2] not in declared_in(match[1])] == []
