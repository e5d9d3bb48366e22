"""The line above a rule counts the scenarios that reach it, and runs them."""

from __future__ import annotations

import mercatoria
from mercatoria.editor.lenses import PLAY, RUN
from tests.mercatoria.editor.fair import Editor

RULES, SCENARIOS, DEAR = "rulebook.rules", "scenarios/buying.rules", "variants/dear.rules"


def titles(editor: Editor, name: str) -> dict[str, str]:
    lines = editor.text(name).split("\n")
    found = editor.ask("textDocument/codeLens", name)
    return {
        lines[each["range"]["start"]["line"]].strip().partition(" ")[2][:12]: each["command"]["title"] for each in found
        if each["command"]["command"] == RUN
    }  # fmt: skip


def test_before_a_run_only_the_heading_offers_one(editor: Editor) -> None:
    assert titles(editor, RULES) == {'fair "Fair" ': "2 scenarios · run all"}


def test_after_a_run_rules_count_the_scenarios_that_reach_them(editor: Editor) -> None:
    results = editor.ask("mercatoria/run", RULES)
    assert [(each["name"], each["passed"]) for each in results] == [("bought", True), ("too_dear", True)]
    found = titles(editor, RULES)
    assert found['fair "Fair" '] == "✓ 2 scenarios · run all"
    assert found["buy(ware: Wa"] == "✓ 2 scenarios · run"
    assert found["travel(town:"] == "no scenario reaches this"


def test_a_failure_is_marked(editor: Editor) -> None:
    editor.open(SCENARIOS)
    editor.typed(SCENARIOS, "Ann.purse = 4", "Ann.purse = 5")
    (result,) = editor.ask("mercatoria/run", SCENARIOS, scenarios=["bought"])
    assert not result["passed"] and result["faults"][0]["location"]["uri"] == editor.uri(SCENARIOS)
    assert titles(editor, SCENARIOS)['bought "Buyi'] == "✗ run"


def test_scenarios_run_with_the_text_of_the_editor(editor: Editor) -> None:
    editor.typed(RULES, "number price = 2", "number price = 1")
    results = {each["name"]: each["passed"] for each in editor.ask("mercatoria/run", RULES)}
    assert results == {"bought": False, "too_dear": False}


def test_results_are_gone_with_their_scenario(editor: Editor) -> None:
    editor.ask("mercatoria/run", RULES)
    editor.open(SCENARIOS)
    editor.typed(SCENARIOS, "scenario too_dear", "scenario poor")
    assert titles(editor, RULES)["buy(ware: Wa"] == "✓ 1 scenario · run"


def test_a_scenario_is_played_from_its_position(editor: Editor) -> None:
    found = [each["command"] for each in editor.ask("textDocument/codeLens", SCENARIOS)]
    played = [each["arguments"] for each in found if each["command"] == PLAY]
    assert [name for _, name in played] == ["bought", "too_dear"]
    for folder, name in played:
        game = mercatoria.load(folder, scenario=name)
        assert game.start(game.players[0]).deciders
    assert not [each for each in editor.ask("textDocument/codeLens", RULES) if each["command"]["command"] == PLAY]
