"""Checks that no rule calls itself, directly or indirectly, and that calls stay within the limits.

An acyclic call graph guarantees that every rule ends.
"""

from __future__ import annotations

from collections import deque

from dsl import model
from dsl.diagnostics import Sink
from dsl.limits import DEEPEST_CALLS, DEEPEST_TOGETHER, MOST_CALLS
from dsl.source import Span

SCORE = "score"
"""Name under which values and scoring lines ask for the score of a player."""


def circles(made: model.Model, sink: Sink) -> None:
    """Report rules that call themselves, nest too deeply, or lead to too many calls."""
    calls: dict[str, list[str]] = {}
    spans = {}
    for name, value in made.values.items():
        calls[name] = [call.name for call in made.those_in(model.CallValue, value)]
        spans[name] = value.about.span
    if made.score:
        calls[SCORE] = [call.name for call in made.those_in(model.CallValue, *made.score)]
        spans[SCORE] = made.score[0].about.span
    bodies: dict[str, model.Routine | model.Action | model.EventTrigger] = {**made.routines, **made.actions}
    bodies |= {listener.about.name: listener for listener in made.listeners}
    for name, routine in bodies.items():
        found: list[str] = []
        for part in made.parts_of(routine):
            if isinstance(part, model.Do):
                found += [call for call, _ in part.calls]
            elif isinstance(part, model.Offer):
                found.append(part.action)
            elif isinstance(part, (model.Statement, model.Cost)):
                found += _triggered(part, made)
        calls[name] = calls.get(name, []) + found
        spans[name] = routine.about.span
    graph = _in_circles({name: set(called) for name, called in calls.items()})
    for name in calls:
        path = _way_back(name, graph) if name in graph else []
        if path:
            chain = " → ".join(f"`{step}`" for step in path)
            title, hint = f"`{name}` calls itself", ""
            if name == SCORE:
                title = "a score depends on itself"
                lines = {call.name: line for line in made.score for call in made.those_in(model.CallValue, line)}
                spans[SCORE] = lines[path[1]].about.span
            if name in made.values and (action := made.values[name].of_action):
                title = f"whether `{action}` is legal depends on itself"
                hint = "in one of these needs, compare the fields that matter instead of asking `can`"
            sink.add("E317", title, spans[name], f"through {chain}", hint=hint)
            return
    _too_many(calls, spans, sink)
    if not sink.errors:
        _too_deep(made, spans, sink)


def _too_many(calls: dict[str, list[str]], spans: dict[str, Span], sink: Sink) -> None:
    """Report the first rule that exceeds the limit on call depth or on the number of calls.

    The caller must have checked that the call graph has no cycle.
    """
    for name, (depth, number) in _measured(calls).items():
        if depth > DEEPEST_CALLS:
            sink.add("E327", f"`{name}` begins a chain of calls that is too long", spans[name],
                     f"{depth} values or rules call one another in a chain",
                     hint=f"combine some of them; a chain may have at most {DEEPEST_CALLS}")  # fmt: skip
        elif number > MOST_CALLS:
            hint = "if a value is needed twice, compute it once in a `let`"
            sink.add("E327", f"`{name}` leads to {number:,} calls", spans[name], f"at most {MOST_CALLS:,} are allowed",
                     hint=hint)  # fmt: skip
        else:
            continue
        return


def _too_deep(made: model.Model, spans: dict[str, Span], sink: Sink) -> None:
    """Report the first rule that is nested too deeply if the rules that it calls are included.

    The limit exists because later stages recurse over the syntax.
    """
    nested: dict[str, int] = {}
    calls: dict[str, list[tuple[str, int]]] = {}
    rules: list[tuple[str, object]] = [*made.values.items(), *made.routines.items(), *made.actions.items()]
    rules += [(SCORE, line) for line in made.score]
    for name, rule in rules:
        found = calls.setdefault(name, [])
        walk = made.walks.of(rule)
        nested[name] = max(nested.get(name, 0), *walk.depths)
        for part, depth in zip(walk.nodes, walk.depths, strict=True):
            if isinstance(part, model.CallValue):
                found.append((part.name, depth))
            elif isinstance(part, model.Do):
                found += [(called, depth) for called, _ in part.calls]
    order = _measured({name: [called for called, _ in found if called in calls] for name, found in calls.items()})
    for name in order:
        inner = (depth + nested[called] for called, depth in calls[name] if called in nested)
        nested[name] = max(nested.get(name, 0), *inner, 0)
        if nested[name] > DEEPEST_TOGETHER:
            sink.add("E327", f"`{name}` is nested too deeply", spans[name],
                     f"{nested[name]} levels, including the values and rules that it calls",
                     hint=f"name the parts in `let` lines; at most {DEEPEST_TOGETHER} levels are allowed")  # fmt: skip
            return


def _measured(calls: dict[str, list[str]]) -> dict[str, tuple[int, int]]:
    """Return the call depth and the total number of calls of each rule.

    The call depth of a rule is the length of the longest chain of calls that starts with this rule. The result lists
    callees before their callers.
    """
    found: dict[str, tuple[int, int]] = {}
    waiting = list(calls)[::-1]
    while waiting:
        name = waiting[-1]
        missing = [after for after in dict.fromkeys(calls.get(name, ())) if after not in found]
        if name not in found and missing:
            waiting += missing
            continue
        waiting.pop()
        inner = [found[after] for after in calls.get(name, ())]
        depth = 1 + max((depth for depth, _ in inner), default=0)
        found[name] = (depth, min(10**15, sum(1 + number for _, number in inner)))
    return found


def _in_circles(calls: dict[str, set[str]]) -> dict[str, set[str]]:
    for _ in range(2):
        led_to: dict[str, set[str]] = {name: set() for name in calls}
        for name, called in calls.items():
            for after in called & calls.keys():
                led_to[after].add(name)
        ways = {name: len(called & calls.keys()) for name, called in calls.items()}
        ends = [name for name, number in ways.items() if not number]
        while ends:
            for before in led_to[ends.pop()]:
                ways[before] -= 1
                if not ways[before]:
                    ends.append(before)
        kept = {name for name, number in ways.items() if number}
        # the second pass uses the reversed graph and removes the calls that no cycle reaches
        calls = {name: led_to[name] & kept for name in kept}
    return calls


def _triggered(part: model.Statement | model.Cost, made: model.Model) -> list[str]:
    """Return the names of the triggers that a statement or cost fires."""
    return [trigger.about.name for trigger in made.listeners if model.noticed(trigger, part)]


def _way_back(name: str, calls: dict[str, set[str]]) -> list[str]:
    """Return the shortest path of calls from a name back to itself, or an empty list."""
    frontier = deque([name])
    before: dict[str, str] = {}
    while frontier:
        here = frontier.popleft()
        for after in sorted(calls.get(here, ())):
            if after == name:
                path = [name]
                while here != name:
                    path.append(here)
                    here = before[here]
                return [name, *path[::-1]]
            if after not in before:
                before[after] = here
                frontier.append(after)
    return []
