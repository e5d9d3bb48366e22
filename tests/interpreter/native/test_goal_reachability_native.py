"""Tests series with `never stuck` in a native module, in random games and in a search that exceeds its limit.

If a move in the search raises an error, the module leaves the question to the Python engine. The module must answer all
other questions, with the same results.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow, looks_ahead
from interpreter.native import NativeEngine
from interpreter.position import PC, PlayFault, Vector
from interpreter.rng import game_seed
from mercatoria.simulation import play_randomly
from tests.interpreter.native.native_games import native_of
from tests.interpreter.play.test_series import flow_of, some_rules
from tests.thinning import thinned

SORTS = ("alone", "chance", "choices", "others")


class Twins:
    """The Python engine and the native engine in random games.

    `answered` counts the move lists for which the module had to search for a goal.
    """

    def __init__(self, flow: Flow, seed: int) -> None:
        self.python = GeneratedEngine(flow)
        self.native: Any = NativeEngine(flow, self.python.program, self.python)
        self.random = random.Random(seed)
        self.ahead = [number for number, node in enumerate(flow.nodes) if looks_ahead(node)]
        self.answered = 0

    def play(self, steps: int) -> None:
        v = self.python.start()
        for _ in range(steps):
            if self.python.over(v):
                return
            if outcomes := self.python.chance(v):
                assert self.native.chance(v) == outcomes
                self.change(v, "resolve", self.random.choice(outcomes)[0])
                continue
            seat = self.python.deciders(v)[0]
            rows = self.python.moves(v, seat)
            assert self.native.moves(v, seat) == rows
            self.answered += self.native.fault == 0 and v[PC] in self.ahead
            self.change(v, "apply", seat, self.random.choice(rows))

    def change(self, v: Vector, what: str, *args: Any) -> None:
        twin, fault = v[:], None
        try:
            getattr(self.python, what)(v, *args)
        except PlayFault as told:
            fault = str(told)
        if fault is None:
            getattr(self.native, what)(twin, *args)
            assert twin == v
            return
        with pytest.raises(PlayFault) as other:
            getattr(self.native, what)(twin, *args)
        assert str(other.value) == fault


@pytest.mark.parametrize("sort", thinned([(sort,) for sort in SORTS], lambda case: case == ("choices",)))
def test_games_by_chance_leave_the_same_moves_open(sort: str) -> None:
    answered = 0
    for seed in range(10):
        twins = Twins(flow_of(some_rules(random.Random(f"{sort} {seed}"), sort)), seed)
        for _ in range(3):
            twins.play(25)
        answered += twins.answered
    assert answered > 20


HOPS = """
rulebook hops "Hops"
    players 2

each Player has
    at: 0 to 20 = 0
    left: 0 to 3 = 0

round "A day"
    turn of player in Player
        player may begin

action begin "Begin"
    then
        set you.left to 3
        you must hop or walk until you.at mod 7 = 0 and you.left < 3, never stuck

action hop(open far: 1 to 6) "Hop"
    needs left: you.left > 0
    needs room: you.at + far <= 20
    then
        raise you.at by far
        lower you.left by 1

action walk "Walk"
    needs left: you.left > 0
    needs room: you.at < 20
    then
        raise you.at by 1
        lower you.left by 1

end late of round when round.number = 8 "Late"

scoring of p in Player
    at: p.at
"""


def handed_back(text: str, folder: Path, number: int, players: int = 2) -> int:
    """Return the number of games that the module does not finish. All other games must match the Python engine."""
    (folder / "rulebook.rules").write_text(text, encoding="utf-8")
    table = mercatoria.load(str(folder)).table(players)
    found = list(native_of(table).play_many(7, 0, number))
    for at, played in enumerate(found):
        if played is not None:
            other = play_randomly(table, game_seed(7, at))
            assert (played.decisions, played.scores) == (other.decisions, other.scores)
    return found.count(None)


def test_numbers_that_are_left_open_are_looked_ahead_for(tmp_path: Path) -> None:
    assert handed_back(HOPS, tmp_path, 20) == 0


STRIDES = """
rulebook strides "Strides"
    players 1

game has
    pace: 2 to 5 = 2

each Player has
    at: 0 to 20 = 0
    left: 0 to 4 = 0

round "A day"
    turn of player in Player
        player may begin or wait

action wait "Wait"
    then
        set pace to 2 + (pace + 1) mod 4

action begin "Begin"
    then
        set you.at to 0
        set you.left to 4
        you must walk or run until you.at mod pace = 0 and you.left < 3, never stuck

action walk "Walk"
    needs left: you.left > 0
    then
        raise you.at by 1
        lower you.left by 1

action run "Run"
    needs left: you.left > 0
    then
        raise you.at by 3
        lower you.left by 1

end late of round when round.number = 60 "Late"

scoring of p in Player
    at: p.at
"""


def test_positions_of_earlier_decisions_count_only_while_the_goal_is_the_same(tmp_path: Path) -> None:
    """The goal depends on a field that no action of the series changes."""
    assert handed_back(STRIDES, tmp_path, 40, players=1) == 0


@pytest.mark.parametrize("sort", SORTS)
def test_whole_games_by_chance(sort: str, tmp_path: Path) -> None:
    """The games contain series that a player may start only if the goal is reachable."""
    back = [handed_back(some_rules(random.Random(f"{sort} {seed}"), sort), tmp_path, 5) for seed in range(2)]
    assert 0 in back


FAR = """
rulebook far "Far"
    players 2

game has
    a: 0 to 9 = 0
    b: 0 to 9 = 0
    c: 0 to 9 = 0
    d: 0 to 9 = 0

round "A day"
    turn of player in Player
        player may begin or rest

action rest "Rest"
    then
        set a to 0

action begin "Begin"
    then
        you must {turns} until a + b + c + d > 36, never stuck

end late of round when round.number = 3 "Late"

scoring of p in Player
    n: a
"""
TURN = """
action turn_{name} "Turn {name}"
    then
        set {name} to ({name} + 1) mod 10
"""


def far(counters: str) -> Flow:
    """Return a game whose goal no player can reach, whatever the counters are."""
    rules = FAR.format(turns=" or ".join(f"turn_{name}" for name in counters))
    return flow_of(rules + "".join(TURN.format(name=name) for name in counters))


def test_a_search_that_is_too_long_is_the_same_fault() -> None:
    python = GeneratedEngine(far("abcd"))
    native: Any = NativeEngine(python.flow, python.program, python)
    told = []
    for engine in (python, native):
        with pytest.raises(PlayFault) as fault:
            engine.moves(engine.start(), 0)
        told.append((fault.value.message, str(fault.value.span)))
    assert told[0] == told[1]


def test_a_long_search_is_answered_inside() -> None:
    python = GeneratedEngine(far("abc"))
    native: Any = NativeEngine(python.flow, python.program, python)
    rows = native.moves(native.start(), 0)
    assert native.fault == 0
    assert rows == python.moves(python.start(), 0)
    assert [python.flow.move_kinds[row[0]].name for row in rows] == ["pass", "rest"]
