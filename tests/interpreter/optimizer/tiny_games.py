"""Small rulebooks and their flowcharts, for the optimizer tests."""

from __future__ import annotations

import textwrap

from dsl.board.board_data import read_board
from dsl.checking.checker import check
from dsl.diagnostics.diagnostic import Sink
from dsl.source.spans import Source
from dsl.syntax.parsing import parse
from interpreter.flow.nodes import Flow
from interpreter.lowering.lowering import lower

HEAD = """
rulebook tiny "Tiny"
    players 2 to 3
    board "board.yaml"
    money coins
kind Ware: Salt, Cloth with 9 pieces each
kind Town from board
    worth: 1 to 9
kind Path from board between Town
    fare: 1 to 9
each Player has
    purse: money = 9
    home: Town = Elm
    goods: bag of Ware = 2 of Salt
each Town has
    depot: row of Ware at most 3
    guest: Player or none = none
game has
    counter: 0 to 50 = 3
end late of round when counter = 49
"""

BOARD = """
board: {title: Shores}
Town:
  Ash: {worth: 3, source: T}
  Elm: {worth: 5, source: T}
  Fir: {worth: 1, source: T}
  Oak: {worth: 2, source: T}
  Yew: {worth: 4, source: T}
Path:
  P1: {ends: [Ash, Elm], fare: 2, source: T}
  P2: {ends: [Elm, Fir], fare: 1, source: T}
  P3: {ends: [Fir, Oak], fare: 4, source: T}
  P4: {ends: [Oak, Yew], fare: 3, source: T}
"""

FIELDS = "Field:\n" + "".join(f"  F{at}: {{source: T}}\n" for at in range(16))
HEDGES = "Hedge:\n" + "".join(f"  H{at}: {{ends: [F{at}, F{(at + 1) % 16}], source: T}}\n" for at in range(16))
"""Fields in a ring, for games that declare them."""


def flow_of(rules: str) -> Flow:
    """Return the flowchart of a game for two players.

    Args:
        rules: Rounds and actions, which use the kinds and fields of `HEAD`.
    """
    sink = Sink()
    board = read_board(Source("board.yaml", BOARD + (FIELDS + HEDGES) * ("kind Hedge" in rules)), sink)
    checked = check(parse(Source("tiny.rules", HEAD + textwrap.dedent(rules)), sink), board, 2, {}, sink)
    assert checked is not None, [(str(d.span), d.title) for d in sink.in_order()]
    assert checked.model is not None, [(str(d.span), d.title, d.label) for d in sink.in_order()]
    return lower(checked.model)
