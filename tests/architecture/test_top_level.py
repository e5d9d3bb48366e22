"""Tests that the top level of the repository contains only the packages, data, docs, tests and files for code hosts."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"bench", "docs", "dsl", "games", "grammars", "interpreter", "mercatoria", "tests"}
PAGES = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "README.md", "SECURITY.md"}
BUILD = {"Makefile", "pyproject.toml"}
DOTTED = {
    ".ci", ".editorconfig", ".github", ".gitignore", ".gitlab", ".gitlab-ci.yml", ".pre-commit-config.yaml",
}  # fmt: skip


def test_the_top_level_stays_as_it_is() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name.partition("/")[0] for name in listed.splitlines()} == FOLDERS | PAGES | BUILD | DOTTED
