"""Tests a server in a separate process that is killed between moves, runs out of disk space, or is stopped with
Ctrl-C.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="tests ask with httpx2")

import httpx2
from visiting import LONG, PIG, question, until

from mercatoria.web.store import Store

pytestmark = pytest.mark.slow
LATEST = 40
"""Maximum number of acknowledged moves before the test kills the server."""
TIMES = 4
"""Number of times that the test kills the server."""
MOST = 1000
"""Maximum number of moves, in case the players never stop rolling."""


@contextmanager
def served(file: Path, blocks: str = "unlimited") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server that may write files of at most `blocks` blocks. Yield its process and its address."""
    limited = ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh"]
    command = [*limited, sys.executable, "-m", "mercatoria", "serve", PIG, "--port", "0", "--data", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                          env=os.environ | {"PYTHONUNBUFFERED": "1"}) as server:  # fmt: skip
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"http://localhost:\d+", said)
        assert found is not None, said
        try:
            yield server, found[0]
        finally:
            server.kill()


@pytest.fixture
def ann() -> Iterator[httpx2.Client]:
    """Yield the browser of a player who holds both seats."""
    with httpx2.Client(follow_redirects=True, timeout=LONG) as browser:
        yield browser


def two_seats(ann: httpx2.Client) -> list[str]:
    """Set up a table for two players, and return the path of each seat."""
    page = ann.post("/new", data={"game": PIG, "players": "2"}).text
    links = re.findall(r'id="link-\d" value="([^"]+)"', page)
    return [ann.post(link, data={"name": "Ann"}).url.path for link in links]


def play(ann: httpx2.Client, seats: list[str], acknowledged: list[str]) -> int:
    """Play until the server does not accept a move. Return the response status, or 0 if the server does not respond."""
    try:
        while len(acknowledged) < MOST:
            for seat in seats:
                page = ann.get(seat).text
                if ">Your move<" in page:
                    form = {"turn": question(page), "move": "roll"}
                    answer = ann.post(f"{seat}/move", data=form, follow_redirects=False)
                    if answer.status_code != 303:
                        return answer.status_code
                    acknowledged.append("roll")
    except httpx2.HTTPError:
        return 0
    return 303


def has_played(acknowledged: list[str], moves: int, playing: threading.Thread) -> bool:
    """Return True if the server has acknowledged `moves` moves or play has stopped."""
    return len(acknowledged) >= moves or not playing.is_alive()


def kept(file: Path, table: str) -> list[str]:
    store = Store(file)
    try:
        return [entry.move for entry in store.entries(table)]
    finally:
        store.close()


def test_killed_in_the_midst_of_moves_it_keeps_what_was_acknowledged(ann: httpx2.Client, tmp_path: Path) -> None:
    file, dice, acknowledged, seats = tmp_path / "tables.db", random.Random(1), list[str](), list[str]()
    for _ in range(TIMES):
        with served(file) as (server, home):
            ann.base_url = httpx2.URL(home)
            seats = seats or two_seats(ann)
            playing = threading.Thread(target=play, args=(ann, seats, acknowledged))
            before = len(acknowledged)
            playing.start()
            killed = before + dice.randint(1, LATEST)
            until(partial(has_played, acknowledged, killed, playing))
            server.send_signal(signal.SIGKILL)
            playing.join(LONG)
        moves = kept(file, seats[0].split("/")[2])
        assert 0 <= len(moves) - len(acknowledged) <= 1, "at most the one that was on its way"
        acknowledged = moves
    assert len(acknowledged) > TIMES


def test_a_full_disk_is_told_and_nothing_is_half_played(ann: httpx2.Client, tmp_path: Path) -> None:
    file, acknowledged = tmp_path / "tables.db", list[str]()
    with served(file, blocks="300") as (server, home):
        ann.base_url = httpx2.URL(home)
        seats = two_seats(ann)
        assert play(ann, seats, acknowledged) == 503
        assert ann.get(seats[0]).status_code == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(LONG) == 0
        assert server.stderr is not None
        told = server.stderr.read()
    assert "cannot be written" in told
    assert "Traceback" not in told
    assert kept(file, seats[0].split("/")[2]) == acknowledged != []


def test_ctrl_c_ends_it_quietly_even_with_streams(ann: httpx2.Client, tmp_path: Path) -> None:
    with served(tmp_path / "tables.db") as (server, home):
        ann.base_url = httpx2.URL(home)
        with ann.stream("GET", f"{two_seats(ann)[0]}/events"):
            server.send_signal(signal.SIGINT)
            assert server.wait(LONG) == 0
        assert server.stderr is not None
        assert server.stderr.read() == ""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="here nobody can see which processes there are")
def test_ctrl_c_ends_it_quietly_while_a_bot_thinks(ann: httpx2.Client, tmp_path: Path) -> None:
    """At a console, Ctrl-C also reaches the bot processes, including a process that is just starting."""
    with served(tmp_path / "tables.db") as (server, home):
        ann.base_url = httpx2.URL(home)
        page = ann.post("/new", data={"game": "merkator", "players": "2", "seat0": "hard", "seat1": "hard"}).text
        watch = re.findall(r'value="(http[^"]+)"', page)[-1]
        ann.get(watch)
        until(lambda: len(children(server.pid)) >= 2)  # a bot, and Python's resource tracker
        os.killpg(server.pid, signal.SIGINT)
        assert server.wait(LONG) == 0
        assert server.stderr is not None
        assert server.stderr.read() == ""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="here nobody can see which processes there are")
def test_ctrl_c_tells_who_waits_for_a_hint(ann: httpx2.Client, tmp_path: Path) -> None:
    answers = list[httpx2.Response]()
    with served(tmp_path / "tables.db") as (server, home):
        ann.base_url = httpx2.URL(home)
        page = ann.post("/new", data={"game": "merkator", "players": "1"}).text
        [link] = re.findall(r'id="link-\d" value="([^"]+)"', page)
        seat = ann.post(link, data={"name": "Ann"}).url.path
        waiting = threading.Thread(target=lambda: answers.append(ann.get(f"{seat}/hint")))
        waiting.start()
        until(lambda: len(children(server.pid)) >= 2)
        os.killpg(server.pid, signal.SIGINT)
        assert server.wait(LONG) == 0
        waiting.join(LONG)
        assert server.stderr is not None
        assert server.stderr.read() == ""
    [answer] = answers
    assert answer.status_code == 503
    assert "The server was stopped" in answer.text


def children(parent: int) -> list[int]:
    found = list[int]()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = status.read_text(encoding="utf-8", errors="replace")
        except OSError:  # The process has ended in the meantime.
            continue
        if int(told.rpartition(")")[2].split()[1]) == parent:
            found.append(int(status.parent.name))
    return found
