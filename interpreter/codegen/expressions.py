"""Terms as Python expressions.

`value` gives a number (never a bool, which must not come into a vector), `test` something true or false, `members` a
sequence. What needs loops becomes a function of its own: gatherings and values that were not written out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.codegen.writer import Constants, Writer
from interpreter.optimizer import FRESH, YES_NO, Asked, Body, Fault, Known, Reads, Term, Translator

MATHS = {"+": "+", "-": "-", "*": "*", "//": "//", "%": "%"}
COMPARED = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
SIMPLE = ("name", "num")


@dataclass(slots=True)
class Expressions:
    """Writes terms as source. `functions` are those that are asked for, with who writes them."""

    translator: Translator
    constants: Constants
    out: Writer
    """Where functions are written."""
    tables: dict[str, str] = field(default_factory=dict)
    """The source that fills each table, once all functions are there."""
    functions: dict[object, str] = field(default_factory=dict)
    waiting: list[Callable[[], None]] = field(default_factory=list)
    truths: set[Term] = field(default_factory=set)
    """Names of locals that stand for something true or false."""

    reads: Reads = field(init=False)
    remembered: dict[Term, Known | None] = field(default_factory=dict)
    """By term whether it is remembered, and what decides about it."""

    def __post_init__(self) -> None:
        self.reads = Reads(self.translator.arena, self._body)

    def _body(self, name: object) -> Body:
        function = self.translator.functions[str(name)]
        return Body(function.params, function.body)

    # ------------------------------------------------------------ numbers

    def value(self, term: Term) -> str:
        op, args = term.op, term.args
        if op == "num":
            return str(term.value)
        if op == "name" and term not in self.truths:
            return name_of(term)
        if op in YES_NO or op == "name":
            return f"(1 if {self.test(term)} else 0)"
        if op in MATHS:
            return f"({self.value(args[0])} {MATHS[op]} {self.value(args[1])})"
        match op:
            case "load":
                return f"v[{self.inside(args[0])}]"
            case "up":
                return f"(-(-{self.value(args[0])} // {self.value(args[1])}))"
            case "min" | "max":
                return self._least(term)
            case "if":
                return f"({self.value(args[1])} if {self.test(args[0])} else {self.value(args[2])})"
            case "sure":
                return self.value(args[0])
            case "total":
                base = self.value(args[0])
                return f"sum(v[{base}:{base} + {term.data}])"
            case "len":
                return f"len({self.members(args[0])})"
            case "call":
                return self._call(self.of_value(term.data), *(self.value(arg) for arg in args))
        return self._unsure(term)

    def _unsure(self, term: Term) -> str:
        """Numbers that may fault, and those that need a function."""
        op, args = term.op, term.args
        match op:
            case "pick":
                found = f"{self.constants.name(term.data)}[{self.inside(args[0])}]"
                if len(args) == 1:
                    return found
                held = self.constants.fresh("w")
                return f"({held} if ({held} := {found}) is not None else {self.value(args[1])})"
            case "nth":
                return self._nth(term)
            case "filled":
                return f"({name_of(args[0])} if {name_of(args[0])} is not None else {self.value(args[1])})"
            case "check":
                return self._check(term)
            case "fail":
                assert isinstance(term.data, Fault)
                return self.fault(term.data, *args)
            case "gather":
                return self.gathering(term)
            case "plain":
                return self.plain(term)
        raise AssertionError(f"no source for {op}")

    def _nth(self, term: Term) -> str:
        """One of several numbers; 0 where there is none."""
        (of, *counts), first = term.args, term.value
        held = self.constants.fresh("w")
        found = f"({', '.join(self.value(each) for each in counts)},)[{held} - {first}]"
        return f"({found} if {first} <= ({held} := {self.value(of)}) < {first + len(counts)} else 0)"

    def plain(self, term: Term) -> str:
        """Asks the plain interpreter."""
        asked = term.data
        assert isinstance(asked, Asked)
        args = list(term.args)
        parts = []
        for uid, sorts in asked.names:
            if sorts is None:
                parts.append(f"{uid}: {self.given(args.pop(0))}")
            else:
                counts = ", ".join(f"{sort}: {self.value(args.pop(0))}" for sort in sorts)
                parts.append(f"{uid}: {{{counts}}}")
        return f"N({self.constants.name(asked, 'W')}, v, {{{', '.join(parts)}}})"

    def given(self, term: Term) -> str:
        """A number or sequence as the plain interpreter takes it."""
        return f"list({self.members(term)})" if term.sequence else self.value(term)

    def inside(self, term: Term) -> str:
        """A number that stands in brackets anyway."""
        text = self.value(term)
        return text[1:-1] if term.op in MATHS else text

    def _call(self, name: str, *args: str) -> str:
        return f"{name}({', '.join(('v', *args))})"

    def _least(self, term: Term) -> str:
        a, b = term.args
        one, other = self.value(a), self.value(b)
        if a.op in SIMPLE and b.op in SIMPLE:
            return f"({one} if {one} {'<' if term.op == 'min' else '>'} {other} else {other})"
        return f"{term.op}({one}, {other})"

    def _check(self, term: Term) -> str:
        low, high, fault = term.limits
        of, shown = term.args[0], term.args[1:]
        text = held = self.value(of)
        if of.op not in SIMPLE:
            held = self.constants.fresh("w")
            text = f"({held} := {text})"
        if of.low < low and of.high > high:
            test = f"{low} <= {text} <= {high}"
        else:
            test = f"{text} >= {low}" if of.low < low else f"{text} <= {high}"
        return f"({held} if {test} else {self.fault(fault, *shown)})"

    def fault(self, fault: Fault, *shown: Term) -> str:
        """A call that ends in a fault of play."""
        parts = (str(self.constants.fault(fault)), *(self.value(term) for term in shown))
        return f"F({', '.join(parts)})"

    # ------------------------------------------------------------ tests

    def test(self, term: Term) -> str:
        op, args = term.op, term.args
        if op in COMPARED:
            return self._compared(term)
        match op:
            case "and" | "or":
                return "(" + f" {op} ".join(self.test(arg) for arg in args) + ")"
            case "not":
                return f"(not {self.test(args[0])})"
            case "if":
                return f"({self.test(args[1])} if {self.test(args[0])} else {self.test(args[2])})"
            case "has":
                return self._has(args[0], args[1])
            case "same":
                return f"E({self.members(args[0])}, {self.members(args[1])})"
            case "avail":
                return f"{self.available(term.data)}(v)"
            case "name":
                return name_of(term)
        return self.value(term)

    def _compared(self, term: Term) -> str:
        op, (a, b) = term.op, term.args
        if b.known and b.value == 0 and a.low >= 0 and op in ("=", "!="):
            return self._some(a) if op == "!=" else f"(not {self._some(a)})"
        return f"({self.value(a)} {COMPARED[op]} {self.value(b)})"

    def _some(self, a: Term) -> str:
        """Whether a number that is never below 0 is above it."""
        if a.op == "+" and all(arg.low >= 0 for arg in a.args):
            return f"({self._some(a.args[0])} or {self._some(a.args[1])})"
        return self.value(a)

    def _has(self, of: Term, sequence: Term) -> str:
        if sequence.op == "span" and sequence.data == 1:
            return f"({self.value(sequence.args[0])} <= {self.value(of)} <= {self.value(sequence.args[1])})"
        return f"({self.value(of)} in {self.members(sequence)})"

    # ------------------------------------------------------------ sequences

    def members(self, term: Term) -> str:
        op, args = term.op, term.args
        match op:
            case "fixed":
                if args[0].known:
                    return self.constants.name(term.rows[args[0].value], "D")
                return f"{self.constants.name(term.rows, 'D')}[{self.inside(args[0])}]"
            case "table":
                return self.table(term)
            case "span":
                low, high = self.value(args[0]), self.value(args[1])
                return f"range({low}, {high} + 1{'' if term.data == 1 else f', {term.data}'})"
            case "items":
                return self._items(term)
            case "marks":
                first, size, owing = term.numbers
                whole = self.constants.name(range(first, first + size), "G")
                return f"{'O' if owing else 'M'}(v, {self.value(args[0])}, {whole})"
            case "bits":
                first, width = term.numbers
                return f"B(v, {self.value(args[0])}, {first}, {width})"
            case "if":
                return f"({self.members(args[1])} if {self.test(args[0])} else {self.members(args[2])})"
            case "join" | "less":
                return f"{'J' if op == 'join' else 'L'}({self.members(args[0])}, {self.members(args[1])})"
        return self._rare(term)

    def _rare(self, term: Term) -> str:
        op, args = term.op, term.args
        match op:
            case "bags":
                return f"BAGS({self.bag_domain(term)})"
            case "list":
                if len(args) == 1:
                    return f"({self.value(args[0])},)"
                return f"sorted({{{', '.join(self.value(arg) for arg in args)}}})"
            case "maybe":
                held = self.constants.fresh("w")
                return f"(({held},) if ({held} := {self.value(args[0])}) >= 0 else ())"
            case "spread":
                return f"U(({', '.join(self.value(arg) for arg in args)},))"
            case "reach":
                return self.reaching(term)
            case "local":
                return name_of(term)
            case "plain":
                return self.plain(term)
            case "calls":
                return self._call(self.of_value(term.data), *(self.value(arg) for arg in args))
            case "gather":
                return self.gathering(term)
            case "fail":
                return self.value(term)
        raise AssertionError(f"no source for {op}")

    def bag_domain(self, term: Term) -> str:
        """Of `bags`: how many of each sort there may be, and how many pieces together."""
        least, most, *held = (self.value(arg) for arg in term.args)
        return f"({', '.join(held)},), {least}, {most}"

    def _items(self, term: Term) -> str:
        base, start = term.args[0], term.data
        if base.known:
            return f"v[{base.value + int(str(start))}:{base.value + int(str(start))} + v[{base.value}]]"
        if base.op == "name":
            text = name_of(base)
            return f"v[{text} + {start}:{text} + {start} + v[{text}]]"
        return f"I(v, {self.value(base)}, {start})"

    def reach(self, term: Term) -> str:
        """What can be reached on the graph of an edge kind."""
        args = term.args
        steps = self.value(args[2]) if len(args) > 2 else "-1"
        return f"{self._reaching(term.data)}({self.members(args[0])}, {self.members(args[1])}, {steps})"

    def _reaching(self, edges: object) -> str:
        boards = self.translator.boards

        def reach(start: list[int], over: list[int], steps: int) -> list[int]:
            return boards.reach(str(edges), list(start), list(over), steps)

        key = ("reach", edges)
        if key not in self.functions:
            self.functions[key] = name = self.constants.fresh("R")
            self.constants.objects[name] = reach
        return self.functions[key]

    # ------------------------------------------------------------ what becomes a function

    def gathering(self, term: Term) -> str:
        raise NotImplementedError

    def of_value(self, name: object) -> str:
        raise NotImplementedError

    def reaching(self, term: Term) -> str:
        raise NotImplementedError

    def available(self, choice: object) -> str:
        raise NotImplementedError

    def table(self, term: Term) -> str:
        raise NotImplementedError


def name_of(term: Term) -> str:
    """The name of a local in generated source."""
    uid = term.value
    return f"x{uid}" if 0 <= uid < FRESH else f"y{-uid}" if uid < 0 else f"z{uid - FRESH}"
