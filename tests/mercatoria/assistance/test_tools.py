"""The answers of each tool: sentences with file, line and clause, and data that fits the schema."""

from __future__ import annotations

from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from mercatoria.assistance import TOOLS, Premises, answer, tools
from tests.mercatoria.assistance.conftest import Assistant

RULES = "pig/rulebook.rules"


def test_each_tool_has_valid_schemas() -> None:
    for tool in TOOLS.values():
        for schema in (tool.asks, tool.gives):
            Draft202012Validator.check_schema(schema)
            assert schema["additionalProperties"] is False
        for name, field in tool.asks["properties"].items():
            assert field["description"], (tool.name, name)
            assert {"maxLength", "maximum", "maxItems"} & field.keys(), f"{tool.name}.{name} has no limit"


def test_games_are_listed_with_their_files(assistant: Assistant) -> None:
    reply = assistant.asks("games")
    assert "The named folder has 2 games: cart, pig." in reply.text
    pig = next(each for each in reply.data["games"] if each["game"] == "pig")
    assert (pig["title"], pig["least_players"], pig["own"]) == ("Pig", 2, True)
    assert RULES in pig["files"] and "pig/scenarios/turns.rules" in pig["files"]


def test_a_file_is_read_in_parts(assistant: Assistant) -> None:
    (assistant.folder / "pig/README.md").write_text("\n".join(map(str, range(1, 1201))))
    first = assistant.asks("read", file="pig/README.md")
    assert first.data["next_line"] == 501 and first.text.endswith("\n500")
    last = assistant.asks("read", file="pig/README.md", first_line=1001)
    assert last.data["text"].split("\n")[-1] == "1200" and last.data["next_line"] == 0
    assert "has only 1200 lines" in assistant.refused("read", file="pig/README.md", first_line=5000)


def test_a_written_file_is_checked_at_once(assistant: Assistant) -> None:
    text = (assistant.folder / RULES).read_text()
    reply = assistant.asks("write", file=RULES, text=text.replace("set pot to 0", "set pott to 0"))
    assert not reply.data["playable"]
    (fault,) = reply.data["faults"]
    line = text.split("\n").index("            set pot to 0") + 1
    assert (fault["code"], fault["file"], fault["line"], fault["text"]) == ("E301", RULES, line, "set pott to 0")
    assert fault["fix"] == [{"file": RULES, "line": line, "column": 17, "before": "pott", "after": "pot"}]
    assert f"{RULES}, line {line}: error E301" in reply.text
    assert assistant.asks("write", file=RULES, text=text).data["playable"]


def test_a_code_and_a_word_are_explained(assistant: Assistant) -> None:
    assert "What to do: Correct the spelling" in assistant.asks("explain", about="e301").text
    assert "the sum, or 0" in assistant.asks("explain", about="sum").text
    assert "there is no code or word `zzz`" in assistant.refused("explain", about="zzz")


def test_a_scenario_that_fails_is_told_with_its_line(assistant: Assistant) -> None:
    file = assistant.folder / "pig/scenarios/turns.rules"
    file.write_text(file.read_text().replace("Ann.points = 47 ", "Ann.points = 48 "))
    reply = assistant.asks("run_scenarios", game="pig")
    assert reply.data["failed"] == 1
    worst = reply.data["scenarios"][0]
    line = (
        file.read_text()
        .split("\n")
        .index("        Ann.points = 48                                             [PIG-005]")
    )
    assert (worst["name"], worst["faults"][0]["line"]) == ("hold", line + 1)
    assert f"pig/scenarios/turns.rules, line {line + 1}: error E507" in reply.text
    assert assistant.asks("run_scenarios", game="pig", only="a_one").data["passed"] == 1


def test_coverage_quotes_the_clauses_that_are_missing(assistant: Assistant) -> None:
    assert assistant.asks("coverage", game="pig").data["complete"]
    file = assistant.folder / "pig/scenarios/turns.rules"
    file.write_text(file.read_text().replace("[PIG-004]", ""))
    reply = assistant.asks("coverage", game="pig")
    assert not reply.data["complete"]
    assert [each["id"] for each in reply.data["clauses_not_exercised"]] == ["PIG-004"]
    assert "No passing scenario exercises this clause: PIG-004" in reply.text


