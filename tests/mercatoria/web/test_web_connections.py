"""Tests real connections that send nothing, read nothing, never end or fail, and more connections than the server
allows.
"""

from __future__ import annotations

import resource
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="tests ask with httpx2")

import httpx2
from visiting import FOUR, LONG, Clock, question, small_heap, until

from mercatoria.web import TableServer, application, listen
from mercatoria.web.connections import DEAFNESS, SILENCE
from mercatoria.web.events import channels

HOST = b"Host: localhost\r\n"
FILES = 4000
"""Number of open files for a thousand connections, with both ends in this process."""


class Ticking(Clock):
    """A clock that a test sets, and that counts how often the server reads it."""

    def __init__(self) -> None:
        self.read, self.step = 0, 0.0

    def __call__(self) -> float:
        self.read += 1
        self.now += self.step
        return self.now

    @contextmanager
    def hurrying(self) -> Iterator[None]:
        """Make the clock advance by a few seconds whenever the server reads it."""
        self.step = 4.0
        try:
            yield
        finally:
            self.step = 0.0

    def moves(self, seconds: float) -> None:
        """Advance the clock, and wait until the server has checked for overdue connections."""
        self.now += seconds
        before = self.read
        until(lambda: self.read >= before + LOOKS)


LOOKS = 4
"""Number of clock readings that include a whole tick, which reads the clock twice."""


@dataclass(frozen=True)
class Running:
    """A server in a thread, with its port, the clock of its connections and the clock of its forms."""

    port: int
    clock: Ticking
    forms: Ticking
    server: TableServer

    def holds(self, connections: int) -> None:
        """Wait until the server has exactly this number of connections."""
        until(lambda: len(self.server.server_state.connections) == connections)


@contextmanager
def running(file: Path, most: int = 2000) -> Iterator[Running]:
    with small_heap(), listen("127.0.0.1", 0) as listening:
        port, clock, forms = int(listening.getsockname()[1]), Ticking(), Ticking()
        app = application(file, (FOUR,), clock=forms, pause=0, rates=False)
        server = TableServer(app, "127.0.0.1", port, most, clock)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        until(lambda: server.started)
        yield Running(port, clock, forms, server)
        server.handle_exit(signal.SIGTERM, None)
        thread.join(LONG)
        assert not thread.is_alive()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("web") / "tables.db") as server:
        yield server


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=LONG)


def heard(line: socket.socket) -> bytes:
    """Return all bytes that arrive before the server closes the connection."""
    found = b""
    try:
        while more := line.recv(65_536):
            found += more
    except ConnectionResetError:
        pass
    return found


def seated(browser: httpx2.Client) -> str:
    """Set up a table for two players and take the first seat. Return the path of the seat."""
    page = browser.post("/new", data={"game": FOUR, "players": "2"}).text
    link = page.partition('id="link-0" value="')[2].partition('"')[0]
    return browser.post(link, data={"name": "Ann"}).url.path


# ---------------------------------------------------------------- silent and endless connections


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHos", b"GET /nothing HTTP/1.1\r\n" + HOST + b"\r\n"])
def test_the_server_closes_a_silent_connection(server: Running, begun: bytes) -> None:
    with connected(server.port) as line:
        line.sendall(begun)
        with server.clock.hurrying():
            heard(line)


def test_the_server_waits_for_a_slow_request_until_its_time_is_over(server: Running) -> None:
    request = b"GET /nothing HTTP/1.1\r\n" + HOST + b"\r\n"
    server.holds(0)
    with connected(server.port) as line:
        server.holds(1)
        line.sendall(request[:9])
        server.clock.moves(SILENCE - 1)
        line.sendall(request[9:])
        assert line.recv(12) == b"HTTP/1.1 404"


def test_a_form_that_never_comes_is_refused_when_its_time_is_over(server: Running) -> None:
    with connected(server.port) as line:
        line.sendall(b"POST /new HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\nmove")
        with server.forms.hurrying():
            assert line.recv(12) == b"HTTP/1.1 408"


def test_single_letters_gain_no_time(server: Running) -> None:
    with connected(server.port) as line, server.clock.hurrying(), pytest.raises(OSError, match=r"reset|pipe"):
        go_on(line, b"GET / HTTP/1.1\r\n" + HOST, b"a: 1\r\n", pause=0.05)


def go_on(line: socket.socket, begun: bytes, more: bytes, pause: float = 0) -> None:
    """Send data until the server closes the connection."""
    end = time.monotonic() + LONG
    line.sendall(begun)
    while time.monotonic() < end:
        line.sendall(more)
        time.sleep(pause)


def test_endless_games_are_cut_off(server: Running) -> None:
    """The server must answer the request without waiting for the rest of its body."""
    with connected(server.port) as line:
        line.sendall(b"GET /static/icon.svg HTTP/1.1\r\n" + HOST + b"Content-Length: 900000000\r\n\r\n" + b"x" * 1000)
        with server.clock.hurrying():
            answer = heard(line)
        assert answer.startswith(b"HTTP/1.1 200")


