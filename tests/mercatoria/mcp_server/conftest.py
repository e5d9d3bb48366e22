"""Starts the server for assistants. The tests are skipped if the package mcp, of the extra `desk`, is missing."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.mercatoria.conftest import ROOT

MISSING = importlib.util.find_spec("mcp") is None
collect_ignore_glob = ["test_*.py"] if MISSING else []

COMMAND = [sys.executable, "-m", "mercatoria", "mcp"]
HEADING = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}},
}  # fmt: skip
LONGEST = 60.0


@dataclass
class Raw:
    """A client that writes lines to the server, also broken ones."""

    process: subprocess.Popen[bytes]
    errors: bytes = field(default=b"", init=False)

    def write(self, *lines: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def send(self, *messages: dict[str, Any]) -> None:
        self.write(*(json.dumps(message).encode() for message in messages))

    def asks(self, number: int, tool: str, **given: object) -> None:
        params = {"name": tool, "arguments": given}
        self.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})

    def reads(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def ends(self) -> int:
        """Wait for the end of the server, and keep what it wrote to the standard error."""
        assert self.process.stdin is not None and self.process.stderr is not None
        self.process.stdin.close()
        code = self.process.wait(LONGEST)
        self.errors = self.process.stderr.read()
        assert b"Traceback" not in self.errors
        return code


@pytest.fixture
def raw(tmp_path: Path) -> Iterator[Raw]:
    """Return a client that has said hello to the server."""
    process = subprocess.Popen(
        [*COMMAND, "--folder", str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, start_new_session=True,
    )  # fmt: skip
    client = Raw(process)
    client.send(HEADING, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert client.reads()["result"]["serverInfo"]["name"] == "mercatoria"
    yield client
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
