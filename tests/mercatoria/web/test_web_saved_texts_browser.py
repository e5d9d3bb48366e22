"""Tests in a real Chromium that an open page says at once what a saved text means."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import CHROMIUM, free_port, person, running, set_up, sit
from playwright.sync_api import Browser, expect
from test_web_house_rules import RULES, Folder
from test_web_saved_texts import FAULTY, FOLLOWED, PASSING
from visiting import PIG

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium"),
]


def test_an_author_saves_a_rule_and_plays_it_on_the_open_page(tmp_path: Path, chromium: Browser) -> None:
    port, pig = free_port(), Folder(tmp_path, PIG)
    with running(tmp_path / "tables.db", port, str(pig), watch=True), person(chromium) as anna:
        links = set_up(anna, f"http://localhost:{port}", str(pig), 2)
        sit(anna, links[0], "Anna")
        news = anna.locator("#text-news")
        expect(anna.locator("#moves-title")).to_contain_text("Your move")
        expect(news).to_have_count(0)
        pig.write(("raise pot by die clamped", "raise pott by die clamped"))
        expect(news).to_contain_text(FAULTY)
        expect(news).to_contain_text(f"pig/{RULES}, line")
        anna.screenshot(path=tmp_path / "fault.png")
        pig.write(("raise pott by die clamped", "raise pot by die clamped"), *PASSING)
        expect(news).to_contain_text(FOLLOWED)
        expect(news).to_contain_text("New moves: Pass on")
        anna.screenshot(path=tmp_path / "followed.png")
        expect(anna.locator("#moves")).to_contain_text("Pass on")
