"""The hint for an unknown function names a word of the language, also for words from spreadsheets and programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic
from dsl.folder import read_folder

RULES = """\
rulebook coins "Coins"
    players 2

each Player has
    purse: 0 to 20 = 5

game has
    pot: 0 to 50 = 0

value probe: flag = {written}

round
    turn of player in Player
        player may take

action take
    then
        raise you.purse by 1 clamped

end late of round when round.number = 5
"""


def fault(tmp_path: Path, written: str) -> Diagnostic:
    (tmp_path / "rulebook.rules").write_text(RULES.format(written=written), encoding="utf-8")
    (found,) = read_folder(tmp_path, "coins").check(2)[1].errors
    return found


@pytest.mark.parametrize(("written", "word"), [
    ("total(p.purse for p in Player) > 3", "sum"), ("total(pot) > 3", "sum"), ("total(pot, 3) > 3", "sum"),
    ("len(Player) > 3", "count"), ("cuont(Player) > 3", "count"), ("maximum(pot, 3) > 3", "max"),
    ("every(p.purse > 3 for p in Player)", "all"), ("some(p in Player where p.purse > 3)", "any"),
    ("smu(p.purse for p in Player) > 3", "sum"),
])  # fmt: skip
def test_the_hint_names_the_word_of_the_language(tmp_path: Path, written: str, word: str) -> None:
    found = fault(tmp_path, written)
    assert f"`{word}" in str(found.hint)
    assert getattr(found.hint, "meant", "") == word


def test_a_form_is_shown_for_a_word_of_other_languages(tmp_path: Path) -> None:
    assert str(fault(tmp_path, "total(pot) > 3").hint) == "write `sum(… for x in SET where …)`"


def test_a_plain_name_is_no_function(tmp_path: Path) -> None:
    assert "sum" not in str(fault(tmp_path, "total > 3").hint)
