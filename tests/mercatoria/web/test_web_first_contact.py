"""Tests the way from the start page to the first move, and that a browser sees its tables and no others."""

from __future__ import annotations

import re
import signal
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from visiting import (
    BIDS,
    FOUR,
    PIG,
    BotsHere,
    Clock,
    another,
    offered,
    play,
    seated,
    serving,
    set_up,
    small_heap,
    until,
)

from dsl.source import NOWHERE
from interpreter.testing import Clause
from mercatoria.web import TableServer, application
from mercatoria.web.cookies import MOST_PLACES
from mercatoria.web.pages.rules_page import linked

YOURS = "Your tables here"
MARK = 'class="turn"'
"""The mark of a table at which the browser has to decide."""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path / "tables.db") as found:
        yield found


def play_now(browser: TestClient, game: str) -> str:
    """Play against bots at once. Return the address of the seat."""
    page = browser.post("/now", data={"game": game})
    assert page.status_code == 200, page.text
    return page.url.path


# ---------------------------------------------------------------- play now


@pytest.mark.slow
def test_one_click_leads_to_a_legal_move(browser: TestClient) -> None:
    for game in (FOUR, BIDS, PIG, "merkator"):
        seat = play_now(browser, game)
        page = browser.get(seat).text
        assert "Your move" in page
        if moves := offered(page):
            play(browser, seat, moves[0])


@pytest.mark.slow
def test_every_game_has_a_card_with_a_picture_and_a_button(browser: TestClient) -> None:
    page = browser.get("/").text
    pictures = re.findall(r'<img src="(/board\?game=[^"]+)"', page)
    assert len(pictures) == page.count("Play now against bots</button>") >= 8
    for path in (f"/board?game={PIG}", "/board?game=medieval_merchant"):
        answer = browser.get(path)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert "max-age" in answer.headers["cache-control"]
        again = browser.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.slow
def test_play_now_uses_the_first_game_and_the_form_does_not(browser: TestClient) -> None:
    hall = browser.app.state.server.hall
    first = hall.catalogue.offer("catan_merchants_of_europe").first
    seat = play_now(browser, "catan_merchants_of_europe")
    head = hall.table(seat.split("/")[2]).head
    assert (head.players, head.variants) == (first.players, first.variants) != (4, ())
    links = browser.post("/new", data={"game": "catan_merchants_of_europe"})
    head = hall.table(links.url.path.split("/")[2]).head
    assert (head.players, head.variants) == (4, ())


def test_unknown_games_cannot_be_played_now(browser: TestClient) -> None:
    assert browser.post("/now", data={"game": "../../etc"}).status_code == 404
    assert browser.post("/now").status_code == 404
    assert browser.get("/now", params={"game": PIG}).status_code in (404, 405)
    assert browser.get("/board", params={"game": "none"}).status_code == 404


def test_play_now_takes_no_form_of_another_site(browser: TestClient) -> None:
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}, {"origin": "null"}):
        assert browser.post("/now", data={"game": PIG}, headers=headers).status_code == 403
    assert YOURS not in browser.get("/").text


