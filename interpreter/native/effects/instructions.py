"""Emits WebAssembly code for instructions, which change the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter import wasm as w
from interpreter.flow import nodes as f
from interpreter.native.effects.movement import Movement
from interpreter.native.emit.faults import REFUSED, FaultCodes, ends_in
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    as_type,
    call,
    code,
    gt,
    is_simple,
    narrow,
    put,
    set_word,
    shl,
    shr,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer, type_of
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.kept_sets import KeptSetWriter
from interpreter.native.terms.known_members import known_members
from interpreter.native.terms.sequences import Sequences
from interpreter.native.terms.step_counter import StepCounter
from interpreter.native.terms.steps import StepWriter
from interpreter.optimizer import Block, Compute, Instruction, Leave, Term, no_stop
from interpreter.optimizer import instructions as i
from interpreter.position import BITS, STOPPING, Store
from interpreter.wasm import I32, I64

MOST_STORED = 16
"""Maximum number of constant words that are written by separate store instructions."""


class InstructionWriter:
    """Emits blocks of instructions."""

    def __init__(
        self, out: Writer, memory: Memory, faults: FaultCodes, expressions: Expressions, sequences: Sequences,
        steps: StepWriter, work: StepCounter, movement: Movement, kept: KeptSetWriter,
    ) -> None:  # fmt: skip
        self._out = out
        self._memory = memory
        self._faults = faults
        self._expressions = expressions
        self._sequences = sequences
        self._steps = steps
        self._work = work
        self._movement = movement
        self._kept = kept
        self._repeats: list[w.Label] = []
        """Exit labels of the enclosing `repeat` statements, outermost first."""

    def write(self, block: Block, leave: Leave = no_stop) -> None:
        for each in block:
            self._write(each, leave)
            self._kept.follow(each)

    def _write(self, each: Instruction, leave: Leave) -> None:
        out, write = self._out, self._expressions
        match each:
            case Compute():
                self._compute(each)
            case i.Write(at, value):
                self._store(at, value)
            case i.Increase(at, by) | i.Decrease(at, by):
                self._change(at, by, add if isinstance(each, i.Increase) else sub)
            case i.FailIf(test, fault, shown):
                out.emit(w.If(write.test(test), write.failing(fault, shown)))
            case i.Stop(number):
                self._stop(number, leave)
            case i.If() | i.ForEach() | i.Repeat() | i.InRule():
                self._nested(each, leave)
            case i.Collect(name, steps):
                self._collect(name, steps)
            case i.WriteRun() | i.Fill() | i.KeepMembers() | i.DropMember() | i.TakeFirst():
                self._slots(each)
            case _:
                self._holders(each)

    def _compute(self, each: Compute) -> None:
        name, term = each.name, each.term
        found = self._sequences.kept(term) if term.sequence else self._expressions.typed(term, type_of(name))
        self._out.emit(put(self._out.bind(name), found))

    def _collect(self, name: Term, steps: object) -> None:
        """Emit code that collects members in a list, in search order."""
        out = self._out
        begun = out.held(call("draft", gives=I32), "begun")
        assert isinstance(steps, tuple)
        self._steps.write(steps, lambda terms, _: out.emit(call("append", self._expressions.narrow(terms[0]))))
        out.emit(put(out.bind(name), call("done_list", begun, gives=I32)))

    # ------------------------------------------------------------ slots

    def _store(self, at: Term, value: Term) -> None:
        base, offset = self._expressions.addresses.address(at)
        upper = self._memory.upper(at.value) if at.known else None
        if upper is None:
            self._out.emit(set_word(base, self._expressions.narrow(value), offset))
            return
        found = self._out.held(self._expressions.typed(value, I64))
        self._out.emit(set_word(base, narrow(found), offset), set_word(base, narrow(shr(found, 32)), upper))

    def _change(self, at: Term, by: Term, how: Callable[[w.Code, w.Code], w.Code]) -> None:
        base, offset = self._expressions.addresses.address(at)
        if not is_simple(base):
            base = code(self._out.held(base, "at"))
        self._out.emit(set_word(base, how(word(base, offset), self._expressions.narrow(by)), offset))

    def _slots(self, each: i.WriteRun | i.Fill | i.KeepMembers | i.DropMember | i.TakeFirst) -> None:
        out, write = self._out, self._expressions
        match each:
            case i.WriteRun(base, values):
                found = [code(out.held(write.narrow(value))) for value in values]
                at = code(out.held(write.addresses.place(base), "at"))
                out.emit(*(set_word(at, value, WORD * number) for number, value in enumerate(found)))
            case i.Fill(base, values):
                self._fill(self._memory.slot(base), values)
                filled = zip(range(base, base + len(values)), values, strict=True)
                uppers = [(self._memory.upper(slot), value >> 32) for slot, value in filled]
                out.emit(*(set_word(0, half, upper) for upper, half in uppers if upper is not None))
            case i.KeepMembers(store, members, _):
                self._keep(store, members)
            case i.DropMember(store, member):
                self._drop(store, write.narrow(member))
            case i.TakeFirst(name, store):
                out.emit(put(out.bind(name), as_type(self._first(store), type_of(name))))

    def _fill(self, at: int, values: tuple[int, ...]) -> None:
        """Emit code that stores constant words.

        A few words are stored in pairs, because wasmtime implements `memory.copy` and `memory.fill` as slow calls.
        """
        size = WORD * len(values)
        if len(values) <= MOST_STORED:
            pairs = zip(values[::2], values[1::2], strict=False)
            self._out.emit(*(store_pair(one, other, at + 2 * WORD * n) for n, (one, other) in enumerate(pairs)))
            if len(values) % 2:
                self._out.emit(set_word(0, values[-1], at + size - WORD))
        elif not any(values):
            self._out.emit(w.Fill(w.Const(I32, at), w.Const(I32, 0), w.Const(I32, size)))
        else:
            self._out.emit(w.Copy(w.Const(I32, at), w.Const(I32, self._memory.table(values)), w.Const(I32, size)))

    def _keep(self, store: Store, members: Term) -> None:
        """Emit code that stores members in a frozen set.

        If the set is stored as a list and the members do not fit, the call ends with the error `REFUSED`.
        """
        at, masks = self._memory.slot(store.base), None
        if store.form != "list":
            masks = bit_masks(known_members(members), store)
        if masks is not None:
            self._fill(at, masks)
            return
        given = self._sequences.members(members)
        if store.form == "list":
            kept = call("keep_list", at, store.width, given, gives=I32)
            self._out.emit(w.If(zero(kept), ends_in(REFUSED)))
        else:
            self._out.emit(call("keep_bits", at, store.first, store.width, given))

    def _drop(self, store: Store, member: w.Code) -> None:
        out, at = self._out, self._memory.slot(store.base)
        if store.form != "list":
            out.emit(call("clear_bit", at, store.first, member))
        else:
            out.emit(w.Drop(call("gone_from_row", at, member, gives=I32)))

    def _first(self, store: Store) -> w.Code:
        """Emit code that removes the first member of a frozen set, and return an expression for this member."""
        at = self._memory.slot(store.base)
        if store.form != "list":
            return call("first_bit", at, store.first, store.width, gives=I32)
        found = self._out.held(word(0, at + WORD), "first")
        end = add(shl(word(0, at), 2), at + WORD)
        self._out.emit(call("drawn_up", at + WORD, end), set_word(0, sub(word(0, at), 1), at))
        return code(found)

    # ------------------------------------------------------------ control flow

    def _nested(self, each: i.If | i.ForEach | i.Repeat | i.InRule, leave: Leave) -> None:
        out = self._out
        match each:
            case i.If(test, then, otherwise):
                with out.block() as one:
                    self.write(then, leave)
                with out.block() as other:
                    self.write(otherwise, leave)
                out.emit(w.If(self._expressions.test(test), tuple(one), tuple(other)))
            case i.ForEach(name, sequence, body):
                self._for_each(name, sequence, body, leave)
            case i.Repeat():
                self._repeat(each, leave)
            case i.InRule(_, body):
                self.write(body, leave)

    def _for_each(self, name: Term, sequence: Term, body: Block, leave: Leave) -> None:
        out = self._out
        self._work.count(sequence, body)
        at, end = out.held(self._sequences.kept(sequence), "at"), out.fresh(name="end")
        out.emit(put(end, add(at, shl(word(at), 2))))
        with out.loop_while(w.Plain("i32.lt_u", (code(at), code(end)))):
            out.emit(put(at, add(at, WORD)), put(out.bind(name), as_type(word(at), type_of(name))))
            self.write(body, leave)

    def _repeat(self, each: i.Repeat, leave: Leave) -> None:
        out = self._out
        left = out.held(self._expressions.value(each.times), "left")
        with out.loop_while(gt(left, 0)) as done:
            self._repeats.append(done)
            out.emit(w.Branch(done, self._expressions.untrue(each.test)), put(left, sub(left, 1)))
            if self._work.meter.counts(each):
                self._work.spend(self._work.meter.of_pass(each.body))
            self.write(each.body, leave)
            self._repeats.pop()

    def _stop(self, number: int, leave: Leave) -> None:
        """Emit the exit from the innermost `repeat`, or from the whole effect."""
        if number == f.STOP_CODES["repeat"] and self._repeats:
            self._out.emit(w.Branch(self._repeats[-1]))
            return
        self._out.emit(set_word(0, number, self._memory.slot(STOPPING)))
        leave()

    # ------------------------------------------------------------ holders

    def _holders(self, each: Instruction) -> None:
        emit, place, value = self._out.emit, self._expressions.addresses.place, self._expressions.narrow
        match each:
            case i.TakeItems(base, count, sort, number) | i.PutItems(base, count, sort, number):
                name = "take_items" if isinstance(each, i.TakeItems) else "put_items"
                emit(call(name, place(base), place(count), value(sort), value(number)))
            case i.BringToFront(base, position):
                emit(call("bring_to_front", place(base), value(position)))
            case i.AppendItem(base, count, sort):
                emit(call("put_items", place(base), place(count), value(sort), 1))
            case i.RemoveThing(form, base, thing, fault, shown):
                gone = call(f"gone_from_{form}", place(base), value(thing), gives=I32)
                emit(w.If(zero(gone), self._expressions.failing(fault, shown)))
            case i.AddThing(form, base, thing):
                emit(call(f"lay_{'on' if form == 'stack' else 'in'}_{form}", place(base), value(thing)))
            case i.MoveItems(source, counts, target, there, room, first, fault, shown):
                given = [place(of) for of in (source, counts, target, there)]
                full = call("move_items", *given, value(room), first, gives=I32)
                emit(w.If(full, self._expressions.failing(fault, shown)))
            case i.MoveThings(source, target, form):
                emit(call(f"carry_to_{form}", place(source), place(target)))
            case i.EmptyBag(source, target, size):
                emit(call("empty_bag", place(source), place(target), size))
            case i.Shuffle(base, header):
                emit(call("shuffle", place(base), WORD * header))
            case i.MarkMembers(base, first, size, members):
                emit(call("mark_members", place(base), first, size, self._sequences.members(members)))
            case i.Transfer():
                self._movement.transfer(each)
            case i.TransferAll():
                self._movement.transfer_all(each)
            case _:
                emit(*self._faults.missing(type(each).__name__))


def bit_masks(members: Sequence[int] | None, store: Store) -> tuple[int, ...] | None:
    """Return the words of a set of known members, or None unless all members are known and belong to the set."""
    found = [0] * store.width
    for member in members or ():
        at, place = divmod(member - store.first, BITS)
        if not 0 <= at < store.width:
            return None
        found[at] |= 1 << place
    return None if members is None else tuple(found)


def store_pair(one: int, other: int, at: int) -> w.Code:
    """Return an instruction that stores two constant words at consecutive addresses."""
    low, high = (value & (1 << 32) - 1 for value in (one, other))
    return w.Store("i64.store", w.Const(I32, 0), w.Const(I64, high << 32 | low), at)
