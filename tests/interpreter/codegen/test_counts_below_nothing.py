"""Tests that a negative count raises an error wherever it is used, with the same rule and line on both engines."""

from __future__ import annotations

import pytest

from interpreter.flow import Flow
from tests.interpreter.codegen.test_codegen import Match, flow_of

MAP = """
board: {title: Shores}
Town:
  Lund: {source: T}
  Visby: {source: T}
Path:
  P1: {ends: [Lund, Visby], source: T}
"""

COUNTS = {
    "walks, at most": ("seat(1) walks next from Lund over Path, at most less steps\n        set less to 1", "wrong"),
    "walks, exactly": ("seat(1) walks next from Lund over Path, exactly less steps\n        set less to 1", "wrong"),
    "may, at most": ("seat(1) may rest, at most less times", "wrong"),
    "must, at most": ("seat(1) must rest, at most less times", "wrong"),
    "draw": ("draw less from urn to tray", "wrong"),
    "repeat": ("repeat less times\n        set less to 1", "wrong"),
    "steps of reach": ("set less to count(t in Town where t in reach(Lund, Path, less))", "wrong"),
    "steps of reach from a road": ("set less to count(p in Path where p in reach(P1, Path, less))", "wrong"),
    "pieces of a bag": ("seat(1) must take", "take"),
    "members of a set": ("seat(1) must like", "like"),
}


def flow(body: str) -> Flow:
    return flow_of(
        f"""
kind Good: Wool, Ore with 9 pieces each
kind Town from board
kind Path from board between Town
each Player has
    store: bag of Good = 3 of Wool + 1 of Ore
game has
    less: -3 to 3 = -1
    urn: bag of Good = 1 of Ore
    tray: bag of Good
round
    do wrong
rule wrong
    {body}
action rest
action take(goods: bag of you.store at most less)
action like(places: set of Town at most less)
action give
    costs some: any less of you.store to supply
action sell
    costs some: less of Wool from you.store to supply
action tire
    limit less per round
""",
        board=MAP,
    )


@pytest.mark.parametrize("name", COUNTS)
def test_a_count_below_nothing_is_a_fault(name: str) -> None:
    body, rule = COUNTS[name]
    match = Match(flow(body), 1)
    found = match.same("start")
    if isinstance(start := found[1], list):
        found = match.same("moves", start, 0)
    assert found[:2] == ("fault", "this number is -1 here, but must be at least 0")
    assert found[3] == rule
    assert str(found[2]).startswith("tiny.rules:")


@pytest.mark.parametrize("action", ["give", "sell", "tire"])
def test_negative_costs_and_limits_are_not_offered(action: str) -> None:
    match = Match(flow(f"seat(1) may {action}"), 1)
    start = match.same("start")[1]
    assert isinstance(start, list)
    assert match.same("moves", start, 0) == ("done", [(0,)])
