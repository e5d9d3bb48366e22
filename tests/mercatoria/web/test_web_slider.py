"""Tests the slider in a real Chromium: stepping through the game by keys, links and buttons, and moves of others."""

from __future__ import annotations

import random
import re
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import CHROMIUM, PHONE, free_port, person
from playwright.sync_api import Browser, Page, Route, expect
from starlette.applications import Starlette
from visiting import EXAMPLES, Clock, question, small_heap, until

from mercatoria.web import TableServer, application
from mercatoria.web.security import seat_key
from mercatoria.web.tables import Choice, Table
from tests.games.at_random import some_move

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium")

CARAVANS, FOUR = (str(EXAMPLES / name) for name in ("caravans", "connect_four"))
QUICK = ("medieval_merchant", "catan_merchants_of_europe")
OTHERS = ("merkator", "merchants_of_the_middle_ages", "merchants_of_medieval_europe", CARAVANS, FOUR)
MANY, FEW = 14, 3
"""Numbers of moves that would take longer than the browser may show them, and that would not."""


HEARD = """path => {
    window.heard = false;
    const source = new EventSource(`${path}/events?known=${document.getElementById("page").dataset.known}`);
    source.addEventListener("changed", () => (window.heard = true));
    return new Promise(opened => source.addEventListener("open", opened, { once: true }));
}"""
"""A script that notes in `heard` that the page of a seat has changed."""


@dataclass(frozen=True)
class Home:
    """A server in this process, and its address."""

    app: Starlette
    at: str

    def table(self, game: str, players: int, decisions: int) -> tuple[Table, bytes]:
        """Set up a table with a game under way in which the first seat must decide, and return it with its key."""
        hall = self.app.state.server.hall
        table, owner = hall.set_up(Choice(game, players), ["human"] * players, 7)
        rng = random.Random(5)
        while not (state := table.course.state).is_over and (decisions > 0 or state.deciders != (0,)):
            seat = rng.choice(state.deciders)
            hall.play(table, table.course.turn(seat), some_move(state, seat, rng, 0.3))
            decisions -= 1
        return table, owner

    def sits(self, page: Page, table: Table, owner: bytes, seat: int = 0) -> str:
        """Let a person take a seat. Return the path of the seat."""
        name = table.head.table
        page.goto(f"{self.at}/t/{name}/take/{seat}/{seat_key(owner, name, seat)}")
        page.locator("form[method=post] button").first.click()
        page.wait_for_selector("#slider")
        return f"/t/{name}/seat/{seat}"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    file = tmp_path_factory.mktemp("web") / "tables.db"
    app = application(file, (CARAVANS, FOUR), clock=Clock(), pause=0, rates=False)
    server = TableServer(app, "127.0.0.1", free_port(), clock=Clock())
    thread = threading.Thread(target=server.run)
    with small_heap():
        thread.start()
        until(lambda: server.started)
        yield Home(app, f"http://localhost:{server.config.port}")
        server.handle_exit(signal.SIGTERM, None)
        thread.join()


def drawn(page: Page) -> None:
    """Wait until the slider shows the course of the game."""
    page.wait_for_selector("#position[aria-valuetext]", state="attached")


def value(page: Page) -> int:
    return int(page.input_value("#position"))


def last(page: Page) -> int:
    return int(page.get_attribute("#position", "max") or 0)


def asked(page: Page) -> None:
    """Wait until the panels show the position that the slider shows."""
    expect(page.locator("#page.between")).to_have_count(0)


def numbers(table: Table) -> list[int]:
    """Return the numbers of all positions that every seat may know."""
    table.earlier.follow(table.course.state.last)
    return table.earlier.numbers(0, table.earlier.newest)


# ---------------------------------------------------------------- back and on


@pytest.mark.slow
def test_the_bar_stays_when_the_first_notes_are_closed(chromium: Browser, home: Home) -> None:
    table, owner = home.table("medieval_merchant", 3, 0)
    with person(chromium) as ann:
        home.sits(ann, table, owner)
        drawn(ann)
        bars = ann.locator("#track .bars i")
        expect(bars).not_to_have_count(0)
        many = bars.count()
        ann.locator("#coach button").first.click()
        expect(ann.locator("#coach")).to_have_count(0)
        expect(bars).to_have_count(many)


