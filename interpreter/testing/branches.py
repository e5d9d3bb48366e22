"""Finds the branches in the rules: conditions that may be true or false during play.

A branch is the condition of an `if`, a requirement, an exception, a `skip`, an ending, a trigger or a cost. A condition
counts as one branch, even if several player counts or variants use it. Each branch has two outcomes: true and false.

For requirements, only moves that a scenario plays or tests are taken into account. A requirement is true if its action
is taken or passes an `allowed` test. A requirement is false if a `refused` test finds it to be a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dsl import model
from dsl.source import NOWHERE, Span
from interpreter.flow import walk

SourcePlace = tuple[str, int, int]
"""Position of a condition in the source: file path, start and end."""

NEED = "need"
WAYS = {
    NEED: (("met", "never met"), ("refuses", "never refuses")),
    "if": (("yes", "never yes"), ("no", "never no")),
    "except": (("applies", "never applies"), ("does not apply", "always applies")),
    "skip": (("skipped", "never skipped"), ("played", "always skipped")),
    "end": (("reached", "never reached"), ("not reached", "always reached")),
    "trigger": (("fires", "never fires"), ("does not fire", "always fires")),
    "cost": (("due", "never due"), ("not due", "always due")),
}
"""Outcomes of each form of branch; the outcome for a true condition comes first.

Each outcome consists of a label, and of the message that reports that no scenario reaches the outcome.
"""


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition in a rule that may be true or false. `form` is a key of `WAYS`."""

    rule: str
    form: str
    span: Span

    @property
    def place(self) -> SourcePlace:
        return place_of(self.span)

    def way(self, holds: bool) -> str:
        return WAYS[self.form][0 if holds else 1][0]

    def never(self, holds: bool) -> str:
        """Return the message that reports an outcome as never reached."""
        return WAYS[self.form][0 if holds else 1][1]


def place_of(span: Span) -> SourcePlace:
    return span.source.path, span.start, span.end


def branches_of(made: model.Model) -> Iterator[tuple[Branch, model.Expr]]:
    """Yield each branch of a model with its condition, in the order of the model."""
    return ((branch, when) for branch, when in _all(made) if not _settled(when))


def _settled(condition: model.Expr) -> bool:
    """Return True for a condition that has no source text or is always constant."""
    return condition.span == NOWHERE or (isinstance(condition, model.Const) and not condition.sources)


def _all(made: model.Model) -> Iterator[tuple[Branch, model.Expr]]:
    for value in made.declared_values:
        for case in value.exceptions:
            yield Branch(case.about.name, "except", case.when.span), case.when
        parts = (value.base, *(working for _, working in value.workings), *(case.value for case in value.exceptions))
        yield from _inside(value.about.name, parts)
    for action in made.actions.values():
        yield from _of_action(action)
    for routine in made.routines.values():
        for condition, _, _ in routine.skips:
            yield Branch(routine.about.name, "skip", condition.span), condition
        yield from _inside(routine.about.name, routine.body)
    for wake in made.wakes:
        yield Branch(wake.about.name, "trigger", wake.condition.span), wake.condition
        yield from _inside(wake.about.name, wake.body)
    for listener in made.listeners:
        if listener.condition is not None:
            yield Branch(listener.about.name, "trigger", listener.condition.span), listener.condition
        yield from _inside(listener.about.name, listener.body)
    for ending in made.endings:
        yield Branch(ending.about.name, "end", ending.condition.span), ending.condition
    yield from _inside("scoring", tuple(line.value for line in made.score))


def _of_action(action: model.Action) -> Iterator[tuple[Branch, model.Expr]]:
    for need in action.needs:
        yield Branch(need.about.name, NEED, need.condition.span), need.condition
        yield from _inside(need.about.name, (need.condition,))
    for cost in action.costs:
        if cost.when is not None:
            yield Branch(cost.about.name, "cost", cost.when.span), cost.when
        yield from _inside(cost.about.name, (cost.amount, cost.bag, cost.thing))
    parts = tuple(part for param in action.params for part in (param.domain, param.where))
    yield from _inside(action.about.name, (parts, action.then))


def _inside(rule: str, parts: Iterable[object]) -> Iterator[tuple[Branch, model.Expr]]:
    """Yield the conditions of `if` statements and `if` expressions in a rule."""
    for part in walk(tuple(parts)):
        if isinstance(part, (model.IfDo, model.If)):
            yield Branch(rule, "if", part.when.span), part.when
