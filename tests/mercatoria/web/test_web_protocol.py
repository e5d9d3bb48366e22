"""Tests links, forms and pages without scripts, with two people at one table."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from visiting import (
    BIDS,
    FOUR,
    PIG,
    Clock,
    another,
    offered,
    play,
    question,
    seated,
    serving,
    set_up,
    small_heap,
    until,
)

from mercatoria.drawing import full_log
from mercatoria.players import HintTold
from mercatoria.web.server import Server
from mercatoria.web.tables import Request, Table, bots


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path / "tables.db") as browser:
        yield browser


def log_of(page: str) -> str:
    return page.partition('id="log-title"')[2].partition("</section>")[0]


# ---------------------------------------------------------------- setting up


def test_all_games_are_offered(browser: TestClient) -> None:
    page = browser.get("/").text
    assert "Connect Four" in page
    assert "Medieval Merchant" in page


def test_conflicting_choices_are_flagged_early(browser: TestClient) -> None:
    good = browser.get("/new", params={"game": "medieval_merchant", "players": "4"}).text
    assert "These choices work together" in good
    bad = browser.get("/new", params={"game": "medieval_merchant", "players": "4", "variant.for_two": "1"}).text
    assert "These choices conflict" in bad
    assert "the number of players = 2" in bad
    kept = browser.post("/new", data={"game": "medieval_merchant", "players": "4", "variant.for_two": "1"})
    assert kept.status_code == 409
    assert 'id="variant-for_two" value="1" checked' in kept.text


def test_only_who_set_it_up_is_shown_the_links(browser: TestClient) -> None:
    *seats, watch = set_up(browser, FOUR, "human", "human")
    assert browser.get(f"{watch}/links").status_code == 200
    stranger = another(browser)
    refused = stranger.get(f"{watch}/links")
    assert refused.status_code == 403
    assert seats[0] not in refused.text


# ---------------------------------------------------------------- seats


def test_a_preview_of_a_link_takes_no_seat(browser: TestClient) -> None:
    link, _, watch = set_up(browser, FOUR, "human", "human")
    preview = another(browser).get(link)
    assert "Take this seat" in preview.text
    assert not preview.headers.get("set-cookie")
    assert "Not here yet" in browser.get(watch).text


def test_the_key_is_kept_where_no_script_reads_it(browser: TestClient) -> None:
    link, *_ = set_up(browser, FOUR, "human", "human")
    answer = another(browser).post(link, data={"name": "Ann"}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert f"path=/t/{link.split('/')[2]}".casefold() in cookie
    assert "secure" not in cookie, "over plain http the browser would drop it"


def test_a_link_brings_one_back_on_another_device(browser: TestClient) -> None:
    link, *_ = set_up(browser, FOUR, "human", "human")
    one, seat = seated(browser, link, "Ann")
    play(one, seat, "drop_disc(C)")
    other, same = seated(browser, link)
    assert same == seat
    page = other.get(seat).text
    assert "Ann" in page
    assert "C" in log_of(page)


def test_two_people_and_one_who_looks_on(browser: TestClient) -> None:
    first, second, watch = set_up(browser, FOUR, "human", "human")
    (ann, hers), (ben, his) = seated(browser, first, "Ann"), seated(browser, second, "Ben")
    assert offered(ann.get(hers).text)
    assert not offered(ben.get(his).text)
    for column in "ABABAB":
        play(ann, hers, f"drop_disc({column})") if column == "A" else play(ben, his, f"drop_disc({column})")
    page = play(ann, hers, "drop_disc(A)")
    for end in (page, ben.get(his).text, browser.get(watch).text):
        assert "The game is over" in end


def test_the_title_is_of_the_same_position_as_the_page(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The title must match even if a player decides after the server has built the page and before it sends the
    response.
    """
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, seat = seated(browser, first)
    table, page = browser.app.state.server.hall.at_hand(seat.split("/")[2]), Server.page

    async def decided_meanwhile(server: Server, of: Table, by: int | None, language: str) -> object:
        made = await page(server, of, by, language)
        if not table.course.length:
            await server.on_thread(server.hall.play, of, 0, of.course.state.moves()[0])
        return made

    monkeypatch.setattr(Server, "page", decided_meanwhile)
    shown = [ann.get(seat).text for _ in range(2)]
    assert [bool(offered(each)) for each in shown] == [True, False]
    assert ["<title>● Your move" in each for each in shown] == [True, False]


