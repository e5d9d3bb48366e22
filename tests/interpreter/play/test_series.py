"""Tests series with `never stuck` against an independent search of all reachable positions.

Each random game has three counters, actions that require and change them, and a goal. Some games also have chance, and
choices and answers by another player. From every position in play, the test collects all successors, and iterates until
it knows from which positions a player can force the goal. Both engines must offer exactly the moves that lead to such
positions.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from dsl import limits
from dsl.checking.checker import check
from dsl.diagnostics.diagnostic import Sink
from dsl.source.spans import Source
from dsl.syntax.parsing import parse
from interpreter.codegen.engine import GeneratedEngine
from interpreter.flow import goal_reachability
from interpreter.flow.mutable_slots import changing_slots
from interpreter.flow.nodes import ChanceNode, Decision, Flow, Goal
from interpreter.lowering.lowering import lower
from interpreter.position.engine import Row, Vector
from interpreter.position.faults import PlayFault
from interpreter.position.scratch_slots import OVER, PC
from interpreter.reference.walker import Walker
from tests.thinning import thinned

FRAME = """
rulebook counters "Counters"
    players 2

each Player has
    a: 0 to 4 = 1
    b: 0 to 4 = 2
    c: 0 to 4 = 0
    done: 0 to 9 = 0

round "A day"
    turn of player in Player
        player may begin or rest
        do afterwards

action rest "Rest"
    then
        set you.a to (you.a + you.b + 1) mod 5
        set you.b to (you.b * 2 + 1) mod 5

end late of round when round.number = 4 "It is late"

scoring of p in Player
    points: p.a