def test_play_now_has_the_rate_of_slow_pages(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", rates=True) as browser:
        answers = [browser.post("/now", data={"game": "none"}).status_code for _ in range(80)]
    assert answers[0] == 404
    assert 429 in answers[:65]


# ---------------------------------------------------------------- your tables


def test_a_browser_sees_its_own_tables_and_whose_move_it_is(browser: TestClient) -> None:
    assert YOURS not in browser.get("/").text
    first, second, _ = set_up(browser, FOUR, "human", "human")
    ann, hers = seated(browser, first, "Ann")
    ben, _ = seated(browser, second, "Ben")
    page = ann.get("/").text
    assert YOURS in page
    assert f'href="{hers}"' in page
    assert MARK in page
    assert "<title>(1) " in page
    waiting = ben.get("/").text
    assert hers not in waiting
    assert MARK not in waiting
    assert "waiting for" in waiting
    play(ann, hers, offered(ann.get(hers).text)[0])
    assert MARK not in ann.get("/").text
    assert MARK in ben.get("/").text
    assert YOURS not in another(browser).get("/").text


def test_forged_keys_show_nothing(browser: TestClient) -> None:
    *links, watch = set_up(browser, FOUR, "human", "human")
    table, key = watch.removeprefix("/t/"), links[0].rpartition("/")[2]
    cut, other = key[:-1], links[1].rpartition("/")[2]
    forged = (
        f"{table}:0:{'A' * 22}", f"{table}:1:{key}", f"{table}:0:{other}", f"{table}:0:{cut}", f"{table}:999:{key}",
        f"none:0:{key}", "x" * 4000, f"{table}:0:{key}\x01", "::", "",
    )  # fmt: skip
    for cookie in forged:
        page = another(browser).get("/", headers={"cookie": f"places={cookie}"})
        assert page.status_code == 200
        assert YOURS not in page.text, cookie
    page = another(browser).get("/", headers={"cookie": f"places={table}:0:{key}"})
    assert YOURS in page.text


def test_no_key_is_on_the_start_page(browser: TestClient) -> None:
    seat = play_now(browser, PIG)
    keys = [cookie.value for cookie in browser.cookies.jar if cookie.name in ("host", seat.rpartition("/")[2])]
    page = browser.get("/").text
    assert YOURS in page
    assert all(key not in page for key in keys)


def test_the_newest_tables_are_remembered(browser: TestClient) -> None:
    seats = [play_now(browser, PIG) for _ in range(MOST_PLACES + 1)]
    page = browser.get("/").text
    assert seats[0] not in page
    assert all(seat in page for seat in seats[1:])


def test_cookies_are_hidden_from_scripts_and_other_sites(tmp_path: Path) -> None:
    app = application(tmp_path / "tables.db", (PIG,), rates=False)
    with TestClient(app, "https://localhost", follow_redirects=False) as browser:
        cookies = browser.post("/now", data={"game": PIG}).headers.get_list("set-cookie")
    assert sorted(cookie.partition("=")[0] for cookie in cookies) == ["host", "places", "seat0"]
    for cookie in cookies:
        assert all(f"; {word}" in cookie.casefold() for word in ("secure", "httponly", "samesite=lax")), cookie


def test_the_start_page_speaks_the_language_of_the_reader(browser: TestClient) -> None:
    assert "Sofort gegen Bots spielen" in browser.get("/", params={"language": "de"}).text
    assert "Sofort gegen Bots spielen" in browser.get("/").text
    assert 'lang="en"' in another(browser).get("/", params={"language": "xx"}).text


# ---------------------------------------------------------------- set-up


def test_the_form_is_filled_in_with_the_host_a_friend_and_bots(browser: TestClient) -> None:
    page = browser.get("/new", params={"game": "medieval_merchant"}).text
    chosen = re.findall(r'<option value="(\w+)" selected', page)
    assert chosen == ["you", "human", "easy", "easy"]
    assert "Set up and sit down" in page
    five = browser.get("/new", params={"game": "medieval_merchant", "players": "5", "seat0": "human", "seat2": "you"})
    assert re.findall(r'<option value="(\w+)" selected', five.text) == ["human", "human", "you", "easy", "easy"]


def test_house_rules_are_folded_until_one_is_chosen_or_they_conflict(browser: TestClient) -> None:
    asked = {"game": "medieval_merchant", "players": "4"}
    assert '<details class="settings" id="house-rules">' in browser.get("/new", params=asked).text
    page = browser.get("/new", params=asked | {"variant.open_purses": "1"}).text
    assert '<details class="settings" id="house-rules" open>' in page
    assert '<details class="settings" id="house-rules" open>' in browser.get(
        "/new", params=asked | {"variant.for_two": "1"}).text  # fmt: skip


def test_the_host_sits_down_at_once_and_finds_the_links_at_the_table(browser: TestClient) -> None:
    form = {"game": FOUR, "players": "2", "seat0": "you", "name0": "Ann <b>", "seat1": "human", "name1": "Ben"}
    page = browser.post("/new", data=form)
    seat = page.url.path
    table = seat.rpartition("/seat/")[0]
    assert seat.endswith("/seat/0")
    assert "Your move" in page.text
    assert "Ann &lt;b&gt;" in page.text
    assert f'href="{table}/links">Invite (1)' in page.text
    assert " data-hosts" in page.text
    links = browser.get(f"{table}/links").text
    assert f'<a href="{seat}">Back to the table' in links
    second = re.findall(r'id="link-1" value="http://localhost([^"]+)"', links)[0]
    ben = another(browser)
    assert 'value="Ben"' in ben.get(second).text
    his = ben.post(second, data={"name": "Ben"})
    assert " data-hosts" not in his.text
    assert "(1)" not in his.text
    assert ben.get(f"{table}/links").status_code == 403


def test_who_sits_down_elsewhere_takes_that_seat(browser: TestClient) -> None:
    page = browser.post("/new", data={"game": FOUR, "players": "2", "seat0": "random", "seat1": "you"})
    assert page.url.path.endswith("/seat/1")


def test_without_a_seat_the_host_gets_the_links(browser: TestClient) -> None:
    for form in ({}, {"seat0": "human", "seat1": "easy"}):
        page = browser.post("/new", data={"game": FOUR, "players": "2", **form})
        assert page.url.path.endswith("/links")
        assert len(re.findall(r'value="http[^"]+"', page.text)) == 3


def test_a_host_keeps_the_links_of_all_tables(browser: TestClient) -> None:
    watched = [set_up(browser, FOUR, "human", "human")[-1] for _ in range(2)]
    assert all(browser.get(f"{watch}/links").status_code == 200 for watch in watched)
    first, second = ([line for line in browser.get(f"{watch}/links").text.split() if "/take/" in line]
                     for watch in watched)  # fmt: skip
    assert not {*first} & {*second}


def test_weak_keys_of_hosts_are_not_used(browser: TestClient) -> None:
    stranger = another(browser)
    for key in ("", "a", "a" * 21, "a" * 23, "a" * 21 + "!"):
        answer = stranger.post("/new", data={"game": FOUR}, headers={"cookie": f"host={key}"}, follow_redirects=False)
        assert f"host={key};" not in answer.headers["set-cookie"]


@pytest.mark.slow
def test_set_up_and_links_speak_german(browser: TestClient) -> None:
    browser.get("/", params={"language": "de"})
    assert "Aufstellen und hinsetzen" in browser.get("/new", params={"game": "merkator"}).text
    page = browser.post("/new", data={"game": "merkator", "players": "2"})
    assert "Zuschauer" in page.text
    link = re.findall(r'id="link-0" value="http://localhost([^"]+)"', page.text)[0]
    assert "Platz nehmen" in browser.get(link).text


# ---------------------------------------------------------------- rules


def headings(page: str) -> list[str]:
    return re.findall(r'<section id="part-\d+" class="chapter[^>]*>\s*<h2>(.*?)(?: <em>|</h2>)', page)


@pytest.mark.slow
def test_the_rules_begin_with_the_turn_and_end_with_the_components(browser: TestClient) -> None:
    found = headings(browser.get("/rules", params={"game": "medieval_merchant"}).text)
    assert found[0] == "Playing the game"
    assert found.index("Game end and scoring") < found.index("Set-up") < found.index("Component List")
    assert found[-1] == "Component List"
    for game in ("merkator", "catan_merchants_of_europe", PIG, FOUR):
        page = browser.get("/rules", params={"game": game})
        assert page.status_code == 200
        assert "In one minute" in page.text
        assert "The game ends when" in page.text


def test_the_rules_show_the_section_of_the_phase(browser: TestClient) -> None:
    *_, watch = set_up(browser, "medieval_merchant", *["human"] * 4, **{"variant.introductory": "1"})
    page = browser.get(f"{watch}/rules").text
    assert page.count("you are here") == page.count("aria-current") == 1
    table = browser.app.state.server.hall.table(watch.rpartition("/")[2])
    phase = table.course.state.view(None)["phase_title"]
    here = re.findall(r"<h2>(.*?) <em>you are here", page)[0]
    assert here == ("Set-up" if phase == "Home towns" else phase)


def test_references_in_clauses_are_links_with_the_heading(browser: TestClient) -> None:
    page = browser.get("/rules", params={"game": PIG}).text
    assert 'id="clause-PIG-003"' in page
    clauses = {name: Clause(name, "Dice", words, "formalised", "", NOWHERE) for name, words in (
        ("AB-1", "Roll (see AB-2) <b>."), ("AB-2", "Hold, not CD-9."))}  # fmt: skip
    assert linked(clauses["AB-1"], clauses) == 'Roll (see <a href="#clause-AB-2">Dice</a>) &lt;b&gt;.'
    assert linked(clauses["AB-2"], clauses) == "Hold, not CD-9."


@pytest.mark.slow
def test_house_rules_are_marked_where_they_change_a_clause(browser: TestClient) -> None:
    *_, watch = set_up(browser, "medieval_merchant", *["human"] * 4, **{"variant.introductory": "1"})
    page = browser.get(f"{watch}/rules").text
    clause = page[page.index('id="clause-MDM-032"') :].partition("</div>")[0]
    assert "Changed by “Introductory game”" in clause
    assert "“1. Open a city for trade” does not apply" in clause
    plain = browser.get("/rules", params={"game": "merkator"}).text
    assert 'class="clause changed"' not in plain


@pytest.mark.slow
def test_the_rules_page_speaks_german_around_the_clauses(browser: TestClient) -> None:
    *_, watch = set_up(browser, "merkator", "human", "human")
    browser.get(watch, params={"language": "de"})
    page = browser.get(f"{watch}/rules").text
    assert "In einer Minute" in page
    assert "Zurück zum Tisch" in page


# ---------------------------------------------------------------- notes for a first game

NOTES = 'id="coach"'


def test_a_first_game_has_three_notes_until_the_third_move(browser: TestClient) -> None:
    seat = play_now(browser, PIG)
    page = browser.get(seat).text
    notes = page[page.index(NOTES) :].partition("</aside>")[0]
    assert notes.count("<dt>") == notes.count("<dd>") == 3
    for _ in range(3):
        assert NOTES in browser.get(seat).text
        until(lambda: "Your move" in browser.get(seat).text)
        play(browser, seat, "hold" if "hold" in offered(browser.get(seat).text) else "roll")
    assert NOTES not in browser.get(seat).text
    assert NOTES not in browser.get(play_now(browser, PIG)).text, "the next game is not the first"


def test_the_notes_can_be_closed_and_shown_again(browser: TestClient) -> None:
    seat = play_now(browser, "medieval_merchant")
    assert NOTES in browser.get(seat).text
    assert NOTES not in browser.post(f"{seat}/coach").text
    assert NOTES not in browser.get(seat).text
    assert NOTES in browser.post(f"{seat}/coach", data={"show": "yes"}).text
    assert NOTES in browser.get(seat).text
    assert another(browser).post(f"{seat}/coach").status_code == 403


def test_spectators_get_no_notes(browser: TestClient) -> None:
    *_, watch = set_up(browser, FOUR, "human", "human")
    assert NOTES not in browser.get(watch).text


# ---------------------------------------------------------------- a class or club


def several(browser: TestClient, tables: str, **fields: str) -> str:
    page = browser.post("/new", data={"game": PIG, "players": "2", "tables": tables, **fields})
    assert page.status_code == 200, page.text
    return page.text


def test_a_host_sets_up_equal_tables_and_hands_out_their_links(browser: TestClient) -> None:
    page = several(browser, "3", **{"option.target": "20"})
    links = re.findall(r"<code>http://localhost(/t/[^<]+/take/[^<]+)</code>", page)
    assert len({*links}) == 6
    assert page.count('<li value="') == 3
    assert "Table 3:" in page
    seated(browser, links[0], "Ann")
    again = browser.get("/class").text
    assert "Ann" in again
    assert "/take/" not in again
    assert "waiting for" in again
    heads = [browser.app.state.server.hall.table(link.split("/")[2]).head for link in links[::2]]
    assert len({head.rules for head in heads}) == 1
    assert len({head.seed for head in heads}) == 3
    assert YOURS not in browser.get("/").text, "the host sits nowhere"


def test_the_form_for_a_class_is_for_people(browser: TestClient) -> None:
    page = browser.get("/new", params={"game": PIG, "tables": "6", "players": "3"}).text
    assert re.findall(r'<option value="(\w+)" selected', page) == ["human"] * 3
    assert "Create 6 tables" in page
    assert 'value="you"' not in page
    for asked, made in (("999", 20), ("-3", 1), ("x", 1), ("", 1), ("1", 1)):
        page = browser.get("/new", params={"game": PIG, "tables": asked}).text
        assert ("Create 20 tables" in page) == (made == 20)


def test_only_the_host_sees_the_page_of_a_class(browser: TestClient) -> None:
    several(browser, "2")
    other = another(browser)
    assert "Table 1" not in other.get("/class?links").text
    several(other, "2")
    mine, theirs = browser.get("/class?links").text, other.get("/class?links").text
    tables = [{*re.findall(r"/t/([^/\"<]+)", page)} for page in (mine, theirs)]
    assert len(tables[0]) == len(tables[1]) == 2
    assert not tables[0] & tables[1]
    for key in ("A" * 22, "", "x" * 4000):
        assert "Table 1" not in another(browser).get("/class", headers={"cookie": f"host={key}"}).text


def test_the_page_of_a_class_shows_no_hand(browser: TestClient) -> None:
    page = browser.post("/new", data={"game": "medieval_merchant", "players": "3", "tables": "2"}).text
    shown = browser.get(re.findall(r'href="(/t/[^/"]+)"', page)[0]).text
    assert "You are watching" in shown


def test_many_tables_at_once_have_a_low_rate(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", rates=True) as browser:
        answers = [browser.post("/new", data={"game": PIG, "tables": "2"}).status_code for _ in range(5)]
        assert browser.post("/new", data={"game": PIG}).status_code == 200
    assert answers == [200, 200, 200, 429, 429]


@pytest.mark.slow
def test_old_files_learn_to_find_the_tables_of_a_host(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with serving(file) as browser:
        several(browser, "2")
        cookies = dict(browser.cookies)
    with sqlite3.connect(file) as opened:
        opened.execute("DROP INDEX tables_of_hosts")
    with serving(file) as browser:
        browser.cookies.update(cookies)
        assert browser.get("/class").text.count('<li value="') == 2


# ---------------------------------------------------------------- in a real browser


def test_from_the_start_page_to_the_first_move_with_one_click(tmp_path: Path) -> None:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")
    from browsing import CHROMIUM, free_port, person
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: apt install chromium")
    app = application(tmp_path / "tables.db", (PIG,), clock=Clock(), pause=0, rates=False)
    app.state.server.bots = BotsHere(app.state.server)
    server = TableServer(app, "127.0.0.1", free_port(), clock=Clock())
    thread = threading.Thread(target=server.run)
    with small_heap(), sync_playwright() as driver:
        thread.start()
        until(lambda: server.started)
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with person(chromium) as ann:
            ann.route("**/board?*", lambda route: route.abort())  # drawing all boards takes most of the time
            ann.goto(f"http://localhost:{server.config.port}/")
            ann.get_by_role("button", name="Play now against bots: Medieval Merchant").click()
            ann.wait_for_selector("#moves [data-move]")
            ann.goto(f"http://localhost:{server.config.port}/")
            assert ann.locator(".resume .turn").count() == 1
        chromium.close()
        server.handle_exit(signal.SIGTERM, None)
        thread.join()
