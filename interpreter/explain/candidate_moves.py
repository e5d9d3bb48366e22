"""Groups the candidate moves of an action by the rule that forbids them.

The search never uses information that is hidden from the asker. A value remains a candidate if the asker cannot know
that it is impossible. A rule counts as forbidding a move if the asker cannot know that the rule allows it. Positions
that the asker cannot tell apart therefore give the same groups.
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
    """A parameter that has no possible value.

    If `hidden` is True, the asker cannot see its values.
    """

    action: m.Action
    param: m.Param
    bound: tuple[Any, ...]
    """The only possible value if the parameter's value is fixed, otherwise empty."""
    env: Env
    hidden: bool = False


@dataclass(slots=True)
class CandidateMoves:
    """Up to `most` candidate moves of a seat for one action.

    Moves with parameters that are still open are skipped.
    """

    derivations: Derivations
    seat: int
    most: int
    forbidden: dict[str, list[Row]] = field(default_factory=dict)
    """Moves grouped by the rule that forbids them.

    A move belongs to the first rule that the asker knows to forbid it. If there is no such rule, the move belongs to
    the first rule that may forbid it.
    """
    seen: int = 0
    nothing: NoCandidate | None = None
    """The first parameter for which no possible value was found."""

    def look_at(self, option: f.Play) -> None:
        """Add the candidate moves of an option that the decision offers."""
        perspective = self.derivations.perspective
        bound = perspective.see(lambda: perspective.legality.bound_values(option, self.derivations.v))
        if bound.known:
            self._bind(option, bound.value, [], {option.action.you.uid: self.seat}, "")
        elif bound.hidden:
            self.nothing = self.nothing or NoCandidate(option.action, option.action.params[0], (), {}, True)

    def _bind(self, option: f.Play, bound: list[Any], args: list[Any], env: Env, unseen: str) -> None:
        """Bind the remaining parameters to all combinations of their possible values.

        `unseen` is the name of the first bound parameter whose value hidden information may rule out, or an empty
        string.
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
        """Return the possible values of a parameter, or None if the asker sees none of them.

        Each value is paired with True if the asker can see that it is possible, or with False if hidden information may
        rule it out.
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
    """Return the name under which refusals report a parameter, such as `buy.goods`."""
    return f"{action.about.name}.{param.var.name}"
