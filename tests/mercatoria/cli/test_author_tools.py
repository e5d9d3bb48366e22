"""Tests the tools for authors: `expand`, `diff`, `graph`, `new`, and `replay` under other rules."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from dsl import ast
from dsl.diagnostics.diagnostic import Sink
from dsl.folder import read_folder
from mercatoria.graphs import FORMATS, phases
from mercatoria.graphs.layers import layered
from tests.mercatoria.conftest import BIDS, PIG, ROOT, SHIPPED, Ran

Run = Callable[..., Ran]
CASES = ROOT / "tests" / "dsl" / "checking" / "hard_cases"
HARD = sorted(str(path.parent) for path in CASES.glob("*/rulebook.rules"))
GAMES = [SHIPPED, PIG, BIDS]

HOUSE = """\
variant house "House rules" of countdown
    set biggest to 1
    add needs not_alone to take: number < 2 or left > 2
"""

ONE = 'variant one "One" of countdown\n    set biggest to 1\n'

RULES = """\
rulebook countdown "Countdown"
    players 2 to 3

number biggest = 2

game has
    left: 0 to 9 = 9

each Player has
    taken: 0 to 99 = 0

round "Turns"
    turn of player in Player
        do take_some

phase take_some "Take some"
    player must take

action take(number: 1 to 2) "Take"
    needs enough: number <= left and number <= biggest
    then
        lower left by number
        raise player.taken by number

end nothing_left at once when left = 0 "Nothing is left"

scoring of p in Player
    taken: p.taken
