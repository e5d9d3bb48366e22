"""Marks the loops whose members an engine can find in sets that it keeps from decision to decision.

Many listings go through all places to find the few that pass a test, such as the places with a branch of the player.
If the test reads only slots that seldom change, an engine can keep the set of these places as a bit mask, and correct
one bit whenever one of the slots changes. The loop then visits only the members of the set, in the same order.

The pass only marks loops and tests. An engine that keeps no sets ignores the marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from interpreter.optimizer.passes.cost_model import length
from interpreter.optimizer.program.steps import (
    Compute,
    Filter,
    Kept,
    KeptSet,
    LookupTable,
    Loop,
    Meeting,
    Step,
    Steps,
    Unpack,
)
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.columns import column
from interpreter.optimizer.terms.constant_evaluation import NOTHING, Unknown, can_be_worked_out
from interpreter.optimizer.terms.operations import COMPARED, COMPARISONS, Operation
from interpreter.optimizer.terms.substitution import replacing, substituted, unchecked
from interpreter.optimizer.terms.terms import FRESH, Term
from interpreter.position import BITS, FieldLayout, Layout

FEWEST, MASK_BITS = 16, 64
"""Minimum number of members for which a set is worth keeping, and the number of bits in a mask.

Each member has the bit with its number.
"""
MOST_SETS = 8
"""Maximum number of sets for one test, over all values of the outer variables."""
FIRST_NAME = 2 * FRESH
"""Number of the variable for the member of a kept set; the numbers of its other variables follow."""
_SIMPLE = frozenset[Operation](
    ("num", "name", "load", "+", "-", "min", "max", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not")
)
"""Operations of a test that is cheap enough to evaluate at every change."""


def lasting_slots(layout: Layout) -> frozenset[int]:
    """Return the slots whose changes an engine can follow, and that no turn or round resets.

    These are numbers, flags, references and spaces. In a row of pieces, they are its length and the count of each type.
    """
    found = set[int]()
    for of_field, run in layout.runs.items():
        if not of_field.lifetime and not of_field.builtin:
            found.update(slot for entry in range(len(run.base)) for slot in _followed(run, entry))
    return frozenset(found)


def _followed(run: FieldLayout, entry: int) -> Iterator[int]:
    base, width = run.base[entry], run.widths[entry]
    if run.form in ("number", "space"):
        yield from range(base, base + width)
    elif run.form == "row" and run.holds.fungible:
        yield base
        yield from range(base + width - run.holds.size, base + width)


# ---------------------------------------------------------------- tests


def members_to_keep(sequence: Term) -> tuple[int, ...]:
    """Return all members of a constant sequence, in order, or () if their number does not suit kept sets."""
    if sequence.op != "fixed" or sequence.low < 0 or sequence.high >= MASK_BITS:
        return ()
    found = tuple(sorted(set().union(*sequence.rows)))
    return found if len(found) >= FEWEST else ()


def kept_set(
    arena: Arena, test: Term, member: Term, members: tuple[int, ...], bound: frozenset[Term]
) -> Kept | None:  # fmt: skip
    """Return the kept set of the members that pass a test, or None if the set is not worth keeping.

    `bound` holds the variables bound outside the search.
    """
    if not test.free <= bound | {member}:
        return None
    key = (test, member, members)
    if key not in arena.kept_sets:
        arena.kept_sets[key] = _kept_set(arena, test, member, members)
    found = arena.kept_sets[key]
    assert found is None or isinstance(found, Kept)
    return found


def _kept_set(arena: Arena, test: Term, member: Term, members: tuple[int, ...]) -> Kept | None:
    if test.is_guarded or not test.total:
        return None
    without = test.op in ("not", "=")
    if without:
        test = arena.negate(test)
    outer = tuple(sorted(test.free - {member}, key=lambda name: name.value))
    if member not in test.free or prod(name.high - name.low + 1 for name in outer) > MOST_SETS:
        return None
    checks = [part for part in test.walk() if part.op == "check"]
    parts = [unchecked(arena, test), *(unchecked(arena, check.args[0]) for check in checks)]
    parts, columns = _in_columns(arena, parts)
    if not all(part.op in _SIMPLE for term in parts for part in term.walk()):
        return None
    if not _are_lasting(arena, parts, columns, member, members, outer):
        return None
    names = [arena.name(FIRST_NAME + at, each.low, each.high) for at, each in enumerate((member, *outer))]
    by = dict(zip((member, *outer), names, strict=True))
    test, *checked = parts
    bounds = [check.limits[:2] for check in checks]
    return Kept(
        KeptSet(
            names[0], members, tuple(names[1:]),
            tuple((name, substituted(arena, term, by)) for term, name in columns.items()), test,
            tuple((term, low, high) for term, (low, high) in zip(checked, bounds, strict=True)),
        ),
        outer, without,
    )  # fmt: skip


def _in_columns(arena: Arena, terms: Sequence[Term]) -> tuple[list[Term], dict[Term, Term]]:
    """Return the terms with a variable for each part that does not depend on the position, and these variables."""
    columns = dict[Term, Term]()

    def collect(term: Term) -> None:
        if term.pure and term.free:
            columns.setdefault(term, arena.name(FIRST_NAME + MASK_BITS + len(columns), term.low, term.high))
        elif not term.pure:
            for arg in term.args:
                collect(arg)

    for term in terms:
        collect(term)
    replaced = replacing(arena, columns)
    return [replaced(term) for term in terms], columns


def _are_lasting(
    arena: Arena, terms: Sequence[Term], columns: Mapping[Term, Term], member: Term, members: tuple[int, ...],
    outer: Sequence[Term],
) -> bool:  # fmt: skip
    """Return True if all slots that the terms read seldom change, and if each belongs to one member."""
    if not all(
        term.total and not term.is_guarded and not term.sequence and can_be_worked_out(term)
        and term.low >= -(1 << BITS) and term.high < 1 << BITS
        for term in columns
    ):  # fmt: skip
        return False
    defined = {name: term for term, name in columns.items()}
    addresses = {part.args[0] for term in terms for part in term.walk() if part.op == "load"}
    if not addresses or not all(at in defined and member in defined[at].free for at in addresses):
        return False
    values = product(*(range(name.low, name.high + 1) for name in outer))
    try:
        for each in values:
            names = {name.value: value for name, value in zip(outer, each, strict=True)}
            for at in addresses:
                if not arena.lasting.issuperset(column(defined[at], member, NOTHING)(names, members)):
                    return False
    except Unknown:
        return False
    return True


# ---------------------------------------------------------------- steps


def keep_sets(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return the steps with marks at the loops and tests for which an engine can keep sets.

    `bound` holds the variables bound outside the steps.
    """
    return _Marking(arena, bound, {}, {}).steps(steps)


