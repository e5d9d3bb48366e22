"""Examines every page and each open part of a page with axe-core in a real Chromium: light, dark, desk and phone."""

from __future__ import annotations

import random
import re
import shutil
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import AXE, CHROMIUM, PHONE, free_port, person
from playwright.sync_api import Browser, Page, expect
from starlette.applications import Starlette
from visiting import EXAMPLES, PIG, Clock, small_heap, until

import mercatoria
from mercatoria.web import TableServer, application
from mercatoria.web.security import seat_key
from mercatoria.web.tables import Choice

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium"),
    pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here; `make test-web` brings it from npm"),
]

OTHERS = tuple(str(EXAMPLES / name) for name in ("bazaar", "caravans", "connect_four"))
GAMES = (*mercatoria.shipped(), *OTHERS)
STEPS = 40
"""Number of decisions before a table is looked at. A game that is shorter is looked at in its middle."""
PATIENCE = 120_000
"""Maximum milliseconds for one step."""
VIOLATIONS = """() => axe.run().then(found => found.violations.map(
    each => [each.id, each.nodes.length, each.nodes[0].html.slice(0, 150), each.nodes[0].any[0]?.message ?? ""]))"""
WINDOWS = {"desk": {"viewport": {"width": 1280, "height": 900}}, "phone": PHONE}


@dataclass(frozen=True)
class Home:
    """A server in this process, its address, and the folder of an example that tests change."""

    app: Starlette
    at: str
    pig: Path

    def table(self, game: str, decisions: int) -> tuple[str, str, int]:
        """Play random moves at a new table. Return the link of the first seat, the path of the table, and the number of
        decisions.
        """
        hall, players = self.app.state.server.hall, mercatoria.load(game).players[-1]
        table, owner = hall.set_up(Choice(game, players), ["human"] * players, 5)
        rng, played = random.Random(3), 0
        while not (state := table.course.state).is_over and (
            played < decisions or state.deciders[0] != 0 or len(state.moves(0)) < 2
        ):
            seat = state.deciders[0]
            hall.play(table, table.course.turn(seat), state.sample(rng, seat))
            played += 1
        name = table.head.table
        return f"{self.at}/t/{name}/take/0/{seat_key(owner, name, 0)}", f"{self.at}/t/{name}", played


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    folder = tmp_path_factory.mktemp("axe")
    pig = folder / "pig"
    shutil.copytree(PIG, pig)
    app = application(folder / "tables.db", (*OTHERS, str(pig)), clock=Clock(), pause=0, rates=False)
    server = TableServer(app, "127.0.0.1", free_port(), clock=Clock())
    thread = threading.Thread(target=server.run)
    with small_heap():
        thread.start()
        until(lambda: server.started)
        yield Home(app, f"http://localhost:{server.config.port}", pig)
        server.handle_exit(signal.SIGTERM, None)
        thread.join()


class Examiner:
    """Collects what axe-core finds wrong with a page in each of its states."""

    def __init__(self, page: Page) -> None:
        self._page, self.found = page, list[tuple[str, list[object]]]()

    def look(self, state: str) -> None:
        self._page.evaluate("() => Promise.all(document.getAnimations().map(each => each.finished.catch(() => 0)))")
        if not self._page.evaluate("typeof axe === 'object'"):
            self._page.evaluate(AXE.read_text(encoding="utf-8"))
        self.found += [(state, each) for each in self._page.evaluate(VIOLATIONS)]


def each_window(chromium: Browser, scheme: str) -> Iterator[tuple[Page, Examiner]]:
    for how in WINDOWS.values():
        with person(chromium, color_scheme=scheme, **how) as page:
            page.set_default_timeout(PATIENCE)
            yield page, (examiner := Examiner(page))
            assert examiner.found == [], how["viewport"]


