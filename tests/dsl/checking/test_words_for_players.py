"""Tests the forms of the words for players: `called`, labels and `internal`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl import ast, model
from dsl.diagnostics import Sink
from dsl.folder import read_folder
from dsl.printing import canonical, formatted
from dsl.source import Source
from dsl.syntax import parse

RULES = """\
rulebook stalls "Stalls"
    players 2
    board "board.yaml"

number internal = 3
number called = 2

kind Ware: Wool, Salt
kind Stall from board called "the stall with {roof tile}"
    roof: 1 to 9 "tile"
kind Cart, called called "the cart {number}"
    internal: 0 to 3 = internal internal
    called: flag = no

each Stall has
    label: 0 to 9 = internal

each Player has
    purse: money = called "penny/pennies"
    oxen: 0 to 9 = 2 "ox/oxen"
    internal: 0 to internal = internal per turn internal
    called: flag = no "is called" / "is not called"

value wealth(called: Player, internal: Ware): 0 to 99 = called.purse + called.internal

round
    turn of player in Player
        player may bring

action bring(internal: Stall, called: Ware)
    says "bring {called} to {internal}"
    needs not_called: not you.called
    then
        raise internal.label by wealth(you, called) clamped
        set you.called to Cart1.called
        set you.internal to Cart1.internal
        raise you.oxen by 1 clamped

end late of round when round.number = 5

scoring of p in Player
    coins: p.purse
"""
BOARD = """\
board: {title: Stalls, reconstructed: no, sources: {T: "the print"}}
Stall:
  A: {roof: 1, source: T}
  B: {roof: 4, called: the corner stall, source: T}
"""


def made(tmp_path: Path, rules: str = RULES, board: str = BOARD) -> model.Model:
    (tmp_path / "rulebook.rules").write_text(rules)
    (tmp_path / "board.yaml").write_text(board)
    checked, sink = read_folder(tmp_path, "stalls").check(2)
    assert [fault.code for fault in sink.found if fault.code != "W408"] == []
    assert checked is not None and checked.model is not None
    return checked.model


def test_called_and_internal_stay_names(tmp_path: Path) -> None:
    """Numbers, facts, fields, values, parameters and locals may have the names of the new words."""
    assert made(tmp_path).kinds["Cart"].things == ("Cart1", "Cart2")


def test_the_model_has_the_words(tmp_path: Path) -> None:
    found = made(tmp_path)
    assert found.field_named("purse", "Player").label == model.Label("penny", "pennies")
    assert found.field_named("oxen", "Player").label == model.Label("ox", "oxen")
    assert found.field_named("called", "Player").label == model.Label("is called", "is not called")
    assert [of.name for of in found.fields if of.internal] == ["internal"]
    (roof,) = (of for of in found.statics if of.name == "roof")
    assert roof.label == model.Label("tile", "tiles")
    assert found.called.keys() == {"Stall", "Cart"}
    assert found.thing_titles == {"B": "the corner stall"}


def test_a_fact_called_keeps_its_meaning_on_the_board(tmp_path: Path) -> None:
    rules = RULES.replace('    roof: 1 to 9 "tile"', '    roof: 1 to 9 "tile"\n    called: Ware')
    board = BOARD.replace("roof: 1,", "roof: 1, called: Wool,").replace("called: the corner stall", "called: Salt")
    assert made(tmp_path, rules, board).thing_titles == {}


def test_a_name_in_a_row_is_written_as_called(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(RULES)
    (tmp_path / "board.yaml").write_text(BOARD.replace("called: the corner stall", "name: the corner stall"))
    _, sink = read_folder(tmp_path, "stalls").check(2)
    (fault,) = sink.errors
    assert (fault.code, fault.hint) == ("E231", "write `called` for the name that players read")


def test_formatting_keeps_the_words_and_is_stable() -> None:
    once = formatted(Source("rulebook.rules", RULES), Sink())
    assert once is not None
    assert formatted(Source("rulebook.rules", once), Sink()) == once
    before, after = (parse(Source("rulebook.rules", text), Sink()) for text in (RULES, once))
    assert ast.bare(before) == ast.bare(after)
    assert 'kind Cart, called called "the cart {number}"' in once
    assert 'called: flag = no "is called" / "is not called"' in once


WORDLESS = {
    ' called "the stall with {roof tile}"': "", ' called "the cart {number}"': "", ' "tile"': "",
    "= internal internal": "= internal", "per turn internal": "per turn", ' "penny/pennies"': ' "coin"',
    ' "ox/oxen"': "", ' "is called" / "is not called"': "",
}  # fmt: skip


@pytest.mark.parametrize("old", WORDLESS)
def test_the_fingerprint_ignores_the_words(tmp_path: Path, old: str) -> None:
    assert old in RULES
    texts = RULES, RULES.replace(old, WORDLESS[old])
    before, after = (parse(Source("rulebook.rules", text), Sink()) for text in texts)
    assert ast.bare(before) != ast.bare(after)
    assert [canonical(decl) for decl in before] == [canonical(decl) for decl in after]


def test_the_fingerprint_ignores_display_names_of_the_board(tmp_path: Path) -> None:
    def mark(board: str) -> str:
        (tmp_path / "rulebook.rules").write_text(RULES.replace("    called: flag = no\n\neach Stall", "\neach Stall")
                                                 .replace("Cart1.called", "yes"))  # fmt: skip
        (tmp_path / "board.yaml").write_text(board)
        return read_folder(tmp_path, "stalls").fingerprint(2, (), {})

    assert mark(BOARD) == mark(BOARD.replace(" called: the corner stall,", ""))
    assert mark(BOARD) != mark(BOARD.replace("roof: 4", "roof: 5"))


VARIANT = """\
variant dear "Dear stalls" of stalls
    replace each Player has
        purse: money = 4 "crown"
    replace kind Cart, called called "the waggon {number}"
    new each Player has
        debt: 0 to 9 = 0 internal
        horses: 0 to 9 = 0 "horse"
