"""Finds the variables and slots that determine the value of a term.

A term with few dependencies can be memoised. A dependency is an *atom*: a variable, or a `load` of a slot whose address
may contain variables (`v[ship + 238]`). If all atoms have the same values in two positions, the term also has the same
value in both. The rows of `operations` say which slots each operation reads, and this module combines them into memo
keys for all back ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import replacing, substituted
from interpreter.optimizer.terms.terms import MANY, Lines, Term

MOST = 12
"""Maximum number of atoms of a memoised term; with more atoms, their values rarely recur together."""
SHORT = 6
"""Maximum size of an address term that counts as cheap to compute."""


@dataclass(frozen=True, slots=True)
class Function:
    """A rulebook value that is compiled to a function of its parameters."""

    name: str
    params: tuple[Term, ...]
    body: Term
    lines: Lines = ()


@dataclass(frozen=True, slots=True)
class MemoKey:
    """Key under which the value of a term is memoised.

    The key consists of the term's atoms.
    """

    atoms: tuple[Term, ...]
    bounds: tuple[tuple[Term, Literal["<", ">"], int], ...]
    """Conditions (`<` or `>` a number) under which a variable is out of bounds.

    If such a condition is true, the value is computed without the memo, because reading the slots of the key would be
    unsafe.
    """


class UnknownDependencies(Exception):
    """Raised if the dependencies of a term are unknown or too numerous."""


Bounds = tuple[int, int]
COUNTED = (-MANY, MANY)
"""Bounds of a slot that holds a count, a membership mark or a bit mask."""
Atoms = dict[Term, Bounds]
"""Variables and loads on which a term depends, each with its minimum and maximum.

