"""An editor goes from each name to the declaration that it means, whatever else has the same name."""

from __future__ import annotations

import pytest

from mercatoria.editor import Desk, OpenGame
from tests.made_once import GAMES
from tests.mercatoria.editor.fair import Editor

RULES, SCENARIOS, DEAR = "rulebook.rules", "scenarios/buying.rules", "variants/dear.rules"


def lines(editor: Editor, found: object, name: str) -> list[int]:
    return [line for file, line, _ in editor.shown(found) if file == name]


def line_of(editor: Editor, name: str, text: str) -> int:
    (at,) = [number for number, line in enumerate(editor.text(name).split("\n"), 1) if text in line]
    return at


@pytest.mark.parametrize(
    ("marked", "declared"),
    [
        ("needs left: you.place.st|ock > 0", "stock: 0 to 9 = size_of"),
        ("raise you.st|ock(ware) by 1", "stock(Ware): 0 to 9 = 0"),
        ("needs enough: you.purse >= pri|ce", "number price = 2"),
        ("lower you.purse by pri|ce\n        set", "let price = toll"),
        ("any(ri|ch(p) for p in Player)", "value rich(p: Player)"),
        ("may buy or tra|vel", "action travel"),
        ("place: To|wn = Lund", "kind Town from board"),
        ("0 to 20 = sta|rt", "start         5  4"),
        ("set you.place to to|wn", "action travel(town: Town)"),
        ("|purse >= price", "purse: 0 to 20"),
        ("stock: 0 to 9 = size|_of", "size_of: 1 to 9"),
    ],
)
def test_definition_of_a_name(editor: Editor, marked: str, declared: str) -> None:
    ((name, line, _),) = editor.shown(editor.ask("textDocument/definition", RULES, marked))
    assert (name, line) == (RULES, line_of(editor, RULES, declared))


def test_a_thing_is_declared_on_the_board(editor: Editor) -> None:
    found = editor.ask("textDocument/definition", RULES, "place: Town = Lu|nd")
    assert editor.shown(found) == [("board.yaml", 5, "Lund")]


def test_a_citation_leads_to_the_printed_clause(editor: Editor) -> None:
    found = editor.ask("textDocument/definition", RULES, "number price = 2                 [FA|R-003]")
    assert editor.shown(found) == [("clauses.yaml", 10, "FAR-003")]


def test_a_built_in_word_has_no_definition(editor: Editor) -> None:
    assert editor.ask("textDocument/definition", RULES, "turn of player in Pla|yer") is None


def test_fields_of_different_kinds_with_one_name_are_kept_apart(editor: Editor) -> None:
    of_towns = editor.ask("textDocument/references", RULES, "needs left: you.place.st|ock > 0")
    of_players = editor.ask("textDocument/references", RULES, "raise you.st|ock(ware)")
    assert lines(editor, of_towns, SCENARIOS) == [line_of(editor, SCENARIOS, "Lund.stock = 2")]
    assert lines(editor, of_players, SCENARIOS) == [line_of(editor, SCENARIOS, "Ann.stock(Wool) = 1")]
    assert len(of_towns) == 4 and len(of_players) == 3


def test_a_local_name_hides_a_number_of_the_same_name(editor: Editor) -> None:
    local = editor.ask("textDocument/references", RULES, "let pri|ce = toll")
    shared = editor.ask("textDocument/references", RULES, "number pri|ce = 2")
    assert len(local) == 2 and lines(editor, shared, DEAR) == [2]
    assert not {str(each) for each in local} & {str(each) for each in shared}


def test_lines_of_a_rule_are_found_in_variants_and_refusals(editor: Editor) -> None:
    assert lines(editor, editor.ask("textDocument/references", RULES, "needs can_|pay"), DEAR) == [3]
    refused = editor.ask("textDocument/references", RULES, "needs eno|ugh", context={"includeDeclaration": False})
    assert editor.shown(refused) == [(SCENARIOS, line_of(editor, SCENARIOS, "because"), "enough")]


def test_names_after_an_edit_above_them(editor: Editor) -> None:
    """Lines move, but the meanings of names that did not change are not looked up again."""
    assert editor.typed(RULES, "# A fair with two towns.\n", "# A fair\n# with two towns.\n\n") == []
    found = editor.ask("textDocument/definition", RULES, "needs left: you.place.st|ock > 0")
    assert lines(editor, found, RULES) == [line_of(editor, RULES, "stock: 0 to 9 = size_of")]


def test_names_while_another_line_is_broken(editor: Editor) -> None:
    assert editor.typed(RULES, "set you.place to town", "set you.place to") == ["E008"]
    found = editor.ask("textDocument/definition", RULES, "needs left: you.place.st|ock > 0")
    assert lines(editor, found, RULES) == [line_of(editor, RULES, "stock: 0 to 9 = size_of")]


@pytest.mark.parametrize("slug", ["medieval_merchant", "merkator"])
def test_every_name_that_is_used_is_declared(slug: str) -> None:
    path = GAMES / slug
    index = OpenGame(Desk.open(path, str(path))).names()
    assert len(index.uses) > 100
    assert not [uses[0].span for uses in index.uses.values() if not any(use.declares for use in uses)]
