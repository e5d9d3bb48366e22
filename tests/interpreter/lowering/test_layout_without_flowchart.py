"""A model that is only laid out has the moves and the faults of the whole flowchart."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl import model as m
from dsl.folder import read_folder
from interpreter.flow import Flow
from interpreter.lowering import lower, outlined
from interpreter.position import LayoutError
from tests.constructs.construct import BOARD, Construct
from tests.constructs.statements import STATEMENTS
from tests.made_once import GAMES

EXAMPLES = sorted((GAMES.parent / "docs" / "examples").glob("*/rulebook.rules"))

HEAD = """\
rulebook outline "Outline"
    players 2

kind Ware: Wool, Salt with 6 pieces each

each Player has
    stock: bag of Ware = 2 of Wool

end late of round when round.number = 3

round
"""


def model_of(folder: Path, rules: str) -> m.Model:
    (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    checked, faults = read_folder(folder).check(2, lints=False)
    assert checked is not None and checked.model is not None, faults.errors
    return checked.model


@pytest.mark.parametrize("construct", STATEMENTS, ids=lambda each: each.name)
def test_outline_has_the_moves_of_the_whole(tmp_path: Path, construct: Construct) -> None:
    model = model_of(tmp_path, construct.rules)
    assert moves(outlined(model)) == moves(lower(model))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_outline_has_the_moves_of_an_example(path: Path) -> None:
    folder = read_folder(path.parent)
    assert folder.rulebook is not None
    checked, _ = folder.check(folder.rulebook.most, lints=False)
    assert checked is not None and checked.model is not None
    assert moves(outlined(checked.model)) == moves(lower(checked.model))


def moves(flow: Flow) -> set[tuple[str, tuple[tuple[str, m.Type], ...]]]:
    return {(kind.name, kind.params) for kind in flow.move_kinds}


@pytest.mark.parametrize(
    "loop",
    [
        "for b in bags(Ware, 0, 2)\n        seat(1) chooses ware in Ware\n",
        "for n in 1 to 5000\n        seat(1) chooses ware in Ware\n",
    ],
)
def test_outline_finds_loops_that_no_position_can_store(tmp_path: Path, loop: str) -> None:
    model = model_of(tmp_path, f"{HEAD}    {loop}")
    with pytest.raises(LayoutError) as whole:
        lower(model)
    with pytest.raises(LayoutError) as outline:
        outlined(model)
    assert str(outline.value) == str(whole.value)


def test_secret_bags_are_laid_out_without_the_flowchart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_of(tmp_path, f"{HEAD}    everyone in Player secretly chooses goods in bags(Ware, 0, 2)\n")
    monkeypatch.setattr("interpreter.lowering.outline.lower", None)
    assert [kind.name for kind in outlined(model).move_kinds] == ["pass", "goods"]
