"""Adds the tests of `each time` triggers, and of endings inside actions, to the rules of a model.

After each statement that changes a watched field, a test decides whether the trigger fires. The trigger's body becomes
a routine, which runs at once, before the next statement. Triggers are tested in declared order. The endings that read a
changed field are tested after the triggers. If costs change a watched field, the tests run after all costs are paid and
before the `then` block.

Inside a trigger, `you` is the acting player. A rule that can fire a trigger that uses `you` therefore exists in two
versions. The version that actions and triggers call has an additional parameter for the player. No trigger fires during
set-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from dsl import model as m
from dsl.source import NOWHERE
from interpreter.flow import EffectAnalysis, mentions, walk
from interpreter.flow import nodes as f
from interpreter.lowering.trigger_flags import FLAG, flags

FIRST_UID = 1 << 40
"""First uid of the local variables that this module creates."""
SEAT = m.Ref("Player", True)


def instrument_triggers(model: m.Model) -> tuple[m.Model, tuple[f.LoggedTrigger, ...]]:
    """Return the instrumented model and the flags that record which triggers fired.

    Each trigger sets its flag when it fires. Each `each time` trigger becomes a routine. Statements that can fire a
    trigger are followed by a call to the trigger's routine. Statements in actions that can end the game at once are
    followed by a test of the ending.
    """
    weaver = TriggerInstrumenter(model)
    if not weaver.flags and not any(ending.within for ending in model.endings):
        return model, ()
    return weaver.whole(), tuple(weaver.flags.values())


@dataclass(slots=True)
class _Note:
    """State of a slot before a change: its owner, keys and contents."""

    slot: m.Slot
    """The slot, with its owner and keys taken from variables."""
    before: m.Var
    lets: list[m.Statement]


@dataclass(slots=True)
class _Here:
    """Context of a statement: the acting player, and whether set-up may run the statement.

    If `you` is None, the acting player is the player whose turn it is.
    """

    you: m.Var | None
    early: bool


@dataclass(slots=True)
class TriggerInstrumenter:
    model: m.Model
    facts: EffectAnalysis = field(init=False)
    flags: dict[str, f.LoggedTrigger] = field(init=False)
    """Flags that record which triggers fired, by trigger name."""
    _last_uid: int = FIRST_UID
    _needy: dict[str, bool] = field(default_factory=dict)
    _twins: dict[str, m.Routine | None] = field(default_factory=dict)
    """Copies of routines with a parameter for the acting player, keyed by the routine's name.

    The value is None while a copy is being built.
    """

    def __post_init__(self) -> None:
        self.facts = EffectAnalysis(self.model)
        self.flags = flags(self.model, self.facts)

    def whole(self) -> m.Model:
        model, early = self.model, self._reached_from_setup()
        routines = {
            name: routine if name == "setup" else self._routine(routine, _Here(None, name in early))
            for name, routine in model.routines.items()
        }
        actions = {name: self._action(action, name in early) for name, action in model.actions.items()}
        for trigger in model.listeners:
            routines[trigger.about.name] = self._trigger(trigger, trigger.about.name in early)
        wakes = [replace(wake, body=self._woke(wake.about, self._block(wake.body, _Here(None, False))))
                 for wake in model.wakes]  # fmt: skip
        routines |= {f"{name} by you": twin for name, twin in self._twins.items() if twin is not None}
        raised = [*model.fields, *(flag.field for flag in self.flags.values())]
        return replace(model, routines=routines, actions=actions, wakes=wakes, fields=raised)

    # ------------------------------------------------------------ rules

    def _routine(self, routine: m.Routine, here: _Here) -> m.Routine:
        return replace(routine, body=self._block(routine.body, here))

    def _action(self, action: m.Action, early: bool) -> m.Action:
        here = _Here(action.you, early)
        notes, tests = self._around((*action.costs, *action.accepts), here)
        return replace(action, notes=tuple(notes), then=(*tests, *self._block(action.then, here)))

    def _trigger(self, trigger: m.EventTrigger, early: bool) -> m.Routine:
        """Return a trigger as a routine that tests the trigger's condition."""
        span = trigger.about.span
        body = self._woke(trigger.about, self._block(trigger.body, _Here(trigger.you, early)))
        if trigger.condition is not None:
            body = (m.IfDo(trigger.condition, body, (), span=trigger.condition.span),)
        body = (*(m.Let(var, raw, span=span) for var, raw in trigger.names), *body)
        tests = [test for test in (self._begun() if early else None, trigger.fits) if test is not None]
        for test in reversed(tests):
            body = (m.IfDo(test, body, (), span=span),)
        return m.Routine(trigger.about, "trigger", self._params(trigger), (), body)

    def _params(self, trigger: m.EventTrigger) -> tuple[m.Var, ...]:
        told = (trigger.owner, *trigger.keys, trigger.item, trigger.old, trigger.new)
        given = tuple(var for var in told if var is not None)
        return (*given, trigger.you) if self._knows_you(trigger.about.name) else given

    # ------------------------------------------------------------ statements

    def _block(self, body: Sequence[m.Statement], here: _Here) -> tuple[m.Statement, ...]:
        found: list[m.Statement] = []
        for statement in body:
            notes, tests = self._around((statement,), here)
            found += [*notes, self._inside(statement, here), *tests]
        return tuple(found)

    def _inside(self, statement: m.Statement, here: _Here) -> m.Statement:
        """Add the tests to a statement's blocks, and pass the acting player to the rules that it calls."""
        if isinstance(statement, m.Do) and here.you is not None:
            calls = tuple(self._call(name, args, here.you) for name, args in statement.calls)
            return statement if calls == statement.calls else replace(statement, calls=calls)
        changed: dict[str, Any] = {}
        for name, role in statement.roles.items():
            if role is m.Role.RUNS and (block := getattr(statement, name)):
                changed[name] = self._block(block, here)
        if isinstance(statement, m.IfDo) and statement.about is not None:
            changed["then"] = self._woke(statement.about, changed.get("then", ()))
        return replace(statement, **changed) if changed else statement

    def _woke(self, about: m.Clauses, lines: tuple[m.Statement, ...]) -> tuple[m.Statement, ...]:
        """Return a trigger's statements, preceded by the statement that sets its flag."""
        flag = m.Slot(self.flags[about.name].field, None, (), type=FLAG, span=NOWHERE)
        return (m.Assign(flag, m.Const(1, type=FLAG, span=NOWHERE), span=about.span), *lines)

    def _call(self, name: str, args: tuple[m.Expr, ...], you: m.Var) -> tuple[str, tuple[m.Expr, ...]]:
        """Return the name and arguments with which to call a rule for an acting player.

        If the rule needs to know the player, the name is that of the copy with the additional parameter.
        """
        if not self._knows_you(name):
            return name, args
        if name not in self._twins:
            self._twins[name] = None
            routine, who = self.model.routines[name], self._var("you", SEAT)
            twin = self._routine(replace(routine, params=(*routine.params, who)), _Here(who, True))
            self._twins[name] = twin
        return f"{name} by you", (*args, you)

    # ------------------------------------------------------------ tests of changes

    def _around(
        self, parts: Sequence[m.Statement | m.Cost | m.Accept], here: _Here
    ) -> tuple[list[m.Statement], list[m.Statement]]:
        """Return the statements that save slots before a change, and those that test the slots afterwards."""
        notes: list[m.Statement] = []
        tests: list[m.Statement] = []
        kept: dict[object, _Note] = {}
        for trigger in self.model.listeners:
            seen: set[object] = set()
            for part in parts:
                for slot in m.noticed(trigger, part):
                    key = (slot.field, _shape((slot.owner, slot.keys)))
                    if key in seen:
                        continue
                    seen.add(key)
                    if (moved := _moved_alone(trigger, part)) is not None:
                        tests += self._wake_for(trigger, self._kept(kept, key, slot, notes), moved, notes, here)
                    else:
                        tests += self._wake(trigger, self._kept(kept, key, slot, notes), here)
        return notes, [*tests, *self._ends(parts, here)]

    def _kept(self, kept: dict[object, _Note], key: object, slot: m.Slot, notes: list[m.Statement]) -> _Note:
        """Return the saved state of a slot. Triggers that watch the same slot share its saved state."""
        if key not in kept:
            lets: list[m.Statement] = []
            owner = self._let("whose", slot.owner, lets) if slot.owner is not None else None
            keys = tuple(self._let("key", each, lets) for each in slot.keys)
            steady = replace(slot, owner=owner, keys=keys)
            before = self._let("before", steady, lets, _contents(slot))
            kept[key] = _Note(steady, before, lets)
            notes += lets
        return kept[key]

    def _wake(self, trigger: m.EventTrigger, note: _Note, here: _Here) -> list[m.Statement]:
        """Return the statements that run a trigger if its slot has changed.

        For a holder, the trigger runs once for each piece type or thing that entered or left.
        """
        now, before = note.slot, note.before
        held = now.field.type
        if trigger.event == "changes":
            return [self._if(_unequal(now, before), self._carried_out(trigger, note, None, here))]
        old, new = (before, now) if trigger.event == "enters" else (now, before)
        assert isinstance(held, m.Holder)
        if held.traits.one_at_most:
            nothing = m.Const(m.NONE, type=m.Ref("", True), span=NOWHERE)
            came = m.And(_unequal(new, nothing), _unequal(old, new), type=FLAG, span=NOWHERE)
            return [self._if(came, self._carried_out(trigger, note, new, here))]
        item = self._var("item", m.Ref(held.kind))
        if held.traits.counted:
            counts = [m.CountOf(of, item, type=m.Int(0, m.MONEY_LIMIT), span=NOWHERE) for of in (new, old)]
            more: m.Expr = m.Compare(">", *counts, type=FLAG, span=NOWHERE)
        else:
            there, was = (m.In(item, of, type=FLAG, span=NOWHERE) for of in (new, old))
            more = m.And(there, m.Not(was, type=FLAG, span=NOWHERE), type=FLAG, span=NOWHERE)
        every = m.Things(held.kind, type=m.Many(m.Ref(held.kind)), span=NOWHERE)
        body = self._carried_out(trigger, note, item, here)
        return [m.ForEach(item, every, more, None, (body,), span=trigger.about.span)]

    def _wake_for(
        self, trigger: m.EventTrigger, note: _Note, moved: tuple[m.Expr, m.Expr | None], notes: list[m.Statement],
        here: _Here,
    ) -> list[m.Statement]:  # fmt: skip
        """Return the statements that run a trigger for the only thing or type that a statement moves."""
        thing, number = moved
        item = self._let("item", thing, notes)
        body = self._carried_out(trigger, note, item, here)
        if number is None or (isinstance(number, m.Const) and number.value > 0):
            return [body]
        many = self._let("number", number, notes)
        zero = m.Const(0, type=m.Int(0, 0), span=NOWHERE)
        return [self._if(m.Compare(">", many, zero, type=FLAG, span=NOWHERE), body)]

    def _carried_out(self, trigger: m.EventTrigger, note: _Note, item: m.Expr | None, here: _Here) -> m.Statement:
        args: list[m.Expr] = [] if trigger.owner is None or note.slot.owner is None else [note.slot.owner]
        args += note.slot.keys
        args += [item] if item is not None and trigger.item is not None else []
        args += [note.before] if trigger.old is not None else []
        args += [note.slot] if trigger.new is not None else []
        if self._knows_you(trigger.about.name):
            args.append(self._who(here))
        return m.Do(((trigger.about.name, tuple(args)),), span=trigger.about.span)

    def _ends(self, parts: Sequence[m.Statement | m.Cost | m.Accept], here: _Here) -> Iterator[m.Statement]:
        changed = {slot.field for part in parts for slot in m.changed_slots(part)}
        for ending in self.model.endings:
            if ending.within and changed & self.facts.reads(ending.condition):
                stop = m.Stop("game", ending.about.name, span=ending.about.span)
                reached = m.IfDo(ending.condition, (stop,), (), span=ending.about.span)
                yield self._if(self._begun(), reached) if here.early else reached

    # ------------------------------------------------------------ the acting player

    def _who(self, here: _Here) -> m.Expr:
        """Return the acting player or, if there is none, the player whose turn it is."""
        player = m.Slot(self.model.field_named("player"), None, (), type=SEAT, span=NOWHERE)
        return player if here.you is None else here.you

    def _knows_you(self, name: str) -> bool:
        """Return True if a routine or trigger refers to the acting player, directly or through the rules and triggers
        that it runs.
        """
        if name not in self._needy:
            self._needy[name] = False  # Rules never call each other in a cycle.
            trigger = next((each for each in self.model.listeners if each.about.name == name), None)
            if trigger is not None:
                told = (trigger.condition, trigger.body)
                self._needy[name] = trigger.you.uid in mentions(told) or self._wakes_needy(trigger.body)
            else:
                self._needy[name] = self._wakes_needy(self.model.routines[name].body)
        return self._needy[name]

    def _wakes_needy(self, body: tuple[m.Statement, ...]) -> bool:
        for part in walk(body):
            if isinstance(part, m.Do) and any(self._knows_you(name) for name, _ in part.calls):
                return True
            if isinstance(part, m.Statement):
                listeners = (each for each in self.model.listeners if m.noticed(each, part))
                if any(self._knows_you(each.about.name) for each in listeners):
                    return True
        return False

    # ------------------------------------------------------------ set-up

    def _reached_from_setup(self) -> set[str]:
        """Return the names of the rules, actions and triggers that may run during set-up."""
        model = self.model
        reached: set[str] = set()
        waiting: list[object] = [model.routines["setup"].body] if "setup" in model.routines else []
        bodies: dict[str, object] = {name: routine.body for name, routine in model.routines.items()}
        bodies |= {name: (action.costs, action.accepts, action.then) for name, action in model.actions.items()}
        bodies |= {trigger.about.name: trigger.body for trigger in model.listeners}
        while waiting:
            for name in self._called(waiting.pop()):
                if name not in reached:
                    reached.add(name)
                    waiting.append(bodies[name])
        return reached

    def _called(self, body: object) -> Iterator[str]:
        for part in m.parts(body):
            if isinstance(part, m.Do):
                yield from (name for name, _ in part.calls)
            elif isinstance(part, m.Offer):
                yield part.action
            elif isinstance(part, (m.Statement, m.Cost, m.Accept)):
                yield from (each.about.name for each in self.model.listeners if m.noticed(each, part))

    def _begun(self) -> m.Expr:
        """Build a test of whether set-up is complete."""
        number = self.model.field_named("round_number")
        now = m.Slot(number, None, (), type=number.type, span=NOWHERE)
        return m.Compare(">", now, m.Const(0, type=m.Int(0, 0), span=NOWHERE), type=FLAG, span=NOWHERE)

    # ------------------------------------------------------------ small parts

    def _var(self, name: str, of: m.Type) -> m.Var:
        self._last_uid += 1
        return m.Var(name, self._last_uid, type=of, span=NOWHERE)

    def _let(self, name: str, value: m.Expr, lets: list[m.Statement], of: m.Type | None = None) -> m.Var:
        """Store a value in a new variable, and return the variable.

        The variable has the value's source position, so that error messages can refer to it.
        """
        var = replace(self._var(name, of or value.type), span=value.span)
        lets.append(m.Let(var, value, span=value.span))
        return var

    def _if(self, test: m.Expr, then: m.Statement) -> m.Statement:
        return m.IfDo(test, (then,), (), span=then.span)


