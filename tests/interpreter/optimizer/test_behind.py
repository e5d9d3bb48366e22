"""Tests when a term whose error comes first is computed apart from the value behind it."""

from __future__ import annotations

import pytest

from dsl.source.spans import NOWHERE
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import Fault, Gathering, Term
from interpreter.position import faults


@pytest.fixture
def arena() -> Arena:
    return Arena()


def present(arena: Arena, slot: int) -> Term:
    """Return the thing in a slot, which must not be none."""
    return arena.check(arena.load(arena.num(slot), -1, 4), 0, 4, Fault(faults.NONE_HERE, NOWHERE))


def first_of(arena: Arena, *things: Term) -> Term:
    return arena.gather(Gathering("first", 9, False, False), arena.listed(*things), low=-1, high=4)


def test_a_value_that_begins_with_the_term_computes_it_once(arena: Arena) -> None:
    one, other = present(arena, 1), present(arena, 2)
    value = first_of(arena, one, other)
    assert arena.behind((one,), value) is value
    assert arena.behind((arena.length(arena.listed(one, other)),), value) is value


def test_a_value_that_begins_with_something_else_comes_after_the_term(arena: Arena) -> None:
    one, other = present(arena, 1), present(arena, 2)
    value = first_of(arena, one, other)
    for first in ((other,), (present(arena, 3),)):
        assert arena.behind(first, value) is not value


def test_terms_before_the_last_are_computed_before_the_value(arena: Arena) -> None:
    one, other = present(arena, 1), present(arena, 2)
    value = first_of(arena, one, other)
    assert arena.behind((other, one), value) is arena.behind((other,), value)
    assert arena.behind((one, other), value) is not arena.behind((other,), value)
