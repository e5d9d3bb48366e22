"""Tests of the bridge to the outside panel, with our own engine in the place of the other program."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

import mercatoria
from bench.outside import wire
from bench.outside.__main__ import main
from bench.outside.board import GAME, VARIANTS, board_of, coordinates
from bench.outside.ladder import as_markdown, row_of, rows_in, share_of_wins
from bench.outside.lockstep import OURS, Differs, LockStep
from bench.outside.match import play_match
from bench.outside.results import GameResult, OtherMatch, Results, Setting, version_of_players, version_of_program
from dsl.source import NOWHERE
from interpreter.game import Game, State
from interpreter.position import PlayFault
from mercatoria.players import seeded
from tests.bench.own_side import OwnSide
from tests.mercatoria.conftest import ROOT

SETTING = Setting("random", "R", 2, 1, "this")


@pytest.fixture(scope="module")
def game() -> Game:
    return mercatoria.load(str(GAME), variants=VARIANTS)


@pytest.fixture
def other(game: Game) -> OwnSide:
    return OwnSide(game)


def test_the_board_has_every_corner_path_and_harbour(game: Game) -> None:
    board = board_of(game.table(2))
    assert [len(board[part]) for part in ("hexes", "corners", "paths", "harbours")] == [19, 54, 72, 18]
    assert board["hexes"]["Dunes"] == ([0, 0, 0], None, 0)
    assert board["harbours"]["Oatfield_S"] == "Wool" and board["harbours"]["Beechwood_N"] is None
    assert all(name in board["hexes"] for name, _ in board["corners"].values())


def test_every_second_row_lies_half_a_hex_to_the_right() -> None:
    assert coordinates([[".", "A", "B"], ["C", "D", "E"], [".", "F", "G"]])["C"] == [-1, 1, 0]
    assert coordinates([["A", "B"], ["C", "D", "E"], ["F", "G"]])["D"] == [0, 0, 0]


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_game_against_ourselves_does_not_differ(game: Game, other: OwnSide, players: int) -> None:
    course = LockStep(game, other, "R", {0: seeded("greedy", 1, 0)}, players, 1).play()
    assert course.winner in range(players)
    assert course.plies > 100 and course.decisions[OURS] > 10 and course.mended_roads == 0


def test_another_position_is_a_difference(game: Game, other: OwnSide) -> None:
    other.spoilt = other.start(2, "R", 1) | {"robber": "Redhill"}  # type: ignore[assignment]
    step = LockStep(game, other, "R", {}, 2, 1)
    with pytest.raises(Differs, match=r"after 0 plies .* robber: ours Dunes, theirs Redhill"):
        step.play()


def test_words_that_only_one_engine_offers_are_a_difference_unless_they_are_roads(game: Game, other: OwnSide) -> None:
    standing = other.start(2, "R", 1)
    other.spoilt = standing | {"legal": [*standing["legal"], "road:Dunes_Oakwood"]}  # type: ignore[assignment]
    step = LockStep(game, other, "R", {}, 2, 1)
    step._check_legal(set(standing["legal"]))
    with pytest.raises(Differs, match="legal words"):
        step._check_legal({*standing["legal"], "buy"})
    with pytest.raises(Differs, match="legal words"):
        step._check_legal(set(standing["legal"][1:]))


@pytest.mark.slow
def test_wrong_roads_are_mended_and_counted(game: Game, other: OwnSide) -> None:
    other.spoilt = other.start(2, "R", 1) | {"roads": [7, 0]}  # type: ignore[assignment]
    course = LockStep(game, other, "R", {}, 2, 1).play()
    assert course.mended_roads == other.settled == 1


@pytest.mark.slow
def test_a_stopped_match_resumes_with_the_same_games(game: Game, other: OwnSide, tmp_path: Path) -> None:
    whole = [result.share for result in play_match(game, other, Results(tmp_path / "whole", SETTING), 4)]
    results = Results(tmp_path / "part", SETTING)
    played = play_match(game, other, results, 4)
    first = next(played)
    path = tmp_path / "part" / SETTING.file_name
    path.write_text(path.read_text(encoding="utf-8") + '{"deal": 0, "se', encoding="utf-8")
    rest = list(play_match(game, other, Results(tmp_path / "part", SETTING), 4))
    assert [first.share, *(result.share for result in rest)] == whole and len(whole) == 4
    assert len(path.read_text(encoding="utf-8").splitlines()) == 5
    assert not list(play_match(game, other, Results(tmp_path / "part", SETTING), 4))


def test_games_of_other_players_are_not_mixed_in(tmp_path: Path) -> None:
    Results(tmp_path, SETTING).add(GameResult(0, 0, 1.0))
    with pytest.raises(OtherMatch, match="name another `--folder`"):
        Results(tmp_path, replace(SETTING, version="that"))
    (tmp_path / SETTING.file_name).write_text("[]\n", encoding="utf-8")
    with pytest.raises(OtherMatch, match="is not a file of results"):
        Results(tmp_path, SETTING)


def test_a_deal_is_one_observation() -> None:
    one_each = [GameResult(deal, seat, float(seat == 0)) for deal in range(40) for seat in range(2)]
    estimate = share_of_wins(2, one_each)
    assert (estimate.number, estimate.mean) == (40, 0.5)
    spread = [GameResult(deal, seat, float(deal % 2)) for deal in range(40) for seat in range(2)]
    assert share_of_wins(2, spread).radius > estimate.radius
    assert share_of_wins(2, [*one_each, GameResult(40, 0, 1.0)]).number == 40
    assert share_of_wins(2, [*one_each, GameResult(40, 0, 1.0), GameResult(40, 1, 0.0, fault="x")]).number == 40


def test_the_ladder_as_a_table(tmp_path: Path) -> None:
    results = Results(tmp_path, SETTING)
    for seat in range(2):
        results.add(GameResult(0, seat, float(seat), 50, 0, {"ours": 0.5, "theirs": 1.0}, {"ours": 10, "theirs": 10}))
    assert rows_in(tmp_path) == [row_of(SETTING, results.games)]
    assert as_markdown(rows_in(tmp_path)).splitlines()[-1].startswith("| 2 | random | R | 2 | 50.0% |")
    assert as_markdown(rows_in(tmp_path)).endswith("| 50% | 50.0 | 100.0 |")


def test_the_command_prints_the_ladder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Results(tmp_path, SETTING).add(GameResult(0, 0, 1.0))
    assert main(["--table", "--json", "--folder", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["ours"] == "random"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ours", "nobody"], "no player is called `nobody`"),
        (["--games", "0"], "name at least 1"),
        (["--source", "", "--python", ""], "see docs/outside.md"),
        (["--source", "nowhere", "--python", sys.executable], "does not contain the package `catanatron`"),
        (["--source", "catanatron", "--python", "nowhere"], "does not exist, but `--python` names it"),
        (["--source", "catanatron", "--python", "."], "cannot be run"),
        (["--source", "catanatron", "--python", "catanatron/notes.txt"], "cannot be run"),
        (["--source", "catanatron/notes.txt", "--python", sys.executable], "does not contain the package `catanatron`"),
    ],
)
def test_mistakes_in_the_command(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    (tmp_path / "catanatron" / "catanatron").mkdir(parents=True)
    (tmp_path / "catanatron" / "notes.txt").write_text("no program", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([*arguments, "--folder", "results"])
    assert message in capsys.readouterr().err
    assert not (tmp_path / "results").exists()


def test_a_source_of_another_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "catanatron").mkdir()
    (tmp_path / "catanatron" / "__init__.py").touch()
    with pytest.raises(SystemExit):
        main(["--source", str(tmp_path), "--python", sys.executable, "--folder", str(tmp_path / "results")])
    assert "is not catanatron 3.3.0" in capsys.readouterr().err


SERVED = """import json, sys
standing = {standing}
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "start" and asked["bot"] not in ("R", "Q"):
        told = {{"fault": "no bot is called `X`"}}
    elif asked["do"] == "start" or asked["do"] == "board":
        told = {{"standing": standing}}
    else:
        {at_a_move}
    print(json.dumps(told), flush=True)
