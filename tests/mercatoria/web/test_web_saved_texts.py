"""Tests that open tables follow the rules that their author saves while the server watches the files."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from test_web_house_rules import HOLD, RULES, SHORTER, STRICTER, Folder, bid, keep_few, two, words
from visiting import BIDS, PIG, offered, play, seated, serving, set_up

FOLLOWED, FALLEN, FAULTY = "was replayed under them", "could not have been played under them", "have a fault"
NEW = f'action pass_on "Pass on"\n    then\n        raise decisions by 1\n        stop phase\n\n{HOLD}'
PASSING = ("must roll or hold, repeatedly", "must roll or pass_on, repeatedly"), (HOLD, NEW)


@pytest.fixture
def pig(tmp_path: Path) -> Folder:
    return Folder(tmp_path, PIG)


@pytest.fixture
def browser(tmp_path: Path, pig: Folder) -> Iterator[TestClient]:
    with serving(tmp_path / "tables.db", games=(str(pig),), watch=True) as browser:
        yield browser


def look(browser: TestClient) -> None:
    """Let the server look at the files now."""
    assert browser.portal is not None
    browser.portal.call(browser.app.state.watching.look)


def news(browser: TestClient, path: str) -> str:
    """Return the words of a page about the saved rules, or an empty string."""
    found = re.search(r'<div id="text-news".*?</div>', browser.get(path).text, re.S)
    return words(found[0]) if found else ""


def test_a_table_follows_a_saved_text_and_names_the_moves_that_came_and_went(
    browser: TestClient, pig: Folder
) -> None:  # fmt: skip
    ann, seats, watch = two(browser, pig)
    look(browser)
    assert not news(ann, seats[0])
    assert {"roll", "hold"} <= set(offered(ann.get(seats[0]).text))
    pig.write(*PASSING)
    look(browser)
    told = news(ann, seats[0])
    assert FOLLOWED in told
    assert re.search(r"New moves: Pass on\b", told)
    assert re.search(r"No longer possible: \w", told)
    for other in (seats[1], watch):
        assert FOLLOWED in news(ann, other), "only the seat that decides reads about its moves"
        assert "New moves" not in news(ann, other)
    play(ann, seats[0], "pass_on")
    assert not news(ann, seats[0]), "after the next move, the page is as always"


def test_a_move_that_falls_is_named_with_its_clause_and_line_and_play_continues(
    browser: TestClient, pig: Folder
) -> None:  # fmt: skip
    for _ in range(20):  # until the first die is not a 1
        ann, seats, watch = two(browser, pig)
        play(ann, seats[0], "roll")
        if "hold" in offered(ann.get(seats[0]).text):
            break
    play(ann, seats[0], "hold")
    pig.write(STRICTER)
    look(browser)
    line = next(n for n, text in enumerate((pig.path / RULES).read_text().splitlines(), 1) if "enough" in text)
    for path in (*seats, watch):
        told = news(ann, path)
        assert FALLEN in told and "kept the pot" in told and "Keep 15 points or more" in told
        assert "PIG-005" in told and f"{RULES}:{line}" in told
    assert "Keep 15 points" not in ann.get(f"{watch}/rules").text
    assert str(pig.path.parent) not in news(ann, watch), "nobody learns where the folder is on the server"
    play(ann, seats[1], "roll")
    assert FALLEN in news(ann, seats[0])
    shutil.copy(f"{PIG}/{RULES}", pig.path / RULES)
    look(browser)
    assert not news(ann, seats[0]), "the text is again the one that the table has"


def test_a_fault_is_shown_with_its_line_and_play_continues_until_it_is_mended(
    browser: TestClient, pig: Folder
) -> None:  # fmt: skip
    ann, seats, watch = two(browser, pig)
    keep_few(ann, seats[0])
    for good, bad in (("raise pot by die clamped", "raise pott by die clamped"), ("rulebook pig", "rulebok pig")):
        pig.write((good, bad))
        look(browser)
        line = next(n for n, text in enumerate((pig.path / RULES).read_text().splitlines(), 1) if bad in text)
        assert FAULTY in news(ann, seats[0]) and f"pig/{RULES}, line {line}:" in news(ann, seats[0])
        play(ann, next(seat for seat in seats if "roll" in offered(ann.get(seat).text)), "roll")
        pig.write((bad, good))
    (pig.path / RULES).write_bytes(b"\xff\xfe\x00")
    look(browser)
    assert FAULTY in news(ann, seats[0])
    shutil.copy(f"{PIG}/{RULES}", pig.path / RULES)
    pig.write(SHORTER)
    look(browser)
    assert FOLLOWED in news(ann, seats[0])
    assert "1 to 1000 = 90" in words(ann.get(f"{watch}/rules").text)


def test_what_was_followed_is_in_the_store_and_what_fell_is_not(tmp_path: Path, pig: Folder) -> None:
    file = tmp_path / "tables.db"
    with serving(file, games=(str(pig),), watch=True) as browser:
        ann, seats, watch = two(browser, pig)
        play(ann, seats[0], "roll")
        pig.write(SHORTER)
        look(browser)
        pig.write(("1 to 1000 = 90", "1 to 1000 = ninety"))
        look(browser)
        log = words(ann.get(f"{watch}/log").text)
    shutil.rmtree(pig.path)
    with serving(file, games=(str(pig),)) as browser:
        assert "1 to 1000 = 90" in words(browser.get(f"{watch}/rules").text)
        assert words(browser.get(f"{watch}/log").text) == log


def test_several_people_at_a_game_with_secrets_wait_for_their_host(tmp_path: Path) -> None:
    bids = Folder(tmp_path, BIDS)
    with serving(tmp_path / "tables.db", games=(str(bids),), watch=True) as browser:
        ann, seats, watch = two(browser, bids)
        bid(ann, seats[0], 7)
        bids.write(("highest_bid: 1 to 100 = 10", "highest_bid: 1 to 100 = 3"))
        look(browser)
        assert all("the host decides" in news(ann, path) for path in (*seats, watch))
        bids.write(("highest_bid: 1 to 100 = 3", "highest_bid: 1 to 100 = three"))
        look(browser)
        assert all("the host decides" in news(ann, path) for path in (*seats, watch)), "whatever the text says"
        assert "= 10" in words(ann.get(f"{watch}/rules").text)


def test_a_person_alone_with_bots_plays_on_under_the_text(tmp_path: Path) -> None:
    bids = Folder(tmp_path, BIDS)
    with serving(tmp_path / "tables.db", games=(str(bids),), watch=True) as browser:
        first, *_, watch = set_up(browser, str(bids), "human", "random")
        ann, seat = seated(browser, first, "Ann")
        bids.write(("highest_bid: 1 to 100 = 10", "highest_bid: 1 to 100 = 90"))
        look(browser)
        assert FOLLOWED in news(ann, seat)
        assert "= 90" in words(ann.get(f"{watch}/rules").text)


def test_without_the_option_tables_keep_their_rules(tmp_path: Path, pig: Folder) -> None:
    with serving(tmp_path / "tables.db", games=(str(pig),)) as browser:
        ann, seats, watch = two(browser, pig)
        pig.write(SHORTER)
        assert browser.app.state.watching is None
        assert not news(ann, seats[0]) and "= 100" in words(ann.get(f"{watch}/rules").text)


@pytest.mark.parametrize("gone", ["rulebook.rules", "."])
def test_files_that_disappear_stop_neither_the_table_nor_the_watching(
    browser: TestClient, pig: Folder, tmp_path: Path, gone: str
) -> None:  # fmt: skip
    ann, seats, _ = two(browser, pig)
    away = tmp_path / "away"
    (pig.path / gone).rename(away)
    look(browser)
    assert news(ann, seats[0]), "the page says that the rules cannot be read"
    play(ann, seats[0], "roll")
    away.rename(pig.path / gone)
    look(browser)
    assert not news(ann, seats[0])