def test_keys_lead_through_the_game(chromium: Browser, home: Home) -> None:
    table, owner = home.table("medieval_merchant", 3, 20)
    all_numbers = numbers(table)
    with person(chromium) as ann:
        seat = home.sits(ann, table, owner)
        drawn(ann)
        flag, words = ann.locator("#past strong"), ann.locator("#position")
        assert value(ann) == last(ann) == len(all_numbers) - 1
        expect(flag).to_have_count(0)
        ann.keyboard.press("ArrowLeft")
        number = all_numbers[-2]
        expect(flag).to_have_text(re.compile(rf"(Round \d+ · )?move {number}: as you saw it then"))
        stands, board = ann.locator("#past").bounding_box(), ann.locator("#board").bounding_box()
        assert stands and board and stands["y"] + stands["height"] <= board["y"], "the flag covers the board"
        expect(words).to_have_attribute("aria-valuetext", re.compile(f"^Move {number} of {all_numbers[-1]}: "))
        assert ann.url.endswith(f"{seat}#at={number}")
        ann.keyboard.press("Home")
        expect(flag).to_contain_text("move 0")
        expect(words).to_have_attribute("aria-valuetext", "The beginning")
        ann.keyboard.press("ArrowRight")
        expect(flag).to_contain_text("move 1")
        ann.keyboard.press("End")
        expect(flag).to_have_count(0)
        assert ann.url.endswith(seat)
        asked(ann)
        expect(ann.locator("#moves-title")).to_contain_text("Your move")
        ann.keyboard.press("Shift+ArrowLeft")
        asked(ann)
        expect(ann.locator("#moves-title")).to_contain_text("What you could do then")
        expect(ann.locator("#moves fieldset.then")).to_have_attribute("disabled", "")
        before = value(ann)
        ann.keyboard.press("Shift+ArrowLeft")
        assert value(ann) < before
        while ann.locator("#past").count():
            ann.keyboard.press("Escape")
        expect(ann.locator("#moves-title")).to_contain_text("Your move")


@pytest.mark.slow
def test_links_and_the_pointer_lead_to_a_position(chromium: Browser, home: Home) -> None:
    table, owner = home.table("medieval_merchant", 3, 20)
    all_numbers = numbers(table)
    with person(chromium) as ann:
        seat = home.sits(ann, table, owner)
        ann.goto(f"{home.at}{seat}#at={all_numbers[-4]}")
        expect(ann.locator("#past")).to_contain_text(f"move {all_numbers[-4]}:")
        asked(ann)
        ann.locator("#past .now").click()
        asked(ann)
        line = ann.locator("#log li").last
        line.locator("summary").click()
        line.locator("a.then").click()
        number = line.get_attribute("data-at")
        until(lambda: ann.locator("#past").count() or number == str(all_numbers[-1]))
        ann.locator("#one-back").click()
        ann.locator("#one-back").click()
        here = value(ann)
        ann.locator("#one-on").click()
        assert value(ann) == here + 1
        box = ann.locator("#track").bounding_box()
        assert box is not None
        y = box["y"] + box["height"] / 2
        ann.mouse.move(box["x"] + box["width"] / 2, y)
        ann.mouse.down()
        middle = value(ann)
        assert 0 < middle < last(ann)
        ann.mouse.move(box["x"] - 5, y, steps=4)
        ann.mouse.up()
        assert value(ann) == 0
        asked(ann)
        pages = list[str]()
        ann.on("request", lambda asked: pages.append(asked.url))
        ann.goto(address := f"{home.at}{seat}/at/{all_numbers[-3]}")
        drawn(ann)
        until(lambda: ann.url.endswith(f"{seat}#at={all_numbers[-3]}"))
        ann.wait_for_timeout(300)
        assert pages.count(address) == 1


