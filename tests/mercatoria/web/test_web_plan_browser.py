"""Tests in a real Chromium that a player plans a move and plays it as planned."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import CHROMIUM, PHONE, Mouse, asked, free_port, person, press_move, running, set_up, sit
from playwright.sync_api import Browser, expect
from visiting import FOUR

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium"),
]

MERCHANT = "medieval_merchant"
PLAN = "#moves .own a[href$='/plan']"
RING = "#picture [role=button]"


def test_a_player_plans_in_the_browser_and_plays_as_planned(tmp_path: Path, chromium: Browser) -> None:
    port = free_port()
    with (
        running(tmp_path / "tables.db", port, FOUR), person(chromium) as anna,
        person(chromium, java_script_enabled=False) as clara, person(chromium) as ben,
    ):  # fmt: skip
        links = set_up(anna, f"http://localhost:{port}", FOUR, 2)
        sit(anna, links[0], "Anna")
        sit(ben, links[1], "Ben")
        ben.locator(PLAN).click()
        press_move(Mouse(), ben.locator("#moves button[name=move]").nth(2))
        expect(ben.locator(".plan-step")).to_have_count(1)
        sit(clara, links[1], "Clara")  # at the same seat, without scripts
        clara.locator(PLAN).click()
        press_move(Mouse(), clara.locator("#moves button[name=move]").nth(3))
        expect(clara.locator(".plan-step")).to_have_count(2)
        expect(ben.locator("#plan .plan-step")).to_have_count(2)
        ben.locator("#ahead .now").click()
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
        ben.locator(PLAN).click()
        press_move(Mouse(), ben.locator("#moves button[name=move]").nth(1))
        expect(ben.locator(".plan-step")).to_have_count(1)
        ben.locator("#ahead .now").click()
        expect(ben.locator("#ahead")).to_have_count(0)
        ben.get_by_role("button", name="Play at once").click()
        expect(ben.get_by_role("button", name="Play at once")).to_have_attribute("aria-pressed", "true")
        expect(ben.locator("#board")).to_be_visible()
        ben.locator(PLAN).click()
        expect(ben.locator("#ahead")).to_be_visible()
        press_move(Mouse(), anna.locator("#moves button[name=move]").first)
        expect(ben.locator(".plan-step")).to_have_count(0)
        expect(anna.locator("#moves-title")).to_contain_text("Your move")


def test_a_player_plans_on_the_board_with_the_mouse(tmp_path: Path, chromium: Browser) -> None:
    """The step falls while the player plans, and the table returns when the turn comes."""
    port = free_port()
    with (
        running(tmp_path / "tables.db", port, MERCHANT), person(chromium) as anna, person(chromium) as ben,
        person(chromium) as clara,
    ):  # fmt: skip
        links = set_up(anna, f"http://localhost:{port}", MERCHANT, 3)
        for page, link, name in zip((anna, ben, clara), links, ("Anna", "Ben", "Clara"), strict=False):
            sit(page, link, name)
        expect(clara.locator(RING)).to_have_count(0)
        clara.evaluate("document.body.dataset.same = 'yes'")
        clara.locator(PLAN).click()
        expect(clara.locator("body[data-same] .t.planning")).to_have_count(1)
        ring = clara.locator(RING).first
        place = ring.get_attribute("id")
        assert ring.locator(".mx-legal").evaluate("ring => getComputedStyle(ring).strokeDasharray") != "none"
        ring.click()
        expect(clara.locator("#plan .plan-step")).to_have_count(1)
        expect(clara.locator("#track .planned-bars .possible")).to_have_count(1)
        anna.locator(f"[id='{place}']").click()
        expect(clara.locator("#plan .plan-step.fallen")).to_contain_text("Fell at move")
        expect(clara.locator("#track .planned-bars .not-possible")).to_have_attribute("title", re.compile("Anna|Red"))
        expect(clara.locator(".t.planning")).to_have_count(1)
        asked(ben)
        ben.locator(RING).first.click()
        asked(clara)
        expect(clara.locator("body[data-same] .t.planning")).to_have_count(0)
        assert not clara.url.endswith("/plan")


def test_a_player_plans_on_the_board_with_keys_alone(tmp_path: Path, chromium: Browser) -> None:
    port = free_port()
    with running(tmp_path / "tables.db", port, MERCHANT), person(chromium) as anna, person(chromium) as ben:
        links = set_up(anna, f"http://localhost:{port}", MERCHANT, 3)
        sit(ben, links[1], "Ben")
        ben.keyboard.press("p")
        expect(ben.locator(".t.planning")).to_have_count(1)
        ben.locator(f"{RING}[tabindex='0']").focus()
        ben.keyboard.press("Enter")
        expect(ben.locator("#plan .plan-step")).to_have_count(1)
        ben.keyboard.press("Tab")
        ben.keyboard.press("Enter")
        expect(ben.locator("#plan .plan-step")).to_have_count(2)
        ben.keyboard.press("Escape")
        expect(ben.locator(".t.planning")).to_have_count(0)
        expect(ben.locator("#plan .plan-step")).to_have_count(2)


def test_a_player_plans_on_a_phone(tmp_path: Path, chromium: Browser) -> None:
    port = free_port()
    with running(tmp_path / "tables.db", port, MERCHANT), person(chromium, **PHONE) as ben:
        links = set_up(ben, f"http://localhost:{port}", MERCHANT, 3)
        sit(ben, links[1], "Ben")
        ben.locator("#track .planned-bars").tap()
        expect(ben.locator(".t.planning")).to_have_count(1)
        ben.locator(RING).first.tap()
        expect(ben.locator("#plan .plan-step")).to_have_count(1)
        assert ben.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
        ben.locator("#ahead .now").tap()
        expect(ben.locator(".t.planning")).to_have_count(0)
