"""Emits instructions as Python statements.

Short instructions are inlined. Longer ones become calls to functions in `holder_changes` or `runtime`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.model import Stop
from interpreter.codegen.expressions import Expressions
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.loops import Loops
from interpreter.codegen.writer import Constants, Writer, name_of, tuple_of
from interpreter.flow import nodes as f
from interpreter.flow import walk
from interpreter.optimizer import Block, Compute, Instruction, Leave, Term, no_stop
from interpreter.optimizer import instructions as i
from interpreter.position import BITS, STOPPING, Refused, Store, keep_members


def within(block: Block) -> Iterator[Instruction]:
    """Yield the instructions of a block, including nested ones but excluding those inside `repeat`."""
    for each in block:
        yield each
        match each:
            case i.If(then=then, otherwise=otherwise):
                yield from within(then)
                yield from within(otherwise)
            case i.ForEach(body=body) | i.InRule(body=body):
                yield from within(body)


def leaves_repeat(block: Block) -> bool:
    """Return True if a `stop` in the block ends the enclosing `repeat`."""
    code = f.STOP_CODES["repeat"]
    return any(
        (isinstance(each, i.Stop) and each.code == code)
        or (isinstance(each, i.Interpreted) and any(isinstance(part, Stop) and part.scope == "repeat"
                                                    for part in walk(each.statement)))
        for each in within(block)
    )  # fmt: skip


def kept_as(store: Store, members: Sequence[int]) -> tuple[int, ...] | None:
    """Return the slot values of a frozen set with these members, or None if the members do not fit."""
    slots = [0] * (store.base + store.width)
    try:
        keep_members(slots, store, list(members))
    except Refused:
        return None
    return tuple(slots[store.base :])


def is_one_word(store: Store, low: int, high: int) -> bool:
    """Return True if all members from `low` to `high` are stored as bits of a single slot."""
    return store.form == "flags" and store.width == 1 and store.first <= low <= high < store.first + BITS


class Instructions:
    """Emits blocks of instructions."""

    def __init__(
        self, out: Writer, constants: Constants, expressions: Expressions, loops: Loops, meter: LoopBudget
    ) -> None:  # fmt: skip
        self._out = out
        self._constants = constants
        self._expressions = expressions
        self._loops = loops
        self._meter = meter
        self._repeats: list[str] = []
        """Names of flag variables, one per enclosing `repeat` loop, that are set when the loop must end.

        A name is empty if `break` is enough to leave the loop.
        """

    def write(self, block: Block, leave: Leave = no_stop) -> None:
        for instruction in block:
            self._write(instruction, leave)

    def _write(self, each: Instruction, leave: Leave) -> None:
        line, value = self._out.write, self._expressions.value
        match each:
            case Compute():
                self._compute(each)
            case i.Write(at, to):
                line(f"{self._slot(at)} = {value(to)}")
            case i.Increase(at, by):
                line(f"{self._slot(at)} += {value(by)}")
            case i.Decrease(at, by):
                line(f"{self._slot(at)} -= {value(by)}")
            case i.FailIf(test, fault, shown):
                line(f"if {self._expressions.test(test)}: {self._expressions.fault(fault, *shown)}")
            case i.Stop(code):
                self._stop(code, leave)
            case i.If() | i.ForEach() | i.Repeat() | i.InRule():
                self._nested(each, leave)
            case i.Collect(name, steps):
                line(f"{name_of(name)} = []")
                self._loops.write(steps, lambda terms, _: line(f"{name_of(name)}.append({value(terms[0])})"))
            case i.Interpreted() | i.InterpretedPick() | i.InterpretedAnswer() | i.Transfer() | i.TransferAll():
                self._left_over(each, leave)
            case i.WriteRun() | i.Fill() | i.KeepMembers() | i.DropMember() | i.TakeFirst():
                self._slots(each)
            case _:
                self._holders(each)

    def _slot(self, at: Term) -> str:
        return f"v[{self._expressions.inside(at)}]"

    def _compute(self, each: Compute) -> None:
        write = self._expressions
        self._out.write(
            f"{name_of(each.name)} = {write.members(each.term) if each.term.sequence else write.value(each.term)}"
        )

    # ------------------------------------------------------------ course

    def _nested(self, each: i.If | i.ForEach | i.Repeat | i.InRule, leave: Leave) -> None:
        out = self._out
        match each:
            case i.If():
                self._if(each, leave)
            case i.ForEach(name, sequence, body):
                members = self._meter.counted(sequence, body, self._expressions.members(sequence))
                with out.block(f"for {name_of(name)} in {members}:"):
                    self.write(body, leave)
                if self._repeats and self._repeats[-1] and leaves_repeat(body):
                    out.write(f"if {self._repeats[-1]}: break")
            case i.Repeat():
                self._repeat(each, leave)
            case i.InRule(about, body):
                outer, out.about = out.about, about
                self.write(body, leave)
                out.about = outer

    def _if(self, each: i.If, leave: Leave) -> None:
        test = self._expressions.test(each.test)
        if each.then or not each.otherwise:
            with self._out.block(f"if {test}:"):
                self.write(each.then, leave)
            if each.otherwise:
                with self._out.block("else:"):
                    self.write(each.otherwise, leave)
        else:
            with self._out.block(f"if not {test}:"):
                self.write(each.otherwise, leave)

    def _repeat(self, each: i.Repeat, leave: Leave) -> None:
        out = self._out
        self._repeats.append("")
        if any(isinstance(part, i.ForEach) and leaves_repeat(part.body) for part in within(each.body)):
            self._repeats[-1] = self._constants.fresh("w")
            out.write(f"{self._repeats[-1]} = 0")
        with out.block(f"for _ in range({self._expressions.value(each.times)}):"):
            if not (each.test.known and each.test.value):
                out.write(f"if not {self._expressions.test(each.test)}: break")
            if self._meter.counts(each):
                out.write(f"K[0] -= {self._meter.of_pass(each.body)}")
                out.write(f"if K[0] < 0: {self._expressions.fault(each.fault)}")
            self.write(each.body, leave)
        self._repeats.pop()

    def _stop(self, code: int, leave: Leave) -> None:
        """Emit the exit from the innermost `repeat`, or from the whole effect."""
        if code != f.STOP_CODES["repeat"] or not self._repeats:
            self._leave(code, leave)
            return
        if self._repeats[-1]:
            self._out.write(f"{self._repeats[-1]} = 1")
        self._out.write("break")

    def _leave(self, code: int | str, leave: Leave) -> None:
        """Emit the exit from the whole effect with a code, or with the code that a local variable holds."""
        self._out.write(f"v[{STOPPING}] = {code}")
        leave()

    # ------------------------------------------------------------ slots

    def _slots(self, each: i.WriteRun | i.Fill | i.KeepMembers | i.DropMember | i.TakeFirst) -> None:
        out, write, constants = self._out, self._expressions, self._constants
        match each:
            case i.WriteRun(base, values):
                at = write.value(base)
                end = base.value + len(values) if base.known else f"{at} + {len(values)}"
                out.write(f"v[{at}:{end}] = {tuple_of(write.value(of) for of in values)}")
            case i.Fill(base, (only,)):
                out.write(f"v[{base}] = {only}")
            case i.Fill(base, values):
                out.write(f"v[{base}:{base + len(values)}] = {constants.value(values, 'Z')}")
            case i.KeepMembers():
                self._keep(each)
            case i.DropMember(store, member):
                out.write(f"DROP(v, {constants.identity(store, 'N')}, {write.value(member)})")
            case i.TakeFirst():
                self._take_first(each)

    def _keep(self, each: i.KeepMembers) -> None:
        """Emit code that stores members in a frozen set.

        If the members are constant, the emitted code assigns precomputed slot values.
        """
        store, members, write, constants = each.store, each.members, self._expressions, self._constants
        slots = f"v[{store.base}]" if store.width == 1 else f"v[{store.base}:{store.base + store.width}]"
        kept = [kept_as(store, row) for row in members.rows] if members.op == "fixed" else [None]
        if all(row is not None for row in kept):
            words = tuple(row[0] if row is not None and store.width == 1 else row for row in kept)
            at, only = members.args[0], words[0]
            if not at.known:
                self._out.write(f"{slots} = {constants.value(words, 'Z')}[{write.inside(at)}]")
            else:
                self._out.write(f"{slots} = {only if store.width == 1 else constants.value(only, 'Z')}")
        elif members.op == "list" and len(members.args) == 1 and is_one_word(store, members.low, members.high):
            first = f" - {store.first}" if store.first else ""
            self._out.write(f"{slots} = 1 << {write.value(members.args[0])}{first}")
        else:
            given = name_of(members) if members.op == "local" else f"list({write.members(members)})"
            self._out.write(f"KEEP(v, {constants.identity(store, 'N')}, {given}, {constants.identity(each.span, 'E')})")

    def _take_first(self, each: i.TakeFirst) -> None:
        """Emit code that removes the first member of a frozen set.

        If the set is stored as a list, the remaining members move up by one slot.
        """
        out, name, base = self._out, name_of(each.name), each.store.base
        if is_one_word(each.store, each.store.first, each.store.first):
            word, first = self._constants.fresh("w"), each.store.first - 1
            out.write(f"{word} = v[{base}]; v[{base}] = {word} & {word} - 1")
            out.write(f"{name} = ({word} & -{word}).bit_length() {'+' if first >= 0 else '-'} {abs(first)}")
            return
        if each.store.form != "list":
            out.write(f"{name} = FIRST(v, {base}, {each.store.first}, {each.store.width})")
            return
        size = self._constants.fresh("w")
        out.write(f"{name} = v[{base + 1}]; {size} = v[{base}] - 1; v[{base}] = {size}")
        out.write(f"v[{base + 1}:{base + 1} + {size}] = v[{base + 2}:{base + 2} + {size}]; v[{base + 1} + {size}] = 0")

    # ------------------------------------------------------------ holders

    def _holders(self, each: Instruction) -> None:
        line, value, fault = self._out.write, self._expressions.value, self._expressions.fault
        match each:
            case i.TakeItems(base, count, sort, number):
                line(f"TAKE(v, {value(base)}, {value(count)}, {value(sort)}, {value(number)})")
            case i.BringToFront(base, position):
                line(f"FRONT(v, {value(base)}, {value(position)})")
            case i.PutItems(base, count, sort, number):
                line(f"PUT(v, {value(base)}, {self._expressions.inside(count)}, {value(sort)}, {value(number)})")
            case i.AppendItem(base, count, sort):
                at, size = self._expressions.inside(base), self._constants.fresh("w")
                line(f"{size} = v[{at}] + 1; v[{value(base)} + {size}] = {value(sort)}")
                line(f"v[{at}] = {size}; {self._slot(count)} += 1")
            case i.RemoveThing(form, base, thing, words, shown):
                line(f"if not GONE{form.upper()}(v, {value(base)}, {value(thing)}): {fault(words, *shown)}")
            case i.AddThing(form, base, thing):
                line(f"LAY{form.upper()}(v, {value(base)}, {value(thing)})")
            case i.MoveItems(source, counts, target, counts_there, room, first, words, shown):
                given = ", ".join(value(of) for of in (source, counts, target, counts_there, room))
                line(f"if ALL(v, {given}, {first}): {fault(words, *shown)}")
            case i.MoveThings(source, target, form):
                line(f"CARRY(v, {value(source)}, {value(target)}, {self._constants.value(form, 'D')})")
            case i.EmptyBag(source, target, size):
                line(f"EMPTY(v, {value(source)}, {value(target)}, {size})")
            case i.Shuffle(base, header):
                line(f"SHUFFLE(v, {value(base)}, {header})")
            case i.MarkMembers(base, first, size, members):
                of = self._constants.value(range(first, first + size), "G")
                line(f"MARK(v, {value(base)}, {of}, {self._expressions.members(members)})")
            case _:
                raise AssertionError(f"no source for {type(each).__name__}")

    # ------------------------------------------------------------ calls to the reference interpreter

    def _left_over(
        self, each: i.Interpreted | i.InterpretedPick | i.InterpretedAnswer | i.Transfer | i.TransferAll, leave: Leave
    ) -> None:
        line, constants, value = self._out.write, self._constants, self._expressions.value
        match each:
            case i.Interpreted():
                self._interpreted(each, leave)
            case i.InterpretedPick(option):
                line(f"PICKED({constants.identity(option, 'E')}, v, seat, row)")
            case i.InterpretedAnswer(node):
                line(f"ANSWERED({constants.identity(node, 'W')}, v, seat, row)")
            case i.Transfer(source, target, amounts):
                given = ", ".join(f"{value(sort)}: {value(number)}" for sort, number in amounts)
                where = constants.identity(each, "A")
                line(f"MOVE(v, {self._holder(source)}, {self._holder(target)}, {{{given}}}, {where})")
            case i.TransferAll(source, target):
                where = constants.identity(each, "A")
                line(f"MOVEALL(v, {self._holder(source)}, {self._holder(target)}, {where})")

    def _holder(self, of: i.Holder) -> str:
        """Return a holder as an argument for the reference interpreter."""
        return f"({self._constants.identity(of.run, 'E')}, {self._expressions.value(of.index)})"

    def _interpreted(self, each: i.Interpreted, leave: Leave) -> None:
        parts = []
        for uid, meaning in each.locals:
            if isinstance(meaning, tuple):
                counts = ", ".join(f"{sort}: {self._expressions.value(many)}" for sort, many in meaning)
                parts.append(f"{uid}: {{{counts}}}")
            else:
                parts.append(f"{uid}: {self._expressions.given(meaning)}")
        call = f"X({self._constants.identity(each.statement, 'W')}, v, {{{', '.join(parts)}}})"
        if not each.may_stop:
            self._out.write(call)
            return
        code = self._constants.fresh("w")
        with self._out.block(f"if {code} := {call}:"):
            if self._repeats and leaves_repeat((each,)):
                with self._out.block(f"if {code} == {f.STOP_CODES['repeat']}:"):
                    self._stop(f.STOP_CODES["repeat"], leave)
            self._leave(code, leave)
