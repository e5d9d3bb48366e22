"""Tests that rulebooks have equal fingerprints if and only if their rules are equal, whatever their
titles and layout.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

import mercatoria
from dsl import ast
from dsl.diagnostics import Sink
from dsl.folder import GameFolder
from dsl.mutations import mutants
from dsl.printing import canonical

PIG = "docs/examples/pig"
TWELVE = {"target": 12}
RECORD = json.loads((Path(PIG) / "records" / "to_twelve.json").read_text(encoding="utf-8"))


def pig_with(tmp_path: Path, old: str, new: str) -> mercatoria.Game:
    folder = tmp_path / "pig"
    copytree(PIG, folder)
    rules = folder / "rulebook.rules"
    text = rules.read_text(encoding="utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), encoding="utf-8")
    return mercatoria.load(str(folder), options=TWELVE)


def declarations(folder: GameFolder) -> tuple[ast.Declaration, ...]:
    return folder.effective(2, (), {}, Sink()).declarations


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Roll the die"', '"Throw the die"'),
        ('rulebook pig "Pig"', 'rulebook pig "The pig"'),
        ('"How many points win?"', '"How many points does a winner need?"'),
        ('"A player has enough points"', '"A player has reached the target"'),
        ("[PIG-005]", "[PIG-002]"),
        ("action hold", "# A comment.\naction   hold"),
    ],
)
def test_a_record_replays_after_a_change_of_title_citation_or_layout(tmp_path: Path, old: str, new: str) -> None:
    state = mercatoria.load(PIG, options=TWELVE).replay(RECORD)
    assert pig_with(tmp_path, old, new).replay(RECORD).vector == state.vector


@pytest.fixture
def renamed_nodes() -> Iterator[None]:
    nodes: list[type[ast.Node]] = [ast.Action, ast.Conditional, ast.If, ast.Compare]
    names = [node.__name__ for node in nodes]
    for node, name in zip(nodes, names, strict=True):
        node.__name__ = f"Renamed{name}"
    yield
    for node, name in zip(nodes, names, strict=True):
        node.__name__ = name


@pytest.mark.usefixtures("renamed_nodes")
def test_a_record_replays_after_classes_are_renamed(tmp_path: Path) -> None:
    assert ast.bare(tuple(declarations(mercatoria.load(PIG).folder))).count("RenamedAction(") == 2
    assert pig_with(tmp_path, "pig", "pig").replay(RECORD).log


def test_a_record_of_other_rules_is_refused(tmp_path: Path) -> None:
    with pytest.raises(mercatoria.RecordError, match="under other rules"):
        pig_with(tmp_path, "if die = 1 ", "if die = 2 ").replay(RECORD)


@pytest.mark.parametrize("game", ["docs/examples/pig", "docs/examples/bazaar", "games/medieval_merchant"])
def test_rules_with_one_slip_have_another_text(game: str) -> None:
    original = declarations(mercatoria.load(game).folder)
    for mutant in mutants(original):
        assert canonical(mutant.declaration) != canonical(original[mutant.index]), mutant.before
