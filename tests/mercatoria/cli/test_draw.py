"""Tests that `draw` shows a record or a game as a picture and as text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mercatoria.conftest import FAR_BOARD, FAR_RULES, PIG, SHIPPED, Ran, loaded


def test_a_game_is_drawn_before_its_first_move(run: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert run("draw", SHIPPED, "-o", str(file)).out == f"written: {file}\n"
    assert file.read_text(encoding="utf-8").startswith("<svg ")
    assert "mx-panel" in file.read_text(encoding="utf-8")
    assert "mx-panel" not in run("draw", SHIPPED, "--map").out.rpartition("</style>")[2]


def test_a_simple_layout_is_announced_beside_the_picture(
    run: Callable[..., Ran], game: Callable[..., Path], tmp_path: Path
) -> None:
    far = str(game(FAR_RULES, board__yaml=FAR_BOARD))
    for args in (("-o", str(tmp_path / "board.svg")), ("--map",)):
        said = run("draw", far, *args)
        assert said.code == 0
        assert said.err.startswith("mercatoria: this board is too large for a careful layout: lines are straight")
        assert len(said.err.splitlines()) == 1
    assert not run("draw", far, "--text").err
    assert not run("draw", SHIPPED, "--map").err


def test_a_record_is_drawn_in_words_as_a_seat_sees_it(run: Callable[..., Ran], tmp_path: Path) -> None:
    state = loaded(SHIPPED).start(3, seed=2)
    for _ in range(5):
        state.apply(state.moves()[0])
    record, file = tmp_path / "record.json", tmp_path / "board.txt"
    record.write_text(state.to_json(), encoding="utf-8")
    assert run("draw", str(record), "-o", str(file)).code == 0
    by_all = file.read_text(encoding="utf-8")
    assert by_all.count("guilders: hidden") == 3
    by_one = run("draw", str(record), "--text", "--seat", "red").out
    assert by_one.count("guilders: hidden") == 2
    assert by_one == run("draw", str(record), "--text", "--seat", "0").out
    assert run("draw", str(record), "--text", "--upto", "0").out != by_all


def test_undrawable_parts_are_reported(run: Callable[..., Ran]) -> None:
    said = run("draw", SHIPPED, "--seat", "Nobody")
    assert said.code == 2
    assert "there is no player `Nobody`; the players are Red, Blue" in said.err
    said = run("draw", PIG, "--map")
    assert said.code == 2
    assert "has no map" in said.err
    assert run("draw", "no_such_game").code != 0


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("gone.json",), "there is no file `gone.json`"),
        (
            (SHIPPED, "-o", "board.png"),
            "the name of a picture must end in .svg, the name of a text file must end in .txt or .md, not in `.png`",
        ),
        ((SHIPPED, "--text", "-o", "board.svg"), "the name of a text file must end in .txt or .md, not in `.svg`"),
        ((SHIPPED, "-o", "no_such_folder/board.svg"), "there is no such file or folder"),
        ((SHIPPED, "--upto", "3"), f"`{SHIPPED}` is a game"),
    ],
)
def test_conflicting_choices_are_refused(run: Callable[..., Ran], args: tuple[str, ...], words: str) -> None:
    said = run("draw", *args)
    assert said.code == 2
    assert words in said.err
    assert not said.out


def test_a_record_has_its_own_players_variants_and_length(run: Callable[..., Ran], tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text(loaded(SHIPPED).start(3, seed=2).to_json(), encoding="utf-8")
    assert "a record has its own number of players" in run("draw", str(record), "--players", "4").err
    for asked, words in (
        (("--variant", "for_two"), "the record is played without variants, not with `for_two`"),
        (("--upto", "9999"), "entries, not 9999"),
    ):
        said = run("draw", str(record), *asked)
        assert said.code != 0
        assert words in said.err
        assert not said.out
