"""Tests of the file `laws.rules`, which holds conditions on the board file."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copytree

import pytest

import docs.site.games as site
from dsl.diagnostics import Diagnostic
from dsl.folder import LAWS, read_folder
from mercatoria.editor import Desks
from mercatoria.inspection import folder_faults

COMMERCE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "commerce"
HOLDS = """\
number most_ranks = 20

value ranked(s: Suit): 0 to 99 = count(c in Card where c.suit = s)

law ranks: all(ranked(s) <= most_ranks for s in Suit) "No suit is longer than twenty"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(copytree(COMMERCE, tmp_path / "commerce"))


def faults(folder: Path, laws: str) -> list[Diagnostic]:
    (folder / LAWS).write_text(laws, encoding="utf-8")
    return folder_faults(read_folder(folder, "commerce")).in_order()


def test_laws_and_their_values_may_have_a_file(folder: Path) -> None:
    assert faults(folder, HOLDS) == []
    assert "ranks" in {decl.name.text for decl in read_folder(folder).declarations}


def test_a_broken_law_is_cited_by_its_file(folder: Path) -> None:
    (broken,) = faults(folder, HOLDS.replace("= 20", "= 2"))
    assert "commerce/laws.rules:5" in " ".join([str(broken.span), *(str(span) for span, _ in broken.related)])


@pytest.mark.parametrize(
    "more", ["game has\n    winds: 0 to 3 = 0\n", "rule calm\n    stop round\n", 'action whistle "Whistle"\n']
)
def test_rules_of_play_belong_in_the_rulebook(folder: Path, more: str) -> None:
    found = [fault for fault in faults(folder, HOLDS + "\n" + more) if fault.code == "E020"]
    assert len(found) == 1
    assert "move it to the rulebook" in found[0].hint


def test_rules_of_play_cannot_use_values_of_laws(folder: Path) -> None:
    with (folder / "rulebook.rules").open("a", encoding="utf-8") as rules:
        rules.write("\nvalue longest: 0 to 99 = max(ranked(s) for s in Suit)\n")
    found = [fault for fault in faults(folder, HOLDS) if fault.code == "E020"]
    assert [fault.title for fault in found] == ["a rule uses `ranked`, which only laws can use"]


def test_a_variant_can_change_a_law(folder: Path) -> None:
    variant = 'variant long_suits "Long suits" of commerce\n    replace law ranks: all(ranked(s) <= 2 for s in Suit)\n'
    (folder / "variants" / "long_suits.rules").write_text(variant, encoding="utf-8")
    (broken,) = faults(folder, HOLDS)
    assert "long_suits" in " ".join([str(broken.span), *(str(span) for span, _ in broken.related)])


def test_checking_the_file_checks_its_game(folder: Path) -> None:
    (folder / LAWS).write_text(HOLDS.replace("most_ranks =", "most_rank ="), encoding="utf-8")
    found = Desks().file_faults(folder / LAWS, f"commerce/{LAWS}").in_order()
    assert [fault.code for fault in found] == ["E301"]


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_link_that_leads_out_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(HOLDS, encoding="utf-8")
    (folder / LAWS).symlink_to(tmp_path / "secret")
    assert [fault.code for fault in read_folder(folder).reading.found] == ["E014"]


def test_the_website_has_a_page_of_laws() -> None:
    laws = [page for page in site.game_pages() if page.place.endswith("/laws.md")]
    assert len(laws) == 1
    assert "law enough_sites" in laws[0].text
