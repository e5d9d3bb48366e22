"""Tests the entries `about`, `first_game` and `hide` of a picture file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from dsl.diagnostics import Sink
from dsl.folder import read_folder, translated_folder
from mercatoria.inspection import folder_faults
from mercatoria.picture import BOTS, FILE, About, FirstGame, described, introduction, picture_of, read_picture
from mercatoria.picture.stage import titles_of
from mercatoria.players import is_player
from tests.mercatoria.conftest import CHIPS, loaded


def test_the_bots_of_a_first_game_exist() -> None:
    assert all(map(is_player, BOTS))


@pytest.mark.parametrize("slug", mercatoria.shipped())
def test_every_shipped_game_has_an_introduction(slug: str) -> None:
    game = loaded(slug)
    about, first = introduction(game.folder)
    assert about.say.endswith(".")
    assert about.luck
    assert 0 < about.minutes[0] <= about.minutes[1]
    assert about.weight in (1, 2, 3, 4)
    picture = picture_of(game.start(game.players[-1], 1).table)
    assert (picture.about, picture.first_game) == (about, first)
    state = mercatoria.load(slug, first.variants).start(first.players, 1)
    assert not state.is_over


def test_an_introduction_can_be_translated() -> None:
    folder = read_folder(mercatoria.load("merkator").folder.path)
    german = translated_folder(folder, "de").folder
    english, other = introduction(folder)[0], introduction(german)[0]
    assert other.say.startswith("Reist")
    assert other.luck != english.luck
    assert other.minutes == english.minutes


def test_titles_of_areas_can_be_translated() -> None:
    english = loaded("merkator").start(2, 1).table
    folder = translated_folder(read_folder(loaded("merkator").folder.path), "de").folder
    here = titles_of(picture_of(english).stage)
    other = titles_of(read_picture(folder, english.checked, Sink()).stage)
    assert here.keys() == other.keys() == {key for key in described(folder) if key.startswith("stage.")}
    assert (here["stage.stock"], other["stage.stock"]) == ("My counting house", "Mein Kontor")
    assert not {key for key, title in here.items() if other[key] == title}


def test_a_game_without_a_picture_file_has_an_empty_introduction(game: Callable[[str], Path]) -> None:
    folder = read_folder(game(CHIPS.format(chips="3")))
    assert introduction(folder) == (About(), FirstGame())


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "said"),
    [
        ("about: {says: x}", "E231", 1, 9, "says"),
        ("about: x", "E233", 1, 8, "about"),
        ("about:\n  minutes: [90, 60]", "E233", 2, 12, "minutes"),
        ("about: {minutes: [0, 60]}", "E233", 1, 19, "1 to 999"),
        ("about: {minutes: [60]}", "E233", 1, 18, "minutes"),
        ("about: {weight: 5}", "E233", 1, 17, "1 to 4"),
        ("about: {weight: yes}", "E233", 1, 17, "1 to 4"),
        ("about: {weight: heavy}", "E233", 1, 17, "whole number"),
        ("first_game: {players: 4}", "E233", 1, 23, "2 to 3"),
        ("first_game: {bots: clever}", "E241", 1, 20, "clever"),
        ("first_game: {variants: [short]}", "E241", 1, 25, "short"),
        ("omit: [pot]", "E231", 1, 1, "omit"),
    ],
)
def test_check_finds_faults_at_their_position(
    text: str, code: str, line: int, column: int, said: str, game: Callable[[str], Path]
) -> None:  # fmt: skip
    folder = game(CHIPS.format(chips="3"))
    (folder / FILE).write_text(text, encoding="utf-8")
    read = read_folder(folder)
    (fault,) = (fault for fault in folder_faults(read).found if fault.code.startswith("E"))
    assert (fault.code, fault.span.line, fault.span.column) == (code, line, column)
    assert said in fault.title
    introduction(read)


def test_the_old_name_of_hide_gets_a_hint(game: Callable[[str], Path]) -> None:
    folder = game(CHIPS.format(chips="3"))
    (folder / FILE).write_text("omit: [pot]", encoding="utf-8")
    (fault,) = (fault for fault in folder_faults(read_folder(folder)).found if fault.code == "E231")
    assert "`hide`" in fault.hint
