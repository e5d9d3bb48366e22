"""Tests that all three engines agree on rulebooks where external tests once found differences or crashes."""

from __future__ import annotations

import pytest

from interpreter.native import Stopped
from tests.interpreter.agreement.three_engines import InAgreement, table_of
from tests.interpreter.native.lockstep import check_whole_games

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

LARGE = ("large_local", "large_local_by_chance", "large_numbers")
"""Rulebooks with numbers beyond 32 bits."""


def check_agreement(name: str, steps: int, left: int = 0) -> None:
    match = InAgreement(table_of(name))
    assert match.native.native.not_carried == ()
    assert match.play(6) >= steps
    assert match.left == left


def test_last_member_by_two_keys() -> None:
    check_agreement("last_by_two_keys", 20)


def test_two_actions_over_one_bag() -> None:
    check_agreement("bags_in_two_actions", 20)


def test_a_shared_sequence_that_a_gathering_needs() -> None:
    check_agreement("shared_before_a_gathering", 40)


def test_a_random_piece_of_what_somebody_holds() -> None:
    check_agreement("random_pieces", 100)


def test_draws_from_a_bag_of_its_owners_pieces() -> None:
    check_agreement("draws_from_own_bags", 100)


def test_whole_games_of_thefts() -> None:
    table = table_of("random_pieces")
    check_whole_games(table, InAgreement(table).native, range(30))


@pytest.mark.parametrize("name", LARGE)
def test_numbers_beyond_32_bits(name: str) -> None:
    check_agreement(name, 8)


@pytest.mark.parametrize("name", ["large_local", "large_numbers"])
def test_whole_games_with_numbers_beyond_32_bits(name: str) -> None:
    table = table_of(name)
    check_whole_games(table, InAgreement(table).native, range(10))


def test_a_number_without_room_in_its_slot_is_left_to_the_engine_in_python() -> None:
    match = InAgreement(table_of("last_by_two_keys"))
    v = match.table.start()
    v[-1] = 1 << 40
    with pytest.raises(Stopped):
        match.native.machine.position = v
    assert match.native.scores(v) == match.table.engine.scores(v)


def test_a_wide_slot_keeps_its_number() -> None:
    machine = InAgreement(table_of("large_local")).native.machine
    (wide,) = machine.memory.wide
    for number in (0, -1, (1 << 31) - 1, -(1 << 31), 1 << 31, (1 << 32) + 5, -(1 << 40) - 3, 1 << 62):
        v = machine.position
        v[wide] = number
        machine.position = v
        assert machine.position == v
