"""Tests of the addresses of earlier positions, with browsers without scripts."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from visiting import BIDS, FOUR, Clock, another, offered, play, seated, serving, set_up

from mercatoria.web.looking_back import EARLIER


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def flag(page: str) -> str:
    found = re.search(r'<nav id="past".*?<strong>(.*?)</strong>', page, re.DOTALL)
    assert found is not None, "the page shows the present"
    return html.unescape(found[1])


def link(page: str, rel: str) -> str:
    found = re.search(rf'<a href="([^"]+)" rel="{rel}"', page)
    return found[1] if found is not None else ""


def test_one_goes_back_and_on_by_links(file: Path) -> None:
    with serving(file) as browser:
        one, seat = seated(browser, (links := set_up(browser, FOUR, "human", "human"))[0])
        two, other = seated(browser, links[1])
        play(one, seat, "drop_disc(A)")
        play(two, other, "drop_disc(B)")
        now = one.get(seat).text
        assert "/at/2" in now, "a line of the log leads to its position"
        page = one.get(f"{seat}/at/1").text
        assert flag(page) == "Round 1 · move 1: as you saw it then"
        assert (link(page, "prev"), link(page, "next")) == (f"{seat}/at/0", f"{seat}/at/2")
        assert link(one.get(f"{seat}/at/2").text, "next") == seat
        start = one.get(f"{seat}/at/0").text
        assert link(start, "prev") == ""
        assert "What you could do then" in start
        assert "drop_disc(A)" in offered(start)
        assert f'action="{seat}/move"' not in start
        assert 'data-events=""' in start, "the past does not change"
        assert one.get(f"{seat}/at/3").url.path == seat, "a later position is the present"


LINE = "so you see what spectators see"


def test_who_has_not_the_key_sees_the_table_as_a_spectator(file: Path) -> None:
    with serving(file) as browser:
        one, seat = seated(browser, set_up(browser, FOUR, "human", "human")[0])
        play(one, seat, "drop_disc(A)")
        public, guest = seat.partition("/seat")[0], another(browser)
        page = guest.get(seat)
        assert page.url.path == public and LINE in page.text
        assert page.history[0].status_code == 303 and "#" not in page.history[0].headers["location"]
        assert LINE not in guest.get(public).text and LINE not in one.get(seat).text
        for path in ("log", "rules", "hint", "events", "notes", "why?line=1"):
            assert guest.get(f"{seat}/{path}").status_code == 403, path
        for path in ("move", "undo", "leave", "fork", "notes", "rematch"):
            assert guest.post(f"{seat}/{path}", data={"turn": "0"}).status_code == 403, path


def test_who_has_not_the_key_sees_the_position_as_a_spectator(file: Path) -> None:
    with serving(file) as browser:
        one, seat = seated(browser, set_up(browser, FOUR, "human", "human")[0])
        play(one, seat, "drop_disc(A)")
        page = another(browser).get(f"{seat}/at/1")
        assert page.url.path == f"{seat.partition('/seat')[0]}/at/1"
        assert flag(page.text) == "Round 1 · move 1: as spectators saw it then" and LINE in page.text
        assert another(browser).get(f"{seat}/at/1/why?not=drop_disc").status_code == 403


def test_a_hint_tells_what_a_bot_would_have_done_then(file: Path) -> None:
    """The hint comes from the earlier position, in which nothing can be played any more."""
    with serving(file) as browser:
        links = set_up(browser, FOUR, "human", "human")
        people = [seated(browser, link) for link in links[:2]]
        for number, column in enumerate("ABABGA"):
            person, seat = people[number % 2]
            play(person, seat, f"drop_disc({column})")
        (one, seat), (two, other) = people
        assert f'href="{other}/at/5/hint"' in two.get(f"{other}/at/5").text
        assert f'href="{seat}/at/5/hint"' not in one.get(f"{seat}/at/5").text
        page = two.get(f"{other}/at/3/hint").text
        assert 1 <= page.count("Chance of winning: about") <= 3
        assert f'<a href="{other}/at/3">' in page and "Play this move" not in page
        assert two.get(f"{other}/at/3/hint").text == page
        assert "no decision to make" in two.get(f"{other}/at/4/hint").text
        assert two.get(f"{other}/at/99/hint").status_code == 404
        assert another(browser).get(f"{other}/at/3/hint").status_code == 403
        now = one.get(f"{seat}/hint").text
        assert "Play this move" in now, "the hint of the present is another one"


def test_secret_answers_are_no_positions_before_all_are_in(file: Path) -> None:
    with serving(file) as browser:
        links = set_up(browser, BIDS, "human", "human", "human")
        people = [seated(browser, each) for each in links[:3]]
        begun = 3  # the private values
        for number, (person, seat) in enumerate(people, begun):
            for looker, own in people:
                assert looker.get(f"{own}/at/{number + 1}").url.path == own
                assert link(looker.get(f"{own}/at/{begun}").text, "next") == own
            play(person, seat, f"bid({number})")
        for person, seat in people:
            assert person.get(f"{seat}/at/{begun + 1}").url.path == f"{seat}/at/{begun + 3}"
            assert link(person.get(f"{seat}/at/{begun + 3}").text, "prev") == f"{seat}/at/{begun}"


def test_why_not_is_answered_for_the_moment(file: Path) -> None:
    with serving(file) as browser:
        one, seat = seated(browser, (links := set_up(browser, FOUR, "human", "human"))[0])
        two, other = seated(browser, links[1])
        for person, at, column in [(one, seat, "A"), (two, other, "A")] * 3:
            play(person, at, f"drop_disc({column})")
        then = one.get(f"{seat}/at/0/why?not=drop_disc").text
        assert f'href="{seat}/at/0"' in then
        assert one.get(f"{seat}/why?not=drop_disc").text != then
        assert "Effects of log line 1" in one.get(f"{seat}/at/2/why?line=1").text
        assert one.get(f"{seat}/at/2/why?line=3").status_code == 404, "line 3 was not yet written"
        assert one.get(f"{seat}/at/9/why?not=drop_disc").status_code == 404
        assert one.get(f"{seat}/at/0/why?not=nonsense").status_code == 404


def test_a_language_of_an_earlier_position(file: Path) -> None:
    with serving(file, games=("merkator",)) as browser:
        one, seat = seated(browser, set_up(browser, "merkator", "human", "human")[0])
        page = one.get(f"{seat}/at/0?language=de")
        assert page.url.path == f"{seat}/at/0"
        assert "wie du es damals sahst" in flag(page.text)


def test_a_seat_looks_back_so_often_and_no_more(file: Path) -> None:
    clock = Clock()
    with serving(file, clock, rates=True) as browser:
        one, seat = seated(browser, (links := set_up(browser, FOUR, "human", "human"))[0])
        two, other = seated(browser, links[1])
        play(one, seat, "drop_disc(A)")
        _, burst = EARLIER
        assert {one.get(f"{seat}/at/1").status_code for _ in range(int(burst))} == {200}
        refused = one.get(f"{seat}/at/1")
        assert refused.status_code == 429
        assert "Wait a moment" in refused.text
        assert two.get(f"{other}/at/1").status_code == 200
        assert one.get(seat).status_code == 200
        clock.now += 2
        assert one.get(f"{seat}/at/1").status_code == 200
