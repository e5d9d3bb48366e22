"""Tests that `serve` prints a single sentence, and no address, if it cannot start."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from mercatoria.web import address, is_loopback, listen, serving


@pytest.fixture
def port() -> int:
    """Return a port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        free: int = found.getsockname()[1]
        return free


def test_a_port_that_is_taken(run: Callable[..., Any], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("serve", "--port", str(taken.getsockname()[1]), "--data", str(tmp_path / "tables.db"))
    assert ran.code == 1
    assert "is taken" in ran.err
    assert ran.out == ""
    assert not (tmp_path / "tables.db").exists()


@pytest.mark.parametrize(("host", "words"), [
    ("999.1.1.1", "there is no address"), ("192.0.2.1", "not an address of this computer"), ("x" * 80, "no address"),
    ("", "there is no address"),
])  # fmt: skip
def test_a_host_that_is_none(run: Callable[..., Any], tmp_path: Path, host: str, words: str) -> None:
    ran = run("serve", "--host", host, "--port", "0", "--data", str(tmp_path / "tables.db"))
    assert ran.code == 1
    assert words in ran.err
    assert ran.out == ""


def test_files_that_hold_no_tables(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann", encoding="utf-8")
    for file, words in (("letter", "not a Mercatoria table file"), (".", "is a folder"), ("no/tables.db", "no folder")):
        ran = run("serve", "--port", "0", "--data", str(tmp_path / file))
        assert ran.code == 1
        assert words in ran.err
        assert ran.out == ""


def test_folders_that_hold_no_game(run: Callable[..., Any], tmp_path: Path) -> None:
    assert run("serve", str(tmp_path / "none")).code == 2
    ran = run("serve", str(tmp_path))
    assert ran.code == 1
    assert "rulebook.rules" in ran.err


def test_the_same_port_again_at_once(port: int) -> None:
    """A restarted server must be able to use its port at once."""
    for _ in range(2):
        with listen("127.0.0.1", port) as listening, socket.create_connection(("127.0.0.1", port)):
            assert is_loopback(listening)
            taken, _ = listening.accept()
            taken.close()


def test_the_whole_network_is_more_than_this_computer() -> None:
    with listen("0.0.0.0", 0) as listening:
        assert not is_loopback(listening)
        assert address(listening).startswith("http://")
        assert address(listening).endswith(f":{listening.getsockname()[1]}")
    with listen("127.0.0.1", 0) as listening:
        assert address(listening).startswith("http://localhost:")


def test_there_are_fewer_connections_than_open_files() -> None:
    import resource

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        allowed = serving.connections_allowed()
        assert 0 < allowed < resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