"""


@pytest.fixture
def countdown(tmp_path: Path) -> Path:
    folder = tmp_path / "countdown"
    (folder / "variants").mkdir(parents=True)
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (folder / "variants" / "house.rules").write_text(HOUSE, encoding="utf-8")
    return folder


@pytest.fixture
def record(countdown: Path, tmp_path: Path) -> Path:
    state = mercatoria.load(str(countdown)).start(2)
    for number in (1, 2, 1, 2, 2, 1):
        state.apply(f"{['Seat1', 'Seat2'][state.deciders[0]]}: take({number})")
    file = tmp_path / "record.json"
    file.write_text(state.to_json(), encoding="utf-8")
    return file


# ---------------------------------------------------------------- expand


def test_expand_tells_the_origin_of_every_rule(run: Run, countdown: Path) -> None:
    said = run("expand", str(countdown), "--variant", "house")
    assert said.code == 0
    origin = r"^number biggest = 1 +# rulebook.rules:4; set by house \(variants/house.rules:2\)$"
    assert re.search(origin, said.out, re.M)
    assert re.search(r"needs not_alone: .*# added by house \(variants/house.rules:3\)$", said.out, re.M)
    assert re.search(r"^phase take_some .*# rulebook.rules:16$", said.out, re.M)


def test_expand_takes_what_diff_takes(run: Run, countdown: Path) -> None:
    assert run("expand", f"{countdown}+house").out == run("expand", str(countdown), "-v", "house").out
    assert run("diff", f"{countdown}+house", f"{countdown}+house").code == 0


@pytest.mark.parametrize("variants", [(), ("introductory",)])
def test_expand_reads_back_as_the_same_rules(run: Run, tmp_path: Path, variants: tuple[str, ...]) -> None:
    """The printed rulebook must have the same rules as the original."""
    said = run("expand", SHIPPED, "--players", "2", *(word for name in variants for word in ("-v", name)))
    (tmp_path / "rulebook.rules").write_text(said.out, encoding="utf-8")
    printed = read_folder(tmp_path).declarations
    game = mercatoria.load(SHIPPED, variants)
    effective = game.folder.effective(2, game.variants, {}, Sink()).declarations
    again = [ast.bare(decl) for decl in printed]
    for decl in effective:
        if not isinstance(decl, (ast.Rule, ast.Phase)):  # The replacement keeps the citations in its text.
            assert ast.bare(decl) in again
    assert len(again) == len(effective)


def test_expand_as_data(run: Run, countdown: Path) -> None:
    data = run("expand", str(countdown), "-v", "house", "--json").data
    rules = {rule["key"]: rule for rule in data["rules"]}
    assert data["variants"] == ["house"]
    assert [change["line"] for change in rules["number biggest"]["changes"]] == [2]
    assert rules["number biggest"]["text"] == "number biggest = 1"
    assert rules["action take"]["changes"][0]["verb"] == "add needs"
    assert rules["phase take_some"]["changes"] == []
    assert "field Player.taken" in rules


def test_expand_refuses_what_does_not_go_together(run: Run, countdown: Path) -> None:
    (countdown / "variants" / "other.rules").write_text(HOUSE.replace("house", "other"), encoding="utf-8")
    said = run("expand", str(countdown), "-v", "house", "-v", "other")
    assert said.code == 1
    assert "E401" in said.err
    assert run("expand", str(countdown), "-v", "hosue").code == 2
    assert run("expand", f"{countdown}+hosue").code == 2
    assert run("expand", str(countdown), "-p", "9").code == 2


# ---------------------------------------------------------------- diff


def test_diff_of_equal_rules(run: Run, countdown: Path) -> None:
    said = run("diff", str(countdown), str(countdown))
    assert said.code == 0
    assert "no rule differs" in said.out


def test_diff_shows_what_changed(run: Run, countdown: Path) -> None:
    said = run("diff", str(countdown), f"{countdown}+house")
    assert said.code == 1
    assert "changed number biggest   set by house (variants/house.rules:2)" in said.out
    assert "    -number biggest = 2\n    +number biggest = 1\n" in said.out
    assert "2 rules differ" in said.out
    (countdown / "variants" / "one.rules").write_text(ONE, encoding="utf-8")
    assert "1 rule differs" in run("diff", str(countdown), f"{countdown}+one").out
    assert "+number" not in run("diff", str(countdown), f"{countdown}+house", "--brief").out


def test_diff_of_two_folders(run: Run, countdown: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(countdown, other)
    text = RULES.replace('end nothing_left at once when left = 0 "Nothing is left"', "end gone at once when left = 0")
    (other / "rulebook.rules").write_text(text.replace("    ", "        "), encoding="utf-8")
    data = run("diff", str(countdown), str(other), "--json").data
    assert [(each["form"], each["key"]) for each in data["differences"]] == [
        ("removed", "end nothing_left"),
        ("added", "end gone"),
    ]


def test_diff_of_boards(run: Run) -> None:
    data = run("diff", SHIPPED, f"{SHIPPED}+introductory", "--json").data
    assert not data["equal"]
    assert {each["form"] for each in data["things"]} == {"added"}


# ---------------------------------------------------------------- replay under other rules


def test_replay_names_the_first_move_that_differs(run: Run, countdown: Path, record: Path) -> None:
    said = run("replay", str(record), "--game", str(countdown), "--under", "house")
    assert said.code == 1
    assert "entry 2, Seat2: take(2): the move can no longer be played" in said.out
    assert "because of number biggest (changed): set by house (variants/house.rules:2)" in said.out
    assert "1 of 6 entries could be played under both" in said.out


def test_replay_under_the_same_rules(run: Run, countdown: Path, record: Path) -> None:
    said = run("replay", str(record), "--game", str(countdown), "--under", "base")
    assert said.code == 0
    assert "all 6 entries have the same result" in said.out


def test_replay_under_other_rules_as_data(run: Run, countdown: Path, record: Path) -> None:
    data = run("replay", str(record), "--game", str(countdown), "--under", "house", "--json").data
    assert [(each["form"], each["number"]) for each in data["partings"]] == [("moves", 1), ("refused", 2)]
    assert data["partings"][0]["told"] == ["only under the first: Seat1: take(2)"]
    assert data["partings"][1]["rules"][0]["changes"][0]["variant"] == "house"


def test_positions_part_before_moves_do(run: Run, countdown: Path, record: Path) -> None:
    house = HOUSE.split("    set")[0] + "    add rule bonus after take\n        raise player.taken by 1\n"
    (countdown / "variants" / "house.rules").write_text(house, encoding="utf-8")
    data = run("replay", str(record), "--game", str(countdown), "--under", "house", "--json").data
    (parting,) = data["partings"]
    assert (parting["form"], parting["number"]) == ("position", 1)
    assert parting["told"] == ["Seat1.taken: 1 and 2"]
    assert [rule["rule"] for rule in parting["rules"]] == ["trigger bonus"]


def test_replay_under_unknown_rules(run: Run, countdown: Path, record: Path) -> None:
    assert run("replay", str(record), "--game", str(countdown), "--under", "hose").code == 2
    data = json.loads(record.read_text(encoding="utf-8")) | {"rules": "0"}
    record.write_text(json.dumps(data), encoding="utf-8")
    assert run("replay", str(record), "--game", str(countdown), "--under", "house").code == 1


# ---------------------------------------------------------------- graph


@pytest.mark.parametrize("form", sorted(FORMATS))
@pytest.mark.parametrize("what", ["phases", "triggers", "flow"])
@pytest.mark.parametrize("game", GAMES)
def test_graph_is_drawn(run: Run, game: str, what: str, form: str) -> None:
    said = run("graph", game, "--of", what, "--format", form)
    assert said.code == 0
    assert said.out == run("graph", game, "--of", what, "--format", form).out
    if form == "svg":
        assert ET.fromstring(said.out).tag.endswith("svg")


def test_graph_shows_triggers_but_not_machinery(run: Run) -> None:
    carts = "tests/interpreter/lowering/carts"
    drawn = run("graph", carts, "--of", "triggers").out
    assert "A cart comes to a town<br/>each time space changes" in drawn
    assert "each time something enters hand" in drawn
    course = run("graph", carts, "--of", "phases").out
    assert "A cart leaves a town" in course
    assert '["?' not in course


@pytest.mark.parametrize("game", sorted({*mercatoria.shipped(), *GAMES, *HARD}))
def test_phases_lead_from_the_start_to_the_end(game: str) -> None:
    """Every node must be reachable, and every edge must connect two drawn nodes."""
    loaded = mercatoria.load(game)
    graph = phases(loaded.table(max(loaded.players), plain=True).flow.model)
    keys = {node.key for node in graph.nodes}
    assert {key for edge in graph.edges for key in (edge.source, edge.target)} <= keys
    reached, before = {"n0"}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= {edge.target for edge in graph.edges if edge.source in reached}
    ends = {node.key for node in graph.nodes if node.shape == "end"}
    assert keys - reached <= ends
    rows = layered(graph).rows
    assert sorted(key for row in rows for key in row if key in keys) == sorted(keys)


def test_graph_shows_decisions_with_their_actions(run: Run, tmp_path: Path) -> None:
    data = run("graph", PIG, "--json").data
    (decision,) = [node for node in data["nodes"] if node["shape"] == "decision"]
    assert decision["lines"][0] == "Roll the die"
    file = tmp_path / "pig.svg"
    assert run("graph", PIG, "-f", "svg", "--output", str(file)).code == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")


# ---------------------------------------------------------------- new


@pytest.mark.parametrize(
    ("name", "like"),
    [("my_game", "market"), ("x", "market"), ("a_very_long_name_of_a_game_that_nobody_would_choose", "map"),
     ("my_game", "cards"), ("my_game", "map"), ("my_game", "auction"), ("my_game", "dice")],
)  # fmt: skip
def test_a_new_game_passes_everything(run: Run, tmp_path: Path, name: str, like: str) -> None:
    folder = str(tmp_path / name)
    assert run("new", folder, "--title", 'The "Road": a game', "--like", like).code == 0
    assert "no faults" in run("check", folder).out
    assert run("test", folder).code == 0
    assert run("fmt", folder, "--check").code == 0
    assert "nothing is missing" in run("coverage", folder).out
    assert run("simulate", folder, "--games", "3", "--json").data["finished"] == 3


def test_new_refuses(run: Run, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("x", encoding="utf-8")
    assert run("new", str(tmp_path / "full")).code == 2
    assert run("new", str(tmp_path / "Not a Name")).code == 2
    assert "market" in run("new", str(tmp_path / "other"), "--like", "chess").err
    assert run("new", str(tmp_path / "fine"), "--json").data["files"]
