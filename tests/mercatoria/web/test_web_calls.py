"""Tests in a real Chromium that answers open in place."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import CHROMIUM, LONG, Mouse, free_port, person, press_move, set_up, sit
from moor import written
from playwright.sync_api import Browser, Page, expect
from visiting import PIG, Clock, small_heap, until

from mercatoria.web import TableServer, application

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium"),
]


@pytest.fixture(scope="module")
def moor(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("games") / "moor")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, moor: str) -> Iterator[str]:
    file = tmp_path_factory.mktemp("web") / "tables.db"
    app = application(file, (moor, PIG), clock=Clock(), pause=0, rates=False)
    server = TableServer(app, "127.0.0.1", free_port(), clock=Clock())
    thread = threading.Thread(target=server.run)
    with small_heap():
        thread.start()
        until(lambda: server.started)
        yield f"http://localhost:{server.config.port}"
        server.handle_exit(signal.SIGTERM, None)
        thread.join()


def mend(page: Page) -> None:
    """Mend a path of the moor, which is possible twice in a game."""
    before = page.locator("#moves input[name=turn]").first.input_value()
    press_move(Mouse(), page.locator("[data-verb=mend] button[data-move], button[data-verb=mend]").first)
    expect(page.locator("#moves input[name=turn]").first).not_to_have_value(before)


def test_why_not_and_hints_open_beside_their_buttons(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium) as ann:
        first, *_ = set_up(ann, home, moor, 1)
        sit(ann, first, "Ann")
        mend(ann)
        mend(ann)
        answer = ann.get_by_role("dialog")
        ann.get_by_role("link", name="Mend a path").click()
        expect(answer).to_have_attribute("aria-label", "Why not: Mend a path")
        expect(answer.locator(".no").first).to_have_text("✕")
        expect(answer.get_by_role("button", name="Close")).to_be_focused()
        assert ann.url.endswith("/seat/0"), "the page stays"
        ann.keyboard.press("Escape")
        expect(answer).to_have_count(0)
        expect(ann.get_by_role("link", name="Mend a path")).to_be_focused()
        ann.keyboard.press("Enter")
        answer.get_by_role("button", name="What is possible").click()
        expect(ann.locator("#moves details[data-verb][open]")).to_have_count(1)

        ann.get_by_role("link", name="Hint").click()
        expect(answer).to_have_attribute("aria-label", "Suggestions from a bot", timeout=LONG)
        chances = [float(bar.get_attribute("value") or 0) for bar in answer.locator("progress").all()]
        assert chances == sorted(chances, reverse=True)
        at = [item.get_attribute("data-place") for item in answer.locator(".hints > li").all()]
        assert any(at)
        expect(ann.locator("#picture .board-hints text")).to_have_text([str(n) for n, name in enumerate(at, 1) if name])
        turn = ann.locator("#moves input[name=turn]").first.input_value()
        answer.get_by_role("button", name="Play this move").first.click()
        expect(ann.locator("#moves input[name=turn]").first).not_to_have_value(turn)
        expect(answer).to_have_count(0)
        expect(ann.locator("#picture .board-hints text")).to_have_count(0)


def test_single_keys_ask_and_can_be_switched_off(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium) as ann:
        first, *_ = set_up(ann, home, moor, 1)
        sit(ann, first, "Ann")
        mend(ann)
        mend(ann)
        answer, fork = ann.get_by_role("dialog"), ann.locator("#fork")
        turn = ann.locator("#moves input[name=turn]").first
        ann.keyboard.press("w")
        expect(answer).to_have_attribute("aria-label", "Why not: Mend a path")
        ann.keyboard.press("f")
        assert fork.get_attribute("open") is None, "a key does nothing behind a dialog"
        ann.keyboard.press("Escape")
        ann.keyboard.press("h")
        expect(answer).to_have_attribute("aria-label", "Suggestions from a bot", timeout=LONG)
        ann.keyboard.press("Escape")
        ann.keyboard.press("f")
        expect(fork.locator("select").first).to_be_focused()
        ann.keyboard.press("w")
        expect(answer).to_have_count(0)
        ann.locator("h1").click()
        before = turn.input_value()
        ann.keyboard.press("u")
        expect(turn).not_to_have_value(before)

        ann.locator("#settings > summary").click()
        ann.locator("#settings .key-list > summary").click()
        told = ann.locator("#settings .key-list kbd").all_text_contents()
        assert {"H", "W", "U", "F", "R", "/", "Z", "1–9", "Esc", "Home", "End"} < set(told)
        ann.get_by_label("Letters, digits and signs are keys").uncheck()
        ann.keyboard.press("Escape")
        ann.reload()
        before = turn.input_value()
        for key in ("w", "h", "u", "f", "1", "r", "z", "/"):
            ann.keyboard.press(key)
        assert ann.url.endswith("/seat/0")
        expect(answer).to_have_count(0)
        expect(turn).to_have_value(before)
        assert fork.get_attribute("open") is None
        assert not ann.locator("#moves details[data-verb][open]").count()
        ann.locator("#settings > summary").click()
        ann.get_by_label("Letters, digits and signs are keys").check()
        ann.keyboard.press("Escape")
        ann.keyboard.press("/")
        ann.wait_for_url("**/rules#find")


FAKES = """() => {
    window.calls = [];
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { return (Notification.permission = "granted"); }
        constructor(title, { body }) { calls.push(`${title}: ${body}`); }
    };
    window.AudioContext = class { constructor() { calls.push("knock"); throw new Error("the test has no sound"); } };
    document.hasFocus = () => false;
}"""
"""A script that notes notifications and knocks."""


def test_the_player_is_called_by_choice(chromium: Browser, home: str) -> None:
    with person(chromium) as ann, person(chromium) as ben:
        first, second, _ = set_up(ann, home, PIG, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        icon = ben.locator("link[rel=icon]")
        expect(icon).to_have_attribute("href", "/static/icon.svg")
        expect(ann.locator("link[rel=icon]")).to_have_attribute("href", "/static/icon-called.svg")
        assert ann.title().startswith("● Your move")
        ben.evaluate(FAKES)
        ben.locator("#settings > summary").click()
        assert not ben.locator("#call-notify").is_checked() and not ben.locator("#call-knock").is_checked()
        ben.locator("#call-notify").check()
        ben.keyboard.press("Escape")
        press_move(Mouse(), ann.locator("button[data-verb=hold]"))
        expect(icon).to_have_attribute("href", "/static/icon-called.svg")
        assert ben.title().startswith("● Your move")
        [call] = ben.evaluate("calls")
        assert call.startswith("● Your move · ")
        expect(ben.locator("#live")).to_contain_text("kept the pot")
        assert ben.evaluate("localStorage.getItem('call-notify')") == "yes"


def test_the_page_counts_how_long_the_others_think(chromium: Browser, home: str) -> None:
    with person(chromium) as ann, person(chromium) as ben:
        _, second, _ = set_up(ann, home, PIG, 2)
        ben.clock.install()
        sit(ben, second, "Ben")
        expect(ben.locator("#hand-0 .think")).to_have_count(1)
        expect(ben.locator("#hand-1 .think")).to_have_count(0)
        ben.clock.run_for(4_000)
        expect(ben.locator("#moves .since")).to_have_text("")
        ben.clock.run_for(4_000)
        expect(ben.locator("#moves .since")).to_have_text("8 s")
        expect(ben.locator("#hand-0 .since")).to_have_text("8 s")


def test_notes_open_at_the_table_and_save_themselves(chromium: Browser, home: str) -> None:
    with person(chromium) as ann:
        first, *_ = set_up(ann, home, PIG, 2)
        sit(ann, first, "Ann")
        ann.locator("#settings > summary").click()
        ann.get_by_role("link", name="Notes").first.click()
        notes = ann.get_by_role("dialog", name="Notes")
        notes.get_by_role("textbox").fill("Ben rolls until 20")
        expect(notes.get_by_role("status")).to_have_text("Saved")
        notes.get_by_role("textbox").fill("Ben rolls until 25")
        ann.keyboard.press("Escape")
        expect(notes).to_have_count(0)
        ann.goto(f"{ann.url.partition('#')[0]}/notes")
        expect(ann.get_by_role("textbox")).to_have_value("Ben rolls until 25")
