"""Tests that the documentation site builds without warnings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.diagnostics.catalogue import CATALOGUE
from mercatoria.cli import COMMANDS

pytest.importorskip("sphinx", reason="the documentation's own tools are not installed; `make docs` does that")
pytest.importorskip("myst_parser")
pytest.importorskip("furo")

from docs.site import build, pages, reference

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.filterwarnings("ignore")  # We ignore warnings from the code of the tools themselves.
def test_the_site_is_built_without_a_complaint(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert build.build(tmp_path) == 0, capfd.readouterr().err
    html = tmp_path / "html"
    assert (html / "index.html").is_file() and (html / "tutorial.html").is_file()
    language = (html / "language.html").read_text(encoding="utf-8")
    assert '<span class="kd">rulebook</span>' in language, "the language is coloured"
    game = html / "examples" / "commerce"
    rules, clauses = ((game / f"{name}.html").read_text(encoding="utf-8") for name in ("rules", "clauses"))
    linked = set(re.findall(r'href="clauses.html#(COM-\d+)"', rules))
    assert linked and linked <= set(re.findall(r"id='(COM-\d+)'", clauses)), "citations lead to their clauses"


@pytest.mark.filterwarnings("ignore")
def test_broken_links_are_not_let_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def built(text: str) -> int:
        few = [
            pages.Page("tutorial.md", "# Tutorial\n", ROOT / "docs" / "tutorial.md"),
            pages.Page("index.md", f"# Home\n\n{text}\n", ROOT / "docs" / "README.md"),
        ]
        monkeypatch.setattr(build, "written_pages", lambda: few)
        return build.build(tmp_path)

    monkeypatch.setattr(build, "game_pages", list)
    monkeypatch.setattr(build, "generated_pages", list)
    assert built("[page](tutorial.md)") == 0
    assert built("[page](nowhere.md) [part](tutorial.md#no-such-part) [file](../games/x.y)") != 0
    told = capfd.readouterr().err
    assert all(target in told for target in ("nowhere.md", "no-such-part", "x.y"))


def test_every_code_and_every_command_is_there() -> None:
    faults, commands = reference.faults(), reference.commands()
    assert [code for code in CATALOGUE if f"\n### {code}: " not in faults] == []
    assert [name for name in COMMANDS if f"\n## {name}\n" not in commands] == []


def test_links_move_with_their_pages() -> None:
    def moved(text: str, page: str = "docs/tutorial.md") -> str:
        file = ROOT / page
        return pages.for_site(pages.Page(pages.place_of(file), text, file))

    assert moved("[a](README.md#b)") == "[a](index.md#b)"
    assert moved("[a](../CONTRIBUTING.md#b)") == "[a](contributing.md#b)"
    assert moved("[a](examples/pig)") == "[a](examples/pig/index.md)"
    assert moved("[t](../../tutorial.md)", "docs/examples/pig/README.md") == "[t](../../tutorial.md)"
    assert moved("[over\ntwo lines](README.md)") == "[over\ntwo lines](index.md)"
    assert moved("[h](https://example.org/x)") == "[h](https://example.org/x)"
    assert moved("`[MDM-001](no link)` and [x](#y)") == "`[MDM-001](no link)` and [x](#y)"
    book = moved("\n\n[The rules](examples/pig/rulebook.rules)\n")
    assert "<summary>The rules</summary>" in book and 'rulebook pig "Pig"' in book


def test_files_in_a_walk_say_which() -> None:
    block = "```rules file pig/rulebook.rules\nnumber days = 4\n```"
    shown = pages.for_site(pages.Page("x.md", block, ROOT / "docs" / "x.md"))
    assert shown.startswith("```{code-block} rules\n:caption: pig/rulebook.rules\n\nnumber days = 4\n")
