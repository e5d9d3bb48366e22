"""The table in a real Chromium: by mouse, by keyboard, on a phone, cut off and back, after the server was killed."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from visiting import BIDS, FOUR, PIG

import mercatoria
from mercatoria.web import TableServer, application

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium")

ROOT = Path(__file__).resolve().parents[3]
AXE = ROOT / "build" / "web" / "axe.min.js"
SERIOUS = ("serious", "critical")
Hand = Callable[..., None]
"""How somebody uses the page."""
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
    tab_to(page, page.locator("#moves button").filter(has_text=re.compile(f"^{words}$")).first)
    page.keyboard.press("Enter")


def tab_to(page: Page, wanted: Locator) -> None:
    element = wanted.element_handle()
    for _ in range(600):
        if element.evaluate("wanted => wanted === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {wanted}")


MOST_DECISIONS = 120
"""Decisions of two people in one game; then both leave it to bots, who bring it to its end."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["medieval_merchant"])
def test_a_whole_game(chromium: Browser, home: str, game: str) -> None:
    """One person plays by mouse, one by keyboard alone, and one looks on; bots have the other seats."""
    dice = random.Random(game)
    players = max(2, mercatoria.load(game).players[0])
    bots = {f"seat{seat}": "random" for seat in range(2, players)}
    with person(chromium) as ann, person(chromium) as ben, person(chromium) as eve:
        first, second, *_, watch = set_up(ann, home, game, players, **bots)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        eve.goto(watch)
        decided = set[str]()
        while len(decided) < MOST_DECISIONS and not is_over(ann):
            for page, hand in ((ann, by_mouse), (ben, by_keys)):
                if page.locator("#moves-title").inner_text() == "Your move":
                    decide(page, dice, hand)
                    decided.add(f"{hand.__name__} {page.locator('#page').get_attribute('data-known')}")
            assert eve.locator("#moves form").count() == 0
            ann.wait_for_timeout(10)
        assert {of.split()[0] for of in decided} == {"by_mouse", "by_keys"}
        if not is_over(ann):
            for page in (ann, ben):
                page.get_by_role("button", name="Leave it to a bot").click()
        for page in (ann, ben, eve):
            expect(page.locator("#moves-title")).to_have_text("The game is over", timeout=TO_THE_END)
            expect(page.locator(".ranking li")).to_have_count(players)


TO_THE_END = 200_000
"""Milliseconds in which bots bring a game to its end."""


def is_over(page: Page) -> bool:
    return page.locator("#moves-title").inner_text() == "The game is over"


def decide(page: Page, dice: random.Random, hand: Hand) -> None:
    """Chooses something, fills in what it leaves open, and waits for the answer."""
    known = page.locator("#page").get_attribute("data-known")
    ways = page.locator("#moves .choices button, #moves details.fill")
    chosen = ways.nth(dice.randrange(ways.count()))
    if chosen.evaluate("way => way.matches('details')"):
        if chosen.get_attribute("open") is None:
            hand(page, chosen.locator("summary"))
        for number in chosen.locator("input[type=number]").all():
            low, high = int(number.get_attribute("min") or 0), int(number.get_attribute("max") or MANY)
            step = int(number.get_attribute("step") or 1)
            hand(page, number, str(dice.randrange(low, min(high, low + MANY * step) + 1, step)))
        for box in chosen.locator("input[type=checkbox]").all():
            if dice.random() < 0.5:
                hand(page, box, " ")
        hand(page, chosen.locator("button"))
    else:
        many = chosen.locator("xpath=..").locator("select")
        if many.count():
            options = many.locator("option")
            hand(page, many, options.nth(dice.randrange(options.count())).inner_text())
        hand(page, chosen)
    page.wait_for_function(
        "known => document.getElementById('page').dataset.known !== known || document.getElementById('notice')",
        arg=known, timeout=LONG,
    )  # fmt: skip


MANY = 3
"""Steps above the least that somebody fills in at most."""


def by_mouse(page: Page, what: Locator, words: str = "") -> None:
    """Clicks, or fills something in."""
    kind = what.evaluate("what => what.type")
    if kind == "number":
        what.fill(words)
    elif kind == "select-one":
        what.select_option(label=words)
    else:
        what.click()


def by_keys(page: Page, what: Locator, words: str = "") -> None:
    """The same without a mouse."""
    tab_to(page, what)
    if words:
        if what.evaluate("what => what.type") == "number":
            page.keyboard.press("ControlOrMeta+A")
        page.keyboard.type(words)
    else:
        page.keyboard.press("Enter")


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
