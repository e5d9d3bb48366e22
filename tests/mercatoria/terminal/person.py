"""Simulates a person at a pseudo-terminal, who reads the output and types answers."""

import codecs
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.mercatoria.conftest import ROOT

pty = pytest.importorskip("pty", reason="a pseudo-terminal is needed")
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
UNFINISHED = re.compile(r"\x1b(\[[0-9;?]*)?$")

PATIENCE = 300
"""Timeout in seconds. On a busy machine, the work of one second may take a minute."""


@contextmanager
def ctrl_c_is_heeded() -> Iterator[None]:
    """Make this process and its children react to Ctrl-C, even if the shell runs the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Person:
    """A person at a terminal of a given width, who reads until a prompt and then types a line."""

    def __init__(self, *args: str, columns: int = 100, command: str = "play") -> None:
        self.ours, theirs = pty.openpty()
        environment = os.environ | {"COLUMNS": str(columns), "TERM": "xterm", "PYTHONPATH": str(ROOT)}
        with ctrl_c_is_heeded():
            self.process = subprocess.Popen(
                [sys.executable, "-m", "mercatoria.cli", command, *args], stdin=theirs, stdout=theirs, stderr=theirs,
                env=environment, start_new_session=True,
            )  # fmt: skip
        os.close(theirs)
        self.seen = ""
        self.read = 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # A letter's bytes may arrive in two parts.
        self.unfinished = ""  # An escape code may also arrive in two parts.

    def _hear(self, data: bytes) -> None:
        text = self.unfinished + self.decoder.decode(data)
        whole = UNFINISHED.sub("", text)
        self.unfinished = text[len(whole) :]
        self.seen += CODES.sub("", whole).replace("\r", "")

    def until(self, words: str, seconds: float = PATIENCE) -> str:
        """Return the new output, up to and including these words."""
        end = time.monotonic() + seconds
        start = self.read
        while words not in self.seen[start:]:
            ready, _, _ = select.select([self.ours], [], [], max(0, end - time.monotonic()))
            assert ready, f"{words!r} did not appear; there was:\n{self.seen[start:]}"
            try:
                data = os.read(self.ours, 65536)
            except OSError:
                data = b""
            assert data, f"the game was left before {words!r}; there was:\n{self.seen[start:]}"
            self._hear(data)
        self.read = self.seen.index(words, start) + len(words)
        return self.seen[start : self.read]

    def types(self, line: str, words: str = "> ") -> str:
        """Type a line, and return the output up to these words."""
        os.write(self.ours, f"{line}\n".encode())
        self.until("\n")
        return self.until(words)

    def leaves(self, seconds: float = PATIENCE) -> int:
        """Read the remaining output, and return the exit code."""
        end = time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([self.ours], [], [], max(0, end - time.monotonic()))
            assert ready, f"the game was not left; there was:\n{self.seen[self.read :]}"
            try:
                data = os.read(self.ours, 65536)
            except OSError:
                break
            if not data:
                break
            self._hear(data)
        return self.process.wait(PATIENCE)

    def is_waited_for(self) -> None:
        """Wait until the game seems to wait for a key."""
        stat, quiet, last = Path(f"/proc/{self.process.pid}/stat"), 0, ""
        while quiet < 5:
            time.sleep(0.1)
            now = stat.read_text(encoding="utf-8").rpartition(")")[2] if stat.exists() else last
            state, *rest = now.split() or ["S"]
            worked = " ".join(rest[10:12])  # its processor time
            quiet = quiet + 1 if state == "S" and worked == last else 0
            last = worked

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)
