"""Evaluates expressions in a position.

The evaluator walks the expression tree and dispatches on the class of each expression. Numbers, flags and things are
ints, domains are ordered lists of ints, and bags are dicts of counts. To read a holder or bag, the caller chooses one
of the methods `number`, `members` and `amounts`. `env` contains the local variables that are bound during the
evaluation, keyed by uid. All other local variables are read from slots. The evaluator is a specification, so it does
not optimise or cache anything. A `PlayFault` contains the source position of the expression. The caller adds the rule.
An `Observer` can record which fields an expression reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl import model as m
from interpreter.flow import TOO_MANY, Boards, Env, StepBudget, nth
from interpreter.flow import nodes as f
from interpreter.payments import PaymentSolver, bills
from interpreter.position import Amounts, FieldEntry, FieldLayout, Holders, Layout, PlayFault, Vector, faults, once
from interpreter.reference.arithmetic import COMPARISONS, OPERATORS, gathered, partial
from interpreter.reference.domains import Domains
from interpreter.reference.observer import UNOBSERVED, Observer
from interpreter.reference.rule_values import RuleValues

Value = int | list[int] | Amounts | list[Amounts] | list[list[int]]


def _boards(layout: Layout) -> Boards:
    return Boards(layout.model)


class Evaluator:
    """Evaluates expressions in a position.

    Every public method raises `PlayFault` if it cannot evaluate an expression.
    """

    def __init__(self, flow: f.Flow, observer: Observer = UNOBSERVED) -> None:
        self.flow = flow
        self.model = flow.model
        self.layout = flow.layout
        self.stores = flow.stores
        self.holders = Holders(flow.layout)
        self.boards = once(flow.layout, _boards)
        self.work = StepBudget()
        self._observer, self._evaluated = observer, observer.evaluated
        self.domains = Domains(self)
        self.rule_values = RuleValues(self, observer.called)
        self._of: dict[type, Callable[[Any, Vector, Env], Any]] = {
            m.Const: lambda e, v, env: e.value, m.Var: self._var, m.FactValue: self._static, m.Slot: self._slot,
            m.Size: self._size, m.CountOf: self._count_of, m.Lookup: self._lookup, m.CallValue: self.rule_values.call,
            m.Arith: self._arith, m.Compare: self._compare,
            m.Not: lambda e, v, env: int(not self.number(e.of, v, env)),
            m.And: lambda e, v, env: int(bool(self.number(e.left, v, env) and self.number(e.right, v, env))),
            m.Or: lambda e, v, env: int(bool(self.number(e.left, v, env) or self.number(e.right, v, env))),
            m.If: self._if, m.AggregateExpr: self._gather,
            m.Listed: lambda e, v, env: sorted({self.number(item, v, env) for item in e.items}),
            m.Joined: self._joined,
            m.Neighbours: lambda e, v, env: self.boards.neighbours(e.edges, self.thing(e.of, v, env)),
            m.Edges: lambda e, v, env: self.boards.touching(e.edges, self.thing(e.of, v, env)),
            m.Ends: lambda e, v, env: sorted(self.boards.ends(e.edges, self.thing(e.of, v, env))),
            m.EdgeBetween: lambda e, v, env: self.boards.between(
                e.edges, self.thing(e.left, v, env), self.thing(e.right, v, env)),
            m.Reach: self._reach, m.GraphQuestion: self._graph, m.Nth: self._nth, m.Amounts: self._amounts,
            bills.PaymentInProgress: self._settling, **self.domains.by_class,
        }  # fmt: skip

    def leave_to(self, of: type[m.Expr], answer: Callable[[Any, Vector, Env], Any]) -> None:
        """Register a function that evaluates a class of expressions.

        `Legality` uses this method for expressions that depend on legal moves.
        """
        self._of[of] = answer

    # ------------------------------------------------------------ ways to read

    def value(self, e: m.Expr, v: Vector, env: Env) -> Any:
        result = self._of[type(e)](e, v, env)
        if self._evaluated is not None:
            self._evaluated(e, result)
        return result

    number = value
    """Evaluate an expression whose type is a number, a flag or a thing."""

    def thing(self, e: m.Expr, v: Vector, env: Env) -> int:
        """Evaluate an expression that must denote a thing.

        Raises:
            PlayFault: Raised if the value is `none`.
        """
        thing: int = self.value(e, v, env)
        if thing == m.NONE:
            raise PlayFault(faults.NONE_HERE, e.span)
        return thing

    def members(self, e: m.Expr, v: Vector, env: Env) -> list[Any]:
        """Return the members of a domain, or the contents of a holder, in order."""
        if isinstance(e, m.Slot) and isinstance(e.type, m.Holder):
            return self.holders.members(v, self.place(e, v, env))
        value = self.value(e, v, env)
        if isinstance(value, dict):
            return sorted(sort for sort, number in value.items() if number > 0)
        return list(value) if isinstance(value, list) else [value] if value != m.NONE else []

    def amounts(self, e: m.Expr, v: Vector, env: Env) -> Amounts:
        """Return the count of each piece type in a bag or holder, without types whose count is 0."""
        if isinstance(e, m.Slot) and isinstance(e.type, m.Holder):
            return self.holders.amounts(v, self.place(e, v, env))
        value = self.value(e, v, env)
        if isinstance(value, dict):
            return {sort: number for sort, number in value.items() if number}
        counts: Amounts = {}
        for sort in value if isinstance(value, list) else [value] if value != m.NONE else []:
            counts[sort] = counts.get(sort, 0) + 1
        return counts

    def local(self, e: m.Expr, of: m.Type, v: Vector, env: Env) -> Any:
        """Evaluate an expression to store it in a local variable or parameter of the given type.

        A collection of members becomes a sorted list without duplicates.
        """
        value = self.read_as(e, of, v, env)
        return sorted(set(value)) if isinstance(of, m.Many) else value

    def read_as(self, e: m.Expr, of: m.Type, v: Vector, env: Env) -> Any:
        """Evaluate an expression as a value of the given type."""
        if isinstance(of, m.Bag):
            return self.amounts(e, v, env)
        if isinstance(of, m.Many):
            return self.members(e, v, env)
        return self.value(e, v, env)

    def filtered(self, var: m.Var, domain: m.Expr, where: m.Expr | None, v: Vector, env: Env) -> list[Any]:
        """Return the members of a domain for which `where` holds."""
        fitting = []
        units = self.work.size(where) if where is not None else 0
        for member in self.members(domain, v, env):
            self.work.spend(units, domain.span)
            env[var.uid] = member
            if where is None or self.value(where, v, env):
                fitting.append(member)
        env.pop(var.uid, None)
        return fitting

    # ------------------------------------------------------------ entries

    def place(self, slot: m.Slot, v: Vector, env: Env) -> FieldEntry:
        """Return the field entry that a slot denotes, for the caller to read or change."""
        place = self._entry(slot, v, env)
        if self._observer.read is not None:
            self._observer.read(slot, place, v)
        return place

    def _members_from_top(self, domain: m.Expr, number: int, v: Vector, env: Env) -> list[Any]:
        """Return the members of a domain for a caller that needs only the last `number` of them, such as the top of a
        stack. The method passes the number to the observer.
        """
        if self._observer.topped is None or not isinstance(domain, m.Slot) or not isinstance(domain.type, m.Holder):
            return self.members(domain, v, env)
        place = self._entry(domain, v, env)
        self._observer.topped(domain, place, number, v)
        return self.holders.members(v, place)

    def _entry(self, slot: m.Slot, v: Vector, env: Env) -> FieldEntry:
        run = self.layout.runs[slot.field]
        owner = self.thing(slot.owner, v, env) if slot.owner is not None else 0
        keys = tuple(self.value(key, v, env) for key in slot.keys)
        entry = run.entry(owner, keys)
        if entry < 0:
            raise PlayFault(self._no_entry(run, owner, keys), slot.span)
        return FieldEntry(run, entry)

    def _no_entry(self, run: FieldLayout, owner: int, keys: tuple[int, ...]) -> str:
        of = run.field
        whose = self.model.thing_name(of.kind, owner) if of.kind else ""
        return faults.no_entry(whose, of.name, ", ".join(map(str, keys)))

    # ------------------------------------------------------------ bills

    def _settling(self, e: bills.PaymentInProgress, v: Vector, env: Env) -> Value:
        answer = self.payment_solver(e, v, env).answer(e.asked)
        return list(answer) if isinstance(e.type, m.Many) else int(answer)

    def payment_solver(self, e: bills.PaymentInProgress, v: Vector, env: Env) -> PaymentSolver:
        """Evaluate a bill in this position, and return its payment solver."""

        def read(what: str, part: m.Expr | None, pools: bills.Pools | None) -> Any:
            if part is None:
                return 1
            if what == bills.ADDRESS:
                assert isinstance(part, m.Slot)
                return bills.address(self.place(part, v, env))
            if what == bills.MEMBERS:
                return sorted(set(self.members(part, v, env)))
            if what == bills.BAG:
                assert pools is not None
                amounts = self.amounts(part, v, env)
                return [amounts.get(sort, 0) for sort in range(pools.first, pools.first + pools.size)]
            return self.value(part, v, env)

        return PaymentSolver(e.bill, v, e.bill.values(e.parts, read))

    # ------------------------------------------------------------ names and facts

    def _var(self, e: m.Var, v: Vector, env: Env) -> Value:
        if self._observer.looked_up is not None:
            self._observer.looked_up(e, env)
        value = env.get(e.uid)
        if value is not None:
            return value  # type: ignore[no-any-return]
        store = self.stores.get(e.uid)
        if store is None:
            raise PlayFault(faults.no_value(e.name), e.span)
        return store.value(v)  # type: ignore[no-any-return]

    def _static(self, e: m.FactValue, v: Vector, env: Env) -> Value:
        of = e.field
        at = self.thing(e.of, v, env) - self.model.kinds[of.kind].first
        if not 0 <= at < len(of.values):
            raise PlayFault(faults.no_fact(of.name), e.span)
        fact = of.values[at]
        if isinstance(fact, int):
            return fact
        if e.column is not None and of.columns is not None:
            column: int = self.value(e.column, v, env)
            first, size = of.columns
            if not first <= column < first + size:
                raise PlayFault(faults.no_number(of.name, column), e.span)
            return fact[column - first]
        if m.reads_as_bag(of.type):
            first = self.model.kinds[of.type.kind].first
            return {first + n: number for n, number in enumerate(fact) if number}
        return list(fact)

    def _slot(self, e: m.Slot, v: Vector, env: Env) -> Value:
        place = self.place(e, v, env)
        return place.run.storage.value(v, place)  # type: ignore[no-any-return]

    def _lookup(self, e: m.Lookup, v: Vector, env: Env) -> int:
        at: int = self.value(e.key, v, env) - e.first
        if not 0 <= at < len(e.values):
            raise PlayFault(faults.no_column(e, at + e.first), e.span)
        return e.values[at]

    # ------------------------------------------------------------ holders

    def _size(self, e: m.Size, v: Vector, env: Env) -> int:
        if isinstance(e.of, m.Slot) and isinstance(e.of.type, m.Holder):
            place = self._entry(e.of, v, env)
            if self._observer.counted is not None:
                self._observer.counted(e.of, place, v)
            return self.holders.size(v, place)
        value = self.value(e.of, v, env)
        return sum(value.values()) if isinstance(value, dict) else len(value)

    def _count_of(self, e: m.CountOf, v: Vector, env: Env) -> int:
        sort = self.value(e.sort, v, env)
        if isinstance(e.of, m.Slot) and isinstance(e.of.type, m.Holder):
            return self.holders.count(v, self.place(e.of, v, env), sort)
        return self.amounts(e.of, v, env).get(sort, 0)

    def _amounts(self, e: m.Amounts, v: Vector, env: Env) -> Amounts:
        counts: Amounts = {}
        for number, sort in e.parts:
            which = self.thing(sort, v, env)
            counts[which] = counts.get(which, 0) + self.value(number, v, env)
        return {sort: number for sort, number in counts.items() if number}

    def _joined(self, e: m.Joined, v: Vector, env: Env) -> Value:
        """Return the sum or difference of two bags, or the union or difference of two domains.

        If more pieces are subtracted than a bag contains, the count becomes negative, and no player can pay such a bag.
        """
        if isinstance(e.type, m.Bag):
            left, right = self.amounts(e.left, v, env), self.amounts(e.right, v, env)
            sign = 1 if e.op == "+" else -1
            sorts = sorted({*left, *right})
            joined = {sort: left.get(sort, 0) + sign * right.get(sort, 0) for sort in sorts}
            return {sort: number for sort, number in joined.items() if number}
        ours, others = set(self.members(e.left, v, env)), set(self.members(e.right, v, env))
        return sorted(ours | others if e.op == "+" else ours - others)

    # ------------------------------------------------------------ numbers and comparisons

    def _arith(self, e: m.Arith, v: Vector, env: Env) -> int:
        left, right = self.value(e.left, v, env), self.value(e.right, v, env)
        of = OPERATORS.get(e.op)
        return of(left, right) if of is not None else partial(e.op, left, right, e.span)

    def _compare(self, e: m.Compare, v: Vector, env: Env) -> int:
        return int(COMPARISONS[e.op](*self._sides(e, v, env)))

    def _sides(self, e: m.Compare, v: Vector, env: Env) -> tuple[Any, Any]:
        """Return both sides of a comparison as comparable values.

        Bags become dicts of counts, domains become sorted lists, and other values stay as they are.
        """
        types = (e.left.type, e.right.type)
        if any(m.reads_as_bag(each) for each in types):
            return self.amounts(e.left, v, env), self.amounts(e.right, v, env)
        if any(m.reads_as_members(each) for each in types):
            return sorted(self.members(e.left, v, env)), sorted(self.members(e.right, v, env))
        return self.value(e.left, v, env), self.value(e.right, v, env)

    def _if(self, e: m.If, v: Vector, env: Env) -> Any:
        return self.read_as(e.then if self.value(e.when, v, env) else e.otherwise, e.type, v, env)

    # ------------------------------------------------------------ graphs and members

    def _reach(self, e: m.Reach, v: Vector, env: Env) -> list[int]:
        start = self.members(e.start, v, env)
        over = self.members(e.over, v, env)
        steps = self.value(e.steps, v, env) if e.steps is not None else -1
        return self.boards.reach(e.edges, start, over, steps)

    def _graph(self, e: m.GraphQuestion, v: Vector, env: Env) -> Value:
        found = self.boards.ask(e.word, e.edges, e.far, *(self.members(arg, v, env) for arg in e.args))
        if found == TOO_MANY:
            raise PlayFault(faults.TOO_MANY_TRAILS, e.span)
        return found

    def _nth(self, e: m.Nth, v: Vector, env: Env) -> int:
        number = self.value(e.number, v, env)
        members = self._members_from_top(e.of, number, v, env) if e.from_end else self.members(e.of, v, env)
        return nth(members, number, e.from_end)

    def _gather(self, e: m.AggregateExpr, v: Vector, env: Env) -> Any:
        uid = e.var.uid
        values: list[Any] = []
        units = self.work.size(e)
        is_top = e.how == "last" and e.where is None and not e.keys
        members = self._members_from_top(e.domain, 1, v, env) if is_top else self.members(e.domain, v, env)
        for member in members:
            self.work.spend(units, e.span)
            env[uid] = member
            if e.where is not None and not self.value(e.where, v, env):
                continue
            match e.how:
                case "any":
                    if e.body is None or self.value(e.body, v, env):
                        return 1
                case "all":
                    if e.body is not None and not self.value(e.body, v, env):
                        return 0
                case "first" | "last":
                    keys = [self.value(key.by, v, env) * (-1 if key.most else 1) for key in e.keys]
                    values.append((keys, member))
                case "union":
                    values.append(self.members(e.body or e.var, v, env))
                case _:
                    values.append(member if e.body is None else self.read_as(e.body, e.body.type, v, env))
        return gathered(e, values)
