"""Two small games in which chance brings something: by dice, and by customers at a market."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria

MILLS = """rulebook mills "Mills"
    players 2
    board "board.yaml"

kind Ware: Flour, Water with 40 pieces each
kind Mill for each Player with 5 pieces each
kind Field from board
    number: 1 to 6
    makes: Ware

each Field has
    mill: space for Mill

each Player has
    store: bag of Ware = 4 of Flour + 4 of Water
    mills: bag of own Mill = 5 of Mill

game has
    blocked: Field = Hill

round "A day"
    turn of player in Player
        do harvest, building

phase harvest "Harvest"
    random die in 1 to 6
    for f in Field where f.number = die and f != blocked
        for p in Player where f.mill = Mill(p)
            move 1 of f.makes from supply to p.store

phase building "Building"
    player may build or block, repeatedly

action block(field: Field where field != blocked) "Block a field"
    costs toll: 1 of Water from you.store to supply
    then
        set blocked to field

action build(field: Field) "Build a mill"
    needs free: field.mill = none
    costs price: 1 of Flour + 2 of Water from you.store to supply
    costs mill: 1 of Mill from you.mills to field.mill

end spring of round when round.number = 12

scoring of p in Player
    mills: 5 - p.mills.size
"""

FIELDS = """board:
  title: Fields
  reconstructed: false
Field:
  Hill: {number: 1, makes: Flour}
  Slope: {number: 2, makes: Flour}
  Bank: {number: 2, makes: Water}
  Ford: {number: 3, makes: Water}
  Mead: {number: 4, makes: Flour}
  Fen: {number: 5, makes: Water}
  Moor: {number: 6, makes: Flour}
"""

CUSTOMERS = """rulebook customers "Customers"
    players 3
    board "board.yaml"
    money pence

kind Ware from board
kind Stall for each Player with 3 pieces each

each Ware has
    stall: space for Stall

each Player has
    purse: money = 6
    stalls: bag of own Stall = 3 of Stall

round "A day at the market"
    turn of player in Player
        do renting, custom

phase renting "Renting"
    player may rent, repeatedly

action rent(ware: Ware) "Rent a stall"
    needs free: ware.stall = none
    costs price: 3 to bank
    costs stall: 1 of Stall from you.stalls to ware.stall

phase custom "Custom"
    random wanted in Ware
    for p in Player where wanted.stall = Stall(p)
        bank pays 2 to p

end dusk of round when round.number = 15

scoring of p in Player
    purse: p.purse
"""

WARES = """board:
  title: Wares
  reconstructed: false
Ware:
  Silk: {}
  Wool: {}
  Jugs: {}
  Rope: {}
"""


def _loaded(folder: Path, rules: str, board: str) -> mercatoria.Game:
    folder.mkdir()
    (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
    (folder / "board.yaml").write_text(board, encoding="utf-8")
    return mercatoria.load(str(folder))


@pytest.fixture(scope="session")
def mills(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.Game:
    """Return a game in which dice bring wares to the owners of mills."""
    return _loaded(tmp_path_factory.mktemp("dice") / "mills", MILLS, FIELDS)


@pytest.fixture(scope="session")
def customers(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.Game:
    """Return a game in which customers bring money to the owners of stalls."""
    return _loaded(tmp_path_factory.mktemp("market") / "customers", CUSTOMERS, WARES)
