"""The calls between values, rules and actions must not go round in circles: a rulebook denotes a finite game."""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink


def circles(made: model.Model, sink: Sink) -> None:
    """Values and rules that end up calling themselves."""
    calls: dict[str, set[str]] = {}
    spans = {}
    for name, value in made.values.items():
        calls[name] = {p.name for p in model.parts(value) if isinstance(p, model.CallValue)}
        spans[name] = value.about.span
    bodies: dict[str, model.Routine | model.Action] = {**made.routines, **made.actions}
    for name, routine in bodies.items():
        found: set[str] = set()
        for part in model.parts(routine):
            if isinstance(part, model.Do):
                found |= {call for call, _ in part.calls}
            elif isinstance(part, model.Offer):
                found.add(part.action)
        calls[name] = calls.get(name, set()) | found
        spans[name] = routine.about.span
    for name in calls:
        path = _way_back(name, calls)
        if path:
            chain = " → ".join(f"`{step}`" for step in path)
            sink.add("E317", f"`{name}` calls itself", spans[name], f"by way of {chain}")
            return


def _way_back(name: str, calls: dict[str, set[str]]) -> list[str]:
    """The shortest way from a name to itself, or nothing."""
    frontier = [[name]]
    seen: set[str] = set()
    while frontier:
        path = frontier.pop(0)
        for after in sorted(calls.get(path[-1], ())):
            if after == name:
                return [*path, name]
            if after not in seen:
                seen.add(after)
                frontier.append([*path, after])
    return []
