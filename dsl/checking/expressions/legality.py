"""Builds the values that `can` calls, which say if a player has a legal way to take an action.

Such a value is an ordinary value of the model. It tests in the same order as the engines: the limit, then each
parameter with the needs that mention no later parameter, then all costs together. As in a list of moves, a parameter
that is `open` counts as possible, and so does each need and cost that depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from dsl import model
from dsl.checking.expressions.payable import Payable
from dsl.checking.names import LegalityValue, Names
from dsl.source import Span

FLAG = model.Flag()


def add_every_legality(made: model.Model, names: Names) -> None:
    """Add to a model the values that its rules call by `can`. Report each `can` that no condition can answer."""
    names.checked = made
    for asked in names.legality.values():
        add_legality(asked, made, names)


def add_legality(asked: LegalityValue, made: model.Model, names: Names) -> None:
    """Add a value that a `can` calls to a model, or report that no condition can answer this `can`."""
    action = made.actions.get(asked.action)
    if action is not None and asked.name not in made.values and not _is_refused(asked, action, names):
        made.values[asked.name] = _Legality(made, names, asked.span).value(asked, action)


def _is_refused(asked: LegalityValue, action: model.Action, names: Names) -> bool:
    """Report an action whose costs no condition can test. Return True if there was a fault."""
    if action.accepts:
        free, label = action.accepts[0].about, "the payer may give this instead"
    elif (shared := _shared(action)) is not None:
        free, label = shared, "this choice depends on another cost from the same place"
    else:
        return False
    names.sink.add(
        "E333", f"`can` cannot test whether a player can pay for `{asked.action}`", asked.span,
        "there are too many ways to pay", related=[(free.span, label)],
        hint="write `must …, or else pass`, or compare what the player has with what is needed",
    )  # fmt: skip
    return True


def _shared(action: model.Action) -> model.Clauses | None:
    """Return a cost that leaves the payer a choice, if another cost is paid from the same field."""
    for cost in action.costs:
        if cost.leaves_choice and any(
            other is not cost and other.source.field is cost.source.field for other in action.costs
        ):
            return cost.about
    return None


@dataclass(frozen=True, slots=True)
class _Legality:
    made: model.Model
    names: Names
    span: Span

    def value(self, asked: LegalityValue, action: model.Action) -> model.ValueRule:
        """Return the value for an action. Its parameters are the seat and the first parameters of the action."""
        given = len(asked.params)
        action = self._renamed(action)
        you, bound = action.you, tuple(param.var for param in action.params[:given])
        about = model.Clauses(asked.name, "", (), self.span, action.about.origin)
        tests = [] if action.limit is None else [self._unspent(action.limit, you)]
        base = self._all([*tests, self._from(action, given, 0, frozenset())])
        return model.ValueRule(about, (you, *bound), FLAG, (), base, (), asked.action)

    def _renamed(self, action: model.Action) -> model.Action:
        """Return an action with new variables for its player and its parameters."""
        bare = replace(action, then=(), says=None)
        for var in (action.you, *(param.var for param in action.params)):
            bare = model.with_value(bare, var, self.names.new_var(var.name, var.type, var.span))
        return bare

    def _unspent(self, limit: model.Limit, you: model.Var) -> model.Expr:
        used = model.Slot(limit.field, None, (you,), type=limit.field.type, span=limit.about.span)
        return model.Compare("<", used, limit.number, type=FLAG, span=limit.about.span)

    def _from(self, action: model.Action, given: int, at: int, opened: frozenset[int]) -> model.Expr:
        """Return the condition that the parameters from number `at` on can be chosen.

        Args:
            given: The number of parameters that have values.
            opened: The uids of the parameters before number `at` that no move lists.
        """
        tests = [need.condition for need in _needs_after(action, at) if not _mentions(need.condition, opened)]
        if at == len(action.params):
            costs = [cost for cost in action.costs if not _mentions(cost, opened)]
            return self._all([*tests, *Payable(self.names).tests(costs)])
        param, span = action.params[at], action.params[at].var.span
        if isinstance(param.domain, (model.Bags, model.Subsets)):
            span = self.span  # a warning that this is slow concerns the `can`
        if at < given:
            where = [param.where] if param.where is not None else []
            within = model.In(param.var, param.domain, type=FLAG, span=span)
            return self._all([*tests, within, *where, self._from(action, given, at + 1, opened)])
        if param.open or _mentions((param.domain, param.where), opened):
            return self._all([*tests, self._from(action, given, at + 1, opened | {param.var.uid})])
        later = self._from(action, given, at + 1, opened)
        fits = self._all([param.where, later] if param.where is not None else [later])
        some = model.AggregateExpr("any", param.var, param.domain, fits, None, (), type=FLAG, span=span)
        return self._all([*tests, some])

    def _all(self, tests: Sequence[model.Expr]) -> model.Expr:
        """Return the condition that all tests hold, in order."""
        if not tests:
            return model.Const(1, type=FLAG, span=self.span)
        *before, last = tests
        return reduce(lambda rest, test: model.And(test, rest, type=FLAG, span=test.span), reversed(before), last)


def _needs_after(action: model.Action, at: int) -> Iterable[model.Need]:
    """Return the needs that are tested as soon as the first `at` parameters have values.

    A need is never tested before a need that is declared earlier.
    """
    stage = 0
    for need in action.needs:
        places = [number for number, param in enumerate(action.params, 1)
                  if _mentions(need.condition, {param.var.uid})]  # fmt: skip
        stage = max([stage, *places])
        if stage == at:
            yield need


def _mentions(part: object, uids: Iterable[int]) -> bool:
    wanted = set(uids)
    return bool(wanted) and any(isinstance(each, model.Var) and each.uid in wanted for each in model.parts(part))
