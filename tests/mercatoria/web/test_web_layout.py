"""Tests the layout of a table's page in a real Chromium: four sizes of window, light and dark.

Everything that a player needs lies inside the window, only the log scrolls, and nothing is too small for a thumb.
"""

from __future__ import annotations

import random
import re
import signal
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import AXE, CHROMIUM, PHONE, ROOT, free_port, person
from labels import read_labels
from playwright.sync_api import Browser, Page, expect
from visiting import EXAMPLES, Clock, small_heap, until

import mercatoria
from mercatoria.web import TableServer, application
from mercatoria.web.security import seat_key
from mercatoria.web.tables import Choice, TableRegistry
from mercatoria.web.thread import DECIDING
from tests.thinning import thinned

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium")

OTHERS = tuple(str(EXAMPLES / name) for name in ("bazaar", "caravans", "connect_four"))
"""Games without a picture file: one without places, one with places and lines, and one with a grid."""
QUICK = ("medieval_merchant", OTHERS[0])
GAMES = (*mercatoria.shipped(), *OTHERS)
SIZES = {"desk": (1280, 900), "wide": (1920, 1080), "tablet": (820, 1180), "phone": (390, 844)}
TOUCH = ("tablet", "phone")
ZOOMS = (1, 1.5, 2.5, 4, 6)
BOARD = 45
"""Least share of the window that the board takes on a desk, in percent."""
STORY = 5
"""Least number of lines of one row that the story shows, whatever the player may do."""
STEPS = 45
"""Number of decisions before a table is looked at."""
LONG_LIST = 34
"""Number of a position of the bazaar with a list of moves that is long on a phone."""
THUMB, HALF = 44, 0.5
"""Least height of what is touched, in pixels, and the tolerance."""

OUTSIDE = """() => {
    const within = (part) => {
        const at = part.getBoundingClientRect();
        return at.width > 40 && at.height > 20 && at.left >= -1 && at.top >= -1 && at.right <= innerWidth + 1
            && at.bottom <= innerHeight + 1;
    };
    return ["#board", "#moves", "#moves-title", "#mine", "#log", "#players", "#course", "#slider", ".top"]
        .filter(name => name !== "#mine" || document.querySelector("#mine .lot dd > :not(.none)"))
        .filter(name => !within(document.querySelector(name)));
}"""
"""A script that returns the parts of a page that are not wholly inside the window."""
CUT = """() => ["#moves", ".side"].filter(name => {
    const part = document.querySelector(name);
    return part.scrollHeight > part.clientHeight + 1 && part.clientHeight < 130;
})"""
"""A script that returns panels so narrow that a reader would see too little of them at once."""
TOUCHED = (
    ".top a, .top summary, .ask button, .ask summary, .ask a.verb, .own a, .sheetbar a, .switch label, #log summary"
)
SMALL = f"""() => [...document.querySelectorAll("{TOUCHED}")]
    .filter(part => part.checkVisibility() && part.getBoundingClientRect().width > 0)
    .map(part => [part.textContent.trim(), part.getBoundingClientRect().height])"""
"""A script that returns the heights of everything that is touched."""
SHARE = """() => {
    const at = document.getElementById("board").getBoundingClientRect();
    return 100 * at.width * at.height / innerWidth / innerHeight;
}"""
STAGE = "100 * document.querySelector('.stage').getBoundingClientRect().height / innerHeight"
LEAST_STAGE = 40
"""Least share of the height of the window that the board and what is mine take, in percent."""
VIOLATIONS = """() => axe.run().then(found => found.violations.map(
    each => [each.id, each.nodes.length, each.nodes[0].html.slice(0, 150)]))"""
"""A script that returns everything that axe-core finds wrong with a page."""
STEP = """async () => {
    const all = (await import("/static/course.js")).course(), range = document.getElementById("position");
    let took = Infinity;
    for (let time = 0; time < 3; time++) {
        const begun = performance.now();
        for (let at = 0; at < all.length; at++) {
            range.value = at;
            range.dispatchEvent(new Event("input"));
        }
        took = Math.min(took, (performance.now() - begun) / all.length);
    }
    return took;
}"""
"""A script that moves the slider through the game, and returns the milliseconds for a step: the best of three times,
because other programs use the processor.
"""
SLOWEST_STEP = 16
SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


