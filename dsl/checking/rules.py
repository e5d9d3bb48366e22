"""Rules: values, actions, phases, ends and scoring, body by body, into the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dsl import ast, model
from dsl.checking.costs import CostCheck
from dsl.checking.expressions import Expressions
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Faulty, Names, Scope
from dsl.checking.signatures import Signatures
from dsl.checking.statements import Statements
from dsl.source import Span


@dataclass(slots=True)
class RulesCheck:
    """Checks all bodies. A faulty need, cost or statement is left out; the rest is still looked at."""

    names: Names
    of: Expressions
    statements: Statements
    signatures: Signatures
    origins: Mapping[str, str]
    fields: list[model.StateField] = field(default_factory=list)
    """Fields that rules need for themselves: uses of limited actions, memories of triggers."""

    def fill(self, made: model.Model, declarations: Sequence[ast.Declaration]) -> None:
        self.statements.about = self.about
        for decl in declarations:
            match decl:
                case ast.Value():
                    made.values[decl.name.text] = self.value(decl)
                case ast.Action():
                    made.actions[decl.name.text] = self.action(decl)
                case ast.Phase() | ast.Rule():
                    made.routines[decl.name.text] = self.routine(decl)
                case ast.Setup() | ast.Round():
                    body = self.statements.block(decl.body, Scope())
                    made.routines[decl.name.text] = model.Routine(self.about(decl), decl.name.text, (), (), body)
                case ast.Trigger(wake="when"):
                    self.wake(decl, made)
                case ast.End():
                    self.guarded(lambda decl=decl: made.endings.append(
                        model.Ending(self.about(decl), decl.time, self.of.flag(decl.when, Scope()))))  # fmt: skip
                case ast.Scoring():
                    self.scoring(decl, made)
                case ast.Ranking():
                    self.guarded(lambda decl=decl: self.ranking(decl, made))
                case ast.Ruling():
                    value = "yes" if self.names.constants[decl.name.text].value else "no"
                    if not isinstance(self.names.constants[decl.name.text].type, model.Flag):
                        value = str(self.names.constants[decl.name.text].value)
                    made.rulings.append(model.RulingOf(self.about(decl), decl.title, decl.because, value))
        self._whole(made, declarations)

    def _whole(self, made: model.Model, declarations: Sequence[ast.Declaration]) -> None:
        """What every rulebook has: one round, at most one set-up, and an end."""
        sink, heading = self.names.sink, next(d for d in declarations if isinstance(d, ast.Rulebook)).name.span
        for kind, word in ((ast.Round, "round"), (ast.Setup, "setup")):
            found = [decl for decl in declarations if isinstance(decl, kind)]
            if len(found) > 1:
                sink.add(
                    "E318", f"the rulebook has two `{word}` blocks", found[1].name.span, "the second one",
                    related=[(found[0].name.span, "the first one")], hint="put them together",
                )  # fmt: skip
            elif not found and kind is ast.Round:
                sink.add(
                    "E318", "the rulebook has no `round`", heading, "nothing is ever done",
                    hint="`round` says what happens again and again",
                )  # fmt: skip
        if not any(isinstance(decl, ast.End) for decl in declarations) and not _stops_game(declarations):
            sink.add(
                "E318", "the game never ends", heading, "no `end` is declared",
                hint="add `end name at once when …`",
            )  # fmt: skip
        if "setup" not in made.routines:
            made.routines["setup"] = model.Routine(model.Clauses("setup", "", (), heading), "setup", (), (), ())

    def guarded(self, step: object) -> None:
        assert callable(step)
        try:
            step()
        except Faulty:
            return

    def about(self, decl: ast.Declaration | ast.Woven, within: str = "") -> model.Clauses:
        name = f"{within}.{decl.name.text}" if within else decl.name.text
        cites = tuple(cite.clause for cite in decl.cites)
        origin = self.origins.get(name, self.origins.get(within or name, ""))
        return model.Clauses(name, decl.title, cites, decl.name.span, origin)

    def part(self, decl: ast.Action, part: str, span: Span, cites: tuple[str, ...] = ()) -> model.Clauses:
        """What a part of an action that has no name of its own is called."""
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
                found = self.of.check(expr, inner)
                var = self.names.new_var(word.text, found.type, word.span)
                workings.append((var, found))
                inner.names[word.text] = var
            except Faulty:
                inner.names[word.text] = self.names.new_var(word.text, model.Int(0, 0), word.span)
        base = self.result(decl.base, inner, known.type)
        exceptions = []
        for case in decl.exceptions:
            try:
                when = self.of.flag(case.when, inner)
                value = self.result(case.value, self.of.given(case.when, inner), known.type)
                exceptions.append(model.ExceptionCase(self.about(case, decl.name.text), when, value))
            except Faulty:
                continue
        return model.ValueRule(self.about(decl), params, known.type, tuple(workings), base, tuple(exceptions))

    def result(self, expr: ast.Expr, scope: Scope, wanted: model.Type) -> model.Expr:
        try:
            found = self.of.check(expr, scope)
            self.of.fits(found, wanted, expr.span, narrow=True)
            return found
        except Faulty:
            return model.Const(0, type=wanted, span=expr.span)

    # ------------------------------------------------------------ actions

    def action(self, decl: ast.Action) -> model.Action:
        name = decl.name.text
        scope, _ = self.signatures.scopes[name]
        you, params = self.signatures.action_params[name]
        inner = scope.inner()
        pays = CostCheck(self.names, self.of, self.statements, self.about)
        needs, costs = [], []
        for need in decl.needs:
            try:
                needs.append(model.Need(self.about(need, name), self.of.flag(need.condition, inner)))
            except Faulty:
                continue
        for cost in decl.costs:
            try:
                costs.append(pays.cost(cost, name, inner))
            except Faulty:
                continue
        if decl.played_from is not None and decl.played_to is not None:
            self.guarded(lambda: costs.append(pays.card(decl, self.part(decl, "card", decl.name.span), inner)))
        if decl.form == "proposal":
            needs += [need for cost in costs for need in pays.payable(cost)]
            costs = []
        limit = self.limit(decl, inner) if decl.limit is not None else None
        then = self.statements.block(decl.then, inner)
        return model.Action(self.about(decl), you, params, decl.anytime, tuple(needs), tuple(costs), limit, then)

    def limit(self, decl: ast.Action, scope: Scope) -> model.Limit | None:
        assert decl.limit is not None
        try:
            number = self.of.number(decl.limit.number, scope)
        except Faulty:
            return None
        assert isinstance(number.type, model.Int)
        scope_word = "" if decl.limit.scope == "game" else decl.limit.scope
        most = max(1, min(1000, number.type.high))
        uses = model.StateField(
            f"uses_of_{decl.name.text}", "", ((0, self.names.players),), (PLAYER,), model.Int(0, most), "open",
            scope_word,
            builtin=True, span=decl.limit.span,
        )  # fmt: skip
        self.fields.append(uses)
        cites = tuple(cite.clause for cite in decl.limit.cites)
        about = self.part(decl, "limit", decl.limit.span, cites)
        return model.Limit(number, decl.limit.scope, uses, about)

    # ------------------------------------------------------------ phases, rules, triggers

    def routine(self, decl: ast.Phase | ast.Rule) -> model.Routine:
        scope, params = self.signatures.scopes[decl.name.text]
        skips = []
        if isinstance(decl, ast.Phase):
            for skip in decl.skips:
                try:
                    skips.append((self.of.flag(skip.when, scope), tuple(c.clause for c in skip.cites), skip.span))
                except Faulty:
                    continue
        form = "phase" if isinstance(decl, ast.Phase) else "rule"
        body = self.statements.block(decl.body, scope)
        return model.Routine(self.about(decl), form, params, tuple(skips), body)

    def wake(self, decl: ast.Trigger, made: model.Model) -> None:
        assert decl.when is not None
        scope = Scope()
        var, domain = None, None
        keys: tuple[tuple[int, int], ...] = ()
        key_kinds: tuple[str, ...] = ()
        try:
            if decl.params:
                param = decl.params[0]
                domain, member = self.of.domain(param.domain.of or ast.Braces(param.span, ()), scope)
                if len(decl.params) > 1 or not isinstance(domain, model.Things):
                    self.of.fault("E307", "such a trigger wakes for each thing of one kind", param.span)
                var = self.names.new_var(param.name.text, member, param.name.span)
                scope.names[param.name.text] = var
                kind = self.names.table.kinds[domain.kind]
                keys, key_kinds = ((kind.first, kind.size),), (kind.name,)
            condition = self.of.flag(decl.when, scope)
        except Faulty:
            return
        was = model.StateField(
            f"was_{decl.name.text}",
            "",
            keys,
            key_kinds,
            model.Flag(),
            "hidden",
            "",
            builtin=True,
            span=decl.span,
        )
        self.fields.append(was)
        body = self.statements.block(decl.body, scope)
        made.wakes.append(model.Wake(self.about(decl), var, domain, condition, was, body))

    # ------------------------------------------------------------ scoring

    def scoring(self, decl: ast.Scoring, made: model.Model) -> None:
        scope = Scope()
        var = self.names.new_var(decl.name.text, model.Ref(PLAYER), decl.name.span)
        scope.names[decl.name.text] = var
        made.score_var = var
        lines = []
        for line in decl.lines:
            try:
                lines.append(model.ScoreLine(self.about(line, "scoring"), self.of.number(line.value, scope)))
            except Faulty:
                continue
        made.score = tuple(lines)

    def ranking(self, decl: ast.Ranking, made: model.Model) -> None:
        scope = Scope()
        var = self.names.new_var(decl.name.text, model.Ref(PLAYER), decl.name.span)
        scope.names[decl.name.text] = var
        made.rank_var = var
        made.ranking = tuple(model.OrderKey(key.most, self.of.order_value(key.by, scope)) for key in decl.order)


def _stops_game(declarations: Sequence[ast.Declaration]) -> bool:
    """Asked of what was written: a faulty line is told of as such, not as an end that is missing."""
    parts = (part for decl in declarations for part in ast.walk(decl))
    return any(isinstance(part, ast.Stop) and part.scope == "game" for part in parts)
