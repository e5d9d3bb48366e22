"""Formats terms as text, for people who read a planned program.

Variables created by planning are numbered in order of appearance (`z1`, `z2`), and variables of the rulebook keep their
numbers (`x7`). Long tables and errors are printed as short names, which `Names.listed` defines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from interpreter.optimizer.program.steps import Kept, KeptSet, LookupTable, Meeting
from interpreter.optimizer.terms.operations import HUGE
from interpreter.optimizer.terms.terms import FRESH, Fault, Interpretation, Term

SHORT = 8
"""Maximum number of entries in a table that is printed inline."""


@dataclass(slots=True)
class Names:
    """Short names for tables, constants and errors in a text.

    `gatherings` holds the aggregates that are printed by name; all others are printed inline. `variables` holds names
    for variables of the rulebook by their numbers, and `slots` holds the fields of slots.
    """

    gatherings: Mapping[Term, str] = field(default_factory=dict)
    variables: Mapping[int, str] = field(default_factory=dict)
    slots: Mapping[int, str] = field(default_factory=dict)
    _fresh: dict[int, str] = field(default_factory=dict)
    _constants: dict[object, str] = field(default_factory=dict)
    _tables: dict[LookupTable, str] = field(default_factory=dict)
    _kept: dict[KeptSet, str] = field(default_factory=dict)
    _faults: dict[Fault, str] = field(default_factory=dict)

    # ------------------------------------------------------------ terms

    def term(self, term: Term) -> str:
        op, args, data = term.op, term.args, term.data
        if term.row.infix:
            return f"({f' {op} '.join(map(self.term, args))})"
        match op:
            case "num":
                return str(term.value)
            case "name" | "local":
                return self.name(term.value)
            case "load":
                return self._load(args[0])
            case "if":
                return f"({self.term(args[1])} if {self.term(args[0])} else {self.term(args[2])})"
            case "gather":
                return self._gather(term)
            case "table":
                assert isinstance(data, LookupTable)
                return self._tables.setdefault(data, f"T{len(self._tables) + 1}") + "".join(
                    f"[{self.term(arg)}]" for arg in args
                )
        return self._with_data(term)

    def _load(self, at: Term) -> str:
        """Return the text of a slot, with the name of its field, if the address begins with a known slot."""
        slot = first_slot(at)
        field = f": {self.slots[slot]}" if slot is not None and slot in self.slots else ""
        return f"v[{self.term(at)}{field}]"

    def _with_data(self, term: Term) -> str:
        op, args, data = term.op, term.args, term.data
        match op:
            case "pick" if len(args) == 1:
                return f"{self.constant(data)}[{self.term(args[0])}]"
            case "pick":
                return f"({self.constant(data)}[{self.term(args[0])}] or {self.term(args[1])})"
            case "fixed" if args[0].known:
                return self.constant(term.rows[args[0].value])
            case "fixed":
                return f"{self.constant(data)}[{self.term(args[0])}]"
            case "check":
                low, high, fault = term.limits
                shown = "".join(f", {self.term(arg)}" for arg in args[1:])
                return f"check({self.term(args[0])} in {_range(low, high)}, {self.fault(fault)}{shown})"
            case "fail":
                return self._called(f"fail {self.fault(term.fault)}", *args)
            case "interpreted":
                assert isinstance(data, Interpretation)
                return self._called(f"interpreted `{first_line(data.expression.span.text)}`", *args)
            case "once":
                return self._called("once, hashed" if data else "once", *args)
            case "span":
                return f"({self.term(args[0])} .. {self.term(args[1])} by {data})"
        return self._called(op if data is None else f"{op} {_plain(data)}", *args)

    def _called(self, head: str, *args: Term) -> str:
        return f"{head}({', '.join(map(self.term, args))})"

    def _gather(self, term: Term) -> str:
        if term in self.gatherings:
            params = sorted(term.free, key=lambda name: name.value)
            return f"{self.gatherings[term]}({', '.join(map(self.term, params))})"
        sequence, where, body, keys = term.parts()
        how = term.gathering
        text = f"{self.name(how.uid)} in {self.term(sequence)}"
        text += f" if {self.term(where)}" if where is not None else ""
        text += f" give {self.term(body)}" if body is not None else ""
        text += "".join(f" by {'most' if most else 'least'} {self.term(key)}"
                        for key, most in zip(keys, how.most, strict=True))  # fmt: skip
        return f"{how.how}({text})"

    # ------------------------------------------------------------ names

    def name(self, uid: int) -> str:
        if uid in self.variables:
            return self.variables[uid]
        if uid < FRESH:
            return f"x{uid}" if uid >= 0 else f"y{-uid}"
        return self._fresh.setdefault(uid, f"z{len(self._fresh) + 1}")

    def fault(self, fault: Fault) -> str:
        return self._faults.setdefault(fault, f"F{len(self._faults) + 1}")

    def constant(self, data: object) -> str:
        text = _plain(data)
        if text.count(",") <= SHORT:
            return text
        return self._constants.setdefault(data, f"D{len(self._constants) + 1}")

    def kept(self, kept: Kept) -> str:
        """Return the name of a kept set, such as `K1[z2]`."""
        name = self._kept.setdefault(kept.set, f"K{len(self._kept) + 1}")
        return f"{'not ' if kept.without else ''}{name}" + "".join(f"[{self.term(each)}]" for each in kept.outer)

    def meeting(self, meeting: Meeting) -> str:
        """Return the lists and sets of a meeting, such as `D1 meets K1[z2]`."""
        return f"{self.constant(meeting.lists)} meets {' and '.join(map(self.kept, meeting.kept))}"

    # ------------------------------------------------------------ definitions of names

    def listed(self) -> Iterator[str]:
        """Yield the definitions of all named tables, constants and errors, one per line.

        If a table refers to other tables, their definitions follow.
        """
        told = 0
        while told < len(self._tables):
            table, name = list(self._tables.items())[told]
            yield f"{name} = {self._table(table)}"
            told += 1
        for kept, name in list(self._kept.items()):
            yield f"{name} = {self._kept_set(kept)}"
        for data, name in list(self._constants.items()):
            yield f"{name} = {_plain(data)}"
        for fault, name in list(self._faults.items()):
            rule = f", {fault.about.name}" if fault.about else ""
            words = fault.message.replace("\0", "…")
            yield f"{name} = {words} (line {fault.span.line}{rule})"

    def _kept_set(self, kept: KeptSet) -> str:
        outer = "".join(f"[{self.term(name)} in {_range(name.low, name.high)}] " for name in kept.outer)
        columns = "".join(f", {self.term(name)} := {self.term(term)}" for name, term in kept.columns)
        checks = "".join(f", {self.term(term)} in {low}..{high}" for term, low, high in kept.checks)
        members = self.constant(kept.members)
        return f"{outer}{self.term(kept.member)} in {members} if {self.term(kept.test)}{checks}{columns}"

    def _table(self, table: LookupTable) -> str:
        outer = "".join(f"[{self.term(name)} in {_range(name.low, name.high)}]" for name in table.outer)
        entries = ", ".join(
            f"({', '.join(map(self.term, entry))})" if isinstance(entry, tuple) else self.term(entry)
            for entry in table.entries
        )
        tests = "".join(f" if {self.term(test)}" for test in table.tests)
        text = f"{entries} for {self.term(table.name)} in {self.term(table.sequence)}{tests}"
        return f"{outer} {text}" if outer else text


def first_slot(at: Term) -> int | None:
    """Return a slot of the field to which an address belongs, or None if the address does not show it."""
    match at.op:
        case "num":
            return at.value
        case "pick":
            return next((entry for entry in at.entries if entry is not None), None)
        case "+":
            return next((found for arg in at.args[::-1] if (found := first_slot(arg)) is not None), None)
    return None


def first_line(text: str) -> str:
    """Return the first line of a text, without surrounding spaces."""
    return text.split("\n")[0].strip()


def _plain(data: object) -> str:
    if isinstance(data, tuple):
        return f"({', '.join(map(_plain, data))})"
    return str(data)


def _range(low: int, high: int) -> str:
    return f"{low if low > -HUGE else ''}..{high if high < HUGE else ''}"
