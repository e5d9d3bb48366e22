"""Finds the slots of a position that need 64 bits.

Only rulebook locals whose value must survive a pause can need more than 32 bits. Fields have ranges that fit into a
word, and every write to a field is checked. A local's declared range is not binding, so this module follows all writes
to its slot until the computed range stops growing.

Values that only change by small steps, and internal values such as the number of remaining iterations, are assumed to
fit into 32 bits. If such a value ever does not fit, another engine takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from interpreter.native.emit.shorthand import HIGH, LOW
from interpreter.native.emit.writer import fits
from interpreter.optimizer import ARITHMETIC, Loop, Program, Term, contents
from interpreter.optimizer import instructions as i
from interpreter.optimizer import planned_moves as pm
from interpreter.optimizer import planned_nodes as p
from interpreter.position import BITS, Store
from interpreter.wasm import I32

Range = tuple[int, int]
WORD_RANGE = LOW[I32], HIGH[I32]
ANY = -(1 << 62), 1 << 62
"""A range that contains every possible value."""
SMALL_STEP = 1 << 10
BINDING = {i.TakeFirst, i.ForEach, Loop, pm.Arguments, p.Chance}
"""The classes of parts with variables that the module stores in one word."""
MOST_ROUNDS = 12
"""Number of rounds after which a range that still grows counts as unbounded."""


def wide_slots(program: Program, stores: Mapping[int, Store]) -> tuple[int, ...]:
    """Return the wide slots of a program, in ascending order.

    Args:
        stores: storage of each local, keyed by uid. Locals that do not appear in the rulebook have negative uids.
    """
    locals_ = {store.base for uid, store in stores.items() if uid >= 0 and store.form == "number"}
    parts = list(_parts(program.nodes))
    writes = [each for each in parts if isinstance(each, i.Write) and each.at.known and each.at.value in locals_]
    slots: dict[int, Range] = {each.at.value: (0, 0) for each in writes}
    slots |= {each.at.value: WORD_RANGE for each in writes if _counts(each)}
    names = {name: reach for each in parts if type(each) in BINDING for name, reach in _names(each).items()}
    writes = [each for each in writes if not _counts(each)]
    grows = True
    for number in range(2 * MOST_ROUNDS):
        before, reaches = dict(slots), _Reaches(slots, names)
        for each in writes:
            slot = each.at.value
            slots[slot] = _either(slots[slot], reaches.of(each.value))
        grown = [slot for slot in slots if slots[slot] != before[slot]]
        grows = bool(grown)
        if not grows:
            break
        slots |= dict.fromkeys(grown if number >= MOST_ROUNDS else (), ANY)
    slots |= dict.fromkeys(slots if grows else (), ANY)
    return tuple(sorted(slot for slot, reach in slots.items() if not fits(*reach)))


def _parts(of: Iterable[object]) -> Iterator[object]:
    """Yield planned nodes and everything within them."""
    waiting = list(of)
    while waiting:
        part = waiting.pop()
        yield part
        waiting.extend(contents(part))


def _counts(write: i.Write) -> bool:
    """Return True if a write only adds or subtracts a small constant."""
    if write.value.op not in ("+", "-"):
        return False
    before, by = write.value.args
    return before.op == "load" and before.args[0] is write.at and by.known and abs(by.value) <= SMALL_STEP


def _names(part: object) -> dict[Term, Range]:
    """Return the ranges of variables that the module stores in one word: loop members, move arguments, and chance
    outcomes.
    """
    match part:
        case i.TakeFirst(name=name, store=store):
            words = store.form == "list"
            return {name: WORD_RANGE if words else (store.first, store.first + BITS * store.width - 1)}
        case i.ForEach(name=name) | Loop(name=name):
            return {name: WORD_RANGE}
        case pm.Arguments(places=places):
            return {each: WORD_RANGE for each in places if each is not None}
        case p.Chance(fallen=fallen, outcomes=p.EqualOutcomes(members) | p.WeighedOutcomes(members)):
            return {fallen: (max(members.low, LOW[I32]), min(members.high, HIGH[I32]))}
        case p.Chance(fallen=fallen):
            return {fallen: WORD_RANGE}
    return {}


class _Reaches:
    """Derives the ranges of terms from the ranges of slots and variables."""

    def __init__(self, slots: Mapping[int, Range], names: Mapping[Term, Range]) -> None:
        self._slots = slots
        self._names = names
        self._found: dict[Term, Range] = {}

    def of(self, term: Term) -> Range:
        if term not in self._found:
            low, high = self._worked_out(term)
            self._found[term] = max(low, term.low), min(high, term.high)
        return self._found[term]

    def _worked_out(self, term: Term) -> Range:
        match term.op:
            case "name":
                return self._names.get(term, ANY)
            case "load":
                at = term.args[0]
                return self._slots.get(at.value, WORD_RANGE) if at.known else WORD_RANGE
            case "+" | "-" | "*" | "min" | "max" as op:
                return ARITHMETIC[op].bounds(*map(self.of, term.args))
            case "if":
                return _either(*map(self.of, term.args[1:]))
            case "sure" | "check":
                return self.of(term.args[0])
            case "once" | "filled":
                return self.of(term.args[1])
        return term.low, term.high


def _either(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), max(one[1], other[1])
