"""Builds the tests of triggers and endings that follow each step of a game.

A step is a whole action with its costs, or a single statement outside of actions. A statement that contains decisions
is not itself a step, but the statements in it are.

After a step, the flowchart tests only those triggers and endings that read a field the step may write. Triggers are
tested first, in declared order, and again until none fires. The statements of a trigger do not count as steps. Endings
that apply at once are tested next, in declared order.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import model as m
from dsl.limits import MOST_STEPS
from interpreter.flow import Fields
from interpreter.lowering.builder import Context, FlowBuilder


class Steps(FlowBuilder):
    """Builds the tests that follow a step."""

    def watched(self, writes: Fields) -> bool:
        """Return True if a trigger or an immediate ending reads one of these fields."""
        return bool(self._wakes(writes)) or any(
            ending.time == "once" and self.facts.reads(ending.condition) & writes for ending in self.model.endings
        )

    def after_step(self, writes: Fields, to: int, context: Context) -> int:
        """Build the tests that follow a step that may write these fields."""
        if not context.watching:
            return to
        wakes = self._wakes(writes)
        changed = writes.union(*(self.facts.writes(wake.body) for wake in wakes))
        to = self.endings("once", to, context, changed)
        if wakes:
            inner = context.within(watching=False)
            to = self.block(self._wake_up(wakes), to, inner)
        return to

    def endings(self, time: str, to: int, context: Context, changed: Fields | None = None) -> int:
        """Build the tests of all endings that apply at a given time, such as the end of a turn.

        If `changed` is given, skip endings that read none of these fields.
        """
        for number, ending in reversed(list(enumerate(self.model.endings))):
            looks = changed is None or self.facts.reads(ending.condition) & changed
            if ending.time == time and looks:
                there = context.within(about=ending.about)
                to = self.branch(ending.condition, self.finish(number + 1, there), to, there)
        return to

    def watch_begins(self) -> list[m.Statement]:
        """Return statements that record which trigger conditions already hold after set-up.

        A trigger whose condition already holds does not fire until the condition has become false and true again.
        """
        return [self._for_each(wake, (self._note(wake),)) for wake in self.model.wakes]

    # ------------------------------------------------------------ triggers

    def _wakes(self, writes: Fields) -> list[m.StateTrigger]:
        """Return the triggers that a write to these fields can fire, directly or through other triggers, in declared
        order.
        """
        awake_before: set[int] = set()
        while True:
            awake = {n for n, wake in enumerate(self.model.wakes) if self.facts.reads(wake.condition) & writes}
            if awake == awake_before:
                return [self.model.wakes[n] for n in sorted(awake_before)]
            awake_before = awake
            writes = writes.union(*(self.facts.writes(self.model.wakes[n].body) for n in awake_before))

    def _wake_up(self, wakes: list[m.StateTrigger]) -> list[m.Statement]:
        again = self.new_var("again", m.Flag())
        span = wakes[0].about.span
        no, yes = (m.Const(n, type=m.Flag(), span=span) for n in (0, 1))
        tests: list[m.Statement] = [m.Assign(again, no, span=span)]
        for wake in wakes:
            was = self._was(wake)
            now = m.And(wake.condition, m.Not(was, type=m.Flag(), span=span), type=m.Flag(), span=span)
            fired = (m.Assign(was, yes, span=span), m.Assign(again, yes, span=span), *self._lines(wake))
            test = m.IfDo(now, fired, (self._note(wake),), span=wake.about.span, cites=wake.about.cites)
            tests.append(self._for_each(wake, (test,)))
        rounds = m.Repeat(self.number(MOST_STEPS + 1), again, tuple(tests), span=span)
        return [m.Let(again, yes, span=span), rounds]

    def _lines(self, wake: m.StateTrigger) -> tuple[m.Statement, ...]:
        """Return the statements of a trigger.

        If the statements can wait, wrap them so that their nodes name the trigger as their rule.
        """
        if not self.facts.waits(wake.body):
            return wake.body
        return (m.IfDo(self.number(1), wake.body, (), wake.about, span=wake.about.span),)

    def _for_each(self, wake: m.StateTrigger, body: tuple[m.Statement, ...]) -> m.Statement:
        if wake.var is None or wake.domain is None:
            return body[0] if len(body) == 1 else m.IfDo(self.number(1), body, (), span=wake.about.span)
        return m.ForEach(wake.var, wake.domain, None, None, body, span=wake.about.span)

    def _note(self, wake: m.StateTrigger) -> m.Statement:
        return m.Assign(self._was(wake), wake.condition, span=wake.about.span)

    def _was(self, wake: m.StateTrigger) -> m.Slot:
        span, of = wake.about.span, wake.was
        owner = wake.var if of.kind else None
        keys = (wake.var,) if wake.var is not None and of.keys else ()
        return m.Slot(of, owner, keys, type=m.Flag(), span=span)


def single(statement: m.Statement) -> list[m.Statement]:
    """Split a `do` with several routines into one statement for each routine.

    Each of these statements is a separate step.
    """
    if isinstance(statement, m.Do) and len(statement.calls) > 1:
        return [replace(statement, calls=(call,)) for call in statement.calls]
    return [statement]
