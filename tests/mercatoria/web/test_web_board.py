"""Tests the board as control in a real Chromium: labels at every zoom, rings, tags, the popover and latest moves."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from math import inf

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import CHROMIUM, PHONE, free_port, person, set_up, sit
from labels import read_labels
from moor import written
from playwright.sync_api import Browser, Locator, Page, expect
from visiting import EXAMPLES, Clock, small_heap, until

from mercatoria.web import TableServer, application

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium")

CARAVANS = str(EXAMPLES / "caravans")
"""An example with a map and without `picture.yaml`."""
QUICK = ("medieval_merchant", "catan_merchants_of_europe")
OTHERS = ("merkator", "merchants_of_the_middle_ages", "merchants_of_medieval_europe", CARAVANS)
SIZES = ((1280, 900), (1920, 1080), (820, 1180), (390, 844))
ZOOMS = (1, 1.5, 2.5, 4, 6)
SLOWEST = 50
"""Maximum milliseconds for laying out all labels, on the best of several tries."""


@pytest.fixture(scope="module")
def moor(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("games") / "moor")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, moor: str) -> Iterator[str]:
    file = tmp_path_factory.mktemp("web") / "tables.db"
    app = application(file, (moor, CARAVANS), clock=Clock(), pause=0, rates=False)
    server = TableServer(app, "127.0.0.1", free_port(), clock=Clock())
    thread = threading.Thread(target=server.run)
    with small_heap():
        thread.start()
        until(lambda: server.started)
        yield f"http://localhost:{server.config.port}"
        server.handle_exit(signal.SIGTERM, None)
        thread.join()


def begin(page: Page, home: str, game: str, players: int = 1) -> None:
    """Set up a table, sit down at the seat that begins, and wait until the board is alive."""
    for link in set_up(page, home, game, players)[:-1]:
        sit(page, link, "Ann")
        if "Your move" in (page.text_content("#moves-title") or ""):
            break
    page.wait_for_selector("#picture > svg.mx-live")


def thing(page: Page, name: str) -> Locator:
    return page.locator(f"#picture [data-thing={name}]")


def ways(page: Page) -> Locator:
    return page.get_by_role("dialog").get_by_role("button")


def press(page: Page, name: str) -> None:
    """Click the middle of a place or line."""
    middle = page.evaluate(
        """name => {
            const thing = document.querySelector(`#picture [data-thing=${name}]`), path = thing.querySelector("path");
            const [x, y] = (thing.dataset.at ?? "").split(" ").map(Number);
            const at = thing.dataset.at ? new DOMPoint(x, y) : path.getPointAtLength(path.getTotalLength() / 2);
            const seen = new DOMPoint(at.x, at.y).matrixTransform(thing.getScreenCTM());
            return [seen.x, seen.y];
        }""",
        name,
    )
    page.mouse.click(*middle)


# ---------------------------------------------------------------- labels


def check_labels(chromium: Browser, home: str, game: str, slowest: float) -> None:
    """Look at the labels in all windows and at all zooms. Laying them out may take `slowest` milliseconds."""
    with person(chromium) as ann:
        begin(ann, home, game, 1 if game == CARAVANS else 3)
        for wide, high in SIZES:
            ann.set_viewport_size({"width": wide, "height": high})
            for zoom in ZOOMS:
                at = f"{game} {wide}×{high} × {zoom}"
                found = read_labels(ann, zoom, at)
                assert found["took"] < slowest, at
                assert found["shown"] > 0 or zoom > 1, at


@pytest.mark.slow
@pytest.mark.parametrize("game", QUICK)
def test_labels_can_be_read_and_do_not_overlap(chromium: Browser, home: str, game: str) -> None:
    check_labels(chromium, home, game, slowest=inf)


@pytest.mark.slow
@pytest.mark.parametrize("game", OTHERS)
def test_labels_of_the_other_games(chromium: Browser, home: str, game: str) -> None:
    check_labels(chromium, home, game, SLOWEST)


@pytest.mark.slow
@pytest.mark.parametrize("game", QUICK)
def test_labels_are_laid_out_quickly(chromium: Browser, home: str, game: str) -> None:
    """On a busy computer this takes longer, so it is not among the quick tests."""
    check_labels(chromium, home, game, SLOWEST)


# ---------------------------------------------------------------- looking closer


def view(page: Page) -> list[float]:
    return [float(part) for part in (page.get_attribute("#picture > svg", "viewBox") or "").split()]


@pytest.mark.slow
def test_wheel_keys_buttons_and_dragging_change_the_view(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium) as ann:
        begin(ann, home, moor)
        whole = view(ann)
        ann.keyboard.press("+")
        closer = view(ann)
        assert closer[2] < whole[2]
        ann.get_by_role("button", name="Closer").click()
        assert view(ann)[2] < closer[2]
        before = view(ann)
        box = ann.locator("#picture > svg").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        ann.mouse.move(x, y)
        ann.mouse.down()
        ann.mouse.move(x - 60, y, steps=5)
        ann.mouse.up()
        assert view(ann)[0] > before[0]
        assert ann.get_by_role("dialog").count() == 0
        ann.keyboard.press("-")
        ann.mouse.wheel(0, -100)
        until(lambda: view(ann)[2] < closer[2])
        ann.keyboard.press("z")
        assert view(ann)[2] <= whole[2]
        ann.keyboard.press("0")
        assert view(ann) == pytest.approx(whole)


@pytest.mark.slow
def test_a_move_keeps_the_view(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium) as ann:
        begin(ann, home, moor)
        ann.keyboard.press("+")
        closer = view(ann)
        press(ann, "Ash")
        expect(ann.locator("#log li")).to_have_count(1)
        assert view(ann) == pytest.approx(closer)


@pytest.mark.slow
def test_what_is_pointed_at_is_described_until_a_move_is_made(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium) as ann:
        begin(ann, home, moor)
        pointed = ann.locator("#pointed")
        thing(ann, "Ash").hover()
        expect(pointed).to_contain_text("Ash")
        ann.locator("#players").hover()
        expect(pointed).to_be_empty()
        press(ann, "Ash")
        expect(ann.locator("#log li")).to_have_count(1)
        expect(pointed).to_be_empty()


@pytest.mark.slow
def test_fingers_pinch_the_board_and_a_tap_stays_a_tap(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium, **PHONE) as ann:
        begin(ann, home, moor)
        ann.evaluate("async () => { const { look } = await import('/static/board.js'); look([0, 0, 1e4, 1e4]); }")
        whole, box = view(ann), ann.locator("#picture > svg").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        hand = ann.context.new_cdp_session(ann)
        for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 80), ("touchEnd", None)):
            points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert view(ann)[2] < whole[2] / 2
        assert ann.get_by_role("dialog").count() == 0
        ann.get_by_role("button", name="The whole board").tap()
        assert view(ann) == pytest.approx(whole)
        thing(ann, "Elm").tap()
        expect(ways(ann)).to_have_count(4)


MOVED = """() => {
    const [small, place] = ["Ash", "Elm"].map((name) => document.querySelector(`#picture [data-thing=${name}]`));
    const send = (kind, at) => {
        const { x, y, width, height } = at.getBoundingClientRect(), where = [x + width / 2, y + height / 2];
        const [clientX, clientY] = where, how = { bubbles: true, pointerId: 7, pointerType: "touch", clientX, clientY };
        small.dispatchEvent(new PointerEvent(kind, how));
    };
    send("pointerdown", place);
    send("pointerup", place);
    send("click", small);
}"""
"""A script that touches the middle of Elm, while the browser moves the click to Ash. A browser does so if Ash is a
small thing next to the finger.
"""


@pytest.mark.slow
def test_a_finger_on_two_things_gets_the_moves_of_both(chromium: Browser, home: str, moor: str) -> None:
    """Otherwise a place with a piece in it could not be chosen."""
    with person(chromium, **PHONE) as ann:
        begin(ann, home, moor)
        thing(ann, "Ash").tap()
        alone = ways(ann).all_inner_texts()
        ann.keyboard.press("Escape")
        expect(ann.get_by_role("dialog")).to_have_count(0)
        ann.get_by_role("button", name="The whole board").tap()
        ann.evaluate(MOVED)
        expect(ann.get_by_role("dialog")).to_be_visible()
        both = ways(ann).all_inner_texts()
        assert set(alone) < set(both)
        assert sum(each.startswith(("Walk to Elm", "Send a letter to Elm")) for each in both) == 4
        ways(ann).filter(has_text="Walk to Elm").tap()
        expect(ann.locator("#log li").last).to_contain_text("Elm")


# ---------------------------------------------------------------- choosing


def test_one_way_plays_at_a_click_and_several_are_listed_cheapest_first(
    chromium: Browser, home: str, moor: str
) -> None:  # fmt: skip
    with person(chromium) as ann:
        begin(ann, home, moor)
        press(ann, "OakAsh")
        expect(ann.locator("#log li").last).to_contain_text("mended")
        press(ann, "Elm")
        expect(ways(ann)).to_have_text([
            "Walk to Elm with Red’s cart", "Send a letter to Elm from Yew−2 pennies",
            "Send a letter to Elm from Oak−4 pennies", "Send a letter to Elm from Ash−9 pennies",
        ])  # fmt: skip
        expect(ways(ann).first).to_be_focused()
        ann.keyboard.press("Escape")
        expect(ann.get_by_role("dialog")).to_have_count(0)
        assert ann.evaluate("document.activeElement.id") == "Elm"
        press(ann, "Elm")
        ways(ann).nth(1).click()
        expect(ann.locator("#log li").last).to_contain_text("Elm from Yew")


@pytest.mark.slow
def test_a_verb_leaves_its_places_and_their_tags(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium) as ann:
        begin(ann, home, moor)
        legal = "#picture [role=button]"
        assert sorted(ann.eval_on_selector_all(legal, "all => all.map(each => each.id)")) == [
            "Ash", "AshYew", "Elm", "High", "Low", "OakAsh", "Yew",
        ]  # fmt: skip
        ann.locator("[data-verb=send] > summary").click()
        expect(ann.locator(legal)).to_have_count(2)
        assert ann.eval_on_selector_all(legal, "all => all.map(each => each.id)") == ["Elm", "Yew"]
        assert ann.locator(".board-tag").all_text_contents() == ["−2", "−1"]
        assert thing(ann, "Ash").locator(".mx-legal").is_hidden()
        press(ann, "Elm")
        expect(ways(ann)).to_have_count(3)
        ann.keyboard.press("Escape")
        ann.locator("[data-verb=send] > summary").click()
        expect(ann.locator(legal)).to_have_count(7)


@pytest.mark.slow
def test_an_open_verb_leaves_the_pass_in_sight_on_a_phone(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium, **PHONE) as ann:
        begin(ann, home, moor)
        verb, declines = ann.locator("[data-verb=mend]"), ann.locator("#moves button.calm")
        verb.locator("> summary").tap()
        expect(declines).to_be_in_viewport()
        expect(ann.locator("[data-verb=send]")).to_be_hidden()
        verb.locator("> summary").tap()
        expect(ann.locator("[data-verb=send]")).to_be_visible()


@pytest.mark.slow
def test_a_move_that_cannot_be_taken_back_is_asked_for_once(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium) as ann:
        begin(ann, home, moor)
        thing(ann, "High").locator("path").first.dispatch_event("click")
        expect(ways(ann)).to_have_count(1)
        expect(ann.get_by_role("dialog")).to_contain_text("cannot be taken back")
        ways(ann).click()
        expect(ann.locator("#log li[data-place=High]")).to_have_count(1)


@pytest.mark.slow
def test_a_move_is_played_on_the_board_by_keys_alone(chromium: Browser, home: str) -> None:
    with person(chromium) as ann:
        begin(ann, home, "medieval_merchant", 3)
        for _ in range(60):
            if ann.evaluate("document.activeElement.matches('#picture [role=button]')"):
                break
            ann.keyboard.press("Tab")
        chosen = ann.evaluate("document.activeElement.id")
        order = ann.eval_on_selector_all("#moves [data-place]", "all => all.map(each => each.dataset.place)")
        assert chosen == order[0]
        ann.keyboard.press("Tab")
        assert ann.evaluate("document.activeElement.id") == order[1]
        ann.keyboard.press("Shift+Tab")
        assert ann.evaluate("document.activeElement.id") == chosen
        ann.keyboard.press("Enter")
        expect(ann.locator(f"#log li[data-place={chosen}]")).to_contain_text("home town")


# ---------------------------------------------------------------- latest moves


@pytest.mark.slow
def test_latest_moves_are_ringed_and_a_line_of_the_log_shows_its_own(chromium: Browser, home: str, moor: str) -> None:
    with person(chromium) as ann:
        begin(ann, home, moor)
        press(ann, "Ash")
        expect(ann.locator(".board-newest")).to_have_count(2)
        expect(ann.locator(".board-head.mx-hue-red")).to_have_count(1)
        press(ann, "AshYew")
        expect(ann.locator("path.board-newest")).to_have_count(1)
        expect(ann.locator("circle.board-earlier.mx-stroke-red")).to_have_count(1)
        expect(ann.locator(".board-last use")).to_have_count(2)
        ann.locator("#log li").first.hover()
        expect(ann.locator(".board-head")).to_have_count(1)
        expect(ann.locator(".board-earlier")).to_have_count(0)
        ann.mouse.move(1, 1)
        expect(ann.locator(".board-earlier")).to_have_count(1)