The `load` terms are built without bounds, so that each slot occurs only once.
"""


class Dependencies:
    """Finds the atoms of terms.

    `functions` holds the rulebook values that the terms call.
    """

    def __init__(self, arena: Arena, functions: Mapping[str, Function]) -> None:
        self._arena = arena
        self._functions = functions
        self._found: dict[Term, Atoms | None] = {}

    def key(self, term: Term) -> MemoKey | None:
        """Return the memo key of a term, or None if its atoms are unknown or too many."""
        return self._key(lambda: self._atoms(term))

    def key_of(self, function: Function) -> MemoKey | None:
        """Return the memo key of a function, or None if its atoms are unknown or too many."""
        return self._key(lambda: self._inside(function))

    def _key(self, find: Callable[[], Atoms]) -> MemoKey | None:
        try:
            atoms = find()
        except UnknownDependencies:
            return None
        if len(atoms) > MOST:
            return None
        checks: dict[Term, None] = {}
        shown = [self._shown(atom, bounds, checks) for atom, bounds in atoms.items()]
        outside: dict[tuple[Term, Literal["<", ">"], int], None] = {}
        for check in checks:
            (low, high, _), name = check.limits, check.args[0]
            outside |= {(name, "<", low): None} if name.low < low else {}
            outside |= {(name, ">", high): None} if name.high > high else {}
        return MemoKey(tuple(dict.fromkeys(shown)), tuple(outside))

    def _atoms(self, term: Term) -> Atoms:
        if term not in self._found:
            try:
                found = self._looked_at(term)
                self._found[term] = found if len(found) <= MOST else None
            except UnknownDependencies:
                self._found[term] = None
        known = self._found[term]
        if known is None:
            raise UnknownDependencies
        return known

    def _looked_at(self, term: Term) -> Atoms:
        reads = term.row.reads
        match reads:
            case "arguments":
                return self._all(term.args)
            case "one slot":
                return self._stretch(term.args[0], 1, (term.low, term.high))
            case "data slots":
                return self._stretch(term.args[0], term.value, COUNTED)
            case "numbered slots":
                slots = self._stretch(term.args[0], term.numbers[1], COUNTED)
                return together([self._all(term.args[1:]), slots])
            case "variable":
                return self._atoms(term.args[1]) if term.op == "once" else {term: (term.low, term.high)}
            case "functions":
                return self._gathered(term) if term.op == "gather" else self._called(term)
            case "unknown":
                raise UnknownDependencies
            case _:
                assert_never(reads)

    def _all(self, terms: Iterable[Term]) -> Atoms:
        return together([self._atoms(term) for term in terms])

    def _stretch(self, base: Term, width: int, bounds: Bounds) -> Atoms:
        """Return the atoms of `width` consecutive slots.

        If the address is cheap to compute, each slot is one atom. Otherwise, the atoms are the address's own atoms and
        all slots to which it may refer.
        """
        if width > MOST:
            raise UnknownDependencies
        if base.known or (base.size <= SHORT and base.unguarded_result < 3 and _is_plain(base)):
            add, num = self._arena.math, self._arena.num
            return {self._slot(add("+", base, num(at))): bounds for at in range(width)}
        return together([self._atoms(base), self._anywhere(base, width, bounds)])

    def _anywhere(self, base: Term, width: int, bounds: Bounds) -> Atoms:
        """Return every slot to which the address may refer."""
        if base.low < 0 or base.high + width - base.low > MOST:
            raise UnknownDependencies
        return {self._slot(self._arena.num(at)): bounds for at in range(base.low, base.high + width)}

    def _slot(self, at: Term) -> Term:
        return self._arena.load(at, 0, 0)

    def _called(self, term: Term) -> Atoms:
        """Return the atoms of a function call, with the arguments in place of the parameters."""
        function = self._functions[term.name]
        given = {param.value: arg for param, arg in zip(function.params, term.args, strict=True)}
        found = []
        for atom, bounds in self._inside(function).items():
            by = {name: given[name.value] for name in atom.free if name.value in given}
            if atom.op == "name" and by:
                found.append(self._atoms(by[atom]))
            elif by:
                found.append(self._stretch(substituted(self._arena, atom.args[0], by), 1, bounds))
            else:
                found.append({atom: bounds})
        return together(found)

    def _inside(self, function: Function) -> Atoms:
        """Return the atoms of a function's body, with each variable that a line defines replaced by its definition."""
        found = self._atoms(function.body)
        for name, term in reversed(function.lines):
            if any(name in atom.free for atom in found):
                found = together([self._without(found, name.value), self._atoms(term)])
        return found

    def _gathered(self, term: Term) -> Atoms:
        """Return the atoms of an aggregate, except the variable that it binds."""
        inside = self._all(term.args[1:])
        return together([self._atoms(term.args[0]), self._without(inside, term.gathering.uid)])

    def _without(self, atoms: Atoms, uid: int) -> Atoms:
        """Remove a variable from a set of atoms.

        A slot whose address contains the variable is replaced by all slots to which the address may refer.
        """
        found = []
        for atom, bounds in atoms.items():
            if all(name.value != uid for name in atom.free):
                found.append({atom: bounds})
            elif atom.op == "load":
                found.append(self._anywhere(atom.args[0], 1, bounds))
                found.append(self._without(self._all(atom.args), uid))
        return together(found)

    def _shown(self, atom: Term, bounds: Bounds, found: dict[Term, None]) -> Term:
        """Return an atom in the form used in keys.

        Range checks are removed from the atom and added to `found`.
        """
        if atom.op == "name":
            return atom
        checks = {part: part.args[0] for part in atom.walk() if part.op == "check"}
        found |= dict.fromkeys(checks)
        return self._arena.load(replacing(self._arena, checks)(atom.args[0]), *bounds)


def _is_plain(at: Term) -> bool:
    """Return True if an address contains only arithmetic, variables, slots and range checks of variables."""
    if at.op == "check":
        return at.args[0].op == "name"
    return at.op in ("num", "name", "+", "-", "*", "load") and all(_is_plain(arg) for arg in at.args)


def together(parts: Iterable[Atoms]) -> Atoms:
    """Return the union of several sets of atoms, with bounds wide enough for every set."""
    found: Atoms = {}
    for part in parts:
        for atom, (low, high) in part.items():
            least, most = found.get(atom, (low, high))
            found[atom] = (min(low, least), max(high, most))
    return found
