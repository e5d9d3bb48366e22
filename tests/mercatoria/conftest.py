"""Fixtures that run the command line in this process, and games with deliberate errors."""

import json
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mercatoria
from mercatoria.cli import main
from mercatoria.console import progress_display

ROOT = Path(__file__).resolve().parents[2]
PIG = str(ROOT / "docs" / "examples" / "pig")
TIC_TAC_TOE = str(ROOT / "docs" / "examples" / "tic_tac_toe")
KUHN = str(ROOT / "docs" / "examples" / "kuhn_poker")
BIDS = str(ROOT / "docs" / "examples" / "sealed_bid")
SHIPPED = "medieval_merchant"


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@cache
def loaded(game: str) -> mercatoria.Game:
    """Return a shared game. Tests must not change it."""
    return mercatoria.load(game)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run a command, and check that it prints no traceback."""
    monkeypatch.delenv("MERCATORIA_DEBUG", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(progress_display, "EACH_LINE", math.inf)  # Suppress progress lines.

    def ran(*args: str) -> Ran:
        code = main(list(args))
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Ran(code, said.out, said.err)

    return ran


@pytest.fixture
def game(tmp_path: Path) -> Callable[[str], Path]:
    """Return the folder of a game with these rulebook lines."""

    def written(rules: str, **files: str) -> Path:
        folder = tmp_path / "made_up"
        folder.mkdir(exist_ok=True)
        (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
        for name, text in files.items():
            (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
        return folder

    return written


FAR_RULES = """\
rulebook far "Far apart"
    players 2
    board "board.yaml"

kind Place from board
kind Road from board between Place

each Place has
    visited: flag = no

round "Turns"
    turn of player in Player
        player must visit

action visit(goal: Place) "Visit"
    then
        set goal.visited to yes

end over of round when round.number = 2
"""
FAR_BOARD = """\
board: {title: Far apart, reconstructed: false}
Place:
  Home: {at: [0, 0]}
  Near: {at: [1, 0]}
  Far: {at: [40000, 40000]}
Road:
  Long: {ends: [Home, Far]}
"""
"""A board that is too large for the slow layout."""

COUNTDOWN = """\
rulebook countdown "Countdown"
    players 2 to 3

game has
    left: 0 to 5 = {start}
    share: 0 to 99 = 0

each Player has
    taken: 0 to 99 = 0

round "Turns"
    turn of player in Player
        do take_some

phase take_some "Take some"
    player must take

action take(number: 1 to 2) "Take"
    needs enough: number <= left
    then
        lower left by number
        raise player.taken by number
        {after}

end nothing_left at once when left = 0 "Nothing is left"

scoring of p in Player
    taken: p.taken

ranking of p in Player by most p.taken
"""


CHIPS = """\
rulebook chips "Chips"
    players 2 to 3

kind Card, 3 to 8
kind Chip with 9 pieces

each Player has
    chips: secret bag of Chip = 2 of Chip
    cards: pile of Card

game has
    pack: stack of Card = Card
    pot: bag of Chip = 1 of Chip

round "A card"
    draw 1 from pack to box
    turn of player in Player
        player must take

action take "Take"
    costs chip: 1 of Chip from you.chips to pot
    then
        move pack.top from pack to you.cards

end over of round when round.number = 2

scoring of p in Player
    cards: sum(c.number for c in p.cards)
    chips: {chips}

ranking of p in Player by least score(p)
"""


@pytest.fixture
def countdown(game: Callable[[str], Path]) -> Callable[..., Path]:
    """Return a game of a few moves. The statement `after` runs after each move."""

    def made(after: str = "set share to 0", start: int = 5) -> Path:
        return game(COUNTDOWN.format(start=start, after=after))

    return made
