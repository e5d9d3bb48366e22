"""From expressions of the model to terms: names and fields become numbers and addresses, values are written out.

What can fault becomes a `check`, with the words that the plain interpreter would say. Small values are inlined, so
that what is known of their arguments folds them; others become functions, which `Translator.functions` lists. Fields
and their contents are in `addresses`, bags as values in `bags`.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl import model as m
from interpreter.flow import Boards, faults, mentions
from interpreter.flow import nodes as f
from interpreter.optimizer.bags import Bags
from interpreter.optimizer.dependencies import Function
from interpreter.optimizer.terms import HUGE, Called, Fault, Gathering, Interpretation, Term

INLINED = 150
"""Size up to which a value is written out where it is used."""

Bag = dict[int, Term]
"""A bag as a value: how many of each sort."""
Meaning = Term | Bag
Env = Mapping[int, Meaning]


class NotTranslatable(Exception):
    """An expression for which there are no terms: bags and sets as members of a domain."""


class Translator(Bags):
    """Translates expressions; `env` says what the locals stand for."""

    def __init__(self, flow: f.Flow) -> None:
        super().__init__(flow)
        self.boards = Boards(flow.model)
        self.functions: dict[str, Function] = {}
        self._called: dict[tuple[str, tuple[Term, ...]], Term] = {}
        self._graphs: dict[tuple[str, str], tuple[tuple[int, ...], ...]] = {}

    def term(self, e: m.Expr, env: Env) -> Term:
        """A number, flag or thing; or a domain. What cannot be translated is left to the plain interpreter."""
        try:
            return self._term(e, env)
        except NotTranslatable:
            if isinstance(e.type, m.Many) and not isinstance(e.type.of, (m.Int, m.Ref, m.Flag)):
                raise
            return self.interpreted(e, env)

    def interpreted(self, e: m.Expr, env: Env) -> Term:
        """An expression that the plain interpreter works out."""
        names: list[tuple[int, tuple[int, ...] | None]] = []
        args: list[Term] = []
        for uid in sorted(mentions(e) & env.keys()):
            meaning = env[uid]
            names.append((uid, tuple(meaning) if isinstance(meaning, dict) else None))
            args.extend(meaning.values() if isinstance(meaning, dict) else [meaning])
        asked = Interpretation(e, tuple(names), isinstance(e.type, m.Many))
        low, high = (0, 1) if isinstance(e.type, m.Flag) else (-HUGE, HUGE)
        return self.arena.make("interpreted", tuple(args), asked, low, high)

    def _term(self, e: m.Expr, env: Env) -> Term:
        match e:
            case m.Const(value=value):
                return self.arena.num(value)
            case m.Var():
                found = self.variable(e, env)
                assert isinstance(found, Term)
                return found
            case m.Static():
                return self.fact(e, env)
            case m.Slot():
                return self.read(e, env)
            case m.Size(of=of):
                return self.size_of(of, env)
            case m.CountOf():
                return self.count_of(e, env)
            case m.Lookup(row=row, first=first, values=values, key=key):
                at = self.arena.math("-", self.term(key, env), self.arena.num(first))
                fault = Fault(faults.no_column(row, "\0"), e.span, ("",))
                shown = self.arena.math("+", at, self.arena.num(first))
                return self.arena.pick(values, self.arena.check(at, 0, len(values) - 1, fault, shown))
            case m.CallValue():
                return self.call(e, env)
            case m.Arith():
                return self.arithmetic(e, env)
            case f.Available(choice=choice):
                return self.arena.make("avail", (), choice, 0, 1)
        return self.condition(e, env) if isinstance(e.type, m.Flag) and not isinstance(e, m.If) else self.other(e, env)

    def thing(self, e: m.Expr, env: Env) -> Term:
        """A thing that is needed: none is a fault."""
        of = self.term(e, env)
        return self.arena.check(of, 0, HUGE, Fault(faults.NONE_HERE, e.span))

    # ------------------------------------------------------------ yes and no

    def condition(self, e: m.Expr, env: Env) -> Term:
        a = self.arena
        match e:
            case m.Compare():
                return self.comparison(e, env)
            case m.In(of=of, domain=domain):
                return self.membership(of, domain, env)
            case m.Not(of=of):
                return a.negate(self.term(of, env))
            case m.And(left=left, right=right):
                return a.both(self.term(left, env), self.term(right, env))
            case m.Or(left=left, right=right):
                return a.either(self.term(left, env), self.term(right, env))
        return self.other(e, env)

    def membership(self, of: m.Expr, domain: m.Expr, env: Env) -> Term:
        item = self.term(of, env)
        if isinstance(domain, m.Slot) and isinstance(domain.type, m.Holder):
            return self.arena.compare(">", self.count(domain, item, env), self.arena.num(0))
        return self.arena.has(item, self.members(domain, env))

    def comparison(self, e: m.Compare, env: Env) -> Term:
        types = (e.left.type, e.right.type)
        if any(self.is_counted(t) for t in types):
            left, right = self.amounts(e.left, env), self.amounts(e.right, env)
            same = self.arena.both(*(
                self.arena.compare("=", left.get(sort, self.arena.num(0)), right.get(sort, self.arena.num(0)))
                for sort in sorted({*left, *right})))  # fmt: skip
            return same if e.op == "=" else self.arena.negate(same)
        if any(isinstance(t, m.Many) or (isinstance(t, m.Holder) and t.form != "space") for t in types):
            same = self.arena.settled(
                self.arena.make("same", (self.members(e.left, env), self.members(e.right, env)), None, 0, 1)
            )
            return same if e.op == "=" else self.arena.negate(same)
        return self.arena.compare(e.op, self.term(e.left, env), self.term(e.right, env))

    def arithmetic(self, e: m.Arith, env: Env) -> Term:
        op = {"/ down": "//", "/ up": "up", "mod": "%"}.get(e.op, e.op)
        left, right = self.term(e.left, env), self.term(e.right, env)
        if op in ("//", "up", "%") and right.low <= 0 <= right.high:
            nonzero = self.arena.compare("!=", right, self.arena.num(0))
            fault = self.arena.fail(Fault(faults.DIVISION_BY_ZERO, e.span))
            bounded = self.arena.make(op, (left, right), None, -HUGE, HUGE)
            return self.arena.choose(nonzero, bounded, fault)
        return self.arena.math(op, left, right)

    # ------------------------------------------------------------ domains and gatherings

    def other(self, e: m.Expr, env: Env) -> Term:
        a = self.arena
        match e:
            case m.If(when=when, then=then, otherwise=otherwise):
                read = self.members if isinstance(e.type, m.Many) else self.term
                return a.choose(self.term(when, env), read(then, env), read(otherwise, env))
            case m.Gather():
                return self.gather(e, env)
            case m.Things(kind=kind):
                of = self.model.kinds[kind]
                return a.constant(tuple(range(of.first, of.first + of.size)))
            case m.RangeOf(low=low, high=high, step=step):
                return a.span(self.term(low, env), self.term(high, env), step)
            case m.Listed(items=items):
                return a.listed(*(self.term(item, env) for item in items))
            case m.Joined(op=op, left=left, right=right):
                return a.joined("join" if op == "+" else "less", self.members(left, env), self.members(right, env))
            case m.Clockwise(start=start, others=others):
                return self.clockwise(start, others, env)
        return self.graph(e, env)

    def members(self, e: m.Expr, env: Env) -> Term:
        """The members of a domain, or of what a holder holds."""
        if isinstance(e, m.Slot) and isinstance(e.type, m.Holder):
            return self.contents(e, env)
        if self.is_counted(e.type):
            return self.spread(self.amounts(e, env))
        found = self.term(e, env)
        return found if found.sequence else self.one_or_none(found)

    def clockwise(self, start: m.Expr, others: bool, env: Env) -> Term:
        seats = self.model.players
        first = self.thing(start, env)
        rows = tuple(tuple((seat + n) % seats for n in range(int(others), seats)) for seat in range(seats))
        return self.arena.fixed(
            rows, self.arena.math("%", first, self.arena.num(seats)) if first.high >= seats else first
        )

    def gather(self, e: m.Gather, env: Env) -> Term:
        a = self.arena
        sequence = self.members(e.domain, env)
        name = a.name(e.var.uid, sequence.low, sequence.high)
        inner: dict[int, Meaning] = {**env, e.var.uid: name}
        where = self.term(e.where, inner) if e.where is not None else None
        body = e.body
        if e.how == "union":
            found = self.members(body or e.var, inner)
        else:
            found = self.term(body, inner) if body is not None else name
        keys = tuple(self.term(key.by, inner) for key in e.keys)
        low, high = (found.low, found.high) if e.how not in ("first", "last") else (-1, max(-1, name.high))
        low = min(low, name.low) if e.how in ("first", "last") else low
        if e.how == "sum":
            low, high = min(0, found.low * 4096), max(0, found.high * 4096)
        fault = Fault(faults.of_nothing(e.how), e.span)
        how = Gathering(e.how, e.var.uid, where is not None, body is not None, tuple(key.most for key in e.keys), fault)
        return a.gather(how, sequence, where, found if body is not None else None, keys, low, high)

    # ------------------------------------------------------------ the graphs of the board

    def graph(self, e: m.Expr, env: Env) -> Term:
        a = self.arena
        match e:
            case m.Neighbours(edges=edges, of=of):
                return a.fixed(self._around(edges, "places"), self.within_root(edges, of, env))
            case m.Edges(edges=edges, of=of):
                return a.fixed(self._around(edges, "edges"), self.within_root(edges, of, env))
            case m.Ends(of=of, edges=edges):
                kind = self.model.kinds[edges]
                rows = tuple(tuple(sorted(pair)) for pair in kind.ends or ())
                fault = Fault(faults.NONE_HERE, of.span)
                at = a.math("-", self.term(of, env), a.num(kind.first))
                return a.fixed(rows, a.check(at, 0, len(rows) - 1, fault))
            case m.EdgeBetween(edges=edges, left=left, right=right):
                one, other = self.within_root(edges, left, env), self.within_root(edges, right, env)
                size = self._places(edges)
                return a.pick(self._joins(edges), a.math("+", a.math("*", one, a.num(size)), other))
            case m.Reach(start=start, over=over, edges=edges, steps=steps):
                args = [self.members(start, env), self.members(over, env)]
                args += [self.term(steps, env)] if steps is not None else []
                return a.make("reach", tuple(args), edges, 0, self._places(edges) - 1)
        raise NotTranslatable

    def _places(self, edges: str) -> int:
        between = self.model.kinds[self.model.kinds[edges].between]
        return self.model.kinds[between.root].size

    def within_root(self, edges: str, e: m.Expr, env: Env) -> Term:
        fault = Fault(faults.NONE_HERE, e.span)
        return self.arena.check(self.term(e, env), 0, self._places(edges) - 1, fault)

    def _around(self, edges: str, what: str) -> tuple[tuple[int, ...], ...]:
        if (edges, what) not in self._graphs:
            find = self.boards.neighbours if what == "places" else self.boards.touching
            self._graphs[edges, what] = tuple(tuple(find(edges, place)) for place in range(self._places(edges)))
        return self._graphs[edges, what]

    def _joins(self, edges: str) -> tuple[int, ...]:
        """The edge between any two places, or -1."""
        if (edges, "joins") not in self._graphs:
            size = self._places(edges)
            joins = [m.NONE] * (size * size)
            kind = self.model.kinds[edges]
            for edge, (one, other) in reversed(list(enumerate(kind.ends or (), kind.first))):
                joins[one * size + other] = joins[other * size + one] = edge
            self._graphs[edges, "joins"] = (tuple(joins),)
        return self._graphs[edges, "joins"][0]

    # ------------------------------------------------------------ values

    def call(self, e: m.CallValue, env: Env) -> Term:
        rule = self.model.values.get(e.name)
        if rule is None:
            return self.score(self.thing(e.args[0], env))
        args = [self.local(arg, var.type, env) for var, arg in zip(rule.params, e.args, strict=True)]
        terms = tuple(arg for arg in args if isinstance(arg, Term) and not arg.sequence)
        if len(terms) < len(args):
            return self.result(rule, dict(zip((var.uid for var in rule.params), args, strict=True)))
        key = (e.name, terms)
        if key not in self._called:
            self._called[key] = self._call(rule, terms)
        return self._called[key]

    def _call(self, rule: m.ValueRule, args: tuple[Term, ...]) -> Term:
        """A value for plain numbers: written out if it is small. What may fault is worked out before, like anyone's
        arguments; then it is a function."""
        inner: dict[int, Meaning] = dict(zip((var.uid for var in rule.params), args, strict=True))
        total = all(arg.total for arg in args)
        if total and all(arg.size <= 3 for arg in args):
            written_out = self.result(rule, dict(inner))
            if written_out.size <= INLINED:
                return written_out
        known = self.function(rule, tuple(arg.low >= 0 for arg in args))
        if known is None or (known.body.still and total):
            return self.arena.settled(self.result(rule, inner))
        op = "calls" if known.body.sequence else "call"
        return self.arena.make(op, args, known.name, known.body.low, known.body.high)

    def function(self, rule: m.ValueRule, there: tuple[bool, ...]) -> Function | None:
        """A value as a function of its parameters, of which some are sure to be `there`, not none; None where one of
        them is no plain number."""
        name = " ".join([rule.about.name, *(str(at) for at, sure in enumerate(there) if sure)])
        if name not in self.functions:
            if not all(isinstance(var.type, (m.Int, m.Flag, m.Ref)) for var in rule.params):
                return None
            if isinstance(rule.type, m.Bag):
                return None
            params = tuple(self.widest(var, sure) for var, sure in zip(rule.params, there, strict=True))
            body = self.result(rule, {var.uid: param for var, param in zip(rule.params, params, strict=True)})
            self.functions[name] = Function(name, params, body)
            self.arena.called[name] = Called(body.still, body.total, body.low, body.high, body.size)
        return self.functions[name]

    def widest(self, var: m.Var, there: bool = False) -> Term:
        """A name for a local of which only the kind is sure, and maybe that it is not none."""
        low, high = -HUGE, HUGE
        if isinstance(var.type, m.Flag):
            low, high = 0, 1
        elif isinstance(var.type, m.Ref) and var.type.kind:
            low, high = -int(not there), self.model.kinds[self.model.kinds[var.type.kind].root].size - 1
        elif there:
            low = 0
        return self.arena.name(var.uid, low, high)

    def result(self, rule: m.ValueRule, inner: dict[int, Meaning]) -> Term:
        """The base of a value, or what its exceptions put in place of it."""
        first_of_all = []
        for var, working in rule.workings:
            inner[var.uid] = done = self.local(working, var.type, inner)
            if isinstance(done, Term) and not done.total:
                first_of_all.append(self.arena.length(done) if done.sequence else done)
        read = self.members if isinstance(rule.type, m.Many) else self.term
        found = read(rule.base, inner)
        cases = [(case, self.term(case.when, inner), read(case.value, inner)) for case in rule.exceptions]
        for n, (first, when, value) in reversed(list(enumerate(cases))):
            then = value
            for case, also, other in reversed(cases[n + 1 :]):
                if other is value and also.total:
                    continue
                one_case, other_case = f"{first.about.name} (\0)", f"{case.about.name} (\0)"
                words = faults.exceptions_disagree(rule.about.name, one_case, other_case)
                fault = Fault(words, case.about.span, ("", ""), rule.about)
                clash = self.arena.make("fail", (value, other), fault, 0, 0)
                then = self.arena.choose(self.arena.both(also, self.arena.compare("!=", value, other)), clash, then)
            found = self.arena.choose(when, then, found)
        for done in reversed(first_of_all):  # a fault in a working comes before anything else
            found = self.arena.choose(self.arena.compare(">=", done, self.arena.num(-HUGE)), found, found)
        return found

    def score(self, seat: Term) -> Term:
        """The points of a seat: all lines of the scoring, added up."""
        var = self.model.score_var
        if "score" not in self.functions:
            name = self.widest(var) if var is not None else self.arena.name(0, 0, self.model.players - 1)
            body = self.arena.num(0)
            for line in self.model.score:
                body = self.arena.math("+", body, self.term(line.value, {var.uid: name} if var is not None else {}))
            self.functions["score"] = Function("score", (name,), body)
            self.arena.called["score"] = Called(body.still, body.total, body.low, body.high, body.size)
        body = self.functions["score"].body
        return self.arena.make("call", (seat,), "score", body.low, body.high)
