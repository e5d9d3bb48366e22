"""Tests that a table can play on from an earlier position of another table, and is kept like every other table."""

from __future__ import annotations

import html
import re
import shutil
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from visiting import BIDS, EXAMPLES, PIG, BotsHere, another, offered, play, seated, serving, set_up, until

from dsl.folder import read_folder
from interpreter.log import MOVE, entries
from interpreter.testing import run_scenario
from mercatoria.web.store import Origin
from mercatoria.web.tables import Dealt, Table

COMMERCE = str(EXAMPLES / "commerce")
GAMES = (COMMERCE, BIDS, PIG)


T = TypeVar("T")


def done(result: T) -> Future[T]:
    found = Future[T]()
    found.set_result(result)
    return found


def at(browser: TestClient, path: str) -> Table:
    return browser.app.state.server.hall.table(path.split("/")[2])


def after(browser: TestClient, game: str, kinds: list[str], moves: int) -> list[tuple[TestClient, str]]:
    """Return the browsers and paths of the people at a table after some moves."""
    links = set_up(browser, game, *kinds)
    people = [seated(browser, link, f"Person {seat}") for seat, link in enumerate(links[:-1]) if kinds[seat] == "human"]
    for _ in range(moves):
        table = at(browser, people[0][1])
        person, seat = people[table.course.deciders[0]]
        play(person, seat, offered(person.get(seat).text)[-1])
    return people


def forked(person: TestClient, seat: str, **fields: str) -> str:
    """Play on from a position, and return the path of the new seat."""
    page = person.post(f"{seat}/fork", data={"against": "random", **fields})
    assert page.status_code == 200, page.text
    assert page.url.path != seat
    return page.url.path