@pytest.mark.slow
def test_the_server_closes_a_connection_that_reads_no_answer(server: Running) -> None:
    question = b"GET /static/table.css HTTP/1.1\r\n" + HOST + b"\r\n"
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(LONG)
        line.connect(("127.0.0.1", server.port))
        with server.clock.hurrying(), pytest.raises(OSError, match=r"reset|pipe"):
            go_on(line, question, question * 50)


@pytest.mark.parametrize(("sent", "status"), [
    (b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: a=" + b"x" * 60_000 + b"\r\n\r\n", 431),
    (b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: a=" + b"x" * 200_000 + b"\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n", 400),
    (b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    (b"BREW /nothing HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    (b"TRACE / HTTP/1.1\r\n" + HOST + b"\r\n", 405),
    (b"\x16\x03\x01\x00\xff\x00\x00" * 50, 400),
    (b"GET /nothing HTTP/1.1\r\n" + HOST + b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n", 404),
    (b"POST /new HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef", 400),
    (b"POST /new HTTP/1.1\r\n" + HOST + b"Content-Length: -5\r\n\r\nabcdef", 400),
    (b"POST /new HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFF\r\n" + b"x" * 40_000, 413),
])  # fmt: skip
def test_malformed_requests(server: Running, sent: bytes, status: int) -> None:
    with connected(server.port) as line:
        try:
            line.sendall(sent)
        except (ConnectionResetError, BrokenPipeError):
            return
        with server.clock.hurrying():
            answer = heard(line)
    assert answer.startswith(f"HTTP/1.1 {status} ".encode()) or not answer
    assert b"Traceback" not in answer


# ---------------------------------------------------------------- streams, and too many of them


def test_a_stream_may_be_silent_for_long(server: Running) -> None:
    with httpx2.Client(base_url=f"http://localhost:{server.port}", follow_redirects=True, timeout=LONG) as browser:
        seat = seated(browser)
        turn = question(browser.get(seat).text)
        with browser.stream("GET", f"{seat}/events") as events:
            lines = events.iter_lines()
            assert next(line for line in lines if line.startswith("id: ")).endswith("-0")
            server.clock.moves(2 * max(SILENCE, DEAFNESS))
            assert browser.post(f"{seat}/move", data={"turn": turn, "move": "drop_disc(A)"}).status_code == 200
            assert next(line for line in lines if line.startswith("id: ")).endswith("-1")


def test_two_clicks_at_once_make_one_move(server: Running) -> None:
    with httpx2.Client(base_url=f"http://localhost:{server.port}", follow_redirects=True, timeout=LONG) as browser:
        seat = seated(browser)
        form, answers = {"turn": question(browser.get(seat).text), "move": "drop_disc(A)"}, []

        def click() -> None:
            answers.append(browser.post(f"{seat}/move", data=form).status_code)

        clicks = [threading.Thread(target=click) for _ in range(6)]
        for each in clicks:
            each.start()
        for each in clicks:
            each.join()
        assert sorted(answers) == [200] + [409] * 5


def test_more_connections_than_there_may_be(tmp_path: Path) -> None:
    with running(tmp_path / "tables.db", most=5) as server, ExitStack() as kept:
        lines = [kept.enter_context(connected(server.port)) for _ in range(12)]
        for line in lines[5:]:
            assert heard(line) == b""
        for line in lines[:5]:
            line.close()
        server.holds(0)
        assert httpx2.get(f"http://localhost:{server.port}/static/icon.svg").status_code == 200


@pytest.mark.slow
def test_a_thousand_streams_of_events(server: Running) -> None:
    """A seat may open only some streams, and the server must reject the others with a reason.

    Afterwards the server must be as quick as before and must accept new streams.
    """
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= limits[1] < FILES:
        pytest.skip("the system allows too few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, limits[1]))
    port, home = server.port, f"http://localhost:{server.port}"
    with httpx2.Client(base_url=home, follow_redirects=True, timeout=LONG) as browser:
        watch = seated(browser).rpartition("/seat/")[0]
        with ExitStack() as kept:
            lines = [kept.enter_context(connected(port)) for _ in range(1000)]
            for line in lines:
                line.sendall(f"GET {watch}/events HTTP/1.1\r\n".encode() + HOST + b"\r\n")
            said = Counter(line.recv(12) for line in lines)
            assert said == {b"HTTP/1.1 200": channels.MOST_OF_SEAT, b"HTTP/1.1 503": 1000 - channels.MOST_OF_SEAT}
            assert browser.get(watch).status_code == 200
        until(lambda: not server.server.server_state.tasks)
        with browser.stream("GET", f"{watch}/events") as events:
            assert events.status_code == 200
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
