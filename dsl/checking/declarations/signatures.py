"""Checks signatures: the parameters and result types of values, rules and actions.

The checker handles all signatures before it checks the body of any rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import lcm

from dsl import ast, model
from dsl.checking.declarations.domains import type_of_domain
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.fractions import parts_of
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Names, Poisoned, RoutineName, Scope, ValueName
from dsl.checking.types import plain
from dsl.diagnostics import ErrorReported, Sink, wording
from dsl.limits import LARGEST_NUMBER

MOST_POINTS = 100_000
"""Maximum absolute value of a single score line, in points."""


@dataclass(slots=True)
class SignaturesCheck:
    """Checks the parameters of values, phases, rules and actions.

    The parameters of an action are the choices that its player makes.
    """

    names: Names
    expressions: ExpressionChecker
    scopes: dict[str, tuple[Scope, tuple[model.Var, ...]]] = field(default_factory=dict)
    """The parameters of each named rule, and the scope for checking its body."""
    action_params: dict[str, tuple[model.Var, tuple[model.Param, ...]]] = field(default_factory=dict)

    def declare(self, declarations: Sequence[ast.Declaration]) -> None:
        names = self.names
        self._begin_score(declarations)
        for decl in declarations:
            if isinstance(decl, ast.Value) and not names.sink.gives_up():
                self._value(decl)
        self.declare_score(declarations)
        for decl in declarations:
            if names.sink.gives_up():
                break
            if isinstance(decl, (ast.Phase, ast.Rule)):
                vars_ = self._params(decl, Scope())
                form = "phase" if isinstance(decl, ast.Phase) else "rule"
                names.routines[decl.name.text] = RoutineName(form, decl, tuple(var.type for var in vars_))
            elif isinstance(decl, ast.Action):
                self._action(decl)

    def _begin_score(self, declarations: Sequence[ast.Declaration]) -> None:
        if any(isinstance(decl, ast.Scoring) for decl in declarations):
            self.names.score = model.Int(-MOST_POINTS, MOST_POINTS)

    def declare_score(self, declarations: Sequence[ast.Declaration]) -> None:
        """Declare the type of scores, which depends on the fractions in the lines of the scoring."""
        self._begin_score(declarations)
        for decl in declarations:
            if isinstance(decl, ast.Scoring) and not self.names.sink.gives_up():
                parts = self._score_parts(decl)
                self.names.score = model.Int(-MOST_POINTS * parts, MOST_POINTS * parts, parts=parts)

    def _score_parts(self, decl: ast.Scoring) -> int:
        """Return the least common denominator of all scores.

        Ignore faults in score lines, because the check of rule bodies reports them.
        """
        names, parts = self.names, 1
        sink, uid, names.sink = names.sink, names.next_uid, Sink()
        try:
            for line in decl.lines:
                scope = Scope()
                scope.names[decl.name.text] = names.new_var(decl.name.text, model.Ref(PLAYER), decl.name.span)
                with suppress(ErrorReported):
                    parts = lcm(parts, parts_of(self.expressions.check(line.value, scope).type))
        finally:
            names.sink, names.next_uid = sink, uid
        return parts if parts in ast.DENOMINATORS else 1

    def _value(self, decl: ast.Value) -> None:
        vars_ = self._params(decl, Scope())
        try:
            form = decl.domain.form
            if form in ("set", "pile") and decl.domain.of is not None:
                member = self.expressions.domain(decl.domain.of, Scope())[1]
                assert isinstance(member, (model.Ref, model.Int, model.Flag))
                type_: model.Type = model.Many(member)
            elif form == "bag" and isinstance(decl.domain.of, ast.Name):
                type_ = model.Bag(self._kind(decl.domain.of))
            else:
                type_ = type_of_domain(self.expressions, decl.domain, Scope(), fractions=True)
        except ErrorReported:
            type_ = model.Int(-LARGEST_NUMBER, LARGEST_NUMBER)
            self.names.faulty_values.add(decl.name.text)
        self.names.values[decl.name.text] = ValueName(decl, tuple(var.type for var in vars_), plain(type_))

    def _kind(self, name: ast.Name) -> str:
        """Return the kind that a name means. Raises `ErrorReported` if it is not the name of a kind."""
        if name.text not in self.names.table.kinds:
            wording.unknown_kind(self.names.sink, name.text, name.span, self.names.table.known)
            raise ErrorReported
        self.names.note_shared(name.span, name.text)
        return name.text

    def _params(self, decl: ast.Value | ast.Phase | ast.Rule, scope: Scope) -> tuple[model.Var, ...]:
        """Declare the parameters of a value, phase or rule.

        Only the type of each parameter's domain matters, because the caller supplies the value.
        """
        vars_ = []
        for param in decl.params:
            try:
                type_ = self._param_type(param, scope)
            except ErrorReported:
                vars_.append(self._declare(param.name, model.Int(-LARGEST_NUMBER, LARGEST_NUMBER), scope))
                scope.names[param.name.text] = Poisoned()
            else:
                vars_.append(self._declare(param.name, type_, scope))
        self.scopes[decl.name.text] = (scope, tuple(vars_))
        return tuple(vars_)

    def _param_type(self, param: ast.Param, scope: Scope) -> model.Type:
        if param.domain.form in ast.HOLDER_FORMS and param.domain.of is not None:
            member = self.expressions.domain(param.domain.of, scope)[1]
            if isinstance(member, model.Ref):
                equal_pieces = self.names.table.kinds[member.kind].fungible
                counted = equal_pieces and ast.HOLDER_FORMS[param.domain.form].counted
                return model.Bag(member.kind) if counted else model.Many(member)
        return type_of_domain(self.expressions, param.domain, scope, fractions=True)

    def _declare(self, word: ast.Word, type_: model.Type, scope: Scope) -> model.Var:
        self.expressions.check_free(word)
        if word.text in scope.names:
            wording.declared_twice(self.names.sink, word.text, word.span)
        var = self.names.new_var(word.text, plain(type_), word.span)
        scope.names[word.text] = var
        return var

    def _action(self, decl: ast.Action) -> None:
        scope = Scope()
        you = self.names.new_var("you", model.Ref(PLAYER), decl.name.span)
        scope.names["you"] = you
        params = []
        for param in decl.params:
            try:
                params.append(self._choice(param, scope))
            except ErrorReported:
                unknown = model.Int(-LARGEST_NUMBER, LARGEST_NUMBER)
                scope.names.pop(param.name.text, None)
                var = self._declare(param.name, unknown, scope)
                scope.names[param.name.text] = Poisoned()
                nothing = model.Listed((), type=model.Many(unknown), span=param.span)
                params.append(model.Param(var, nothing, None))
        self.scopes[decl.name.text] = (scope, tuple(param.var for param in params))
        self.action_params[decl.name.text] = (you, tuple(params))
        types = tuple(param.var.type for param in params)
        self.names.actions[decl.name.text] = RoutineName("action", decl, types)

    def _choice(self, param: ast.Param, scope: Scope) -> model.Param:
        """Declare a parameter of an action, which the player chooses from a finite domain."""
        form, at_most = param.domain.form, param.domain.at_most
        if form in ("bag", "set") and param.domain.of is not None:
            several = ast.Several(param.domain.span, form, param.domain.of, at_most)
            domain, member = self.expressions.domain(several, scope)
        elif form == "flag":
            domain, member = self.expressions.domain(ast.Name(param.domain.span, "flag"), scope)
        elif form == "members" and param.domain.of is not None:
            domain, member = self.expressions.domain(param.domain.of, scope)
        else:
            title = "a player can choose only a thing, a number in a range, yes or no, or a piece in a holder"
            self.expressions.fault("E307", title, param.domain.span)
        var = self._declare(param.name, member, scope)
        if param.open and not isinstance(member, (model.Int, model.Bag, model.Many)):
            title = "only numbers, bags and sets can be `open`"
            self.expressions.wrong_type("E307", title, param.domain.span, member)
        where = self.expressions.flag(param.where, scope) if param.where is not None else None
        return model.Param(var, domain, where, param.open)
