"""Tests house rules at the command line: variant files outside a game's folder, and named options."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from tests.mercatoria.conftest import SHIPPED, Ran

Run = Callable[..., Ran]

FAIR = """\
rulebook fair "Fair"
    players 2 to 3

kind Good: Wool, Cloth, Spice

option favourite: Good = Cloth "Which good is dear?"
option prize: 0 to 20 step 5 = 10
option long: flag = no

each Player has
    points: 0 to 99 = 0

round "A day"
    turn of player in Player
        player must sell

action sell(good: Good) "Sell"
    then
        raise player.points by (if good = favourite then prize else 1) clamped

end over of round when round.number = (if long then 3 else 2)

scoring of p in Player
    points: p.points
"""

DEAR = """\
variant dear "Spice is dear" of fair
    new option second: Good = Spice "Which good is dear as well?"
    add rule bonus after sell when good = second
        raise you.points by 3 clamped
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    folder = tmp_path / "fair"
    folder.mkdir()
    (folder / "rulebook.rules").write_text(FAIR, encoding="utf-8")
    return folder


@pytest.fixture
def dear(tmp_path: Path) -> Path:
    """Return a variant file outside the folder of its game."""
    file = tmp_path / "dear.rules"
    file.write_text(DEAR, encoding="utf-8")
    return file


def scores(game: mercatoria.Game, good: str) -> tuple[int, ...]:
    """Return the points of a game in which every player sells the same good."""
    state = game.start(players=2)
    while not state.is_over:
        seat = state.table.flow.model.seats[state.deciders[0]]
        state.apply(game.parse_move(f"{seat}: sell({good})", 2))
    return tuple(state.scores)


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("options", "good", "wanted"),
    [
        ({}, "Cloth", (20, 20)),
        ({"favourite": "Wool"}, "Cloth", (2, 2)),
        ({"favourite": "Wool", "prize": "5"}, "Wool", (10, 10)),
        ({"long": "yes", "prize": 15}, "Cloth", (45, 45)),
    ],
)
def test_options_are_chosen_by_word(fair: Path, options: dict[str, object], good: str, wanted: tuple[int, ...]) -> None:
    assert scores(mercatoria.load(str(fair), options=options), good) == wanted


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("favourite=Wol", "must be one of Wool, Cloth, Spice, not `Wol`; did you mean `Wool`?"),
        ("favourite=9", "must be one of Wool, Cloth, Spice, not `9`"),
        ("prize=7", "must be from 0 to 20 in steps of 5, not 7"),
        ("prize=25", "must be from 0 to 20, not 25"),
        ("prize=many", "must be a number, not `many`"),
        ("long=perhaps", "must be yes or no, not `perhaps`"),
        ("favorite=Wool", "did you mean `favourite`?"),
        ("second=Wool", "there is no option `second`"),
    ],
)
def test_invalid_option_values(run: Run, fair: Path, option: str, words: str) -> None:
    said = run("simulate", str(fair), "--players", "2", "--games", "1", "--option", option)
    assert said.code == 2
    assert words in said.err


def test_options_of_a_variant(run: Run, fair: Path, dear: Path) -> None:
    given = ["--variant", str(dear), "--option", "second=Wool", "--option", "favourite=Spice"]
    assert scores(mercatoria.load(str(fair), [str(dear)], {"second": "Wool"}), "Wool") == (8, 8)
    assert run("simulate", str(fair), "--players", "2", "--games", "2", *given).code == 0
    assert "# Options: favourite = Spice, second = Wool." in run("expand", str(fair), *given).out


def test_options_of_a_shipped_variant(run: Run) -> None:
    given = ("--variant", "cunning_negotiator", "--option", "deals_per_turn=3")
    said = run("expand", "merchants_of_the_middle_ages", *given)
    assert said.code == 0
    assert "deals_per_turn = 3" in said.out


