"""Tests of expected income, in a dice game and at a market."""

from __future__ import annotations

import pytest

import mercatoria
from tests.mercatoria.conftest import TIC_TAC_TOE, loaded

np = pytest.importorskip("numpy", reason="values of afterstates need numpy")

from interpreter.rng import Stream  # noqa: E402 - these need numpy
from mercatoria.players.afterstates import steps as array_steps  # noqa: E402
from mercatoria.players.afterstates.fact_arrays import FactArrays  # noqa: E402
from mercatoria.players.afterstates.income import ExpectedIncome, Income, field_slots, found_income  # noqa: E402
from mercatoria.players.afterstates.sampling import quick_positions  # noqa: E402
from mercatoria.players.afterstates.steps import ArraySteps, Numbers  # noqa: E402
from mercatoria.players.afterstates.turns import free_turns  # noqa: E402


def found(game: mercatoria.Game, players: int, phase: str) -> tuple[ArraySteps, ExpectedIncome]:
    steps = ArraySteps(game.table(players))
    facts, turns = FactArrays(steps.table), free_turns(steps, phase)
    assert turns is not None
    of = found_income(steps, facts, list(quick_positions(steps, 24)), Stream(1, "test"))
    return steps, ExpectedIncome(steps, facts, of, turns)


def placed(steps: ArraySteps, v: Numbers, field: str, sorts: dict[int, int]) -> Numbers:
    """Return a position with these pieces in the field's spaces, and nothing in its other spaces."""
    v, slots = v.copy(), field_slots(steps.table, [field])
    v[slots] = -1
    for at, sort in sorts.items():
        v[slots[at]] = sort
    return v


def own(steps: ArraySteps, kind: str, seat: int) -> int:
    """Return the sort of a seat's own pieces."""
    (run,) = [run for of, run in steps.table.flow.layout.runs.items() if of.builtin and of.name == f"supply_{kind}"]
    return run.holds.first + seat


def test_dice_bring_wares_to_mills(mills: mercatoria.Game) -> None:
    steps, income = found(mills, 2, "building")
    assert income.of == Income(("Player.store of Flour", "Player.store of Water"), ("Field.mill", "blocked"))
    first, second = (own(steps, "Mill", seat) for seat in (0, 1))
    v = placed(steps, steps.start(), "Field.mill", {1: first, 2: first, 4: second})
    assert income.per_turn(v) == pytest.approx(np.array([[1 / 6, 1 / 6], [1 / 6, 0]]))
    blocked = field_slots(steps.table, ["blocked"])
    v[blocked] += 4
    assert income.per_turn(v) == pytest.approx(np.array([[1 / 6, 1 / 6], [0, 0]]))


def test_customers_bring_money_to_stalls(customers: mercatoria.Game) -> None:
    steps, income = found(customers, 3, "renting")
    assert income.of == Income(("Player.purse",), ("Ware.stall",))
    first, third = (own(steps, "Stall", seat) for seat in (0, 2))
    v = placed(steps, steps.start(), "Ware.stall", {0: first, 1: first, 3: third})
    assert income.per_turn(v) == pytest.approx(np.array([[1.0], [0.0], [0.5]]))


def test_income_depends_only_on_the_fields_that_were_found(mills: mercatoria.Game) -> None:
    steps, income = found(mills, 2, "building")
    positions = list(quick_positions(steps, 4))
    asked_first = [income.per_turn(v).tolist() for v in positions]
    afresh = ExpectedIncome(steps, income.facts, income.of, income.turns)
    assert [afresh.per_turn(v).tolist() for v in reversed(positions)] == asked_first[::-1]


def test_a_gain_is_the_change_of_the_income(mills: mercatoria.Game) -> None:
    steps, income = found(mills, 2, "building")
    v = placed(steps, steps.start(), "Field.mill", {})
    after = placed(steps, v, "Field.mill", {1: own(steps, "Mill", 1)})
    slots = income.touched(v, after)
    assert len(slots) == 1
    gains = [income.gain(slots, v[slots], after[slots], seat) for seat in (0, 1)]
    assert gains == pytest.approx([0, 1 / 6])
    assert income.gain(slots[:0], v[:0], v[:0], 1) == 0


@pytest.mark.parametrize("name", ["mills", "customers"])
def test_the_python_engine_finds_the_same(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("wasmtime", reason="nothing to compare without the native engine")
    game, phase = request.getfixturevalue(name), {"mills": "building", "customers": "renting"}[name]
    players = min(game.players)
    steps, natively = found(game, players, phase)
    positions = list(quick_positions(steps, 3))
    incomes = [natively.per_turn(v).tolist() for v in positions]
    monkeypatch.setattr(array_steps, "native_games", lambda _: None)
    _, here = found(game, players, phase)
    assert here.of == natively.of
    assert [here.per_turn(v).tolist() for v in positions] == incomes


def test_a_game_in_which_chance_brings_nothing_has_no_goods() -> None:
    steps = ArraySteps(loaded(TIC_TAC_TOE).table(2))
    assert found_income(steps, FactArrays(steps.table), list(quick_positions(steps, 24)), Stream(1, "")) == Income()
