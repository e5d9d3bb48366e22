"""Tests the examples of the README: its rules, its house rule, its Python code and its commands."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from code_blocks import FENCE

from dsl.diagnostics.diagnostic import render
from dsl.folder import read_folder
from mercatoria.cli import COMMANDS
from mercatoria.inspection import folder_faults
from tests.mercatoria.terminal.person import Person

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [(found["info"], found["text"]) for found in FENCE.finditer(README)]
GAME = ROOT / "games" / "medieval_merchant"


def plain(text: str) -> str:
    return " ".join(text.split())


def test_the_rules_it_quotes_are_the_rules() -> None:
    (quoted,) = (text for _, text in BLOCKS if text.startswith("phase "))
    rulebook = plain((GAME / "rulebook.rules").read_text(encoding="utf-8"))
    parts = quoted.strip().split("\n\n")
    assert len(parts) > 1
    assert [part for part in parts if plain(part) not in rulebook] == []


def test_the_barter_it_quotes_is_the_example() -> None:
    bazaar = ROOT / "docs" / "examples" / "bazaar"
    files = [bazaar / "rulebook.rules", *sorted((bazaar / "scenarios").glob("*.rules"))]
    example = "\n".join(file.read_text(encoding="utf-8") for file in files)
    quoted = [text for _, text in BLOCKS if "barter" in text and "Red> " not in text]
    assert len(quoted) == 2
    assert [text for text in quoted if text not in example] == []


def test_its_number_of_clauses_is_counted() -> None:
    clauses = [file.read_text(encoding="utf-8") for file in (ROOT / "games").glob("*/clauses.yaml")]
    said = re.search(r"(\d+) numbered clauses", README)
    assert said is not None
    assert int(said[1]) == sum(len(yaml.safe_load(text)["clauses"]) for text in clauses)


def test_its_links_and_pictures_exist() -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README)
    assert "docs/pictures/medieval-merchant.png" in targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_its_house_rule_changes_the_game(tmp_path: Path) -> None:
    (variant,) = (text for _, text in BLOCKS if text.startswith("variant "))
    place = re.search(r"`(games/\S+\.rules)`", README)
    assert place is not None
    shutil.copytree(GAME, tmp_path / "games" / GAME.name)
    (tmp_path / place[1]).write_text(variant, encoding="utf-8")
    folder = read_folder(tmp_path / "games" / GAME.name, "game")
    assert [render(fault) for fault in folder_faults(folder).in_order()] == []
    assert (tmp_path / place[1]).stem in folder.variants


def test_its_sample_game_is_what_a_player_sees() -> None:
    """Choose the first offered move until the second round, and then ask the question on the page."""
    (sample,) = (text for _, text in BLOCKS if "Red> " in text)
    command = re.search(r"`mercatoria (play [^`]+)`", README)
    question = re.search(r"^Red> (.+)$", sample, re.MULTILINE)
    assert command is not None
    assert question is not None
    me = Person(*command[1].split()[1:], columns=100)
    try:
        me.until("Red> ")
        while "Round 2 · 1." not in me.seen:
            me.types("1", "Red> ")
        me.types(question[1], "Red> ")
    finally:
        me.close()
    assert sample in "\n".join(line.rstrip() for line in me.seen.splitlines())


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = (text for info, text in BLOCKS if info == "python")
    exec(compile(program, "README.md", "exec"), {})
    assert re.match(r"\[\[\d.*\]\] \(\d", capsys.readouterr().out)


def test_its_commands_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^    )make ([a-z]+)", README, re.MULTILINE)) <= targets
    assert set(re.findall(r"(?:bin/|`)mercatoria (\w+)", README)) <= set(COMMANDS)
