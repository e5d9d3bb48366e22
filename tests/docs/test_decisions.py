"""Tests that decision records are numbered without gaps and have the form that record 0000 defines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DECISIONS = Path(__file__).resolve().parents[2] / "docs" / "decisions"
RECORDS = sorted(DECISIONS.glob("*.md"))
SECTIONS = ["Status", "Context", "Decision", "Consequences", "Alternatives rejected"]
LONGEST = 60
STATUS = re.compile(r"(Accepted|Proposed|Rejected|Superseded by \[\d{4}\]\([\w-]+\.md\)), \d{4}-\d\d-\d\d\.( |$)")
NO_NOUN = re.compile(r"(What|Who|Whoever|Where|How|Which|That|Why|Whether|There)\b", re.IGNORECASE)


def faults(name: str, text: str) -> list[str]:
    """Return the differences between a record and the form that record 0000 defines."""
    body, _, appendix = text.partition("\n## Appendix\n")
    title = re.match(rf"# {name[:4]} (.+)\n", text)
    found = []
    if title is None or NO_NOUN.match(title[1]) or title[1].endswith("."):
        found.append("the title is not the number and a noun phrase")
    if re.findall(r"^## (.+)$", body, re.MULTILINE) != SECTIONS:
        found.append(f"the sections are not {', '.join(SECTIONS)}")
    parts = re.split(r"^## .+\n", body, flags=re.MULTILINE)[1:]
    if any(not part.strip() for part in parts):
        found.append("a section is empty")
    if not parts or STATUS.match(" ".join(parts[0].split())) is None:
        found.append("the status is not `Accepted, YYYY-MM-DD.` or its like")
    if len(body.splitlines()) > LONGEST:
        found.append(f"more than {LONGEST} lines above the appendix")
    if re.search(r"^## ", appendix, re.MULTILINE):
        found.append("a section follows the appendix")
    return found


def test_numbers_follow_each_other() -> None:
    assert [record.name[:4] for record in RECORDS] == [f"{number:04}" for number in range(len(RECORDS))]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record.stem))
def test_a_record_has_the_usual_form(record: Path) -> None:
    assert faults(record.name, record.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record.stem))
def test_links_to_other_records_lead_somewhere(record: Path) -> None:
    targets = re.findall(r"\]\(((?:\d{4}-|\.\./)[\w./-]+)\)", record.read_text(encoding="utf-8"))
    assert [target for target in targets if not (DECISIONS / target).is_file()] == []


GOOD = "# 0007 Cards with their rules\n" + "".join(
    f"\n## {section}\n\n{'Accepted, 2026-11-21.' if section == 'Status' else 'A sentence.'}\n" for section in SECTIONS
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# 0007 Cards", "# 0008 Cards"),
        ("Cards with their rules", "How cards carry their rules"),
        ("## Context", "## Background"),
        ("## Context\n\nA sentence.\n\n", ""),
        ("## Context\n\nA sentence.", "## Context\n"),
        ("Accepted, 2026-11-21.", "Status: accepted"),
        ("A sentence.", "A line.\n" * LONGEST),
        ("## Alternatives", "## Appendix\n\n## Alternatives"),
    ],
)
def test_another_form_is_found(old: str, new: str) -> None:
    assert faults("0007-cards.md", GOOD) == []
    assert faults("0007-cards.md", GOOD.replace(old, new, 1)) != []
    assert faults("0007-cards.md", f"{GOOD}\n## Appendix\n\n" + "A line.\n" * 100) == []
