"""Tests that one mistake of an author gives one report, with a place where the author would look and a cure."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import mercatoria
from mercatoria import RulebookError
from tests.dsl.checking.single_mistakes import MISTAKES, Mistake

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


def compiled(folder: Path) -> object:
    game = mercatoria.load(str(folder))
    return game.table(max(game.players))


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_one_mistake_gives_one_report(mistake: Mistake, tmp_path: Path) -> None:
    folder = tmp_path / mistake.example
    shutil.copytree(EXAMPLES / mistake.example, folder)
    file = folder / mistake.file
    text = file.read_text(encoding="utf-8")
    assert mistake.old in text
    file.write_text(text.replace(mistake.old, mistake.new, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as refused:
        compiled(folder)
    errors = [fault for fault in refused.value.diagnostics if fault.severity == "error"]
    assert len(errors) == 1, [fault.title for fault in errors]
    (fault,) = errors
    assert mistake.at in fault.span.text
    assert mistake.cure in (fault.hint or fault.label)
    assert fault.hint or fault.label.startswith(("expected ", "write ")) or " must be " in fault.title
