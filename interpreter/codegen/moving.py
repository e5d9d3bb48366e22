"""Moving pieces and things from holder to holder, as Python: the common forms on their slots, the rest plainly.

Every move is tested like the plain interpreter does: what is not there, or has no room, is a fault at the author's
line. A move whose forms are not written out here is handed to the plain interpreter as a whole.
"""

from __future__ import annotations

from dsl import model as m
from dsl.source import Span
from interpreter.codegen.local_names import Held
from interpreter.codegen.statements import Statements
from interpreter.flow import Run, faults
from interpreter.optimizer import Entry, Env, Fault, Term

THINGS = ("row", "pile", "stack")
"""Forms whose items lie one behind the other."""


class Moving(Statements):
    def move(self, s: m.MovePieces, env: Env) -> None:
        source, target = self.translator.entry(s.source, env), self.translator.entry(s.target, env)
        if s.bag is not None or s.many:
            self.plainly(s, env)
        elif s.sort is None and s.thing is None:
            self._everything(source, target, s.span)
        else:
            sort = self.translator.thing(s.sort if s.sort is not None else s.thing, env)  # type: ignore[arg-type]
            number = self.translator.term(s.number, env) if s.number is not None else self.translator.arena.num(1)
            if self.moves_pieces(source, target, sort, number):
                self.pieces(source, target, sort, number, s.span)
            else:
                self.transfer(source, target, f"{{{self.value(sort)}: {self.value(number)}}}", Held(s.span))

    def transfer(self, source: Entry, target: Entry, amounts: str, blame: object) -> None:
        """A move that the plain interpreter carries out on holders that are found here."""
        where = self.constants.name(blame, "A")
        self.out.write(f"MOVE(v, {self.place(source)}, {self.place(target)}, {amounts}, {where})")

    def place(self, entry: Entry) -> str:
        """An entry as the plain interpreter names it."""
        return f"({self.constants.name(Held(entry.run), 'E')}.of, {self.value(entry.at)})"

    def _has_room_for_all(self, one: Run, other: Run) -> bool:
        """Whether there is room for all things of a kind, each of which there is only once."""
        kind = one.kind
        if kind is None or kind is not other.kind or kind.fungible:
            return False
        return all(room < 0 or room >= kind.size for room in other.capacity)

    def _everything(self, source: Entry, target: Entry, span: Span) -> None:
        if self._all(source, target, span):
            return
        one, other = source.run, target.run
        if one.form == other.form == "bag" and one.kind is other.kind and max(other.capacity) < 0:
            assert one.kind is not None
            self.out.write(f"EMPTY(v, {self.value(source.base)}, {self.value(target.base)}, {one.kind.size})")
            return
        if one.form in ("row", "pile") and other.form in THINGS and self._has_room_for_all(one, other):
            form = self.constants.name(other.form, "D")
            self.out.write(f"CARRY(v, {self.value(source.base)}, {self.value(target.base)}, {form})")
            return
        where = self.constants.name(Held(span), "A")
        self.out.write(f"MOVEALL(v, {self.place(source)}, {self.place(target)}, {where})")

    # ------------------------------------------------------------ pieces of one sort

    def moves_pieces(self, source: Entry, target: Entry, sort: Term, number: Term) -> bool:
        """Whether such a move can be written out."""
        return self._written_out(source, sort, number) and self._written_out(target, sort, number)

    def _written_out(self, entry: Entry, sort: Term, number: Term) -> bool:
        run = entry.run
        assert run.kind is not None
        inside = run.kind.first <= sort.low and sort.high < run.kind.first + run.kind.size
        if run.form == "own":
            return self.translator.arena.pick(run.sorts, entry.at) is sort or run.kind.size == 1
        if run.form == "space":
            return inside and number.known and number.value == 1
        if run.form in ("pile", "stack") or (run.form == "row" and not run.kind.fungible):
            return inside and number.known and number.value == 1
        if run.form == "row":
            return inside
        return inside and run.form == "bag"

    def pieces(
        self, source: Entry, target: Entry, sort: Term, number: Term, span: Span, about: m.Clauses | None = None
    ) -> None:
        """Takes pieces out of one holder and puts them into another."""
        sort, number = self.steady(sort), self.steady(number)
        if number.low < 0:
            fault = Fault(faults.not_movable("\0"), span, ("",), about)
            self.out.write(f"if {self.value(number)} < 0: {self.fault(fault, number)}")
        self.take(source, sort, number, span, about)
        self.put(target, sort, number, span, about)

    def take(self, entry: Entry, sort: Term, number: Term, span: Span, about: m.Clauses | None) -> None:
        run, arena = entry.run, self.translator.arena
        assert run.kind is not None
        entry = self.held(entry)
        if run.form in ("pile", "stack") or (run.form == "row" and not run.kind.fungible):
            gone = f"GONE{run.form.upper()}(v, {self.value(entry.base)}, {self.value(sort)})"
            words = Fault(faults.too_few(run.field.name, 0, "\0", 1), span, (run.kind.name,), about)
            self.out.write(f"if not {gone}: {self.fault(words, sort)}")
            return
        there = self.translator.counted(entry, sort) if run.form != "own" else arena.load(entry.base, 0, 1 << 31)
        words = Fault(faults.too_few(run.field.name, "\0", "\0", "\0"), span, ("", run.kind.name, ""), about)
        endless = arena.constant(tuple(sorted(self.translator.endless(run))))
        short = arena.both(arena.compare("<", there, number), arena.negate(arena.has(sort, endless)))
        if not (short.known and not short.value):
            self.out.write(f"if {self.test(short)}: {self.fault(words, there, sort, number)}")
        match run.form:
            case "own":
                self.out.write(f"v[{self.inside(entry.base)}] -= {self.value(number)}")
            case "space":
                self.out.write(f"v[{self.inside(entry.base)}] = -1")
            case "bag":
                self.out.write(f"v[{self.inside(self._count_at(entry, sort))}] -= {self.value(number)}")
            case "row":
                at = self.value(self._count_at(entry, sort))
                self.out.write(f"TAKE(v, {self.value(entry.base)}, {at}, {self.value(sort)}, {self.value(number)})")

    def put(self, entry: Entry, sort: Term, number: Term, span: Span, about: m.Clauses | None) -> None:
        run, arena = entry.run, self.translator.arena
        assert run.kind is not None
        entry = self.held(entry)
        room = self.translator.room(entry)
        if run.form == "space" or min(run.capacity) >= 0:
            size = self.translator.sized(entry)
            words = Fault(faults.no_room(run.field.name, "\0", "\0"), span, ("", ""), about)
            full = arena.compare(">", arena.math("+", size, number), room)
            if number.low <= 0:
                full = arena.both(arena.compare("!=", number, arena.num(0)), full)
            self.out.write(f"if {self.test(full)}: {self.fault(words, number, room)}")
        match run.form:
            case "own":
                self.out.write(f"v[{self.inside(entry.base)}] += {self.value(number)}")
            case "space":
                self.out.write(f"v[{self.inside(entry.base)}] = {self.value(sort)}")
            case "bag":
                self.out.write(f"v[{self.inside(self._count_at(entry, sort))}] += {self.value(number)}")
            case "row" if run.kind.fungible:
                self._append(entry, sort, number)
            case "row" | "pile" | "stack":
                self.out.write(f"LAY{run.form.upper()}(v, {self.value(entry.base)}, {self.value(sort)})")

    def _append(self, entry: Entry, sort: Term, number: Term) -> None:
        base, at = self.value(entry.base), self.inside(self._count_at(entry, sort))
        if number.known and number.value == 1:
            size = self.constants.fresh("w")
            self.out.write(f"{size} = v[{self.inside(entry.base)}] + 1; v[{base} + {size}] = {self.value(sort)}")
            self.out.write(f"v[{self.inside(entry.base)}] = {size}; v[{at}] += 1")
        else:
            self.out.write(f"PUT(v, {base}, {at}, {self.value(sort)}, {self.value(number)})")

    def held(self, entry: Entry) -> Entry:
        """An entry whose index and address are worked out once."""
        if entry.base.size > 2:
            entry = Entry(entry.run, self.steady(entry.at), entry.base)
            return Entry(entry.run, entry.at, self.steady(self.translator.arena.pick(entry.run.base, entry.at)))
        return entry

    def _count_at(self, entry: Entry, sort: Term) -> Term:
        """The slot that counts a sort."""
        arena, kind = self.translator.arena, entry.run.kind
        assert kind is not None
        return arena.math("+", self.translator.counts_at(entry), arena.math("-", sort, arena.num(kind.first)))

    # ------------------------------------------------------------ everything

    def _all(self, source: Entry, target: Entry, span: Span) -> bool:
        """Moves everything from row to row, or from a space; False if it must be done plainly."""
        one, other = source.run.kind, target.run.kind
        assert one is not None
        assert other is not None
        if source.run.form == target.run.form == "row" and one is other and one.fungible:
            source, target = self.held(source), self.held(target)
            room = self.translator.room(target)
            parts = [self.value(source.base), self.value(self.translator.counts_at(source)), self.value(target.base),
                     self.value(self.translator.counts_at(target)), self.value(room), str(one.first)]  # fmt: skip
            words = Fault(faults.no_room(target.run.field.name, 1, "\0"), span, ("",))
            self.out.write(f"if ALL(v, {', '.join(parts)}): {self.fault(words, room)}")
            return True
        if source.run.form != "space":
            return False
        arena = self.translator.arena
        there = arena.load(source.base, 0, one.first + one.size - 1)
        if not self._written_out(target, there, arena.num(1)):
            return False
        source = self.held(source)
        thing = self.steady(arena.load(source.base, -1, one.first + one.size - 1))
        with self.out.block(f"if {self.value(thing)} >= 0:"):
            sure = arena.name(thing.value, 0, thing.high)
            self.out.write(f"v[{self.inside(source.base)}] = -1")
            self.put(target, sure, arena.num(1), span, None)
        return True
