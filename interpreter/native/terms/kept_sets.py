"""Keeps the sets that the pass `kept_sets` of the optimizer marks, as bit masks behind the slots of a position.

Each set is a mask of 64 bits, and the last word says whether the masks are valid. All copies of a position include the
masks. A position that comes from outside has no valid masks, and the first loop that needs a mask computes all masks.

After an instruction has changed a slot that a set depends on, the code emitted by `follow` tests one member again. An
instruction whose changes are not followed makes the masks invalid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod

from interpreter import wasm as w
from interpreter.native.emit.loops import each_member, function
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    both,
    call,
    code,
    eq,
    gt,
    lt,
    lt_u,
    ne,
    put,
    rotl,
    set_word,
    shl,
    sub,
    unsigned,
    word,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Instruction, KeptSet, Known, Loop, Program, Term, Unknown, column, contents
from interpreter.optimizer import instructions as i
from interpreter.position import FieldLayout, Layout
from interpreter.wasm import I64

STALE, VALID, UNSURE = 0, 1, 2
"""States of the masks: out of date, valid, or not to be used because a range check of a test fails."""
MOST_ADDRESSES = 4096
"""Maximum number of addresses that are computed for an instruction; with more, all slots between them count."""
MOST_FILLED = 4
"""Maximum number of members that are tested again when an instruction fills consecutive slots."""
COLUMNS = 2 * WORD
"""Byte offset of the columns in the record of a member, behind the address of the mask and the number of the bit."""

Values = tuple[int, ...]
Entry = tuple[Values, int]
"""The values of the outer variables, and a member."""


@dataclass(frozen=True, eq=False)
class Family:
    """The masks of one kept set: one for each combination of values of its outer variables."""

    number: int
    set: KeptSet
    first: int
    """Number of the first mask among the masks of all sets."""
    columns: Mapping[Entry, Values]
    """The columns of each member."""

    @cached_property
    def masks(self) -> Mapping[Values, int]:
        """Number of each mask, by the values of the outer variables."""
        return {values: self.first + at for at, values in enumerate(_combinations(self.set))}

    @cached_property
    def slots(self) -> Mapping[int, Sequence[Entry]]:
        """The entries whose test reads a slot, by slot."""
        found = dict[int, dict[Entry, None]]()
        terms = (self.set.test, *(term for term, _, _ in self.set.checks))
        addresses = {part.args[0] for term in terms for part in term.walk() if part.op == "load"}
        places = [at for at, (name, _) in enumerate(self.set.columns) if name in addresses]
        for entry, values in self.columns.items():
            for place in places:
                found.setdefault(values[place], {})[entry] = None
        return {slot: list(entries) for slot, entries in found.items()}

    @property
    def is_shared(self) -> bool:
        """Return True if several tests read the same slot."""
        return any(len(entries) > 1 for entries in self.slots.values())

    def contains(self, other: Family) -> bool:
        """Return True if each mask has the same bits as a mask of another set, for all members of the other set."""
        if _shape(self.set) != _shape(other.set) or list(self.masks) != list(other.masks):
            return False
        return all(self.columns.get(entry) == values for entry, values in other.columns.items())


def _combinations(of: KeptSet) -> list[Values]:
    return list(product(*(range(name.low, name.high + 1) for name in of.outer)))


def _columns(of: KeptSet, known: Known) -> dict[Entry, Values]:
    found = dict[Entry, Values]()
    for values in _combinations(of):
        names = {name.value: value for name, value in zip(of.outer, values, strict=True)}
        rows = zip(*(column(term, of.member, known)(names, of.members) for _, term in of.columns), strict=True)
        for member, row in zip(of.members, rows, strict=True):
            found[values, member] = tuple(each for each in row if isinstance(each, int))
    return found


def _shape(of: KeptSet) -> object:
    """Return the test of a set without the bounds of its variables."""
    return _plain(of.test), [(_plain(term), low, high) for term, low, high in of.checks]


def _plain(term: Term) -> object:
    return term.op, term.data, [_plain(arg) for arg in term.args]


@dataclass(frozen=True, slots=True)
class KeptSets:
    """The sets that a module keeps.

    If all members of a set belong to another set with the same test, both use the same masks.
    """

    families: Mapping[KeptSet, Family] = field(default_factory=dict)

    @staticmethod
    def of(program: Program) -> KeptSets:
        """Return the sets that are worth keeping for the loops of a program."""
        uses = [kept for loop in _loops(program) for kept in loop.kept]
        groups = list[tuple[Family, list[KeptSet]]]()
        for each in sorted(dict.fromkeys(kept.set for kept in uses), key=lambda each: -len(each.members)):
            family = Family(0, each, 0, _columns(each, program.known))
            group = next((group for larger, group in groups if larger.contains(family)), None)
            if group is not None:
                group.append(each)
            else:
                groups.append((family, [each]))
        saving = {kept.set for kept in uses if kept.saves}
        found, masks = dict[KeptSet, Family](), 0
        for number, (family, group) in enumerate(each for each in groups if not saving.isdisjoint(each[1])):
            found |= dict.fromkeys(group, Family(number, family.set, masks, family.columns))
            masks += len(family.masks)
        return KeptSets(found)

    @property
    def distinct(self) -> list[Family]:
        return list(dict.fromkeys(self.families.values()))

    @property
    def words(self) -> int:
        """Number of words that the sets need behind the slots of a position."""
        return 2 * sum(len(family.masks) for family in self.distinct) + 1 if self.families else 0


def _loops(program: Program) -> Iterator[Loop]:
    """Yield the loops of a program that are marked with sets."""
    functions = (program.values, program.gatherings, program.reaches, program.available)
    waiting: list[object] = [program.nodes, program.standing, *(tuple(each.values()) for each in functions)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Loop) and part.kept:
            yield part
        waiting.extend(contents(part))


def mask_at(memory: Memory, number: int) -> int:
    """Return the address of a mask."""
    return memory.kept_at + 2 * WORD * number


class KeptSetWriter:
    """Emits the code that keeps sets."""

    def __init__(
        self, kept: KeptSets, layout: Layout, known: Known, out: Writer, memory: Memory, expressions: Expressions
    ) -> None:  # fmt: skip
        self._kept = kept
        self._known = known
        self._out = out
        self._memory = memory
        self._expressions = expressions
        self._runs = {slot: run for run in layout.runs.values() for slot in _slots_of(run)}
        self._records = {family: self._recorded(family) for family in kept.distinct}
        """Address of the record of each entry."""
        self._by_slot = {family: self._table(family) for family in kept.distinct}
        """Lowest slot of a set, number of slots, and a table with the record, or the list of records, of each slot."""

    def _recorded(self, family: Family) -> dict[Entry, int]:
        found = dict[Entry, int]()
        for (values, member), columns in family.columns.items():
            record = (mask_at(self._memory, family.masks[values]), member, *columns)
            found[values, member] = self._memory.table(record)
        return found

    def _table(self, family: Family) -> tuple[int, int, int]:
        low, high = min(family.slots), max(family.slots)
        found = []
        for slot in range(low, high + 1):
            records = [self._records[family][entry] for entry in family.slots.get(slot, ())]
            found.append(self._memory.listed(records) if family.is_shared and records else sum(records))
        return low, len(found), self._memory.table(found)

    # ------------------------------------------------------------ functions

    def write(self) -> None:
        """Emit the functions that compute sets.

        `keepN (record)` tests a member again. `followN (at)` tests again all members whose test reads the slot at an
        address. `keep_anew ()` computes all sets. `keep_origin (at)` computes them for a game that has just begun from
        the position at an address, and also stores them there, so that further games begin with them.
        """
        out = self._out
        for family in self._kept.distinct:
            with function(out, f"keep{family.number}", "record") as (record,):
                self._keep(family.set, record)
            low, number, table = self._by_slot[family]
            with function(out, f"follow{family.number}", "at") as (at,):
                offset = out.held(sub(at, self._memory.slot(low)), "offset")
                with out.only_if(lt_u(offset, WORD * number)):
                    found = out.held(word(offset, table), "found")
                    with out.only_if(found):
                        if family.is_shared:
                            with each_member(out, found) as record:
                                out.emit(call(f"keep{family.number}", record))
                        else:
                            out.emit(call(f"keep{family.number}", found))
        if not self._kept.families:
            return
        with function(out, "keep_anew", "") as ():
            out.emit(set_word(0, VALID, self._memory.kept_state))
            for family in self._kept.distinct:
                records = list(self._records[family].values())
                at = out.held(w.Const("i32", self._memory.table(records)), "at")
                end = out.held(add(at, WORD * len(records)), "end")
                with out.loop_while(lt_u(at, end)):
                    out.emit(call(f"keep{family.number}", word(at)), put(at, add(at, WORD)))
        with function(out, "keep_origin", "at") as (at,):
            state, kept_at = self._memory.kept_state, self._memory.kept_at
            size = w.Const("i32", WORD * self._kept.words)
            with out.only_if(eq(word(0, state), STALE)):
                out.emit(call("keep_anew"))
                sets = w.Copy(add(at, kept_at - self._memory.slot(0)), w.Const("i32", kept_at), size)
                out.emit(w.If(eq(word(0, state), VALID), (sets,), (set_word(0, STALE, state),)))

    def _keep(self, of: KeptSet, record: w.Local) -> None:
        out, value = self._out, self._expressions.value
        for at, (name, _) in enumerate(of.columns):
            out.emit(put(out.bind(name), word(record, COLUMNS + WORD * at)))
        for term, low, high in of.checks:
            found = out.held(value(term))
            for outside in (lt(found, low), gt(found, high)):
                out.emit(w.If(outside, (set_word(0, UNSURE, self._memory.kept_state),)))
        mask, bit = out.held(word(record), "mask"), out.held(unsigned(word(record, WORD)), "bit")
        passes = shl(unsigned(ne(self._expressions.test(of.test), 0)), bit)
        others = both(w.Load("i64.load", code(mask), 0), rotl(w.Const(I64, -2), bit))
        out.emit(w.Store("i64.store", code(mask), any_of(others, passes), 0))

    # ------------------------------------------------------------ changes

    def follow(self, each: Instruction) -> None:
        """Emit code that corrects the sets after an instruction has changed slots."""
        if not self._kept.families:
            return
        match each:
            case i.Write(at) | i.Increase(at) | i.Decrease(at):
                self._changed(at)
            case i.WriteRun(base, values):
                self._changed(base, range(len(values)))
            case i.Fill(base, values):
                self._filled(range(base, base + len(values)))
            case i.PutItems(base, count) | i.TakeItems(base, count) | i.AppendItem(base, count):
                self._changed(base)
                self._changed(count)
            case i.MoveItems(source=source, source_counts=counts, target=target, target_counts=others):
                for base in (source, target):
                    self._changed(base)
                self._moved(counts, others)
            case i.RemoveThing(base=base) | i.AddThing(base=base) | i.BringToFront(base=base) | i.Shuffle(base=base):
                self._changed_runs(base)
            case i.MarkMembers(base=base):
                self._changed_runs(base)
            case i.MoveThings(source=source, target=target) | i.EmptyBag(source=source, target=target):
                self._changed_runs(source, target)
            case i.Transfer(source, target) | i.TransferAll(source, target):
                for holder in (source, target):
                    self._outdated(_slots_of(holder.run))

    def _moved(self, counts: Term, others: Term) -> None:
        """Emit code that follows the move of all pieces from one row to another, at the addresses of their counts.

        Only the counts of the types that the other row now contains can have changed.
        """
        runs = [self._runs[slot] for at in (counts, others) for slot in self._reached(at) if slot in self._runs]
        for sort in range(max((run.holds.size for run in runs if run.kind is not None), default=0)):
            with self._out.block() as changed:
                self._changed(counts, range(sort, sort + 1))
                self._changed(others, range(sort, sort + 1))
            if changed:
                number = word(add(self._expressions.addresses.place(others), WORD * sort))
                self._out.emit(w.If(number, tuple(changed)))

    def _reached(self, at: Term) -> set[int]:
        """Return the slots that an address can have."""
        *outer, last = sorted(at.free, key=lambda name: name.value) or [at]
        if at.known:
            return {at.value}
        choices = [range(name.low, name.high + 1) for name in outer]
        found = set[int]()
        try:
            if last is at or prod(map(len, (*choices, range(last.low, last.high + 1)))) > MOST_ADDRESSES:
                raise Unknown(at.op)
            for values in product(*choices):
                names = {name.value: value for name, value in zip(outer, values, strict=True)}
                found.update(
                    each
                    for each in column(at, last, self._known)(names, range(last.low, last.high + 1))
                    if isinstance(each, int)
                )
        except Unknown:
            return set(range(at.low, at.high + 1))
        return found

    def _changed(self, at: Term, offsets: range = range(1)) -> None:
        """Emit code that follows the change of a slot, or of slots with the given offsets."""
        reach = {slot + offset for slot in self._reached(at) for offset in offsets}
        families = [family for family in self._kept.distinct if not reach.isdisjoint(family.slots)]
        if not families:
            return
        if not at.pure or at.is_guarded:
            self._invalidate()
            return
        for offset in offsets:
            address = self._out.held(add(self._expressions.addresses.place(at), WORD * offset), "at")
            self._out.emit(*(call(f"follow{family.number}", address) for family in families))

    def _changed_runs(self, *bases: Term) -> None:
        """Emit code that follows the change of unknown slots of the fields with the given addresses."""
        for base in bases:
            runs = (self._runs[slot] for slot in range(base.low, base.high + 1) if slot in self._runs)
            for run in {run.first: run for run in runs}.values():
                self._outdated(_slots_of(run))

    def _filled(self, slots: range) -> None:
        found = [
            (family, entry)
            for family in self._kept.distinct for slot in family.slots if slot in slots for entry in family.slots[slot]
        ]  # fmt: skip
        if len(found) > MOST_FILLED:
            self._invalidate()
            return
        for family, entry in dict.fromkeys(found):
            self._out.emit(call(f"keep{family.number}", self._records[family][entry]))

    def _outdated(self, slots: range | Sequence[int]) -> None:
        """Emit code that makes the masks invalid if any of them depends on the slots."""
        if any(slot in family.slots for family in self._kept.distinct for slot in slots):
            self._invalidate()

    def _invalidate(self) -> None:
        self._out.emit(set_word(0, STALE, self._memory.kept_state))


def _slots_of(run: FieldLayout) -> range:
    return range(run.first, run.first + run.width)