def test_a_ruling_is_chosen_like_an_option(run: Run, tmp_path: Path) -> None:
    game, ruling = "merchants_of_medieval_europe", ("--option", "proposals_in_vain=2")
    assert "# Options: proposals_in_vain = 2." in run("expand", game, *ruling).out
    state = mercatoria.load(game, options={"proposals_in_vain": 2}).start(3, seed=1)
    (tmp_path / "game.json").write_text(state.to_json(), encoding="utf-8")
    assert run("replay", str(tmp_path / "game.json")).code == 0
    assert run("expand", game, "--option", "proposals_in_vain=100").code == 2


# ---------------------------------------------------------------- variants in separate files


@pytest.mark.slow
def test_a_variant_by_its_path(run: Run, fair: Path, dear: Path) -> None:
    assert scores(mercatoria.load(str(fair), [str(dear)]), "Spice") == (8, 8)
    played = run("play", str(fair), "--players", "2", "--variant", str(dear), "--player", "random", "--json")
    assert played.data["variants"] == ["dear"]
    assert run("simulate", str(fair), "--players", "2", "--games", "4", "--jobs", "2", "--variant", str(dear)).code == 0
    differ = run("diff", str(fair), f"{fair}+{dear}")
    assert "added trigger bonus" in differ.out


def test_a_record_finds_the_file_again(run: Run, fair: Path, dear: Path, tmp_path: Path) -> None:
    game = mercatoria.load(str(fair), [str(dear)], {"second": "Wool"})
    state = game.start(players=2)
    state.apply(state.moves()[0])
    record = tmp_path / "record.json"
    record.write_text(state.to_json(), encoding="utf-8")
    assert json.loads(state.to_json())["options"] == {"second": "Wool"}
    stranger = run("replay", str(record), "--game", str(fair))
    assert stranger.code == 1
    assert f"if you trust the file, pass it with --variant {dear}" in stranger.err
    trusted = ("replay", str(record), "--game", str(fair), "--variant", str(dear))
    assert run(*trusted).code == 0
    assert "because of trigger bonus" in run(*trusted, "--under", "base").out
    dear.unlink()
    gone = run(*trusted)
    assert gone.code == 1
    assert "there is no variant file" in gone.err


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (None, 2, "there is no variant file"),
        ("number days = 3\n", 2, "contains no variant"),
        ("variant v\n", 1, "E0"),
        ('variant v "V" of fair\n    set prise to 5\n', 1, "did you mean `prize`?"),
    ],
)
def test_files_that_are_none(run: Run, fair: Path, tmp_path: Path, text: str | None, code: int, words: str) -> None:
    file = tmp_path / "other.rules"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    said = run("simulate", str(fair), "--players", "2", "--games", "1", "--variant", str(file))
    assert said.code == code
    assert words in said.out + said.err
    if "did you" in words:
        assert f"{file}:2:" in said.out + said.err


def test_an_unknown_name_tells_that_files_are_possible(run: Run) -> None:
    assert "the path of a file" in run("simulate", SHIPPED, "--variant", "zzz", "--games", "1").err


def test_a_name_that_the_game_has_already(run: Run, fair: Path, dear: Path) -> None:
    (fair / "variants").mkdir()
    copy = fair / "variants" / "dear.rules"
    copy.write_text(DEAR, encoding="utf-8")
    assert run("expand", str(fair), "--variant", str(copy)).code == 0
    said = run("expand", str(fair), "--variant", str(dear))
    assert said.code == 1
    assert "already has a variant `dear`" in said.out + said.err


@pytest.mark.slow
def test_a_rule_that_fails_in_another_process(
    run: Run, fair: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # The command saves the game in the current folder.
    file = tmp_path / "breaks.rules"
    rule = "    add rule breaks after sell\n        lower you.points by 99\n"
    file.write_text(f'variant breaks "Breaks" of fair\n{rule}', encoding="utf-8")
    said = run("simulate", str(fair), "--players", "2", "--games", "4", "--jobs", "2", "--variant", str(file))
    assert said.code == 1
    assert f"{file}:3:" in said.out + said.err
