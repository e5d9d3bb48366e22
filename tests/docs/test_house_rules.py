"""Tests that the page lists at least ten short house rules, each as a game ships it."""

from __future__ import annotations

import re
from pathlib import Path

from code_blocks import Block, blocks

from mercatoria.study import Judgement

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


def test_each_has_a_verdict_in_the_order_of_the_rules() -> None:
    text = STUDIED.read_text(encoding="utf-8")
    said = re.findall(r"^## (\d+)\. .+\n\n((?:.+\n|\n(?!#))+)", text, re.MULTILINE)
    assert [int(number) for number, _ in said] == list(range(1, 11))
    rows = re.findall(r"^\| (\d+)\. .+ \| \*\*(.+)\*\* \| .+ \|$", text, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 11)), "the table on top has a row for each rule"
    assert {judgement for _, judgement in rows} <= {each.value for each in Judgement}
    for number, paragraphs in said:
        assert "The rule in full: " in paragraphs, number
        assert re.search(r"^\*\*[A-Z]", paragraphs, re.MULTILINE), number
        assert "No game was examined" not in paragraphs


def judged() -> list[tuple[str, list[str], str]]:
    """Return the short verdict on each rule, the labels below it, and the paragraphs about `random` bots."""
    sections = re.split(r"^## \d+\. ", STUDIED.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    found = []
    for section in sections:
        section = section.partition("\n## ")[0]
        short = re.search(r"^\*\*((?:.|\n)+?)\*\*$", section, re.MULTILINE)
        assert short is not None, section
        told, _, of_random = section[short.end() :].partition("\n\nWith `random` bots: ")
        found.append((" ".join(short[1].split()), re.findall(r"^- ([^:]+):", told, re.MULTILINE), of_random))
    return found


def test_a_rule_that_was_not_tested_makes_no_claims() -> None:
    untested = [each for each in judged() if each[0].startswith(("Not tested", "Bots cannot judge this rule"))]
    assert untested
    for short, labels, _ in untested:
        assert short.endswith("Try it with people.")
        assert "no difference" not in short
        assert set(labels) <= {"The rule itself", "Next"}, short


def test_games_of_bad_players_claim_nothing_about_winners() -> None:
    doubt = re.compile(r"These bots cannot show who gains, because \d+ of 100 players end with the lowest score, 0\.")
    bad = [each for each in judged() if doubt.search(each[0])]
    assert bad
    for short, labels, _ in bad:
        claims = doubt.sub("", short).strip()
        assert claims
        assert not re.search(r"\b(wins?|points|gap|lead|leader|no difference)\b", claims), short
        assert not {"Final scores", "The leader", "The seats", "The players it affects"} & set(labels), short


def test_games_of_random_bots_show_only_whether_a_rule_can_matter() -> None:
    of_random = [told for _, _, told in judged() if told]
    assert of_random
    for told in of_random:
        assert told.startswith("Random bots show only whether the rule can matter.")
        assert not re.search(r"no difference|\b(wins?|leader|seats?)\b", told)


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
