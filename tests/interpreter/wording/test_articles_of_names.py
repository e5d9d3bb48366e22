"""Tests of the articles of display names, and of the nouns that they give to their kinds."""

from __future__ import annotations

from pathlib import Path

import mercatoria
from interpreter.wording import display_names

RULES = """\
rulebook posts "Posts"
    players 2
    seats Red, Blue
    board "board.yaml"

kind Place from board
kind Card from board called "the {place} card"
    place: Place
kind Cube: Green, Orange with 3 pieces each called "a {this} cube"
kind Hour with unlimited pieces called "a time token"
kind Post for each Player with 3 pieces each called "{this.owner}’s trading post"

round "A day"
    turn of p in Player
        p chooses n in 1 to 2

end late of round when round.number = 3
"""
BOARD = """\
board: {title: Posts, reconstructed: false}
Place:
  Netherlands: {called: the Netherlands}
Card:
  First: {place: Netherlands}
"""


def test_names_have_one_article_that_fits(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "board.yaml").write_text(BOARD, encoding="utf-8")
    names = display_names(mercatoria.load(str(tmp_path)).start(2).table)
    assert [names.thing(name) for name in ("First", "Green", "Orange", "Post_Red")] == [
        "the Netherlands card", "a Green cube", "an Orange cube", "Red’s trading post",
    ]  # fmt: skip
    assert [names.counted(name, 2) for name in ("Orange", "Hour", "Post_Red")] == [
        "2 Orange cubes", "2 time tokens", "2 trading posts of Red",
    ]  # fmt: skip
    assert names.kind("Hour", plural=True) == "time tokens"
