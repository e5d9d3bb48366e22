"""Simulates people with browsers, who set up a table, sit down, and use the mouse or the keyboard."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Browser, Locator, Page, expect
from visiting import LONG as LONG_SECONDS
from visiting import until

ROOT = Path(__file__).resolve().parents[3]
AXE = ROOT / "build" / "web" / "axe.min.js"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
LONG = 1000 * LONG_SECONDS
"""Maximum milliseconds for one step on a busy machine."""
expect.set_options(timeout=LONG)
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

SERVE = """
import sys
from mercatoria.web import TableServer, application
file, port, watch, *games = sys.argv[1:]
stopped = lambda: 0.0
app = application(file, games, clock=stopped, pause=0, rates=False, watch=bool(watch))
TableServer(app, "127.0.0.1", int(port), clock=stopped).run()
"""
"""A program that runs `mercatoria serve` without pauses after bot moves and with a stopped clock.

Because the clock is stopped, no browser ever misses a deadline, even on a slow machine.
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(file: Path, port: int, *games: str, watch: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server in a separate process that a test can kill."""
    command = [sys.executable, "-c", SERVE, str(file), str(port), "watch" if watch else "", *games]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            until(lambda: process.poll() is not None or listens(port))
            assert process.poll() is None, "the server has ended"
            yield process
        finally:
            process.terminate()


@contextmanager
def person(chromium: Browser, **how: object) -> Iterator[Page]:
    """Yield a page in a separate browser, which by default shows moves of others without a pause.

    The test fails after a script error or a violation of the content security policy.
    """
    context = chromium.new_context(**{"reduced_motion": "reduce"} | how)
    context.set_default_timeout(LONG)
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
    yield page
    assert complaints == []
    context.close()


def set_up(page: Page, home: str, game: str, players: int, **fields: str) -> list[str]:
    """Set up a table of people in the browser. Return the links of its seats, then the spectator link."""
    fields = {f"seat{seat}": "human" for seat in range(players)} | fields
    page.goto(f"{home}/new?game={game}&players={players}" + "".join(f"&{k}={v}" for k, v in fields.items()))
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_selector(".links")
    return [link.input_value() for link in page.locator("input[readonly]").all()]


def sit(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.fill("#name", name)
    page.get_by_role("button", name="Take this seat").click()
    page.wait_for_selector("#moves")
    page.wait_for_load_state()  # the scripts are there


def asked(page: Page) -> None:
    expect(page.locator("#moves-title")).to_contain_text("Your move", timeout=LONG)


# ---------------------------------------------------------------- hands


class Hand(Protocol):
    """A way to operate a page, such as the mouse or the keyboard."""

    def press(self, what: Locator) -> None: ...

    def write(self, field: Locator, words: str) -> None: ...

    def choose(self, select: Locator, option: int) -> None: ...

    def pick(self, radio: Locator) -> None: ...


class Mouse:
    """Clicks on elements."""

    def press(self, what: Locator) -> None:
        what.click()

    def write(self, field: Locator, words: str) -> None:
        field.fill(words)

    def choose(self, select: Locator, option: int) -> None:
        select.select_option(index=option)

    def pick(self, radio: Locator) -> None:
        radio.locator("xpath=..").click()


class Finger:
    """Taps on elements."""

    def press(self, what: Locator) -> None:
        what.tap()

    def write(self, field: Locator, words: str) -> None:
        field.tap()
        field.fill(words)

    def choose(self, select: Locator, option: int) -> None:
        select.select_option(index=option)

    def pick(self, radio: Locator) -> None:
        radio.locator("xpath=..").tap()


class Keyboard:
    """Operates a page with the keyboard only."""

    def press(self, what: Locator) -> None:
        tab_to(what)
        what.page.keyboard.press("Space" if what.get_attribute("type") == "checkbox" else "Enter")

    def write(self, field: Locator, words: str) -> None:
        tab_to(field)
        field.page.keyboard.press("ControlOrMeta+A")
        field.page.keyboard.type(words)

    def choose(self, select: Locator, option: int) -> None:
        tab_to(select)
        away = option - select.evaluate("select => select.selectedIndex")
        for _ in range(abs(away)):
            select.page.keyboard.press("ArrowDown" if away > 0 else "ArrowUp")

    def pick(self, radio: Locator) -> None:
        tab_to(radio.locator("xpath=../..").locator("input:checked"))
        for _ in range(MOST_STEPS):
            if radio.is_checked():
                return
            radio.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrow keys do not lead to {radio}")


def has_script(page: Page) -> bool:
    """Return True if the scripts of the page have begun. Pages without scripts never ask before a move."""
    return page.locator("#moves-title[tabindex]").count() > 0


def press_move(hand: Hand, move: Locator) -> None:
    """Press the button of a move. If the move cannot be taken back, the button asks once."""
    verb = move.locator("xpath=ancestor::details[contains(@class, 'verb')]")
    if verb.count() and verb.get_attribute("open") is None:
        hand.press(verb.locator("> summary"))
    if verb.count() and not move.is_visible() and (shortened := verb.locator(".where > button")).is_visible():
        hand.press(shortened)
    asks = move.get_attribute("data-final") is not None and has_script(move.page)
    hand.press(move)
    if asks:
        hand.press(move)


MOST_STEPS = 600
"""Maximum number of times to press the Tab key to reach an element."""
WAY = """wanted => {
    const at = document.activeElement;
    if (wanted === at) return "";
    return at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING && at !== document.body
        ? "Shift+Tab" : "Tab";
}"""
"""A script that returns the key which moves the focus closer to an element, or nothing if the element has the focus."""


def tab_to(wanted: Locator) -> None:
    """Move the focus to an element with the Tab key."""
    for _ in range(MOST_STEPS):
        if not (key := wanted.evaluate(WAY)):  # not by a handle: the page may have been renewed
            return
        wanted.page.keyboard.press(key)
    raise AssertionError(f"the Tab key does not lead to {wanted}")
