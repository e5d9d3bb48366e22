"""Decision records are numbered without gaps or doubles, and each begins with its number."""

from __future__ import annotations

from pathlib import Path

RECORDS = sorted((Path(__file__).resolve().parents[2] / "docs" / "decisions").glob("*.md"))


def test_numbers_follow_each_other() -> None:
    assert [record.name[:4] for record in RECORDS] == [f"{number:04}" for number in range(len(RECORDS))]


def test_headings_begin_with_the_number() -> None:
    assert RECORDS
    assert [r.name for r in RECORDS if not r.read_text(encoding="utf-8").startswith(f"# {r.name[:4]} ")] == []
