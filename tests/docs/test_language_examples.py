"""Tests that every example in `docs/` parses, checks and plays, and that the pages explain every keyword."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest
from code_blocks import SPARE, Block, blocks, write_game

import mercatoria
from dsl.diagnostics.diagnostic import render
from dsl.folder import read_folder
from dsl.syntax import FUNCTIONS, RESERVED
from interpreter.testing.scenarios import run_scenario
from mercatoria import State
from mercatoria.inspection import folder_faults

ROOT = Path(__file__).resolve().parents[2]
FILES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name != "decisions"]
PAGES = {page.relative_to(ROOT / "docs").as_posix(): list(blocks(page)) for page in FILES}
RULES = [block for page in PAGES.values() for block in page if block.info[:1] == ("rules",) and block.stands_alone]
GAMES = [block for block in RULES if block.name and not block.wrong]
LANGUAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
MOST_MOVES = 5_000


@pytest.mark.parametrize("block", RULES, ids=str)
def test_example_has_the_faults_it_should(block: Block, tmp_path: Path) -> None:
    """An example marked `wrong` has exactly one fault, and any other example has none.

    The test checks all player counts and each variant.
    """
    folder = read_folder(write_game(tmp_path, PAGES[block.page], block), str(block))
    codes = {fault.code: render(fault) for fault in folder_faults(folder).in_order()}
    if not block.wrong:
        codes.pop("W431", None)  # A variant further down the page may cause the event that a trigger waits for.
        codes.pop("W408", None)  # Later examples may use names that this example only declares.
    if block.base or block.wrong:
        codes = {code: fault for code, fault in codes.items() if code not in SPARE or code == block.wrong}
    assert set(codes) == ({block.wrong} if block.wrong else set()), list(codes.values())


@pytest.mark.parametrize("block", [block for block in RULES if not block.wrong], ids=str)
def test_scenarios_of_an_example_pass(block: Block, tmp_path: Path) -> None:
    folder = read_folder(write_game(tmp_path, PAGES[block.page], block), str(block))
    for scenario in folder.scenarios:
        assert [render(fault) for fault in run_scenario(folder, scenario).faults] == []


@pytest.mark.parametrize("block", GAMES, ids=str)
def test_game_comes_to_its_end(block: Block, tmp_path: Path) -> None:
    """Random games end at every player count, and both engines play the same games."""
    game = mercatoria.load(str(write_game(tmp_path, PAGES[block.page], block)))
    for players, seed in itertools.product(game.players, range(3)):
        fast, plain = (played(game.start(players, seed, plain=plain), seed) for plain in (False, True))
        assert fast.is_over
        assert fast.vector == plain.vector
        assert sorted(seat for place in fast.ranking for seat in place) == list(range(players))


def played(state: State, seed: int) -> State:
    rng = random.Random(seed)
    for _ in range(MOST_MOVES):
        if state.is_over:
            break
        state.apply(state.sample(rng, rng.choice(state.deciders)))
    return state


# ---------------------------------------------------------------- no keyword is missing


def keywords() -> set[str]:
    found: set[str] = set()
    for grammar in (ROOT / "grammars").glob("*.lark"):
        if grammar.name != "terminals.lark":
            rules = re.sub(r"^\s*//.*$", "", grammar.read_text(encoding="utf-8"), flags=re.MULTILINE)
            found |= set(re.findall(r'"([a-z]+)"', rules))
    return found


def written_out() -> set[str]:
    """Return every word that the reference shows in backquotes or in an example."""
    code = [block.text for block in blocks(ROOT / "docs" / "language.md")]
    code += re.findall(r"`([^`\n]+)`", LANGUAGE)
    return {word for text in code for word in re.findall(r"[a-z_]+", text)}


def test_every_keyword_is_explained() -> None:
    assert sorted(keywords() - written_out()) == []


def test_every_reserved_word_is_listed() -> None:
    listed = re.search(r"^## Reserved words$(.*?)(?=^## |\Z)", LANGUAGE, re.MULTILINE | re.DOTALL)
    assert listed is not None
    words = set(re.findall(r"`([a-z_]+)`", listed[1]))
    assert sorted((RESERVED | set(FUNCTIONS)) - words) == []


def test_links_lead_somewhere() -> None:
    """A link inside a page must name a heading, and a link to a file must name an existing file."""
    for page in [*FILES, ROOT / "README.md"]:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            file, _, anchor = target.partition("#")
            if "://" in target:
                continue
            other = (page.parent / file).resolve() if file else page
            assert other.exists(), f"{page.name}: {target}"
            if anchor:
                assert anchor in anchors(other), f"{page.name}: {target}"


def anchors(page: Path) -> set[str]:
    """Return the headings of a page in the spelling that links use."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-") for heading in headings}
