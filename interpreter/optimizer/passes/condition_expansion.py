"""Writes a condition on all sorts of a chosen bag as one condition for each sort.

The sort is then a constant, so its condition bounds one number of the bag, which narrows the loop. The parts are
evaluated in the order of the sorts, up to the one that decides.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.optimizer.program.steps import Bind, Search, Searches, declarations, declared
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import rebuilt, substituted
from interpreter.optimizer.terms.terms import Term, conjuncts

MOST = 8
"""Maximum number of sorts."""
LARGEST = 12
"""Maximum size of the condition on a sort."""


def expand_conditions(arena: Arena, searches: Searches, bound: frozenset[Term]) -> Searches:
    """Return the searches with the conditions on all sorts of a chosen bag written out."""
    return tuple(_expanded(arena, search) for search in searches)


def _expanded(arena: Arena, search: Search) -> Search:
    items, emit = declarations(search.steps)
    columns = frozenset(column for item in items if isinstance(item, Bind) for column in item.columns)
    if not columns:
        return search
    found: list[Bind | Term] = []
    for item in items:
        found += [item] if isinstance(item, Bind) else conjuncts(_written_out(arena, item, columns))
    return replace(search, steps=declared(found, emit))


def _written_out(arena: Arena, test: Term, columns: frozenset[Term]) -> Term:
    by: dict[Term, Term] = {}
    for part in test.walk() if test.free & columns else ():
        if part.op == "gather" and part.free & columns and part not in by and (parts := _parts(arena, part)):
            by[part] = arena.either(*parts)
    return rebuilt(arena, test, by) if by else test


def _parts(arena: Arena, some: Term) -> list[Term]:
    """Return the condition on each member of `any(…)`, or nothing if they are many, unknown or large."""
    sequence, where, _, _ = some.parts()
    if some.gathering.how != "any" or where is None or where.size > LARGEST or not where.total:
        return []
    if sequence.op != "fixed" or not sequence.args[0].known or len(sequence.rows[0]) > MOST:
        return []
    name = next((name for name in where.free if name.value == some.gathering.uid), None)
    if name is None:
        return []
    return [substituted(arena, where, {name: arena.num(member)}) for member in sequence.rows[sequence.args[0].value]]
