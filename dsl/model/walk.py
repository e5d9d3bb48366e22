"""Walking a model: a node and everything below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from dsl.model.things import Clauses, StateField, StaticField


def parts(node: object) -> Iterator[object]:
    """A model node and everything below it."""
    yield node
    if isinstance(node, tuple):
        for part in node:
            yield from parts(part)
    elif is_dataclass(node) and not isinstance(node, (StateField, StaticField, Clauses)):
        for spec in fields(node):
            if spec.name not in ("span", "type", "about"):
                value = getattr(node, spec.name)
                if isinstance(value, tuple) or is_dataclass(value):
                    yield from parts(value)
