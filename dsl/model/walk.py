"""Walking a model: a node and everything below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from dsl.model.things import Clauses, StateField, StaticField


def parts(node: object) -> Iterator[object]:
    """A model node and everything below it, top first."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        if isinstance(here, tuple):
            waiting += here[::-1]
            continue
        for name in _below(type(here)):
            value = getattr(here, name)
            if isinstance(value, tuple) or is_dataclass(value):
                waiting.append(value)


def _below(of: type) -> tuple[str, ...]:
    """The names of what lies below a node, the last one first; asked for each node of each model, so they are kept."""
    if of not in _BELOW:
        whole = not is_dataclass(of) or issubclass(of, (StateField, StaticField, Clauses))
        names = () if whole else tuple(spec.name for spec in fields(of) if spec.name not in ("span", "type", "about"))
        _BELOW[of] = names[::-1]
    return _BELOW[of]


_BELOW: dict[type, tuple[str, ...]] = {}