@dataclass(frozen=True)
class Home:
    """A server, on which a table of a game is set up and played when a test first asks for it."""

    server: TableServer
    links: dict[str, str] = field(default_factory=dict)

    def link(self, game: str) -> str:
        """Return the address of the first seat of a table in the middle of the game."""
        if game not in self.links:
            web = self.server.config.app.state.server
            self.links[game] = web._thread.do(DECIDING, in_the_middle, web.hall, game).result()
        return f"http://localhost:{self.server.config.port}{self.links[game]}"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    file = tmp_path_factory.mktemp("layout") / "tables.db"
    server = TableServer(
        application(file, OTHERS, clock=Clock(), pause=0, rates=False), "127.0.0.1", free_port(), clock=Clock()
    )
    thread = threading.Thread(target=server.run)
    with small_heap():
        thread.start()
        until(lambda: server.started)
        yield Home(server)
        server.handle_exit(signal.SIGTERM, None)
        thread.join()


def in_the_middle(registry: TableRegistry, game: str) -> str:
    """Play at a table until the first seat has to decide. Return the link of this seat."""
    dice, players = random.Random(3), mercatoria.load(game).players[-1]
    table, owner = registry.set_up(Choice(game, players), ["human"] * players, 5)
    for step in range(STEPS * 4):
        state = table.course.state
        if state.is_over or (step >= STEPS and state.deciders[0] == 0 and len(state.moves(0)) > 1):
            break
        seat = state.deciders[0]
        registry.play(table, table.course.turn(seat), state.sample(dice, seat))
    return f"/t/{table.head.table}/take/0/{seat_key(owner, table.head.table, 0)}"


def opened(page: Page, home: Home, game: str) -> None:
    page.goto(home.link(game))
    page.get_by_role("button", name="Take this seat").click()
    page.wait_for_selector("#moves")


