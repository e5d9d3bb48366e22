"""Computes the values that a rulebook declares, and the scores of the seats."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from dsl import model as m
from interpreter.flow import Env
from interpreter.position import PlayFault, Vector, faults, with_rule
from interpreter.reference.expression_evaluator import ExpressionEvaluator


class RuleValues:
    """Computes the values that a rulebook declares, and the scores of the seats.

    Args:
        evaluator: ExpressionEvaluator of the expressions in the values.
        called: Function that learns of every call, or None.
    """

    def __init__(self, evaluator: ExpressionEvaluator, called: Callable[[m.CallValue], None] | None) -> None:
        self._evaluator = evaluator
        self._model = evaluator.model
        self._called = called

    def call(self, e: m.CallValue, v: Vector, env: Env) -> Any:
        """Compute a rulebook value for the arguments of a call.

        Raises:
            PlayFault: Raised if an expression fails, or if the result is outside the range of the value.
        """
        evaluator = self._evaluator
        if self._called is not None:
            self._called(e)
        rule = self._model.values.get(e.name)
        if rule is None:
            return self._points(evaluator.thing(e.args[0], v, env), v, env, lambda _: nullcontext())
        evaluator.work.spend(evaluator.work.size(rule), e.span)
        args = [evaluator.local(arg, var.type, v, env) for var, arg in zip(rule.params, e.args, strict=True)]
        for var, arg in zip(rule.params, args, strict=True):
            env[var.uid] = arg
        for var, working in rule.workings:
            env[var.uid] = evaluator.local(working, var.type, v, env)
        result = self._by_exceptions(rule, v, env)
        of = rule.type
        if isinstance(of, m.Int) and not of.low <= result <= of.high:
            words = faults.value_out_of_range(rule.about.name, result, of.low, of.high, of.parts)
            raise PlayFault(words, rule.about.span, rule.about)
        return result

    def _by_exceptions(self, rule: m.ValueRule, v: Vector, env: Env) -> Any:
        """Return the default of a rulebook value, or the value on which all applicable exceptions agree."""
        evaluator = self._evaluator
        holding = [case for case in rule.exceptions if evaluator.value(case.when, v, env)]
        if not holding:
            return evaluator.read_as(rule.base, rule.type, v, env)
        first = holding[0]
        result = evaluator.read_as(first.value, rule.type, v, env)
        for case in holding[1:]:
            other = evaluator.read_as(case.value, rule.type, v, env)
            if not _agree(result, other):
                both = [f"{of.about.name} ({got})" if isinstance(got, int) else of.about.name
                        for of, got in ((first, result), (case, other))]  # fmt: skip
                words = faults.exceptions_disagree(rule.about.name, *both)
                raise PlayFault(words, case.about.span, rule.about)
        return result

    def score_of(self, seat: int, v: Vector, env: Env) -> int:
        """Return a seat's score, which is the sum of all scoring lines.

        A `PlayFault` names the scoring line that failed.
        """
        return self._points(seat, v, env, lambda line: with_rule(line.about))

    def _points(
        self, seat: int, v: Vector, env: Env, within: Callable[[m.ScoreLine], AbstractContextManager[None]]
    ) -> int:
        """Return a seat's score.

        Evaluate each scoring line within the context manager from `within`. For the built-in `score(…)`, the context
        manager does nothing, so that a `PlayFault` names the calling rule.
        """
        if self._model.score_var is not None:
            env = {**env, self._model.score_var.uid: seat}
        points = 0
        for line in self._model.score:
            with within(line):
                points += self._evaluator.value(line.value, v, env)
        return points


def _agree(one: Any, other: Any) -> bool:
    """Return True if two values are equal, ignoring the order of members."""
    return sorted(one) == sorted(other) if isinstance(one, list) else one == other
