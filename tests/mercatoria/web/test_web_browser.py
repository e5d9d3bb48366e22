"""The table in a real Chromium: by mouse, by keyboard, on a phone, cut off and back, after the server was killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from playwright.sync_api import Browser, Page, expect, sync_playwright
from visiting import BIDS, FOUR, PIG

import mercatoria
from mercatoria.web import TableServer, application

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium")

ROOT = Path(__file__).resolve().parents[3]
AXE = ROOT / "build" / "web" / "axe.min.js"
SERIOUS = ("serious", "critical")
LONG = 20_000
"""Milliseconds that something may take on a busy machine."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    app = application(tmp_path_factory.mktemp("web") / "tables.db", (FOUR, BIDS, PIG), pause=0, rates=False)
    server = TableServer(app, "127.0.0.1", free_port())
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://localhost:{server.config.port}"
    server.handle_exit(signal.SIGTERM, None)
    thread.join()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def person(chromium: Browser, **how: object) -> Iterator[Page]:
    """A browser of somebody's own. Whatever it complains about is a fault: scripts, and what our policy forbids."""
    context = chromium.new_context(**how)
    context.set_default_timeout(LONG)
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
    yield page
    assert complaints == []
    context.close()


def set_up(page: Page, home: str, game: str, players: int, **fields: str) -> list[str]:
    """A new table, set up in the browser; the links of its seats, and at last that to look on."""
    page.goto(f"{home}/new?game={game}&players={players}" + "".join(f"&{k}={v}" for k, v in fields.items()))
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_selector(".links")
    return [link.input_value() for link in page.locator("input[readonly]").all()]


