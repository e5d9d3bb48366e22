"""A person at a pseudo-terminal: reads what is shown, types answers."""

import codecs
import os
import re
import select
import subprocess
import sys
import time

import pytest

from tests.mercatoria.conftest import ROOT

pty = pytest.importorskip("pty", reason="a pseudo-terminal is needed")
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Person:
    """Somebody at a terminal of so many columns: reads until a prompt, types a line."""

    def __init__(self, *args: str, columns: int = 100, command: str = "play") -> None:
        self.ours, theirs = pty.openpty()
        environment = os.environ | {"COLUMNS": str(columns), "TERM": "xterm", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mercatoria.cli", command, *args], stdin=theirs, stdout=theirs, stderr=theirs,
            env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""
        self.read = 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a letter may come in two pieces

    def until(self, words: str, seconds: float = 60) -> str:
        """What appears after what was read last, up to and with these words."""
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
            self.seen += CODES.sub("", self.decoder.decode(data)).replace("\r", "")
        self.read = self.seen.index(words, start) + len(words)
        return self.seen[start : self.read]

    def types(self, line: str, words: str = "> ") -> str:
        """Types a line; what appears until these words."""
        os.write(self.ours, f"{line}\n".encode())
        self.until("\n")
        return self.until(words)

    def leaves(self, seconds: float = 60) -> int:
        """The exit code, after all has been read."""
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
            self.seen += CODES.sub("", self.decoder.decode(data)).replace("\r", "")
        return self.process.wait(30)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)
