"""Rulebooks on which outside tests saw the engines differ or crash: all three engines play them alike."""

from __future__ import annotations

import pytest

from tests.interpreter.agreement.three_engines import InAgreement, table_of

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")


@pytest.mark.xfail(strict=True, reason="the engines differ or crash on these rulebooks")
@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("last_by_two_keys", 20), ("bags_in_two_actions", 20), ("shared_before_a_gathering", 40), ("large_local", 8),
        ("large_local_by_chance", 100),
    ],
)  # fmt: skip
def test_engines_agree(name: str, steps: int) -> None:
    match = InAgreement(table_of(name))
    assert match.native.native.not_carried == ()
    assert match.play(6) >= steps
    assert match.left == 0
