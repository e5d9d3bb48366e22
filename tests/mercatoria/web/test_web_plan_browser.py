"""Tests in a real Chromium that a player plans a move and plays it as planned."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import CHROMIUM, Mouse, free_port, person, press_move, running, set_up, sit
from playwright.sync_api import Browser, expect
from visiting import FOUR

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium")


def test_a_player_plans_in_the_browser_and_plays_as_planned(tmp_path: Path, chromium: Browser) -> None:
    port = free_port()
    with (
        running(tmp_path / "tables.db", port, FOUR), person(chromium) as anna,
        person(chromium, java_script_enabled=False) as clara, person(chromium) as ben,
    ):  # fmt: skip
        links = set_up(anna, f"http://localhost:{port}", FOUR, 2)
        sit(anna, links[0], "Anna")
        sit(ben, links[1], "Ben")
        ben.get_by_role("link", name="Plan ahead").click()
        ben.locator("button[name=step]").nth(2).click()
        expect(ben.locator(".plan-step")).to_have_count(1)
        sit(clara, links[1], "Clara")  # at the same seat, without scripts
        clara.get_by_role("link", name="Plan ahead").click()
        clara.locator("button[name=step]").nth(3).click()
        expect(clara.locator(".plan-step")).to_have_count(2)
        ben.get_by_role("link", name="Back").click()
        expect(ben.locator("#plan .plan-step")).to_have_count(2)
        press_move(Mouse(), anna.locator("#moves button[name=move]").first)
        ben.get_by_role("button", name="Do as planned").click()
        expect(ben.locator("#plan .plan-step")).to_have_count(1)
        expect(anna.locator("#moves-title")).to_contain_text("Your move")


def test_a_step_is_played_at_once_before_the_eyes_of_its_player(tmp_path: Path, chromium: Browser) -> None:
    """The page for planning shows this without a reload. The table stays on the page when its plan is changed there."""
    port = free_port()
    with running(tmp_path / "tables.db", port, FOUR), person(chromium) as anna, person(chromium) as ben:
        links = set_up(anna, f"http://localhost:{port}", FOUR, 2)
        sit(anna, links[0], "Anna")
        sit(ben, links[1], "Ben")
        ben.get_by_role("link", name="Plan ahead").click()
        ben.locator("button[name=step]").nth(1).click()
        expect(ben.locator(".plan-step")).to_have_count(1)
        ben.get_by_role("link", name="Back").click()
        ben.get_by_role("button", name="Play at once").click()
        expect(ben.get_by_role("button", name="Play at once")).to_have_attribute("aria-pressed", "true")
        expect(ben.locator("#board")).to_be_visible()
        ben.get_by_role("link", name="Plan ahead").click()
        press_move(Mouse(), anna.locator("#moves button[name=move]").first)
        expect(ben.locator(".plan-step")).to_have_count(0)
        expect(anna.locator("#moves-title")).to_contain_text("Your move")
