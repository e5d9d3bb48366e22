"""An editor shows what a file declares, colours names by their meanings, folds parts, and links citations."""

from __future__ import annotations

from mercatoria.editor import LEGEND
from tests.mercatoria.editor.fair import Editor

RULES, DEAR = "rulebook.rules", "variants/dear.rules"


def test_symbols_are_the_declarations_with_their_lines(editor: Editor) -> None:
    found = editor.ask("textDocument/documentSymbol", RULES)
    names = [each["name"] for each in found]
    assert names[:3] == ["fair", "Town", "Ware"]
    buy = next(each for each in found if each["name"] == "buy")
    assert [part["name"] for part in buy["children"]] == ["enough", "left"]
    players = next(each for each in found if each["name"] == "each Player")
    assert [part["name"] for part in players["children"]] == ["purse", "stock", "place"]


def test_a_symbol_contains_its_name(editor: Editor) -> None:
    """The protocol demands it, and editors reject the whole list otherwise."""
    editor.typed(RULES, "let price = toll", "let price =")

    def within(inner: dict[str, dict[str, int]], outer: dict[str, dict[str, int]]) -> bool:
        ends = [tuple(place[end].values()) for end in ("start", "end") for place in (inner, outer)]
        return ends[0] >= ends[1] and ends[2] <= ends[3]

    for each in editor.ask("textDocument/documentSymbol", RULES):
        for part in (each, *each["children"]):
            assert within(part["selectionRange"], part["range"]), part["name"]


def tokens(editor: Editor, name: str) -> list[tuple[str, str, int]]:
    data, found, line, start = editor.ask("textDocument/semanticTokens/full", name)["data"], [], 0, 0
    lines, types = editor.text(name).split("\n"), LEGEND["tokenTypes"]
    assert isinstance(types, list)
    for at in range(0, len(data), 5):
        down, along, length, form, modifiers = data[at : at + 5]
        line, start = line + down, along if down else start + along
        found.append((lines[line][start : start + length], types[form], modifiers))
    return found


def test_tokens_tell_what_each_name_means(editor: Editor) -> None:
    editor.ask("textDocument/references", RULES, "number pri|ce")
    found = tokens(editor, RULES)
    assert {("price", "variable", 3), ("price", "variable", 2), ("price", "parameter", 1), ("Town", "class", 0),
            ("Lund", "enumMember", 2), ("rich", "function", 1), ("travel", "method", 0), ("stock", "property", 0),
            ("enough", "label", 1), ("toll", "variable", 2)} <= set(found)  # fmt: skip


def test_tokens_after_an_emoji(editor: Editor) -> None:
    editor.typed(RULES, 'says "buy {ware}"', 'says "🧂 {ware}"')
    assert ("ware", "parameter", 0) in tokens(editor, RULES)


def test_folding_follows_the_indentation(editor: Editor) -> None:
    lines = editor.text(RULES).split("\n")
    folds = {lines[each["startLine"]].strip(): lines[each["endLine"]].strip()
             for each in editor.ask("textDocument/foldingRange", RULES)}  # fmt: skip
    assert folds['action travel(town: Town) "Travel"'] == "set you.place to town"
    assert folds["each Town has"] == "stock: 0 to 9 = size_of"


def test_citations_and_files_are_links(editor: Editor) -> None:
    found = editor.ask("textDocument/documentLink", RULES)
    targets = [each["target"].removeprefix(editor.home.as_uri()) for each in found]
    assert targets == ["/clauses.yaml#L2", "/board.yaml", "/clauses.yaml#L6", "/clauses.yaml#L10", "/clauses.yaml#L10"]


def test_highlights_stay_in_the_file(editor: Editor) -> None:
    found = editor.ask("textDocument/documentHighlight", RULES, "number pri|ce")
    assert [each["kind"] for each in found] == [3, 2, 2]