"""


def test_a_variant_changes_and_adds_words(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "dear.rules").write_text(VARIANT)
    rules = RULES.replace("    internal: 0 to 3 = internal internal\n    called: flag = no\n", "").replace(
        "Cart1.called", "yes").replace("Cart1.internal", "1")  # fmt: skip
    (tmp_path / "rulebook.rules").write_text(rules)
    (tmp_path / "board.yaml").write_text(BOARD)
    checked, sink = read_folder(tmp_path, "stalls").check(2, ("dear",))
    assert [fault.title for fault in sink.errors] == []
    assert checked is not None and checked.model is not None
    found = checked.model
    assert found.field_named("purse", "Player").label == model.Label("crown", "crowns")
    assert found.field_named("horses", "Player").label == model.Label("horse", "horses")
    assert found.field_named("debt", "Player").internal
    assert found.called["Cart"].name[0] == model.PhraseText("the waggon ")


REPEATED = """\
variant plain "Other ranges" of stalls
    replace each Player has
        oxen: 0 to 5
        purse: secret money
        internal: 0 to 4
        called: 0 to 3
    replace each Stall has
        label: 0 to 5 internal
"""


def test_a_replaced_field_keeps_its_words(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "plain.rules").write_text(REPEATED)
    rules = RULES.replace("    needs not_called: not you.called\n", "")
    rules = rules.replace("        set you.called to Cart1.called\n", "")
    rules = rules.replace("label: 0 to 9 = internal", 'label: 0 to 9 "crate"')
    (tmp_path / "rulebook.rules").write_text(rules)
    (tmp_path / "board.yaml").write_text(BOARD)
    checked, sink = read_folder(tmp_path, "stalls").check(2, ("plain",))
    assert [fault.title for fault in sink.errors] == []
    assert [fault.code for fault in sink.found if fault.code == "W424"] == []
    assert checked is not None and checked.model is not None
    found = checked.model
    assert found.field_named("oxen", "Player").label == model.Label("ox", "oxen")
    assert found.field_named("purse", "Player").label == model.Label("penny", "pennies")
    assert found.field_named("internal", "Player").internal
    assert found.field_named("called", "Player").label is None  # a number has no use for the words of a flag
    assert found.field_named("label", "Stall").label is None