def test_a_page_has_the_id_of_its_own_position(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser of an older page must see that the position has changed, even if the change came before the
    response was sent.
    """
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, seat = seated(browser, first)
    page = Server.page

    async def decided_meanwhile(server: Server, of: Table, by: int | None, language: str) -> object:
        made = await page(server, of, by, language)
        if not of.course.length:
            await server.decide(of, server.hall.play, of, 0, of.course.state.moves()[0])
        return made

    monkeypatch.setattr(Server, "page", decided_meanwhile)
    old, new = (ann.get(seat).text for _ in range(2))
    assert [bool(offered(each)) for each in (old, new)] == [True, False]
    assert _events_id(old) != _events_id(new)


# ---------------------------------------------------------------- moves


def test_an_old_page_is_refused_kindly(browser: TestClient) -> None:
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, seat = seated(browser, first)
    old = ann.get(seat).text
    form = {"turn": question(old), "move": "drop_disc(A)"}
    assert ann.post(f"{seat}/move", data=form).status_code == 200
    again = ann.post(f"{seat}/move", data=form)
    assert again.status_code == 409
    assert "Your move was not played" in again.text
    assert "Since your last turn" in again.text, "the current table is shown"
    assert log_of(again.text).count("dropped a disc into A") == 1


def test_illegal_moves_are_explained(browser: TestClient) -> None:
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, seat = seated(browser, first)
    turn = question(ann.get(seat).text)
    for move, status, words in (
        ("drop_disc(Q)", 400, "no Column"), ("nonsense", 400, "no action"), ("(((", 400, "not in the form of a move"),
    ):  # fmt: skip
        answer = ann.post(f"{seat}/move", data={"turn": turn, "move": move})
        assert answer.status_code == status
        assert words in answer.text


def test_a_refusal_is_told_in_plain_words(browser: TestClient) -> None:
    first, second, _ = set_up(browser, FOUR, "human", "human")
    people = [seated(browser, first), seated(browser, second)]
    for each in range(6):
        play(*people[each % 2], "drop_disc(A)")
    ann, seat = people[0]
    refused = ann.post(f"{seat}/move", data={"turn": question(ann.get(seat).text), "move": "drop_disc(A)"})
    assert refused.status_code == 409
    found = re.search(r'<p id="notice"[^>]*>([^<]+)</p>', refused.text)
    assert found is not None
    said = html.unescape(found[1])
    assert said.startswith("You cannot drop a disc into A: the height of A is 6, but must be less than 6.")
    assert said.endswith("For example, you can drop a disc into B.")
    assert not re.search(r"[`\[(_]", said)


def test_the_whole_log_begins_at_the_beginning(browser: TestClient) -> None:
    first, second, watch = set_up(browser, FOUR, "human", "human")
    people = [seated(browser, first), seated(browser, second)]
    play(*people[0], "drop_disc(A)")
    play(*people[1], "drop_disc(B)")
    page = browser.get(f"{watch}/log").text
    assert [int(number) for number in re.findall(r'<li value="(\d+)"', page)] == [1, 2]
    assert "dropped a disc into B" in page
    assert f'href="{watch}"' in page
    ann, seat = people[0]
    assert "whole log" not in ann.get(seat).text
    assert ann.get(f"{seat}/log").text.count("<li value=") == 2
    assert people[1][0].get(f"{seat}/log").status_code == 403


def test_a_long_log_leads_to_its_beginning(browser: TestClient) -> None:
    first, second, watch = set_up(browser, PIG, "human", "human")
    people = [seated(browser, first), seated(browser, second)]
    for _ in range(60):
        if "whole log" in browser.get(watch).text:
            break
        ann, seat = next((each, at) for each, at in people if "Your move" in each.get(at).text)
        play(ann, seat, offered(ann.get(seat).text)[-1])
    page = browser.get(watch).text
    assert f'href="{watch}/log"' in page
    assert '<li value="1"' not in page
    assert '<li value="1"' in browser.get(f"{watch}/log").text


def test_bots_and_doubts_are_told_in_words(browser: TestClient) -> None:
    first, *_ = set_up(browser, "medieval_merchant", "human", "human", "medium")
    ann, seat = seated(browser, first)
    page = ann.get(seat).text
    assert '<small title="Medium bot">bot</small>' in page
    doubts = re.findall(r'<p class="doubt">([^<]+)</p>', page)
    assert doubts == ["+ At least this many points; hidden items may add more"]
    assert "doubt" not in play_page_of_open_game(browser)


def play_page_of_open_game(browser: TestClient) -> str:
    """Return the page of a game without hidden information."""
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, seat = seated(browser, first)
    return ann.get(seat).text


def test_taking_back(browser: TestClient) -> None:
    first, second, _ = set_up(browser, FOUR, "human", "human")
    (ann, hers), (ben, his) = seated(browser, first), seated(browser, second)
    play(ann, hers, "drop_disc(A)")
    page = ann.post(f"{hers}/undo", data={"turn": question(ann.get(hers).text)}).text
    assert offered(page)
    play(ann, hers, "drop_disc(B)")
    play(ben, his, "drop_disc(B)")
    stays = ann.post(f"{hers}/undo", data={"turn": question(ann.get(hers).text)})
    assert stays.status_code == 409
    assert "Another player has moved since" in stays.text


def test_nothing_is_taken_back_in_a_game_that_has_become_too_long(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, seat = seated(browser, first)
    page = play(ann, seat, "drop_disc(A)")
    monkeypatch.setattr("mercatoria.web.tables.table_registry.MOST_ENTRIES", 1)
    answer = ann.post(f"{seat}/undo", data={"turn": question(page)})
    assert answer.status_code == 409
    assert "too long" in answer.text


def test_secret_answers_come_in_any_order(browser: TestClient) -> None:
    *links, watch = set_up(browser, BIDS, "human", "human", "human")
    people = [seated(browser, link) for link in links]
    pages = [person.get(seat).text for person, seat in people]
    for at in (2, 0, 1):
        person, seat = people[at]
        answer = person.post(f"{seat}/move", data={"turn": question(pages[at]), "move": f"bid({at})"})
        assert answer.status_code == 200
        if at == 2:
            assert "bid an amount in secret" in browser.get(watch).text
    assert "The game is over" in browser.get(watch).text


def test_bots_answer_by_themselves(browser: TestClient) -> None:
    check_that_a_bot_answers(browser)


@pytest.mark.slow
def test_bots_in_their_processes_answer_by_themselves(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", processes=True) as browser:
        check_that_a_bot_answers(browser)


def check_that_a_bot_answers(browser: TestClient) -> None:
    first, *_ = set_up(browser, FOUR, "human", "random")
    ann, seat = seated(browser, first)
    page = play(ann, seat, "drop_disc(A)")
    while not offered(page):  # a quick bot has already answered
        page = _changed(ann, seat, _events_id(page))
    assert log_of(page).count("dropped a disc") == 2


def _events_id(page: str) -> str:
    return page.partition('data-known="')[2].partition('"')[0]


def _changed(person: TestClient, seat: str, known: str) -> str:
    """Return the page after the next change."""
    pages = [""]

    def changes() -> bool:
        pages[0] = person.get(seat).text
        return _events_id(pages[0]) != known

    until(changes)
    return pages[0]


class Advising:
    """Bots that give no advice."""

    def __init__(self) -> None:
        self.asked: list[Request] = []

    def ask_for_hints(self, request: Request) -> Future[list[HintTold]]:
        self.asked.append(request)
        answer: Future[list[HintTold]] = Future()
        answer.set_result([])
        return answer

    def close(self) -> None:
        """There is nothing to close."""


class Failing:
    """Bots whose processes end at the first request for a search bot."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, request: Request) -> Future[str]:
        self.asked.append(request.kind)
        answer: Future[str] = Future()
        if request.kind == "random":
            answer.set_result(bots.decided(request))
        else:
            answer.set_exception(BrokenProcessPool("a process ended"))
        return answer

    def ask_for_hints(self, request: Request) -> Future[list[HintTold]]:
        answer: Future[list[HintTold]] = Future()
        answer.set_exception(BrokenProcessPool("a process ended"))
        return answer

    def close(self) -> None:
        """There is nothing to close."""


def test_the_game_goes_on_where_a_bot_fails(browser: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    server = browser.app.state.server
    server.bots.close()
    server.bots = failing = Failing()
    first, *_ = set_up(browser, FOUR, "human", "easy")
    ann, seat = seated(browser, first)
    play(ann, seat, "drop_disc(A)")
    table = server.hall.table(seat.split("/")[2])
    until(lambda: table.course.length == 2)  # wait without a request for a page
    assert failing.asked == ["easy", "easy", "random"]
    assert "could not decide" in caplog.text


def test_a_bot_stands_in_for_who_leaves(browser: TestClient) -> None:
    first, second, _ = set_up(browser, PIG, "human", "human")
    ann, seat = seated(browser, first)
    seated(browser, second)
    page = ann.post(f"{seat}/leave").text
    assert "Take my seat back" in page
    assert "Let a bot play for me" in ann.post(f"{seat}/return").text


# ---------------------------------------------------------------- questions


def test_unavailable_moves_answer_why_not(browser: TestClient) -> None:
    first, *_ = set_up(browser, "medieval_merchant", "human", "human", "human")
    ann, seat = seated(browser, first)
    answer = ann.get(f"{seat}/why", params={"not": "open_city"})
    assert answer.status_code == 200
    assert "Printed rules" in answer.text
    assert "does not hold" not in answer.text, "a person reads this, not an author"
    assert "#clause-MDM-" in answer.text
    assert ann.get(f"{seat}/why", params={"not": "nonsense"}).status_code == 404


def test_a_hint_tells_what_a_bot_would_do_and_does_it(browser: TestClient) -> None:
    """A repeated request must give the same hint. After another seat's decision, there must be no hint."""
    first, second, _ = set_up(browser, PIG, "human", "human")
    (ann, hers), (bob, his) = seated(browser, first, "Ann"), seated(browser, second, "Bob")
    assert f'href="{hers}/hint"' in ann.get(hers).text
    assert "/hint" not in bob.get(his).text
    assert "no decision to make" in bob.get(f"{his}/hint").text
    assert bob.get(f"{hers}/hint").status_code == 403
    page = ann.get(f"{hers}/hint").text
    assert ann.get(f"{hers}/hint").text == page
    assert 1 <= page.count("Chance of winning: about") <= 3
    assert "Rule: “Roll the die”" in page
    assert "rules#clause-PIG-003" in page
    turn, best = question(page), offered(page)[0]
    assert ann.post(f"{hers}/move", data={"turn": turn, "move": best}).status_code == 200
    assert ann.post(f"{hers}/move", data={"turn": turn, "move": best}).status_code == 409


def test_two_equal_requests_share_one_search(browser: TestClient) -> None:
    server = browser.app.state.server
    server.bots.close()
    server.bots = advisers = Advising()
    first, *_ = set_up(browser, FOUR, "human", "human")
    ann, seat = seated(browser, first)
    play(ann, seat, "drop_disc(A)")
    table = server.hall.table(seat.split("/")[2])

    async def both() -> Sequence[object]:
        return await asyncio.gather(server.hints(table, 1), server.hints(table, 1))

    one, other = browser.portal.call(both)
    assert one == other == ([], table.course.turn(1))
    assert [request.seat for request in advisers.asked] == [1]


def test_where_no_hint_is_found_it_is_said(browser: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    ann, hers = seated(browser, set_up(browser, PIG, "human", "human")[0])
    bots, browser.app.state.server.bots = browser.app.state.server.bots, Failing()
    assert ann.get(f"{hers}/hint").status_code == 503
    assert "no hint could be computed" in caplog.text
    browser.app.state.server.bots = bots
    assert "Chance of winning" in ann.get(f"{hers}/hint").text, "it is looked for again"


def test_a_line_of_the_log_leads_to_its_clause(browser: TestClient) -> None:
    first, *_ = set_up(browser, "medieval_merchant", "human", "human", "human")
    ann, seat = seated(browser, first)
    page = play(ann, seat, offered(ann.get(seat).text)[0])
    assert f'href="{seat}/rules#clause-MDM-028"' in log_of(page)
    rules = ann.get(f"{seat}/rules").text
    assert 'id="clause-MDM-028"' in rules
    assert "all rules are as printed" in rules
    answer = ann.get(f"{seat}/why", params={"line": "1"})
    assert answer.status_code == 200
    said = html.unescape(answer.text)
    state = browser.app.state.server.hall.table(seat.split("/")[2]).course.state
    assert str(full_log(state, 0, addressed=True)[0]) in said
    assert "(" not in said[said.index('<ul class="answer">') :].partition("</li>")[0], "a person reads this"


def test_house_rules_are_marked(browser: TestClient) -> None:
    *_, watch = set_up(browser, "medieval_merchant", "human", "human", "human", **{"variant.letters_for_sale": "1"})
    assert "1 house rule" in browser.get(watch).text
    rules = browser.get(f"{watch}/rules").text
    assert "twelve guilders" in rules
    assert 'class="rule changed"' in rules


# ---------------------------------------------------------------- nothing is lost


def test_the_server_is_started_again_in_mid_game(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, *_ = set_up(browser, FOUR, "human", "human")
        ann, seat = seated(browser, first, "Ann")
        play(ann, seat, "drop_disc(D)")
        cookies = dict(ann.cookies)
    with serving(tmp_path / "tables.db") as browser:
        again = another(browser)
        again.cookies.update(cookies)
        page = again.get(seat).text
        assert "Ann" in page
        assert "D" in log_of(page)


def test_an_idle_table_comes_back_for_who_asks(tmp_path: Path) -> None:
    clock = Clock()
    with small_heap(), serving(tmp_path / "tables.db", clock) as browser:
        first, *_ = set_up(browser, FOUR, "human", "human")
        ann, seat = seated(browser, first)
        old = play(ann, seat, "drop_disc(D)")
        clock.now = 4000
        assert browser.portal is not None
        browser.portal.call(browser.app.state.server.put_away)
        page = ann.get(seat).text
        assert log_of(page) == log_of(old)
        assert _events_id(page) != _events_id(old)


# ---------------------------------------------------------------- screen readers


def test_a_game_is_played_by_the_words_alone(browser: TestClient) -> None:
    """A player must be able to continue with only the text view and the names on the buttons."""
    first, *_ = set_up(browser, "medieval_merchant", "human", "human")
    ann, seat = seated(browser, first)
    page = ann.get(seat).text
    words = html.unescape(page.partition('aria-label="Text version of the table">')[2].partition("</pre>")[0])
    assert "Köln" in words
    assert "guilders" in words
    after = play(ann, seat, offered(page)[0])
    assert re.search(r"chose .*home town", log_of(after))


def test_how_near_the_end_is(browser: TestClient) -> None:
    first, *_ = set_up(browser, "medieval_merchant", "human", "human", "human")
    ann, seat = seated(browser, first)
    course = ann.get(seat).text.partition("The game ends when")[2]
    assert re.search(r"towns left: \d+ now, 0 at the end", course)
    assert "if nothing changes by the end of this round" in course, "nobody has placed a branch yet"


def test_holdings_carry_the_signs_of_the_map(browser: TestClient) -> None:
    first, *_ = set_up(browser, "merkator", "human", "random")
    ann, hers = seated(browser, first, "Ann")
    mine = re.search(r'<section id="mine".*?</section>', ann.get(hers).text, re.DOTALL)
    assert mine is not None
    assert '<svg class="mx sign" viewBox="0 0 20 20" aria-hidden="true">' in mine[0]
