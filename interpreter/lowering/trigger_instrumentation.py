"""Instrumentation of a model: this module adds the tests of triggers and endings to the rules of the model.

It instruments only `each time` triggers, and endings inside actions. A statement that changes a watched field is
followed by a test of whether the trigger fires. The body of the trigger is a routine that runs at once, before the next
statement. Triggers are tested in declared order, followed by the endings that read a changed field. Changes made by
costs are tested when all costs have been paid, before `then`.

In a trigger, `you` is the acting player. A rule that can fire a trigger therefore exists twice: unchanged, and with an
additional parameter for the actions and triggers that call the rule. Nothing fires during set-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from dsl import model as m
from dsl.source import NOWHERE
from interpreter.flow import EffectAnalysis, mentions, taken_apart, walk
from interpreter.flow import nodes as f
from interpreter.lowering import public_knowledge

FIRST_UID = 1 << 40
"""The first uid of the locals that the instrumentation creates."""
FLAG = m.Flag()
SEAT = m.Ref("Player", True)


def instrument_triggers(model: m.Model) -> tuple[m.Model, tuple[f.LoggedTrigger, ...]]:
    """Return the instrumented model, and the flags of all triggers.

    The body of a trigger sets the trigger's flag. Each `each time` trigger becomes a routine. The tests for a trigger
    follow everything that can fire the trigger, and the tests for an ending everything that can end the game at once.
    """
    weaver = TriggerInstrumenter(model)
    if not weaver.flags and not any(ending.within for ending in model.endings):
        return model, ()
    return weaver.whole(), tuple(weaver.flags.values())


@dataclass(slots=True)
class _Note:
    """The state of one slot, saved before a change: its owner, keys and contents."""

    slot: m.Slot
    """The slot, addressed by its saved owner and keys."""
    before: m.Var
    lets: list[m.Statement]


@dataclass(slots=True)
class _Here:
    """The context of statements: the acting player, and whether set-up may run them.

    If the player is None, the acting player is the one whose turn it is.
    """

    you: m.Var | None
    early: bool


@dataclass(slots=True)
class TriggerInstrumenter:
    model: m.Model
    facts: EffectAnalysis = field(init=False)
    flags: dict[str, f.LoggedTrigger] = field(init=False)
    """The flags, by trigger name."""
    _last_uid: int = FIRST_UID
    _needy: dict[str, bool] = field(default_factory=dict)
    _twins: dict[str, m.Routine | None] = field(default_factory=dict)
    """Copies of routines with a parameter for the acting player, by original name.

    None marks a copy that is being created.
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
        """Return the body of a trigger as a routine that tests its own condition."""
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
        """Return a statement with the tests added to its blocks.

        The acting player is passed to the rules that the statement calls.
        """
        if isinstance(statement, m.Do) and here.you is not None:
            calls = tuple(self._call(name, args, here.you) for name, args in statement.calls)
            return statement if calls == statement.calls else replace(statement, calls=calls)
        changed: dict[str, Any] = {}
        of: Any = type(statement)
        for name in taken_apart(of).blocks:
            if block := getattr(statement, name):
                changed[name] = self._block(block, here)
        if isinstance(statement, m.IfDo) and statement.about is not None:
            changed["then"] = self._woke(statement.about, changed.get("then", ()))
        return replace(statement, **changed) if changed else statement

    def _woke(self, about: m.Clauses, lines: tuple[m.Statement, ...]) -> tuple[m.Statement, ...]:
        """Return the body of a trigger, preceded by the statement that sets its flag."""
        flag = m.Slot(self.flags[about.name].field, None, (), type=FLAG, span=NOWHERE)
        return (m.Assign(flag, m.Const(1, type=FLAG, span=NOWHERE), span=about.span), *lines)

    def _call(self, name: str, args: tuple[m.Expr, ...], you: m.Var) -> tuple[str, tuple[m.Expr, ...]]:
        """Return the rule to call for an acting player.

        The result is a copy of the rule, if the rule needs to know the player.
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
        """Return the statements that save state before a change, and the tests after it."""
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
        """Return the saved state of a slot, which is shared by all triggers that watch the slot."""
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
        """Return the statements that run a trigger if a slot has changed.

        The trigger runs once for each thing that was added or removed.
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
        """Return the statements that run a trigger for a single moved thing or type."""
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
        """Return the acting player, or the player whose turn it is if there is no acting player."""
        player = m.Slot(self.model.field_named("player"), None, (), type=SEAT, span=NOWHERE)
        return player if here.you is None else here.you

    def _knows_you(self, name: str) -> bool:
        """Return True if a routine or trigger refers to the acting player.

        The answer includes everything that the routine or trigger calls or fires.
        """
        if name not in self._needy:
            self._needy[name] = False  # The call graph has no cycle.
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
        """Return the rules, actions and triggers that may run during set-up."""
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
        """Return a test of whether set-up is complete."""
        number = self.model.field_named("round_number")
        now = m.Slot(number, None, (), type=number.type, span=NOWHERE)
        return m.Compare(">", now, m.Const(0, type=m.Int(0, 0), span=NOWHERE), type=FLAG, span=NOWHERE)

    # ------------------------------------------------------------ small parts

    def _var(self, name: str, of: m.Type) -> m.Var:
        self._last_uid += 1
        return m.Var(name, self._last_uid, type=of, span=NOWHERE)

    def _let(self, name: str, value: m.Expr, lets: list[m.Statement], of: m.Type | None = None) -> m.Var:
        """Add a new local that is bound to a value, and return the local.

        The local keeps the source position of the value, so that an error can refer to this position.
        """
        var = replace(self._var(name, of or value.type), span=value.span)
        lets.append(m.Let(var, value, span=value.span))
        return var

    def _if(self, test: m.Expr, then: m.Statement) -> m.Statement:
        return m.IfDo(test, (then,), (), span=then.span)


