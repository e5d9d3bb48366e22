"""Tests that the Python half of a page checks, compiles, follows and explains what a reader types and plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from page_games import Ask, Refusal

import mercatoria
from dsl.folder import FileReader, GameFolder, read_folder
from mercatoria.page_session import Session
from tests.mercatoria.conftest import KUHN, PIG

OWN = 'variant my_rule "Higher" of pig\n    set target to 30\n'
FRESH = """
scenario fresh "A new one"
    players 2
    expect
        decides(Seat1)
"""

STALLS = """rulebook stalls "Stalls"
    players 2

each Player has
    goods: 0 to 4 = 4

action sell(open number: 1 to you.goods) "Sell goods"
    then
        lower you.goods by number

round
    turn of player in Player
        player must sell

end soon of round when round.number = 1
"""


def opened(ask: Ask, game: str = "pig", own: str = "") -> dict[str, str]:
    found = ask("page/open", game=game, name="my_rule", own=own)
    assert all(not faults for faults in found["diagnostics"].values())
    files: dict[str, str] = found["files"]
    return files


def test_a_game_opens_without_faults_and_with_its_text(ask: Ask) -> None:
    found = ask("page/open", game="pig", name="my_rule")
    assert found["text"].startswith(('rulebook pig "', "#"))
    assert (found["own"], found["players"][0]) == ([], 2)
    assert not any(found["diagnostics"].values())


def test_an_unknown_game_is_refused(ask: Ask) -> None:
    with pytest.raises(Refusal, match="does not contain the game `chess`"):
        ask("page/open", game="chess", name="my_rule")


def test_an_unknown_request_is_refused(ask: Ask) -> None:
    with pytest.raises(Refusal, match="the page has no request `page/nothing`"):
        ask("page/nothing")


def test_a_fault_of_a_readers_variant_has_a_fix_that_mends_it(ask: Ask) -> None:
    own = opened(ask)["own"]
    found = ask("page/edit", uri=own, text=OWN.replace("target", "tagret"))
    (fault,) = found["diagnostics"][own]
    (edit,) = fault["data"]["fix"]
    assert (edit["newText"], edit["range"]["start"]) == ("target", {"line": 1, "character": 8})
    found = ask("page/edit", uri=own, text=OWN)
    assert (found["diagnostics"][own], found["own"]) == ([], ["my_rule"])


def test_no_text_is_no_file(ask: Ask) -> None:
    own = opened(ask, own=OWN)["own"]
    found = ask("page/edit", uri=own, text="\n")
    assert (found["diagnostics"][own], found["own"]) == ([], [])
    assert ask("page/compile", players=2, variants=[])["variants"] == []


def test_the_rest_is_checked_step_by_step(ask: Ask) -> None:
    opened(ask)
    steps = 1
    while not ask("page/rest")["done"]:
        steps += 1
    assert steps > 2


def test_a_game_is_read_once_before_its_first_faults(
    ask: Ask, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[bool] = []

    def counted(path: Path, shown: str, scenarios: bool, reader: FileReader) -> GameFolder:
        read.append(scenarios)
        return read_folder(path, shown, scenarios, reader)

    monkeypatch.setattr("mercatoria.editor.desk.read_folder", counted)
    opened(ask)
    assert read == [False]
    files = session.game.desk.reader.documents
    assert all("scenarios" not in file.parts for file in files)
    assert ask("page/scenarios") and read == [False, True]
    assert any("scenarios" in file.parts for file in files)


def test_the_complete_check_reads_the_scenarios(ask: Ask, session: Session) -> None:
    opened(ask)
    while not ask("page/rest")["done"]:
        pass
    assert any("scenarios" in file.parts for file in session.game.desk.reader.documents)


def test_hover_and_completion_are_those_of_the_editor(ask: Ask) -> None:
    own = opened(ask, own=OWN)["own"]
    at = {"textDocument": {"uri": own}, "position": {"line": 1, "character": 10}}
    assert "30" in ask("textDocument/hover", **at)["contents"]["value"]
    assert "target" in {item["label"] for item in ask("textDocument/completion", **at)}


def test_scenarios_run_and_changed_ones_come_first(ask: Ask) -> None:
    rulebook = opened(ask)["rulebook"]
    first = ask("page/scenarios")
    (told,) = ask("mercatoria/run", textDocument={"uri": rulebook}, scenarios=[first[-1]["name"]])
    assert told["passed"]
    text = ask("page/open", game="pig", name="my_rule")["text"]
    ask("page/scenarios")
    ask("page/edit", uri=rulebook, text=text + FRESH)
    assert ask("page/scenarios")[0]["name"] == "fresh"


# ---------------------------------------------------------------- play


def test_what_is_typed_is_compiled_and_played(ask: Ask, session: Session) -> None:
    opened(ask, own=OWN)
    about = ask("page/compile", players=3, variants=["my_rule"])
    assert (about["variants"], about["players"]) == (["my_rule"], 3)
    assert session.module[:8] == b"\0asm\1\0\0\0"
    game = mercatoria.load(PIG)
    assert about["rules"] != game.table(3).fingerprint


def test_rules_with_faults_are_not_compiled(ask: Ask) -> None:
    own = opened(ask)["own"]
    ask("page/edit", uri=own, text=OWN.replace("target", "tagret"))
    with pytest.raises(Refusal, match=r"my_rule\.rules, line 2"):
        ask("page/compile", players=2, variants=["my_rule"])
    ask("page/edit", uri=own, text=OWN.replace("set", "sett"))
    with pytest.raises(Refusal, match="cannot be read"):
        ask("page/compile", players=2, variants=[])


def test_a_game_is_followed_move_by_move(ask: Ask) -> None:
    opened(ask)
    state = mercatoria.load(PIG).start(2, 7)
    played: list[list[object]] = []
    for _ in range(6):
        found = ask("page/table", seed=7, players=2, seat=0, played=played)
        mine = [move["row"] for move in found["moves"]]
        assert mine == [list(row) for row in state.rows(0)] if 0 in state.deciders else mine == []
        assert found["deciders"] == list(state.deciders)
        move = state.moves()[0]
        played = [*played, [move.seat, list(move.row)]]
        state.apply(move)
    assert len(found["log"]) == found["lines"]


def test_taking_moves_back_begins_again(ask: Ask) -> None:
    opened(ask)
    first = ask("page/table", seed=7, players=2, seat=0, played=[])
    row = first["moves"][0]["row"]
    ask("page/table", seed=7, players=2, seat=0, played=[[0, row]])
    assert ask("page/table", seed=7, players=2, seat=0, played=[]) == first


def test_a_refusal_says_why_and_a_legal_move_is_allowed(ask: Ask) -> None:
    opened(ask)
    moves = ask("page/table", seed=7, players=2, seat=0, played=[])["moves"]
    assert ask("page/why_not", move="roll")["allowed"]
    row = next(move["row"] for move in moves if move["call"] == "hold")
    ask("page/table", seed=7, players=2, seat=0, played=[[0, row]])
    told = ask("page/why_not", move="roll")
    assert not told["allowed"] and "turn" in told["text"]
    with pytest.raises(Refusal):
        ask("page/why_not", move="fly")


def test_a_seat_is_told_nothing_that_is_hidden_from_it(ask: Ask) -> None:
    opened(ask, "kuhn_poker")
    views = [ask("page/table", seed=seed, players=2, seat=0, played=[]) for seed in range(12)]
    own = {json.dumps(view["hands"][0]["facts"]) for view in views}
    other = {json.dumps(view["hands"][1]["facts"]) for view in views}
    assert len(own) > 1
    assert len(other) == 1
    cards = mercatoria.load(KUHN).start(2, 0).table.flow.model
    assert cards.seats


def test_open_numbers_are_filled_in(ask: Ask, session: Session, tmp_path: Path) -> None:
    (tmp_path / "stalls").mkdir()
    (tmp_path / "stalls" / "rulebook.rules").write_text(STALLS)
    session.games = tmp_path
    opened(ask, "stalls")
    (move,) = ask("page/table", seed=3, players=2, seat=0, played=[])["moves"]
    (field,) = move["fields"]
    assert (field["form"], field["low"], field["high"]) == ("number", 1, 4)
    row = ask("page/row", call=move["call"], args={"number": 3})["row"]
    assert row == [*move["row"][:-1], 3]
    with pytest.raises(Refusal):
        ask("page/row", call=move["call"], args={"number": 5})
    with pytest.raises(Refusal, match="there is no move"):
        ask("page/row", call="fly", args={})


def test_only_a_finished_game_is_kept_as_a_scenario(ask: Ask) -> None:
    opened(ask)
    ask("page/table", seed=7, players=2, seat=0, played=[])
    with pytest.raises(Refusal, match="only a finished game"):
        ask("page/keep")


# ---------------------------------------------------------------- exercises


def test_answers_to_exercises_are_graded(ask: Ask, session: Session) -> None:
    folder = session.exercises / "3a_small_cart"
    begin = (folder / "rulebook.rules").read_text(encoding="utf-8")
    wrong = ask("page/grade", name="3a_small_cart", answer=begin)
    assert wrong["verdict"] == "wrong" and wrong["hints"][0]
    right = next(iter(sorted((folder / "accepted").glob("*.rules")))).read_text(encoding="utf-8")
    assert ask("page/grade", name="3a_small_cart", answer=right)["verdict"] == "right"
    assert ask("page/grade", name="3a_small_cart", answer="rulebook")["verdict"] == "unreadable"
    with pytest.raises(Refusal, match="there is no exercise"):
        ask("page/grade", name="../pig", answer=begin)


def test_a_rulebook_of_a_link_is_a_game_too(ask: Ask, session: Session, tmp_path: Path) -> None:
    session.games = tmp_path
    found = ask("page/open", game="", name="my_rule", rulebook=STALLS)
    assert (found["text"], found["players"]) == (STALLS, [2])
    assert not any(found["diagnostics"].values())
    assert ask("page/compile", players=2, variants=[])["game"] == "stalls"
    broken = ask("page/open", game="", name="my_rule", rulebook=STALLS.replace("sell", "sel", 1))
    assert any(broken["diagnostics"].values())
