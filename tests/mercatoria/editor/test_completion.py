"""Completion knows what the grammar, the kinds and the local names allow, in broken lines too."""

from __future__ import annotations

import pytest

from tests.mercatoria.editor.fair import Editor, end_of

RULES = "rulebook.rules"


def offered(editor: Editor, old: str, new: str) -> list[str]:
    """Type a text with a bar at the pointer in place of another one, and return the completions."""
    before, pointer, after = editor.text(RULES).replace(old, new, 1).partition("|")
    assert pointer, old
    editor.open(RULES, before + after)
    found = editor.ask("textDocument/completion", RULES, position=end_of(before))
    return [each["label"] for each in found]


@pytest.mark.parametrize(
    ("broken", "members"),
    [
        ("needs left: you.|", {"purse", "stock", "place"}),
        ("needs left: you.pl|", {"purse", "stock", "place"}),
        ("needs left: you.place.|", {"stock", "size_of"}),
        ("needs left: ware.|", set()),
        ("needs left: Lund.|", {"stock", "size_of"}),
        ("needs left: Town.|", {"size"}),
    ],
)
def test_members_after_a_dot(editor: Editor, broken: str, members: set[str]) -> None:
    found = offered(editor, "needs left: you.place.stock > 0", broken)
    assert set(found) >= members and "price" not in found


def test_local_names_come_with_shared_names_and_functions(editor: Editor) -> None:
    found = offered(editor, "needs left: you.place.stock > 0", "needs left: |")
    assert {"ware", "price", "toll", "rich", "Town", "Lund", "min", "count", "not", "you"} <= set(found)
    assert "town" not in found  # a parameter of another action


def test_a_name_is_local_only_below_its_line(editor: Editor) -> None:
    before = offered(editor, "        let price = toll\n", "        raise |\n        let fare = toll\n")
    assert "fare" not in before
    after = offered(editor, "        let fare = toll\n", "        let fare = toll\n        set |\n")
    assert "town" in after


def test_keywords_of_an_action(editor: Editor) -> None:
    found = offered(editor, "    needs left: you.place.stock > 0", "    n|")
    assert set(found) == {"accepts", "costs", "limit", "needs", "says", "then"}


def test_keywords_of_a_statement(editor: Editor) -> None:
    found = offered(editor, "        let price = toll\n", "        raise you.purse |\n")
    assert found == ["by"]


def test_keywords_below_a_line_that_cannot_be_read(editor: Editor) -> None:
    editor.typed(RULES, "needs elsewhere: town != you.place", "needs elsewhere town")
    found = offered(editor, "    needs can_pay: you.purse >= toll", "    |")
    assert "needs" in found and "then" in found


def test_only_actions_after_may(editor: Editor) -> None:
    assert offered(editor, "player may buy or travel", "player may buy or |") == ["buy", "travel"]


def test_headings_in_an_empty_line(editor: Editor) -> None:
    found = offered(editor, "\nround\n", "\n|\n\nround\n")
    assert {"action", "kind", "number", "value", "round"} <= set(found)


def test_clauses_in_brackets(editor: Editor) -> None:
    assert offered(editor, "number price = 2                 [FAR-003]", "number price = 2 [|]") == [
        "FAR-001", "FAR-002", "FAR-003",
    ]  # fmt: skip


def test_nothing_in_comments_and_quoted_texts(editor: Editor) -> None:
    assert offered(editor, "# A fair with two towns.", "# A fair with |") == []
    assert offered(editor, '"Buy a ware"', '"Buy a |"') == []
