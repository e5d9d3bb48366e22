"""The candidate moves of an action, grouped by the rules that forbid them, as far as an asker can see.

Hidden information is never used. A value stays a candidate if the asker cannot know that it is impossible, and a rule
counts as forbidding if the asker cannot know that it does not. So positions that the asker cannot tell apart have the
same candidates, for each rule.
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
    """A parameter without any values; if `hidden`, the asker cannot see its values."""

    action: m.Action
    param: m.Param
    bound: tuple[Any, ...]
    """Only possible values, if they are fixed."""
    env: Env
    hidden: bool = False


@dataclass(slots=True)
class CandidateMoves:
    """Candidate moves of one seat for an action, up to a maximum. Open parameters are left out."""

    derivations: Derivations
    seat: int
    most: int
    forbidden: dict[str, list[Row]] = field(default_factory=dict)
    """Moves by the first rule that visibly forbids them, or otherwise by the first that may forbid them."""
    seen: int = 0
    nothing: NoCandidate | None = None
    """First parameter without values."""

    def look_at(self, option: f.Play) -> None:
        """Add the candidate moves of an option."""
        perspective = self.derivations.perspective
        bound = perspective.see(lambda: perspective.legality.bound_values(option, self.derivations.v))
        if bound.known:
            self._bind(option, bound.value, [], {option.action.you.uid: self.seat}, "")
        elif bound.hidden:
            self.nothing = self.nothing or NoCandidate(option.action, option.action.params[0], (), {}, True)

    def _bind(self, option: f.Play, bound: list[Any], args: list[Any], env: Env, unseen: str) -> None:
        """Bind the next parameter to each possible value.

        `unseen` names the first parameter whose value may be impossible without the asker seeing it.
        """
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
        """Return the possible values of a parameter, each with whether the asker can see that it is possible.

        None if the values are hidden altogether.
        """
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
    """Return the name of a parameter in lists of rules."""
    return f"{action.about.name}.{param.var.name}"
