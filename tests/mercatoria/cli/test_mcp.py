"""The command `mcp` when the package mcp is missing, and when the folder is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mercatoria.cli import main


def test_it_says_how_to_install_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    for name in [name for name in sys.modules if name.startswith("mercatoria.mcp")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["mcp"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and "pip install 'mercatoria[desk]'" in told.err


def test_a_folder_that_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mcp", reason="the extra `desk` is not installed")
    assert main(["mcp", "--folder", str(tmp_path / "none")]) == 2
    assert "there is no folder" in capsys.readouterr().err
