"""Emits the functions and tables that generated expressions use.

The functions compute aggregates and rulebook values, and memoise results. The tables hold precomputed data about the
members that loops iterate over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import cast

from interpreter.codegen.expressions import Expressions
from interpreter.codegen.loops import Loops, PrefilteredLoop, WriteEmit
from interpreter.codegen.writer import Constants, Requests, Writer, name_of, names_of, tuple_of
from interpreter.optimizer import Gathering, InterpretedRows, LookupTable, MemoKey, Program, Steps, Term

REMEMBERED = 1 << 15
"""Maximum number of results in a function's memo, which is cleared when it is full."""
USED = re.compile(r"\b[Tgfhda]\d+\b")
"""Matches the table and function names in generated code."""


def nothing_emitted(terms: tuple[Term, ...], buffer: int) -> None:
    raise AssertionError("the steps before a value must not emit results")


class Functions:
    """Emits the functions in `requests` until none are left."""

    def __init__(
        self, program: Program, out: Writer, constants: Constants, requests: Requests, expressions: Expressions,
        loops: Loops,
    ) -> None:  # fmt: skip
        self._program = program
        self._out = out
        self._constants = constants
        self._requests = requests
        self._expressions = expressions
        self._loops = loops
        self._tables: dict[str, str] = {}

    def write(self) -> None:
        """Emit all requested functions and tables."""
        while self._requests.waiting:
            kind, key, name = self._requests.waiting.pop()
            match kind:
                case "value":
                    self._value(name, str(key))
                case "gather":
                    self._gather(name, cast(Term, key))
                case "reach":
                    self._reach(name, cast(Term, key))
                case "available":
                    self._available(name, cast(int, key))
                case "rest":
                    self._loops.write_rest(name, cast(Steps, key))
                case "sieve":
                    kept = self._constants.fresh("C")
                    self._constants.objects[kept] = {}
                    self._loops.write_sieve(name, cast(PrefilteredLoop, key), kept)
                case _:
                    self._table(name, cast(LookupTable, key))

    # ------------------------------------------------------------ values and graphs

    def _value(self, name: str, value: str) -> None:
        function, write = self._program.values[value], self._expressions
        body = function.body
        with self._defined(name, function.params, function.memo):
            self._loops.write(function.before, nothing_emitted)
            self._out.write(f"return {write.members(body) if body.sequence else write.value(body)}")

    def _reach(self, name: str, term: Term) -> None:
        found = self._program.reaches[term]
        with self._defined(name, found.params, found.memo):
            self._out.write(f"return {self._expressions.reach(term)}")

    def _available(self, name: str, choice: int) -> None:
        asked, out = self._program.available[choice], self._out
        with out.block(f"def {name}(v):"):
            out.write(f"{name_of(asked.seat)} = {self._expressions.value(asked.who)}")
            for offer in asked.offers:
                out.about = offer.about
                if isinstance(offer.search, InterpretedRows):
                    option = self._constants.identity(offer.search.option, "E")
                    out.write(f"for _ in ROWS({option}, v, {name_of(asked.seat)}): return 1")
                else:
                    self._loops.write(offer.search, lambda terms, _: out.write("return 1"))
            out.about = None
            out.write("return 0")

    # ------------------------------------------------------------ memoised functions

    @contextmanager
    def _defined(self, name: str, params: Iterable[Term], memo: MemoKey | None) -> Iterator[None]:
        """Emit the head of a function.

        A wrapper around a memoised function stores results by key.
        """
        given = names_of(params)
        if memo is not None:
            name = self._remembering(name, given, memo)
        with self._out.block(f"def {name}({given}):"):
            yield

    def _remembering(self, name: str, given: str, memo: MemoKey) -> str:
        """Emit the memoising wrapper, and return the name of the function that it wraps."""
        kept, inner = self._constants.fresh("C"), self._constants.fresh("h")
        self._constants.objects[kept] = {}
        parts = [self._expressions.value(atom) for atom in memo.atoms]
        key = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
        with self._out.block(f"def {name}({given}):"):
            if memo.bounds:
                outside = " or ".join(f"{name_of(of)} {op} {bound}" for of, op, bound in memo.bounds)
                self._out.write(f"if {outside}: return {inner}({given})")
            self._out.write(f"if (found := {kept}.get(key := {key})) is not None: return found")
            self._out.write(f"if len({kept}) >= {REMEMBERED}: {kept}.clear()")
            self._out.write(f"{kept}[key] = found = {inner}({given})")
            self._out.write("return found")
        return inner

    # ------------------------------------------------------------ aggregates

    def _gather(self, name: str, term: Term) -> None:
        found = self._program.gatherings[term]
        with self._defined(name, found.params, found.memo):
            before, emit, after = self._listed() if found.ordered else self._ways(found.how)
            if before:
                self._out.write(before)
            self._loops.write(found.steps, emit)
            self._out.write(after)

    def _ways(self, how: Gathering) -> tuple[str, WriteEmit, str]:
        """Return the code of an aggregate: a line before its loops, a callback that emits the loop body, and a line
        after its loops.
        """
        out, write = self._out, self._expressions
        match how.how:
            case "any":
                return "", lambda terms, _: out.write("return 1"), "return 0"
            case "count":
                return "n = 0", lambda terms, _: out.write("n += 1"), "return n"
            case "sum":
                return "n = 0", lambda terms, _: out.write(f"n += {write.value(terms[0])}"), "return n"
            case "set":
                return "n = set()", lambda terms, _: out.write(f"n.add({write.value(terms[0])})"), "return sorted(n)"
            case "union":
                return (
                    "n = set()", lambda terms, _: out.write(f"n.update({write.members(terms[0])})"), "return sorted(n)"
                )  # fmt: skip
            case "min" | "max":
                return self._extreme(how)
        return self._by_keys(how) if how.most else self._first(how)

    def _listed(self) -> tuple[str, WriteEmit, str]:
        """Return the code of an aggregate that collects members, which are found in ascending order."""
        return "n = []", lambda terms, _: self._out.write(f"n.append({self._expressions.value(terms[0])})"), "return n"

    def _extreme(self, how: Gathering) -> tuple[str, WriteEmit, str]:
        assert how.fault is not None
        sign = "<" if how.how == "min" else ">"

        def emit(terms: tuple[Term, ...], _: int) -> None:
            self._out.write(f"m = {self._expressions.value(terms[0])}")
            self._out.write(f"if n is None or m {sign} n: n = m")

        return "n = None", emit, f"return n if n is not None else {self._expressions.fault(how.fault)}"

    def _first(self, how: Gathering) -> tuple[str, WriteEmit, str]:
        out, write = self._out, self._expressions
        if how.how == "first":
            return "", lambda terms, _: out.write(f"return {write.value(terms[0])}"), "return -1"
        return "n = -1", lambda terms, _: out.write(f"n = {write.value(terms[0])}"), "return n"

    def _by_keys(self, how: Gathering) -> tuple[str, WriteEmit, str]:
        """Return the code of an aggregate that selects the best member by its sort keys.

        Among equal keys, `first` selects the earliest member and `last` the latest.
        """
        better = "<" if how.how == "first" else ">="

        def emit(terms: tuple[Term, ...], _: int) -> None:
            keys = self._expressions.keys(zip(terms[1:], how.most, strict=True))
            self._out.write(f"m = {keys[0] if len(keys) == 1 else '(' + ', '.join(keys) + ')'}")
            self._out.write(f"if k is None or m {better} k: n = {self._expressions.value(terms[0])}; k = m")

        return "n = -1; k = None", emit, "return n"

    # ------------------------------------------------------------ tables

    def _table(self, name: str, table: LookupTable) -> None:
        """Emit the code that fills a lookup table."""
        out, build, write = Writer(), self._constants.fresh("t"), self._expressions
        params = ", ".join(name_of(each) for each in table.outer)
        with out.block(f"def {build}({params}):"):
            out.write("rows = []")
            with out.block(f"for {name_of(table.name)} in {write.members(table.sequence)}:"):
                tests = " and ".join(write.test(test) for test in table.tests)
                entries = [self._entry(value) for value in table.entries]
                text = entries[0] if len(entries) == 1 else f"({', '.join(entries)})"
                out.write(f"if {tests}: rows.append({text})" if tests else f"rows.append({text})")
            out.write("return tuple(rows)")
        rows = f"{build}({params})"
        for each in reversed(table.outer):
            rows = f"tuple([{rows} for {name_of(each)} in range({each.low}, {each.high + 1})])"
        out.write(f"{name} = {rows}")
        self._tables[name] = out.source

    def _entry(self, value: Term | tuple[Term, ...]) -> str:
        if isinstance(value, tuple):
            return tuple_of(self._entry(each) for each in value)
        text = self._expressions.members(value) if value.sequence else self._expressions.value(value)
        return text if value.total and not value.is_guarded else f"S(lambda: {text})"

    def tables(self) -> str:
        """Return the source of all tables.

        Each table is defined after the tables that it uses, directly or through functions.
        """
        parts = {part.split("(", 1)[0]: part for part in self._out.source.split("def ")}
        done: dict[str, None] = {}

        def fill(name: str, seen: set[str]) -> None:
            text = self._tables[name] if name in self._tables else parts[name]
            for other in USED.findall(text):
                if other not in seen and (other in self._tables or other in parts):
                    seen.add(other)
                    fill(other, seen)
            if name in self._tables:
                done.setdefault(name)

        for name in self._tables:
            if name not in done:
                fill(name, {name})
        return "".join(self._tables[name] for name in done)
