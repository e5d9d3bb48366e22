"""Fixtures of tests that act as an editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mercatoria.editor.fair import Editor, written


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    """Return an editor with the rulebook of the fair open."""
    opened = Editor(written(tmp_path / "fair").resolve())
    assert opened.open("rulebook.rules") == []
    return opened
