"""Tests which choices between values an earlier test decides."""

from __future__ import annotations

from interpreter.optimizer.passes.implied_conditions import leave_out_implied
from interpreter.optimizer.program.steps import Emit, Filter, Loop
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import Term


def setting() -> tuple[Arena, Term, Term]:
    """Return an arena, a condition, and a choice between two values by this condition."""
    arena = Arena()
    slot = arena.load(arena.num(7), 0, 9)
    empty = arena.compare("=", slot, arena.num(0))
    return arena, empty, arena.choose(empty, arena.num(5), slot)


def test_a_choice_takes_the_value_of_the_test_around_it() -> None:
    arena, empty, choice = setting()
    (step,) = leave_out_implied(arena, (Filter(empty, (Emit((choice,)),)),), frozenset())
    assert step == Filter(empty, (Emit((arena.num(5),)),))


def test_the_opposite_of_the_test_gives_the_other_value() -> None:
    arena, empty, choice = setting()
    taken, town = arena.negate(empty), arena.name(1, 0, 3)
    inner = Loop(town, arena.span(arena.num(0), choice, 1), (Emit((arena.math("+", choice, town),)),))
    (step,) = leave_out_implied(arena, (Filter(taken, (inner,)),), frozenset())
    slot = choice.args[2]
    assert step == Filter(
        taken, (Loop(town, arena.span(arena.num(0), slot, 1), (Emit((arena.math("+", slot, town),)),)),)
    )


def test_a_choice_after_the_test_stays() -> None:
    arena, empty, choice = setting()
    steps = (Filter(empty, (Emit((arena.num(1),)),)), Emit((choice,)))
    assert leave_out_implied(arena, steps, frozenset()) == steps
