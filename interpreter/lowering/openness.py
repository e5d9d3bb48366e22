"""What everybody at the table can know: of triggers that have woken, the log names only those of which all may know.

A trigger is open if nothing hidden decides whether it wakes: not the fields that it looks at, and, for one that stands
in a rule, none of the conditions and choices on the way there. Locals are open if all that they are made of is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from dsl import model as m
from interpreter.flow import Facts, walk

BLOCKS = ("then", "otherwise", "body", "after")


@dataclass(slots=True)
class Openness:
    """Answers for one model."""

    model: m.Model
    facts: Facts
    _made_of: dict[int, list[object]] = field(default_factory=dict)
    """What each local is made of."""
    _never: set[int] = field(default_factory=set)
    """Locals that are chosen in secret, or that chance keeps to somebody."""
    _ways: dict[str, list[object]] = field(default_factory=dict)
    """The conditions on the ways to each rule, and the rules that carry it out by their names."""
    _known: dict[object, bool] = field(default_factory=dict)
    lines: dict[str, list[object]] = field(default_factory=dict)
    """The conditions on the way to the lines of each trigger before or after a rule, from where that begins."""
    stands_in: dict[str, str] = field(default_factory=dict)
    """The rule or action that such lines are part of."""

    def __post_init__(self) -> None:
        self._never |= {uid for uid, name in m.chance_names(self.model).items() if name.flow.is_hidden}
        for name, routine in self.model.routines.items():
            self._read(name, routine.body, [])
        for name, action in self.model.actions.items():
            for param in action.params:
                self._note(param.var, (param.domain, param.where))
            self._read(name, action.then, [])
        for wake in self.model.wakes:
            self._read(wake.about.name, wake.body, [])
        for each in self.model.listeners:
            self._read(each.about.name, each.body, [])

    def of(self, part: object) -> bool:
        """Whether everybody sees all that an expression reads."""
        if any(of.visibility != "open" for of in self.facts.reads(part)):
            return False
        return all(self._local(each) for each in walk(part) if isinstance(each, m.Var))

    def reached(self, name: str) -> bool:
        """Whether everybody knows when a rule is carried out."""
        if name not in self._known:
            self._known[name] = True  # the calls have no circle
            self._known[name] = all(
                self.reached(way) if isinstance(way, str) else self.of(way) for way in self._ways.get(name, [])
            )
        return self._known[name]

    def _local(self, var: m.Var) -> bool:
        if var.uid in self._never:
            return False
        if var.uid not in self._known:
            self._known[var.uid] = True
            self._known[var.uid] = all(self.of(part) for part in self._made_of.get(var.uid, []))
        return self._known[var.uid]

    # ------------------------------------------------------------ what there is

    def _note(self, var: m.Var, part: object) -> None:
        self._made_of.setdefault(var.uid, []).append(part)

    def _read(self, name: str, body: tuple[m.Statement, ...], way: list[object]) -> None:
        """Notes the ways to what a body carries out, and what its locals are made of."""
        for s in body:
            self._locals(s)
            here = [*way, *_conditions(s)]
            if isinstance(s, m.Do):
                for called, args in s.calls:
                    self._ways.setdefault(called, []).extend((name, *here))
                    for var, arg in zip(self.model.routines[called].params, args, strict=True):
                        self._note(var, arg)
            if isinstance(s, m.IfDo) and s.about is not None:
                self.lines.setdefault(s.about.name, []).extend(here)
                self.stands_in[s.about.name] = name
            for spec in fields(s):
                if spec.name in BLOCKS:
                    self._read(name, getattr(s, spec.name), here)

    def _locals(self, s: m.Statement) -> None:
        match s:
            case m.Let(var=var, value=value) | m.Assign(target=m.Var() as var, value=value):
                self._note(var, value)
            case m.Adjust(target=m.Var() as var, by=by):
                self._note(var, by)
            case m.ForEach(var=var, domain=domain, where=where):
                self._note(var, (domain, where))
            case m.Choose(var=var, domain=domain, where=where, secret=secret):
                self._note(var, (domain, where))
                if secret:
                    self._never.add(var.uid)


def _conditions(s: m.Statement) -> Iterator[object]:
    """What decides whether, and how often, the lines of a statement happen."""
    match s:
        case m.IfDo(when=when):
            yield when
        case m.ForEach(domain=domain, where=where) | m.Turn(domain=domain, where=where):
            yield (domain, where)
        case m.Repeat(times=times, condition=condition):
            yield (times, condition)
        case m.Choose(var=var, secret=True):
            yield var
