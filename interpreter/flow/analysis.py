"""Analyses the effects of rules statically: which fields a rule reads and writes, whether it can wait for a decision,
and whether it can stop a phase, turn or round.

The analysis follows calls to values and routines, and the actions that a decision offers. Lowering uses the results in
two ways. Lowering puts consecutive statements that never wait into one node, and tests a trigger or ending only after
statements that can affect its condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, TypeVar

from dsl import model as m
from dsl.ast import TreeWalk
from interpreter.flow.statement_parts import blocks
from interpreter.position import LoweringError

Fields = frozenset[m.StateField]
T = TypeVar("T")

NO_FIELDS: Fields = frozenset()
WAITS = (m.Act, m.Choose, m.Secretly, m.Window, m.ChanceStatement, m.Turn, m.FollowedBy)
"""Statements that need separate flowchart nodes, because they or the statements in them may wait for a player or for
chance.
"""


def walk(part: object) -> Iterator[object]:
    """Yield an expression or statement and everything nested in it.

    The walk does not enter declarations of fields, kinds and rules.
    """
    return _WALK(part)


def below(part: object) -> list[object]:
    """Return the attributes of an expression or statement that may contain nested parts, in reverse order."""
    return [*_WALK.below(part)]


NO_PARTS = frozenset({m.Role.PLAIN, m.Role.NAMES, m.Role.WRITES})
"""The roles of fields that contain no expression and no statement."""


def statements(part: object) -> Iterator[m.Statement]:
    """Yield all statements in a part of the model, each before the statements nested in it."""
    waiting = [part]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting += here[::-1]
        elif isinstance(here, m.Statement):
            yield here
            waiting += [*m.with_role(here, m.Role.RUNS)][::-1]


def _names(of: type[Any]) -> list[str] | None:
    """Return the names of the fields of a class that may contain nested parts, or None if it has no roles."""
    if not issubclass(of, m.ModelNode):
        return None
    return [name for name, role in of.roles.items() if role not in NO_PARTS]


_WALK = TreeWalk(_names)


def mentions(part: object) -> set[int]:
    """Return the uids of all variables that occur in an expression or statement."""
    return {here.uid for here in _WALK(part) if isinstance(here, m.Var)}


@dataclass(slots=True)
class EffectAnalysis:
    """Computes the effects of rules in one model, and caches the results by rule name.

    Rules must not call each other in a cycle. A query that follows a cycle raises `LoweringError`.
    """

    model: m.Model
    _kept: dict[tuple[str, str], object] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)

    def _once(self, what: str, name: str, find: Callable[[], T]) -> T:
        key = (what, name)
        if key not in self._kept:
            if name in self._open:
                raise LoweringError(f"`{name}` would call itself: {' → '.join([*self._open, name])}")
            self._open.append(name)
            self._kept[key] = find()
            self._open.pop()
        return self._kept[key]  # type: ignore[return-value]

    # ------------------------------------------------------------ reads

    def reads(self, part: object) -> Fields:
        """Return all fields that an expression may read, including reads in the rulebook values it calls."""
        read: set[m.StateField] = set()
        for each in walk(part):
            if isinstance(each, m.Slot):
                read.add(each.field)
            elif isinstance(each, m.CallValue):
                read |= self.value_reads(each.name)
        return frozenset(read)

    def value_reads(self, name: str) -> Fields:
        rule = self.model.values.get(name)
        if rule is None:  # the built-in score
            return self.reads(tuple(line.value for line in self.model.score))
        parts = (
            tuple(working for _, working in rule.workings), rule.base,
            tuple((case.when, case.value) for case in rule.exceptions),
        )  # fmt: skip
        return self._once("value", name, lambda: self.reads(parts))

    def action_reads(self, action: m.Action) -> Fields:
        """Return all fields that an action may read or write.

        The result includes the fields that the action's values, rules and nested actions use.
        """
        chosen = tuple((param.domain, param.where) for param in action.params)
        needed = tuple(need.condition for need in action.needs)
        paid = tuple((m.legal_by(cost), cost.target) for cost in action.payments)
        parts = (chosen, needed, paid, action.notes, action.then)
        return self._once("action reads", action.about.name, lambda: self._all_reads(parts))

    def _all_reads(self, part: object) -> Fields:
        read = set(self.reads(part))
        for each in walk(part):
            if isinstance(each, m.Do):
                read |= {of for name, _ in each.calls for of in self._routine_reads(name)}
            elif isinstance(each, m.Offer):
                read |= self.action_reads(self.model.actions[each.action])
        return frozenset(read)

    def _routine_reads(self, name: str) -> Fields:
        return self._once("all reads", name, lambda: self._all_reads(self.model.routines[name].body))

    # ------------------------------------------------------------ writes

    def writes(self, part: object) -> Fields:
        """Return all fields that statements may write.

        The result includes fields written by routines that the statements call, and by actions that players may take
        while the statements wait.
        """
        return self._own_writes(part) | (self.anytime_writes() if self.waits(part) else NO_FIELDS)

    def _own_writes(self, part: object) -> Fields:
        written: set[m.StateField] = set()
        for each in statements(part):
            written |= self._written_by(each)
        return frozenset(written)

    def _written_by(self, s: m.Statement) -> AbstractSet[m.StateField]:
        slots = (each for each in m.with_role(s, *m.CHANGES, m.Role.ORDERS) if isinstance(each, m.Slot))
        written = {slot.field for slot in slots}
        for slot in m.with_role(s, m.Role.SETS, m.Role.ADJUSTS):
            written |= self._given(slot.field) if isinstance(slot, m.Slot) else NO_FIELDS
        for of in m.with_role(s, m.Role.WRITES):
            written.update(of if isinstance(of, tuple) else (of,))
        for offers in m.with_role(s, m.Role.OFFERS):
            written |= {of for offer in offers for of in self._action_writes(self.model.actions[offer.action])}
        for calls in m.with_role(s, m.Role.CALLS):
            written |= {of for name, _ in calls for of in self._routine_writes(name)}
        if isinstance(s, m.Turn):  # the only statement that writes fields which it does not name
            written |= {self.model.field_named("player")} | self.lifetime("turn")
        return written

    def _given(self, of: m.StateField) -> Fields:
        """Return the other fields that change when a statement assigns to a field.

        Assigning to a holder may change any holder, because pieces move between the assigned holder and others.
        Assigning to a money field may change the bank.
        """
        if isinstance(of.type, m.Holder) and not of.type.traits.references:
            return frozenset(f for f in self.model.fields if isinstance(f.type, m.Holder))
        if isinstance(of.type, m.Int) and of.type.money:
            return frozenset({self.model.field_named("bank")})
        return NO_FIELDS

    def action_writes(self, action: m.Action) -> Fields:
        return self._action_writes(action) | (self.anytime_writes() if self.action_waits(action) else NO_FIELDS)

    def _action_writes(self, action: m.Action) -> Fields:
        def find() -> Fields:
            paid = {slot.field for cost in action.costs for slot in m.changed_slots(cost)}
            used = {action.limit.field} if action.limit else set()
            return self._own_writes(action.then) | paid | used

        return self._once("action writes", action.about.name, find)

    def routine_writes(self, name: str) -> Fields:
        return self._routine_writes(name) | (self.anytime_writes() if self.routine_waits(name) else NO_FIELDS)

    def _routine_writes(self, name: str) -> Fields:
        def find() -> Fields:
            routine = self.model.routines[name]
            fresh = self.lifetime("phase") if routine.form == "phase" else NO_FIELDS
            return self._own_writes(routine.body) | fresh

        return self._once("writes", name, find)

    def anytime_writes(self) -> Fields:
        """Return the fields written by actions that players may take at any decision."""
        return frozenset(of for action in self.model.actions.values() if action.anytime
                         for of in self._action_writes(action))  # fmt: skip

    def lifetime(self, scope: str) -> Fields:
        return frozenset(of for of in self.model.fields if of.lifetime == scope)

    # ------------------------------------------------------------ waiting

    def waits(self, part: object) -> bool:
        """Return True if statements can wait for a player or for chance.

        A call to a phase always counts as waiting.
        """
        for each in statements(part):
            if isinstance(each, WAITS):
                return True
            if isinstance(each, m.ForEach) and each.order_by is not None:
                return True
            if isinstance(each, m.Do) and any(self.routine_waits(name) for name, _ in each.calls):
                return True
        return False

    def routine_waits(self, name: str) -> bool:
        routine = self.model.routines[name]
        return self._once("waits", name, lambda: routine.form == "phase" or self.waits(routine.body))

    def action_waits(self, action: m.Action) -> bool:
        return self._once("action waits", action.about.name, lambda: self.waits(action.then))

    # ------------------------------------------------------------ series

    def begins_series(self, action: m.Action) -> bool:
        """Return True if an action begins a series of actions that has no `else` branch.

        The method does not examine the actions that this action itself offers.
        """
        return self._once("begins", action.about.name, lambda: self._series_in(action.then))

    def _series_in(self, part: object) -> bool:
        for each in statements(part):
            if isinstance(each, m.Act) and each.series and not each.otherwise:
                return True
            if isinstance(each, m.Do) and any(self._routine_series(name) for name, _ in each.calls):
                return True
        return False

    def _routine_series(self, name: str) -> bool:
        return self._once("series", name, lambda: self._series_in(self.model.routines[name].body))

    # ------------------------------------------------------------ stops

    def stops(self, part: object) -> frozenset[str]:
        """Return the scopes, such as the turn or the round, that `stop` statements in a part of the rules can end.

        The result omits scopes that begin inside the part.
        """
        return self._own_stops(part) | (self._anytime_stops() if self.waits(part) else frozenset())

    def routine_stops(self, name: str) -> frozenset[str]:
        routine = self.model.routines[name]
        return self._caught(routine, self.stops(routine.body))

    def action_stops(self, action: m.Action) -> frozenset[str]:
        return self._own_action_stops(action) | (self._anytime_stops() if self.action_waits(action) else frozenset())

    def _caught(self, routine: m.Routine, scopes: frozenset[str]) -> frozenset[str]:
        return scopes - {routine.form} if routine.form in ("phase", "round") else scopes

    def _own_stops(self, part: object) -> frozenset[str]:
        match part:
            case tuple():
                return frozenset(scope for each in part for scope in self._own_stops(each))
            case m.Turn(body=body):
                return self._own_stops(body) - {"turn"}
            case m.FollowedBy(scope=scope, body=body, after=after):
                return (self._own_stops(body) - {scope}) | self._own_stops(after)
            case m.Stop():
                return frozenset({part.out_of})
            case m.Repeat(body=body):
                return self._own_stops(body) - {"repeat"}
            case m.Do(calls=calls):
                return frozenset(scope for name, _ in calls for scope in self._own_routine_stops(name))
            case m.Act(offers=offers) | m.Window(offers=offers):
                actions = [self.model.actions[offer.action] for offer in offers]
                left = frozenset(scope for action in actions for scope in self._own_action_stops(action))
                return left.union(*map(self._own_stops, blocks(part)))
            case m.Statement():
                return frozenset[str]().union(*map(self._own_stops, blocks(part)))
        return frozenset()

    def _own_routine_stops(self, name: str) -> frozenset[str]:
        routine = self.model.routines[name]
        return self._once("stops", name, lambda: self._caught(routine, self._own_stops(routine.body)))

    def _own_action_stops(self, action: m.Action) -> frozenset[str]:
        return self._once("action stops", action.about.name, lambda: self._own_stops(action.then))

    def _anytime_stops(self) -> frozenset[str]:
        """Return the scopes that `anytime` actions can stop."""
        open_always = [action for action in self.model.actions.values() if action.anytime]
        return frozenset(scope for action in open_always for scope in self._own_action_stops(action))

    # ------------------------------------------------------------ callers

    def phase_of(self, name: str) -> str:
        """Return the phase that runs a rule, if there is only one.

        If several phases run the rule, or none does, return the rule's own name.
        """
        if self.model.routines[name].form not in ("rule", "trigger"):
            return name
        callers = self._once("callers", "", self._callers).get(name, set())
        return next(iter(callers)) if len(callers) == 1 else name

    def _callers(self) -> dict[str, set[str]]:
        """Return the names of each rule's callers, keyed by the name of the called rule."""
        found: dict[str, set[str]] = {}
        for caller, routine in self.model.routines.items():
            for each in statements(routine.body):
                for called, _ in each.calls if isinstance(each, m.Do) else ():
                    found.setdefault(called, set()).add(caller)
        return found