def _moved_alone(trigger: m.EventTrigger, part: m.Statement | m.Cost | m.Accept) -> tuple[m.Expr, m.Expr | None] | None:
    """Return the thing that a statement moves or, for pieces, their type and number.

    Return None if the statement may move several things or types, or if the trigger reacts to any change.
    """
    if trigger.event == "changes" or not isinstance(part, m.MovePieces) or part.many:
        return None
    if part.thing is not None:
        return part.thing, None
    return (part.sort, part.number) if part.sort is not None else None


def _contents(slot: m.Slot) -> m.Type:
    """Return the type of a variable that stores the contents of a slot."""
    held = slot.field.type
    if isinstance(held, m.Holder) and held.traits.counted and not held.traits.one_at_most:
        return m.Bag(held.kind)
    if isinstance(held, m.Holder) and not held.traits.one_at_most:
        return m.Many(m.Ref(held.kind))
    return slot.type


def _unequal(one: m.Expr, other: m.Expr) -> m.Expr:
    return m.Compare("!=", one, other, type=FLAG, span=NOWHERE)


def _shape(part: object) -> object:
    """Return a key that is equal for expressions that differ only in source position."""
    if isinstance(part, tuple):
        return tuple(_shape(each) for each in part)
    if isinstance(part, m.Var):
        return part.uid
    if isinstance(part, m.Expr):
        told = (getattr(part, spec.name) for spec in fields(part) if spec.name not in ("span", "type", "sources"))
        return (type(part), *(_shape(each) for each in told))
    return part if not isinstance(part, (m.StateField, m.StaticField)) else id(part)
