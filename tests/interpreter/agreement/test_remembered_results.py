"""Tests that the cached results of an engine do not depend on the seat that asks first."""

from __future__ import annotations

from itertools import permutations

import pytest

from interpreter.codegen import GeneratedEngine
from interpreter.native import NativeEngine
from interpreter.reference import Walker
from tests.interpreter.agreement.three_engines import InAgreement, table_of

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

TABLES = [
    ("points_of_every_seat", 3), ("points_by_sets", 3), ("points_by_filtered_cart", 2), ("points_if_sets_are_equal", 3),
]  # fmt: skip


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_seat_has_its_own_points(name: str, players: int) -> None:
    assert InAgreement(table_of(name, players)).play(4) > 10


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_order_of_questions_decides_nothing(name: str, players: int) -> None:
    """The test asks for the seats' scores in every order, each time in a new engine."""
    table = table_of(name, players)
    walker, v, seats = Walker(table.flow), table.start(), range(players)
    for _ in range(2):
        (seat,) = walker.deciders(v)
        walker.apply(v, seat, walker.moves(v, seat)[0])
    wanted = walker.scores(v)
    for order in permutations(seats):
        engine = GeneratedEngine(table.flow)
        found = {seat: engine._score(v, seat) for seat in order}
        assert tuple(found[seat] for seat in seats) == wanted, order
        machine = NativeEngine(table.flow, engine.program, engine).machine
        machine.position = v
        found = {seat: machine.call("score", seat) for seat in order}
        assert tuple(found[seat] for seat in seats) == wanted, order
