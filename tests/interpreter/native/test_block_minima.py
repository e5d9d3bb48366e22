"""Tests which loops skip rows by the minima of blocks. `test_lock_step` plays a game with such a loop."""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.terms.block_minima import BLOCK, FEWEST, BoundedRows, minima
from interpreter.optimizer import Emit, Filter, LookupTable, Loop, Term
from interpreter.optimizer import planned_nodes as p
from interpreter.optimizer.terms.arena import Arena
from tests.interpreter.native.native_games import ROOT, least_table, program_of


def loops_in(steps: object) -> list[Loop]:
    found: list[Loop] = []
    for step in steps if isinstance(steps, tuple) else ():
        found += [step] if isinstance(step, Loop) else []
        found += loops_in(getattr(step, "body", ()))
    return found


def test_catan_skips_places_that_are_too_far_away() -> None:
    program = program_of(least_table(ROOT / "games" / "catan_merchants_of_europe"))
    loops = [loop for node in program.nodes if isinstance(node, p.Decision) for loop in loops_in(node.listing.steps)]
    (found,) = {each.entries for each in map(BoundedRows.of, loops) if each is not None}
    assert len(found) > 40_000


def loop_over(arena: Arena, members: range, *, bound: Term) -> Loop:
    here, place = arena.name(1, 0, 1), arena.name(2, 0, members[-1])
    distances = tuple((7 * at) % 90 for at in range(2 * len(members)))
    number = arena.make("pick", (arena.math("+", here, place),), distances, 0, 89)
    sequence = arena.make("fixed", (arena.num(0),), (tuple(members),), members[0], members[-1])
    table = LookupTable(place, sequence, (place,), (), ())
    rows = arena.make("fixed", (arena.num(0),), table, 0, 1)
    test = arena.make("<=", (number, bound), None, 0, 1)
    return Loop(place, rows, (Filter(test, (Emit((place,)),)),), (place,))


def test_a_loop_with_a_bound_that_stays_the_same_skips() -> None:
    arena = Arena()
    loop = loop_over(arena, range(FEWEST), bound=arena.name(3, 0, 9))
    assert BoundedRows.of(loop) is not None


def test_other_loops_do_not_skip() -> None:
    arena = Arena()
    short = loop_over(arena, range(FEWEST - 1), bound=arena.name(3, 0, 9))
    apart = loop_over(arena, range(0, 2 * FEWEST, 2), bound=arena.name(3, 0, 9))
    varying = loop_over(arena, range(FEWEST), bound=arena.name(2, 0, FEWEST - 1))
    long = loop_over(arena, range(FEWEST), bound=arena.name(3, 0, 9))
    with_more = replace(long, body=(*long.body, Emit((arena.num(1),))))
    assert [BoundedRows.of(each) for each in (short, apart, varying, with_more)] == [None] * 4


def test_the_last_block_may_be_short() -> None:
    entries = tuple(range(100, 100 - 2 * BLOCK - 3, -1))
    assert minima(entries) == (101 - BLOCK, 101 - 2 * BLOCK, 98 - 2 * BLOCK)
