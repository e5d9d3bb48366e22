"""The English of the project: patterns that native writers avoid. `docs/style.md` is the guide.

A file may not have more hits than `baseline.json` allows it, and where it has fewer, the baseline must shrink with it:

    python -m tests.prose.test_english        write the baseline that fits the files as they are, if it is smaller
    python -m tests.prose.test_english E04    print every hit of a pattern
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parent))
from blocks import ROOT, Block, blocks, commits, flat, python, template, tracked

from tests.prose.test_docstrings import rules_broken

HERE = Path(__file__).parent
BASELINE = HERE / "baseline.json"
MOST_EXCEPTIONS = 20

Hits = dict[str, dict[str, int]]
"""Number of hits by file and pattern."""


@dataclass(frozen=True, slots=True)
class Pattern:
    id: str
    enforced: bool
    title: str
    regex: re.Pattern[str]
    kind: str
    before: str
    after: str

    def applies(self, block: Block) -> bool:
        if self.kind:
            return block.kind == self.kind and self.id not in block.allowed
        return self.id not in block.allowed

    def hits(self, block: Block) -> int:
        return sum(1 for _ in self.regex.finditer(block.text)) if self.applies(block) else 0


def read_patterns() -> list[Pattern]:
    rows = yaml.safe_load((HERE / "patterns.yaml").read_text(encoding="utf-8"))
    return [
        Pattern(
            row["id"], row["enforced"], row["title"], re.compile(row["pattern"]), row.get("in", ""), row["before"],
            row["after"],
        )
        for row in rows
    ]  # fmt: skip


PATTERNS = read_patterns()


def counted(found: Iterable[Block]) -> Hits:
    totals: Counter[tuple[str, str]] = Counter()
    for block in found:
        for pattern in PATTERNS:
            if number := pattern.hits(block):
                totals[block.file, pattern.id] += number
    hits: Hits = {}
    for (file, name), number in sorted(totals.items()):
        hits.setdefault(file, {})[name] = number
    return hits


def worse(now: Mapping[str, Mapping[str, int]], allowed: Mapping[str, Mapping[str, int]]) -> list[str]:
    titles = {pattern.id: pattern.title for pattern in PATTERNS}
    return [
        f"{file}: {name} ({titles[name]}) {number} times, {allowed.get(file, {}).get(name, 0)} allowed"
        for file, rows in now.items()
        for name, number in rows.items()
        if number > allowed.get(file, {}).get(name, 0)
    ]


@pytest.fixture(scope="module")
def prose() -> list[Block]:
    return list(blocks(tracked()))


@pytest.fixture(scope="module")
def now(prose: list[Block]) -> Hits:
    return counted(prose)


@pytest.fixture(scope="module")
def baseline() -> Hits:
    read: Hits = json.loads(BASELINE.read_text(encoding="utf-8"))
    return read


def test_no_file_reads_worse_than_before(now: Hits, baseline: Hits) -> None:
    found = worse(now, baseline)
    assert not found, "\n".join(["docs/style.md rules out:", *found[:30], "python -m tests.prose.test_english ID"])


def test_the_baseline_shrinks_with_the_files(now: Hits, baseline: Hits) -> None:
    found = worse(baseline, now)
    assert not found, "\n".join(["the baseline is too large; run python -m tests.prose.test_english", *found[:30]])


def test_docstrings_begin_with_whole_sentences(prose: list[Block]) -> None:
    read = [block for block in prose if block.kind == "docstring"]
    assert len(read) > 5000
    broken = [
        f"{block.file}:{block.line} {' and '.join(rules)}: {block.opening}"
        for block in read
        if (rules := rules_broken(block.opening))
    ]
    assert not broken, "\n".join(["docs/style.md rules out:", *broken[:30]])


def test_subjects_of_commits() -> None:
    found = [
        f"{block.file} {block.text}: {pattern.id} ({pattern.title})"
        for block in commits()
        for pattern in PATTERNS
        if pattern.enforced and pattern.hits(block)
    ]
    assert not found, "\n".join(found)


def test_exceptions_are_few(prose: list[Block]) -> None:
    assert sum(len(block.allowed) for block in prose) <= MOST_EXCEPTIONS


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: str(pattern.id))
def test_a_pattern_finds_its_example_and_not_the_cure(pattern: Pattern) -> None:
    assert pattern.regex.search(flat(pattern.before))
    assert not pattern.regex.search(flat(pattern.after))


def test_a_block_of_each_kind_is_read(prose: list[Block]) -> None:
    kinds = {block.kind for block in prose}
    assert kinds == {"docstring", "comment", "string", "paragraph", "changelog", "template", "title", "catalogue"}


def test_scripts_and_styles_of_a_template_are_left_out() -> None:
    page = (
        "<style>\n  body { margin: 0; }\n</style>\n<p>Some text</p>\n<script>\n  for (const a of all) b;\n</script>\n"
    )
    assert list(template("page.html", page)) == [("template", 4, "Some text")]


def test_code_in_a_string_is_left_out() -> None:
    text = "A = 'a:b { margin: 0; }\\nc { color: red; }\\n'\nB = 'Two rules; three moves; four seats.'\n"
    assert list(python("mercatoria/x.py", text)) == [("string", 2, "Two rules; three moves; four seats.")]


def main(names: list[str]) -> None:
    found = list(blocks(tracked()))
    if names:
        for block in found:
            for pattern in PATTERNS:
                for match in pattern.regex.finditer(block.text) if pattern.applies(block) else ():
                    if pattern.id in names:
                        around = block.text[max(0, match.start() - 60) : match.end() + 60]
                        print(f"{block.file}:{block.line} {pattern.id} …{around}…")
        return
    hits = counted(found)
    if BASELINE.exists() and (grown := worse(hits, json.loads(BASELINE.read_text(encoding="utf-8")))):
        sys.exit("\n".join(["the baseline may only shrink:", *grown]))
    BASELINE.write_text(json.dumps(hits, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{sum(sum(rows.values()) for rows in hits.values())} hits in {len(hits)} files of {ROOT.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
