"""Tests the page on which a player plans on the board: its rings, its verbs, and what it leaves out."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from visiting import BIDS, FOUR, offered, seated, serving, set_up

from interpreter.explain import possible_steps
from mercatoria.web.tables import MOST_STEPS, Table

JSON = {"accept": "application/json"}


def begun(browser: TestClient, game: str, players: int, moves: int = 0) -> tuple[list[tuple[TestClient, str]], Table]:
    """Return the browsers of the players of a new table with their pages, and the table after some random moves."""
    people = [seated(browser, link) for link in set_up(browser, game, *["human"] * players)[:players]]
    hall, rng = browser.app.state.server.hall, random.Random(3)
    table: Table = hall.table(people[0][1].split("/")[2])
    for _ in range(moves):
        mover = table.course.state.deciders[0]
        hall.play(table, table.course.turn(mover), table.course.state.sample(rng, mover))
    return people, table


def test_a_player_who_waits_plans_on_the_board(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=("medieval_merchant",)) as browser:
        people, table = begun(browser, "medieval_merchant", 3, 20)
        state = table.course.state
        seat = (state.deciders[0] + 1) % 3
        ann, hers = people[seat]
        page = ann.get(f"{hers}/plan").text
        steps = [move for _, move in possible_steps(state.table, state.vector, seat, 200)]
        assert steps and set(offered(page)) >= {move.call for move in steps}
        ringed = {number for moves in re.findall(r'data-moves="([\d ]+)"', page) for number in moves.split()}
        assert ringed <= set(re.findall(r'data-move="(\d+)"', page)) and ringed
        assert 'class="mx-legal"' in page and 'class="t planning"' in page
        assert f'action="{hers}/plan"' in page and f'action="{hers}/move"' not in page
        assert f'<a href="{hers}" class="now">' in page, "without a script, too, there is a way back"
        assert "data-final" not in page, "a step of a plan can always be removed"
        assert 'class="mx-legal"' not in ann.get(hers).text, "the page of the table does not ask this player"
        told = ann.post(f"{hers}/plan", data={"turn": "0", "move": offered(page)[0]}, headers=JSON).json()
        assert [step["step"] for step in told] == [offered(page)[0]]
        assert 'class="plan-step' in ann.get(f"{hers}/plan").text


def test_nothing_can_be_planned_during_a_secret_choice_and_no_more_than_a_plan_holds(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        [(ann, hers), *_], _ = begun(browser, BIDS, 3)
        page = ann.get(f"{hers}/plan").text
        assert "No move can be planned now." in page and "data-move=" not in page
        [_, (ben, his)], table = begun(browser, FOUR, 2)
        call = table.course.state.moves(0)[0].call
        for _ in range(MOST_STEPS):
            ben.post(f"{his}/plan", data={"step": call})
        page = ben.get(f"{his}/plan").text
        assert f"at most {MOST_STEPS} steps" in page and "data-move=" not in page and "mx-legal" not in page


def test_the_page_of_a_plan_says_whose_turn_it_is(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        [(ann, hers), (ben, his)], _ = begun(browser, FOUR, 2)
        assert "data-due" not in ben.get(f"{his}/plan").text
        assert "data-due" in ann.get(f"{hers}/plan").text, "the script shows the table when the turn comes"
        assert f'data-plan="{his}/plan"' in ben.get(his).text
        assert "data-plan=" not in browser.get(his.partition("/seat")[0]).text, "spectators have no plan"


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_amount_that_cannot_be_planned_is_refused_on_the_page(tmp_path: Path, language: str) -> None:
    with serving(tmp_path / "tables.db", language=language) as browser:
        (ben, his) = begun(browser, FOUR, 2)[0][1]
        refused = ben.post(f"{his}/plan", data={"move": "nonsense"})
        assert refused.status_code == 400 and 'id="notice"' in refused.text and 'id="board"' in refused.text