@dataclass(slots=True)
class _Members:
    """The members of a loop, and conditions on those that it has to visit.

    `saves` is True if the loop is long enough to keep a set for it alone.
    """

    member: Term
    members: tuple[int, ...]
    saves: bool
    kept: list[Kept] = field(default_factory=list)
    meets: Meeting | None = None


@dataclass(frozen=True, slots=True)
class _Marking:
    """Marks steps; `meanings` defines variables by the variables of the rulebook, and `packed` packed columns."""

    arena: Arena
    bound: frozenset[Term]
    meanings: dict[Term, Term]
    packed: dict[Term, tuple[Term, ...]]

    def steps(self, steps: Steps) -> Steps:
        return tuple([self._step(step) for step in steps])

    def _step(self, step: Step) -> Step:
        match step:
            case Loop():
                return self._loop(step)
            case Filter(test, body):
                return Filter(test, self.steps(body))
        self._learn(step)
        return step

    def _learn(self, step: Step) -> None:
        if isinstance(step, Compute):
            self.meanings[step.name] = self._meant(step.term)
        elif isinstance(step, Unpack):
            self.meanings.update(zip(step.names, self.packed[step.of], strict=True))

    def _meant(self, term: Term) -> Term:
        """Return a term without the variables that the passes before have made."""
        return substituted(self.arena, term, self.meanings)

    def _loop(self, step: Loop) -> Loop:
        sequence = self.meanings.get(step.sequence, step.sequence)
        table = sequence.data
        if not isinstance(table, LookupTable):
            return Loop(step.name, step.sequence, self.steps(step.body), step.columns)
        for name, entry in zip(step.columns, table.entries, strict=True):
            if isinstance(entry, tuple):
                self.packed[name] = entry
            else:
                self.meanings[name] = entry
        members = members_to_keep(table.sequence)
        if not members:
            return Loop(step.name, step.sequence, self.steps(step.body), step.columns)
        found = _Members(table.name, members, length(table.sequence) >= FEWEST)
        body = self._body(step.body, found)
        return Loop(step.name, step.sequence, body, step.columns, tuple(found.kept), found.meets)

    def _body(self, body: Steps, of: _Members) -> Steps:
        """Return the body of a loop with its first tests marked, and collect their sets.

        A test is one of the first as long as leaving out all steps before it changes nothing. Behind the first tests,
        the sets follow to which each member belongs that passes any of the other tests.
        """
        if not body:  # no row can follow
            return body
        *lets, last = body
        if not isinstance(last, (Filter, Loop)) or not all(_is_droppable(let) for let in lets):
            return self._branches(body, of)
        for let in lets:
            self._learn(let)
        if isinstance(last, Loop):
            inner = self._loop(last)
            of.meets = self._meeting(inner, of)
            return (*lets, inner)
        found = kept_set(self.arena, self._meant(last.test), of.member, of.members, self.bound)
        if found is not None:
            found = replace(found, saves=of.saves)
            of.kept.append(found)
        elif not last.test.droppable:
            return self._branches(body, of)
        return (*lets, Filter(last.test, self._body(last.body, of), found))

    def _meeting(self, inner: Loop, of: _Members) -> Meeting | None:
        """Return the meeting of the lists through which an inner loop goes with the sets that it visits.

        To go through a set must take less time than to visit the members, so only sets for each value of a variable
        count, such as the places of each seat.
        """
        sequence = self.meanings.get(inner.sequence, inner.sequence)
        table = sequence.data
        if not of.saves or not any(each.outer for each in inner.kept) or not isinstance(table, LookupTable):
            return None
        names = [name for name, arg in zip(table.outer, sequence.args, strict=True) if arg is of.member]
        if table.sequence.op != "fixed" or not names or table.sequence.args != (names[0],):
            return None
        return Meeting(table.sequence.rows, inner.kept)

    def _branches(self, body: Steps, of: _Members) -> Steps:
        marked = self.steps(body)
        of.kept += [replace(each, saves=False) for each in self._common(body, of, frozenset())]
        return marked

    def _common(self, body: Steps, of: _Members, checks: frozenset[Term]) -> list[Kept]:
        """Return the sets to which each member belongs that passes any of the tests in the body of a loop.

        `checks` are the range checks of the steps before the body. To leave out these steps changes nothing if the set
        has the same checks.
        """
        found: list[Kept] | None = None
        for step in body:
            match step:
                case Compute(term=term) if term.total:
                    checks |= _checks(self._meant(term))
                case Unpack():
                    pass
                case Filter(test, inner):
                    meant = self._meant(test)
                    tests = [each for each in (meant, _nonzero(self.arena, meant)) if checks <= _checks(each)]
                    sets = [kept_set(self.arena, each, of.member, of.members, self.bound) for each in tests]
                    if test.total:
                        sets += self._common(inner, of, checks | _checks(meant))
                    here = dict.fromkeys(each for each in sets if each is not None)
                    found = [each for each in (here if found is None else found) if each in here]
                case _:
                    return []
        return found or []


def _checks(term: Term) -> frozenset[Term]:
    return frozenset(part for part in term.walk() if part.op == "check")


def _nonzero(arena: Arena, test: Term) -> Term:
    """Return the test that a number is not 0, if it follows from the test; otherwise the test."""
    op = COMPARED.get(test.op)
    if op is not None and test.args[1].known and not COMPARISONS[op].compute(0, test.args[1].value):
        return arena.compare("!=", test.args[0], arena.num(0))
    return test


def _is_droppable(step: Step) -> bool:
    return isinstance(step, Unpack) or (isinstance(step, Compute) and step.term.droppable)
