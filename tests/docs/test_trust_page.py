"""The page on trust: whatever it states is proved by tests that there are."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
PROOF = re.compile(r"<!-- (\S+)::(\w+) -->")


def statements() -> list[str]:
    """The items of the page's lists, and the paragraphs that are none."""
    body = re.sub(r"^#.*$", "", PAGE, flags=re.MULTILINE)
    return [each.strip() for each in re.split(r"\n\s*\n|^- ", body, flags=re.MULTILINE) if each.strip()]


@cache
def declared_in(file: str) -> set[str]:
    return set(re.findall(r"^def (test_\w+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE))


def test_each_statement_has_its_tests() -> None:
    assert len(statements()) > 20
    assert [each for each in statements() if not PROOF.search(each)] == []
    assert [match[0] for match in PROOF.finditer(PAGE) if match[2] not in declared_in(match[1])] == []
