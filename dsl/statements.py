"""Statements: from what was written to model statements.

Each statement is checked on its own: a faulty one is reported and left out, and the rest of its block is still looked
at. A `let` whose value is faulty leaves its name behind as broken, so that uses of it stay silent.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import ast, model
from dsl.diagnostics import did_you_mean
from dsl.expressions import Expressions, bounds
from dsl.kinds import PLAYER
from dsl.lookups import HOLDING_WORDS, slot
from dsl.names import BROKEN, Chosen, Faulty, Names, Scope, describe
from dsl.source import Span


class Statements:
    """Checks statements. `in_given` allows what only a scenario's position may do: setting holders and money."""

    def __init__(self, names: Names, expressions: Expressions, in_given: bool = False) -> None:
        self.names, self.of, self.in_given = names, expressions, in_given
        self.new_fields: list[model.StateField] = []
        """Fields that statements need for themselves: secret choices."""

    def block(self, block: ast.Block | None, scope: Scope) -> tuple[model.Statement, ...]:
        return self.all(block.body, scope.inner()) if block is not None else ()

    def all(self, body: tuple[ast.Statement, ...], scope: Scope) -> tuple[model.Statement, ...]:
        """All statements of a block that can be understood; names they declare go into `scope`."""
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
                value = self.of.check(s.value, scope)
                if isinstance(value.type, (model.Holder, model.Bag)):
                    self.of.fault("E316", "a local name cannot hold pieces", s.value.span, f"this is {describe(value.type)}")
                var = self.declare(s.name, value.type, scope)
                return model.Let(var, value, span=s.span, cites=cites)
            case ast.Set():
                return self.set(s, scope, cites)
            case ast.Raise():
                return self.raise_(s, scope, cites)
            case ast.Move():
                return self.move(s, scope, cites)
            case ast.Draw():
                return self.draw(s, scope, cites)
            case ast.Shuffle(span, _, stack):
                return model.Shuffle(self.holder(stack, scope, "", ("stack",)), span=span, cites=cites)
            case ast.Random():
                return self.random(s, scope, cites)
            case ast.Reveal(span, _, what):
                found = self.of.check(what, scope)
                if not isinstance(found, model.Slot):
                    self.of.fault("E316", "only a field can be revealed", what.span)
                return model.Reveal(found, span=span, cites=cites)
            case ast.Pays():
                source, target = self.purse(s.payer, scope), self.purse(s.payee, scope)
                return model.Pay(source, target, self.of.number(s.amount, scope), span=s.span, cites=cites)
        return self.decision(s, scope, cites)

    def decision(self, s: ast.Statement, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        match s:
            case ast.Act():
                return self.act(s, scope, cites)
            case ast.Chooses(span, _, who, binder):
                seat = self.of.thing(who, scope, PLAYER)
                var, domain, where = self.bind(binder, scope, scope, seat)
                return model.Choose(seat, var, domain, where, False, (), (), span=span, cites=cites)
            case ast.MayChoose(span, _, who, binder, then, otherwise):
                seat = self.of.thing(who, scope, PLAYER)
                inner = scope.inner()
                var, domain, where = self.bind(binder, scope, inner, seat)
                return model.Choose(seat, var, domain, where, True, self.block(then, inner), self.block(otherwise, scope),
                                    span=span, cites=cites)  # fmt: skip
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
                return model.IfDo(test, self.block(then, scope), self.block(otherwise, scope), span=span, cites=cites)
            case ast.For(span, _, binder, body, order_by):
                inner = scope.inner()
                var, domain, where = self.bind(binder, scope, inner)
                by = self.of.thing(order_by, scope, PLAYER) if order_by is not None else None
                return model.ForEach(var, domain, where, by, self.block(body, inner), span=span, cites=cites)
            case ast.Repeat(span, _, times, condition, body):
                number = self.of.number(times, scope)
                test = self.of.flag(condition, scope) if condition is not None else None
                return model.Repeat(number, test, self.block(body, scope), span=span, cites=cites)
            case ast.TurnOf(span, _, binder, body):
                inner = scope.inner()
                var, domain, where = self.bind(binder, scope, inner, of_turn=True)
                self.fit_seat(var, binder.domain.span)
                return model.Turn(domain, var, where, self.block(body, inner), span=span, cites=cites)
            case ast.Walks():
                return self.walks(s, scope, cites)
            case ast.Auction():
                return self.auction(s, scope, cites)
        raise AssertionError(f"no reading of {type(s).__name__}")

    # ------------------------------------------------------------ names

    def declare(self, word: ast.Word, type_: model.Type, scope: Scope, of_turn: bool = False) -> model.Var:
        if not (of_turn and word.text == "player"):
            self.of.check_free(word)
        if isinstance(type_, model.Int):
            type_ = model.Int(type_.low, type_.high)
        var = self.names.new_var(word.text, type_, word.span)
        scope.names[word.text] = var
        return var

    def bind(
        self, binder: ast.Binder, scope: Scope, target: Scope, you: model.Expr | None = None, of_turn: bool = False
    ) -> tuple[model.Var, model.Expr, model.Expr | None]:
        """A binder: its name goes into `target`. `you` is known while the domain of a choice is read."""
        outer = scope
        if you is not None:
            outer = scope.inner()
            outer.names["you"] = you
        domain, member = self.of.domain(binder.domain, outer)
        var = self.declare(binder.name, member, target, of_turn)
        inner = outer.inner()
        inner.names[var.name] = var
        where = self.of.flag(binder.where, inner) if binder.where is not None else None
        return var, domain, where

    def fit_seat(self, var: model.Var, span: Span) -> None:
        if not (isinstance(var.type, model.Ref) and var.type.kind == PLAYER):
            self.of.fault("E304", "seats are needed here", span, f"these are {describe(var.type)}",
                          hint="`Player`, or `clockwise(…)` for an order")  # fmt: skip

    # ------------------------------------------------------------ values

    def set(self, s: ast.Set, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        target = self.of.check(s.target, scope)
        value = self.of.check(s.value, scope)
        if isinstance(target, model.Var):
            self.of.fits(value, target.type, s.value.span, narrow=True)
            return model.Assign(target, value, span=s.span, cites=cites)
        if not isinstance(target, model.Slot) or isinstance(s.target, ast.Name) and s.target.text in self.names.constants:
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
            self.of.fault("E305", "only a number can be raised or lowered", s.target.span, f"this is {describe(target.type)}")
        if target.type.money:
            self.of.fault("E316", "money cannot be raised or lowered", s.target.span, "money only changes hands",
                          hint="use `bank pays … to …`")  # fmt: skip
        low, high = bounds(by)
        if low > target.type.high - target.type.low and not s.bound:
            self.of.fault("E311", f"this always leaves {describe(target.type)}", s.by.span, f"it is at least {low}",
                          hint="say `clamped` to stop at the end of the range, or `wrapping` to go round")  # fmt: skip
        return model.Adjust(target, by, s.down, s.bound, span=s.span, cites=cites)

    def random(self, s: ast.Random, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        domain, member = self.of.domain(s.domain, scope)
        if isinstance(s.target, ast.Name) and scope.find(s.target.text) is None and (
            self.names.state_field("", s.target.text) is None
        ):
            var = self.declare(ast.Word(s.target.span, s.target.text), member, scope)
            return model.Random(var, domain, span=s.span, cites=cites)
        target = self.of.check(s.target, scope)
        if not isinstance(target, (model.Slot, model.Var)):
            self.of.fault("E316", "chance can only set a field or a new name", s.target.span)
        self.of.fits(model.Const(0, type=member, span=s.domain.span), target.type, s.domain.span)
        return model.Random(target, domain, span=s.span, cites=cites)

    # ------------------------------------------------------------ things that move

    def holder(self, expr: ast.Expr, scope: Scope, kind: str, forms: tuple[str, ...] = ()) -> model.Slot:
        """A field that holds things; `supply` and `box` need the kind from elsewhere."""
        if isinstance(expr, ast.Name) and expr.text in HOLDING_WORDS and scope.find(expr.text) is None:
            if not kind:
                self.of.fault("E316", f"the {expr.text} of which kind?", expr.span, "say what is moved",
                              hint="`move everything` needs a holder of one kind")  # fmt: skip
            return slot(self.of.common(expr.text, kind, expr.span), None, (), expr.span)
        found = self.of.check(expr, scope)
        if isinstance(found, model.Slot) and isinstance(found.field.type, model.Holder):
            held = found.field.type
            if forms and held.form not in forms:
                self.of.fault("E316", f"a {' or '.join(forms)} is needed here", expr.span, f"this is {describe(held)}")
            if kind and self.names.table.kinds[held.kind].root != self.names.table.kinds[kind].root:
                self.of.fault("E316", f"{describe(held)} cannot hold a {kind}", expr.span)
            return found
        self.of.fault("E316", "nothing can lie here", expr.span, f"this is {describe(found.type)}",
                      hint="a bag, row, pile, stack or space is needed")

    def is_common(self, expr: ast.Expr, scope: Scope) -> bool:
        return isinstance(expr, ast.Name) and expr.text in HOLDING_WORDS and scope.find(expr.text) is None

    def held_kind(self, holder: model.Slot) -> str:
        assert isinstance(holder.field.type, model.Holder)
        return holder.field.type.kind

    def move(self, s: ast.Move, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        known = next((end for end in (s.source, s.target) if not self.is_common(end, scope)), None)
        kind = self.held_kind(self.holder(known, scope, "")) if known is not None else self.moved_kind(s, scope)
        source, target = self.holder(s.source, scope, kind), self.holder(s.target, scope, kind)
        parts = self.moved(s.moved, scope, source, target) if s.moved is not None else {}
        return model.Move(source, target, span=s.span, cites=cites, **parts)

    def moved_kind(self, s: ast.Move, scope: Scope) -> str:
        if isinstance(s.moved, ast.Amount):
            return self.of.sort_of(s.moved.sort, scope)[0]
        if s.moved is not None:
            type_ = self.of.check(s.moved, scope).type
            if isinstance(type_, (model.Bag, model.Ref)) and type_.kind:
                return type_.kind
        self.of.fault("E316", "what is moved?", s.span, "name the pieces")

    def moved(self, expr: ast.Expr, scope: Scope, source: model.Slot, target: model.Slot | None) -> dict[str, object]:
        """What a move takes: so many of a sort, a bag, one thing, or several things."""
        kind = self.held_kind(source)
        if isinstance(expr, ast.Amount):
            number = self.of.number(expr.number, scope)
            of_kind, sort = self.of.sort_of(expr.sort, scope)
            if self.names.table.kinds[of_kind].root != self.names.table.kinds[kind].root:
                self.of.fault("E316", f"{describe(source.field.type)} holds no {of_kind}", expr.span)
            return {"number": number, "sort": sort if sort is not None else self.own_sort(expr, source, target)}
        found = self.of.check(expr, scope)
        match self.of.contents(found):
            case model.Bag(held) if held == kind:
                return {"bag": found}
            case model.Ref(held) if held and self.names.table.kinds[held].fungible and self.related(held, kind):
                return {"number": model.Const(1, type=model.Int(1, 1), span=expr.span), "sort": found}
            case model.Ref(held) if held and not self.names.table.kinds[held].fungible and self.related(held, kind):
                return {"thing": found}
            case model.Many(model.Ref(held)) if held and not self.names.table.kinds[held].fungible and self.related(held, kind):
                return {"thing": found, "many": True}
        self.of.fault("E316", f"this cannot be moved out of {describe(source.field.type)}", expr.span,
                      f"this is {describe(found.type)}", hint="pieces are counted, as in `2 of Wool`")

    def related(self, kind: str, other: str) -> bool:
        return self.names.table.kinds[kind].root == self.names.table.kinds[other].root

    def own_sort(self, expr: ast.Amount, source: model.Slot, target: model.Slot | None) -> model.Expr:
        """The sort of a player's own pieces: told by an `own` bag that they come from or go to."""
        for end in (source, target):
            if end is not None and isinstance(end.field.type, model.Holder) and end.field.type.own and end.owner is not None:
                return replace(end.owner, type=model.Ref(end.field.type.kind))
        kind = self.held_kind(source)
        self.of.fault("E314", f"which {kind}?", expr.sort.span, "there are several sorts", hint=f"name one, as in `1 of {kind}(player)`")

    def draw(self, s: ast.Draw, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        number = self.of.number(s.number, scope)
        target = self.holder(s.target, scope, "")
        source = self.holder(s.source, scope, self.held_kind(target), ("bag", "stack"))
        refill = self.holder(s.reshuffling, scope, self.held_kind(source)) if s.reshuffling is not None else None
        if self.held_kind(source) != self.held_kind(target):
            self.of.fault("E316", f"{describe(target.field.type)} cannot hold a {self.held_kind(source)}", s.target.span)
        return model.Draw(number, source, target, refill, span=s.span, cites=cites)

    def purse(self, expr: ast.Expr, scope: Scope) -> model.Slot:
        """Where money lies: the bank, a money field, or a player's only money field."""
        found = self.of.check(expr, scope)
        if isinstance(found, model.Slot) and isinstance(found.type, model.Int) and found.type.money:
            return found
        if isinstance(found.type, model.Ref) and found.type.kind == PLAYER:
            return self.only_purse(found, expr.span)
        self.of.fault("E316", "no money can lie here", expr.span, f"this is {describe(found.type)}",
                      hint="a player, `bank`, or a field of type `money`")

    def only_purse(self, seat: model.Expr, span: Span) -> model.Slot:
        purses = [field for (kind, _), field in self.names.fields.items()
                  if kind == PLAYER and isinstance(field.type, model.Int) and field.type.money]  # fmt: skip
        if len(purses) == 1:
            return slot(purses[0], seat, (), span)
        names = ", ".join(f"`{purse.name}`" for purse in purses)
        self.of.fault("E314", "which purse?" if purses else "players have no money in this game", span,
                      f"there are {names}" if purses else "no field of type `money`")

    # ------------------------------------------------------------ decisions

    def act(self, s: ast.Act, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        who = self.of.thing(s.who, scope, PLAYER)
        times = self.of.number(s.times, scope) if s.times is not None else None
        offers = self.offers(s.offers, scope, who)
        return model.Act(who, s.must, offers, times, s.repeatedly, span=s.span, cites=cites)

    def offers(self, calls: tuple[ast.Call, ...], scope: Scope, you: model.Expr) -> tuple[model.Offer, ...]:
        inner = scope.inner()
        inner.names["you"] = you
        found = []
        for call in calls:
            known = self.names.actions.get(call.name.text)
            if known is None:
                self.no_routine(call.name, "action", list(self.names.actions))
            self.names.used.add(call.name.text)
            if len(call.args) > len(known.params):
                self.of.fault("E303", f"`{call.name.text}` takes at most {len(known.params)}", call.span, f"{len(call.args)} given")
            found.append(model.Offer(call.name.text, self.args(call, known.params, inner)))
        return tuple(found)

    def args(self, call: ast.Call, params: tuple[model.Type, ...], scope: Scope) -> tuple[model.Expr, ...]:
        found = []
        for arg, type_ in zip(call.args, params, strict=False):
            value = self.of.check(arg, scope)
            self.of.fits(value, type_, arg.span, narrow=True)
            found.append(value)
        return tuple(found)

    def call(self, call: ast.Call, scope: Scope) -> tuple[str, tuple[model.Expr, ...]]:
        known = self.names.routines.get(call.name.text)
        if known is None:
            self.no_routine(call.name, "rule or phase", list(self.names.routines))
        self.names.used.add(call.name.text)
        if len(call.args) != len(known.params):
            wanted = ", ".join(param.name.text for param in known.decl.params) or "nothing"
            self.of.fault("E303", f"`{call.name.text}` needs {wanted} in brackets", call.span, f"{len(call.args)} given",
                          related=[(known.decl.name.span, "declared here")])  # fmt: skip
        return call.name.text, self.args(call, known.params, scope)

    def no_routine(self, word: ast.Word, wanted: str, known: list[str]) -> None:
        other = self.names.actions if wanted != "action" else self.names.routines
        hint = did_you_mean(word.text, known)
        if word.text in other:
            what = "an action" if wanted != "action" else "a rule"
            hint = f"`{word.text}` is {what}; " + ("players take it: `player may …`" if wanted != "action" else "use `do`")
        self.of.fault("E315", f"there is no {wanted} `{word.text}`", word.span, "unknown", hint=hint)

    def secretly(self, s: ast.Secretly, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        everyone, member = self.of.domain(s.everyone, scope)
        if member != model.Ref(PLAYER):
            self.of.fault("E304", "seats are needed here", s.everyone.span, f"these are {describe(member)}")
        you = self.names.new_var("you", model.Ref(PLAYER), s.span)
        inner = scope.inner()
        inner.names["you"] = you
        domain, chosen = self.of.domain(s.domain, inner)
        assert isinstance(chosen, (model.Int, model.Ref, model.Flag))
        field = model.StateField(
            f"{s.name.text}_{len(self.new_fields)}", "", ((0, self.names.players),), (PLAYER,),
            model.Ref(chosen.kind, True) if isinstance(chosen, model.Ref) else chosen, "hidden", "", builtin=True, span=s.name.span,
        )  # fmt: skip
        self.of.check_free(s.name)
        self.new_fields.append(field)
        scope.names[s.name.text] = Chosen(field)
        return model.Secretly(everyone, you, s.name.text, field, domain, span=s.span, cites=cites)

    def walks(self, s: ast.Walks, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        """`who walks x from a over E …` is a repeated choice among neighbours; it is spelled out here."""
        edges = self.of.edge_kind(ast.Name(s.over.span, s.over.text))
        between = self.names.table.kinds[edges].between
        place = model.Ref(between)
        start = self.of.thing(s.start, scope, between)
        inner = scope.inner()
        here = self.names.new_var("here", place, s.start.span)
        inner.names["here"] = here
        who = self.of.thing(s.who, inner, PLAYER)
        step = self.declare(s.name, place, inner)
        where = self.of.flag(s.where, inner) if s.where is not None else None
        domain = model.Neighbours(edges, here, type=model.Many(place), span=s.span)
        body = (*self.block(s.body, inner), model.Assign(here, step, span=s.span))
        going = self.names.new_var("going", model.Flag(), s.span)
        no, yes = (model.Const(n, type=model.Flag(), span=s.span) for n in (0, 1))
        until = self.of.flag(s.until, inner) if s.until is not None else None
        halt = model.Assign(going, no, span=s.span)
        if until is not None:
            body += (model.IfDo(until, (halt,), (), span=until.span),)
        choice = model.Choose(who, step, domain, where, not s.exact, body if not s.exact else (), (halt,) if not s.exact else (), span=s.span)
        loop = model.Repeat(self.of.number(s.steps, scope), going, (choice,) if not s.exact else (choice, *body), span=s.span)
        lets = (model.Let(here, start, span=s.span), model.Let(going, yes, span=s.span))
        return model.IfDo(yes, (*lets, loop), (), span=s.span, cites=cites)

    def auction(self, s: ast.Auction, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        self.of.fault("E330", "auctions cannot be played yet", s.span, "an `auction` block")


def _declares(statement: ast.Statement) -> list[ast.Word]:
    match statement:
        case ast.Let(_, _, name, _) | ast.Secretly(_, _, _, name, _):
            return [name]
        case ast.Random(_, _, ast.Name(span, text), _):
            return [ast.Word(span, text)]
        case ast.Chooses(_, _, _, binder):
            return [binder.name]
    return []
