"""Translates rulebook expressions into terms.

Fields become addresses, and rulebook values are inlined. An operation that can fail becomes a `check` with the
reference interpreter's error message.

- `addresses` translates locals and fields.
- `holders` translates the contents of holders.
- `bags` translates expressions whose values are bags.
- `values` translates rulebook values.
- `graph_terms` translates graph queries.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from dsl import model as m
from interpreter.flow import Boards, internal, looks_ahead, mentions
from interpreter.flow import nodes as f
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.conditions import most_members
from interpreter.optimizer.terms.narrowing import NOBODY, there_if
from interpreter.optimizer.terms.operations import ARITHMETIC, CALCULATIONS, COMPARED, HUGE
from interpreter.optimizer.terms.sequences import in_order
from interpreter.optimizer.terms.terms import Fault, Gathering, Interpretation, Lines, Question, Term
from interpreter.optimizer.translation.addresses import Addresses
from interpreter.optimizer.translation.bags import Bags
from interpreter.optimizer.translation.graph_terms import GraphTerms
from interpreter.optimizer.translation.holders import Holders
from interpreter.optimizer.translation.locations import Env, Meaning, NotTranslatable
from interpreter.optimizer.translation.values import Values
from interpreter.payments import bills
from interpreter.position import faults


class Translator:
    """Translates expressions.

    Throughout, `env` holds the values of locals.
    """

    def __init__(self, flow: f.Flow) -> None:
        self.arena = Arena()
        self.model = flow.model
        self.layout = flow.layout
        self.stores = flow.stores
        self._nodes = flow.nodes
        self.boards = Boards(flow.model)
        self.holders = Holders(self.arena, flow.model)
        self.addresses = Addresses(self.arena, flow, self.holders, self)
        self.bags = Bags(self.arena, flow.model, self.holders, self.addresses, self)
        self.values = Values(self.arena, flow.model, self)
        self._graphs = GraphTerms(self.arena, flow.model, self.boards, self)
        self._there = NOBODY
        """Things that the surrounding tests have found to be present."""

    @contextmanager
    def knowing(self, *tests: Term, holds: bool = True) -> Iterator[None]:
        """Translate under the assumption that tests succeed (or fail, if `holds` is False).

        Inside the `with` statement, things that the tests found to be present are not checked again.
        """
        before = self._there
        self._there = before.union(*(there_if(test, holds) for test in tests))
        try:
            yield
        finally:
            self._there = before

    def learn(self, test: Term) -> None:
        """Assume that a test succeeds, until the surrounding `unaware` block ends."""
        self._there |= there_if(test)

    @contextmanager
    def unaware(self) -> Iterator[None]:
        """Translate without the assumptions of outer tests, because the result is used in several places."""
        before, self._there = self._there, NOBODY
        try:
            yield
        finally:
            self._there = before

    def apart(self, lines: Lines, term: Term) -> Term:
        return self.values.apart(lines, term)

    def term(self, e: m.Expr, env: Env) -> Term:
        """Return the term for an expression, which yields a number, flag, thing or domain.

        If the expression cannot be translated, the term calls the reference interpreter.
        """
        try:
            found = self.apart((), self._term(internal.closed_expr(e), env))
            return self.arena.assume_present(found, self._there) if self._there else found
        except NotTranslatable:
            if isinstance(e.type, m.Many) and not isinstance(e.type.of, (m.Int, m.Ref, m.Flag)):
                raise
            return self.interpreted(e, env)

    def interpreted(self, e: m.Expr, env: Env) -> Term:
        """Return a term that calls the reference interpreter."""
        names: list[tuple[int, tuple[int, ...] | None]] = []
        args: list[Term] = []
        for uid in sorted(mentions(e) & env.keys()):
            meaning = env[uid]
            names.append((uid, tuple(meaning) if isinstance(meaning, dict) else None))
            args.extend(meaning.values() if isinstance(meaning, dict) else [meaning])
        asked = Interpretation(e, tuple(names), m.reads_as_members(e.type))
        low, high = (0, 1) if isinstance(e.type, m.Flag) else (-HUGE, HUGE)
        return self.arena.make("interpreted", tuple(args), asked, low, high)

    def _term(self, e: internal.FlowExpr, env: Env) -> Term:
        match e:
            case m.Const(value=value):
                return self.arena.num(value)
            case m.Var():
                found = self.addresses.variable(e, env)
                assert isinstance(found, Term)
                return found
            case m.FactValue():
                return self.addresses.fact(e, env)
            case m.Slot():
                return self.addresses.read(e, env)
            case m.Size(of=of):
                return self.bags.size_of(of, env)
            case m.CountOf():
                return self.bags.count_of(e, env)
            case m.Lookup(first=first, values=values, key=key):
                fault = Fault(faults.no_column(e, "\0"), e.span, ("",))
                return self.arena.pick(values, self.addresses.column(key, (first, len(values)), fault, env))
            case m.CallValue():
                return self.values.call(e, env)
            case m.Arith():
                return self.arithmetic(e, env)
            case bills.PaymentInProgress():
                return self.settling(e, env) if e.plain is None else self.term(e.plain, env)
            case internal.Available(choice=choice):
                if looks_ahead(self._nodes[choice]):
                    raise NotTranslatable
                return self.arena.make("avail", (), choice, 0, 1)
            case m.Compare() | m.In() | m.Not() | m.And() | m.Or():
                return self.condition(e, env)
            case m.If() | m.AggregateExpr():
                return self.branch(e, env) if isinstance(e, m.If) else self.gather(e, env)
            case m.Things() | m.RangeOf() | m.Nth() | m.Listed() | m.Joined() | m.Clockwise():
                return self.domain(e, env)
            case m.Neighbours() | m.Edges() | m.Ends() | m.EdgeBetween() | m.Reach() | m.GraphQuestion():
                return self._graphs.term(e, env)
            case m.Amounts() | m.Bags() | m.Subsets():
                raise NotTranslatable
            case _:
                assert_never(e)

    def settling(self, e: bills.PaymentInProgress, env: Env) -> Term:
        """Return the term for a question about a bill.

        Values of a cost or substitute that does not apply are not evaluated.
        """
        a, shape, args = self.arena, list[int](), list[Term]()
        due = a.num(1)

        def add(count: int, *terms: Term) -> None:
            shape.append(count)
            nothing = a.constant(()) if count < 0 else a.num(0)
            args.extend(a.choose(due, term, nothing) for term in terms)

        def read(what: str, part: m.Expr | None, pools: bills.Pools | None) -> int:
            nonlocal due
            if part is None:
                due = a.num(1)
            elif what == bills.ADDRESS:
                assert isinstance(part, m.Slot)
                entry = self.addresses.entry(part, env)
                row = entry.run.form == "row"
                add(0, self.holders.counts_at(entry) if row else entry.base)
            elif what == bills.MEMBERS:
                members = self.members(part, env)
                add(-1, members if in_order(members) else a.as_set(members))
            elif what == bills.BAG:
                assert pools is not None
                bag = self.bags.amounts(part, env)
                add(pools.size, *(bag.get(sort, a.num(0)) for sort in range(pools.first, pools.first + pools.size)))
            elif what == bills.WHEN:
                due = a.num(1)
                test = self.term(part, env)
                add(0, test)
                due = test
            else:
                add(0, self.term(part, env))
            return 1

        e.bill.values(e.parts, read)
        question = Question(e.bill, e.asked, tuple(shape))
        if not isinstance(e.type, m.Many):
            return a.make("settles", tuple(args), question, 0, 1)
        assert isinstance(e.type.of, m.Ref)
        kind = self.model.kinds[e.type.of.kind]
        return a.make("settling", tuple(args), question, kind.first, kind.first + kind.size - 1)

    def thing(self, e: m.Expr, env: Env) -> Term:
        """Return the term for a thing. Evaluating the term raises an error if the thing is `none`."""
        of = self.term(e, env)
        return self.arena.check(of, 0, HUGE, Fault(faults.NONE_HERE, e.span))

    def local(self, e: m.Expr, of: m.Type, env: Env) -> Meaning:
        """Return the value of a local or parameter of type `of`.

        Several members are returned as a set. A variable holds such a set already.
        """
        if isinstance(of, m.Bag):
            return self.bags.amounts(e, env)
        if not isinstance(of, m.Many):
            return self.term(e, env)
        found = self.members(e, env)
        return found if found.op == "local" or in_order(found) else self.arena.as_set(found)

    # ------------------------------------------------------------ conditions

    def condition(self, e: m.Compare | m.In | m.Not | m.And | m.Or, env: Env) -> Term:
        a = self.arena
        match e:
            case m.Compare():
                return self.comparison(e, env)
            case m.In(of=of, domain=domain):
                return self.membership(of, domain, env)
            case m.Not(of=of):
                return a.negate(self.term(of, env))
            case m.And(left=left, right=right):
                first = self.term(left, env)
                with self.knowing(first):
                    return a.both(first, self.term(right, env))
            case m.Or(left=left, right=right):
                first = self.term(left, env)
                with self.knowing(first, holds=False):
                    return a.either(first, self.term(right, env))
            case _:
                assert_never(e)

    def membership(self, of: m.Expr, domain: m.Expr, env: Env) -> Term:
        if isinstance(domain, m.Bags):
            return self.bags.is_within(self.bags.amounts(of, env), domain, env)
        if isinstance(domain, m.Subsets):
            return self.is_subset(self.members(of, env), domain, env)
        item = self.term(of, env)
        if isinstance(domain, m.Slot) and isinstance(domain.type, m.Holder):
            there = self.holders.counted(self.addresses.entry(domain, env), item)
            return self.arena.compare(">", there, self.arena.num(0))
        return self.arena.has(item, self.members(domain, env))

    def is_subset(self, of: Term, domain: m.Subsets, env: Env) -> Term:
        """Return the condition that a domain of sets contains a set."""
        arena = self.arena
        beyond = arena.joined("less", of, self.members(domain.of, env))
        tests = [arena.compare("<=", self.least(domain, env), arena.length(of))] if domain.least is not None else []
        if domain.most is not None:
            tests.append(arena.compare("<=", arena.length(of), self.term(domain.most, env)))
        return arena.both(*tests, arena.compare("=", arena.length(beyond), arena.num(0)))

    def least(self, domain: m.Subsets, env: Env) -> Term:
        """Return the minimum size of the sets in a domain."""
        return self.term(domain.least, env) if domain.least is not None else self.arena.num(0)

    def comparison(self, e: m.Compare, env: Env) -> Term:
        types = (e.left.type, e.right.type)
        if any(self.bags.is_counted(t) for t in types):
            same = self.bags.same(e.left, e.right, env)
            return same if e.op == "=" else self.arena.negate(same)
        if any(m.reads_as_members(t) for t in types):
            same = self.arena.settled(
                self.arena.make("same", (self.members(e.left, env), self.members(e.right, env)), None, 0, 1)
            )
            return same if e.op == "=" else self.arena.negate(same)
        return self.arena.compare(COMPARED[e.op], self.term(e.left, env), self.term(e.right, env))

    def arithmetic(self, e: m.Arith, env: Env) -> Term:
        left, right = self.term(e.left, env), self.term(e.right, env)
        if e.op == "at least":
            fault = self.arena.make("fail", (left, right), Fault(faults.too_little("\0", "\0"), e.span, ("", "")), 0, 0)
            return self.arena.choose(self.arena.compare(">=", left, right), left, fault)
        op = CALCULATIONS[e.op]
        if ARITHMETIC[op].divides and right.low <= 0 <= right.high:
            nonzero = self.arena.compare("!=", right, self.arena.num(0))
            fault = self.arena.fail(Fault(faults.DIVISION_BY_ZERO, e.span))
            bounded = self.arena.make(op, (left, right), None, -HUGE, HUGE)
            return self.arena.choose(nonzero, bounded, fault)
        return self.arena.math(op, left, right)

    # ------------------------------------------------------------ domains and aggregates

    def branch(self, e: m.If, env: Env) -> Term:
        read = self.members if isinstance(e.type, m.Many) else self.term
        test = self.term(e.when, env)
        with self.knowing(test):
            one = read(e.then, env)
        with self.knowing(test, holds=False):
            return self.arena.choose(test, one, read(e.otherwise, env))

    def domain(self, e: m.Things | m.RangeOf | m.Nth | m.Listed | m.Joined | m.Clockwise, env: Env) -> Term:
        a = self.arena
        match e:
            case m.Things(kind=kind):
                of = self.model.kinds[kind]
                return a.constant(tuple(range(of.first, of.first + of.size)))
            case m.RangeOf(low=low, high=high, step=step, down=down):
                return a.span(self.term(low, env), self.term(high, env), -step if down else step)
            case m.Nth(of=of, number=number, from_end=from_end):
                at, among = self.term(number, env), self.members(of, env)
                found = a.make("member", (among, at), from_end, -1, max(-1, among.high))
                return found if among.droppable else a.behind((at,), found)
            case m.Listed(items=items):
                return a.listed(*(self.term(item, env) for item in items))
            case m.Joined(op=op, left=left, right=right):
                return a.joined("join" if op == "+" else "less", self.members(left, env), self.members(right, env))
            case m.Clockwise():
                return self.clockwise(e, env)
            case _:
                assert_never(e)

    def members(self, e: m.Expr, env: Env) -> Term:
        """Return the members of a domain or of a holder."""
        if isinstance(e, m.Slot) and isinstance(e.type, m.Holder):
            try:
                return self.holders.contained(self.addresses.entry(e, env))
            except NotTranslatable:
                return self.interpreted(e, env)
        if self.bags.is_counted(e.type):
            return self.bags.spread(self.bags.amounts(e, env))
        found = self.term(e, env)
        return found if found.sequence else self.holders.one_or_none(found)

    def clockwise(self, e: m.Clockwise, env: Env) -> Term:
        seats, sign = self.model.players, -1 if e.backwards else 1
        first = self.thing(e.start, env)
        rows = tuple(tuple((seat + sign * n) % seats for n in range(int(e.others), seats)) for seat in range(seats))
        return self.arena.fixed(
            rows, self.arena.math("%", first, self.arena.num(seats)) if first.high >= seats else first
        )

    def gather(self, e: m.AggregateExpr, env: Env) -> Term:
        a = self.arena
        sequence = self.members(e.domain, env)
        name = a.name(e.var.uid, sequence.low, sequence.high)
        inner: dict[int, Meaning] = {**env, e.var.uid: name}
        where = self.term(e.where, inner) if e.where is not None else None
        body = e.body
        with self.knowing(*([where] if where is not None else [])):
            if e.how == "union":
                found = self.members(body or e.var, inner)
            else:
                found = self.term(body, inner) if body is not None else name
            keys = tuple(self.term(key.by, inner) for key in e.keys)
        low, high = (found.low, found.high) if e.how not in ("first", "last") else (-1, max(-1, name.high))
        low = min(low, name.low) if e.how in ("first", "last") else low
        if e.how == "sum":
            most = most_members(sequence)
            low, high = max(-HUGE, min(0, found.low * most)), min(HUGE, max(0, found.high * most))
        fault = Fault(faults.of_nothing(e.how), e.span)
        how = Gathering(e.how, e.var.uid, where is not None, body is not None, tuple(key.most for key in e.keys), fault)
        return a.gather(how, sequence, where, found if body is not None else None, keys, low, high)
