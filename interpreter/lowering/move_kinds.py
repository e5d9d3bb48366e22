"""Lists the kinds of moves of a model."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from interpreter.flow import nodes as f
from interpreter.flow import walk


def move_kinds(model: m.Model) -> list[f.MoveKind]:
    """Return the kinds of moves.

    The list starts with the pass. The actions follow, then all other choices in the order of the model.
    """
    found = [f.MoveKind("pass", (), None)]
    for action in model.actions.values():
        params = tuple((param.var.name, param.var.type) for param in action.params)
        found.append(f.MoveKind(action.about.name, params, action))
    seen = set()
    for name, of in _plain_choices(model):
        key = (name, sort_of_answer(model, of))
        if key not in seen:
            seen.add(key)
            found.append(f.MoveKind(name, ((name, of),), None))
    return found


def _plain_choices(model: m.Model) -> Iterator[tuple[str, m.Type]]:
    """Yield the name and type of each choice that belongs to no action.

    In an instrumented model, the listeners are also routines, so they come last to keep the order of the routines.
    """
    bodies = [
        *(routine.body for routine in model.routines.values()),
        *(action.then for action in model.actions.values()),
        *(wake.body for wake in model.wakes),
        *(listener.body for listener in model.listeners),
    ]
    for part in walk(tuple(bodies)):
        match part:
            case m.Choose(var=var):
                yield var.name, var.type
            case m.ForEach(var=var, order_by=by) if by is not None:
                yield var.name, var.type
            case m.Secretly(name=name, field=of):
                yield name, of.type


def sort_of_answer(model: m.Model, of: m.Type) -> str:
    """Return a key for the type of value that a choice yields.

    Choices with different keys have different move kinds, so that all rows of a move kind are decoded in the same way.
    """
    match of:
        case m.Ref(kind):
            return model.kinds[kind].root if kind else ""  # a choice from `{}`
        case m.Bag(kind):
            return f"bag of {kind}"
        case m.Many(m.Ref(kind)):
            return f"set of {kind}"
    return type(of).__name__
