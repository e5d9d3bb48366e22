"""A named folder with a small game and an exercise, and an assistant that asks about them."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from mercatoria.assistance import TOOLS, Premises, Reply, answer
from tests.mercatoria.conftest import PIG, ROOT

EXERCISE = ROOT / "docs/lessons/exercises/3a_small_cart"


@dataclass
class Assistant:
    """Asks tools, and compares each answer with the schema of its tool."""

    premises: Premises

    @property
    def folder(self) -> Path:
        assert self.premises.folder is not None
        return self.premises.folder

    def asks(self, tool: str, **given: object) -> Reply:
        reply = answer(self.premises, tool, given)
        if reply.data is not None:
            Draft202012Validator(TOOLS[tool].gives).validate(reply.data)
        assert str(self.folder) not in reply.text + str(reply.data), "answers do not name the place of the folder"
        return reply

    def refused(self, tool: str, **given: object) -> str:
        """Return the text of a refusal."""
        reply = self.asks(tool, **given)
        assert reply.data is None, reply.text
        return reply.text


@pytest.fixture
def assistant(tmp_path: Path) -> Assistant:
    folder = (tmp_path / "named").resolve()
    shutil.copytree(ROOT / PIG, folder / "pig")
    shutil.copytree(EXERCISE, folder / "cart")
    return Assistant(Premises(folder))
