"""Tests tables that begin at a scenario: play, undo, earlier positions, forks, other rules, restarts and secrets."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

import httpx2
from starlette.testclient import TestClient
from visiting import EXAMPLES, LONG, PIG, offered, play, question, seated, serving, until

import mercatoria
from mercatoria import RulebookError
from mercatoria.web import table_at_scenario
from mercatoria.web.tables import Table

POKER = str(EXAMPLES / "kuhn_poker")
ROWS = str(EXAMPLES / "tic_tac_toe")


def at(browser: TestClient, path: str) -> Table:
    return browser.app.state.server.hall.table(path.split("/")[2])


def begun(browser: TestClient, game: str, scenario: str) -> tuple[TestClient, str]:
    """Begin a table at a scenario. Return the browser of the person and the path of the seat."""
    return seated(browser, table_at_scenario(browser.app, game, scenario), "Ann")


def alone(browser: TestClient, seat: str) -> None:
    """Let bots decide no more at a table, so that a test decides what happens."""
    table = at(browser, seat)
    for number in range(len(table.seats)):
        browser.app.state.server.hall.come_back(table, number)


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PIG, tmp_path / "pig"))


@pytest.fixture
def browser(tmp_path: Path, pig: Path) -> Iterator[TestClient]:
    with serving(tmp_path / "tables.db", games=(str(pig), POKER, ROWS)) as found:
        yield found


def test_undo_and_earlier_positions_lead_back_to_the_scenario(browser: TestClient) -> None:
    ann, seat = begun(browser, ROWS, "three")
    alone(browser, seat)
    start = at(browser, seat).course.state.vector[:]
    assert start != mercatoria.load(ROWS).start(2).vector
    play(ann, seat, offered(ann.get(seat).text)[0])
    assert at(browser, seat).course.state.vector != start
    assert at(browser, seat).course.state.table.start() == start
    assert ann.get(f"{seat}/at/0").status_code == ann.get(f"{seat}/at/1").status_code == 200
    assert ann.post(f"{seat}/undo", data={"turn": question(ann.get(seat).text)}).status_code == 200
    assert at(browser, seat).course.state.vector == start
    assert at(browser, seat).course.state.last is None


def test_a_table_goes_on_after_its_scenario_has_gone(tmp_path: Path, pig: Path) -> None:
    file = tmp_path / "tables.db"
    with serving(file, games=(str(pig),)) as browser:
        ann, seat = begun(browser, str(pig), "hold")
        alone(browser, seat)
        play(ann, seat, "roll")
        before, head = at(browser, seat).course.state.vector, at(browser, seat).head
    shutil.rmtree(pig / "scenarios")
    with serving(file, games=(str(pig),)) as browser:
        again = at(browser, seat)
        assert again.head == head
        assert again.head.scenario is not None and again.head.scenario.name == "hold"
        assert again.course.state.vector == before
        assert again.course.state.record["scenario"]["file"] == "scenarios/turns.rules"


def test_bots_play_on_from_the_scenario(browser: TestClient, pig: Path) -> None:
    ann, seat = begun(browser, str(pig), "hold")
    ann.post(f"{seat}/leave")
    until(lambda: at(browser, seat).course.state.is_over)
    table = at(browser, seat)
    assert not table.trouble
    number = table.course.state.last.length
    assert "/scenario" not in ann.get(f"{seat}/at/{number}").text
    assert ann.get(f"{seat}/at/{number}/scenario").status_code == 409
    rematch = ann.post(f"{seat}/rematch").url.path
    assert at(browser, rematch).head.scenario == table.head.scenario
    assert at(browser, rematch).course.state.table.start() == table.course.state.table.start()


def test_a_table_at_a_scenario_is_forked(browser: TestClient, pig: Path) -> None:
    ann, seat = begun(browser, str(pig), "hold")
    alone(browser, seat)
    play(ann, seat, "roll")
    for fields in ({}, {"rules": "other", "o-target": "60"}):
        page = ann.post(f"{seat}/fork", data={"at": "1", "against": "random", **fields})
        assert page.status_code == 200, page.text
        fork = at(browser, page.url.path)
        assert fork.head.scenario == at(browser, seat).head.scenario
        assert fork.course.state.table.start()[-4:] == at(browser, seat).course.state.table.start()[-4:]


def test_other_rules_migrate_a_table_at_a_scenario(browser: TestClient, pig: Path) -> None:
    ann, seat = begun(browser, str(pig), "hold")
    alone(browser, seat)
    play(ann, seat, "roll")
    rules = pig / "rulebook.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("1 to 1000 = 100", "1 to 1000 = 90"), encoding="utf-8")
    hall, table = browser.app.state.server.hall, at(browser, seat)
    found = hall.migration(table)
    assert found.broken is None
    hall.migrate(table, found.files.mark)
    assert at(browser, seat).course.state.view(0)["things"]["Player"]["Seat1"]["points"] == 40
    text = rules.read_text(encoding="utf-8").replace("    points: 0 to 1100", "    coins: 0 to 1100")
    rules.write_text(re.sub(r"\bpoints\b(?!:)", "coins", text), encoding="utf-8")
    with pytest.raises(RulebookError, match="points"):
        hall.migration(at(browser, seat))


def test_a_seat_and_spectators_see_only_their_view(browser: TestClient) -> None:
    """Two positions that differ only in the rival's hand look the same, also at the beginning."""
    pages = []
    for scenario in ("both_pass", "not_met"):  # Second holds Card2, or Card3
        ann, seat = begun(browser, POKER, scenario)
        alone(browser, seat)
        watch, name = seat.partition("/seat")[0], seat.split("/")[2]
        asked = (seat, f"{seat}/at/0", watch, f"{watch}/at/0", f"{watch}/log")
        pages.append([re.sub(r'data-known="[^"]+"', "", ann.get(path).text.replace(name, "T")) for path in asked])
        refused = ann.post(f"{seat}/fork", data={"at": "0", "against": "random"})
        assert refused.status_code == 409
        assert "which nobody dealt" in refused.text
    assert pages[0] == pages[1]


