"""Steps as Python loops; gatherings and values as functions; the tables that loops run over.

A gathering becomes a function of the names that it uses. Loops stand nested in it; beyond `DEEPEST`, where CPython
refuses further blocks, the inner ones become a function again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from interpreter.codegen.expressions import Expressions, name_of
from interpreter.codegen.writer import Writer
from interpreter.optimizer import (
    HUGE,
    YES_NO,
    Append,
    Bind,
    Each,
    Known,
    Leaf,
    Let,
    Steps,
    Table,
    Term,
    Unpack,
    When,
    chain,
    free_in,
    leaves,
    length,
    planned,
)

DEEPEST = 12
DEAR = 60
"""Work from which on a term is remembered, if few numbers decide about it."""
GRAPH = 100
LOOKED_UP = 6
"""What it takes to find one's way on a graph, and to look up what is remembered, in units of `_work`."""
REMEMBERED = 1 << 15
"""Results of one function that are remembered."""
USED = re.compile(r"\b[Tgfh]\d+\b")
"""Names of tables and functions in source."""
Do = Callable[[tuple[Term, ...], int], None]
"""Writes what is done at a leaf; the number is that of the list for rows laid aside."""


def aside_list(number: int) -> str:
    return f"aside{number}"


def in_order(names: Iterable[Term]) -> list[Term]:
    return sorted(names, key=lambda name: name.value)


