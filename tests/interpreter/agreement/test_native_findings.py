"""Rulebooks on which outside tests saw the engines differ or crash: all three engines play them alike."""

from __future__ import annotations

import pytest

from tests.interpreter.agreement.three_engines import InAgreement, table_of

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")


def check_agreement(name: str, steps: int) -> None:
    match = InAgreement(table_of(name))
    assert match.native.native.not_carried == ()
    assert match.play(6) >= steps
    assert match.left == 0


def test_last_member_by_two_keys() -> None:
    check_agreement("last_by_two_keys", 20)


def test_two_actions_over_one_bag() -> None:
    check_agreement("bags_in_two_actions", 20)


def test_a_shared_sequence_that_a_gathering_needs() -> None:
    check_agreement("shared_before_a_gathering", 40)


@pytest.mark.xfail(strict=True, reason="a word of the module holds 32 bits")
@pytest.mark.parametrize(("name", "steps"), [("large_local", 8), ("large_local_by_chance", 100)])
def test_large_locals_that_live_across_chance(name: str, steps: int) -> None:
    check_agreement(name, steps)
