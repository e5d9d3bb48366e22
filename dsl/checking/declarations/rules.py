"""Checks the bodies of values, actions, phases, ends and scoring rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import lcm

from dsl import ast, model
from dsl.checking.declarations.limits import LimitsCheck
from dsl.checking.declarations.signatures import SignaturesCheck
from dsl.checking.declarations.triggers import listener, wake
from dsl.checking.expressions.aggregates import order_value
from dsl.checking.expressions.conditions import given
from dsl.checking.expressions.conversions import fitted
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.fractions import parts_of, scaled
from dsl.checking.expressions.legality import add_every_legality
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Names, Poisoned, Scope
from dsl.checking.statements.accepts import accept, check_together
from dsl.checking.statements.control_flow import followed_by
from dsl.checking.statements.costs import CostCheck
from dsl.checking.statements.proposals import Proposal, both_ways
from dsl.checking.statements.sayings import saying_of
from dsl.checking.statements.statement_checker import StatementChecker
from dsl.desugaring import closing_rule
from dsl.diagnostics import ErrorReported
from dsl.source import Span

CHANGES = "this value changes during play"


def changing_part(node: object, made: model.Model) -> model.Slot | None:
    """Return a part of a node, or of a value that it calls, that changes during play. Return None if there is none."""
    waiting, seen = [node], set[str]()
    while waiting:
        for part in model.parts(waiting.pop()):
            if isinstance(part, model.Slot):
                return part
            if isinstance(part, model.CallValue) and part.name in made.values and part.name not in seen:
                seen.add(part.name)
                waiting.append(made.values[part.name])
    return None


@dataclass(slots=True)
class RulesCheck:
    """Checks all rule bodies and adds them to the model.

    The model omits a faulty need, cost or statement, and the check continues with the rest.
    """

    names: Names
    statements: StatementChecker
    signatures: SignaturesCheck
    origins: Mapping[str, str]
    fields: list[model.StateField] = field(default_factory=list)
    """Built-in fields for action limits and `as soon as` triggers.

    These fields count how often each limited action was used, and whether each trigger condition held at the last test.
    """

    limits: LimitsCheck = field(init=False)

    def __post_init__(self) -> None:
        self.limits = LimitsCheck(self.expressions, self.origins, self.fields)

    @property
    def expressions(self) -> ExpressionChecker:
        return self.statements.expressions

    def together(self, made: model.Model, sayings: Sequence[tuple[model.Saying, model.Expr, Span]]) -> None:
        """Check what depends on several bodies, once every body is in the model.

        Args:
            sayings: The sentences of moves, each with its player and its span.
        """
        add_every_legality(made, self.names)
        for law in made.laws:
            self._only_data(law, made)
        for saying, you, span in sayings:
            self._only_of_move(saying, you, span, made)
        for called in made.called.values():
            if (part := changing_part(called.name, made)) is not None:
                title = "the name of a thing may use only its facts, constants and board data"
                self.names.sink.add("E335", title, part.span, CHANGES)

    def declaration(self, decl: ast.Declaration, made: model.Model) -> None:
        """Check the body of a declaration, and add its rules to a model. Raises `ErrorReported`."""
        match decl:
            case ast.Value():
                made.values[decl.name.text] = self.value(decl)
            case ast.Action():
                made.actions[decl.name.text] = self.action(decl)
            case ast.Phase() | ast.Rule():
                made.routines[decl.name.text] = self.routine(decl)
            case ast.Setup() | ast.Round():
                body = self.statements.block(decl.body, Scope())
                if isinstance(decl, ast.Round):
                    body = followed_by(self.statements, "round", body, decl.after, Scope())
                made.routines[decl.name.text] = model.Routine(self.about(decl), decl.name.text, (), (), body)
            case ast.Trigger(wake="as soon as"):
                made.wakes.append(wake(self.statements, decl, self.about(decl)))
                self.fields.append(made.wakes[-1].was)
            case ast.Trigger(wake="each time"):
                made.listeners.append(listener(self.statements, decl, self.about(decl)))
            case ast.End():
                condition = self.expressions.flag(decl.when, Scope())
                closing = closing_rule(decl.name.text) if decl.closing is not None else ""
                made.endings.append(model.Ending(self.about(decl), decl.time, condition, decl.within, closing))
            case ast.Law():
                made.laws.append(model.Law(self.about(decl), self.expressions.flag(decl.condition, Scope())))
            case ast.Claim():
                condition = self.expressions.flag(decl.condition, Scope())
                made.claims.append(model.Claim(self.about(decl), decl.form, condition))
            case ast.Scoring():
                self.scoring(decl, made)
            case ast.Ranking():
                self.ranking(decl, made)
            case ast.Ruling():
                made.rulings.append(self.ruling(decl))

    def _only_data(self, law: model.Law, made: model.Model) -> None:
        """Report a law of the rulebook whose condition uses a value that changes during play."""
        if (part := changing_part(law.condition, made)) is not None:
            related = [(law.about.span, "the law")]
            title = f"the law `{law.about.name}` must use only constants and board data"
            self.names.sink.add("E305", title, part.span, CHANGES, related=related)

    def _only_of_move(self, saying: model.Saying, you: model.Expr, span: Span, made: model.Model) -> None:
        """Report a sentence of a move that uses a value that changes during play, or the player as a value."""
        title = "the sentence of a move may use only its parameters, constants and board data"
        phrases = saying.imperative, saying.log
        if (part := changing_part(phrases, made)) is not None:
            self.names.sink.add("E331", title, part.span, CHANGES)
        elif isinstance(you, model.Var) and any(
            isinstance(part, model.Var) and part.uid == you.uid for part in model.parts(phrases)
        ):
            self.names.sink.add("E331", title, span, "this sentence uses the player who makes the move",
                                hint="in a log line, write `{you}` or `{your}` alone in its braces")  # fmt: skip

    def ruling(self, decl: ast.Ruling) -> model.RulingOf:
        """Return the chosen answer to a question that the printed rules leave open.

        Raises:
            ErrorReported: Raised if the ruling is faulty.
        """
        constant = self.names.constants.get(decl.name.text)
        if constant is None:  # another check reports the invalid name
            raise ErrorReported
        value = str(constant.value)
        if isinstance(constant.type, model.Flag):
            value = "yes" if constant.value else "no"
        return model.RulingOf(self.about(decl), decl.title, decl.because, value)

    def about(self, decl: ast.Declaration | ast.TriggerLines, within: str = "") -> model.Clauses:
        """Return the name, citations and variant of a rule, or of a named line in the rule `within`."""
        name = f"{within}.{decl.name.text}" if within else decl.name.text
        origin = self.origins.get(name, self.origins.get(within or name, ""))
        return model.Clauses(name, decl.title, ast.clauses(decl.cites), decl.name.span, origin)

    def part(self, decl: ast.Action, part: str, span: Span, cites: tuple[str, ...] = ()) -> model.Clauses:
        """Return the name and citations of an unnamed part of an action, such as its limit."""
        name = decl.name.text
        return model.Clauses(f"{name}.{part}", "", cites, span, self.origins.get(name, ""))

    # ------------------------------------------------------------ values

    def value(self, decl: ast.Value) -> model.ValueRule:
        known = self.names.values[decl.name.text]
        scope, params = self.signatures.scopes[decl.name.text]
        inner = scope.inner()
        workings = []
        for word, expr in decl.workings:
            try:
                worked = self.expressions.check(expr, inner)
                var = self.names.new_var(word.text, worked.type, word.span)
                workings.append((var, worked))
                inner.names[word.text] = var
            except ErrorReported:
                inner.names[word.text] = Poisoned()
        plain = inner
        for case in decl.exceptions:
            plain = given(self.expressions, case.when, plain, False)
        base = self.result(decl.base, plain, known.type, decl.name.text)
        exceptions = []
        for case in decl.exceptions:
            try:
                when = self.expressions.flag(case.when, inner)
                value = self.result(case.value, given(self.expressions, case.when, inner), known.type)
                exceptions.append(model.ExceptionCase(self.about(case, decl.name.text), when, value))
            except ErrorReported:
                continue
        return model.ValueRule(self.about(decl), params, known.type, tuple(workings), base, tuple(exceptions))

    def result(self, expr: ast.Expr, scope: Scope, wanted: model.Type, of: str = "") -> model.Expr:
        """Check that an expression has the expected type.

        If the type is wrong, report a fault and return a placeholder.

        Args:
            of: The value that the expression defines; its uses cause no report if the expression is faulty.
        """
        try:
            value = self.expressions.check(expr, scope)
            if of in self.names.faulty_values:  # its type is unknown
                return value
            value = fitted(self.expressions, value, wanted)
            self.expressions.fits(value, wanted, expr.span, narrow=True)
            return value
        except ErrorReported:
            self.names.faulty_values |= {of} - {""}
            return model.Const(0, type=wanted, span=expr.span)

    # ------------------------------------------------------------ actions

    def action(self, decl: ast.Action) -> model.Action:
        name = decl.name.text
        scope, _ = self.signatures.scopes[name]
        you, params = self.signatures.action_params[name]
        inner = scope.inner()
        pays = CostCheck(self.names, self.statements, self.about)
        needs: list[model.Need] = []
        costs: list[model.Cost] = []
        accepts: list[model.Accept] = []
        for need in decl.needs:
            with suppress(ErrorReported):
                needs.append(model.Need(self.about(need, name), self.expressions.flag(need.condition, inner)))
                inner = given(self.expressions, need.condition, inner)
        for cost in decl.costs:
            with suppress(ErrorReported):
                if isinstance(cost, ast.Accept):
                    accepts.append(accept(pays, cost, name, inner))
                else:
                    costs += pays.costs(cost, name, inner)
        if decl.played_from is not None and decl.played_to is not None:
            with suppress(ErrorReported):
                about = self.part(decl, "card", decl.name.span, ast.clauses(decl.cites))
                costs.append(pays.card(decl, about, inner))
        opposed: tuple[tuple[int, int], ...] = ()
        if decl.form == "proposal":
            opposed = both_ways(params, costs)
            proposal = Proposal(self.names, you)
            params = tuple(map(proposal.term, params))
            payable = [need for cost in costs for need in proposal.payable(cost)]
            needs = [*proposal.needs(needs), *payable]
            costs = []
        check_together(pays, decl, costs, accepts)
        limit = self.limits.limit(decl, inner)
        then = self.statements.block(decl.then, inner)
        return model.Action(
            self.about(decl), you, params, decl.anytime, tuple(needs), tuple(costs), limit, then, tuple(accepts),
            says=saying_of(self.statements, decl.says, you, {param.var.name: param.var for param in params}),
            opposed=opposed, is_proposal=decl.form == "proposal",
            accepts_offer=decl.accepts_offer, declines_offer=decl.declines_offer,
            counters_offer=decl.counters_offer,
        )  # fmt: skip

    # ------------------------------------------------------------ phases and rules

    def routine(self, decl: ast.Phase | ast.Rule) -> model.Routine:
        scope, params = self.signatures.scopes[decl.name.text]
        skips = []
        if isinstance(decl, ast.Phase):
            for skip in decl.skips:
                with suppress(ErrorReported):
                    skips.append((self.expressions.flag(skip.when, scope), ast.clauses(skip.cites), skip.span))
        form = "phase" if isinstance(decl, ast.Phase) else "rule"
        body = self.statements.block(decl.body, scope)
        if isinstance(decl, ast.Phase):
            body = followed_by(self.statements, "phase", body, decl.after, scope)
        return model.Routine(self.about(decl), form, params, tuple(skips), body)

    # ------------------------------------------------------------ scoring

    def scoring(self, decl: ast.Scoring, made: model.Model) -> None:
        """Check the lines that add up to a seat's score."""
        var, scope = self._seat_scope(decl.name)
        made.score_var = var
        assert self.names.score is not None
        made.score_parts = parts_of(self.names.score)
        lines = []
        for line in decl.lines:
            with suppress(ErrorReported):
                points = self.expressions.number(line.value, scope, fractions=True)
                points = scaled(self.expressions, points, lcm(made.score_parts, parts_of(points.type)))
                lines.append(model.ScoreLine(self.about(line, "scoring"), points))
        made.score = tuple(lines)

    def ranking(self, decl: ast.Ranking, made: model.Model) -> None:
        """Check the keys that rank the seats. Raises `ErrorReported`."""
        var, scope = self._seat_scope(decl.name)
        made.rank_var = var
        made.ranking = tuple(
            model.OrderKey(key.most, order_value(self.expressions, key.by, scope)) for key in decl.order
        )

    def _seat_scope(self, word: ast.Word) -> tuple[model.Var, Scope]:
        """Declare a local variable for a seat, and return the variable with its scope."""
        var, scope = self.names.new_var(word.text, model.Ref(PLAYER), word.span), Scope()
        scope.names[word.text] = var
        return var, scope
