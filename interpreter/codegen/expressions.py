"""Emits terms as Python expressions.

`value` returns the source of a numeric expression, which never yields a bool because position vectors hold only
integers. `test` returns the source of a condition, and `members` returns the source of a sequence.

Aggregates, and rulebook values that are not inlined, become calls to generated functions because they need loops.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from interpreter.codegen.writer import Constants, Requests, name_of, names_of, tuple_of
from interpreter.optimizer import COMPARISONS, Fault, Form, Interpretation, LookupTable, Program, Term

READ_WHOLE = frozenset({"name", "num", "+", "-", "*", "load", "total", "check"})
"""Operators that always evaluate all their arguments."""


@dataclass(slots=True)
class Expressions:
    """Emits Python expressions for terms."""

    program: Program
    constants: Constants
    requests: Requests
    truths: set[Term] = field(default_factory=set)
    """Local variables that hold a bool."""

    # ------------------------------------------------------------ numbers

    def value(self, term: Term) -> str:
        op, args, row = term.op, term.args, term.row
        if op == "num":
            return str(term.value)
        if op == "name" and term not in self.truths:
            return name_of(term)
        if row.gives == "flag" or op == "name":
            return f"(1 if {self.test(term)} else 0)"
        if row.infix or row.python:
            return self._from_row(term)
        match op:
            case "min" | "max":
                return self._least(term)
            case "if":
                return f"({self.value(args[1])} if {self.test(args[0])} else {self.value(args[2])})"
            case "call":
                return self._value_call(term)
        return self._unsure(term)

    def _from_row(self, term: Term) -> str:
        """Return the source of a term whose operation has Python text in its row."""
        row = term.row
        parts = [self._argument(arg, form) for arg, form in zip(term.args, row.takes, strict=False)]
        if row.infix:
            return f"({parts[0]} {row.infix} {parts[1]})"
        return row.python.format(*parts, data=term.data)

    def _argument(self, arg: Term, form: Form) -> str:
        match form:
            case "number":
                return self.value(arg)
            case "index":
                return self.inside(arg)
            case "flag":
                return self.test(arg)
            case "sequence":
                return self.members(arg)
            case _:
                assert_never(form)

    def _unsure(self, term: Term) -> str:
        """Return the source of a numeric term that may raise an error or needs a function call."""
        op, args = term.op, term.args
        match op:
            case "pick":
                found = f"{self.constants.value(term.data, 'P')}[{self.inside(args[0])}]"
                if len(args) == 1:
                    return found
                held = self.constants.fresh("w")
                return f"({held} if ({held} := {found}) is not None else {self.value(args[1])})"
            case "nth":
                return self._nth(term)
            case "member":
                among = self.given(args[0])
                return f"NTH({among}, {self.value(args[1])}, {bool(term.data)})"
            case "asked":
                return self._question(term)
            case "filled":
                return f"({name_of(args[0])} if {name_of(args[0])} is not None else {self.value(args[1])})"
            case "once":
                return self._once(name_of(args[0]), self.value(args[1]))
            case "tried":
                return f"S(lambda: {self.value(args[0])})"
            case "check":
                return self._check(term)
            case "fail":
                return self.fault(term.fault, *args)
            case "gather":
                return self.gathering(term)
            case "interpreted":
                return self._interpreted(term)
        raise AssertionError(f"no source for {op}")

    def _once(self, name: str, text: str) -> str:
        """Return an expression that evaluates `text` on first use and caches the result in a local variable."""
        return f"({name} if {name} is not None else ({name} := {text}))"

    def _nth(self, term: Term) -> str:
        """Return an expression that selects a number by index and yields 0 if the index is out of range."""
        (of, *counts), first = term.args, term.value
        held = self.constants.fresh("w")
        found = f"{tuple_of(self.value(each) for each in counts)}[{held} - {first}]"
        return f"({found} if {first} <= ({held} := {self.value(of)}) < {first + len(counts)} else 0)"

    def _interpreted(self, term: Term) -> str:
        """Return a call to the reference interpreter."""
        asked = term.data
        assert isinstance(asked, Interpretation)
        args = list(term.args)
        parts = []
        for uid, sorts in asked.names:
            if sorts is None:
                parts.append(f"{uid}: {self.given(args.pop(0))}")
            else:
                counts = ", ".join(f"{sort}: {self.value(args.pop(0))}" for sort in sorts)
                parts.append(f"{uid}: {{{counts}}}")
        return f"N({self.constants.value(asked, 'W')}, v, {{{', '.join(parts)}}})"

    def given(self, term: Term) -> str:
        """Return the source of an argument for the reference interpreter, which expects sequences as lists."""
        return f"list({self.members(term)})" if term.sequence else self.value(term)

    def keys(self, keys: Iterable[tuple[Term, bool]]) -> list[str]:
        """Return the source of sort keys; a key that ranks the highest value first is negated."""
        return [f"-{self.value(by)}" if most else self.value(by) for by, most in keys]

    def inside(self, term: Term) -> str:
        """Return a numeric expression without its outer parentheses, for use inside brackets."""
        text = self.value(term)
        return text[1:-1] if term.row.infix and not term.flag else text

    def _least(self, term: Term) -> str:
        a, b = term.args
        one, other = self.value(a), self.value(b)
        if a.simple and b.simple:
            return f"({one} if {one} {'<' if term.op == 'min' else '>'} {other} else {other})"
        return f"{term.op}({one}, {other})"

    def _check(self, term: Term) -> str:
        low, high, _ = term.limits
        of, (text, held, failing) = term.args[0], self._held(term)
        if of.low < low and of.high > high:
            test = f"{low} <= {text} <= {high}"
        else:
            test = f"{text} >= {low}" if of.low < low else f"{text} <= {high}"
        return f"({held} if {test} else {failing})"

    def _held(self, term: Term) -> tuple[str, str, str]:
        """Return the three parts of a range check.

        The first part stores the checked number in a variable, the second is the name of this variable, and the third
        raises the error.
        """
        _, _, fault = term.limits
        of, shown = term.args[0], [self.value(each) for each in term.args[1:]]
        text = held = self.value(of)
        if not of.simple:
            held = self.constants.fresh("w")
            text = f"({held} := {text})"
        if len(shown) < len(fault.shown):
            shown.insert(0, held)
        return text, held, self._failing(fault, shown)

    def _is_some(self, term: Term) -> str:
        """Return a test that is true if a range-checked number is not 0."""
        low, high, _ = term.limits
        of, (text, held, failing) = term.args[0], self._held(term)
        if low == 0 and of.low < low and of.high <= high:
            return f"({text} > 0 or {held} and {failing})"
        if of.low >= low and low <= 0 < high:
            return f"({text} and ({held} <= {high} or {failing}))"
        return self.value(term)

    def fault(self, fault: Fault, *shown: Term) -> str:
        """Return a call that raises a runtime error."""
        return self._failing(fault, [self.value(term) for term in shown])

    def _failing(self, fault: Fault, shown: Iterable[str]) -> str:
        return f"F({', '.join((str(self.constants.fault(fault)), *shown))})"

    # ------------------------------------------------------------ tests

    def test(self, term: Term) -> str:
        op, args = term.op, term.args
        if op in COMPARISONS:
            return self._compared(term)
        match op:
            case "and" | "or":
                return "(" + f" {term.row.infix} ".join(self.test(arg) for arg in args) + ")"
            case "if":
                return f"({self.test(args[1])} if {self.test(args[0])} else {self.test(args[2])})"
            case "has" if args[1].op == "span" and args[1].data == 1:
                low, high = args[1].args
                return f"({self.value(low)} <= {self.value(args[0])} <= {self.value(high)})"
            case "has" | "not" | "same":
                return self._from_row(term)
            case "settles":
                return self._settling(term)
            case "avail":
                return f"{self.requests.name('available', term.data, 'a')}(v)"
            case "name":
                return name_of(term)
            case "check":
                return self._is_some(term)
        return self.value(term)

    def _compared(self, term: Term) -> str:
        op, (a, b) = term.op, term.args
        if b.known and b.value == 0 and a.low >= 0 and op in ("=", "!="):
            return self._some(a) if op == "!=" else f"(not {self._some(a)})"
        return self._from_row(term)

    def _some(self, a: Term) -> str:
        """Return a test that is true if a non-negative number is above 0.

        The test for a sum of `a` and `b` is `a or b`, which skips `b` if `a` is positive. This shortcut is safe only if
        `b` raises no error that `a` does not raise.
        """
        if a.op == "+" and all(arg.low >= 0 for arg in a.args) and _no_fault_behind(*a.args):
            return f"({self._some(a.args[0])} or {self._some(a.args[1])})"
        if a.op == "len" and a.args[0].op == "bits" and a.args[0].numbers[1] == 1:
            return f"v[{self.inside(a.args[0].args[0])}]"
        return self._is_some(a) if a.op == "check" else self.value(a)

    # ------------------------------------------------------------ sequences

    def members(self, term: Term) -> str:
        op, args = term.op, term.args
        match op:
            case "fixed":
                if args[0].known:
                    return self.constants.value(term.rows[args[0].value], "D")
                return f"{self.constants.value(term.rows, 'D')}[{self.inside(args[0])}]"
            case "table":
                return self._table(term)
            case "span":
                low, high = self.value(args[0]), self.value(args[1])
                if term.value < 0:
                    return f"range({high}, {low} - 1, {term.value})"
                return f"range({low}, {high} + 1{'' if term.value == 1 else f', {term.value}'})"
            case "items":
                return self._items(term)
            case "marks":
                first, size, owing = term.numbers
                whole = self.constants.value(range(first, first + size), "G")
                return f"{'O' if owing else 'M'}(v, {self.value(args[0])}, {whole})"
            case "if":
                return f"({self.members(args[1])} if {self.test(args[0])} else {self.members(args[2])})"
            case "bits" | "join" | "less":
                return self._from_row(term)
        return self._rare(term)

    def _rare(self, term: Term) -> str:
        op, args = term.op, term.args
        match op:
            case "holding":
                first, size = term.numbers
                return f"HOLDING(v, {args[0].value}, {args[0].value + size}, {self.value(args[1])}, {first})"
            case "settling":
                return self._settling(term)
            case "bags":
                return f"BAGS({self.bag_domain(term)})"
            case "subsets":
                first, width = term.numbers
                most = self.value(args[2]) if args[2:] else "None"
                return f"SETS({self.members(args[0])}, {self.value(args[1])}, {most}, {first}, {width})"
            case "chosen":
                return f"B({tuple_of(self.value(arg) for arg in args)}, 0, {term.data}, {len(args)})"
            case "list":
                if len(args) == 1:
                    return f"({self.value(args[0])},)"
                return f"sorted({{{', '.join(self.value(arg) for arg in args)}}})"
            case "maybe":
                held = self.constants.fresh("w")
                return f"(({held},) if ({held} := {self.value(args[0])}) >= 0 else ())"
            case "spread":
                return f"U({tuple_of(self.value(arg) for arg in args)})"
            case "reach":
                return self._reaching(term)
            case "asks":
                return self._question(term)
            case "local":
                return name_of(term)
            case "once":
                text = self.members(args[1])
                return self._once(name_of(args[0]), f"dict.fromkeys({text})" if term.data else text)
            case "filled":
                return f"({name_of(args[0])} if {name_of(args[0])} is not None else {self.members(args[1])})"
            case "tried":
                return f"S(lambda: {self.members(args[0])})"
            case "interpreted":
                return self._interpreted(term)
            case "calls":
                return self._value_call(term)
            case "gather":
                return self.gathering(term)
            case "fail":
                return self.value(term)
        raise AssertionError(f"no source for {op}")

    def _settling(self, term: Term) -> str:
        """Return a query about how to pay a bill."""
        asked, args, values = term.question, list(term.args), []
        for count in asked.shape:
            if count > 0:
                values.append(tuple_of(self.value(args.pop(0)) for _ in range(count)))
            else:
                part = args.pop(0)
                values.append(self.members(part) if count < 0 else self.value(part))
        return f"BILL({self.constants.value(asked, 'W')}, v, {tuple_of(values)})"

    def bag_domain(self, term: Term) -> str:
        """Return the arguments for the function `bags`: the maximum count of each type, then the minimum and maximum
        total.
        """
        least, most, *held = (self.value(arg) for arg in term.args)
        return f"{tuple_of(held)}, {least}, {most}"

    def _items(self, term: Term) -> str:
        base, start = term.args[0], term.value
        if base.known:
            return f"v[{base.value + start}:{base.value + start} + v[{base.value}]]"
        if base.op == "name":
            text = name_of(base)
            return f"v[{text} + {start}:{text} + {start} + v[{text}]]"
        return f"I(v, {self.value(base)}, {start})"

    # ------------------------------------------------------------ calls to generated functions

    def gathering(self, term: Term) -> str:
        return f"{self.requests.name('gather', term, 'g')}({names_of(self.program.gatherings[term].params)})"

    def _value_call(self, term: Term) -> str:
        name = self.requests.name("value", term.name, "f")
        return f"{name}({', '.join(('v', *(self.value(arg) for arg in term.args)))})"

    def _reaching(self, term: Term) -> str:
        """Return an expression for the reachable members, which calls a separate function if the result is memoised."""
        found = self.program.reaches[term]
        if found.memo is None:
            return self.reach(term)
        return f"{self.requests.name('reach', term, 'g')}({names_of(found.params)})"

    def reach(self, term: Term) -> str:
        """Return a call that finds the members reachable along the edges of one kind."""
        args = term.args
        steps = self.value(args[2]) if len(args) > 2 else "-1"
        ways = self.constants.identity(self.program.graphs[term.name], "R")
        return f"REACH({ways}, {self.members(args[0])}, {self.members(args[1])}, {steps})"

    def _question(self, term: Term) -> str:
        """Return a query on the graph formed by the edges of one kind."""
        word, edges, far = term.query
        ways = self.constants.identity(self.program.graphs[edges], "R")
        return f"ASK({ways}, {word!r}, {far}, {', '.join(self.members(arg) for arg in term.args)})"

    def _table(self, term: Term) -> str:
        """Return the table that a loop iterates over.

        If the table depends on outer loop variables, their values select it.
        """
        assert isinstance(term.data, LookupTable)
        text = self.requests.name("table", term.data, "T")
        for outer, at in zip(term.data.outer, term.args, strict=True):
            text += f"[{self.value(at)}]" if outer.low == 0 else f"[{self.value(at)} - {outer.low}]"
        return text


def _no_fault_behind(first: Term, second: Term) -> bool:
    """Return True if `second` cannot fail once `first` has been computed.

    Either `second` never fails, or `first` already makes the same range checks.
    """
    if second.droppable:
        return True
    if any(part.op not in READ_WHOLE for term in (first, second) for part in term.walk()):
        return False
    made, needed = (
        {(part.args[0], *part.limits[:2]) for part in term.walk() if part.op == "check"} for term in (first, second)
    )
    return needed <= made
