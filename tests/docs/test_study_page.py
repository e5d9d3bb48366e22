"""Tests that the Python examples on the page about studies run as printed, and that a notebook shows the result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from code_blocks import FENCE

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")


def test_its_python_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    (shown,) = (found["text"] for found in FENCE.finditer(PAGE) if found["info"] == "python")
    names: dict[str, Any] = {}
    exec(compile(shown, "study.md", "exec"), names)
    assert "'mean'" in capsys.readouterr().out
    page = names["inquiry"]._repr_html_()
    assert "Pig: a study" in page
    assert "<html" not in page
