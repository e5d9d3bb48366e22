"""Tests of what has brought other sites down: scripts in names, a crawler, browsers that come back all at once, and
replays that show too much. No test measures a duration.
"""

from __future__ import annotations

import importlib
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from visiting import BIDS, FOUR, SITE, Clock, another, offered, play, seated, serving, set_up

from mercatoria.web.events import Channels, TooManyStreams
from mercatoria.web.looking_back import MOST_SEATS, LookingBack
from mercatoria.web.pages import glance
from mercatoria.web.security.rates import ASKED
from mercatoria.web.tables import Table

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"
EVIL = re.compile(r"<script>alert|<img src=x|onerror=alert\(2\)>")
TYPES_READ_AS_HTML = ("text/html", "image/svg+xml", "application/xhtml+xml")


def at_table(back: LookingBack, name: str) -> Callable[[], Awaitable[Table]]:
    """Return a function that returns a table, as event streams use it."""

    async def table() -> Table:
        return await back.server.table(name)

    return table


# ---------------------------------------------------------------- scripts in names and notes


@pytest.mark.slow
def test_a_script_that_a_player_writes_stays_text_everywhere(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        one, seat = seated(browser, links[0], SCRIPT)
        two, other = seated(browser, links[1], f'"><{SCRIPT}')
        play(one, seat, "drop_disc(A)")
        play(two, other, "drop_disc(B)")
        one.post(f"{seat}/notes", data={"text": SCRIPT})
        one.post(f"{seat}/move", data={"turn": "1", "move": SCRIPT})
        table = links[2]
        paths = ["", "/log", "/rules", "/course", "/at/1", "/why?line=1", f"/why?not={SCRIPT}", "/hint", "/notes"]
        asked = [(one, seat + path) for path in paths] + [(two, other + path) for path in paths]
        asked += [(browser, table + path) for path in ("", "/log", "/course", "/at/1", "/links")]
        asked += [(one, "/"), (browser, "/"), (browser, "/class"), (another(browser), links[0])]
        named = 0
        for person, path in asked:
            answer = person.get(path)
            kind, text = answer.headers["content-type"].partition(";")[0], answer.text
            assert answer.headers["x-content-type-options"] == "nosniff", path
            if kind in TYPES_READ_AS_HTML:
                assert not EVIL.search(text), path
                named += "alert(1)" in text
            else:
                assert kind in ("application/json", "text/plain"), path
        assert named > 4, "the names and the notes are shown as text"
        back: LookingBack = browser.app.state.looking_back
        assert browser.portal is not None
        event = browser.portal.call(back.news(at_table(back, seat.split("/")[2]), 0, 0, "en"))
        assert json.loads(event)["entries"]
        assert not EVIL.search(event)


# ---------------------------------------------------------------- a crawler


def client(browser: TestClient, address: str) -> TestClient:
    """Return a browser with its own network address."""
    made = TestClient(browser.app, base_url=SITE, client=(address, 50_000))
    made.portal = browser.portal
    return made


@pytest.mark.slow
def test_a_crawler_is_held_back_and_the_players_are_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The crawler follows every link that it finds, from one address, without waiting."""
    drawn = counting(monkeypatch)
    with serving(tmp_path / "tables.db", Clock(), rates=True) as browser:
        links = set_up(browser, FOUR, "human", "human")
        people = [seated(browser, link) for link in links[:2]]
        for column in "AC":
            for person, seat in people:
                play(person, seat, f"drop_disc({column})")
        crawler, waiting, met = client(browser, "203.0.113.7"), [links[2], "/"], Counter[int]()
        for number in range(3 * ASKED[1]):
            path = waiting[number % len(waiting)]
            answer = crawler.get(path)
            met[answer.status_code] += 1
            waiting += [each for each in re.findall(r'href="(/[^"#]*)"', answer.text) if each not in waiting]
            waiting.append(f"{links[2]}/at/{number % 5}")
        before = sum(drawn.values())
        assert met[429] > ASKED[1]
        assert not [status for status in met if status >= 500]
        for _ in range(50):
            assert crawler.get(links[2]).status_code == 429
        assert sum(drawn.values()) == before, "a request that is refused draws nothing"
        for column in "EG":
            for person, seat in people:
                assert f"drop_disc({column})" in offered(person.get(seat).text)
                play(person, seat, f"drop_disc({column})")
        assert client(browser, "203.0.113.8").get(links[2]).status_code == 200


# ---------------------------------------------------------------- scripts and styles


@pytest.mark.slow
def test_a_browser_gets_each_script_and_style_once_and_compressed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        page = browser.get("/").text
        names = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
        assert {"/static/table.js", "/static/picture.css", "/static/icon.svg"} <= names
        for name in names:
            plain = browser.get(name, headers={"accept-encoding": "identity"})
            packed = browser.get(name, headers={"accept-encoding": "gzip"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.content == plain.content
            assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
            again = browser.get(name, headers={"if-none-match": plain.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert browser.get(name, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_page_asks_for_all_modules_at_once(tmp_path: Path) -> None:
    """Without this, a browser learns of a module only when it has read the one that imports it."""
    with serving(tmp_path / "tables.db") as browser:
        page = browser.get("/").text
        named = set(re.findall(r'(?:src|href)="/static/([^"]+\.js)"', page))
        for name in sorted(named):
            imported = re.findall(r'^import .*?"\./([^"]+)"', browser.get(f"/static/{name}").text, re.MULTILINE)
            assert set(imported) <= named, name


# ---------------------------------------------------------------- replays


def test_a_replay_for_one_seat_gives_nothing_to_another(tmp_path: Path) -> None:
    """The server caches the steps of a seat. They must not appear in the answer to another one."""
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, "medieval_merchant", "human", "human", "human")
        people = [seated(browser, link) for link in links[:3]]
        for _ in range(3):
            for person, seat in people:
                if moves := offered(person.get(seat).text):
                    play(person, seat, moves[-1])
        alone = [person.get(f"{seat}/course").json() for person, seat in people]
        watched = browser.get(f"{links[3]}/course").json()
        for number, course in enumerate([*alone, watched]):
            told = [
                (seat, course["strings"][words]) for step in course["entries"] for seat, words in step.get("gains", ())
            ]
            assert {seat for seat, words in told if "guilder" in words} <= {number}, "purses are secret"
        for person, seat in people:
            for _, other in people:
                if other != seat:
                    assert person.get(f"{other}/course").status_code == 403
                    assert person.get(f"{other}/events").status_code == 403
                    assert person.get(f"{other}/at/3").url.path == f"{links[3]}/at/3", "as spectators saw it"
        assert [person.get(f"{seat}/course").json() for person, seat in reversed(people)] == alone[::-1]
        assert browser.get(f"{links[3]}/course").json() == watched


def test_replays_stay_the_same_until_all_have_answered_in_secret(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, BIDS, "human", "human", "human")
        people, asked = [seated(browser, link) for link in links[:3]], ("/course", "/course?from=1&to=9999", "/at/3")
        person, seat = people[2]

        def told() -> list[str]:
            return [person.get(seat + path).text for path in asked] + [
                browser.get(links[3] + path).text for path in asked
            ]

        begun = told()
        for number, (bidder, own) in enumerate(people[:2]):
            play(bidder, own, f"bid({number})")
            assert told() == begun, "answers have no position yet"
        play(person, seat, "bid(2)")
        assert told() != begun


# ---------------------------------------------------------------- browsers that come back all at once


def counting(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the drawings of tables, for pages and for steps."""
    drawn, draw = Counter[str](), glance.draw
    pages = importlib.import_module("mercatoria.web.pages.table_page")
    for name, module in (("steps", glance), ("pages", pages)):

        def counted(*args: object, _name: str = name, **named: object) -> object:
            drawn[_name] += 1
            return draw(*args, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(module, "draw", counted)
    return drawn


def test_a_storm_of_streams_loses_no_step_and_draws_each_position_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many pages of one seat are open, close and come back while the game continues."""
    drawn = counting(monkeypatch)
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        (one, seat), (two, other) = (seated(browser, link) for link in links[:2])
        back: LookingBack = browser.app.state.looking_back
        table, portal, told = at_table(back, seat.split("/")[2]), browser.portal, list[list[int]]()
        assert portal is not None

        def steps(news: Callable[[], Awaitable[str]]) -> list[int]:
            text = portal.call(news)
            return [step["n"] for step in json.loads(text)["entries"]] if text else []

        streams = [back.news(table, 0, 0, "en") for _ in range(20)]
        told = [[] for _ in streams]
        for number, column in enumerate("ACEGB"):
            play(one, seat, f"drop_disc({column})")
            drawn.clear()
            for at, stream in enumerate(streams):
                told[at] += steps(stream)
            for _ in range(20):
                one.get(seat)
            assert drawn["pages"] + drawn["steps"] <= 1, "20 streams and 20 pages share one drawing"
            play(two, other, f"drop_disc({column})")
            streams[number] = back.news(table, 0, told[number][-1], "en")  # closed, and open again
        for at, stream in enumerate(streams):
            told[at] += steps(stream)
        assert told == [list(range(1, 11))] * len(streams)


@pytest.mark.slow
def test_streams_that_come_and_go_leave_nothing_behind(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        one, seat = seated(browser, set_up(browser, FOUR, "human", "human")[0])
        play(one, seat, "drop_disc(A)")
        back: LookingBack = browser.app.state.looking_back
        channels: Channels = back.server.channels
        name, portal = seat.split("/")[2], browser.portal
        assert portal is not None
        table = at_table(back, name)

        async def storm() -> int:
            refused = 0
            for _ in range(30):
                opened = []
                for _ in range(40):
                    try:
                        opened.append(channels.open((name, 0)))
                    except TooManyStreams:
                        refused += 1
                for channel, listener in opened:
                    channels.close(channel, listener)
            return refused

        assert portal.call(storm) > 0
        assert not channels._open
        assert not any(channel.listeners for channel in channels._all.values())
        for _ in range(3 * MOST_SEATS):
            portal.call(back.news(table, 0, 0, "en"))
        assert len(back._courses) <= MOST_SEATS
        assert len(back.server._pages) <= len(channels._all)
