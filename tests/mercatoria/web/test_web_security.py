"""Tests strangers, forgeries and floods: the server rejects each request with a sentence, and reveals and loses
nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message
from visiting import BIDS, FOUR, SITE, Clock, another, play, question, seated, serving, set_up

from mercatoria import PlayFault
from mercatoria.web import application
from mercatoria.web.bot_delay import PAUSE, bot_delay
from mercatoria.web.events import Channels, TooManyStreams, channels, events
from mercatoria.web.routes import front
from mercatoria.web.security import Rates, Refused, form_deadlines, forms, new_key
from mercatoria.web.security.hosts import network
from mercatoria.web.tables import failed_rule
from mercatoria.web.tables.player_names import shown_name

SCRIPT = "<script>alert(1)</script>"
HEADERS = ("content-security-policy", "referrer-policy", "x-content-type-options", "x-frame-options")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path / "tables.db") as browser:
        yield browser


# ---------------------------------------------------------------- keys


def test_forged_keys_open_nothing(browser: TestClient) -> None:
    first, second, watch = set_up(browser, FOUR, "human", "human")
    foreign, *_ = set_up(browser, FOUR, "human", "human")
    stranger, key = another(browser), first.rpartition("/")[2]
    forged = (new_key(), foreign.rpartition("/")[2], second.rpartition("/")[2], "x", "%00", "a" * 3000, key[:-1])
    for attempt in forged:
        for path in (f"{watch}/take/0/{attempt}", f"{watch}/take/7/{key}"):
            assert stranger.get(path).status_code in (403, 404)
            assert stranger.post(path, data={"name": "Eve"}).status_code in (403, 404)
        stranger.cookies.set("seat0", attempt, path=watch)
        assert stranger.get(f"{watch}/seat/0").url.path == watch
        stranger.cookies.clear()
    assert "Eve" not in browser.get(watch).text


def test_the_key_of_one_seat_does_not_decide_for_another(browser: TestClient) -> None:
    first, _, watch = set_up(browser, FOUR, "human", "human")
    ann, hers = seated(browser, first)
    turn = question(ann.get(hers).text)
    for path in (f"{watch}/seat/1/move", f"{watch}/seat/9/move"):
        assert ann.post(path, data={"turn": turn, "move": "drop_disc(A)"}).status_code == 403
    play(ann, hers, "drop_disc(A)")
    others = ann.post(f"{hers}/move", data={"turn": question(ann.get(hers).text), "move": "Red: drop_disc(A)"})
    assert others.status_code == 400
    assert "You decide for Yellow only" in others.text
    for question_of in ("/log", "/rules", "/why?line=1", "/events"):
        assert ann.get(f"{watch}/seat/1{question_of}").status_code == 403


def test_no_key_is_written_into_the_log(browser: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "mercatoria.web")
    first, *_ = set_up(browser, FOUR, "human", "human")
    key = first.rpartition("/")[2]
    browser.post(first.replace("/take/0/", "/take/1/"), headers={"sec-fetch-site": "cross-site"})
    browser.post(first.replace("/take/0/", "/take/1/"))
    assert caplog.records
    assert key not in caplog.text


# ---------------------------------------------------------------- forms


def test_player_names_stay_text(browser: TestClient) -> None:
    first, _, watch = set_up(browser, FOUR, "human", "human")
    ann, hers = seated(browser, first, SCRIPT)
    for page in (ann.get(hers).text, browser.get(watch).text, browser.get(f"{watch}/links").text):
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize(("given", "shown"), [
    ("Ann\u202egreb\u202c", "Ann greb"), ("Z\u0351\u0352\u0357\u035balgo", "Z\u0351\u0352algo"),
    ("\u200b\u2066\ufeff", ""), ("A" * 500, "A" * 24), ("Jose\u0301", "José"), ("אנה", "אנה"), ("a\r\n\tb\x00", "a b"),
])  # fmt: skip
def test_a_name_cannot_be_written_over_others(given: str, shown: str) -> None:
    assert shown_name(given) == shown


@pytest.mark.parametrize(("content", "kind", "status"), [
    (b"turn=0&move=" + b"x" * 20_000, "application/x-www-form-urlencoded", 413),
    (b"move=" + b"x" * 5_000, "application/x-www-form-urlencoded", 413),
    (b"&".join(b"a%d=1" % number for number in range(500)), "application/x-www-form-urlencoded", 400),
    (b"move=%ff%fe", "application/x-www-form-urlencoded", 400),
    (b"move=\xff\xfe", "application/x-www-form-urlencoded", 400),
    (b"{}", "application/json", 415),
    (b"--x--", "multipart/form-data; boundary=x", 415),
    (b"", "application/x-www-form-urlencoded", 400),
    (b"turn=-1&move=drop_disc(A)", "application/x-www-form-urlencoded", 409),
    (b"turn=%D9%A3&move=drop_disc(A)", "application/x-www-form-urlencoded", 409),
    (b"turn=0&move=" + b"(" * 1500, "application/x-www-form-urlencoded", 400),
    (b"turn=0&move=drop_disc(" + b"A%2B" * 400 + b"A)", "application/x-www-form-urlencoded", 400),
    (b"turn=0&move=%00", "application/x-www-form-urlencoded", 400),
    (b"turn=0&turn=7&move=drop_disc(A)", "application/x-www-form-urlencoded", 409),
    (b"turn=" + b"9" * 400 + b"&move=drop_disc(A)", "application/x-www-form-urlencoded", 409),
    (b"turn=0&move=drop_disc(A)&move=", "application/x-www-form-urlencoded", 400),
    (b"turn=0;move=drop_disc(A)", "application/x-www-form-urlencoded", 400),
    (b"turn=0&move=drop_disc(A)", "text/plain", 415),
    (b"turn=0&move=drop_disc(" + b"9" * 1500 + b")", "application/x-www-form-urlencoded", 400),
])  # fmt: skip
def test_no_form_breaks_the_server(browser: TestClient, content: bytes, kind: str, status: int) -> None:
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, hers = seated(browser, first)
    before = ann.get(hers).text
    assert ann.post(f"{hers}/move", content=content, headers={"content-type": kind}).status_code == status
    assert ann.get(hers).text == before


@pytest.mark.parametrize(("announced", "status"), [("900000000", 413), ("much", 413), ("9" * 5000, 413), ("6", 408)])
def test_nobody_is_waited_for_who_sends_nothing(announced: str, status: int) -> None:
    clock, app = Clock(), Starlette()
    app.state.forms = deadlines = form_deadlines(clock)

    async def silence() -> Message:
        """Send nothing until the form is overdue."""
        for clock.now in (forms.SLOWEST - 1, forms.SLOWEST):
            deadlines.end_overdue()
            await asyncio.sleep(0)
        await asyncio.Event().wait()
        raise AssertionError("it was waited for")

    headers = [(b"content-length", announced.encode())]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers, "app": app}
    with pytest.raises(Refused) as refused:
        asyncio.run(forms.form_of(Request(scope, silence)))
    assert refused.value.status == status


def test_a_form_that_comes_just_in_time_is_read() -> None:
    clock, app = Clock(), Starlette()
    app.state.forms = deadlines = form_deadlines(clock)

    async def slow() -> Message:
        clock.now = forms.SLOWEST - 1
        deadlines.end_overdue()
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"move=pass", "more_body": False}

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-length", b"9")], "app": app}
    assert asyncio.run(forms.form_of(Request(scope, slow))) == {"move": "pass"}
    clock.now = 2 * forms.SLOWEST
    deadlines.end_overdue()  # a complete form no longer has a deadline


@pytest.mark.parametrize("path", [
    "/static/../app.py", "/static/..%2fapp.py", "/static/table.css%00", "/t/x", "/t/%2e%2e", "/new?game=../../etc",
    "/new?game=/etc", "/new", "/t/x/seat/99999999999999999999", "/t/x/take/0/y", "/nothing",
])  # fmt: skip
def test_addresses_that_lead_nowhere(browser: TestClient, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


ODD_NUMBERS = ["²", "٣", "1_000", "+7", "9" * 1900, " 7", "-0"]


@pytest.mark.parametrize("number", ODD_NUMBERS, ids=lambda number: number[:5])
def test_malformed_numbers_break_no_form(browser: TestClient, number: str) -> None:
    first, _, watch = set_up(browser, FOUR, "human", "human")
    ann, hers = seated(browser, first)
    before = ann.get(hers).text
    assert ann.post(f"{hers}/move", data={"turn": number, "move": "drop_disc(A)"}).status_code in (200, 409)
    assert browser.get("/new", params={"game": FOUR, "players": number}).status_code == 200
    assert browser.get(f"{watch}/why", params={"line": number, "depth": number}).status_code in (200, 404)
    chosen = {"game": "medieval_merchant", "players": "4", "option.starting_seat": number}
    assert browser.get("/new", params=chosen).status_code == 200
    if number != "-0":
        assert browser.post(f"{watch}/seats", data={"seat": number, "who": "human"}).status_code == 400
        assert ann.get(hers).text == before


@pytest.mark.parametrize("number", ["9" * 5000, "²", "٣", "1_000", "+7", "-0", "%207"], ids=lambda number: number[:5])
def test_an_address_with_what_is_almost_a_number_leads_nowhere(browser: TestClient, number: str) -> None:
    *_, watch = set_up(browser, FOUR, "human", "human")
    for path in (f"{watch}/seat/{number}", f"{watch}/seat/{number}/log", f"{watch}/take/{number}/key"):
        assert browser.get(path).status_code in (403, 404)


def test_numbers_that_are_none_are_as_usual(browser: TestClient) -> None:
    for players in ("-1", "1e9", "99999999999", "x", "", "٣"):
        assert browser.get("/new", params={"game": FOUR, "players": players}).status_code == 200
    assert browser.post("/new", data={"game": FOUR, "players": "999"}).status_code == 409
    assert browser.post("/new", data={"game": FOUR, "seat0": "999999999999"}).status_code == 409


@pytest.mark.parametrize("number", ["9" * 400, "-1", "1e400", "nan", "inf", "1" * 1900, "1\n2"])
def test_options_that_are_no_numbers_are_told(browser: TestClient, number: str) -> None:
    chosen = {"game": "medieval_merchant", "players": "4", "option.starting_seat": number}
    assert "These choices conflict" in browser.get("/new", params=chosen).text
    assert browser.post("/new", data=chosen).status_code == 409


# ---------------------------------------------------------------- other sites, floods


def test_every_answer_forbids_what_pages_do_not_need(browser: TestClient) -> None:
    *_, watch = set_up(browser, FOUR, "human", "human")
    for path in ("/", watch, "/nothing", "/static/table.js", f"{watch}/links", f"{watch}/seat/0"):
        answer = browser.get(path)
        assert all(answer.headers.get(name) for name in HEADERS), path
        assert "unsafe" not in answer.headers["content-security-policy"]
        for inline in (" style=", "<style", "onclick=", "javascript:"):
            assert inline not in answer.text or path.startswith("/static"), (path, inline)


def test_forms_of_other_sites_are_refused(browser: TestClient) -> None:
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, hers = seated(browser, first)
    form = {"turn": question(ann.get(hers).text), "move": "drop_disc(A)"}
    for site in ("cross-site", "same-site"):
        assert ann.post(f"{hers}/move", data=form, headers={"sec-fetch-site": site}).status_code == 403
    assert ann.post(f"{hers}/move", data=form, headers={"sec-fetch-site": "same-origin"}).status_code == 200


def test_over_https_no_cookie_travels_without(tmp_path: Path) -> None:
    app = application(tmp_path / "tables.db", (FOUR,), rates=False)
    with TestClient(app, "https://localhost", follow_redirects=False) as browser:
        cookie = browser.post("/new", data={"game": FOUR}).headers["set-cookie"].casefold()
    assert all(f"; {word}" in cookie for word in ("secure", "httponly", "samesite=lax"))


@pytest.mark.parametrize(("said", "status"), [
    ({"origin": "http://localhost"}, 200), ({"origin": "http://localhost:8401"}, 403), ({"origin": "null"}, 403),
    ({"origin": "https://evil.example"}, 403), ({"origin": "http://localhost", "sec-fetch-site": "cross-site"}, 403),
    ({"origin": "null", "sec-fetch-site": "same-origin"}, 200),
])  # fmt: skip
def test_where_a_form_comes_from(browser: TestClient, said: dict[str, str], status: int) -> None:
    """Browsers send `Sec-Fetch-Site` only over https and to the local computer. On a local network, the server must
    rely on the origin.
    """
    assert browser.post("/new", data={"game": FOUR}, headers=said).status_code == status


def test_a_name_that_is_not_ours_is_refused(browser: TestClient) -> None:
    for host in ("evil.example", "localhost.evil.example", "localhost.evil.example:8400", "localhost:8:8", "", "1::1"):
        assert browser.get("/nothing", headers={"host": host}).status_code == 421, host
    for host in ("localhost", "LocalHost:8400", "127.0.0.1:8400", "[::1]:8400", "192.168.1.7"):
        assert browser.get("/nothing", headers={"host": host}).status_code == 404, host


@pytest.mark.parametrize("large", [
    {"headers": {"cookie": "a=" + "x" * 17_000}}, {"headers": {f"x-{number}": "y" * 40 for number in range(500)}},
    {"params": {"game": "x" * 17_000}},
])  # fmt: skip
def test_oversized_requests_get_a_message(browser: TestClient, large: dict[str, dict[str, str]]) -> None:
    assert browser.get("/new", **large).status_code == 431


def test_a_page_about_our_own_fault_tells_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*asked: object) -> str:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(front, "front_page", broken)
    with TestClient(application(tmp_path / "tables.db"), SITE, raise_server_exceptions=False) as browser:
        answer = browser.get("/")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert all(answer.headers.get(name) for name in (*HEADERS, "cache-control"))


def test_no_page_is_kept_by_a_browser_or_on_the_way(browser: TestClient) -> None:
    first, _, watch = set_up(browser, FOUR, "human", "human")
    ann, hers = seated(browser, first)
    for path in (hers, watch, f"{hers}/rules", f"{hers}/why?line=1", "/", "/nothing", first):
        assert ann.get(path).headers["cache-control"] == "no-store", path
    assert browser.get(f"{watch}/links").headers["cache-control"] == "no-store"


def test_nobody_writes_lines_of_his_own_into_the_log(browser: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    *_, watch = set_up(browser, FOUR, "human", "human")
    browser.get(f"{watch}/why", params={"not": "x\nERROR all is lost \x1b[2J"})
    browser.get("/t/%0aERROR%1b[2J/seat/0", headers={"host": "evil.example"})
    assert len(caplog.messages) == 2
    assert not any(char in message for message in caplog.messages for char in "\n\r\x1b")


def test_a_flood_is_held_back(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", rates=True) as browser:
        answers = [browser.get("/nothing").status_code for _ in range(450)]
    assert set(answers[:300]) == {404}
    assert 429 in answers


def test_slow_questions_have_a_lower_rate(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", rates=True) as browser:
        answers = [browser.get("/new", params={"game": "none"}).status_code for _ in range(80)]
        assert browser.get("/nothing").status_code == 404
    assert answers[:60] == [404] * 60
    assert 429 in answers


def test_of_a_flood_the_log_has_some_lines(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path / "tables.db", rates=True) as browser:
        for _ in range(100):
            assert browser.get("/", headers={"host": "evil.example"}).status_code == 421
    assert 0 < len(caplog.records) < 20


def test_a_network_of_ipv6_is_one_asker() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("192.168.1.7") == "192.168.1.7"
    assert network("testclient") == "testclient"


def test_waiting_client_may_ask_again() -> None:
    now = [0.0]
    rates = Rates(lambda: now[0], per_second=2, burst=3)
    assert [rates.allows("a") for _ in range(4)] == [True, True, True, False]
    assert rates.allows("b")
    now[0] = 0.6
    assert [rates.allows("a") for _ in range(2)] == [True, False]


def test_a_thousand_streams_are_too_many_for_one_seat() -> None:
    async def flood() -> int:
        all_channels = Channels()
        all_channels.shown(("table", 0), b"seen")
        opened = 0
        try:
            for _ in range(1000):
                all_channels.open(("table", 0))
                opened += 1
        except TooManyStreams:
            return opened
        return opened

    assert asyncio.run(flood()) == channels.MOST_OF_SEAT


# ---------------------------------------------------------------- nothing is lost


def test_moves_the_disk_rejects_are_not_played(browser: TestClient) -> None:
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, hers = seated(browser, first)
    form = {"turn": question(ann.get(hers).text), "move": "drop_disc(A)"}
    disk = browser.app.state.server.hall._store._db
    disk.execute("PRAGMA query_only = ON")
    answer = ann.post(f"{hers}/move", data=form)
    assert answer.status_code == 503
    assert "Your move was not saved" in answer.text
    assert ann.post(f"{hers}/leave").status_code == 503
    disk.execute("PRAGMA query_only = OFF")
    assert "Let a bot play for me" in ann.get(hers).text
    assert ann.post(f"{hers}/move", data=form).status_code == 200


def test_a_rule_that_fails_tells_where_and_not_what(browser: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """The page must not show the value for which a rule failed, because it may be hidden from the reader."""
    table = browser.app.state.server.hall.table(set_up(browser, BIDS, "human", "human")[-1].rpartition("/")[2])
    rule = table.course.state.table.flow.model.score[0].about
    words = failed_rule(PlayFault("the purse of Ann holds 17, not 20", rule.span, rule))
    assert "rulebook.rules, line " in words
    assert "17" not in words.partition(",")[0]
    assert "holds 17" not in words
    assert "holds 17" in caplog.text


# ---------------------------------------------------------------- contents of events


def test_an_event_tells_that_there_is_something_and_nothing_else() -> None:
    async def heard() -> list[bytes]:
        all_channels = Channels(word=lambda: "word")
        all_channels.shown(("table", 0), b"one")
        channel, listener = all_channels.open(("table", 0))
        stream, told = events(all_channels, channel, listener, ""), []
        told += [await anext(stream), await anext(stream)]
        all_channels.shown(("table", 1), b"another seat sees something else")
        all_channels.shown(("table", 0), b"one")
        assert not listener.is_set(), "nothing changed for this seat"
        all_channels.shown(("table", 0), b"two")
        told.append(await anext(stream))
        all_channels.close(channel, listener)
        return told

    assert asyncio.run(heard()) == [
        b"retry: 2000\n\n", b"id: word-0\nevent: changed\ndata: \n\n", b"id: word-1\nevent: changed\ndata: \n\n",
    ]  # fmt: skip


# ---------------------------------------------------------------- timing


@pytest.mark.parametrize(("took", "left"), [(0.0, 0.4), (0.01, 0.39), (0.4, 0.0), (0.5, 0.3), (0.8, 0.0), (3.0, 0.2)])
def test_a_bot_plays_after_one_pause_or_an_even_number_of_pauses(took: float, left: float) -> None:
    assert bot_delay(took, 0.4) == pytest.approx(left)
    assert bot_delay(took, 0) == 0


def test_twelve_moves_of_bots_arrive_within_six_seconds() -> None:
    """The browser can then show them within six seconds, the last one for half a second."""
    assert 12 * bot_delay(0, PAUSE) + 0.5 < 6
