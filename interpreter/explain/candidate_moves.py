"""The ways to take an action, by the rules that forbid them, as far as an asker can see.

What he cannot see is nowhere asked for: a value stays in the running if he cannot know that it may not be chosen, and a
rule counts as forbidding if he cannot know that it does not. So there are as many ways in all positions that are alike
to him, and as many for each rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from dsl import model as m
from interpreter.explain.blocking_rules import BlockingRules
from interpreter.explain.derivations import Derivations
from interpreter.flow import nodes as f
from interpreter.position import OPEN, Row
from interpreter.reference import Env, types_of


@dataclass(frozen=True, slots=True)
class NoCandidate:
    """A parameter for which there is nothing to choose from; `hidden`: or the asker cannot see what there is."""

    action: m.Action
    param: m.Param
    bound: tuple[Any, ...]
    """What it can only be, if that is given."""
    env: Env
    hidden: bool = False


@dataclass(slots=True)
class CandidateMoves:
    """The ways of one seat to take an action, at most so many. Open parameters are left out."""

    derivations: Derivations
    seat: int
    most: int
    forbidden: dict[str, list[Row]] = field(default_factory=dict)
    """The ways by the rule that is first seen to forbid them; where none is seen, by the first that may."""
    seen: int = 0
    nothing: NoCandidate | None = None
    """The first parameter that there was."""

    def look_at(self, option: f.Play) -> None:
        """Adds the ways to take an option."""
        perspective = self.derivations.perspective
        bound = perspective.see(lambda: perspective.legality.bound_values(option, self.derivations.v))
        if bound.known:
            self._bind(option, bound.value, [], {option.action.you.uid: self.seat}, "")
        elif bound.hidden:
            self.nothing = self.nothing or NoCandidate(option.action, option.action.params[0], (), {}, True)

    def _bind(self, option: f.Play, bound: list[Any], args: list[Any], env: Env, unseen: str) -> None:
        """Tries what the next parameter may be. `unseen`: the first parameter of which it was not seen whether it may
        be what it is."""
        if self.seen >= self.most:
            return
        if len(args) == len(option.action.params):
            self._count(option, args, env, unseen)
            return
        param, at = option.action.params[len(args)], len(args)
        members = self._members(param, bound[at : at + 1], env)
        if not members:
            hidden = members is None
            self.nothing = self.nothing or NoCandidate(option.action, param, tuple(bound[at:]), dict(env), hidden)
            return
        for member, is_seen in members:
            if member != OPEN:
                here = unseen or ("" if is_seen else name_of(option.action, param))
                self._bind(option, bound, [*args, member], {**env, param.var.uid: member}, here)

    def _members(self, param: m.Param, bound: list[Any], env: Env) -> list[tuple[Any, bool]] | None:
        """What a parameter may be, or might, and whether it is seen that it may; None if that is hidden altogether."""
        perspective, v = self.derivations.perspective, self.derivations.v
        listed = perspective.see(lambda: perspective.legality.candidates(param, bound, set(), v, dict(env)))
        if not listed.hidden:
            return [(member, True) for member in listed.value or ()]
        domain = perspective.see(lambda: perspective.evaluator.filtered(param.var, param.domain, None, v, dict(env)))
        if domain.hidden:
            return None
        found = []
        for member in bound or domain.value or ():
            allows = partial(perspective.legality.allows, param, member, v, dict(env))
            sight = perspective.see(allows)
            if sight.hidden or sight.value:
                found.append((member, not sight.hidden))
        return found

    def _count(self, option: f.Play, args: list[Any], env: Env, unseen: str) -> None:
        self.seen += 1
        hidden = unseen
        for rule in BlockingRules(self.derivations).rules(option.action, env):
            if not rule.hidden:
                break
            hidden = hidden or rule.about.name
        else:
            if not hidden:
                return
            self._note(hidden, option, args)
            return
        self._note(rule.about.name, option, args)

    def _note(self, rule: str, option: f.Play, args: list[Any]) -> None:
        rows = self.derivations.table.walker.legality.rows
        self.forbidden.setdefault(rule, []).append((option.kind, *rows.packed(types_of(option), args)))


def name_of(action: m.Action, param: m.Param) -> str:
    """The name under which a parameter is told as a rule."""
    return f"{action.about.name}.{param.var.name}"
