"""Precomputes properties of loop members as columns of a lookup table, which the loop then iterates over.

A term becomes a column if it depends on the member but not on the position, such as the distance between two places. A
test that depends only on the member removes members from the table in advance. If a term fails for a member, its column
has a gap, and the error is raised only if the game reads the gap.

A column may also depend on variables bound outside the loop, such as the current seat or the member of an outer loop.
In this case, there is one table for each combination of the variables' values. If the outer loop also iterates over a
lookup table, the inner table becomes a column of the outer table.
"""

from __future__ import annotations

from interpreter.optimizer.program.steps import (
    Compute,
    Entries,
    Filter,
    LookupTable,
    Loop,
    Step,
    Steps,
    Unpack,
    mapped,
    terms_of,
)
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.constant_evaluation import can_be_worked_out
from interpreter.optimizer.terms.substitution import replacing
from interpreter.optimizer.terms.terms import Term, conjuncts

LATE = 3
"""Minimum number of columns for which it is worthwhile to unpack them separately, after the first test."""
LARGEST = 20_000
"""Maximum number of entries in a table, over all values of the outer variables."""


def build_lookup_tables(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return the steps with loops over lookup tables where possible.

    `bound` holds the variables bound outside the steps.
    """
    found: list[Step] = []
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                inner = build_lookup_tables(arena, body, bound | {name, *columns})
                found.append(_with_columns(arena, Loop(name, sequence, inner, columns), bound))
            case Filter(test, body):
                found.append(Filter(test, build_lookup_tables(arena, body, bound)))
            case Compute(name, _):
                found.append(step)
                bound |= {name}
            case _:
                found.append(step)
    return tuple(found)


def _with_columns(arena: Arena, each: Loop, bound: frozenset[Term]) -> Loop:
    """Return the loop rewritten to iterate over a lookup table, or the unchanged loop if that is impossible."""
    if each.sequence.op != "fixed" or not (each.sequence.pure and each.sequence.total):
        return each
    keep, body = _kept(each, bound)
    rows = max((len(row) for row in each.sequence.rows), default=0)
    budget = LARGEST // max(1, rows)
    outer = set(each.sequence.free)
    wanted: dict[Term, Term] = {}
    for term in (*keep, *terms_of(body)):
        _collect(arena, term, each.name, bound, outer, budget, wanted)
    for test in keep:
        outer |= test.free - {each.name}
    if _entries(outer) > budget:
        return each
    by = {
        term: column if term.total else arena.make("filled", (column, term), None, term.low, term.high)
        for term, column in wanted.items() if term not in keep
    }  # fmt: skip
    body = mapped(body, replacing(arena, by))
    columns = tuple((column, term) for term, column in wanted.items() if term not in keep)
    columns = tuple((column, term) for column, term in columns if any(column in t.free for t in terms_of(body)))
    names = tuple(sorted(outer, key=lambda name: name.value))
    used = any(each.name in term.free for term in terms_of(body))
    if used or not columns:
        columns = ((each.name, each.name), *columns)
    targets, entries, body = _in_two(arena, columns, body)
    table = LookupTable(each.name, each.sequence, entries, keep, names)
    sequence = arena.make("table", names, table, each.sequence.low, each.sequence.high)
    return Loop(each.name, sequence, body, targets)




def _in_two(
    arena: Arena, columns: tuple[tuple[Term, Term], ...], body: Steps
) -> tuple[tuple[Term, ...], Entries, Steps]:
    """Split the columns into those that the first test uses and those that can be unpacked after this test."""
    names, terms = tuple(name for name, _ in columns), tuple(term for _, term in columns)
    lets, first = body[:-1], body[-1] if body else None
    if not isinstance(first, Filter) or not all(isinstance(let, Compute) for let in lets):
        return names, terms, body
    wanted = first.test.free.union(*(term.free for term in terms_of(lets)))
    early = [n for n, name in enumerate(names) if name in wanted]
    late = [n for n in range(len(names)) if n not in early]
    if len(late) < LATE:
        return names, terms, body
    rest = arena.make("local", (), arena.fresh(0, 0).value, 0, 0)
    body = (*lets, Filter(first.test, (Unpack(tuple(names[n] for n in late), rest), *first.body)))
    entries: Entries = (*(terms[n] for n in early), tuple(terms[n] for n in late))
    return (*(names[n] for n in early), rest), entries, body


def _kept(each: Loop, bound: frozenset[Term]) -> tuple[tuple[Term, ...], Steps]:
    """Return the position-independent tests at the start of a loop, and the body without these tests."""
    keep: list[Term] = []
    body = each.body
    while len(body) == 1 and isinstance(body[0], Filter):
        tests = conjuncts(body[0].test)
        allowed = bound | {each.name}
        if not all(
            test.pure
            and test.movable
            and test.free <= allowed
            and _entries(set(test.free)) <= LARGEST
            and can_be_worked_out(test)
            for test in tests
        ):
            break
        keep.extend(tests)
        body = body[0].body
    return tuple(keep), body


def _entries(names: set[Term]) -> int:
    count = 1
    for name in names:
        count *= max(1, min(LARGEST, name.high - name.low + 1))
    return count


def _collect(
    arena: Arena, term: Term, member: Term, bound: frozenset[Term], outer: set[Term], budget: int,
    wanted: dict[Term, Term],
) -> None:  # fmt: skip
    """Collect the largest parts of a term that can become columns."""
    if term.simple or term in wanted or member not in term.free:
        return
    pure = term.pure and term.free <= bound | {member} and (term.total or not term.sequence)
    parts = term.args if isinstance(term.data, LookupTable) else (term,)
    if pure and all(map(can_be_worked_out, parts)):
        others = outer | (term.free - {member})
        if _entries(others) <= budget:
            outer |= others
            name = arena.fresh(term.low, term.high)
            wanted[term] = arena.make("local", (), name.value, term.low, term.high) if term.sequence else name
            return
    for arg in term.args:
        _collect(arena, arg, member, bound, outer, budget, wanted)
