"""Whatever an author types, every request is answered, and never by a traceback."""

from __future__ import annotations

import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from mercatoria.editor import METHODS, Refused, Workspace, answer
from tests.made_once import GAMES
from tests.mercatoria.editor.edits import edits
from tests.mercatoria.editor.fair import FILES, Editor, end_of, written

SLOW = ("mercatoria/run", "textDocument/rename", "textDocument/references")
TEXTS = [name for name in FILES if name.endswith(".rules")]
EVERYWHERE = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}}}


def ask_everything(
    editor: Editor, name: str, text: str, rng: random.Random, places: int, left_out: tuple[str, ...]
) -> int:
    """Make every request at some places of a text, and return how many were answered."""
    answered = 0
    for _ in range(places):
        position = end_of(text[: rng.randrange(len(text) + 1)])
        for method in METHODS:
            if method in left_out:
                continue
            params = {"newName": "zebra", "context": {"diagnostics": editor.faults(name)}, **EVERYWHERE}
            try:
                editor.ask(method, name, position=position, **params)
            except Refused:
                continue
            answered += 1
    return answered


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, 2) for name in TEXTS] + [pytest.param(name, 25, marks=pytest.mark.slow) for name in TEXTS],
)
def test_edits_of_a_small_game(editor: Editor, name: str, number: int) -> None:
    rng = random.Random(name)
    for text in edits(FILES[name], seed=7, number=number):
        editor.open(name, text)
        assert ask_everything(editor, name, text, rng, 2, ()) > 20


@pytest.mark.parametrize(
    "text", ["", "\n\n", "rulebook", "\x00", "é\u202e", "kind\n  kind\n kind", "🧂" * 50, "scenario x\n"]
)
def test_texts_that_are_no_rulebook(tmp_path: Path, text: str) -> None:
    editor = Editor(written(tmp_path / "fair").resolve())
    editor.texts["rulebook.rules"] = text
    editor.workspace.edit(editor.uri("rulebook.rules"), text)
    for method in METHODS:
        params = {"position": end_of(text), "newName": "zebra", "context": {"diagnostics": []}, **EVERYWHERE}
        try:
            answer(editor.workspace, method, {"textDocument": {"uri": editor.uri("rulebook.rules")}, **params})
        except Refused:
            continue


@pytest.mark.slow
def test_a_board_and_clauses_are_files_like_others(editor: Editor) -> None:
    rng = random.Random(1)
    for name in ("board.yaml", "clauses.yaml"):
        editor.open(name)
        assert ask_everything(editor, name, editor.text(name), rng, 5, ()) > 50
    editor.typed("board.yaml", "size_of: 5", "size_of: [")
    assert editor.faults("board.yaml")


def test_a_file_that_does_not_exist(tmp_path: Path) -> None:
    workspace = Workspace()
    uri = (tmp_path / "nowhere" / "new.rules").as_uri()
    workspace.edit(uri, "number a = 1\n")
    assert answer(workspace, "textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    workspace.close(uri)


@pytest.mark.slow
def test_edits_of_a_large_game(tmp_path: Path) -> None:
    shutil.copytree(GAMES / "medieval_merchant", tmp_path / "game")
    editor = Editor((tmp_path / "game").resolve())
    text = editor.text("rulebook.rules")
    rng = random.Random(3)
    for changed in edits(text, seed=11, number=12):
        editor.open("rulebook.rules", changed)
        game = editor.workspace.view(editor.uri("rulebook.rules")).game
        for method in METHODS:
            if method not in SLOW:
                position = end_of(changed[: rng.randrange(len(changed))])
                params = {"position": position, "context": {"diagnostics": []}, **EVERYWHERE}
                with suppress(Refused):
                    answer(editor.workspace, method, {"textDocument": {"uri": editor.uri("rulebook.rules")}, **params})
        assert game.faults(None) is not None