def sit(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Take this seat").click()
    page.wait_for_selector("#moves-title[tabindex]")
    page.wait_for_selector("#position[aria-valuetext]", state="attached")


def unfold(page: Page, menu: str) -> None:
    page.evaluate("menu => { document.querySelector(menu).open = true; }", menu)


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).name)
def test_a_table_in_every_state(chromium: Browser, home: Home, game: str, scheme: str) -> None:
    fresh, _, _ = home.table(game, 0)
    over, over_watch, length = home.table(game, 10_000)
    link, watch, _ = home.table(game, min(STEPS, length // 2))
    for page, examiner in each_window(chromium, scheme):
        look = examiner.look
        sit(page, fresh)
        look("first notes")
        page.goto(link)
        look("taking a seat")
        sit(page, link)
        look("a question")
        states_of_a_question(page, look)
        look_back(page, look)
        seat = page.url.partition("#")[0]
        for path in ("/rules", "/log", "/why?line=1", "/hint", "/notes", "/at/3"):
            page.goto(seat + path)
            expect(page.locator("#page.between")).to_have_count(0)
            look(path)
        page.goto(watch)
        look("a spectator's page")
        sit(page, over) if page.goto(over) and page.locator("#name").count() else None
        page.wait_for_selector(".ranking")
        look("the end")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#page.between")).to_have_count(0)
        look("the end, looking back")
        page.goto(over_watch)
        look("the end for spectators")


def states_of_a_question(page: Page, look: object) -> None:
    """Open each part of a page that asks a question."""
    assert callable(look)
    for menu in ("#settings", "#fork"):
        unfold(page, menu)
        look(menu)
        page.keyboard.press("Escape")
        page.evaluate("menu => { document.querySelector(menu).open = false; }", menu)
    verbs = page.locator("#moves .verbs > details")
    for number in range(min(verbs.count(), 3)):
        verbs.nth(number).evaluate("verb => { verb.open = true; }")
        for listed in page.locator("#moves .where > button").all():
            if listed.is_visible() and listed.get_attribute("aria-expanded") == "false":
                listed.click()
        for form in verbs.nth(number).locator(".fill").all()[:1]:
            form.evaluate("form => { form.open = true; }")
        look(f"verb {number}")
    page.evaluate("document.querySelectorAll('#moves details').forEach(verb => { verb.open = false; })")
    if (thing := page.locator("#picture [role=button][tabindex='0']")).count():
        thing.focus()
        look("a place with the focus")
        page.evaluate(LIST)
        if page.locator("#board-ways").count():
            look("the moves of a place")
            page.keyboard.press("Escape")
    if (why := page.locator("#moves a[href*='/why?not=']")).count():
        page.evaluate("document.querySelectorAll('#greys').forEach(greys => { greys.open = true; })")
        why.first.click()
        page.wait_for_selector("#answer")
        look("why not")
        for printed in page.locator("#answer details").all():
            printed.evaluate("part => { part.open = true; }")
        look("why not, unfolded")
        page.keyboard.press("Escape")
    if (hint := page.locator("#moves a[data-waits]")).count():
        hint.click()
        page.wait_for_selector("#answer")
        look("a hint")
        page.keyboard.press("Escape")
    if (final := page.locator("#moves form > button[data-final]")).count() and final.first.is_visible():
        final.first.click()
        look("a button that asks")
        page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#moves form[action$=undo] button').click()")
    page.wait_for_load_state("networkidle") if page.locator("#notice").count() else None
    look("a notice or a move taken back")
    for name in ("#players", "#log", "#board"):
        if (tab := page.locator(f".sheetbar a[href='{name}']")).is_visible():
            tab.click()
            look(f"the tab {name}")
    if (notes := page.locator("a[data-notes-link]:visible")).count():
        notes.first.click()
        page.wait_for_selector("#notes-open")
        look("notes")
        page.keyboard.press("Escape")
    for line in page.locator("#log li details").all()[-1:]:
        line.evaluate("line => { line.open = true; }")
        look("a line of the log")
    page.goto(f"{page.url.partition('#')[0]}#in-words")
    look("the table in words")


LIST = """async () => {
    const thing = document.querySelector("#picture [role=button][data-moves*=' ']");
    if (thing) (await import("/static/choosing.js")).choose(thing);
}"""
"""A script that chooses a place of several moves, so that the board lists them."""


def look_back(page: Page, look: object) -> None:
    """Look at an earlier position, and at what one could do then."""
    assert callable(look)
    page.evaluate("scrollTo(0, 0)")
    page.locator("#moves-title").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_selector("#past")
    expect(page.locator("#page.between")).to_have_count(0)
    look("looking back")
    if page.locator("#past #fork").count():
        page.evaluate("document.querySelector('#past #fork').open = true")
        look("playing on from an earlier position")
        page.evaluate("document.querySelector('#past #fork').open = false")
    page.keyboard.press("End")
    expect(page.locator("#page.between")).to_have_count(0)


# ---------------------------------------------------------------- other pages


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_other_pages(chromium: Browser, home: Home, scheme: str) -> None:
    for page, examiner in each_window(chromium, scheme):
        look = examiner.look
        for path in ("/", "/rules?game=merkator", "/class", "/new?game=merkator&players=3", "/nothing",
                     "/new?game=medieval_merchant&players=4&variant.for_two=1",
                     "/new?game=catan_merchants_of_europe&players=3&tables=3"):  # fmt: skip
            page.goto(home.at + path)
            look(path)
            page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")
            look(f"{path}, unfolded")
        page.goto(f"{home.at}/new?game={home.pig}&players=2&seat0=you&seat1=human")
        page.get_by_role("button", name="Set up and sit down").click()
        page.wait_for_selector("#moves")
        seat = page.url
        table = seat.partition("/seat/")[0]
        page.goto(f"{table}/links")
        look("the links of the seats")
        rules = home.pig / "rulebook.rules"
        text = rules.read_text(encoding="utf-8")
        for said, change in (("a rule that fits", r"1 to 1000 = 90"), ("a fault", r"1 to 1000 = = 90")):
            rules.write_text(re.sub(r"1 to 1000 = 100", change, text), encoding="utf-8")
            page.goto(f"{table}/changes")
            look(f"changed rules: {said}")
            page.goto(f"{home.at}/new?game={home.pig}")
            look(f"set-up under {said}")
            page.goto(home.at)
            look(f"the start page with {said}")
        rules.write_text(text, encoding="utf-8")
        page.goto(f"{home.at}/class")
        look("the page of a class")
