"""Tests each form of the sequence kernels."""

from __future__ import annotations

import pytest

from interpreter.flow import nth
from tests.interpreter.flow.test_graph_kernels import every_form


@pytest.mark.parametrize("members", [(), (7,), (4, -1, 9, 4)])
def test_the_member_at_a_position(members: tuple[int, ...]) -> None:
    counted = dict(enumerate(members, 1))
    from_end = dict(enumerate(reversed(members), 1))
    for number in (*range(-2, 7), -(1 << 31), (1 << 31) - 1):
        assert every_form(nth, members, number, False) == counted.get(number, -1)
        assert every_form(nth, members, number, True) == from_end.get(number, -1)
