"""Walking a model: a node and everything below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from dsl.model.base import Expr, Var
from dsl.model.things import Clauses, StateField, StaticField

N = TypeVar("N")


@cache
def _below(of: type[Any]) -> tuple[str, ...] | None:
    """The fields of a class in which further nodes may stand; None if it is no node."""
    if not is_dataclass(of) or issubclass(of, (StateField, StaticField, Clauses)):
        return None
    return tuple(spec.name for spec in fields(of) if spec.name not in ("span", "type", "about"))


@cache
def _last_first(of: Any) -> tuple[str, ...]:
    return (_below(of) or ())[::-1]


@cache
def _may_hold_nodes(of: Any) -> bool:
    return issubclass(of, tuple) or is_dataclass(of)


def parts(node: object) -> Iterator[object]:
    """A model node and everything below it."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        if isinstance(here, tuple):
            waiting.extend(here[::-1])
        else:
            of: Any = type(here)
            for name in _last_first(of):
                value = getattr(here, name)
                of = type(value)
                if _may_hold_nodes(of):
                    waiting.append(value)


def with_value(node: N, var: Var, value: Expr) -> N:
    """A model node with a local name replaced by what it stands for."""
    of: Any = type(node)
    if isinstance(node, Var):
        return value if node.uid == var.uid else node  # type: ignore[return-value]
    if isinstance(node, tuple):
        return tuple(with_value(part, var, value) for part in node)  # type: ignore[return-value]
    below = _below(of)
    if below is None:
        return node
    every = {spec.name: getattr(node, spec.name) for spec in fields(of)}
    return of(**every | {name: with_value(every[name], var, value) for name in below})  # type: ignore[no-any-return]
