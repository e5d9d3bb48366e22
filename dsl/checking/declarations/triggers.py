"""Checks the triggers that wake on a condition (`as soon as`) or on an event (`each time`).

`dsl.desugaring.triggers` has already merged triggers that run before or after a rule.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from dsl import ast, model
from dsl.checking.declarations.domains import type_of_domain
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.holders import common, slot
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Names, Scope
from dsl.checking.statements.statement_checker import StatementChecker
from dsl.checking.types import plain
from dsl.diagnostics import ErrorReported, wording
from dsl.source import NOWHERE, Span
from dsl.syntax import HOLDINGS

FLAG = model.Flag()


def wake(statements: StatementChecker, decl: ast.Trigger, about: model.Clauses) -> model.StateTrigger:
    """Check an `as soon as` trigger, which may have one parameter for a thing of a kind.

    Raises:
        ErrorReported: Raised if the trigger is faulty.
    """
    assert decl.when is not None
    names, expressions = statements.names, statements.expressions
    scope = Scope()
    var, domain = None, None
    keys: tuple[tuple[int, int], ...] = ()
    key_kinds: tuple[str, ...] = ()
    if decl.params:
        param = decl.params[0]
        domain, member = expressions.domain(param.domain.of or ast.Braces(param.span, ()), scope)
        if len(decl.params) > 1 or not isinstance(domain, model.Things) or param.where is not None:
            title = "an `as soon as` trigger can have only one parameter, a thing of one kind"
            expressions.fault("E307", title, (decl.params[1] if len(decl.params) > 1 else param).span)
        var = names.new_var(param.name.text, member, param.name.span)
        scope.names[param.name.text] = var
        kind = names.table.kinds[domain.kind]
        keys, key_kinds = ((kind.first, kind.size),), (kind.name,)
    condition = expressions.flag(decl.when, scope)
    name = f"was_{decl.name.text}"
    was = model.StateField(name, "", keys, key_kinds, FLAG, "hidden", "", builtin=True, span=decl.span)
    return model.StateTrigger(about, var, domain, condition, was, statements.block_where(decl.when, decl.body, scope))


def listener(statements: StatementChecker, decl: ast.Trigger, about: model.Clauses) -> model.EventTrigger:
    """Check an `each time` trigger. Raises `ErrorReported`."""
    return _EventCheck(statements, decl).listener(about)


@dataclass(slots=True)
class _EventCheck:
    """Checks the event of a trigger, which must mention each parameter exactly once."""

    statements: StatementChecker
    decl: ast.Trigger
    scope: Scope = field(default_factory=Scope)
    params: dict[str, tuple[model.Var, ast.Param]] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)
    fits: list[model.Expr] = field(default_factory=list)
    named: list[tuple[model.Var, model.Expr]] = field(default_factory=list)

    @property
    def names(self) -> Names:
        return self.statements.names

    @property
    def expressions(self) -> ExpressionChecker:
        return self.statements.expressions

    @property
    def event(self) -> ast.Event:
        assert self.decl.event is not None
        return self.decl.event

    def listener(self, about: model.Clauses) -> model.EventTrigger:
        you = self.names.new_var("you", model.Ref(PLAYER), self.decl.name.span)
        self.scope.names["you"] = you
        for param in self.decl.params:
            self._declare(param)
        event, watched = self.event, self._watched()
        owner = self._part(watched.owner, watched.field.kind) if watched.owner is not None else None
        keys = tuple(self._part(key, kind) for key, kind in zip(watched.keys, watched.field.key_kinds, strict=True))
        item = old = new = None
        if isinstance(watched.field.type, model.Holder) and event.item is not None:
            item = self._value(event.item, model.Ref(watched.field.type.kind))
        else:
            old = self._value(event.old, watched.type) if event.old is not None else None
            new = self._value(event.new, watched.type) if event.new is not None else None
        for name, (_, param) in self.params.items():
            if name not in self.bound:
                label = "the event must mention every parameter"
                self._fault(f"the event does not mention `{name}`", param.name.span, label)
        return model.EventTrigger(
            about, event.form, watched.field, you, owner, keys, item, old, new, _all(self.fits), tuple(self.named),
            self._condition(), self.statements.block_where(self.decl.when, self.decl.body, self.scope),
        )  # fmt: skip

    def _fault(self, title: str, span: Span, label: str = "", hint: str = "") -> None:
        self.expressions.fault("E341", title, span, label, hint=hint)

    def _declare(self, param: ast.Param) -> None:
        self.expressions.check_free(param.name)
        if param.name.text in self.scope.names:
            wording.declared_twice(self.names.sink, param.name.text, param.name.span)
        type_ = type_of_domain(self.expressions, param.domain, Scope())
        if not isinstance(type_, (model.Int, model.Flag, model.Ref)):
            self._fault("a trigger parameter must be a number, a flag or a thing", param.domain.span)
        var = self.names.new_var(param.name.text, plain(type_), param.name.span)
        self.scope.names[param.name.text] = var
        self.params[param.name.text] = (var, param)

    # ------------------------------------------------------------ the event

    def _watched(self) -> model.Slot:
        """Return the field or holder that an event watches. Raises `ErrorReported`."""
        event = self.event
        found = self._of_supply() or self.expressions.check(event.field, self.scope)
        if not isinstance(found, model.Slot) or found.field.name in ("player", "round_number"):
            label = "for a computed value, write `as soon as …`"
            self._fault("only fields can be watched", event.field.span, label)
        assert isinstance(found, model.Slot)
        held = isinstance(found.field.type, model.Holder) and not found.field.type.traits.references
        if held and event.form == "changes":
            hint = f"write `each time x enters {event.field.span.text}`, or `leaves`"
            title = "a holder does not change; pieces enter or leave it"
            self._fault(title, event.field.span, "this is a holder", hint)
        if not held and event.form != "changes":
            hint = f"write `each time {event.field.span.text} changes`"
            self._fault(f"nothing {event.form} a field that holds no pieces", event.field.span, "", hint)
        return found

    def _of_supply(self) -> model.Slot | None:
        """Return the `supply` or `box` to which an event refers, for the kind of the moved items.

        Return None if the event refers to no supply or box.
        """
        event = self.event
        if not isinstance(event.field, ast.Name) or event.field.text not in HOLDINGS or event.item is None:
            return None
        var = self.params[event.item.text][0] if event.item.text in self.params else None
        if var is None or not isinstance(var.type, model.Ref):
            return None
        return slot(common(self.expressions, event.field.text, var.type.kind, event.field.span), None, (), event.span)

    def _part(self, part: model.Expr, kind: str) -> model.Var:
        """Return the local variable for the owner or a key of the watched field.

        The event identifies the owner or key by a parameter or by a constant expression. Raises
        `ErrorReported`.
        """
        of: model.Type = model.Ref(kind) if kind else plain(part.type)
        if isinstance(part, model.Var) and part.name in self.params:
            return self._meant(part.name, of)
        if any(isinstance(each, (model.Var, model.Slot, model.CallValue)) for each in model.parts(part)):
            label = "add a parameter of this name to the trigger" if isinstance(part, model.Var) else ""
            hint = f"declare the thing as a parameter: `trigger {self.decl.name.text}(x: …) each time x.…`"
            self._fault("the event must name the owner or key of the field directly", part.span, label, hint)
        raw = self.names.new_var("whose", of, part.span)
        self.fits.append(model.Compare("=", raw, part, type=FLAG, span=NOWHERE))
        return raw

    def _value(self, word: ast.Word, of: model.Type) -> model.Var:
        """Return the local variable for a moved item, an old value or a new value.

        Raises `ErrorReported`.
        """
        if word.text not in self.params:
            hint = f"write `trigger {self.decl.name.text}({word.text}: …)`"
            self._fault(f"`{word.text}` is not a parameter of the trigger", word.span, "unknown", hint)
        if not isinstance(of, (model.Int, model.Flag, model.Ref)):
            self._fault("old and new values exist only for numbers, flags and things", word.span)
        return self._meant(word.text, plain(of))

    def _meant(self, name: str, of: model.Type) -> model.Var:
        """Return the local variable in which an event stores the value of a parameter.

        If the parameter's domain excludes some of the field's values, the trigger fires only for values inside the
        domain. Raises `ErrorReported`.
        """
        var, param = self.params[name]
        if name in self.bound:
            self._fault(f"`{name}` appears twice in the event", param.name.span)
        self.bound.add(name)
        self.expressions.fits(model.Const(0, type=of, span=param.span), var.type, param.domain.span, narrow=True)
        if isinstance(var.type, model.Flag) or param.domain.of is None:
            return var
        domain, _ = self.expressions.domain(param.domain.of, Scope())
        whole = isinstance(domain, model.Things) or (isinstance(var.type, model.Int) and _is_range(domain))
        if var.type == of and whole:
            return var
        raw = self.names.new_var(name, of, var.span)
        test: model.Expr = model.In(raw, domain, type=FLAG, span=NOWHERE)
        if param.domain.form == "or none":
            nothing = model.Const(model.NONE, type=model.Ref("", True), span=NOWHERE)
            is_none = model.Compare("=", raw, nothing, type=FLAG, span=NOWHERE)
            test = model.Or(is_none, test, type=FLAG, span=NOWHERE)
        self.fits.append(test)
        self.named.append((var, raw))
        return raw

    def _condition(self) -> model.Expr | None:
        """Combine `when` and all `where` conditions into one, or return None if there are none."""
        written = [param.where for _, param in self.params.values() if param.where is not None]
        written += [self.decl.when] if self.decl.when is not None else []
        found: list[model.Expr] = []
        for condition in written:
            with suppress(ErrorReported):
                found.append(self.expressions.flag(condition, self.scope))
        return _all(found)


def _is_range(domain: model.Expr) -> bool:
    """Return True if a domain is a range without gaps."""
    return isinstance(domain, model.RangeOf) and domain.step == 1


def _all(tests: list[model.Expr]) -> model.Expr | None:
    if not tests:
        return None
    found = tests[0]
    for test in tests[1:]:
        found = model.And(found, test, type=FLAG, span=found.span.to(test.span) if found.span != NOWHERE else NOWHERE)
    return found
