"""Tests that examples of the website open in the page without a server, as games of one file."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import pytest

import mercatoria
from docs.site import pages

LINK = re.compile(r'<p class="edit-and-play"><a href="(?P<to>[^#"]+)#r=(?P<text>[\w-]+)">')


def linked(place: str) -> list[tuple[str, str]]:
    """Return the address and the rules of each link on a page of the website."""
    page = next(each for each in pages.written_pages() if each.place == place)
    found = LINK.finditer(pages.for_site(page))
    return [
        (link["to"], zlib.decompress(base64.urlsafe_b64decode(link["text"] + "=="), -15).decode()) for link in found
    ]


def test_without_the_page_there_are_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "DESK", tmp_path / "none")
    assert linked("language.md") == []


def test_links_contain_whole_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "DESK", tmp_path)
    games = linked("tutorial.md")
    assert [to for to, _ in games] == ["page/index.html"] * 2
    for _, text in games:
        (tmp_path / "rulebook.rules").write_text(text, encoding="utf-8")
        game = mercatoria.load(str(tmp_path))
        assert game.start(game.players[0]).moves(0)


def test_rules_of_a_block_follow_the_game_that_they_belong_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "DESK", tmp_path)
    found = linked("language.md")
    assert len(found) > 50
    assert [text for _, text in found if not pages.GAME.match(text)] == []
    assert linked("lessons/1-what-is-a-rule.md")[0][0] == "../page/index.html"
