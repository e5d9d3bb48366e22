"""Converts values from the rules to plain data in the form of `state.view`."""

from __future__ import annotations

from typing import Any

from dsl.model import NONE, Bag, Flag, Many, Model, Ref, Type


def plain_value(model: Model, of: Type, value: Any) -> Any:
    """Return a value or fact as plain data, in the form of `state.view`.

    A thing becomes its name, a set becomes a list, and a bag becomes a count for each name.
    """
    match of:
        case Flag():
            return bool(value)
        case Ref(kind):
            return None if value == NONE else model.thing_name(kind, value)
        case Many(Ref(kind)):
            return [model.thing_name(kind, each) for each in value]
        case Bag(kind):
            counts = value.items() if isinstance(value, dict) else enumerate(value, model.kinds[kind].first)
            return {model.thing_name(kind, sort): number for sort, number in counts if number}
        case Many(of=part):
            return [plain_value(model, part, each) for each in value]
    return value


def facts_of(model: Model, name: str, kind: str) -> dict[str, Any]:
    """Return the value of a fact for each thing of a kind, keyed by the thing's name.

    Things without the fact are left out.
    """
    facts: dict[str, Any] = {}
    for static in model.statics:
        if static.name == name and model.kinds[static.kind].root == model.kinds[kind].root:
            values = (plain_value(model, static.type, value) for value in static.values)
            facts.update(zip(model.kinds[static.kind].things, values, strict=True))
    return facts