def test_a_position_after_moves_and_at_the_end_of_a_scenario(assistant: Assistant) -> None:
    moved = assistant.asks("show_position", game="pig", players=2, seat="Seat1", moves=["Seat1: roll", "Seat1: roll"])
    assert moved.data["moves"] == ["Seat1: roll", "Seat1: hold"] and len(moved.data["log"]) == 4
    ended = assistant.asks("show_position", game="pig", scenario="hold", seat="Ben")
    assert "The scenario calls Seat1 Ann." in ended.text and ended.data["deciders"] == ["Seat2"]
    assert assistant.asks("show_position", game="pig").data["moves"] == [], "a spectator makes no moves"


def test_a_refusal_names_rule_place_and_clause(assistant: Assistant) -> None:
    reply = assistant.asks("why_not", game="pig", scenario="hold", seat="Ann", move="Ann: roll")
    assert (reply.data["allowed"], reply.data["reasons"][0]["rule"]) == ("no", "not_your_turn")
    assert f"is at {RULES}:" in reply.text and "PIG-003 (A turn) says: “In your turn" in reply.text
    assert assistant.asks("why_not", game="pig", scenario="hold", seat="Ben", move="Ben: hold").data["allowed"] == "yes"


@pytest.mark.parametrize(("given", "told"), [
    ({"seat": "Zoe"}, "there is no seat `Zoe`"),
    ({"moves": ["Seat2: roll"]}, "move 1, `Seat2: roll`, cannot be made"),
    ({"moves": ["Seat1: fly"]}, "move 1, `Seat1: fly`, cannot be read"),
    ({"scenario": "holt"}, "there is no scenario `holt`; did you mean `hold`?"),
    ({"scenario": "hold", "players": 3}, "a scenario has its own players"),
    ({"players": 11}, "Pig is for 2 to 10 players, not 11"),
    ({"options": {"target": "lots"}}, "target"),
    ({"variants": ["big"]}, "no variant `big`"),
])  # fmt: skip
def test_a_position_that_cannot_be_reached(assistant: Assistant, given: dict[str, object], told: str) -> None:
    assert told in assistant.refused("show_position", game="pig", **given)


def test_bots_play_until_the_time_is_over(assistant: Assistant) -> None:
    reply = assistant.asks("simulate", game="pig", players=2, games=9, bots="greedy,random")
    assert reply.data["games"] == 9 and [each["bot"] for each in reply.data["seats"]] == ["greedy", "random"]
    ticks = iter(range(0, 1000, 20))
    hurried = Assistant(replace(assistant.premises, clock=lambda: float(next(ticks))))
    reply = hurried.asks("simulate", game="pig", players=2, games=9)
    assert reply.data["games"] == 2 and "the 30 seconds for play were over" in reply.text
    assert "only bots" in assistant.refused("simulate", game="pig", bots="human")


def test_a_study_says_what_differs(assistant: Assistant) -> None:
    reply = assistant.asks("study", game="pig", without_rules=["too_long"], players=2, games=4, bots="random")
    assert reply.data == {**reply.data, "deals": 4, "rule_sets": ["the printed rules", "without too_long"]}
    assert "nothing is compared" in assistant.refused("study", game="pig")


def test_an_answer_is_graded(assistant: Assistant) -> None:
    assert assistant.asks("grade", exercise="cart", answer="cart/accepted/first.rules").data["score"] == 1
    wrong = assistant.asks("grade", exercise="cart", answer="cart")
    assert (wrong.data["verdict"], wrong.data["line"]) == ("wrong", 0) and "At line 24" not in wrong.text
    hinted = assistant.asks("grade", exercise="cart", answer="cart", hints=3)
    assert hinted.data["line"] == 24 and "At line 24, add" in hinted.text
    assert "is not an exercise" in assistant.refused("grade", exercise="pig", answer="cart")
    assert "has no file" not in assistant.refused("grade", exercise="cart", answer="cart/nothing.rules")


def test_only_a_server_with_a_folder_writes(assistant: Assistant) -> None:
    everything = {tool.name for tool in tools(assistant.premises)}
    assert "write" in everything
    assert {tool.name for tool in tools(Premises())} == everything - {"write"}
    reading = replace(assistant.premises, writes=False)
    assert {tool.name for tool in tools(reading)} == everything - {"write"}
    assert "--read-only" in answer(reading, "write", {"file": RULES, "text": ""}).text
    assert "no folder was named" in answer(Premises(), "write", {"file": RULES, "text": ""}).text
    assert "there is no game `pig`" in answer(Premises(), "check", {"game": "pig"}).text
