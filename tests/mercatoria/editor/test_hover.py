"""A hover quotes printed clauses, tells values at the chosen table, and explains words of the language."""

from __future__ import annotations

import pytest

from mercatoria.editor import Refused
from tests.mercatoria.editor.fair import Editor

RULES, DEAR = "rulebook.rules", "variants/dear.rules"


def told(editor: Editor, marked: str, name: str = RULES) -> str:
    found = editor.ask("textDocument/hover", name, marked)
    return found["contents"]["value"] if found is not None else ""


def test_a_citation_shows_the_clause(editor: Editor) -> None:
    assert told(editor, "number price = 2                 [FA|R-003]") == (
        "**FAR-003** (Buying): A ware costs two coins."
    )


def test_a_ruling_in_a_comment_shows_the_answer(editor: Editor) -> None:
    editor.typed(RULES, "# A fair with two towns.", "# A fair with two towns, see FAR-A01.")
    assert "An empty town sells nothing." in told(editor, "FAR-A|01")


def test_a_name_shows_its_declaration_and_clauses(editor: Editor) -> None:
    text = told(editor, "may bu|y or travel")
    assert 'action buy(ware: Ware) "Buy a ware"' in text and "A ware costs two coins." in text


def test_a_number_shows_its_value_at_the_table(editor: Editor) -> None:
    assert "**4 with 3 players**" in told(editor, "0 to 20 = sta|rt")
    editor.ask("mercatoria/table", RULES, players=2)
    assert "**5 with 2 players**" in told(editor, "0 to 20 = sta|rt")


def test_a_number_names_the_variant_that_changed_it(editor: Editor) -> None:
    editor.ask("mercatoria/table", RULES, variants=["dear"])
    text = told(editor, "number pri|ce = 2")
    assert "3 with 3 players (printed: 2), set by dear (variants/dear.rules:2)" in text


def test_a_chosen_option_is_told(editor: Editor) -> None:
    editor.ask("mercatoria/table", RULES, options={"toll": 3})
    assert "3 with 3 players (printed: 1), chosen at this table" in told(editor, "option to|ll")


def test_a_word_of_the_language_is_explained(editor: Editor) -> None:
    assert "there is at least one such member" in told(editor, "or an|y(rich")


def test_a_fault_is_explained(editor: Editor) -> None:
    editor.typed(RULES, "you.place.stock > 0", "you.place.stokc > 0")
    assert told(editor, "you.place.sto|kc > 0").startswith("**E302:")


def test_nothing_is_said_about_an_empty_place(editor: Editor) -> None:
    assert editor.ask("textDocument/hover", RULES, "players 2 to 3|") is None


def test_a_table_without_its_variant_is_refused(editor: Editor) -> None:
    with pytest.raises(Refused, match="no variant `cheap`"):
        editor.ask("mercatoria/table", RULES, variants=["cheap"])
    with pytest.raises(Refused, match="from 0 to 3"):
        editor.ask("mercatoria/table", RULES, options={"toll": 9})


def test_inlays_show_what_the_chosen_house_rules_change(editor: Editor) -> None:
    place = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}}
    assert editor.ask("textDocument/inlayHint", RULES, **place) == []
    editor.ask("mercatoria/table", RULES, variants=["dear"], options={"toll": 0})
    shown = {
        editor.text(RULES).split("\n")[each["position"]["line"]].strip()[:16]: (each["label"], each["position"])
        for each in editor.ask("textDocument/inlayHint", RULES, **place)
    }
    assert {line: label for line, (label, _) in shown.items()} == {
        "option toll: 0 t": "1 → 0",
        "number price = 2": "2 → 3",
        "needs can_pay: y": "replaced by dear (variants/dear.rules:3)",
    }
    assert shown["number price = 2"][1]["character"] == len("number price = 2")
