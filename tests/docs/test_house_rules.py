"""Tests that the page lists at least ten short house rules, each as a game ships it."""

from __future__ import annotations

import re
from pathlib import Path

from code_blocks import Block, blocks

ROOT = Path(__file__).resolve().parents[2]
STUDIED = ROOT / "docs" / "house-rules-studied.md"
MOST_LINES = 5


def shown() -> dict[str, Block]:
    found = [block for block in blocks(ROOT / "docs" / "house-rules.md") if block.info[:2] == ("rules", "file")]
    return {block.info[2]: block for block in found}


def test_each_house_rule_is_short() -> None:
    for file, block in shown().items():
        heading, *amendments = block.text.strip().splitlines()
        assert heading.startswith("variant ")
        assert 1 <= len(amendments) <= MOST_LINES, file


def test_each_has_a_verdict_for_each_kind_of_bot() -> None:
    text = STUDIED.read_text(encoding="utf-8")
    said = dict(re.findall(r"^### (\d+)\. .+\n\n((?:.+\n|\n(?!#))+)", text, re.MULTILINE))
    assert sorted(map(int, said)) == list(range(1, 11))
    for number, paragraphs in said.items():
        assert all(f"With `{kind}` players: **" in paragraphs for kind in ("eager", "random")), number
        assert paragraphs.count("- What the rule did:") == 2, number
        assert re.search(r"at most ±[\d.]+|deals would tell|\([\d.]+ to [\d.]+\)", paragraphs), number


def test_verdicts_name_rules_by_their_titles() -> None:
    text = STUDIED.read_text(encoding="utf-8")
    names = {file.stem for file in (ROOT / "games").glob("*/variants/*_*.rules")}
    assert not [name for name in names if name in re.sub(r"^    mercatoria study .+$", "", text, flags=re.MULTILINE)]


def test_the_studies_can_be_repeated() -> None:
    commands = re.findall(r"^    (mercatoria study .+)$", STUDIED.read_text(encoding="utf-8"), re.MULTILINE)
    asked = [re.findall(r"--with (\S+)", command) for command in commands]
    shipped = {file.stem: file.parents[1].name for file in (ROOT / "games").glob("*/variants/*.rules")}
    assert len({name for names in asked for name in names}) == 10
    for command, names in zip(commands, asked, strict=True):
        assert {shipped[name] for name in names} == {command.split()[2]}
        assert re.search(r"--games \d+ --engine native --seed 1 ", command)


def test_ten_of_them_are_shipped_as_shown() -> None:
    shipped = {file.name: file for file in (ROOT / "games").glob("*/variants/*.rules")}
    both = shown().keys() & shipped.keys()
    assert len(both) >= 10
    for name in both:
        lines = shipped[name].read_text(encoding="utf-8").strip().splitlines()
        text = "\n".join(line for line in lines if not line.startswith("#")).strip()
        assert shown()[name].text.strip() == text, name
    games = [shipped[name].parents[1].name for name in both]
    assert all(games.count(game) >= 2 for game in games)
