"""Tests that scripts and styles are sent without comments, and that the page about the table tells their size."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from mercatoria.web.static_files import PICTURE, StaticFiles

FOLDER = files("mercatoria.web").joinpath("static")
NAMES = sorted(file.name for file in FOLDER.iterdir() if file.name.endswith((".js", ".css")))
DOCS = Path(__file__).parents[3] / "docs" / "table.md"


@pytest.mark.parametrize("name", NAMES)
def test_comments_stay_on_the_server(name: str) -> None:
    sent = StaticFiles().get(name).content.decode()
    assert sent
    assert not re.search(r"^\s*//|^\s|/\*", sent, re.MULTILINE)


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".js")])
def test_no_string_of_a_script_has_several_lines(name: str) -> None:
    text = FOLDER.joinpath(name).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.count("`") % 2 and not line.lstrip().startswith("//")] == []


def test_the_page_about_the_table_tells_the_size() -> None:
    static, names = StaticFiles(), [*NAMES, PICTURE]
    size = sum(len(static.get(name).packed) for name in names)
    page = " ".join(DOCS.read_text(encoding="utf-8").split())
    told = re.search(r"scripts and styles are (\d+) files, (\d+) kB", page)
    assert told is not None
    assert (int(told[1]), abs(int(told[2]) - size / 1000) < 1.5) == (len(names), True), size