def flags(model: m.Model, facts: EffectAnalysis) -> dict[str, f.LoggedTrigger]:
    """Return a flag for each trigger of a model.

    Each flag also records whether every player may know that the trigger fired.
    """
    found: dict[str, f.LoggedTrigger] = {}
    if not model.wakes and not model.listeners and not _has_lines(model):
        return found
    known = public_knowledge.PublicKnowledge(model, facts)
    for wake in model.wakes:
        found[wake.about.name] = _flag(wake.about, known.of(wake.condition))
    for each in model.listeners:
        seen = each.field.visibility == "open" and known.of((each.fits, each.condition))
        found[each.about.name] = _flag(each.about, seen)
    for part in walk(tuple(_bodies(model))):
        if isinstance(part, m.IfDo) and part.about is not None:
            name = part.about.name
            found[name] = _flag(part.about, known.reached(known.stands_in[name]) and known.of(tuple(known.lines[name])))
    return found


def _flag(about: m.Clauses, is_public: bool) -> f.LoggedTrigger:
    of = m.StateField(f"woke_{about.name}", "", (), (), FLAG, "hidden", "", builtin=True, span=about.span)
    return f.LoggedTrigger(about, of, is_public)


def _bodies(model: m.Model) -> Iterator[object]:
    yield from (routine.body for routine in model.routines.values())
    yield from (action.then for action in model.actions.values())
    yield from (wake.body for wake in model.wakes)
    yield from (each.body for each in model.listeners)


def _has_lines(model: m.Model) -> bool:
    """Return True if any trigger is declared inside the rule to which it belongs."""
    return any(isinstance(part, m.IfDo) and part.about is not None for part in walk(tuple(_bodies(model))))


def _moved_alone(trigger: m.EventTrigger, part: m.Statement | m.Cost | m.Accept) -> tuple[m.Expr, m.Expr | None] | None:
    """Return the single thing that a statement moves, or the type and the number of the pieces that it moves.

    Return None if the statement may move several things or types, or if the trigger reacts to every change of a slot.
    """
    if trigger.event == "changes" or not isinstance(part, m.MovePieces) or part.many:
        return None
    if part.thing is not None:
        return part.thing, None
    return (part.sort, part.number) if part.sort is not None else None


def _contents(slot: m.Slot) -> m.Type:
    """Return the type of a local that saves the contents of a slot."""
    held = slot.field.type
    if isinstance(held, m.Holder) and held.traits.counted and not held.traits.one_at_most:
        return m.Bag(held.kind)
    if isinstance(held, m.Holder) and not held.traits.one_at_most:
        return m.Many(m.Ref(held.kind))
    return slot.type


def _unequal(one: m.Expr, other: m.Expr) -> m.Expr:
    return m.Compare("!=", one, other, type=FLAG, span=NOWHERE)


def _shape(part: object) -> object:
    """Return a form of an expression that omits its source position.

    Equal expressions then compare equal.
    """
    if isinstance(part, tuple):
        return tuple(_shape(each) for each in part)
    if isinstance(part, m.Var):
        return part.uid
    if isinstance(part, m.Expr):
        told = (getattr(part, spec.name) for spec in fields(part) if spec.name not in ("span", "type", "sources"))
        return (type(part), *(_shape(each) for each in told))
    return part if not isinstance(part, (m.StateField, m.StaticField)) else id(part)