def test_hidden_things_stay_as_they_were_after_the_end(browser: TestClient) -> None:
    ann, seat = begun(browser, POKER, "both_pass")
    ann.post(f"{seat}/leave")
    until(lambda: at(browser, seat).course.state.is_over)
    page = ann.post(f"{seat}/fork", data={"at": "1", "against": "random", "hidden": "as_it_was"})
    assert page.status_code == 200, page.text
    assert at(browser, page.url.path).course.state.table.start() == at(browser, seat).course.state.table.start()


@pytest.mark.slow
def test_a_killed_server_continues_the_table(tmp_path: Path, pig: Path) -> None:
    command = [sys.executable, "-m", "mercatoria", "serve", str(pig), "--port", "0", "--data", str(tmp_path / "t.db")]
    seat = ""
    for more in (["--scenario", "hold"], []):
        with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
            assert server.stdout is not None
            home = re.search(r"http://localhost:\d+", server.stdout.readline())
            assert home is not None
            with httpx2.Client(base_url=home[0], follow_redirects=True, timeout=LONG) as ann:
                if not seat:
                    link = re.search(r"http://\S+", server.stdout.readline())
                    assert link is not None
                    seat = ann.post(link[0], data={"name": "Ann"}).url.path
                    form = {"turn": question(ann.get(seat).text), "move": "roll"}
                    assert ann.post(f"{seat}/move", data=form).status_code == 200
                    shutil.rmtree(pig / "scenarios")
                watch = seat.partition("/seat")[0]
                assert ">40<" in ann.get(f"{watch}/at/0").text
                assert ann.get(f"{watch}/at/1").status_code == 200
            server.send_signal(signal.SIGKILL)


def test_serve_refuses_a_scenario_that_it_cannot_find(run: Callable[..., Any], tmp_path: Path) -> None:
    data = ("--port", "0", "--data", str(tmp_path / "tables.db"))
    said = run("serve", PIG, "--scenario", "hodl", *data)
    assert said.code == 2
    assert "did you mean `hold`?" in said.err
    said = run("serve", "--scenario", "hold", *data)
    assert said.code == 2
    assert "--scenario needs one GAME" in said.err
