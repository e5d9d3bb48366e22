"""Tests the page of a finished game."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from visiting import BIDS, FOUR, Clock, another, offered, play, seated, serving, set_up

from dsl.locale import ENGLISH, locale_of
from interpreter.table import Score, score_of
from mercatoria import State
from mercatoria.drawing import FinalScores
from mercatoria.web.pages import table_page
from mercatoria.web.pages.ending import outcome, sources
from mercatoria.web.store import Store
from mercatoria.web.tables import Catalogue, Choice, TableRegistry
from mercatoria.web.timeline import present

Ranking = tuple[tuple[int, ...], ...]


def test_the_points_are_added_up_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, asked = sys.modules[table_page.__module__], list[State]()
    add_up = module.final_scores

    def noted(state: State) -> FinalScores:
        asked.append(state)
        scores: FinalScores = add_up(state)
        return scores

    monkeypatch.setattr(module, "final_scores", noted)
    hall, rng = TableRegistry(Store(tmp_path / "tables.db"), Catalogue((FOUR,)), Clock()), random.Random(1)
    table, _ = hall.set_up(Choice(FOUR, 2), ["human", "human"], 1)
    while not (state := table.course.state).is_over:
        seat = state.deciders[0]
        hall.play(table, table.course.turn(seat), state.sample(rng, seat))
    assert all("The game is over" in table_page(present(table, seat)) for seat in (None, 0, 1))
    assert asked == [table.course.state]
    assert "The game is over" in hall.take_back(table, seat, table.course.turn(seat))


def finished(browser: TestClient) -> list[tuple[TestClient, str]]:
    """Play a game to its end: the first player fills the first column, so the second player's moves do not matter."""
    first, second, _ = set_up(browser, FOUR, "human", "human")
    people = [seated(browser, first, "Anna"), seated(browser, second, "Ben")]
    for move in "ABABABA":
        person, seat = people["AB".index(move)]
        play(person, seat, f"drop_disc({move})")
    return people


def test_the_end_names_the_winner_and_offers_a_rematch(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        (anna, hers), (ben, his) = finished(browser)
        assert "<span>You win" in anna.get(hers).text
        assert "<span>Anna wins" in ben.get(his).text
        assert f'href="{his}/at/0"' in ben.get(his).text
        assert ">Rematch<" in ben.get(his).text
        again = ben.post(f"{his}/rematch")
        assert again.status_code == 200 and again.url.path.endswith("/seat/0") and again.url.path != his
        assert "Your move" in again.text, "Ben begins this time"
        assert ">To the rematch<" in anna.get(hers).text
        joined = anna.post(f"{hers}/rematch").url.path
        assert joined.endswith("/seat/1")
        assert joined.split("/")[2] == again.url.path.split("/")[2], "both are at the same table"
        assert "dropped a disc" in play(ben, again.url.path, "drop_disc(C)")
        assert "dropped a disc" in play(anna, joined, "drop_disc(C)")
        cookies = browser.cookies
        watching = browser.get(hers.partition("/seat")[0]).text
        assert f'href="{joined.partition("/seat")[0]}"' in watching
    with serving(tmp_path / "tables.db") as browser:
        table, host = joined.split("/")[2], another(browser)
        host.cookies.update(cookies)
        links = sorted(set(re.findall(rf"/t/{table}/take/\d/[\w-]+", host.get(f"/t/{table}/links").text)))
        for number, name in enumerate(("Ben", "Anna")):
            page = host.post(links[number])
            assert page.url.path == f"/t/{table}/seat/{number}", "the players have the keys of the first game"
            assert re.search(rf'id="hand-{number}".*?{name}', page.text, re.DOTALL)


def test_after_the_end_every_viewpoint_is_open(tmp_path: Path) -> None:
    """Before the end, a seat is for its player alone. Afterwards other people may look, but only the player may act."""
    with serving(tmp_path / "tables.db") as browser:
        first, second, third, watch = set_up(browser, BIDS, "human", "human", "human")
        people = [seated(browser, link, f"Person {number}") for number, link in enumerate((first, second, third))]
        guest, (anna, hers), (_, his) = another(browser), *people[:2]
        table = browser.app.state.server.hall.table(hers.split("/")[2])

        def hidden(page: str) -> bool:
            return "As seen by" not in page

        assert guest.get(his).url.path == watch and anna.get(his).url.path == watch
        assert hidden(anna.get(hers).text) and hidden(anna.get(f"{hers}/at/1").text)
        while not table.course.state.is_over:
            for person, seat in people:
                if int(seat[-1]) in table.course.deciders:
                    play(person, seat, offered(person.get(seat).text)[0])
        for visitor in (guest, anna):
            page = visitor.get(his)
            assert page.url.path == his and "data-visits" in page.text and "As seen by" in page.text
            then = visitor.get(f"{his}/at/3").text
            assert f'href="{hers}/at/3"' in then and f'href="{watch}/at/3"' in then and "as you saw it then" in then
            assert then.count('aria-current="page"') == 1
            for path in ("log", "rules", "course", "why?line=1", "at/3/why?line=1"):
                assert visitor.get(f"{his}/{path}").status_code == 200, path
            for path in ("notes", "hint", "at/3/hint"):
                assert visitor.get(f"{his}/{path}").status_code == 403, path
            for path in ("move", "undo", "leave", "fork", "notes", "rematch"):
                assert visitor.post(f"{his}/{path}", data={"turn": "0"}).status_code == 403, path
        assert "data-visits" not in people[1][0].get(his).text
        assert "coached" not in guest.cookies
        assert guest.get(f"{watch}/seat/3").url.path == watch, "there is no fourth seat"


def test_a_rematch_waits_for_the_end_and_needs_a_seat(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, second, _ = set_up(browser, FOUR, "human", "human")
        (anna, hers), (_, his) = seated(browser, first), seated(browser, second)
        assert anna.post(f"{hers}/rematch").status_code == 409
        assert anna.post(f"{his}/rematch").status_code == 403


@pytest.mark.parametrize(("ranking", "scores", "you", "words"), [
    (((1,), (0,)), (3, 7), 0, "Ben wins by 4"), (((1,), (0,)), (7, 3), 1, "You win by 4"),
    (((0,), (1,)), (score_of(7, 2), 2), 1, "Anna wins by 1½"),
    (((0,), (1,)), (5, 5), 1, "Anna wins"), (((0, 1),), (5, 5), 0, "Draw between Anna and Ben"),
    (((0, 1), (2,)), (5, 5, 1), 2, "Anna and Ben share the win"), (((0,),), (5,), 0, ""),
])  # fmt: skip
def test_the_outcome_is_a_sentence(ranking: Ranking, scores: tuple[Score, ...], you: int, words: str) -> None:
    names = ("Anna", "Ben", "Cleo")[: len(scores)]
    assert outcome(FinalScores("", (), ranking, scores, (), ()), names, you, locale_of(ENGLISH)) == words


def test_what_brought_most_points_stands_first() -> None:
    lines = (("few", (1, 2)), ("most", (0, 9)), ("a loss", (-5, 0)))
    assert [words for words, _ in sources(FinalScores("", (), (), (), lines, ()))] == ["most", "a loss", "few"]
