"""Statements: from what was written to model statements.

Each statement is checked on its own: a faulty one is reported and left out, and the rest of its block is still looked
at. A `let` whose value is faulty leaves its name behind as broken, so that uses of it stay silent.
"""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.decisions import Decisions
from dsl.checking.expressions import WIDE, bounds
from dsl.checking.kinds import PLAYER
from dsl.checking.names import BROKEN, Faulty, Scope, describe


class Statements(Decisions):
    """Checks statements. `in_given` allows what only a scenario's position may do: setting holders and money."""

    def block(self, block: ast.Block | None, scope: Scope) -> tuple[model.Statement, ...]:
        return self.all(block.body, scope.inner()) if block is not None else ()

    def all(self, body: tuple[ast.Statement, ...], scope: Scope) -> tuple[model.Statement, ...]:
        """All statements of a block that can be understood; names they declare go into `scope`."""
        self.changing.append(_changed(body))
        found = self._each(body, scope)
        self.changing.pop()
        return found

    def _each(self, body: tuple[ast.Statement, ...], scope: Scope) -> tuple[model.Statement, ...]:
        found = []
        for statement in body:
            try:
                found.append(self.one(statement, scope))
            except Faulty:
                for word in _declares(statement):
                    scope.names[word.text] = BROKEN
        return tuple(found)

    def one(self, s: ast.Statement, scope: Scope) -> model.Statement:
        cites = tuple(cite.clause for cite in s.cites)
        match s:
            case ast.Let():
                return self.let(s, scope, cites)
            case ast.Set():
                return self.set(s, scope, cites)
            case ast.Raise():
                return self.raise_(s, scope, cites)
            case ast.MovePieces():
                return self.move(s, scope, cites)
            case ast.Draw():
                return self.draw(s, scope, cites)
            case ast.Shuffle(span, _, stack):
                return model.Shuffle(self.holder(stack, scope, "", ("stack",)), span=span, cites=cites)
            case ast.Random():
                return self.random(s, scope, cites)
            case ast.Reveal():
                return self.reveal(s, scope, cites)
            case ast.Pays():
                source, target = self.purse(s.payer, scope), self.purse(s.payee, scope)
                return model.Pay(source, target, self.of.number(s.amount, scope), span=s.span, cites=cites)
        return self.decision(s, scope, cites)

    def decision(self, s: ast.Statement, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        match s:
            case ast.Act():
                return self.act(s, scope, cites)
            case ast.Chooses(span, _, who, binder, secret):
                seat = self.of.thing(who, scope, PLAYER)
                var, domain, where = self.bind(binder, scope, scope, seat)
                return model.Choose(seat, var, domain, where, False, (), (), secret, span=span, cites=cites)
            case ast.MayChoose():
                return self.may_choose(s, scope, cites)
            case ast.Secretly():
                return self.secretly(s, scope, cites)
            case ast.Window(span, _, binder, offers):
                inner = scope.inner()
                var, domain, where = self.bind(binder, scope, inner)
                self.fit_seat(var, binder.domain.span)
                return model.Window(var, domain, where, self.offers(offers, inner, var), span=span, cites=cites)
        return self.flow(s, scope, cites)

    def flow(self, s: ast.Statement, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        match s:
            case ast.Do(span, _, calls):
                return model.Do(tuple(self.call(call, scope) for call in calls), span=span, cites=cites)
            case ast.Stop(span, _, stops):
                return model.Stop(stops, span=span, cites=cites)
            case ast.If(span, _, when, then, otherwise):
                test = self.of.flag(when, scope)
                return model.IfDo(
                    test,
                    self.block(then, self.of.given(when, scope)),
                    self.block(otherwise, scope),
                    span=span,
                    cites=cites,
                )
            case ast.For(span, _, binder, body, order_by):
                inner = scope.inner()
                var, domain, where = self.bind(binder, scope, inner)
                by = self.of.thing(order_by, scope, PLAYER) if order_by is not None else None
                return model.ForEach(
                    var, domain, where, by, self.block(body, self.of.given(binder.where, inner)), span=span, cites=cites
                )
            case ast.Repeat(span, _, times, condition, body):
                number = self.of.number(times, scope)
                going = self.of.flag(condition, scope) if condition is not None else None
                return model.Repeat(number, going, self.block(body, scope), span=span, cites=cites)
            case ast.Once():
                return self.once(s, scope, cites)
            case ast.Woven(span, _, _, _, body):
                yes = model.Const(1, type=model.Flag(), span=span)
                return model.IfDo(yes, self.block(body, scope), (), self.about(s), span=span, cites=cites)
            case ast.TurnOf(span, _, binder, body):
                inner = scope.inner()
                var, domain, where = self.bind(binder, scope, inner, of_turn=True)
                self.fit_seat(var, binder.domain.span)
                return model.Turn(
                    domain, var, where, self.block(body, self.of.given(binder.where, inner)), span=span, cites=cites
                )
            case ast.Walks():
                return self.walks(s, scope, cites)
            case ast.Auction():
                return self.auction(s, scope, cites)
        raise AssertionError(f"no reading of {type(s).__name__}")

    # ------------------------------------------------------------ values

    def let(self, s: ast.Let, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        value = self.of.check(s.value, scope)
        if isinstance(value.type, model.Holder):
            self.of.fault("E316", "a local name cannot hold pieces", s.value.span, f"this is {describe(value.type)}")
        if isinstance(value, model.Listed) and not value.items:
            self.of.fault(
                "E307", "nobody can tell what this set will hold", s.value.span, "it is empty",
                hint="begin with its first member, or with `{x in S where no}`",
            )  # fmt: skip
        type_ = value.type
        if isinstance(type_, model.Int) and s.name.text in self.changing[-1]:
            type_ = model.Int(-WIDE, WIDE)
        var = self.declare(s.name, type_, scope)
        return model.Let(var, value, span=s.span, cites=cites)

    def reveal(self, s: ast.Reveal, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        """A field, or the top of a stack: `reveal deck.top`."""
        if isinstance(s.what, ast.Attribute) and s.what.name.text == "top":
            stack = self.holder(s.what.of, scope, "", ("stack",))
            return model.Reveal(stack, True, span=s.span, cites=cites)
        found = self.of.check(s.what, scope)
        if not isinstance(found, model.Slot):
            self.of.fault("E316", "only a field can be revealed", s.what.span, f"this is {describe(found.type)}")
        return model.Reveal(found, span=s.span, cites=cites)

    def set(self, s: ast.Set, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        target = self.of.check(s.target, scope)
        value = self.of.check(s.value, scope)
        if isinstance(target, model.Var):
            self.of.fits(value, target.type, s.value.span, narrow=True)
            return model.Assign(target, value, span=s.span, cites=cites)
        if not isinstance(target, model.Slot) or (
            isinstance(s.target, ast.Name) and s.target.text in self.names.constants
        ):
            self.of.fault("E316", "this cannot be set", s.target.span, "only fields and local names change")
        held = target.field.type
        if self.in_given:
            return self.set_given(s, target, value, cites)
        if isinstance(held, model.Holder) and held.form != "set":
            self.of.fault("E316", f"what lies in {describe(held)} cannot be set", s.target.span, "pieces only move",
                          hint="use `move … from … to …`")  # fmt: skip
        if isinstance(held, model.Int) and held.money:
            self.of.fault("E316", "money cannot be set", s.target.span, "money only changes hands",
                          hint="use `bank pays … to …`")  # fmt: skip
        self.of.fits(value, target.type, s.value.span, narrow=True)
        return model.Assign(target, value, span=s.span, cites=cites)

    def set_given(self, s: ast.Set, target: model.Slot, value: model.Expr, cites: tuple[str, ...]) -> model.Statement:
        held = target.field.type
        if isinstance(held, model.Holder) and held.form in ("bag", "row") and isinstance(value.type, model.Many):
            if isinstance(value, model.Listed) and not value.items:
                value = model.Amounts((), type=model.Bag(held.kind), span=value.span)
        elif not isinstance(held, model.Holder) or held.form in ("space", "set"):
            self.of.fits(value, target.type, s.value.span, narrow=True)
        return model.Assign(target, value, span=s.span, cites=cites)

    def raise_(self, s: ast.Raise, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        target, by = self.of.check(s.target, scope), self.of.number(s.by, scope)
        if not isinstance(target, (model.Slot, model.Var)) or not isinstance(target.type, model.Int):
            self.of.fault(
                "E305",
                "only a number can be raised or lowered",
                s.target.span,
                f"this is {describe(target.type)}",
            )
        if target.type.money:
            self.of.fault("E316", "money cannot be raised or lowered", s.target.span, "money only changes hands",
                          hint="use `bank pays … to …`")  # fmt: skip
        low, _ = bounds(by)
        if low > target.type.high - target.type.low and not s.bound:
            self.of.fault("E311", f"this always leaves {describe(target.type)}", s.by.span, f"it is at least {low}",
                          hint="say `clamped` to stop at the end of the range, or `wrapping` to go round")  # fmt: skip
        return model.Adjust(target, by, s.down, s.bound, span=s.span, cites=cites)

    def random(self, s: ast.Random, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        domain, member = self.of.domain(s.domain, scope)
        if isinstance(s.target, ast.Name) and scope.find(s.target.text) is None and self.names.is_free(s.target.text):
            var = self.declare(ast.Word(s.target.span, s.target.text), member, scope)
            return model.Random(var, domain, span=s.span, cites=cites)
        target = self.of.check(s.target, scope)
        if not isinstance(target, (model.Slot, model.Var)):
            self.of.fault("E316", "chance can only set a field or a new name", s.target.span)
        self.of.fits(model.Const(0, type=member, span=s.domain.span), target.type, s.domain.span)
        return model.Random(target, domain, span=s.span, cites=cites)


def _changed(body: tuple[ast.Statement, ...]) -> set[str]:
    """The local names that statements set, raise or lower: their first value says little about their range."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    targets = [node.target for node in nodes if isinstance(node, (ast.Set, ast.Raise))]
    return {target.text for target in targets if isinstance(target, ast.Name)}


def _declares(statement: ast.Statement) -> list[ast.Word]:
    match statement:
        case ast.Let(_, _, name, _) | ast.Secretly(_, _, _, name, _):
            return [name]
        case ast.Random(_, _, ast.Name(span, text), _):
            return [ast.Word(span, text)]
        case ast.Chooses(_, _, _, binder):
            return [binder.name]
    return []
