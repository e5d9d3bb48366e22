"""Tests that the Python examples on the page about engines run as printed."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest
from code_blocks import FENCE

from mercatoria.simulation import ENGINES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")


def test_its_python_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("wasmtime")
    monkeypatch.chdir(ROOT)
    shown = [found["text"] for found in FENCE.finditer(PAGE) if found["info"] == "python"]
    assert len(shown) == 2
    with warnings.catch_warnings():
        for text in shown:
            exec(compile(text, "engines.md", "exec"), {})
    assert re.match(r"\(\d+, \d+\) \[", capsys.readouterr().out)


def test_it_names_all_engines() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(ENGINES)
