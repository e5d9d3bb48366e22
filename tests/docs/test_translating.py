"""Tests the examples of the page about translating a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from dsl.folder import GameFolder, read_folder, translated_folder
from dsl.translations.words import HEADINGS, SECTIONS, VARIANTS
from mercatoria.drawing import full_log
from mercatoria.inspection import folder_faults
from tests.docs.code_blocks import DOCS, Block, blocks, write_game

PAGE = list(blocks(DOCS / "translating.md"))
GAME = next(block for block in PAGE if block.name)
WORDS = next(block for block in PAGE if block.info == ("yaml", "words"))
LOG = next(block for block in PAGE if block.info == ("text", "log"))
WRONG = [block for block in PAGE if block.wrong and block.info[0] == "yaml"]


def written(folder: Path, words: str) -> Path:
    write_game(folder, PAGE, GAME)
    (folder / "words").mkdir()
    (folder / "words" / "de.yaml").write_text(words, encoding="utf-8")
    return folder


def faults(folder: GameFolder) -> list[str]:
    """Return the codes of the faults in the words."""
    found = folder_faults(folder).found
    return [fault.code for fault in found if fault.span.source.path.endswith("words/de.yaml")]


def test_the_words_are_complete_and_without_faults(tmp_path: Path) -> None:
    folder = read_folder(written(tmp_path, WORDS.text))
    assert translated_folder(folder, "de").missing == []
    assert faults(folder) == []


def test_the_log_is_that_of_the_page(tmp_path: Path) -> None:
    state = mercatoria.load(str(written(tmp_path, WORDS.text))).start(2, 1)
    state.apply("Red: sail(Malmo, 2)").apply("Blue: pass")
    logs = [[str(line) for line in full_log(state.in_language(language), None)] for language in ("en", "de")]
    assert [" · ".join(pair) for pair in zip(*logs, strict=True)] == LOG.text.splitlines()


@pytest.mark.parametrize("block", WRONG, ids=lambda block: block.wrong)
def test_a_faulty_file_has_the_fault_of_the_page(tmp_path: Path, block: Block) -> None:
    assert block.wrong in faults(read_folder(written(tmp_path, block.text)))


def test_every_section_is_on_the_page() -> None:
    page = (DOCS / "translating.md").read_text(encoding="utf-8")
    assert [name for name in (*HEADINGS, *SECTIONS, VARIANTS) if f"`{name}`" not in page] == []
