"""Broken messages, requests taken back, clients that go away, and Ctrl-C: an answer or an end, but no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from mercatoria.assistance import Premises
from mercatoria.mcp import jobs
from mercatoria.mcp.jobs import Job
from tests.mercatoria.conftest import ROOT
from tests.mercatoria.mcp_server.conftest import Raw

SLOW = "catan_merchants_of_europe"
"""A game whose check takes longer than this test waits."""


@pytest.mark.slow
def test_broken_messages_are_passed_over(raw: Raw) -> None:
    raw.write(b'{"jsonrpc": "2.0", broken', b"\xff\xfe", b"[]", b"")
    raw.send({"jsonrpc": "2.0", "id": 1, "method": "no/such"})
    assert raw.reads()["error"]["message"] == "Method not found"
    raw.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": 3}})
    assert raw.reads()["error"]["message"] == "Invalid request parameters"
    raw.asks(3, "check")
    refused = raw.reads()["result"]
    assert refused["isError"] and refused["content"][0]["text"] == "Refused: the input lacks `game`; add it."
    assert raw.ends() == 0 and raw.errors == b""


@pytest.mark.slow
def test_a_huge_text_is_refused(raw: Raw) -> None:
    raw.asks(1, "write", file="a/board.yaml", text="x" * 20_000_000)
    assert "at most 1,000,000 characters" in raw.reads()["result"]["content"][0]["text"]
    assert raw.ends() == 0


@pytest.mark.slow
def test_a_request_that_is_taken_back_ends_its_process(raw: Raw) -> None:
    raw.asks(1, "check", game=SLOW)
    time.sleep(2)
    raw.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    raw.asks(2, "explain", about="E301")
    assert raw.reads()["id"] == 2
    assert raw.ends() == 0 and raw.errors == b""


@pytest.mark.slow
def test_a_client_that_goes_away(raw: Raw) -> None:
    assert raw.process.stdout is not None
    raw.process.stdout.close()
    raw.asks(1, "explain", about="E301")
    time.sleep(2)
    assert raw.ends() == 0 and raw.errors == b""


@pytest.mark.slow
def test_a_client_that_ends_while_a_game_is_checked(raw: Raw) -> None:
    raw.asks(1, "check", game=SLOW)
    time.sleep(2)
    begun = time.monotonic()
    assert raw.ends() == 0 and raw.errors == b""
    assert time.monotonic() - begun < 20


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="this computer has no process groups")
def test_ctrl_c_ends_everything_at_once(raw: Raw) -> None:
    raw.asks(1, "check", game=SLOW)
    time.sleep(2)
    os.killpg(raw.process.pid, signal.SIGINT)
    assert raw.process.wait(10) == 130
    raw.ends()
    assert raw.errors == b"mercatoria: stopped\n"
    for _ in range(100):
        if not _is_left(raw.process.pid):
            return
        time.sleep(0.1)
    raise AssertionError("a process of the server is left")


def _is_left(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


# ---------------------------------------------------------------- one request


@pytest.mark.slow
def test_the_process_of_a_request_does_not_load_what_only_the_server_needs() -> None:
    """Importing the package mcp would delay every answer by half a second."""
    code = "import sys, mercatoria.mcp.jobs; print('mcp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "False\n"


@pytest.mark.slow
def test_a_request_that_takes_too_long_is_stopped() -> None:
    job = Job.begin(Premises(), "check", {"game": SLOW}, seconds=0.5)
    told = job.reply()
    assert told.data is None and "`check` was stopped after 0.5 seconds; ask about a smaller game" in told.text
    job.process.join(10)
    assert not job.process.is_alive()


@pytest.mark.slow
def test_a_process_that_is_killed_is_told() -> None:
    job = Job.begin(Premises(), "check", {"game": SLOW})
    job.process.kill()
    assert "was ended, perhaps because it needed too much memory" in job.reply().text


def test_a_defect_of_the_program_is_one_sentence() -> None:
    """A text in place of a path causes an exception that no tool expects."""
    told = Job.begin(Premises("no path"), "check", {"game": "pig"}).reply()  # type: ignore[arg-type]
    assert told.data is None
    assert told.text.startswith("Refused: `check` failed because of a defect in the program (AttributeError);")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="this computer does not limit the memory of a process")
def test_memory_is_limited() -> None:
    context = jobs.context()
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_hungry, args=(sender,))  # type: ignore[attr-defined]
    process.start()
    assert receiver.poll(30) and receiver.recv() == "MemoryError"
    process.join(10)


def _hungry(sender: object) -> None:
    jobs._limit_memory()
    try:
        bytearray(2**31)
    except MemoryError as fault:
        sender.send(type(fault).__name__)  # type: ignore[attr-defined]
