"""Tests the table in a real Chromium: mouse, keyboard, phone, lost connections and server crashes."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import (
    AXE,
    CHROMIUM,
    LONG,
    PHONE,
    Keyboard,
    Mouse,
    asked,
    free_port,
    person,
    press_move,
    running,
    set_up,
    sit,
)
from playwright.sync_api import Browser, Locator, Page, Route, expect
from visiting import BIDS, FOUR, PIG, Clock, small_heap, until

from mercatoria.web import TableServer, application

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium")

SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("web") / "tables.db"
    app = application(file, (FOUR, BIDS, PIG), clock=Clock(), pause=0, rates=False)
    server = TableServer(app, "127.0.0.1", free_port(), clock=Clock())
    thread = threading.Thread(target=server.run)
    with small_heap():
        thread.start()
        until(lambda: server.started)
        yield f"http://localhost:{server.config.port}"
        server.handle_exit(signal.SIGTERM, None)
        thread.join()


def drop(page: Page, column: str) -> Locator:
    return page.locator(f'#moves button[value="drop_disc({column})"]')


# ---------------------------------------------------------------- a whole game


@pytest.mark.slow
def test_a_game_by_mouse_and_by_keyboard_and_one_looks_on(chromium: Browser, home: str) -> None:
    with person(chromium) as ann, person(chromium) as ben, person(chromium) as eve:
        first, second, watch = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        eve.goto(watch)
        for _ in range(3):
            asked(ann)
            press_move(Mouse(), drop(ann, "A"))
            asked(ben)
            press_move(Keyboard(), drop(ben, "B"))
        asked(ann)
        press_move(Mouse(), drop(ann, "A"))
        for page in (ann, ben, eve):
            expect(page.locator("#moves-title")).to_contain_text("The game is over", timeout=LONG)
        assert eve.locator("#moves form").count() == 0


# ---------------------------------------------------------------- the panel


@pytest.mark.slow
def test_a_refusal_stands_beside_the_button_that_was_pressed(chromium: Browser, home: str) -> None:
    with person(chromium, **PHONE) as ann:
        first, *_ = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        ann.get_by_role("button", name="Take back").tap(force=True)
        expect(ann.locator("#stays")).to_have_text("Cannot undo: There is nothing to undo.")
        notice = ann.locator("#moves .own form .notice")
        expect(notice).to_have_text("There is nothing to undo.")
        expect(notice).to_be_in_viewport()
        expect(notice).to_be_focused()
        assert ann.locator("#notice").count() == 1
        ann.get_by_role("button", name="Take back").tap(force=True)
        expect(notice).to_be_focused()
        assert ann.locator("#notice").count() == 1


@pytest.mark.slow
def test_a_link_is_copied(chromium: Browser, home: str) -> None:
    with person(chromium, permissions=["clipboard-read", "clipboard-write"]) as ann:
        first, *_ = set_up(ann, home, FOUR, 2)
        expect(ann.locator(".copy")).to_have_count(3)
        ann.locator(".copy").first.click()
        expect(ann.locator(".copy").first).to_have_text("Copied")
        assert ann.evaluate("navigator.clipboard.readText()") == first


@pytest.mark.slow
def test_playing_on_from_here_leads_to_the_new_table(chromium: Browser, home: str) -> None:
    with person(chromium) as ann, person(chromium) as ben:
        first, second, _ = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        asked(ann)
        press_move(Mouse(), drop(ann, "A"))
        asked(ben)
        old = ben.url
        ben.locator("#fork > summary").click()
        ben.locator("#fork-against").select_option("random")
        ben.locator("#fork button").click()
        ben.wait_for_url(lambda url: url != old)
        expect(ben.locator(".forked a")).to_have_attribute("href", re.compile(r"^/t/.*/seat/1/at/1$"))
        asked(ben)
        press_move(Mouse(), drop(ben, "B"))
        asked(ben)


@pytest.mark.slow
def test_a_hint_is_waited_for_and_tells_what_to_do(chromium: Browser, home: str) -> None:
    with person(chromium) as ann:
        first, *_ = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        ann.evaluate("() => { asked = fetch; fetch = () => new Promise((answer) => (answered = answer)); }")
        ann.get_by_role("link", name="Hint").click()
        expect(ann.locator("[data-waits]")).to_have_text("A bot is thinking …")
        ann.evaluate("() => { fetch = asked; answered(fetch(document.querySelector('[data-waits]').href)); }")
        expect(ann.get_by_role("dialog")).to_have_attribute("aria-label", "Suggestions from a bot", timeout=LONG)
        expect(ann.locator("[data-waits]")).to_have_text("Hint")
        ann.get_by_role("button", name="Play this move").first.click()
        expect(ann.locator("#moves-title")).to_have_text("Waiting for other players")


# ---------------------------------------------------------------- lost connections, killed servers


@pytest.mark.slow
def test_cut_off_and_back(chromium: Browser, home: str) -> None:
    with person(chromium) as ann, person(chromium) as ben:
        first, second, _ = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        ben.context.set_offline(True)
        press_move(Mouse(), drop(ann, "C"))
        expect(ann.locator("#moves-title")).to_have_text("Waiting for other players", timeout=LONG)
        expect(ben.locator("#moves-title")).to_have_text("Waiting for other players", timeout=LONG)
        ben.context.set_offline(False)
        asked(ben)


@pytest.mark.slow
def test_the_server_is_killed_in_mid_game(chromium: Browser, tmp_path: Path) -> None:
    file, port = tmp_path / "t.db", free_port()
    with person(chromium) as ann, person(chromium) as ben:
        with running(file, port, FOUR) as process:
            first, second, _ = set_up(ann, f"http://localhost:{port}", FOUR, 2)
            sit(ann, first, "Ann")
            sit(ben, second, "Ben")
            press_move(Mouse(), drop(ann, "D"))
            expect(ann.locator("#log li").last).to_contain_text("D")
            process.kill()
        with running(file, port, FOUR):
            asked(ben)
            press_move(Mouse(), drop(ben, "E"))
            asked(ann)
            expect(ann.locator("#log li")).to_have_count(2)


# ---------------------------------------------------------------- phones and accessibility


UNFOLD = """() => {
    const folded = [...document.querySelectorAll("details:not([open])")];
    folded.forEach(each => { each.open = true; });
    return folded.length;
}"""
"""A script that unfolds all folded sections and returns their number."""
PAGES = ("", "/rules", "/why?line=1")


@pytest.mark.slow
def test_nothing_is_wider_than_a_phone(chromium: Browser, home: str) -> None:
    with person(chromium, **PHONE) as ann:
        first, *_ = set_up(ann, home, "medieval_merchant", 2)
        assert ann.evaluate("document.documentElement.scrollWidth") <= 390
        sit(ann, first, "Ann")
        press_move(Mouse(), ann.locator("#moves button.way").first)
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
            """Check the text, inactive items, forms and options of a page, first as loaded and then with all sections
            unfolded.
            """
            ann.evaluate(AXE.read_text(encoding="utf-8"))
            looked_at.append(ann.url)
            for _ in range(2):
                found = ann.evaluate("axe.run().then(found => found.violations)")
                bad = [(of["id"], of["nodes"][0]["html"][:150], len(of["nodes"]))
                       for of in found if of["impact"] in SERIOUS]  # fmt: skip
                assert bad == [], ann.url
                folded = ann.evaluate(UNFOLD)
                if not folded:
                    break

        ann.goto(home)
        look()
        first, *_, watch = set_up(ann, home, "medieval_merchant", 3, **{"variant.letters_for_sale": "1"})
        look()
        ann.goto(f"{home}/new?game=medieval_merchant&players=4&variant.for_two=1")
        expect(ann.locator("#conflicts")).to_contain_text("These choices conflict")
        look()
        ann.goto(first)
        look()
        sit(ann, first, "Ann")
        look()
        seat = ann.url
        ann.locator("#settings").evaluate("menu => { menu.open = false; }")
        press_move(Mouse(), ann.locator("#moves button.way").first)
        expect(ann.locator("#moves-title")).to_have_text("Waiting for other players", timeout=LONG)
        for page in (*PAGES, "/why?not=open_city", "/why?not=open_city&depth=6", "/seat/99"):
            ann.goto(seat + page)
            look()
        ann.goto(watch)
        look()
        assert len(set(looked_at)) == 11


def test_it_says_what_changed(chromium: Browser, home: str) -> None:
    """A screen reader must announce the player's turn. The focus and filled-in values must be preserved."""
    with person(chromium, reduced_motion="reduce") as ann, person(chromium) as ben:
        first, second, _ = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        ben.get_by_role("link", name=re.compile("Rules")).focus()
        press_move(Mouse(), drop(ann, "C"))
        expect(ben.locator("#live")).to_contain_text("Your move", timeout=LONG)
        assert ben.evaluate("document.activeElement.textContent") == "Rules"


@pytest.mark.slow
def test_a_page_that_is_behind_skips_to_the_newest_one(chromium: Browser, home: str) -> None:
    """While the answer of a slow server is under way, the browser asks for no other page."""
    with person(chromium) as ann, person(chromium) as ben, person(chromium) as cleo:
        first, second, watch = set_up(ann, home, FOUR, 2)
        sit(ann, first, "Ann")
        sit(ben, second, "Ben")
        cleo.goto(watch)
        cleo.wait_for_selector("#moves")
        cleo.wait_for_load_state()
        late = list[Route]()

        def hold(route: Route) -> None:
            late.append(route)
            if len(late) > 1:
                route.continue_()

        cleo.route(watch, hold)
        for mover, column in ((ann, "A"), (ben, "C"), (ann, "E"), (ben, "G")):
            asked(mover)
            press_move(Mouse(), drop(mover, column))
        asked(ann)
        while not late:
            cleo.wait_for_timeout(20)
        cleo.wait_for_timeout(300)  # the other events arrive
        assert len(late) == 1
        late[0].continue_()
        expect(cleo.locator("#log li").last).to_contain_text("a disc into G", timeout=LONG)
        assert len(late) <= 2, "one question for the first event, and one for all the others"
