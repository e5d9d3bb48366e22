"""Replaces parts of terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.operations import ARITHMETIC, COMPARISONS, Arithmetic, Comparison, Operation
from interpreter.optimizer.terms.terms import Term, conjuncts


def replacing(arena: Arena, by: Mapping[Term, Term]) -> Callable[[Term], Term]:
    """Return a function that replaces parts of terms, without simplifying the result."""
    done = dict(by)
    least = min((part.size for part in by), default=0)
    names = frozenset(by) if all(part.op == "name" for part in by) else None

    def replaced(term: Term) -> Term:
        if term.size < least or (names is not None and term.free.isdisjoint(names)):
            # The term contains no part to replace.
            return term
        found = done.get(term)
        if found is None:
            args = tuple([replaced(arg) for arg in term.args])
            found = term if args == term.args else arena.make(term.op, args, term.data, term.low, term.high)
            done[term] = found
        return found

    return replaced


def substituted(arena: Arena, term: Term, by: Mapping[Term, Term]) -> Term:
    """Return the term with variables replaced, simplified as if it had been built with the replacements."""
    found = by.get(term)
    if found is not None:
        return found
    if not term.args or not any(name in by for name in term.free):
        return term
    args = tuple(substituted(arena, arg, by) for arg in term.args)
    return _made(arena, term, args)


def _made(arena: Arena, term: Term, args: tuple[Term, ...]) -> Term:
    """Return a simplified term with the same operation as `term` but other arguments."""
    make = _MAKERS.get(term.op)
    return make(arena, term, args) if make is not None else arena.make(term.op, args, term.data, term.low, term.high)


Maker = Callable[[Arena, Term, tuple[Term, ...]], Term]


def _calculate(op: Arithmetic) -> Maker:
    return lambda arena, term, args: arena.math(op, *args)


def _compare(op: Comparison) -> Maker:
    return lambda arena, term, args: arena.compare(op, *args)


def _pick(arena: Arena, term: Term, args: tuple[Term, ...]) -> Term:
    return arena.pick(term.entries, *args)


def _check(arena: Arena, term: Term, args: tuple[Term, ...]) -> Term:
    low, high, fault = term.limits
    return arena.check(args[0], low, high, fault, *args[1:])


def _fixed(arena: Arena, term: Term, args: tuple[Term, ...]) -> Term:
    return arena.fixed(term.rows, args[0])


def _span(arena: Arena, term: Term, args: tuple[Term, ...]) -> Term:
    return arena.span(args[0], args[1], term.value)


_MAKERS: dict[Operation, Maker] = {
    **{op: _calculate(op) for op in ARITHMETIC}, **{op: _compare(op) for op in COMPARISONS},
    "pick": _pick, "check": _check, "fixed": _fixed, "span": _span,
    "and": lambda arena, term, args: arena.both(*args),
    "or": lambda arena, term, args: arena.either(*args),
    "not": lambda arena, term, args: arena.negate(args[0]),
    "if": lambda arena, term, args: arena.choose(*args),
    "list": lambda arena, term, args: arena.listed(*args),
    "has": lambda arena, term, args: arena.has(*args),
    "len": lambda arena, term, args: arena.length(args[0]),
}  # fmt: skip


def under_assumption(arena: Arena, term: Term, holds: Term) -> Term:
    """Simplify a term under the assumption that a condition is true."""
    if holds.known:
        return term
    by = {part: arena.num(1) for part in conjuncts(holds)}
    by |= {arena.negate(part): arena.num(0) for part in conjuncts(holds)}
    return rebuilt(arena, term, by)


def unchecked(arena: Arena, term: Term) -> Term:
    """Return the term without range checks, which has the same value if none of them fails."""
    return rebuilt(arena, term, {part: part.args[0] for part in term.walk() if part.op == "check"})


def rebuilt(arena: Arena, term: Term, by: Mapping[Term, Term]) -> Term:
    """Return the term with parts replaced, and with the result simplified.

    Parts inside aggregates are not replaced.
    """
    found = by.get(term)
    if found is not None:
        return found
    if not term.args or term.op == "gather":
        return term
    args = tuple(rebuilt(arena, arg, by) for arg in term.args)
    return term if all(a is b for a, b in zip(args, term.args, strict=True)) else _made(arena, term, args)
