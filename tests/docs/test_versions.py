"""Tests that the page on versions lists the public names, the version number and the newest changelog release."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import mercatoria
import mercatoria.adapters
from mercatoria.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_there_is_one_version_number() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", CHANGELOG, re.MULTILINE)
    assert released[0] == project["version"] == mercatoria.__version__


def test_every_public_name_exists() -> None:
    for package in (mercatoria, mercatoria.adapters):
        assert f"`{package.__name__}`" in PAGE
        assert [name for name in package.__all__ if not hasattr(package, name)] == []


def test_the_commands_and_targets_it_names_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)`", PAGE)) <= targets
    assert {"serve", "build", "check"} <= set(COMMANDS)


def test_every_package_is_marked_as_typed() -> None:
    assert [name for name in ("dsl", "interpreter", "mercatoria") if not (ROOT / name / "py.typed").is_file()] == []