"""


def some_rules(rng: random.Random, sort: str) -> str:
    """Return a game with a series of three actions."""

    def counter() -> str:
        return f"you.{rng.choice('abc')}"

    def condition() -> str:
        return rng.choice([
            f"{counter()} {rng.choice(['<', '>', '=', '!='])} {rng.randrange(5)}",
            f"{counter()} {rng.choice(['<', '=', '!='])} {counter()}",
            f"({counter()} + {counter()}) mod {rng.randint(2, 3)} = {rng.randrange(2)}",
        ])  # fmt: skip

    def effect(whose: str = "you") -> str:
        of, number = f"{whose}.{rng.choice('abc')}", rng.randint(1, 2)
        return rng.choice([
            f"{rng.choice(['raise', 'lower'])} {of} by {number}{rng.choice(['', ' clamped', ' wrapping'])}",
            f"set {of} to {rng.randrange(5)}",
        ])  # fmt: skip

    def lines(name: str) -> list[str]:
        found = [effect() for _ in range(rng.randint(1, 2))]
        more = {
            "alone": [],
            "chance": [f"random die_{name} in 0 to {rng.randint(1, 2)}", f"raise {counter()} by die_{name} wrapping"],
            "choices": [f"you chooses pick_{name} in 0 to 2 where {condition()}", f"raise {counter()} by pick_{name}"],
            "others": [f"other(you) chooses tip_{name} in 0 to 1", f"raise {counter()} by tip_{name} wrapping"],
        }[sort if rng.random() < 0.6 else "alone"]
        return found + more

    text = FRAME
    for name in ("one", "two", "three"):
        text += f'\naction {name} "{name}"\n'
        for need in range(rng.randint(1, 2)):
            text += f"    needs n{need}: {condition()}\n"
        text += "    then\n" + "".join(f"        {line}\n" for line in lines(name))
    goal = " and ".join(condition() for _ in range(rng.randint(1, 3)))
    text += f'\naction begin "Begin"\n    then\n        {effect()}\n'
    text += f"        you must one or two or three until {goal}, never stuck\n        raise you.done by 1 clamped\n"
    goal = " and ".join(condition().replace("you", "player") for _ in range(rng.randint(1, 3)))
    text += f'\nphase afterwards "Afterwards"\n    player must one or three until {goal}, never stuck\n'
    return text + "    else\n        set player.done to 9\n"


def flow_of(text: str) -> Flow:
    sink = Sink()
    declarations = parse(Source("counters.rules", text), sink)
    checked = check(declarations, None, 2, {}, sink)
    assert checked is not None, text
    assert checked.model is not None, [str(fault) for fault in sink.found]
    return lower(checked.model)


# ---------------------------------------------------------------- an exhaustive search


class Everything:
    """All positions from which one seat can force the goal, found by brute force."""

    def __init__(self, walker: Walker, seat: int) -> None:
        self.walker, self.seat = walker, seat

    def leaves_way(self, v: Vector, row: Row) -> bool:
        first = self._played(v, self.seat, row)
        if first is None:
            return False
        leads: dict[Vector, tuple[bool, list[Vector | None]]] = {}
        waiting = [first]
        while waiting:
            here = waiting.pop()
            if here not in leads:
                leads[here] = (True, []) if self._ends_well(here) else self._following(here)
                waiting += [after for after in leads[here][1] if after is not None]
        good = {here for here in leads if self._ends_well(here)}
        while True:
            better = good | {
                here
                for here, (one_is_enough, there) in leads.items()
                if there and (any if one_is_enough else all)(after in good for after in there)
            }
            if better == good:
                return first in good
            good = better

    def _ends_well(self, v: Vector) -> bool:
        return bool(v[OVER]) or isinstance(self.walker.flow.nodes[v[PC]], Goal)

    def _played(self, v: Vector, seat: int, row: Row) -> Vector | None:
        there = list(v)
        try:
            self.walker.go_on(there, seat, row)
        except PlayFault:
            return None
        return tuple(there)  # type: ignore[return-value]

    def _following(self, v: Vector) -> tuple[bool, list[Vector | None]]:
        if isinstance(self.walker.flow.nodes[v[PC]], ChanceNode):
            found: list[Vector | None] = []
            for outcome, _ in self.walker.chance(list(v)):
                there = list(v)
                try:
                    self.walker.fall(there, outcome)
                    found.append(tuple(there))  # type: ignore[arg-type]
                except PlayFault:
                    found.append(None)
            return False, found
        (seat,) = self.walker.deciders(list(v))
        try:
            rows = self.walker.listed(list(v), seat)
        except PlayFault:
            rows = []
        return seat == self.seat, [self._played(v, seat, row) for row in rows]


# ---------------------------------------------------------------- both engines compared with the exhaustive search


def same_moves(text: str, rng: random.Random) -> tuple[int, int]:
    """Play a game on both engines, and return the numbers of offered and of rejected moves in series."""
    flow = flow_of(text)
    walker, fast = Walker(flow), GeneratedEngine(flow)
    offered = refused = 0
    v = fast.start()
    for _ in range(40):
        if v[OVER]:
            break
        node = flow.nodes[v[PC]]
        if isinstance(node, ChanceNode):
            outcomes = fast.chance(v)
            assert outcomes == walker.chance(v)
            outcome = rng.choice(outcomes)[0]
            copy = list(v)
            fast.resolve(v, outcome)
            walker.resolve(copy, outcome)
        else:
            (seat,) = fast.deciders(v)
            rows = fast.moves(v, seat)
            assert rows == walker.moves(v, seat)
            assert isinstance(node, Decision)
            series = [row for row in walker.listed(v, seat) if _in_series(flow, node, v, seat, row)]
            for row in series:
                assert (row in rows) == Everything(walker, seat).leaves_way(v, row), (text, v, row)
                assert fast.is_legal(v, seat, row) == walker.is_legal(v, seat, row) == (row in rows)
            offered += sum(row in rows for row in series)
            refused += sum(row not in rows for row in series)
            row = rng.choice(rows[1:] or rows)
            copy = list(v)
            fast.apply(v, seat, row)
            walker.apply(copy, seat, row)
        assert v == copy
    return offered, refused


def _in_series(flow: Flow, node: Decision, v: Vector, seat: int, row: Row) -> bool:
    name = flow.move_kinds[row[0]].name
    if node.until is not None or name == "begin":
        return True
    return node.bound_for is not None and name.startswith("pick")


@cache
def totals(sort: str) -> tuple[int, int]:
    rng = random.Random(f"series {sort}")
    counts = [same_moves(some_rules(rng, sort), rng) for _ in range(25)]
    return sum(offered for offered, _ in counts), sum(refused for _, refused in counts)


@pytest.mark.parametrize(
    "sort", thinned([("alone",), ("chance",), ("choices",), ("others",)], lambda case: case == ("chance",))
)
def test_moves_that_leave_a_way(sort: str) -> None:
    """The engines offer a move if and only if the player can force the goal after it."""
    offered, refused = totals(sort)
    assert offered > 40
    assert refused > 30


def test_it_looks_only_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both engines count positions in the same way and give up at the same position."""
    text = FRAME + "".join(
        f'\naction {name} "{name}"\n    then\n        set you.{of} to (you.{of} + 1) mod 5\n'
        for name, of in (("one", "a"), ("two", "b"), ("three", "c"))
    )
    text += '\naction begin "Begin"\n    then\n'
    text += "        you must one or two or three until you.done = 3, never stuck\n"
    text += '\nphase afterwards "Afterwards"\n    if player.done = 9\n        raise player.done by 1 clamped\n'
    for most, fails in ((124, True), (125, False)):
        monkeypatch.setattr(goal_reachability, "MOST_LOOKED_AHEAD", most)
        flow = flow_of(text)
        for engine in (Walker(flow), GeneratedEngine(flow)):
            v = engine.start()
            (seat,) = engine.deciders(v)
            if fails:
                with pytest.raises(PlayFault, match="whether this series can reach its goal"):
                    engine.moves(v, seat)
            else:
                assert all(flow.move_kinds[row[0]].name != "begin" for row in engine.moves(v, seat))
    assert limits.MOST_LOOKED_AHEAD == 5_000


