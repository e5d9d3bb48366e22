"""Tests that the rulebook contains every section of the printed rules, in the same order and under its heading.

`clauses.yaml` lists the sections of the printed rules in the order of their clauses. In a rulebook, a heading is a
comment with a line of hyphens, or the title of a phase.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

GAMES = Path(__file__).resolve().parents[2] / "games"

ELSEWHERE = {
    "medieval_merchant": {
        "Medieval Merchant: Rules": "the heading of the rulebook",
        "Medieval Merchant for Two": "variants/for_two.rules",
        "Tactical notes and playing tips": "no rules of their own",
        "Examples for 4 players": "scenarios",
    },
    "merchants_of_the_middle_ages": {
        "Turn Sequence Board": "the heading of the round",
        "The Cunning Negotiator Variant": "variants/cunning_negotiator.rules",
        "Influence cards": "each card stands in the action during which it is played",
    },
    "merchants_of_medieval_europe": {
        "Header and Length of Game": "two printed headings: length of game, winning the game",
        "Game Components & Concepts": "what they are stands with the contents, what is done with them where it is done",
        "Sample Turns": "scenarios/10_sample_turns.rules",
        "Frequently Asked Questions": "scenarios/11_tangles.rules",
    },
    "merkator": {
        "Das Kontor der Spieler": "the fields of each player, with what is on the table",
        "Spielzug / Spielaufbau (Sichtbarkeit)": "the field declares what is hidden, with what is on the table",
        "Solitärspiel": "variants/solo.rules",
        "Solitärspiel / Vorbereitung": "variants/solo.rules",
        "Solitärspiel / Spielverlauf": "variants/solo.rules",
        "Solitärspiel / Spielende": "variants/solo.rules",
        "Solitärspiel / Tipp": "variants/solo.rules",
        "Tipps zum flüssigeren Spielverlauf": "no rules of their own",
        "Varianten / Langversion": "variants/long.rules",
        "Varianten / Zweipersonenspiel": "variants/no_joining.rules and variants/no_coins.rules",
        "Varianten / Fortgeschrittenenregel": "variants/advanced.rules",
        "Varianten / A": "variants/no_goods_loss.rules",
        "Varianten / B": "variants/forced_buildings.rules",
        "Varianten / C": "variants/bonus_at_once.rules",
        "Varianten / D": "variants/contract_swap.rules",
    },
    "catan_merchants_of_europe": {
        "Starting Set-up for the Short Game": "variants/fixed_opening.rules",
        "Build and Buy Development Cards": "what holds for all four costs is said at each",
        "Keep your resource cards hidden": "the field declares what is hidden, with what is on the table",
        "Basic Playing Tips": "no rules of their own",
    },
}
"""Printed sections that the rulebook puts in another place, with the reason."""

COMMENT = r"^# (?:-{9,} )?(?P<comment>.*?)(?: -{3,})?$"
TITLE = r'^(?:phase|round|setup)\b[^"]*"(?P<title>[^"]*)"'
HEADING = re.compile(f"{COMMENT}|{TITLE}", re.MULTILINE)


def plain(heading: str) -> str:
    """Return a heading in lower case without punctuation."""
    return " ".join(re.findall(r"\w+", heading.lower()))


def printed(slug: str) -> dict[str, set[str]]:
    """Return the printed headings of a game in order, each with its clauses."""
    clauses = yaml.safe_load((GAMES / slug / "clauses.yaml").read_text(encoding="utf-8"))["clauses"]
    sections: dict[str, set[str]] = {}
    for clause in clauses:
        sections.setdefault(clause["section"], set()).add(clause["id"])
    assert ELSEWHERE[slug].keys() <= sections.keys()
    return {section: below for section, below in sections.items() if section not in ELSEWHERE[slug]}


@pytest.mark.parametrize("slug", ELSEWHERE)
def test_sections_stand_in_the_printed_order(slug: str) -> None:
    text = (GAMES / slug / "rulebook.rules").read_text(encoding="utf-8")
    headings = [(found.start(), plain(found["comment"] or found["title"] or "")) for found in HEADING.finditer(text)]
    starts = []
    for section in printed(slug):
        found = [start for start, heading in headings if plain(section) in heading]
        assert found, f"{section} has no heading in the rulebook"
        starts.append(found[0])
    assert starts == sorted(starts)
    for (section, clauses), start, end in zip(printed(slug).items(), starts, [*starts[1:], len(text)], strict=True):
        assert any(clause in text[start:end] for clause in clauses), f"nothing of {section} stands below it"


def test_every_shipped_game_is_compared_with_its_print() -> None:
    assert {folder.parent.name for folder in GAMES.glob("*/rulebook.rules")} == ELSEWHERE.keys()