class Loops(Expressions):
    # ------------------------------------------------------------ steps

    def steps(self, steps: Steps, leaf: Do, depth: int = 0) -> None:
        for step in steps:
            match step:
                case Each():
                    self._each(step, leaf, depth)
                case When():
                    tests, body = chain(step)
                    with self.out.block(f"if {' and '.join(self.test(test) for test in tests)}:"):
                        self.steps(body, leaf, depth)
                case Let(name, term):
                    if term.op in YES_NO:
                        self.truths.add(name)
                        self.out.write(f"{name_of(name)} = {self.test(term)}")
                    else:
                        self.out.write(f"{name_of(name)} = {self.value(term)}")
                case Unpack(names, of):
                    target = ", ".join(name_of(name) for name in names)
                    self.out.write(f"{target}{',' if len(names) == 1 else ''} = {name_of(of)}")
                case Leaf(terms, aside):
                    leaf(terms, aside)
                case Append(aside, sort):
                    rows = aside_list(aside)
                    self.out.write(f"{f'{rows}.sort(); ' if sort else ''}rows += {rows}")

    def _each(self, step: Each, leaf: Do, depth: int) -> None:
        with self.out.block(f"for {self._target(step)} in {self.members(step.sequence)}:"):
            if depth < DEEPEST:
                self.steps(step.body, leaf, depth + 1)
            else:
                self._further(step.body, leaf)

    def _further(self, steps: Steps, leaf: Do) -> None:
        """The rest of the loops as a function that yields what its leaves give."""
        arity = len(next(leaves(steps)).terms)
        names = in_order(free_in(steps))
        key = ("further", steps)
        name = self.function(key, "d", lambda text: self._yielding(text, steps, names))
        given = tuple(self.translator.arena.fresh(-HUGE, HUGE) for _ in range(arity))
        target = ", ".join(name_of(each) for each in given)
        with self.out.block(f"for {target}, in {name}({', '.join(('v', *(name_of(each) for each in names)))}):"):
            leaf(given, 0)

    def _yielding(self, text: str, steps: Steps, names: list[Term]) -> None:
        out = self.out
        with out.block(f"def {text}({', '.join(('v', *(name_of(each) for each in names)))}):"):
            self.steps(steps, lambda terms, _: out.write(f"yield ({', '.join(self.value(term) for term in terms)},)"))

    def _target(self, step: Each) -> str:
        return ", ".join(name_of(name) for name in step.columns or (step.name,))

    # ------------------------------------------------------------ tables

    def table(self, term: Term) -> str:
        """The table that a loop runs over, or the one of several for the outer names."""
        table = term.data
        assert isinstance(table, Table)
        if table not in self.functions:
            self.functions[table] = name = self.constants.fresh("T")
            self._fill(name, table, term.args)
        text = self.functions[table]
        for outer in term.args:
            text += f"[{self.value(outer)}]" if outer.low == 0 else f"[{self.value(outer)} - {outer.low}]"
        return text

    def _fill(self, name: str, table: Table, outer: tuple[Term, ...]) -> None:
        kept, self.out = self.out, Writer()
        out, build = self.out, self.constants.fresh("t")
        with out.block(f"def {build}({', '.join(name_of(each) for each in outer)}):"):
            out.write("rows = []")
            with out.block(f"for {name_of(table.name)} in {self.members(table.sequence)}:"):
                tests = " and ".join(self.test(test) for test in table.tests)
                entries = [self._entry(value) for value in table.entries]
                text = entries[0] if len(entries) == 1 else f"({', '.join(entries)})"
                out.write(f"if {tests}: rows.append({text})" if tests else f"rows.append({text})")
            out.write("return tuple(rows)")
        rows = f"{build}({', '.join(name_of(each) for each in outer)})"
        for each in reversed(outer):
            rows = f"tuple([{rows} for {name_of(each)} in range({each.low}, {each.high + 1})])"
        out.write(f"{name} = {rows}")
        self.tables[name] = out.source
        self.out = kept

    def _entry(self, value: Term | tuple[Term, ...]) -> str:
        if isinstance(value, tuple):
            return f"({', '.join(self._entry(each) for each in value)},)"
        text = self.members(value) if value.sequence else self.value(value)
        return text if value.total and not value.leans else f"S(lambda: {text})"

    def tables_in_order(self) -> str:
        """The source of all tables, each behind those that it looks things up in, also by way of functions."""
        parts = {part.split("(", 1)[0]: part for part in self.out.source.split("def ")}
        done: dict[str, None] = {}

        def fill(name: str, seen: set[str]) -> None:
            text = self.tables[name] if name in self.tables else parts[name]
            for other in USED.findall(text):
                if other not in seen and (other in self.tables or other in parts):
                    seen.add(other)
                    fill(other, seen)
            if name in self.tables:
                done.setdefault(name)

        for name in self.tables:
            if name not in done:
                fill(name, {name})
        return "".join(self.tables[name] for name in done)

    # ------------------------------------------------------------ functions

    def function(self, key: object, letter: str, write: Callable[[str], None]) -> str:
        """The name of a function, which is written later if nobody has asked for it before."""
        if key not in self.functions:
            self.functions[key] = name = self.constants.fresh(letter)
            self.waiting.append(lambda: write(name))
        return self.functions[key]

    def write_waiting(self) -> None:
        while self.waiting:
            self.waiting.pop()()

    def of_value(self, name: object) -> str:
        def write(text: str) -> None:
            function = self.translator.functions[str(name)]
            body = function.body
            known = self._known(body) if body.op not in ("call", "calls", "gather", "reach") else None
            with self._defined(text, function.params, known):
                self.out.write(f"return {self.members(body) if body.sequence else self.value(body)}")

        return self.function(("value", name), "f", write)

    @contextmanager
    def _defined(self, text: str, params: Iterable[Term], known: Known | None) -> Iterator[None]:
        """The head of a function that works something out. If it is `known` what decides about it, a function in front
        of it remembers what came out for the same numbers, until that is too much."""
        given = ", ".join(("v", *(name_of(param) for param in params)))
        if known is not None:
            text = self._remembering(text, given, known)
        with self.out.block(f"def {text}({given}):"):
            yield

    def _known(self, term: Term) -> Known | None:
        """What decides about a term that is worth remembering."""
        if term not in self.remembered:
            self.remembered[term] = self.reads.known(term) if self._work(term) >= DEAR else None
        return self.remembered[term]

    def _work(self, term: Term) -> int:
        """How much there is to work out, roughly, if parts that are remembered themselves are only looked up."""
        if term.op == "gather":
            sequence, *each = (self._part(arg) for arg in term.args)
            return sequence + int(length(term.args[0]) * (sum(each) + 1))
        total = sum(self._part(arg) for arg in term.args)
        return total + (GRAPH if term.op == "reach" else term.op not in ("num", "name"))

    def _part(self, term: Term) -> int:
        if term.op in ("call", "calls"):
            return sum(self._part(arg) for arg in term.args) + self._part(self._body(term.data).term) + 1
        if term.op in ("gather", "reach") and self._known(term) is not None:
            return LOOKED_UP
        return self._work(term)

    def _remembering(self, text: str, given: str, known: Known) -> str:
        """Writes the function that remembers; the name of the one behind it."""
        kept, inner = self.constants.fresh("C"), self.constants.fresh("h")
        self.constants.objects[kept] = {}
        parts = [self.value(atom) for atom in known.atoms]
        key = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
        with self.out.block(f"def {text}({given}):"):
            if known.bounds:
                outside = " or ".join(f"{name_of(name)} {op} {bound}" for name, op, bound in known.bounds)
                self.out.write(f"if {outside}: return {inner}({given})")
            self.out.write(f"if (found := {kept}.get(key := {key})) is not None: return found")
            self.out.write(f"if len({kept}) >= {REMEMBERED}: {kept}.clear()")
            self.out.write(f"{kept}[key] = found = {inner}({given})")
            self.out.write("return found")
        return inner

    def reaching(self, term: Term) -> str:
        if self._known(term) is None:
            return self.reach(term)
        names = in_order(term.free)

        def write(text: str) -> None:
            with self._defined(text, names, self._known(term)):
                self.out.write(f"return {self.reach(term)}")

        return f"{self.function(term, 'g', write)}({', '.join(('v', *(name_of(each) for each in names)))})"

    def gathering(self, term: Term) -> str:
        names = in_order(term.free)
        name = self.function(term, "g", lambda text: self._gather(text, term, names))
        return f"{name}({', '.join(('v', *(name_of(each) for each in names)))})"

    def _gather(self, text: str, term: Term, names: list[Term]) -> None:
        sequence, where, body, keys = term.parts()
        how = term.gathering
        inside = (name for part in term.args[1:] for name in part.free if name.data == how.uid)
        member = next(inside, self.translator.arena.name(how.uid, sequence.low, sequence.high))
        items: list[Bind | Term] = [Bind(member, sequence), *([where] if where is not None else [])]
        wanted = () if how.how in ("any", "count") else (body if body is not None else member, *keys)
        leaf = Leaf(wanted)
        with self._defined(text, names, self._known(term)):
            before, do, after = self._ways(term, bool(keys))
            if before:
                self.out.write(before)
            self.steps(planned(self.translator.arena, items, leaf, frozenset(names)), do)
            self.out.write(after)

    def _ways(self, term: Term, keyed: bool) -> tuple[str, Do, str]:
        """What stands before the loops of a gathering, what is done with each member, and what stands behind."""
        how, out = term.gathering, self.out
        match how.how:
            case "any":
                return "", lambda terms, _: out.write("return 1"), "return 0"
            case "count":
                return "n = 0", lambda terms, _: out.write("n += 1"), "return n"
            case "sum":
                return "n = 0", lambda terms, _: out.write(f"n += {self.value(terms[0])}"), "return n"
            case "set":
                return "n = set()", lambda terms, _: out.write(f"n.add({self.value(terms[0])})"), "return sorted(n)"
            case "union":
                return (
                    "n = set()",
                    lambda terms, _: out.write(f"n.update({self.members(terms[0])})"),
                    "return sorted(n)",
                )
            case "min" | "max":
                return self._extreme(term)
        return self._first(term) if not keyed else self._by_keys(term)

    def _extreme(self, term: Term) -> tuple[str, Do, str]:
        how, out = term.gathering, self.out
        assert how.fault is not None
        sign = "<" if how.how == "min" else ">"

        def do(terms: tuple[Term, ...], _: int) -> None:
            out.write(f"m = {self.value(terms[0])}")
            out.write(f"if n is None or m {sign} n: n = m")

        return "n = None", do, f"return n if n is not None else {self.fault(how.fault)}"

    def _first(self, term: Term) -> tuple[str, Do, str]:
        out = self.out
        if term.gathering.how == "first":
            return "", lambda terms, _: out.write(f"return {self.value(terms[0])}"), "return -1"
        return "n = -1", lambda terms, _: out.write(f"n = {self.value(terms[0])}"), "return n"

    def _by_keys(self, term: Term) -> tuple[str, Do, str]:
        """Members that tie keep their order: the first, or the last, of the best counts."""
        how, out = term.gathering, self.out
        better = "<" if how.how == "first" else ">="

        def do(terms: tuple[Term, ...], _: int) -> None:
            keys = [
                f"-{self.value(key)}" if most else self.value(key)
                for key, most in zip(terms[1:], how.most, strict=True)
            ]
            out.write(f"m = {keys[0] if len(keys) == 1 else '(' + ', '.join(keys) + ')'}")
            out.write(f"if k is None or m {better} k: n = {self.value(terms[0])}; k = m")

        return "n = -1; k = None", do, "return n"
