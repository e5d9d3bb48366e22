"""Tests of the course of a game, with which a script steps the board back and on."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from test_web_earlier_pages import BIDS, GAMES, at_table, length, random_game, step_by_step
from visiting import FOUR, play, seated, serving, set_up

import mercatoria
from interpreter.log import pending_secret_answers
from mercatoria import State
from mercatoria.drawing import draw, full_log
from mercatoria.svg import things_drawn
from mercatoria.web.events import Channels, events
from mercatoria.web.looking_back import LookingBack
from mercatoria.web.pages import Glances, SeatCourse, course_json, sheet_of
from mercatoria.web.pages.course import Step
from mercatoria.web.tables import EarlierPositions, Table
from tests.thinning import thinned

KINDS = {"chance", "pass", "placed", "move"}
MOST_BYTES = 8_300
"""Maximum size of 100 entries of a course of four players, compressed."""


QUICK = ("medieval_merchant", "merchants_of_the_middle_ages", BIDS)
"""The games of the default run: one without secrets in its log, one with chance and secret choices, one without a map.
"""
games = pytest.mark.parametrize(
    "slug", thinned([(slug,) for slug in GAMES], lambda case: case[0] in QUICK), ids=lambda slug: Path(slug).name
)


def course(state: State, seat: int | None, first: int = 1) -> list[Step]:
    """Return the steps of a game in one go."""
    past = EarlierPositions(state.table)
    past.follow(state.last)
    steps = SeatCourse(seat).steps(state, past, first, 10_000, sheet_of(at_table(state)), 10_000, Glances(seat))
    assert steps is not None
    return steps


@games
def test_stepping_on_and_back_gives_the_board_of_every_position(slug: str) -> None:
    """The board is the one that the seat saw, without the marks of legal moves."""
    state, seat = random_game(slug, max(2, mercatoria.load(slug).players[0]), 14, 6), 1
    sheet, boards = sheet_of(at_table(state)), {}
    for number, step in enumerate(step_by_step(state)):
        if not pending_secret_answers(step.table, step.vector, step.last):
            boards[number] = things_drawn(draw(step, seat, offered=False), sheet)
    steps = course(state, seat)
    assert [step.number for step in steps] == list(boards)[1:]
    board = dict(boards[0])
    for step in steps:
        board |= {name: svg for name, (_, svg) in step.board.items()}
        assert board == boards[step.number]
    for step, before in zip(reversed(steps), list(boards.values())[-2::-1], strict=True):
        board |= {name: svg for name, (svg, _) in step.board.items()}
        assert board == before


@games
def test_a_step_says_what_the_log_says(slug: str) -> None:
    state = random_game(slug, mercatoria.load(slug).players[0], 24, 7)
    for seat in (0, None):
        steps = course(state, seat)
        log = [str(line) for line in full_log(state, seat, addressed=True)]
        assert [says for step in steps for says in step.says] == log[: steps[-1].number]
        assert {step.kind for step in steps} <= KINDS
        for step in steps:
            assert (step.kind == "chance") == (not step.who)
            assert step.place or not step.origin


def test_a_step_has_gains_and_places() -> None:
    steps = course(random_game("medieval_merchant", 3, 60, 1), 0)
    built = [step for step in steps if step.kind == "placed" and step.origin]
    assert built
    for step in built:
        assert step.place in step.board
        assert step.place != step.origin
    gains = [gain for step in steps for gain in step.gains]
    assert {seat for seat, words in gains if "guilder" in words} == {0}, "purses of others are hidden"
    assert {seat for seat, words in gains if "point" in words} == {0, 1, 2}
    assert all(words[0] in "+−" for _, words in gains)
    moved = [step for step in course(random_game("merkator", 2, 80, 3), 1) if step.origin]
    assert any(step.kind == "move" for step in moved), "the ship has moved from one place to another"


def test_answers_of_one_secret_decision_are_one_step() -> None:
    state = random_game(BIDS, 3, 2, 1)
    assert [step.number for step in course(state, 0)] == [1, 2, 3]
    state.apply(state.sample(random.Random(1), state.deciders[0]))
    *_, last = course(state, 0)
    assert (last.number, len(last.who), len(last.says)) == (6, 3, 3)


def test_steps_are_made_a_few_at_a_time_and_only_once() -> None:
    state = random_game("medieval_merchant", 3, 40, 1)
    past, sheet, made, seen = EarlierPositions(state.table), sheet_of(at_table(state)), SeatCourse(0), Glances(0)
    past.follow(state.last)
    calls = 0
    while (steps := made.steps(state, past, 1, 30, sheet, 7, seen)) is None:
        calls += 1
    assert calls == 4
    again = made.steps(state, past, 1, 30, sheet, 0, seen)
    assert again is not None
    assert all(one is two for one, two in zip(steps, again, strict=True))


@pytest.mark.slow
def test_a_course_is_small() -> None:
    for slug in mercatoria.shipped():
        state = random_game(slug, min(4, mercatoria.load(slug).players[-1]), 130, 1)
        steps = course(state, 0, length(state) - 99)
        assert len(gzip.compress(course_json(steps, length(state)).encode())) <= MOST_BYTES, slug


def test_a_browser_asks_for_the_course(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        one, seat = seated(browser, (links := set_up(browser, FOUR, "human", "human"))[0])
        two, other = seated(browser, links[1])
        play(one, seat, "drop_disc(A)")
        play(two, other, "drop_disc(B)")
        answer = one.get(f"{seat}/course", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == "no-store"
        data = answer.json()
        assert (data["newest"], [step["n"] for step in data["entries"]]) == (2, [1, 2])
        said = [data["strings"][number] for step in data["entries"] for number in step["says"]]
        assert said[0].startswith("You ")
        assert len(set(data["strings"])) == len(data["strings"])
        later = one.get(f"{seat}/course?from=2&to=9", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in later.headers
        assert [step["n"] for step in json.loads(later.content)["entries"]] == [2]
        watched = browser.get(f"{seat.partition('/seat')[0]}/course").json()
        assert not any(words.startswith("You ") for words in watched["strings"])
        assert two.get(f"{seat}/course").status_code == 403


def test_a_stream_tells_what_has_happened_once(tmp_path: Path) -> None:
    """If decisions are taken back, the course begins again where it differs."""
    with serving(tmp_path / "tables.db") as browser:
        one, seat = seated(browser, set_up(browser, FOUR, "human", "human")[0])
        back: LookingBack = browser.app.state.looking_back
        name = seat.split("/")[2]

        async def table() -> Table:
            return await back.server.table(name)

        for number in (0, None):
            news = back.news(table, number, 0, "en")

            def told(news: Callable[[], Awaitable[str]] = news) -> list[int] | None:
                assert browser.portal is not None
                text = browser.portal.call(news)
                return [step["n"] for step in json.loads(text)["entries"]] if text else None

            assert told() is None
            play(one, seat, "drop_disc(A)")
            assert told() == [1]
            assert told() is None
            one.post(f"{seat}/undo", data={"turn": question_of(one, seat)})
            assert told() == []
            assert told() is None
            play(one, seat, "drop_disc(B)")
            assert told() == [1]
            one.post(f"{seat}/undo", data={"turn": question_of(one, seat)})
            play(one, seat, "drop_disc(C)")
            assert told() == [1], "another move with the same number"
            one.post(f"{seat}/undo", data={"turn": question_of(one, seat)})


def question_of(person: TestClient, seat: str) -> str:
    """Return the number of a seat's decision, also while another seat decides."""
    found = re.search(r'name="turn" value="(\d+)"', person.get(seat).text)
    assert found is not None
    return found[1]


def test_the_event_entry_comes_before_changed() -> None:
    async def heard(news: Callable[[], Awaitable[str]] | None) -> list[bytes]:
        channels = Channels(word=lambda: "word")
        channel = channels.shown(("table", 0), b"one")
        stream = events(channels, channel, asyncio.Event(), "word-9", news)
        return [await anext(stream) for _ in range(3 if news is not None else 2)]

    async def news() -> str:
        return '{"newest":1}'

    assert asyncio.run(heard(None))[1].startswith(b"id: word-0\nevent: changed")
    _, entry, changed = asyncio.run(heard(news))
    assert entry == b'event: entry\ndata: {"newest":1}\n\n'
    assert changed.startswith(b"id: word-0\nevent: changed")
