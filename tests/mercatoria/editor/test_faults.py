"""Faults become diagnostics with fixes, and stay where they belong while an author types."""

from __future__ import annotations

from mercatoria.editor import diagnostics
from tests.mercatoria.editor.fair import Editor, applied

RULES, DEAR = "rulebook.rules", "variants/dear.rules"


def test_a_misspelt_name_is_mended_by_its_fix(editor: Editor) -> None:
    assert editor.typed(RULES, "needs left: you.place.stock", "needs left: you.place.stokc") == ["E302"]
    (fault,) = editor.faults(RULES)
    (action,) = editor.ask("textDocument/codeAction", RULES, context={"diagnostics": [fault]})
    assert action["title"] == "Write `stock`" and action["isPreferred"]
    edits = action["edit"]["changes"][editor.uri(RULES)]
    assert editor.open(RULES, applied(editor.text(RULES), edits)) == []


def test_the_fix_of_a_fault_in_a_variant_changes_the_variant(editor: Editor) -> None:
    editor.open(DEAR)
    editor.typed(DEAR, "set price to", "set prize to")
    (fault,) = editor.faults(DEAR)
    (action,) = editor.ask("textDocument/codeAction", DEAR, context={"diagnostics": [fault]})
    assert list(action["edit"]["changes"]) == [editor.uri(DEAR)]


def test_a_fault_is_told_while_another_line_is_broken(editor: Editor) -> None:
    editor.typed(RULES, "needs left: you.place.stock", "needs left: you.place.stokc")
    assert editor.typed(RULES, "let price = toll", "let price =") == ["E302", "E008"]


def test_related_places_are_named(editor: Editor) -> None:
    assert editor.typed(RULES, "number price = 2", "number toll = 2") == ["E312", "E301"]
    twice = next(fault for fault in editor.faults(RULES) if fault["code"] == "E312")
    (related,) = twice["relatedInformation"]
    assert related["location"]["uri"] == editor.uri(RULES)


def test_columns_count_utf_16_units(editor: Editor) -> None:
    """An emoji counts twice in the protocol, and once in our columns."""
    editor.typed(RULES, 'says "buy {ware}"', 'says "buy 🧂🧂 {wear}"')
    (fault,) = editor.faults(RULES)
    assert fault["range"]["start"]["character"] == len('    says "buy xxxx {')


def test_a_code_links_to_its_page(editor: Editor) -> None:
    editor.workspace.docs = "https://example.org/rules/"
    editor.typed(RULES, "you.place.stock > 0", "you.place.stokc > 0")
    game = editor.workspace.view(editor.uri(RULES)).game
    (fault,) = game.faults(None)
    (told,) = diagnostics([fault], editor.workspace.docs)
    assert told["codeDescription"]["href"] == "https://example.org/rules/reference/faults.html#e302"


def test_faults_of_variants_stay_while_the_rulebook_is_edited(editor: Editor) -> None:
    """Only an idle check finds them; an edit of another file must not hide them until the next one."""
    editor.open(DEAR)
    editor.typed(DEAR, "you.purse > toll", "you.purse > tool")
    assert [fault["code"] for fault in editor.faults(DEAR)] == ["E301"]
    game = editor.workspace.edit(editor.uri(RULES), editor.text(RULES) + "\n# a comment\n")
    shown = editor.workspace.faults(game, editor.uri(RULES))
    assert [fault.code for fault in shown[editor.uri(DEAR)]] == ["E301"]


def test_faults_that_are_gone_are_taken_back(editor: Editor) -> None:
    editor.open(DEAR)
    editor.typed(DEAR, "you.purse > toll", "you.purse > tool")
    assert editor.faults(DEAR)
    editor.typed(DEAR, "you.purse > tool", "you.purse > toll")
    assert not editor.faults(DEAR)


def test_a_closed_file_is_read_from_the_disk_again(editor: Editor) -> None:
    editor.typed(RULES, "you.place.stock > 0", "you.place.stokc > 0")
    editor.workspace.close(editor.uri(RULES))
    assert not editor.faults(RULES)