def test_a_seat_plays_on_against_bots_from_what_it_saw(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        people = after(browser, COMMERCE, ["human"] * 3, 8)
        person, seat = people[0]
        number = at(browser, seat).course.state.last.length - 2
        then = person.get(f"{seat}/at/{number}").text
        assert "Play on from here" in then and f'name="at" value="{number}"' in then
        new = forked(person, seat, at=str(number))
        table, old = at(browser, new), at(browser, seat)
        assert new.endswith("/seat/0")
        assert [each.kind for each in table.seats] == ["human", "random", "random"]
        assert table.seats[0].name == "Person 0"
        page = person.get(new).text
        assert f'href="{seat}/at/{number}"' in page and "dealt again" in page
        assert table.course.state.log(0)[:number] == old.course.state.log(0)[:number]
        assert table.course.state.seed != old.course.state.seed
        until(lambda: at(browser, new).course.state.is_over or at(browser, new).course.deciders == (0,))


@pytest.mark.slow
def test_a_fork_plays_on_to_the_end_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human"] * 3, 9)[1]
        new = forked(person, seat, at="7")
        table = at(browser, new)
        person.post(f"{new}/leave")
        until(lambda: at(browser, new).course.length > 0)
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        again = at(browser, new)
        assert again.head == table.head and again.head.origin is not None
        assert again.course.length > 0
        person.portal = browser.portal
        assert another(browser).get(new.partition("/seat")[0]).status_code == 200
        until(lambda: at(browser, new).course.state.is_over)
        assert len(at(browser, new).course.state.log(None)) > 7


def test_spectators_play_on_from_what_all_see(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        _, seat = after(browser, COMMERCE, ["human"] * 3, 6)[0]
        public, guest = seat.partition("/seat")[0], another(browser)
        assert "Play on from here" in guest.get(f"{public}/at/5").text
        new = forked(guest, public, at="5")
        table = at(browser, new)
        assert table.head.origin.seat is None
        assert table.course.state.log(None)[:5] == at(browser, seat).course.state.log(None)[:5]
        assert f'href="{public}/at/5"' in guest.get(new).text


@pytest.mark.slow
def test_the_host_can_allow_friends_while_the_game_lasts(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        asked = {"game": BIDS, "players": "3"}
        assert 'name="side_tables"' in browser.get("/new", params=asked).text
        bots = {"seat1": "greedy", "seat2": "greedy"}
        assert 'name="side_tables"' not in browser.get("/new", params=asked | bots).text
        first, *_ = set_up(browser, BIDS, *["human"] * 3, side_tables="1")
        person, seat = seated(browser, first, "Ann")
        assert 'value="friends"' in person.get(seat).text
        new = forked(person, seat, at="0", against="friends")
        assert [each.kind for each in at(browser, new).seats] == ["human"] * 3
        assert not at(browser, new).head.side_tables
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        assert at(browser, seat).head.side_tables


def test_friends_join_only_if_nobody_else_plays_or_after_the_end(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        people = after(browser, BIDS, ["human"] * 3, 1)
        person, seat = people[0]
        assert 'value="friends"' not in person.get(seat).text
        said = person.post(f"{seat}/fork", data={"at": "0", "against": "friends"})
        assert said.status_code == 409 and "two or more people" in said.text
        early = person.post(f"{seat}/fork", data={"at": "0", "against": "random", "hidden": "as_it_was"})
        assert early.status_code == 409 and "only after the end" in early.text
        while not at(browser, seat).course.state.is_over:
            for each, path in people:
                if int(path[-1]) in at(browser, seat).course.deciders:
                    play(each, path, offered(each.get(path).text)[0])
        last = at(browser, seat).course.state.last.length
        assert 'name="at"' not in person.get(f"{seat}/at/{last}").text
        over = person.post(f"{seat}/fork", data={"at": str(last), "against": "random"})
        assert over.status_code == 409 and "over at this position" in over.text
        page = person.get(f"{seat}/at/{last - 3}").text
        assert 'value="friends"' in page and 'value="as_it_was"' in page
        new = forked(person, seat, at=str(last - 3), against="friends", hidden="as_it_was")
        table = at(browser, new)
        assert [each.kind for each in table.seats] == ["human"] * 3
        assert not table.head.origin.redealt
        assert "as they are" not in person.get(new).text and "are as they were" in person.get(new).text
        for viewer in range(3):
            assert table.course.state.log(viewer) == at(browser, seat).course.state.log(viewer)[: last - 3]
        invited = person.get(f"{new.partition('/seat')[0]}/links").text
        links = re.findall(r'value="http://[^/]+(/t/[^"]+/take/[^"]+)"', invited)
        assert len(links) == 3
        assert seated(browser, links[1])[1] == new[:-1] + "1"


@pytest.mark.slow
def test_a_position_is_kept_as_a_scenario_after_the_end(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human", "random", "random"], 0)[0]
        assert person.get(f"{seat}/at/2/scenario").status_code == 409
        person.post(f"{seat}/leave")
        until(lambda: at(browser, seat).course.state.is_over)
        last = at(browser, seat).course.state.last.length
        home = tmp_path / "commerce"
        shutil.copytree(COMMERCE, home, ignore=shutil.ignore_patterns("scenarios", "*.scenario"))
        (home / "scenarios").mkdir()
        numbers = [int(number) for number in {last, last - 1, last // 2, last // 3}]
        for number in numbers:
            assert f'href="{seat}/at/{number}/scenario"' in person.get(f"{seat}/at/{number}").text
            said = person.get(f"{seat}/at/{number}/scenario")
            assert said.status_code == 200 and "attachment" in said.headers["content-disposition"]
            (home / "scenarios" / f"position_{number}.rules").write_text(said.text)
        folder = read_folder(home)
        results = [run_scenario(folder, each) for each in folder.scenarios]
        assert len(results) == len(numbers) and all(result.passed for result in results), results
        begun = min(entry.length for entry in entries(at(browser, seat).course.state.last) if entry.form == MOVE) - 1
        assert person.get(f"{seat}/at/{begun}/scenario").status_code == 200
        for number in range(begun):
            assert person.get(f"{seat}/at/{number}/scenario").status_code == 409
            assert "/scenario" not in person.get(f"{seat}/at/{number}").text
        new = forked(person, seat, at=str(last // 2))
        assert person.get(f"{new}/at/2/scenario").status_code == 409


def test_a_secret_decision_is_made_again(tmp_path: Path) -> None:
    """Amid a secret decision, the newest position is the one before it, and the form says so."""
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, BIDS, ["human"] * 3, 1)[0]
        length = at(browser, seat).course.state.last.length
        assert f'name="at" value="{length - 1}"' in person.get(seat).text
        for given in (str(length - 1), str(length), "", "nonsense", "999999999"):
            new = forked(person, seat, at=given)
            assert at(browser, new).head.origin.number == length - 1


def test_what_cannot_be_forked_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human"] * 3, 5)[0]
        for against in ("", "nobody", "100000"):
            assert person.post(f"{seat}/fork", data={"at": "3", "against": against}).status_code == 400
        assert another(browser).post(f"{seat}/fork", data={"at": "3", "against": "random"}).status_code == 403
        monkeypatch.setattr(BotsHere, "ask_for_deal", lambda self, deal: done(Dealt("")))
        said = person.post(f"{seat}/fork", data={"at": "3", "against": "random"})
        assert said.status_code == 409 and "no deal that agrees" in html.unescape(said.text)
        monkeypatch.setattr(BotsHere, "ask_for_deal", lambda self, deal: done(Dealt("{}")))
        said = person.post(f"{seat}/fork", data={"at": "3", "against": "random"})
        assert said.status_code == 409 and "No table can begin" in said.text


def test_a_browser_forks_three_times_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", rates=True, games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human"] * 3, 3)[0]
        said = [person.post(f"{seat}/fork", data={"at": "2", "against": "random"}).status_code for _ in range(4)]
        assert said == [200, 200, 200, 429]


def test_a_fork_is_forked_again(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human"] * 3, 6)[0]
        one = forked(person, seat, at="5")
        two = forked(person, one, at="4")
        origin = at(browser, two).head.origin
        assert isinstance(origin, Origin) and (origin.table, origin.number) == (one.split("/")[2], 4)
        assert at(browser, two).course.state.log(0)[:4] == at(browser, seat).course.state.log(0)[:4]


# ---------------------------------------------------------------- house rules


RULES = {"at": "6", "rules": "chosen"}


@pytest.mark.slow
def test_a_fork_has_other_house_rules_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human"] * 3, 9)[0]
        page = person.get(f"{seat}/at/6").text
        assert 'name="variant.keep_one" id="fork-variant-keep_one" value="1">' in page
        assert 'name="option.times_round" id="fork-option-times_round"' in page
        new = forked(person, seat, **RULES, **{"variant.keep_one": "1", "option.times_round": "3"})
        table, old = at(browser, new), at(browser, seat)
        assert (table.head.variants, table.head.options) == (("keep_one",), {"times_round": "3"})
        assert table.head.files == old.head.files and table.head.rules != old.head.rules
        assert table.course.state.log(0)[:6] == old.course.state.log(0)[:6]
        page = person.get(new).text
        assert 'name="variant.keep_one" id="fork-variant-keep_one" value="1" checked>' in page
        assert 'min="1" max="50" placeholder="20" value="3"' in page
        person.post(f"{new}/leave")
        until(lambda: at(browser, new).course.length > 0)
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        assert at(browser, new).head == table.head
        assert another(browser).get(new.partition("/seat")[0]).status_code == 200
        until(lambda: at(browser, new).course.state.is_over)


def test_the_same_house_rules_are_kept(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human"] * 3, 8)[0]
        new = forked(person, seat, **RULES)
        assert at(browser, new).head.rules == at(browser, seat).head.rules
        other = forked(person, seat, **RULES, **{"variant.keep_one": "1"})
        assert at(browser, forked(person, other, at="6")).head.variants == ("keep_one",)
        assert at(browser, forked(person, other, **RULES)).head.variants == ()


def test_house_rules_that_the_game_has_broken_name_the_line(tmp_path: Path) -> None:
    """With one turn round the table for each deal, a fourth player has nothing to decide."""
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        people = after(browser, COMMERCE, ["human"] * 3, 0)
        for person, seat in (people[at(browser, people[0][1]).course.deciders[0]] for _ in range(5)):
            play(person, seat, next(move for move in offered(person.get(seat).text) if "trade" in move))
        person, seat = people[0]
        lines = [number for number, line in enumerate(at(browser, seat).course.state.log(0), 1) if "trade" in line]
        fields = {"at": str(lines[-1]), "rules": "chosen", "against": "random", "option.times_round": "1"}
        said = person.post(f"{seat}/fork", data=fields)
        assert said.status_code == 409
        assert f"Line {lines[3]} of the log:" in html.unescape(said.text), said.text
        fields |= {"at": str(lines[3] - 1)}
        assert person.post(f"{seat}/fork", data=fields).status_code == 200


def test_house_rules_that_conflict_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human"] * 3, 6)[0]
        said = person.post(f"{seat}/fork", data={"against": "random", **RULES, "option.times_round": "99"})
        assert said.status_code == 409 and "times" in said.text, said.text


def test_hidden_things_stay_as_they_were_under_other_house_rules(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=GAMES) as browser:
        person, seat = after(browser, COMMERCE, ["human", "random", "random"], 0)[0]
        person.post(f"{seat}/leave")
        until(lambda: at(browser, seat).course.state.is_over)
        new = forked(person, seat, **RULES, **{"hidden": "as_it_was", "variant.keep_one": "1"})
        assert at(browser, new).head.variants == ("keep_one",)
        for viewer in range(3):
            assert at(browser, new).course.state.log(viewer)[:6] == at(browser, seat).course.state.log(viewer)[:6]
