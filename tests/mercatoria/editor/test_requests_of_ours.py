"""The requests beyond the protocol: effective values and reasons, and faults on request."""

from __future__ import annotations

import pytest

from mercatoria.editor import Refused
from tests.mercatoria.editor.fair import Editor

RULES, SCENARIOS = "rulebook.rules", "scenarios/buying.rules"


def test_the_effective_value_names_its_cause(editor: Editor) -> None:
    plain = editor.ask("mercatoria/effective", RULES, of="price")
    assert (plain["value"], plain["changes"]) == ("2", [])
    editor.ask("mercatoria/table", RULES, variants=["dear"])
    told = editor.ask("mercatoria/effective", RULES, "you.purse >= pr|ice")
    assert (told["name"], told["value"], told["printed"], told["variants"]) == ("price", "3", "2", ["dear"])
    (change,) = told["changes"]
    assert "dear" in change
    assert change in told["words"]
    (change,) = editor.ask("mercatoria/effective", RULES, of="travel.can_pay")["changes"]
    assert "dear" in change
    with pytest.raises(Refused, match="no name"):
        editor.ask("mercatoria/effective", RULES, "# A f|air")


def test_why_not_names_the_rule_the_reason_and_the_place(editor: Editor) -> None:
    asked = {"scenario": "too_dear", "move": "buy(Wool)"}
    told = editor.ask("mercatoria/whyNot", RULES, **asked)
    assert not told["legal"]
    (reason,) = told["reasons"]
    line = editor.text(RULES).split("\n").index("    needs enough: you.purse >= price") + 1
    assert reason["rule"] == "buy.enough" and f"{RULES}:{line}:" in reason["place"]
    editor.typed(RULES, "number price = 2", "number price = 1")
    assert editor.ask("mercatoria/whyNot", RULES, **asked)["legal"], "the text of the editor counts"


def test_why_not_refuses_what_it_cannot_answer(editor: Editor) -> None:
    for asked, words in (
        ({"scenario": "nowhere", "move": "buy(Wool)"}, "no scenario `nowhere`"),
        ({"scenario": "too_dear", "move": "bye(Wool)"}, "bye"),
        ({"scenario": "too_dear", "move": "buy(Wool)", "seat": "Zoe"}, "no player `Zoe`"),
    ):
        with pytest.raises(Refused, match=words):
            editor.ask("mercatoria/whyNot", RULES, **asked)


def test_faults_on_request_are_those_of_the_file(editor: Editor) -> None:
    assert editor.ask("textDocument/diagnostic", RULES) == {"kind": "full", "items": []}
    editor.typed(RULES, "you.place.stock > 0", "you.place.stokc > 0")
    (fault,) = editor.ask("textDocument/diagnostic", RULES)["items"]
    assert fault["code"] == "E302"
    assert editor.ask("textDocument/diagnostic", SCENARIOS)["items"] == []
