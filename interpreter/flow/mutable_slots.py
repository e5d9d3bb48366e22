"""Lists the slots that may change between a move of a series and the goal of that series."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from interpreter.flow import internal
from interpreter.flow import nodes as f
from interpreter.flow.analysis import EffectAnalysis
from interpreter.flow.chance import PieceDraw
from interpreter.flow.node_successors import successors


def changing_slots(flow: f.Flow) -> tuple[int, ...]:
    """Return the slots that may change, in ascending order.

    The engine's own slots, which belong to no field of the rulebook, are always included.
    """
    facts = EffectAnalysis(flow.model)
    written: set[m.StateField] = set()
    for part in _done(flow):
        if isinstance(part, m.StateField):
            written.add(part)
        else:
            written |= facts.writes(part)
    slots = set(range(flow.layout.machinery.size))
    for of in written:
        run = flow.layout.runs[of]
        slots |= {base + at for base, width in zip(run.base, run.widths, strict=True) for at in range(width)}
    return tuple(sorted(slots))


def _done(flow: f.Flow) -> Iterator[object]:
    """Yield the statements that may run and the fields that may change between a searched move and the next goal.

    At a decision outside a series, consider only actions that begin a series.
    """
    seen: set[int] = set()
    waiting: list[int] = []
    for number, node in enumerate(flow.nodes):
        if isinstance(node, f.Decision) and node.bound_for is not None:
            waiting.append(number)
        elif isinstance(node, f.Decision):
            for option in node.options:
                if isinstance(option, f.Play) and option.begins:
                    yield from _done_by(option)
                    waiting += [to for to, _ in option.exits]
    while waiting:
        number = waiting.pop()
        node = flow.nodes[number]
        if number not in seen:
            seen.add(number)
            yield from _done_at(node)
            waiting += [to for to, _ in successors(node)] if not isinstance(node, f.Goal) else []


def _done_by(option: f.Option) -> Iterator[object]:
    """Yield the statements that an option runs and the fields that it changes directly."""
    if isinstance(option, f.Play):
        action = option.action
        yield (action.notes, action.then)
        yield from (slot.field for cost in action.costs for slot in m.changed_slots(cost))
        yield from (action.limit.field,) if action.limit is not None else ()


def _done_at(node: f.AnyNode) -> Iterator[object]:
    """Yield the statements that a node runs, and the fields that it changes directly."""
    match node:
        case f.Effect(body=statements):
            yield tuple(s for s in statements if not isinstance(s, internal.Finish))
        case f.Decision(options=options):
            for option in options:
                yield from _done_by(option)
        case f.SimultaneousDecision(field=of):
            yield of
        case f.ChanceNode(target=target):
            yield from (target.field,) if isinstance(target, m.Slot) else ()
            yield from (node.source.field,) if isinstance(node, PieceDraw) else ()
