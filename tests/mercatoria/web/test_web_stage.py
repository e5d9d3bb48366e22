"""Tests that the page shows the areas of the board with the names, descriptions and moves of the things in them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from visiting import EXAMPLES, seated, serving, set_up

STOCKED, CARDS = "merkator", str(EXAMPLES / "commerce")


RULES = """\
rulebook purses "Purses"
    players 2

kind Hut for each Player with 5 pieces each
kind Ware: Silk, Rope with unlimited pieces

each Player has
    purse: money = 13
    huts: bag of own Hut = 5 of Hut
    goods: bag of Ware = 2 of Silk

round "Turns"
    turn of player in Player
        player may gain, pass "rest"

action gain "Take a coin"
    then bank pays 1 to you

end done of round when round.number = 3 "Done"
"""
PICTURE = """\
stage: [{mine: [purse, huts, goods]}]
players: [{field: purse}, {field: huts}, {field: goods, as: cards}]
"""


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    folder = tmp_path / "purses"
    folder.mkdir()
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (folder / "picture.yaml").write_text(PICTURE, encoding="utf-8")
    return folder


class Things(HTMLParser):
    """Collects the attributes of elements that show a thing, and the classes of all elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.things: list[dict[str, str]] = []
        self.classes: list[str] = []
        self.ids: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.classes += found.get("class", "").split()
        if "id" in found:
            self.ids.append(found["id"])
        if "data-thing" in found and "data-name" in found:
            self.things.append(found)


@pytest.mark.slow
def test_a_collection_stands_on_the_board_with_its_moves(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=(STOCKED,)) as browser:
        first, *_ = set_up(browser, STOCKED, "human", "human")
        ann, hers = seated(browser, first, "Ann")
        page = ann.get(hers).text
        found = Things(page)
        assert found.classes.count("box") == 16
        assert found.classes.count("column") == 6
        assert "face" in found.classes
        assert "ladder" not in found.classes or found.classes.count("areas") == 1
        assert all(thing["aria-label"] for thing in found.things)
        assert len(found.ids) == len(set(found.ids))
        moves = {number for thing in found.things for number in thing.get("data-moves", "").split()}
        assert moves <= set(re.findall(r'data-move="(\d+)"', page))
        watching = Things(browser.get(hers.partition("/seat")[0]).text)
        assert watching.classes.count("box") == 16
        assert not any("data-moves" in thing for thing in watching.things)


@pytest.mark.slow
def test_a_table_on_the_stage_takes_the_focus(tmp_path: Path) -> None:
    """On a small window it scrolls, also when nothing in it can be chosen."""
    game = "merchants_of_the_middle_ages"
    with serving(tmp_path / "tables.db", games=(game,)) as browser:
        first, *_ = set_up(browser, game, "human", "human", "human")
        ann, hers = seated(browser, first, "Ann")
        ladders = re.findall(r'<section class="area ladder"[^>]*>', ann.get(hers).text)
        assert ladders and all('tabindex="0"' in ladder for ladder in ladders)


def test_a_game_without_a_map_shows_cards_on_its_board(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=(CARDS,)) as browser:
        first, *_ = set_up(browser, CARDS, "human", "human", "human")
        ann, hers = seated(browser, first, "Ann")
        found = Things(ann.get(hers).text)
        assert "areas" in found.classes
        assert "alone" in found.classes
        assert "face" in found.classes
        assert "big" in found.classes


def test_own_pieces_and_money_look_like_pieces_and_coins(tmp_path: Path, made_up: Path) -> None:
    with serving(tmp_path / "tables.db", games=(str(made_up),)) as browser:
        first, *_ = set_up(browser, str(made_up), "human", "human")
        ann, hers = seated(browser, first, "Ann")
        page = ann.get(hers).text
        found = Things(page)
        assert found.classes.count("coin") == 4
        assert found.classes.count("pieces") == 1
        assert page.count('<span class="shape disc"></span>') == 5
        assert found.classes.count("resource") == 1