@pytest.mark.slow
def test_an_earlier_position_stays_until_the_slider_is_loaded(chromium: Browser, home: Home) -> None:
    """A move that arrives before the slider's script does not put the present in the place of the past."""
    table, owner = home.table("medieval_merchant", 3, 20)
    number = numbers(table)[-3]
    with person(chromium) as ben, person(chromium) as ann:
        seats = [home.sits(ben, table, owner, seat) for seat in range(3)]
        seat = home.sits(ann, table, owner)
        waiting = list[Route]()
        ann.route("**/static/timeline.js", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks it
        with ann.expect_request("**/static/timeline.js"):
            ann.goto(f"{home.at}{seat}/at/{number}", wait_until="commit")
        ann.wait_for_selector("#slider")
        ann.evaluate(HEARD, seat)
        play(ben, home, seats, 1)
        ann.wait_for_function("heard")
        ann.evaluate("path => fetch(path).then(answer => answer.text())", seat)  # an answer asked for before has come
        waiting[0].continue_()
        drawn(ann)
        expect(ann.locator("#past strong")).to_contain_text(f"move {number}")
        assert value(ann) < last(ann)


@pytest.mark.slow
def test_places_of_moves_of_then_cannot_be_played(chromium: Browser, home: Home) -> None:
    table, owner = home.table("medieval_merchant", 3, 20)
    with person(chromium) as ann:
        home.sits(ann, table, owner)
        drawn(ann)
        ann.keyboard.press("Shift+ArrowLeft")
        asked(ann)
        ann.locator("#picture [role=button]").first.dispatch_event("click")
        ways = ann.get_by_role("dialog").get_by_role("button")
        assert ways.count()
        assert all(way.is_disabled() for way in ways.all())
        ann.keyboard.press("Escape")
        expect(ann.get_by_role("dialog")).to_have_count(0)
        expect(ann.locator("#past")).to_have_count(1)


@pytest.mark.slow
def test_the_slider_fits_on_a_phone(chromium: Browser, home: Home) -> None:
    table, owner = home.table("catan_merchants_of_europe", 3, 20)
    with person(chromium, **PHONE) as ann:
        home.sits(ann, table, owner)
        drawn(ann)
        for key in ("turn-back", "one-back", "one-on"):
            box = ann.locator(f"#{key}").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        ann.locator("#one-back").tap()
        asked(ann)
        wide, high = ann.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert (wide, high) == (390, 844)


@pytest.mark.slow
def test_without_a_script_links_lead_through_the_game(chromium: Browser, home: Home) -> None:
    table, owner = home.table("medieval_merchant", 3, 10)
    all_numbers = numbers(table)
    with person(chromium, java_script_enabled=False) as ann:
        seat = home.sits(ann, table, owner)
        assert ann.locator("#one-on").get_attribute("href") is None
        for number in all_numbers[-2:-4:-1]:
            ann.locator("#one-back").click()
            assert ann.url.endswith(f"{seat}/at/{number}")
        for number in all_numbers[-2:]:
            ann.locator("#one-on").click()
            assert ann.url.endswith(f"{seat}/at/{number}")
        ann.locator("#one-on").click()
        assert ann.url.endswith(seat)
        assert ann.locator("#track").is_hidden()


# ---------------------------------------------------------------- the board


THINGS = """async number => {
    const plain = svg => {
        const copy = svg.cloneNode(true);
        for (const mark of copy.querySelectorAll(".mx-legal, .mx-casing, .mx-legal-line, .mx-hit")) mark.remove();
        for (const thing of copy.querySelectorAll("*")) {
            for (const name of ["role", "tabindex", "data-moves", "style"]) thing.removeAttribute(name);
            if (thing.matches("[data-label]")) thing.removeAttribute("transform");
            if (thing.ariaLabel) thing.ariaLabel = thing.ariaLabel.replace(/; you may .*/, "");
            thing.classList.remove("mx-not", "comes-in");
            if (!thing.getAttribute("class")) thing.removeAttribute("class");
        }
        const things = [...copy.children].filter(thing => thing.matches("[id]:not(.mx-area)"));
        return Object.fromEntries(things.map(thing => [thing.id, thing.outerHTML]));
    };
    const stepped = plain(document.querySelector("#picture > svg"));
    const text = await (await fetch(`${document.getElementById("slider").dataset.base}/at/${number}`)).text();
    const saved = new DOMParser().parseFromString(text, "text/html").querySelector("#picture > svg");
    const other = plain(saved);
    return Object.keys({...stepped, ...other}).filter(name => stepped[name] !== other[name]);
}"""
"""A script that returns the names of the things on the map that differ from those on the page of a position."""


def check_board(chromium: Browser, home: Home, game: str) -> None:
    players = 2 if game == FOUR else 1 if game == CARAVANS else 3
    table, owner = home.table(game, players, 40)
    rng, all_numbers = random.Random(2), numbers(table)
    with person(chromium) as ann:
        home.sits(ann, table, owner)
        drawn(ann)
        for number in [rng.choice(all_numbers[:-1]) for _ in range(20)]:
            ann.evaluate("number => { location.hash = `at=${number}`; }", number)
            until(lambda number=number: value(ann) == all_numbers.index(number))
            if ann.locator("#picture > svg").count():
                assert ann.evaluate(THINGS, number) == [], number


@pytest.mark.slow
@pytest.mark.parametrize("game", QUICK)
def test_the_stepped_board_is_that_of_the_position(chromium: Browser, home: Home, game: str) -> None:
    check_board(chromium, home, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", OTHERS)
def test_the_stepped_board_of_the_other_games(chromium: Browser, home: Home, game: str) -> None:
    check_board(chromium, home, game)


# ---------------------------------------------------------------- what others do


def play(page: Page, home: Home, seats: list[str], moves: int) -> None:
    """Play moves in the seats of one browser, without looking at their pages."""
    for _ in range(moves):
        for seat in seats:
            text = page.request.get(f"{home.at}{seat}").text()
            moves = text.partition('id="moves"')[2]
            if found := re.search(r'<(?:button [^>]*name="move"|option) value="([^"]+)"', moves):
                form = {"turn": question(text), "move": found[1].replace("&#39;", "'").replace("&quot;", '"')}
                answer = page.request.post(f"{home.at}{seat}/move", form=form, headers={"origin": home.at})
                assert answer.ok, answer.text()
                break
        else:
            raise AssertionError("nobody can move")


@pytest.mark.slow
def test_moves_of_others_are_shown_one_after_the_other(chromium: Browser, home: Home) -> None:
    table, owner = home.table(FOUR, 2, 0)
    with person(chromium) as ben, person(chromium, reduced_motion="no-preference") as ann:
        seats = [home.sits(ben, table, owner, seat) for seat in range(2)]
        ann.clock.install()
        ann.goto(f"{home.at}/t/{table.head.table}")
        drawn(ann)
        ann.clock.pause_at(ann.evaluate("Date.now()") + 1000)
        begun = last(ann)
        play(ben, home, seats, MANY)
        until(lambda: last(ann) == begun + MANY)
        assert value(ann) == begun + 1, "the first move is shown at once"
        ann.clock.run_for(1000)
        assert begun + 2 < value(ann) < begun + 6
        expect(ann.locator("#page.between")).to_have_count(1)
        ann.clock.run_for(4900)
        assert value(ann) == last(ann)
        ann.clock.run_for(200)
        until(lambda: ann.locator("#page.between").count() == 0)
        assert ann.locator("#past").count() == 0
        play(ben, home, seats, FEW)
        until(lambda: last(ann) == begun + MANY + FEW)
        assert value(ann) < last(ann)
        ann.keyboard.press("x")
        assert value(ann) == last(ann)
        until(lambda: ann.locator("#page.between").count() == 0)


@pytest.mark.slow
def test_a_key_skips_what_arrives_until_the_next_question(chromium: Browser, home: Home) -> None:
    table, owner = home.table("medieval_merchant", 3, 20)
    with person(chromium) as ben, person(chromium, reduced_motion="no-preference") as ann:
        others = [home.sits(ben, table, owner, seat) for seat in (1, 2)]
        mine = home.sits(ann, table, owner)
        drawn(ann)

        def until_others_decide() -> None:
            while table.course.state.deciders == (0,):
                play(ann, home, [mine], 1)
            asked(ann)

        until_others_decide()
        play(ben, home, others, 1)
        expect(ann.locator("#page.between")).to_have_count(1)
        ann.keyboard.press("x")
        asked(ann)
        ann.clock.install()
        ann.clock.pause_at(ann.evaluate("Date.now()") + 1000)
        begun = last(ann)
        play(ben, home, others, 1)
        until(lambda: value(ann) == begun + 1)
        assert ann.locator("#page.between").count() == 0, "the second move has a film"
        while table.course.state.deciders != (0,):
            play(ben, home, others, 1)
        expect(ann.locator("#moves-title")).to_contain_text("Your move")
        until_others_decide()
        play(ben, home, others, 1)
        expect(ann.locator("#page.between")).to_have_count(1)


@pytest.mark.slow
def test_a_film_gives_the_focus_back(chromium: Browser, home: Home) -> None:
    table, owner = home.table(FOUR, 2, 0)
    with person(chromium) as ben, person(chromium, reduced_motion="no-preference") as ann:
        seats = [home.sits(page, table, owner, seat) for seat, page in enumerate((ben, ann))]
        drawn(ann)
        ann.locator("#moves-title").focus()
        play(ben, home, seats[:1], 1)
        until(lambda: last(ann) == 1)
        ann.keyboard.press("x")
        expect(ann.locator("#moves-title")).to_contain_text("Your move")
        until(lambda: ann.locator("#page.between").count() == 0)
        expect(ann.locator("#moves-title")).to_be_focused()


@pytest.mark.slow
def test_a_film_leads_from_an_old_question_to_the_new_one(chromium: Browser, home: Home) -> None:
    """A button of the new question with the same name as one of the old question does not get the focus."""
    table, owner = home.table(FOUR, 2, 0)
    with person(chromium) as ben, person(chromium, reduced_motion="no-preference") as ann:
        seats = [home.sits(ben, table, owner, seat) for seat in range(2)]
        home.sits(ann, table, owner)
        drawn(ann)
        ann.evaluate("document.getElementById('move-3').focus()")
        assert ann.evaluate("document.activeElement.id") == "move-3"
        ann.route(f"**{seats[0]}", lambda route: route.abort())  # the film begins before the answer is there
        play(ben, home, seats, 2)
        until(lambda: last(ann) == 2)
        ann.unroute(f"**{seats[0]}")
        ann.keyboard.press("x")
        until(lambda: ann.locator("#page.between").count() == 0)
        assert ann.locator("#moves .verbs input[name=turn]").first.input_value() == "1"
        until(lambda: ann.evaluate("document.activeElement.id") != "")
        assert ann.evaluate("document.activeElement.id") == "moves-title"


@pytest.mark.slow
def test_replay_shows_the_moves_since_ones_last_turn(chromium: Browser, home: Home) -> None:
    table, owner = home.table("medieval_merchant", 3, 20)
    with person(chromium, reduced_motion="no-preference") as ann:
        ann.clock.install()
        home.sits(ann, table, owner)
        drawn(ann)
        ann.clock.pause_at(ann.evaluate("Date.now()") + 1000)
        end = last(ann)
        ann.keyboard.press("r")
        begun = value(ann)
        assert 0 < begun < end
        expect(ann.locator(".board-newest").first).to_be_attached()
        ann.clock.run_for(620)
        assert value(ann) == begun + 1
        ann.clock.run_for(620 * (end - begun))
        assert value(ann) == end
        expect(ann.locator("#past")).to_have_count(0)
        until(lambda: ann.locator("#page.between").count() == 0)
        ann.locator("#replay").click()
        assert value(ann) < end
        ann.mouse.click(5, 5)
        assert value(ann) == end
        until(lambda: ann.locator("#page.between").count() == 0)
        expect(ann.locator("#moves-title")).to_contain_text("Your move")


@pytest.mark.slow
def test_who_looks_back_is_not_disturbed(chromium: Browser, home: Home) -> None:
    table, owner = home.table("medieval_merchant", 3, 0)
    with person(chromium) as ben, person(chromium) as ann:
        seats = [home.sits(ben, table, owner, seat) for seat in range(3)]
        play(ben, home, seats, 3)
        ann.goto(f"{home.at}/t/{table.head.table}")
        drawn(ann)
        ann.keyboard.press("ArrowLeft")
        asked(ann)
        here, most = value(ann), last(ann)
        play(ben, home, seats, 2)
        until(lambda: last(ann) == most + 2)
        assert value(ann) == here
        expect(ann.locator("#past")).to_have_count(1)
        ann.keyboard.press("End")
        asked(ann)
        assert value(ann) == most + 2
        assert ann.get_attribute("#slider", "data-newest") == str(numbers(table)[-1])
