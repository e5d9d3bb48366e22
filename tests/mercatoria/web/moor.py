"""A small game for one or two players in which legal moves concern places, lines, areas and moving pieces."""

from __future__ import annotations

from pathlib import Path

RULES = """\
rulebook moor "The Moor"
    players 1 to 2
    seats Red, Blue
    board "board.yaml"
    money pennies

kind Moor: High, Low

kind Inn from board
    toll: 0 to 9
    moor: Moor

kind Path from board between Inn

kind Cart for each Player

each Player has
    purse: money = 50 "penny/pennies"

each Cart has
    at: Inn = Oak

game has
    mended(Path): flag = no
    surveyed(Moor): flag = no
    fog: 0 to 9 = 0

round "A day"
    turn of player in Player
        player may send or walk or mend or survey, repeatedly, pass "rest"

action walk(cart: Cart where cart.owner = you, inn: Inn where inn != cart.at) "Walk"
    says "walk to {inn} with {cart}"
    then
        set cart.at to inn

action send(inn: Inn, other: Inn where other != inn and inn in {Elm, Yew}) "Send a letter"
    says "send a letter to {inn} from {other}"
    costs price: other.toll to bank

action mend(path: Path where not mended(path)) "Mend a path"
    says "mend {path}"
    then
        set mended(path) to yes

action survey(moor: Moor where not surveyed(moor)) "Survey a moor"
    says "survey {moor}"
    then
        set surveyed(moor) to yes
        random fog in 0 to 9

end late of round when round.number = 9
"""
BOARD = """\
board:
  title: Moor
  reconstructed: false
Inn:
  Oak: {at: [0, 0], toll: 4, moor: High}
  Ash: {at: [24, 0], toll: 9, moor: High}
  Elm: {at: [0, 9], toll: 1, moor: High}
  Yew: {at: [24, 9], toll: 2, moor: Low}
Path:
  OakAsh: {ends: [Oak, Ash]}
  AshYew: {ends: [Ash, Yew]}
"""
PICTURE = """\
map:
  - kind: Inn
lines: Path
areas: {kind: Moor, by: moor}
travellers:
  - {kind: Cart, field: at, sign: c}
players:
  - {field: purse}
effects: [purse]
"""


def written(folder: Path) -> str:
    """Write the game into a folder and return the folder's path."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("rulebook.rules", RULES), ("board.yaml", BOARD), ("picture.yaml", PICTURE)):
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder)
