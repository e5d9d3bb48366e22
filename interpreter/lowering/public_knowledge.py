"""Decides which triggers the log may name after they fire.

The log names a trigger only if every player may know that the trigger fired. A trigger is public if no hidden
information decides whether it fires. The trigger must read only open fields. If the trigger is declared inside a rule,
the conditions and choices that lead to it must be public too. A local variable is public if its value is computed only
from public information.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl import model as m
from interpreter.flow import EffectAnalysis, blocks, own_parts, walk


@dataclass(slots=True)
class PublicKnowledge:
    """Analyses which information in one model is public."""

    model: m.Model
    facts: EffectAnalysis
    _made_of: dict[int, list[object]] = field(default_factory=dict)
    """Expressions from which each local variable is computed, by the variable's uid."""
    _never: set[int] = field(default_factory=set)
    """Uids of variables that are chosen in secret, or whose drawn value is hidden from some players."""
    _ways: dict[str, list[object]] = field(default_factory=dict)
    """Conditions under which each rule runs, and the names of its callers."""
    _known: dict[object, bool] = field(default_factory=dict)
    lines: dict[str, list[object]] = field(default_factory=dict)
    """Conditions under which a rule reaches each trigger declared inside it, keyed by the trigger's name."""
    stands_in: dict[str, str] = field(default_factory=dict)
    """Name of the rule or action that contains each trigger in `lines`."""

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
        """Return True if every player can see everything that a part of the model reads."""
        if any(of.visibility != "open" for of in self.facts.reads(part)):
            return False
        return all(self._local(each) for each in walk(part) if isinstance(each, m.Var))

    def reached(self, name: str) -> bool:
        """Return True if every player can tell when a rule runs."""
        if name not in self._known:
            self._known[name] = True  # Rules never call each other in a cycle.
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

    # ------------------------------------------------------------ conditions and sources

    def _note(self, var: m.Var, part: object) -> None:
        self._made_of.setdefault(var.uid, []).append(part)

    def _read(self, name: str, body: tuple[m.Statement, ...], way: list[object]) -> None:
        """Record the conditions under which a body calls other rules, and the expressions that determine its local
        variables.

        These expressions include the conditions under which a variable is set, such as those of an earlier `stop`.
        """
        way = [*way, *(part for s in body for part in self._stopping(s))]
        for s in body:
            here = [*way, *self._conditions(s)]
            for var in m.bound_locals(s):
                self._note(var, (*way, *_made_of(s)))
            if isinstance(s, m.Choose) and s.secret:
                self._never.add(s.var.uid)
            if isinstance(s, m.Do):
                for called, args in s.calls:
                    self._ways.setdefault(called, []).extend((name, *here))
                    for var, arg in zip(self.model.routines[called].params, args, strict=True):
                        self._note(var, (arg, *here))
            if isinstance(s, m.IfDo) and s.about is not None:
                self.lines.setdefault(s.about.name, []).extend(here)
                self.stands_in[s.about.name] = name
            for block in blocks(s):
                self._read(name, block, here)

    def _conditions(self, s: m.Statement) -> tuple[object, ...]:
        """Return the expressions that decide whether and how often a statement's blocks run."""
        match s:
            case m.Choose(var=var, secret=True):
                return (var,)
            case m.Choose(unless_one=False):
                return ()  # every player sees the choice
            case m.Act(offers=offers):
                return (*own_parts(s), *(self._legal_by(self.model.actions[offer.action]) for offer in offers))
        return own_parts(s) if any(blocks(s)) else ()

    def _legal_by(self, action: m.Action) -> object:
        """Return the expressions that decide whether an action is legal."""
        chosen = tuple((param.domain, param.where) for param in action.params)
        return chosen, tuple(map(m.legal_by, action.costs)), tuple(need.condition for need in action.needs)

    def _stopping(self, s: m.Statement) -> Iterator[object]:
        """Yield the expressions that decide whether a `stop` in a statement ends a scope outside the statement.

        A `stop` that ends the game is ignored, because every player sees the end of the game.
        """
        if all(scope.startswith("game") for scope in self.facts.stops(s)):
            return
        if any(map(self.facts.stops, blocks(s))):
            yield from self._conditions(s)
        inside = [*blocks(s)]
        if isinstance(s, m.Do):
            inside += [self.model.routines[name].body for name, _ in s.calls]
        elif isinstance(s, (m.Act, m.Window)):
            inside += [self.model.actions[offer.action].then for offer in s.offers]
        for block in inside:
            for part in block:
                yield from self._stopping(part)


def _made_of(s: m.Statement) -> tuple[object, ...]:
    """Return the expressions from which a statement computes its local variables.

    The result is empty for a chance event, because `_never` contains the variables with hidden outcomes.
    """
    return () if isinstance(s, m.ChanceStatement) else own_parts(s)
