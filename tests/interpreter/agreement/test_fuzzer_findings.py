"""Tests that all three engines agree on rulebooks where the differential fuzzer once found differences or crashes."""

from __future__ import annotations

import pytest

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.explain import NoAnswer
from interpreter.position import OPEN, PC
from interpreter.wording.sentences import button_text
from mercatoria.drawing import draw
from mercatoria.outline import outline
from mercatoria.svg import whole_table
from tests.interpreter.agreement.three_engines import RULEBOOKS, InAgreement, table_of

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

FINDINGS = (
    "choice_from_nothing", "fault_in_a_trigger", "numbers_far_apart", "none_on_a_graph", "counts_of_nobody",
    "nth_in_a_need", "known_to_be_none", "fault_in_score", "watched_field_of_nobody", "random_of_too_few",
    "exceptions_of_sets", "exceptions_of_bags", "pieces_of_none", "set_of_nothing", "fault_in_an_argument",
    "unused_bag_of_none", "named_again_each_round", "range_fault_that_is_not_reached",
    "fault_in_a_list_of_members", "fields_of_no_things", "nested_bags",
    "member_of_nobodys_set", "reset_of_no_entries", "open_numbers_downwards", "sentence_that_fails",
    "secret_number_of_chips", "nothing_after_many",
)  # fmt: skip
AT_ONCE = ("more_than_the_bank_may_owe", "nobody_decides")
"""Rulebooks whose first decision or first move fails."""


@pytest.mark.parametrize("name", FINDINGS)
def test_all_engines_play_it_alike(name: str) -> None:
    assert InAgreement(table_of(name)).play(4) > 0


@pytest.mark.parametrize("name", AT_ONCE)
def test_all_engines_fail_alike(name: str) -> None:
    assert InAgreement(table_of(name)).play(2) == 0


def test_faults_of_a_change_come_in_the_same_order() -> None:
    assert InAgreement(table_of("set_of_nobody")).faults_of_first_moves() == 8


def test_faults_of_a_move_of_pieces_come_in_the_same_order() -> None:
    assert InAgreement(table_of("faults_of_a_move_in_order")).faults_of_first_moves() == 4


def test_a_bag_fails_where_a_part_of_it_fails() -> None:
    assert InAgreement(table_of("faults_of_bags")).faults_of_first_moves() == 8


def test_the_number_of_nth_fails_before_its_set() -> None:
    assert InAgreement(table_of("faults_of_nth")).faults_of_first_moves() == 4


@pytest.mark.parametrize("seat", [None, 0])
def test_a_table_with_fields_of_no_things_is_shown_and_explained(seat: int | None) -> None:
    state = mercatoria.load(str(RULEBOOKS / "fields_of_no_things.rules")).start(2)
    state.apply(state.moves(state.deciders[0])[0])
    assert "things" in state.view(seat)
    assert whole_table(draw(state, seat))
    assert outline(draw(state, seat))
    for of in state.table.flow.model.fields:
        if of.kind == "Card":
            with pytest.raises(NoAnswer, match=f"this game has no Card, so there is no `{of.name}`"):
                state.why(of.name, seat)


def test_the_ranges_of_open_numbers_ascend() -> None:
    table = table_of("open_numbers_downwards")
    v = table.start()
    assert [table.engine.ranges(v, 0, row) for row in table.engine.moves(v, 0) if OPEN in row] == [
        (range(2, 11, 4),), (range(1, 8, 3),)
    ]  # fmt: skip


def test_a_value_that_fails_leaves_a_gap_in_a_sentence() -> None:
    state = mercatoria.load(str(RULEBOOKS / "sentence_that_fails.rules")).start(2)
    said = {str(move): button_text(state.table, move, state.vector[PC]) for move in state.moves()}
    assert said == {
        "Seat1: pass": "Pass",
        "Seat1: take(0)": "Take 0 of …",
        "Seat1: take(1)": "Take 1 of Seat1 and Seat2 for 1 coin",
        "Seat1: take(2)": "Take 2 of Seat2 and Seat1 for … coins",
        **{f"Seat1: wait({n})": f"Wait … days, {n}" for n in range(4)},
    }


def test_bags_made_of_bags_stay_short_in_generated_code() -> None:
    """The generated code must not repeat the error check of a part for each count.

    An earlier version repeated it, so each sum or difference multiplied the length of the code.
    """
    engine = table_of("nested_bags").engine
    assert isinstance(engine, GeneratedEngine)
    assert len(engine.source) < 40_000
