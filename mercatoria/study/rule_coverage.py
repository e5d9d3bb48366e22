"""Finds the rules and clauses that applied in a game, by replaying the game with a trace.

The replay runs on the reference engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow import Flow
from interpreter.game import State
from interpreter.log import MOVE, entries
from interpreter.reference import Walker
from interpreter.testing import RuleTrace


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """Rules and clauses that applied in a game, sorted."""

    rules: list[str]
    """Names of rules, phases, actions and triggers. A need or cost is listed under its action, as in `action.need`."""
    clauses: list[str]
    """Printed clauses that these rules cite."""


def fired(state: State) -> RuleCoverage:
    """Return the rules and clauses that applied in this game.

    A trigger counts only if it fired. The traced replay takes several hundred times as long as normal
    play.
    """
    flow = state.table.flow
    woke = {flow.logged_triggers[number].about.name for entry in entries(state.last) for number in entry.fired}
    asleep = {each.about.name for each in flow.logged_triggers} - woke
    trace = RuleTrace(flow)
    walker = Walker(flow, trace.observer)
    v = walker.start()
    for entry in entries(state.last):
        if entry.form == MOVE:
            walker.apply(v, entry.seat, entry.row)
        else:
            walker.resolve(v, entry.row[0])
    return RuleCoverage(sorted(trace.rules & rules_of(flow) - asleep), sorted(trace.cites))


def rules_of(flow: Flow) -> set[str]:
    """Return the names of the rules that can apply during play, without the final scoring."""
    model = flow.model
    abouts = [each.about for each in model.routines.values()]
    abouts += [each.about for each in flow.logged_triggers]
    for action in model.actions.values():
        abouts += [action.about, *(need.about for need in action.needs), *(cost.about for cost in action.costs)]
    return {about.name for about in abouts if about.name}
