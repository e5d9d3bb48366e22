"""Finds the rules and clauses that applied in a game, and the work of a variant, by replaying the game with a trace.

The replay runs on the reference engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.flow import Flow
from interpreter.game import State
from interpreter.log import MOVE, entries
from interpreter.reference import Walker, combined_observer
from interpreter.testing import RuleTrace
from mercatoria.study.rule_parts import Part
from mercatoria.study.rule_use import RuleUse, UseTrace


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """Rules and clauses that applied in a game, sorted."""

    rules: list[str]
    """Names of rules, phases, actions and triggers. A need or cost is listed under its action, as in `action.need`."""
    clauses: list[str]
    """Printed clauses that these rules cite."""
    use: RuleUse = field(default_factory=RuleUse)
    """The work of the variants that the base does not have."""


def fired(state: State, parts: Sequence[Part] = (), base: Flow | None = None) -> RuleCoverage:
    """Return the rules and clauses that applied in this game, and the work of the given parts of variants.

    `base` is the flowchart of the rules without these parts. A trigger counts only if it fired. The traced replay takes
    several hundred times as long as normal play.
    """
    flow = state.table.flow
    woke = {flow.logged_triggers[number].about.name for entry in entries(state.last) for number in entry.fired}
    asleep = {each.about.name for each in flow.logged_triggers} - woke
    trace, uses = RuleTrace(flow), UseTrace(flow, parts, base)
    walker = Walker(flow, combined_observer([trace.observer, *([uses.observer] if parts else [])]))
    v = walker.start()
    for entry in entries(state.last):
        if parts:
            uses.before(walker, entry, v)
        if entry.form == MOVE:
            walker.apply(v, entry.seat, entry.row)
        else:
            walker.resolve(v, entry.row[0])
        uses.after()
    return RuleCoverage(sorted(trace.rules & rules_of(flow) - asleep), sorted(trace.cites), uses.seen)


def rules_of(flow: Flow) -> set[str]:
    """Return the names of the rules that can apply during play, without the final scoring."""
    model = flow.model
    abouts = [each.about for each in model.routines.values()]
    abouts += [each.about for each in flow.logged_triggers]
    for action in model.actions.values():
        abouts += [action.about, *(need.about for need in action.needs), *(cost.about for cost in action.costs)]
    return {about.name for about in abouts if about.name}