def sit(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.fill("#name", name)
    page.get_by_role("button", name="Take this seat").click()
    page.wait_for_selector("#moves")


def asked(page: Page) -> None:
    expect(page.locator("#moves-title")).to_have_text("Your move", timeout=LONG)


# ---------------------------------------------------------------- whole games


def test_a_game_by_mouse_and_by_keyboard_and_one_looks_on(chromium: Browser, home: str) -> None:
    with person(chromium) as ann, person(chromium) as ben, person(chromium) as eve:
        first, second, watch = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        eve.goto(watch)
        for _ in range(3):
            asked(ann)
            ann.get_by_role("button", name="A", exact=True).click()
            asked(ben)
            by_keyboard(ben, "B")
        asked(ann)
        ann.get_by_role("button", name="A", exact=True).click()
        for page in (ann, ben, eve):
            expect(page.locator("#moves-title")).to_have_text("The game is over", timeout=LONG)
        assert eve.locator("#moves form").count() == 0


def by_keyboard(page: Page, words: str) -> None:
    """Goes to a button with the Tab key and presses Enter."""
    for _ in range(200):
        page.keyboard.press("Tab")
        focused = "document.activeElement.matches('#moves button') && document.activeElement.firstChild.textContent"
        if str(page.evaluate(focused)).strip() == words:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the Tab key does not lead to {words}")


@pytest.mark.slow
@pytest.mark.parametrize("game", mercatoria.shipped())
def test_many_decisions_of_each_game(chromium: Browser, home: str, game: str) -> None:
    """Two people decide thirty times each, one by mouse and one by keyboard; then bots bring the game on."""
    players = max(2, mercatoria.load(game).players[0])
    bots = {f"seat{seat}": "random" for seat in range(2, players)}
    with person(chromium) as ann, person(chromium) as ben:
        first, second, *_ = set_up(ann, home, game, players, **bots)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        decided = 0
        for _ in range(400):
            for page, mouse in ((ann, True), (ben, False)):
                if page.locator("#moves-title").inner_text() != "Your move":
                    continue
                before = page.locator("#page").get_attribute("data-known")
                button = page.locator("#moves .choices button").nth(
                    decided % page.locator("#moves .choices button").count()
                )
                if mouse:
                    button.click()
                else:
                    button.focus()
                    page.keyboard.press("Enter")
                page.wait_for_function(
                    "known => document.getElementById('page').dataset.known !== known", arg=before, timeout=LONG
                )
                decided += 1
            if decided >= 60 or ann.locator("#moves-title").inner_text() == "The game is over":
                break
            ann.wait_for_timeout(20)
        assert decided >= 60 or ann.locator("#moves-title").inner_text() == "The game is over"


# ---------------------------------------------------------------- the board


def test_a_click_on_the_board_leaves_the_moves_with_that_thing(chromium: Browser, home: str) -> None:
    with person(chromium) as ann:
        first, *_ = set_up(ann, home, "medieval_merchant", 3)
        sit(ann, first, "Ann")
        thing = ann.locator("#picture [data-moves]").first
        thing.click(force=True)
        expect(ann.locator("#chosen")).to_be_visible()
        shown = ann.locator("#moves [data-move]:visible, #moves option:not([hidden])")
        assert 1 <= shown.count() <= len((thing.get_attribute("data-moves") or "").split())
        ann.get_by_role("button", name="all my moves").click()
        expect(ann.locator("#chosen")).to_be_hidden()
        thing.click(force=True)
        ann.keyboard.press("Enter" if ann.evaluate("document.activeElement.matches('button')") else "Tab")
        if ann.locator("#moves select:focus, #moves form button:focus").count():
            ann.keyboard.press("Enter")
        expect(ann.locator("#log li").first).to_contain_text("Choose a home town", timeout=LONG)


# ---------------------------------------------------------------- cut off, killed


@pytest.mark.slow
def test_cut_off_and_back(chromium: Browser, home: str) -> None:
    with person(chromium) as ann, person(chromium) as ben:
        first, second, _ = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        ben.context.set_offline(True)
        ann.get_by_role("button", name="C", exact=True).click()
        expect(ann.locator("#moves-title")).to_have_text("Wait a moment")
        expect(ben.locator("#moves-title")).to_have_text("Wait a moment")
        ben.context.set_offline(False)
        asked(ben)


@pytest.mark.slow
def test_the_server_is_killed_in_mid_game(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()

    @contextmanager
    def running() -> Iterator[subprocess.Popen[bytes]]:
        command = [
            sys.executable,
            "-m",
            "mercatoria",
            "serve",
            FOUR,
            "--port",
            str(port),
            "--data",
            str(tmp_path / "t.db"),
        ]
        with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
            for _ in range(200):
                with socket.socket() as tried:
                    if tried.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield process

    with person(chromium) as ann, person(chromium) as ben:
        with running() as process:
            first, second, _ = set_up(ann, f"http://localhost:{port}", FOUR, 2)
            sit(ann, first, "Ann")
            sit(ben, second, "Ben")
            ann.get_by_role("button", name="D", exact=True).click()
            expect(ann.locator("#log li").first).to_contain_text("D")
            process.send_signal(signal.SIGKILL)
        with running() as process:
            asked(ben)
            ben.get_by_role("button", name="E", exact=True).click()
            asked(ann)
            expect(ann.locator("#log li")).to_have_count(2)
            process.terminate()


# ---------------------------------------------------------------- phones, and who sees or moves otherwise


PAGES = ("", "/rules", "/why?line=1")


@pytest.mark.slow
def test_nothing_is_wider_than_a_phone(chromium: Browser, home: str) -> None:
    with person(chromium, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True) as ann:
        first, *_ = set_up(ann, home, "medieval_merchant", 2)
        assert ann.evaluate("document.documentElement.scrollWidth") <= 390
        sit(ann, first, "Ann")
        ann.locator("#moves form button").last.tap()
        at = ann.url
        for page in PAGES:
            ann.goto(at + page)
            assert ann.evaluate("document.documentElement.scrollWidth") <= 390, page
        heights = ann.evaluate("[...document.querySelectorAll('#moves button')].map(button => button.offsetHeight)")
        assert [height for height in heights if 0 < height < 44] == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_for_who_uses_it_otherwise(chromium: Browser, home: str, scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not here; `make test-web` brings it from npm")
    with person(chromium, color_scheme=scheme) as ann:
        looked_at = []

        def look() -> None:
            ann.evaluate(AXE.read_text(encoding="utf-8"))
            found = ann.evaluate("axe.run().then(found => found.violations)")
            looked_at.append(ann.url)
            bad = [
                (of["id"], of["nodes"][0]["html"][:150], len(of["nodes"])) for of in found if of["impact"] in SERIOUS
            ]
            assert bad == [], ann.url

        ann.goto(home)
        look()
        first, *_, watch = set_up(ann, home, "medieval_merchant", 3, **{"variant.letters_for_sale": "1"})
        look()
        ann.goto(f"{home}/new?game=medieval_merchant&players=4&variant.for_two=1")
        look()
        ann.goto(first)
        look()
        sit(ann, first, "Ann")
        look()
        seat = ann.url
        ann.locator("#moves form button").last.click()
        expect(ann.locator("#moves-title")).to_have_text("Wait a moment")
        for page in (*PAGES, "/why?not=open_city", "/seat/99"):
            ann.goto(seat + page)
            look()
        ann.goto(watch)
        look()
        assert len(set(looked_at)) == 10


def test_it_says_what_changed(chromium: Browser, home: str) -> None:
    """Who listens to the page is told when it is his turn; focus and what is filled in stay."""
    with person(chromium, reduced_motion="reduce") as ann, person(chromium) as ben:
        first, second, _ = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        ben.get_by_role("link", name=re.compile("Rules")).focus()
        ann.get_by_role("button", name="C", exact=True).click()
        expect(ben.locator("#live")).to_have_text("Your move", timeout=LONG)
        assert ben.evaluate("document.activeElement.textContent") == "Rules"
