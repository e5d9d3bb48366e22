"""Tests of the ways to act and their costs, in a dice game and at a market."""

from __future__ import annotations

import pytest

import mercatoria
from tests.mercatoria.players.afterstates import test_income

np = pytest.importorskip("numpy", reason="values of afterstates need numpy")

from mercatoria.players.afterstates.action_costs import found_costs  # noqa: E402 - these need numpy
from mercatoria.players.afterstates.features import Features, found_settings  # noqa: E402
from mercatoria.players.afterstates.mobility import Mobility, Plenty, Ways, found_ways  # noqa: E402
from mercatoria.players.afterstates.sampling import quick_positions  # noqa: E402
from mercatoria.players.afterstates.steps import ArraySteps  # noqa: E402

PHASES = {"mills": "building", "customers": "renting"}


def found(game: mercatoria.Game, phase: str) -> Mobility:
    steps, income = test_income.found(game, min(game.players), phase)
    plenty = Plenty(steps, income.facts, income.goods, income.turns)
    positions = list(quick_positions(steps, 4))[:40]
    return Mobility(plenty, income, found_ways(plenty, income, positions))


def test_free_fields_are_ways_to_build(mills: mercatoria.Game) -> None:
    mobility = found(mills, "building")
    steps = mobility.plenty.steps
    assert mobility.of == Ways(("build",), ())
    mine, theirs = (test_income.own(steps, "Mill", seat) for seat in (0, 1))
    v = test_income.placed(steps, steps.start(), "Field.mill", {0: mine, 1: theirs, 2: theirs, 3: theirs, 4: mine})
    moves, gain, prepared = mobility.ways(v)[0]
    assert (moves, prepared) == (2, 0) and gain == pytest.approx(1 / 6)


def test_stalls_on_offer_are_ways_to_rent(customers: mercatoria.Game) -> None:
    mobility = found(customers, "renting")
    steps = mobility.plenty.steps
    assert mobility.of == Ways(("rent",), ())
    v = test_income.placed(steps, steps.start(), "Ware.stall", {0: test_income.own(steps, "Stall", 1)})
    assert mobility.ways(v) == pytest.approx(np.array([[3, 0.5, 0]] * 3))


def test_costs_are_found_by_trying(mills: mercatoria.Game, customers: mercatoria.Game) -> None:
    for game, costs in ((mills, {"build": (1, 2), "block": (0, 1)}), (customers, {"rent": (3,)})):
        plenty = found(game, PHASES[game.slug]).plenty
        assert found_costs(plenty, list(quick_positions(plenty.steps, 2))[:10]) == costs


def test_what_was_asked_before_changes_no_answer(mills: mercatoria.Game) -> None:
    mobility = found(mills, "building")
    positions = list(quick_positions(mobility.plenty.steps, 4))
    ways = [mobility.ways(v).tolist() for v in positions]
    afresh = Mobility(mobility.plenty, mobility.income, mobility.of)
    assert [afresh.ways(v).tolist() for v in reversed(positions)] == ways[::-1]


@pytest.mark.parametrize("name", ["mills", "customers"])
def test_each_feature_has_a_name(name: str, request: pytest.FixtureRequest) -> None:
    game = request.getfixturevalue(name)
    steps = ArraySteps(game.table(min(game.players)))
    settings = found_settings(steps)
    features = Features(steps, settings, 12.0)
    positions = list(quick_positions(steps, 2))
    inputs = features.inputs(positions)
    assert inputs.shape == (len(positions), steps.players, len(features.names))
    assert settings.phase == PHASES[name] and len(set(features.names)) == len(features.names)
    one_by_one = np.concatenate([features.inputs([v]) for v in positions])
    assert inputs == pytest.approx(one_by_one)


def test_features_tell_what_is_missing(customers: mercatoria.Game) -> None:
    steps = ArraySteps(customers.table(3))
    features = Features(steps, found_settings(steps), 15.0)
    at = {name: number for number, name in enumerate(features.names)}
    v = steps.start()
    inputs = features.inputs([v])[0]
    assert inputs[:, at["Player.purse"]].tolist() == [6, 6, 6]
    assert inputs[:, at["missing for rent"]].tolist() == [0, 0, 0]
    purse = features._facts.slots(1, [features._facts.names.index("Player.purse")])
    v[purse] = 1
    inputs = features.inputs([v])[0]
    assert inputs[:, at["missing for rent"]].tolist() == [0, 2, 0]
    assert inputs[:, at["rivals: missing for rent"]].tolist() == [1, 0, 1]
