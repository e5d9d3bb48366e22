"""Tests which tests of the members of a row are written out."""

from __future__ import annotations

import pytest
from tiny_games import flow_of

from interpreter.optimizer import changes


def is_written_out(test: str) -> bool:
    return bool(changes(flow_of(f"round\n    seat(1) must go\naction go(path: Path)\n    needs fine: {test}\n"), NAME))


NAME = "aggregate_unrolling"


@pytest.mark.parametrize(
    "test",
    [
        "any(town.guest = you for town in path.ends)",
        "all(town.guest = none for town in path.ends)",
        "not any(town in path.ends where town.guest = you)",
        "all(p.purse != path.fare for p in Player)",
        "counter = 3 or all(town.guest = none and town.worth > 2 for town in path.ends)",
    ],
)
def test_conditions_of_short_rows_are_written_out(test: str) -> None:
    assert is_written_out(test)


@pytest.mark.parametrize(
    "test",
    [
        pytest.param("all(near.guest = none for near in neighbours(you.home, Path))", id="rows of several lengths"),
        pytest.param("all(town.guest = none for town in Town)", id="the same for all paths"),
        pytest.param("all(town.guest = none or town.worth > path.fare for town in Town)", id="more than a comparison"),
        pytest.param(
            "all(min(t.worth for t in Town where t.guest = you) > town.worth for town in path.ends)",
            id="the condition may fail",
        ),
        pytest.param("count(town in path.ends where town.guest = you) = 1", id="a number"),
    ],
)
def test_other_aggregates_stay_loops(test: str) -> None:
    assert not is_written_out(test)
