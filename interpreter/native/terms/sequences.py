"""Emits sequences, which are read in place or built as lists.

A list is represented by the address of its length, which the members follow. Lists known at compile time are constants,
and rows and piles are lists inside the position. All other lists are on the heap. Where possible, `each` iterates over
a sequence without a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from interpreter import wasm as w
from interpreter.native.emit.faults import FaultCodes, never
from interpreter.native.emit.memory import DRAFT, WORD, Memory
from interpreter.native.emit.sets import PICKED, SET_WORDS
from interpreter.native.emit.shorthand import (
    add,
    both,
    call,
    code,
    eq,
    ge,
    gt,
    le,
    lt_u,
    ne,
    put,
    shl,
    shr_u,
    sub,
    tee,
    word,
)
from interpreter.native.emit.writer import Writer, deferred_in, fits, names_of, params_for
from interpreter.native.terms.numbers import Numbers
from interpreter.optimizer import Program, Term
from interpreter.position import BITS
from interpreter.wasm import I32

LARGEST_SET = 64
"""Maximum range of a constant list whose membership test uses a bit mask."""

Visit = Callable[[], None]


class Sequences:
    """Emits sequences."""

    def __init__(
        self, program: Program, out: Writer, memory: Memory, faults: FaultCodes, expressions: Numbers
    ) -> None:  # fmt: skip
        self._program = program
        self._out = out
        self._memory = memory
        self._faults = faults
        self._expressions = expressions

    # ------------------------------------------------------------ lists

    def members(self, term: Term) -> w.Code:
        """Return an expression for the address of a list that holds the members of a sequence."""
        op, args = term.op, term.args
        match op:
            case "fixed" if not all(fits(min(row), max(row)) for row in term.rows if row):
                return never(self._faults.missing("a set that contains large numbers"))
            case "fixed" if args[0].known:
                return w.Const(I32, self._memory.listed(term.rows[args[0].value]))
            case "fixed":
                table = self._memory.lists(term.rows)
                if args[0].low >= 0 and not args[0].unguarded_result:
                    return word(self._expressions.addresses.scaled(args[0]), table)
                return word(add(self._expressions.addresses.scaled(args[0]), table))
            case "items" if term.data == 1:
                return self._expressions.addresses.place(args[0])
            case "local":
                return code(self._out.name(term))
            case "if":
                test = self._expressions.test(args[0])
                return w.If(test, (self.members(args[1]),), (self.members(args[2]),), I32)
            case "once":
                return self._expressions.once(term)
            case "filled":
                there = code(self._out.name(args[0]))
                return w.If(there, (there,), (self.members(args[1]),), I32)
            case "calls":
                return self._expressions.calling(term)
            case "gather":
                return self._expressions.gathering(term)
            case "fail":
                return self._expressions.value(term)
        return self._made(term)

    def kept(self, term: Term) -> w.Code:
        """Return an expression for a list that stays unchanged when the position changes."""
        found = self.members(term)
        return found if term.op in ("fixed", "gather", "span", "bits", "marks") else call("copied", found, gives=I32)

    def _made(self, term: Term) -> w.Code:
        """Return an expression that builds a list."""
        op, args = term.op, term.args
        match op:
            case "bits":
                first, width = term.numbers
                return call("bits_list", self._expressions.addresses.place(args[0]), first, width, gives=I32)
            case "join" | "less":
                return self._expressions.from_library(term)
            case "reach":
                return self._reaching(term)
            case "chosen":
                return self._chosen(term)
            case "asks":
                return self.asked(term)
            case "settling":
                return self._expressions.settled(term)
            case "span" | "items" | "marks" | "holding" | "list" | "maybe" | "spread":
                return call(self._out.wanted("listed", term), *self._out.given_for(term), gives=I32)
        return never(self._faults.missing(f"term {op}"))

    def _chosen(self, term: Term) -> w.Code:
        """Return an expression that converts the bit masks of a set into a list."""
        begun = self._out.fresh(name="begun")
        words = [self._expressions.narrow(word) for word in term.args]
        added = [call("append_bits", word, term.value + at * BITS) for at, word in enumerate(words)]
        return w.Block(None, (put(begun, DRAFT), *added, call("done_list", begun, gives=I32)), I32)

    # ------------------------------------------------------------ graphs

    def _reaching(self, term: Term) -> w.Code:
        """Return an expression for the list of reachable members.

        If the list is memoised, the expression calls a separate function.
        """
        found = self._program.reaches[term]
        if found.memo is None:
            return self.reached(term)
        return call(self._out.wanted("reach", term), *self._out.given_for(term), gives=I32)

    def reached(self, term: Term) -> w.Code:
        """Return a call that finds the places reachable along the edges of one kind."""
        start, over, *steps = term.args
        most = self._expressions.narrow(steps[0]) if steps else w.Const(I32, -1)
        graph = self._graph(str(term.data), [start], [over])
        return call("reach", *graph, self.members(start), self.members(over), most, gives=I32)

    def asked(self, term: Term) -> w.Code:
        """Return a graph query, which yields a number or a list."""
        assert isinstance(term.data, tuple)
        question, edges, far = term.data
        given = [self.members(arg) for arg in term.args]
        match question:
            case "distance":
                start, goals, over = term.args
                return call("distance", *self._graph(edges, [start, goals], [over]), far, *given, gives=I32)
            case "nearest" | "towards":
                start, among, over = term.args
                return call(question, *self._graph(edges, [start, among], [over]), *given, gives=I32)
            case "longest_trail":
                over, closed = term.args
                return call("longest_trail", *self._graph(edges, [closed], [over]), *given, gives=I32)
            case "joined":
                most = word(given[2], WORD) if len(given) > 2 else w.Const(I32, -1)
                return call("joined_edges", *self._graph(edges, [], term.args[:2]), *given[:2], most, gives=I32)
            case "affordable" | "affordable edges":
                along, numbers = int(question == "affordable edges"), [word(each, WORD) for each in given[3:]]
                graph = self._graph(edges, [] if along else [term.args[0]], [])
                return call("affordable", *graph, far, along, *given[:3], *numbers, gives=I32)
        return never(self._faults.missing(f"{question} on a graph"))

    def _graph(self, kind: str, places: Sequence[Term], edges: Sequence[Term]) -> tuple[int, int, int, int]:
        """Return the parameters of a kernel for the graph formed by the edges of one kind.

        The tables of the graph also have rows for all places and edges that may occur in the query.
        """
        graph = self._program.graphs[kind]
        ways = _lengthened([tuple(each for way in around for each in way) for around in graph.ways], places)
        ends = _lengthened([tuple(pair) for pair in graph.ends], edges)
        return self._memory.lists(ways), len(ways), self._memory.lists(ends), len(ends)

    # ------------------------------------------------------------ functions that build lists

    def write_listed(self, name: str, term: Term) -> None:
        """Emit the function that `_made` requested for a list."""
        names, deferred = names_of(term), deferred_in(term)
        params = params_for(names, deferred)
        with self._out.function(name, params, I32):
            self._out.bind_given(names, deferred, params)
            begun = self._out.held(call("draft", gives=I32), "begun")
            with self.each(term) as member:
                self._out.emit(call("append", member))
            done = "sorted_list" if term.op == "list" else "done_list"
            self._out.emit(call(done, begun, gives=I32))

    # ------------------------------------------------------------ loops

    def each(self, term: Term) -> AbstractContextManager[w.Local]:
        """Emit a loop over a sequence, and yield a local that holds the current member."""
        match term.op:
            case "span":
                return self._each_of_span(term)
            case "marks":
                first, size, owing = term.numbers
                return self._each_slot(term.args[0], first, size, gt if owing else ne, w.Const(I32, 0))
            case "holding":
                first, size = term.numbers
                return self._each_slot(term.args[0], first, size, eq, self._expressions.narrow(term.args[1]))
            case "bits" if term.numbers[1] == 1:
                return self._each_bit(term)
            case "maybe":
                return self._if_there(term.args[0])
            case "list" if len(term.args) == 1:
                return self._only(term.args[0])
            case "list" | "spread":
                return self._one_by_one(term)
            case "items":
                start = self._expressions.addresses.place(term.args[0])
                return self._each_word(start, WORD * term.value)
        return self._each_word(self.members(term), WORD)

    @contextmanager
    def _each_word(self, start: w.Code, offset: int) -> Iterator[w.Local]:
        """Emit a loop over a list whose first member is stored `offset` bytes after the length."""
        out, at, end, member = self._out, self._out.fresh(name="at"), self._out.fresh(name="end"), self._out.fresh()
        out.emit(put(at, start), put(end, add(at, shl(word(at), 2))))
        with out.loop_while(lt_u(at, end)):
            out.emit(put(member, word(at, offset)), put(at, add(at, WORD)))
            yield member

    @contextmanager
    def _each_of_span(self, term: Term) -> Iterator[w.Local]:
        """Emit a loop that counts up or down through a range."""
        low, high = (self._expressions.narrow(arg) for arg in term.args)
        out, at, member = self._out, self._out.fresh(name="at"), self._out.fresh()
        first, last, test = (low, high, le) if term.value > 0 else (high, low, ge)
        end = out.held(last, "end")
        out.emit(put(at, first))
        with out.loop_while(test(at, end)):
            out.emit(put(member, at), put(at, add(at, term.value)))
            yield member

    @contextmanager
    def _each_slot(
        self, base: Term, first: int, size: int, test: Callable[[w.Code, w.Code], w.Code], wanted: w.Code
    ) -> Iterator[w.Local]:  # fmt: skip
        """Emit a loop over the members whose slot passes a test.

        The members' slots must be adjacent.
        """
        out, member = self._out, self._out.fresh()
        at = out.held(self._expressions.addresses.place(base), "at")
        what = wanted if isinstance(wanted, w.Const) else code(out.held(wanted))
        out.emit(put(member, first))
        with out.loop_while(lt_u(member, first + size) if first >= 0 else le(member, first + size - 1)):
            with out.only_if(test(word(at), what)):
                yield member
            out.emit(put(at, add(at, WORD)), put(member, add(member, 1)))

    @contextmanager
    def _each_bit(self, term: Term) -> Iterator[w.Local]:
        """Emit a loop over the members of a frozen set that is stored in one slot."""
        out, member = self._out, self._out.fresh()
        first, _ = term.numbers
        rest = out.held(self._expressions.addresses.load(term.args[0]), "rest")
        with out.loop_while(ne(rest, 0)):
            out.emit(put(member, add(w.Plain("i32.ctz", (code(rest),)), first)))
            out.emit(put(rest, both(rest, sub(rest, 1))))
            yield member

    @contextmanager
    def _if_there(self, of: Term) -> Iterator[w.Local]:
        member = self._out.fresh()
        with self._out.only_if(ge(tee(member, self._expressions.narrow(of)), 0)):
            yield member

    @contextmanager
    def _only(self, of: Term) -> Iterator[w.Local]:
        yield self._out.held(self._expressions.narrow(of))

    @contextmanager
    def _one_by_one(self, term: Term) -> Iterator[w.Local]:
        """Emit a loop over the values of a few terms.

        The members of a `list` term are sorted and without duplicates. A `spread` term skips missing members, which are
        negative.
        """
        out = self._out
        begun = out.held(call("draft", gives=I32), "begun")
        for arg in term.args:
            if term.op == "list":
                out.emit(call("append", self._expressions.narrow(arg)))
                continue
            with self._if_there(arg) as member:
                out.emit(call("append", member))
        made = call("sorted_list" if term.op == "list" else "done_list", begun, gives=I32)
        with self._each_word(made, WORD) as member:
            yield member

    def each_several(self, domain: Term) -> AbstractContextManager[list[w.Local]]:
        """Emit a loop over the bags or sets of a domain, and yield locals for the numbers that encode each of them."""
        return self._each_subset(domain) if domain.op == "subsets" else self._each_bag(domain)

    @contextmanager
    def _each_bag(self, domain: Term) -> Iterator[list[w.Local]]:
        """Emit a loop over the bags of a domain, and yield locals for the counts of each type."""
        least, most, *held = (self._out.held(self._expressions.narrow(arg)) for arg in domain.args)
        counts = [self._out.fresh(name="count") for _ in held]
        with ExitStack() as loops:
            left: w.Code = code(most)
            for count, there in zip(counts, held, strict=True):
                self._out.emit(put(count, 0))
                loops.enter_context(self._counting(count, there, left))
                left = sub(left, count)
            loops.enter_context(self._out.only_if(le(add(left, least), most)))
            yield counts

    @contextmanager
    def _counting(self, count: w.Local, there: w.Local, left: w.Code) -> Iterator[None]:
        """Emit a loop over the possible counts of a type.

        The count is limited by the pieces of this type that are available, and by the pieces that may still be chosen.
        """
        with self._out.loop_while(both(le(count, there), le(count, left))):
            yield
            self._out.emit(put(count, add(count, 1)))

    @contextmanager
    def _each_subset(self, domain: Term) -> Iterator[list[w.Local]]:
        """Emit a loop over the sets of a domain, and yield locals for a set's bit masks."""
        out, (first, width) = self._out, domain.numbers
        among = out.held(self.members(domain.args[0]), "among")
        least = out.held(self._expressions.narrow(domain.args[1]), "least")
        most = self._expressions.narrow(domain.args[2]) if domain.args[2:] else word(among)
        state = out.held(call("begin_sets", among, most, width, gives=I32), "state")
        words = [out.fresh(name="word") for _ in range(width)]
        with out.loop_while(call("next_set", state, first, width, gives=I32)):
            out.emit(*(put(each, word(state, SET_WORDS + WORD * at)) for at, each in enumerate(words)))
            with out.only_if(le(least, word(state, PICKED))):
                yield words

    # ------------------------------------------------------------ questions

    def has(self, of: Term, sequence: Term) -> w.Code:
        """Return an expression that tests whether a number is a member of a sequence."""
        args = sequence.args
        match sequence.op:
            case "span" if sequence.data == 1:
                held = self._out.fresh()
                low, high = self._expressions.narrow(args[0]), self._expressions.narrow(args[1])
                return both(le(low, tee(held, self._expressions.narrow(of))), le(held, high))
            case "fixed" if len(sequence.rows) == 1 and self._is_dense(sequence):
                return self._in_known(of, sequence)
            case "chosen" if len(args) == 1:
                place = self._out.fresh(name="place")
                inside = lt_u(tee(place, sub(self._expressions.narrow(of), sequence.value)), BITS)
                return both(inside, shr_u(self._expressions.narrow(args[0]), place))
            case "bits":
                first, width = sequence.numbers
                at = self._expressions.addresses.place(args[0])
                return call("has_bit", at, first, width, self._expressions.narrow(of), gives=I32)
        return call("has", self.members(sequence), self._expressions.narrow(of), gives=I32)

    def _is_dense(self, sequence: Term) -> bool:
        return fits(sequence.low, sequence.high) and sequence.high - sequence.low < LARGEST_SET

    def _in_known(self, of: Term, sequence: Term) -> w.Code:
        """Return an expression that tests whether a number is in a constant list, using a bit mask."""
        low = sequence.low
        bits = sum(1 << member - low for member in set(sequence.rows[0]))
        at = self._out.fresh()
        inside = lt_u(tee(at, sub(self._expressions.narrow(of), low)), LARGEST_SET)
        shifted = shr_u(w.Const("i64", bits), w.Plain("i64.extend_i32_u", (code(at),)))
        bit = both(w.Plain("i32.wrap_i64", (shifted,)), 1)
        return both(inside, bit)

    def length(self, sequence: Term) -> w.Code:
        if sequence.op == "bits":
            count: w.Code = w.Const(I32, 0)
            _, width = sequence.numbers
            at, offset = self._expressions.addresses.address(sequence.args[0])
            for number in range(width):
                count = add(count, w.Plain("i32.popcnt", (word(at, offset + WORD * number),)))
            return count
        if sequence.op == "chosen":
            count = w.Const(I32, 0)
            for each in sequence.args:
                count = add(count, w.Plain("i32.popcnt", (self._expressions.narrow(each),)))
            return count
        if sequence.op == "items":
            return self._expressions.addresses.load(sequence.args[0])
        return word(self.members(sequence))


def _lengthened(rows: list[tuple[int, ...]], terms: Sequence[Term]) -> tuple[tuple[int, ...], ...]:
    """Append empty rows, so that every value of the terms is the index of a row."""
    return tuple(rows + [()] * (max((term.high + 1 for term in terms), default=0) - len(rows)))


def bits_of(store_first: int, member: int) -> tuple[int, int]:
    """Return the slot index and the bit index of a member in a frozen set."""
    return divmod(member - store_first, BITS)
