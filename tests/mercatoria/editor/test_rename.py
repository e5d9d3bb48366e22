"""A new name goes to every file of the game, or is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mercatoria.editor import Refused
from tests.made_once import GAMES
from tests.mercatoria.editor.fair import FILES, Editor, applied

RULES = "rulebook.rules"


def renamed(editor: Editor, marked: str, new: str) -> dict[str, str]:
    """Rename what is at a place, save the changed files, and return their texts."""
    changes = editor.ask("textDocument/rename", RULES, marked, newName=new)["changes"]
    texts = {}
    for uri, edits in changes.items():
        name = uri.removeprefix(editor.home.as_uri() + "/")
        texts[name] = applied(editor.text(name), edits)
    for name, text in texts.items():
        editor.open(name, text)
    return texts


@pytest.mark.parametrize(
    ("marked", "new", "files"),
    [
        ("number pri|ce", "fare", {RULES, "variants/dear.rules"}),
        ("    pur|se: 0 to 20", "coins_left", {RULES, "variants/dear.rules", "scenarios/buying.rules"}),
        ("    sto|ck: 0 to 9 = size_of", "wares", {RULES, "scenarios/buying.rules"}),
        ("kind To|wn", "City", {RULES, "board.yaml"}),
        ("    size|_of: 1 to 9", "people", {RULES, "board.yaml"}),
        ("place: Town = Lu|nd", "Lunden", {RULES, "board.yaml", "scenarios/buying.rules"}),
        ("action bu|y", "acquire", {RULES, "scenarios/buying.rules"}),
        ("needs can|_pay", "rich_enough", {RULES, "variants/dear.rules"}),
        ("let pri|ce = toll", "fare", {RULES}),
        ("buy(wa|re: Ware)", "goods", {RULES}),
        ("Ware: Wo|ol", "Linen", {RULES, "scenarios/buying.rules"}),
        ("rulebook fa|ir", "market", {RULES, "variants/dear.rules"}),
    ],
)
def test_a_name_changes_everywhere(editor: Editor, marked: str, new: str, files: set[str]) -> None:
    texts = renamed(editor, marked, new)
    assert set(texts) == files
    assert all(new in text for text in texts.values())
    assert not [fault for name in FILES for fault in editor.faults(name)]


def test_renaming_there_and_back_changes_nothing(editor: Editor) -> None:
    before = {name: editor.text(name) for name in FILES}
    renamed(editor, "    pur|se: 0 to 20", "coins_left")
    renamed(editor, "    coins|_left: 0 to 20", "purse")
    assert {name: editor.text(name) for name in FILES} == before


@pytest.mark.parametrize(
    ("marked", "new", "why"),
    [
        ("number pri|ce", "toll", "toll"),
        ("number pri|ce", "ware", "cannot be compared"),
        ("let pri|ce = toll", "town", "."),
        ("number pri|ce", "a b", "is not a name"),
        ("number pri|ce", "Price", "capital letter"),
        ("number pri|ce", "player", "a word of the language"),
        ("    pur|se: 0 to 20", "place", "."),
        ("players 2 to 3|", "x", "no name here"),
    ],
)
def test_a_name_that_would_break_the_game_is_refused(editor: Editor, marked: str, new: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        editor.ask("textDocument/rename", RULES, marked, newName=new)


def test_a_name_that_would_hide_another_one_is_refused(editor: Editor) -> None:
    """No fault would tell that the last line now means the local name."""
    late = "lower you.purse by price\n        lower you.purse by toll\n        set"
    assert editor.typed(RULES, "lower you.purse by price\n        set", late) == []
    with pytest.raises(Refused, match=r"`toll` already has another meaning in rulebook\.rules, line 48"):
        editor.ask("textDocument/rename", RULES, "let pri|ce = toll", newName="toll")


def test_a_broken_file_is_mended_first(editor: Editor) -> None:
    editor.typed(RULES, "let price = toll", "let price =")
    with pytest.raises(Refused, match="cannot be read"):
        editor.ask("textDocument/rename", RULES, "number pri|ce", newName="fare")


@pytest.mark.slow
def test_a_field_that_the_picture_shows(tmp_path: Path) -> None:
    """The faults of the picture show where it names the field."""
    home = tmp_path / "game"
    shutil.copytree(GAMES / "medieval_merchant", home)
    editor = Editor(home.resolve())
    assert editor.open(RULES) == []
    texts = renamed(editor, "    letter|_used: flag", "letter_shown")
    assert "letter_shown" in texts["picture.yaml"] and not editor.faults("picture.yaml") and not editor.faults(RULES)
