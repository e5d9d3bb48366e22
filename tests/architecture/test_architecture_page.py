"""Tests that `docs/architecture.md` shows every stage in its picture and table, and mentions only existing paths."""

from __future__ import annotations

import ast
import re

import pytest

from tests.architecture.import_graph import FLOORS, ROOT, STAGES

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FILES = {"mercatoria.api": "mercatoria/__init__.py", "mercatoria.highlight": "mercatoria/highlight.py"}
"""Stages that consist of a single file."""


def places() -> list[str]:
    return [FILES.get(stage, stage.replace(".", "/")) for stage in STAGES]


def drawn(picture: str) -> list[str]:
    """Return the folders and files in a picture, grouped by package. A line without indentation starts a package."""
    floor, found = "", []
    for line in picture.splitlines():
        if heading := re.match(r"(\w+)/", line):
            floor, line = heading[1], line[heading.end() :]
        found += [f"{floor}/{name.rstrip('/')}" for name in re.findall(r"\b[a-z_]+/|(?<![\w.])\w+\.py\b", line)]
    return found


def listed(page: str) -> list[str]:
    table = page.partition("| folder | from → to |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `([\w/.]+)`", table, re.MULTILINE)


def defined(source: str) -> set[str]:
    """Return the names of the functions, classes and constants at the top level of a file."""
    names: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(target.id for target in targets if isinstance(target, ast.Name))
    return names


def test_the_picture_shows_every_stage_once() -> None:
    picture = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]
    assert sorted(drawn(picture)) == sorted(places())


def test_the_table_lists_the_stages_in_order() -> None:
    assert listed(PAGE) == places()


def test_every_place_it_names_exists() -> None:
    named = re.findall(r"`([a-z]+/[\w/.]*)`", PAGE)
    assert len(named) > len(STAGES)
    assert [place for place in named if not (ROOT / place).exists()] == []


def test_every_name_it_gives_stands_in_its_file() -> None:
    given = re.findall(r"`([\w/]+\.py)` \(`(\w+)`\)", PAGE)
    assert len(given) > 5
    missing = [(file, name) for file, name in given if name not in defined((ROOT / file).read_text(encoding="utf-8"))]
    assert missing == []


@pytest.mark.parametrize("floor", FLOORS)
def test_a_missing_folder_is_noticed(floor: str) -> None:
    assert drawn(f"{floor}/   text\n    │  attic/ ──▶ roof.py\n") == [f"{floor}/attic", f"{floor}/roof.py"]
