"""What stands in the way at a dead end: of all ways to take an action the rule that forbids most."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from interpreter.flow import nodes as f
from interpreter.position import OPEN, PlayFault, Vector
from interpreter.reference import Env, Legality

MOST_WAYS = 300
"""Ways to take one action that are looked at."""


def forbidden_ways(legality: Legality, v: Vector, option: f.Play, seat: int) -> Env | None:
    """A way to take an action that is refused for the reason for which most are; None if there is nothing to choose
    from."""
    action = option.action
    env: Env = {action.you.uid: seat}
    bound = legality.bound_values(option, v)
    first: dict[str, Env] = {}
    count: dict[str, int] = {}

    def bind(args: list[Any]) -> None:
        if sum(count.values()) >= MOST_WAYS:
            return
        if len(args) < len(action.params):
            param = action.params[len(args)]
            for member in legality.candidates(param, bound[len(args) :], set(), v, env):
                if member != OPEN:
                    env[param.var.uid] = member
                    bind([*args, member])
            return
        about = next(legality.failing(action, v, env), None)
        if about is not None:
            first.setdefault(about.name, dict(env))
            count[about.name] = count.get(about.name, 0) + 1

    with suppress(PlayFault):
        bind([])
    return first[max(count, key=lambda name: count[name])] if count else None
