"""What a term depends on, as far as its bounds tell: names, and slots of the vector. What depends on little can be
remembered instead of worked out again.

An `Atom` is a name, or a `load`: of one slot, or of a slot that names tell (`v[ship + 238]`). Two positions in which
all atoms are equal give the term the same worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import replacing, substituted
from interpreter.optimizer.terms.terms import Term

MOST = 12
"""Atoms of a term that may be remembered: with more of them, the same position hardly comes back."""
SHORT = 6
"""Size of an address that is still quickly worked out."""


@dataclass(frozen=True, slots=True)
class Function:
    """A value that is kept as a function of its parameters."""

    name: str
    params: tuple[Term, ...]
    body: Term


@dataclass(frozen=True, slots=True)
class MemoKey:
    """What decides about a term: its atoms, and the bounds of names within which it is so."""

    atoms: tuple[Term, ...]
    bounds: tuple[tuple[Term, str, int], ...]
    """Names that are out of bounds if they are `<` or `>` a number: then none of the slots are meant."""


class Unsure(Exception):
    """It cannot be told what a term depends on, or it is too much."""


Atoms = dict[Term, None]


class Dependencies:
    """Finds the atoms of terms; `functions` are the values that terms call."""

    def __init__(self, arena: Arena, functions: Mapping[str, Function]) -> None:
        self._arena = arena
        self._functions = functions
        self._found: dict[Term, Atoms | None] = {}

    def key(self, term: Term) -> MemoKey | None:
        """What decides about a term; None if it is not sure, or more than `MOST`."""
        try:
            atoms = self._atoms(term)
        except Unsure:
            return None
        checks: dict[Term, None] = {}
        shown = [self._unchecked(atom, checks) for atom in atoms]
        bounds: dict[tuple[Term, str, int], None] = {}
        for check in checks:
            (low, high, _), name = check.limits, check.args[0]
            bounds |= {(name, "<", low): None} if name.low < low else {}
            bounds |= {(name, ">", high): None} if name.high > high else {}
        return MemoKey(tuple(dict.fromkeys(shown)), tuple(bounds))

    def _atoms(self, term: Term) -> Atoms:
        if term not in self._found:
            try:
                found = self._looked_at(term)
                self._found[term] = found if len(found) <= MOST else None
            except Unsure:
                self._found[term] = None
        known = self._found[term]
        if known is None:
            raise Unsure
        return known

    def _looked_at(self, term: Term) -> Atoms:
        match term.op:
            case "name":
                return {term: None}
            case "load":
                return self._slot(term)
            case "marks" | "bits":
                return self._stretch(term.args[0], term.numbers[1])
            case "holding":
                return self._atoms(term.args[1]) | self._stretch(term.args[0], term.numbers[1])
            case "total":
                assert isinstance(term.data, int)
                return self._stretch(term.args[0], term.data)
            case "items" | "avail" | "local" | "interpreted" | "table" | "filled" | "bags" | "settles" | "settling":
                raise Unsure
            case "once":
                return self._atoms(term.args[1])
            case "call" | "calls":
                return self._called(term)
            case "gather":
                return self._gathered(term)
        return self._all(term.args)

    def _all(self, terms: tuple[Term, ...]) -> Atoms:
        found: Atoms = {}
        for term in terms:
            found |= self._atoms(term)
        return found

    def _slot(self, term: Term) -> Atoms:
        at = term.args[0]
        if at.known or (at.size <= SHORT and self._is_plain(at)):
            return {self._arena.load(at, 0, 0): None}  # bounds play no part: each slot stands once
        return self._all(term.args) | self._stretch(at, 1)

    def _is_plain(self, at: Term) -> bool:
        """Whether an address is reckoned from names and slots, and checks of names."""
        if at.op == "check":
            return at.args[0].op == "name"
        return at.op in ("num", "name", "+", "-", "*", "load") and all(self._is_plain(arg) for arg in at.args)

    def _stretch(self, base: Term, width: int) -> Atoms:
        """Every slot that may be meant."""
        if base.low < 0 or base.high + width - base.low > MOST:
            raise Unsure
        load, num = self._arena.load, self._arena.num
        return dict.fromkeys(load(num(at), 0, 0) for at in range(base.low, base.high + width))

    def _called(self, term: Term) -> Atoms:
        """The atoms of a function, with the arguments in place of the parameters."""
        function = self._functions[str(term.data)]
        given = dict(zip(function.params, term.args, strict=True))
        return self._replaced(self._atoms(function.body), given)

    def _replaced(self, atoms: Atoms, given: Mapping[Term, Term]) -> Atoms:
        found: Atoms = {}
        for atom in atoms:
            if atom in given:
                found |= self._atoms(given[atom])
            elif atom.free & given.keys():
                found |= self._atoms(substituted(self._arena, atom, given))
            else:
                found[atom] = None
        return found

    def _gathered(self, term: Term) -> Atoms:
        """What is bound inside is not seen from outside: a slot that it tells may be any of several."""
        found: Atoms = dict(self._atoms(term.args[0]))
        for atom in self._all(term.args[1:]):
            inside = [name for name in atom.free if name.data == term.gathering.uid]
            if not inside:
                found[atom] = None
            elif atom.op == "load":
                found |= dict.fromkeys(self._atoms_outside(atom, inside))
        return found

    def _atoms_outside(self, atom: Term, inside: list[Term]) -> Atoms:
        found = self._stretch(atom.args[0], 1)
        for name in atom.free:
            if name not in inside:
                found[name] = None
        return found

    def _unchecked(self, atom: Term, found: dict[Term, None]) -> Term:
        """An atom without the checks of its names, which are noted beside."""
        checks = {part: part.args[0] for part in atom.walk() if part.op == "check"}
        found |= dict.fromkeys(checks)
        return replacing(self._arena, checks)(atom)
