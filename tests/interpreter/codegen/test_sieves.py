"""Tests loops over members that satisfy numeric conditions: the engine caches these members and lists each row once, in
order.
"""

from __future__ import annotations

import re

from interpreter.codegen import GeneratedEngine, loops, runtime
from tests.interpreter.codegen.test_codegen import Match, flow_of

TOWNS = 40
BOARD = "board: {title: Coast}\nTown:\n" + "".join(
    f"  T{number}: {{price: {1 + number * 7 % 30}, source: T}}\n" for number in range(TOWNS)
)
RULES = """
kind Town from board
    price: 1 to 30
each Player has
    purse: money = 9
each Town has
    guest: Player or none = none
round
    for p in Player
        p must visit
action visit(town: Town)
    needs dear_enough: town.price + 2 >= you.purse
    needs not_too_dear: town.price <= 3 * you.purse
    then
        for t in Town where t.guest = you
            set t.guest to none
        set town.guest to you
        if you.purse < 12
            bank pays 4 to you
        else
            you pays 7 to bank
"""


def test_prefiltered_loops_match_the_reference() -> None:
    match = Match(flow_of(RULES, players=3, board=BOARD), seed=4)
    assert re.search(r"\n *for .* in d\d+\(", match.generated.source)
    assert match.play(200) == 200


def test_caches_are_bounded() -> None:
    engine = GeneratedEngine(flow_of(RULES, players=3, board=BOARD))
    (most,) = re.findall(r"if len\(C\d+\) >= (\d+): C\d+\.clear\(\)", engine.source)
    assert int(most) * TOWNS <= loops.REMEMBERED


def test_rows_in_order_each_once() -> None:
    assert runtime.ordered([(1, 5), (2, 1), (3,)]) == [(1, 5), (2, 1), (3,)]
    assert runtime.ordered([(2, 1), (1, 5), (2, 1), (1, 4)]) == [(1, 4), (1, 5), (2, 1)]
    assert runtime.ordered([]) == []
