"""Which rules and clauses come to bear in a game: the game lived again on the reference engine, with a trace."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow import Flow
from interpreter.log import MOVE, entries
from interpreter.play import State
from interpreter.reference import Walker
from interpreter.testing import RuleTrace


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """What came to bear, sorted."""

    rules: list[str]
    """Rules, phases, actions, triggers, needs and costs (`action.need`), by name."""
    clauses: list[str]
    """The printed clauses that they cite."""


def fired(state: State) -> RuleCoverage:
    """What came to bear in this play; a trigger, if it woke. Some hundred times slower than play."""
    flow = state.table.flow
    woke = {flow.woken[number].about.name for entry in entries(state.last) for number in entry.woken}
    asleep = {each.about.name for each in flow.woken} - woke
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
    """The rules that can come to bear in play, by name. What is counted at the end is none of them."""
    model = flow.model
    abouts = [each.about for each in model.routines.values()]
    abouts += [each.about for each in flow.woken]
    for action in model.actions.values():
        abouts += [action.about, *(need.about for need in action.needs), *(cost.about for cost in action.costs)]
    return {about.name for about in abouts if about.name}
