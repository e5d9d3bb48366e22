"""Tests that a rulebook may declare names that only its variants use."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from dsl.folder import read_folder

READS = "    add needs calm to roll: calm\n"
EXCEPTS = "    except calm as storm when round.number = 2: no\n"


@pytest.mark.parametrize(("amendment", "warned"), [(READS, False), (EXCEPTS, True)])
def test_a_name_that_a_variant_reads_is_not_unused(tmp_path: Path, amendment: str, warned: bool) -> None:
    folder = tmp_path / "pig"
    copytree("docs/examples/pig", folder)
    with (folder / "rulebook.rules").open("a", encoding="utf-8") as rules:
        rules.write("\nvalue calm: flag = yes\n")
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "windy.rules").write_text(f'variant windy "Windy" of pig\n{amendment}', encoding="utf-8")
    checked, sink = read_folder(folder).check(2)
    assert checked is not None
    assert ("W403" in {each.code for each in sink.found}) is warned