def errors_of(page: Page) -> list[str]:
    """Return a list to which the page adds the errors of its scripts."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


def examine(chromium: Browser, home: Home, game: str, scheme: str, sizes: Iterable[str], slowest: float = inf) -> None:
    """Look at the page of a game in windows of these sizes. A step of the slider may take `slowest` milliseconds."""
    for name in sizes:
        wide, high = SIZES[name]
        touch, where = name in TOUCH, f"{Path(game).name}, {name}, {scheme}"
        how = {
            "viewport": {"width": wide, "height": high},
            "has_touch": touch,
            "is_mobile": touch,
            "color_scheme": scheme,
        }
        with person(chromium, **how) as page:
            errors = errors_of(page)
            opened(page, home, game)
            assert page.evaluate(SIZE) == [wide, high], where
            assert page.evaluate(STAGE) >= LEAST_STAGE, where
            if not touch:
                assert page.evaluate(OUTSIDE) == [], where
                assert page.evaluate(CUT) == [], where
                assert page.evaluate(SHARE) >= BOARD, where
            if name == "phone":
                small = [each for each in page.evaluate(SMALL) if each[1] < THUMB - HALF]
                assert small == [], where
            if page.locator("#picture > svg.mx-live").count():
                for zoom in ZOOMS:
                    read_labels(page, zoom, f"{where}, × {zoom}")
            assert slide(page, where) < slowest, where
            assert errors == [], where
            if AXE.exists() and name in ("desk", "phone"):
                page.evaluate(AXE.read_text(encoding="utf-8"))
                assert page.evaluate(VIOLATIONS) == [], where


def slide(page: Page, where: str) -> float:
    """Go to the beginning, through the game, to an earlier turn and back to the present.

    Return the milliseconds for a step through the game.
    """
    page.wait_for_selector("#position[aria-valuetext]", state="attached")
    flag = page.locator("#past strong")
    page.keyboard.press("Home")
    assert page.input_value("#position") == "0", where
    expect(flag).to_contain_text("move 0")
    took = float(page.evaluate(STEP))
    page.keyboard.press("End")
    expect(flag).to_have_count(0)
    page.keyboard.press("Shift+ArrowLeft")
    expect(flag).to_contain_text("as you saw it then")
    page.keyboard.press("End")
    expect(flag).to_have_count(0)
    expect(page.locator("#page.between")).to_have_count(0)
    return took


@pytest.mark.parametrize(
    "game", thinned(((game,) for game in QUICK), lambda case: case[0] in OTHERS), ids=lambda game: Path(game).name
)
def test_everything_is_inside_the_window(chromium: Browser, home: Home, game: str) -> None:
    """The default run looks at one game in the smallest and in a middle-sized window."""
    examine(chromium, home, game, "light", ("desk", "phone"))


@pytest.mark.slow
def test_a_place_does_not_hide_what_one_chooses_in_it(chromium: Browser, home: Home) -> None:
    """Screen readers take a picture for one thing, so what has buttons in it is a group."""
    with person(chromium) as page:
        opened(page, home, OTHERS[1])
        page.goto(f"{page.url}/at/0")
        page.wait_for_selector("#position[aria-valuetext]", state="attached")
        assert page.locator("#picture [data-thing] [data-moves]").count() > 0, "nothing lies in a place"
        assert page.locator("#picture [role=img] [data-moves]").count() == 0


# ---------------------------------------------------------------- the story


@pytest.mark.slow
@pytest.mark.parametrize("game", ["catan_merchants_of_europe", "merchants_of_the_middle_ages"])
def test_the_story_keeps_its_lines_beside_many_verbs(chromium: Browser, home: Home, game: str) -> None:
    with person(chromium, viewport={"width": 1280, "height": 800}) as page:
        opened(page, home, game)
        line = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#log li.fresh')).lineHeight)")
        assert page.evaluate("document.querySelector('#log .scroll').clientHeight") >= STORY * line > 0


@pytest.mark.slow
def test_the_story_says_how_many_lines_are_above(chromium: Browser, home: Home) -> None:
    with person(chromium) as page:
        opened(page, home, QUICK[0])
        page.locator(".switch label", has_text="All").click()
        above = page.get_by_role("button", name=re.compile(r"^↑ \d+ more above$"))
        expect(above).to_be_visible()
        before, presses = above.inner_text(), 0
        above.click()
        expect(above).not_to_have_text(before)
        while above.count() and presses < 20:
            above.click()
            page.wait_for_timeout(50)
            presses += 1
        expect(above).to_have_count(0)
        expect(page.locator("#log li").first).to_be_in_viewport()


# ---------------------------------------------------------------- phones


@pytest.mark.slow
def test_nothing_lies_over_the_board_of_a_phone(chromium: Browser, home: Home) -> None:
    """Charts lie below the board, and the notes of a first game are one line until they are unfolded."""
    with person(chromium, **PHONE) as page:
        opened(page, home, "merchants_of_medieval_europe")
        board, charts = page.locator("#picture").bounding_box(), page.locator(".beside").bounding_box()
        assert board and charts
        assert board["y"] + board["height"] <= charts["y"] + HALF
        chart = page.locator(".beside .chart").first
        chart.locator("summary").tap()
        expect(chart.locator("dl, table")).to_be_visible()
        page.locator(".top h1").tap()
        expect(chart.locator("dl, table")).to_be_hidden()
        page.locator("#settings > summary").tap()
        page.get_by_role("button", name="Show the first notes").tap()
        page.locator(".top h1").tap()
        notes, unfold = page.locator("#coach dl"), page.locator("#coach .unfold")
        expect(unfold).to_be_visible()
        expect(notes).to_be_hidden()
        unfold.tap()
        expect(notes).to_be_visible()


@pytest.mark.slow
def test_the_verbs_of_a_phone_are_seen_without_scrolling_sideways(chromium: Browser, home: Home) -> None:
    with person(chromium, **PHONE) as page:
        opened(page, home, "catan_merchants_of_europe")
        assert (
            page.evaluate("""() => { const verbs = document.querySelector("#moves .verbs");
            return verbs.scrollWidth - verbs.clientWidth; }""")
            <= 0
        )


@pytest.mark.slow
def test_a_phone_in_the_past_leads_back_to_now(chromium: Browser, home: Home) -> None:
    with person(chromium, **PHONE) as page:
        opened(page, home, "merchants_of_the_middle_ages")
        seat = page.url
        page.goto(f"{seat}/at/{STEPS - 5}")
        now = page.get_by_role("link", name="Back to now")
        expect(now).to_be_in_viewport(ratio=1)
        on_top = """now => { const { left, top, width, height } = now.getBoundingClientRect();
            return now.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""
        assert now.evaluate(on_top), "something covers the button"
        now.tap()
        expect(page.locator("#past")).to_have_count(0)
        assert page.url == seat


@pytest.mark.slow
def test_a_phone_shows_all_that_one_could_do_then(chromium: Browser, home: Home) -> None:
    """Its buttons are disabled, so a list that scrolls would have no place for the focus."""
    with person(chromium, **PHONE) as page:
        opened(page, home, OTHERS[0])
        page.goto(f"{page.url}/at/{LONG_LIST}")
        assert page.locator("#moves .verbs > *").count() > 3, "the list is short"
        assert (
            page.evaluate("""() => { const verbs = document.querySelector("#moves .verbs");
            return verbs.scrollHeight - verbs.clientHeight; }""")
            <= 0
        )
        assert page.evaluate(STAGE) >= LEAST_STAGE


# ---------------------------------------------------------------- all windows


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).name)
def test_everything_is_inside_every_window(chromium: Browser, home: Home, game: str, scheme: str) -> None:
    examine(chromium, home, game, scheme, SIZES, SLOWEST_STEP)