ANYTIME = (
    FRAME
    + """
action one "one"
    needs a: you.a < 3
    then
        raise you.a by 1

action begin "Begin"
    then
        set you.a to 0
        you must one until you.a = 3, never stuck

phase afterwards "Afterwards"
    if player.done = 9
        raise player.done by 1 clamped
"""
)


def offered(text: str) -> list[str]:
    """Return the moves that both engines offer in the middle of the series."""
    flow = flow_of(text)
    names = []
    for engine in (Walker(flow), GeneratedEngine(flow)):
        v = engine.start()
        begin = next(row for row in engine.moves(v, 0) if flow.move_kinds[row[0]].name == "begin")
        engine.apply(v, 0, begin)
        names.append([flow.move_kinds[row[0]].name for row in engine.moves(v, 0)])
    assert names[0] == names[1]
    return names[0]


def test_actions_at_any_time_keep_the_goal_reachable() -> None:
    spoils = '\naction leap at any time "Leap"\n    limit 1 per turn\n    then\n        set you.a to 4\n'
    assert offered(ANYTIME + spoils) == ["one"]
    assert offered(ANYTIME + spoils.replace("to 4", "to 2")) == ["one", "leap"]


def test_positions_are_told_apart_by_what_the_series_changes_alone() -> None:
    """Changes by `rest`, an action outside the series, do not make positions of the series different."""
    resting = 'action rest "Rest"\n    then\n'
    text = ANYTIME.replace(resting, f"{resting}        set rests to 3\n") + "\ngame has\n    rests: 0 to 3 = 0\n"
    flow = flow_of(text)
    (rests,) = (run.base[0] for of, run in flow.layout.runs.items() if of.name == "rests")
    (counter,) = (run.base[0] for of, run in flow.layout.runs.items() if of.name == "a")
    assert counter in changing_slots(flow)
    assert rests not in changing_slots(flow)


TO_A_HIDDEN_PILE = """
kind Coupon, 6

each Player has
    coupons: pile of Coupon
    owed: 0 to 9 = 3

game has
    used: hidden pile of Coupon

action pay "Pay off"
    then
        you must settle until you.owed = 0, never stuck

action settle "Settle three"
    costs a: 3 to bank
    accepts coupon: c in you.coupons to used for 3
    then
        set you.owed to 0
"""


def test_a_series_may_accept_what_goes_to_a_hidden_pile() -> None:
    text = TO_A_HIDDEN_PILE + "\neach Player has\n    purse: money = 0\n"
    flow = flow_of(FRAME.replace("may begin or rest", "may pay or rest").replace("        do afterwards\n", "") + text)
    engine = GeneratedEngine(flow)
    v = engine.start()
    assert [flow.move_kinds[row[0]].name for row in engine.moves(v, 0)] == ["pass", "rest"]


GO_ON = """
action take(n: 1 to 2) "Take away"
    needs enough: you.c >= n
    then
        lower you.c by n

rule emptied "Take all away, but for one"
    Seat1 must take until Seat1.c <= 1
"""


def test_must_until_without_a_promise() -> None:
    """A `must … until` stops when its condition holds, and asks nothing if the condition holds at once.

    If no player can move before that, the engine raises an error.
    """
    frame = FRAME.replace(
        "        player may begin or rest\n        do afterwards", "        do emptied\n        player may rest"
    )
    for start, asked in ((1, 0), (2, 1), (4, 2)):
        flow = flow_of(frame.replace("c: 0 to 4 = 0", f"c: 0 to 4 = {start}") + GO_ON)
        for engine in (Walker(flow), GeneratedEngine(flow)):
            v = engine.start()
            times = 0
            while flow.move_kinds[engine.moves(v, 0)[0][0]].name == "take":
                engine.apply(v, 0, engine.moves(v, 0)[-1 if start == 4 and not times else 0])
                times += 1
            assert times == asked
    stuck = GO_ON.replace("until Seat1.c <= 1", "until Seat1.c = 4")
    flow = flow_of(frame.replace("c: 0 to 4 = 0", "c: 0 to 4 = 1") + stuck)
    for engine in (Walker(flow), GeneratedEngine(flow)):
        v = engine.start()
        engine.apply(v, 0, engine.moves(v, 0)[0])
        with pytest.raises(PlayFault):
            engine.moves(v, 0)


def test_offered_moves_reveal_no_secret() -> None:
    """The offered moves do not depend on the hidden number."""
    leap = 'action leap at any time "Leap"\n    limit 1 per turn\n    then\n        set you.a to goal\n'
    for number in (2, 4):
        hidden = f"\ngame has\n    goal: hidden 0 to 4 = {number}\n\n"
        assert offered(ANYTIME + hidden + leap) == ["one", "leap"]