"""


@pytest.fixture
def served(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """Return a function that replaces the other program, and returns the arguments of a match against it."""

    def made(at_a_move: str) -> list[str]:
        (tmp_path / "catanatron").mkdir(exist_ok=True)
        program = tmp_path / "serving.py"
        standing = OwnSide(game).start(2, "R", 1)
        program.write_text(SERVED.format(standing=standing, at_a_move=at_a_move), encoding="utf-8")
        monkeypatch.setattr(wire, "SERVING", program)
        return ["--source", str(tmp_path), "--python", sys.executable, "--folder", str(tmp_path / "results")]

    return made


@pytest.mark.parametrize(
    ("at_a_move", "message"),
    [
        ("sys.exit(3)", "ended without an answer"),
        ("import os; os.kill(os.getpid(), 9)", "ended without an answer"),
        ("told = 1; print('hello')", "answered `hello`, which is not JSON"),
        ("told = []", "answered `[]`, which is not an object with the key `standing`"),
        ("told = {'choice': {}}", "which is not an object with the key `standing`"),
        ("print('{\"standing\":', end='', flush=True); sys.exit(0)", "which is not JSON"),
    ],
)
def test_a_program_that_fails_ends_the_match_with_a_sentence(
    at_a_move: str, message: str, served: Callable[[str], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*served(at_a_move), "--ours", "random", "--theirs", "R"])
    said = capsys.readouterr()
    assert message in said.err and ended.value.code == 2


def test_a_match_without_games_leaves_no_row(
    served: Callable[[str], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = served("sys.exit(3)")
    for theirs in ("X", "R"):
        with pytest.raises(SystemExit):
            main([*arguments, "--theirs", theirs])
    assert "no bot is called `X`" in capsys.readouterr().err
    assert not list((tmp_path / "results").glob("*"))
    file = tmp_path / "results" / "old.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"format": 1, **asdict(SETTING)}) + "\n", encoding="utf-8")
    assert rows_in(file.parent) == [], "stopped versions of this program left such files"


def test_a_name_of_their_bot_stays_inside_the_folder(tmp_path: Path) -> None:
    assert replace(SETTING, theirs="F:../../x").file_name == "random-against-F_______x-2-seats-seed-1.jsonl"
    assert replace(SETTING, theirs="AB+:2").file_name == "random-against-AB+_2-2-seats-seed-1.jsonl"


def test_a_folder_that_cannot_be_written_is_named(
    served: Callable[[str], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = served("told = []")
    (tmp_path / "results").write_text("a file", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(arguments)
    assert "cannot be a folder of results" in capsys.readouterr().err


def test_games_against_another_program_are_not_mixed_in(tmp_path: Path) -> None:
    (tmp_path / "one" / "catanatron").mkdir(parents=True)
    file = tmp_path / "one" / "catanatron" / "value.py"
    file.write_text("weight = 1\n", encoding="utf-8")
    first = version_of_program(tmp_path / "one")
    file.write_text("weight = 2\n", encoding="utf-8")
    second = version_of_program(tmp_path / "one")
    assert first != second and len(first) == 16
    results = Results(tmp_path, replace(SETTING, program=first))
    results.add(GameResult(0, 0, 1.0))
    with pytest.raises(OtherMatch, match="of another version of the other program"):
        Results(tmp_path, replace(SETTING, program=second))


@pytest.mark.parametrize(
    "folder", ["interpreter", "dsl", "grammars", "mercatoria/players", "mercatoria/worlds", "bench/outside"]
)
def test_the_version_covers_everything_that_decides_our_moves(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = version_of_players()
    changed = next(path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in {".py", ".lark"})
    whole = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: whole(path) + (b"#" if path == changed else b""))
    assert version_of_players() != before


def test_games_that_a_rule_ends_are_given_up_and_reported(
    game: Game, other: OwnSide, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise PlayFault("a rule failed", NOWHERE)

    monkeypatch.setattr(State, "apply", failing)
    (first, *_) = play_match(game, other, Results(tmp_path, SETTING), 1)
    assert first.fault == "our engine failed: built in:1:1: a rule failed"