@pytest.mark.slow
def test_the_tabs_of_a_phone_work_without_a_script(chromium: Browser, home: Home) -> None:
    wide, high = SIZES["phone"]
    how = {
        "viewport": {"width": wide, "height": high},
        "has_touch": True,
        "is_mobile": True,
        "java_script_enabled": False,
    }
    with person(chromium, **how) as page:
        opened(page, home, QUICK[0])
        expect(page.locator("#players")).to_be_hidden()
        for tab, shown, hidden in (
            ("Players", "#players", "#log"),
            ("Log", "#log", "#players"),
            ("Board", "#board", "#log"),
        ):
            page.locator(".sheetbar a", has_text=tab).tap()
            expect(page.locator(shown)).to_be_in_viewport()
            expect(page.locator(hidden)).to_be_hidden()


@pytest.mark.slow
def test_a_verb_is_chosen_with_its_number_and_closed_with_escape(chromium: Browser, home: Home) -> None:
    with person(chromium) as page:
        opened(page, home, OTHERS[0])
        page.wait_for_selector("#moves-title[tabindex]")  # The scripts have begun.
        page.locator("#moves details.verb").evaluate_all("verbs => verbs.forEach(verb => { verb.open = false; })")
        # Browsers report several changes of a fold at once, so each change must be reported before the next one.
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        page.evaluate("""() => { window.verbs = [];
            document.addEventListener("table:verb", event => window.verbs.push(event.detail.verb)); }""")
        verb = page.locator("#moves details.verb").first
        page.keyboard.press(verb.locator("> summary kbd").inner_text())
        expect(verb).to_have_attribute("open", "")
        page.wait_for_function("name => window.verbs.at(-1) === name", arg=verb.get_attribute("data-verb"))
        page.keyboard.press("Escape")
        expect(verb).not_to_have_attribute("open", "")
        page.wait_for_function("() => window.verbs.at(-1) === ''")
        assert page.evaluate("window.verbs.at(-2)") == verb.get_attribute("data-verb")


@pytest.mark.slow
def test_all_lines_of_the_story_are_shown_on_demand(chromium: Browser, home: Home) -> None:
    with person(chromium, java_script_enabled=False) as page:
        opened(page, home, QUICK[0])
        new, lines = page.locator("#log li.fresh").count(), page.locator("#log li")
        assert 0 < new < lines.count()
        expect(lines.first).to_be_hidden()
        expect(lines.last).to_be_in_viewport()
        page.locator(".switch label", has_text="All").click()
        expect(page.locator("#log li.old").last).to_be_visible()


@pytest.mark.slow
def test_the_colours_of_the_page_are_chosen_in_the_menu(chromium: Browser, home: Home) -> None:
    with person(chromium) as page:
        opened(page, home, QUICK[0])
        light = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
        page.locator("#settings > summary").click()
        page.get_by_label("Dark").check()
        dark = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
        assert dark != light
        page.reload()
        assert page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor") == dark


def test_the_scripts_are_modules_of_a_readable_length() -> None:
    scripts = sorted((ROOT / "mercatoria" / "web" / "static").glob("*.js"))
    assert [each.name for each in scripts if len(each.read_text(encoding="utf-8").splitlines()) > 250] == []
