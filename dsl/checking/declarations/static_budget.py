"""Finds, before a game starts, rules that need too much work in every position.

Examples are domains with billions of members, deeply nested loops, long chains of calls, and actions with too many
moves to list. During play, `interpreter.flow.step_budget` limits the work that depends on the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields

from dsl import model
from dsl.checking.declarations.members import members_of
from dsl.diagnostics import Sink
from dsl.limits import MOST_MEMBERS, MOST_MOVES, MOST_WORK

WAITS = (model.Act, model.Choose, model.Secretly, model.Window, model.ChanceStatement, model.Turn)

PLAIN = (
    model.Arith, model.Compare, model.Not, model.Size, model.Let, model.Assign, model.Adjust, model.Need,
    model.ScoreLine,
)  # fmt: skip
"""Types of nodes that always evaluate all their parts."""


def work(made: model.Model, sink: Sink) -> None:
    """Report rules that exceed the work limit for one decision in every position."""
    before = len(sink.errors)
    _long_domains(made, sink)
    given = _given(made)
    for action in made.actions.values():
        _moves(made, action, given.get(action.about.name, len(action.params)), sink)
    if len(sink.errors) > before:
        return  # otherwise the loop over this domain would be reported as well
    least = _Least(made)
    for about, parts in _rules(made):
        for part in parts:
            if least.of(part) > MOST_WORK:
                span = part.span if isinstance(part, (model.Statement, model.Expr)) else about.span
                title = f"`{about.name}` visits at least {least.of(part):,} members"
                sink.add("E327", title, span, f"one decision may visit at most {MOST_WORK:,}",
                         hint="loop over fewer members; nested loops multiply their work")  # fmt: skip
                break


def _rules(made: model.Model) -> Iterator[tuple[model.Clauses, Iterable[object]]]:
    """Yield every rule, with the parts that the engine evaluates or executes."""
    for value in made.values.values():
        yield value.about, (value,)
    for action in made.actions.values():
        yield action.about, (*action.needs, *action.then)
    for routine in made.routines.values():
        yield routine.about, routine.body
    for wake in made.wakes:
        yield wake.about, (wake.condition, *wake.body)
    for ending in made.endings:
        yield ending.about, (ending.condition,)
    for line in made.score:
        yield line.about, (line.value,)


# ---------------------------------------------------------------- domains


def _long_domains(made: model.Model, sink: Sink) -> None:
    """Report domains with too many members to loop over.

    A membership test in a range is not a loop.
    """
    everything = (
        *made.values.values(), *made.actions.values(), *made.routines.values(), *made.wakes, *made.endings,
        *made.score,
    )  # fmt: skip
    named: list[tuple[str, object]] = [(rule.about.name, rule) for rule in everything]  # type: ignore[attr-defined]
    for name, rule in [*named, *(("ranking", key) for key in made.ranking)]:
        spared: set[int] = set()
        for part in made.parts_of(rule):  # `parts_of` yields a node before its domain
            if isinstance(part, (model.In, model.Param)):
                spared.add(id(part.domain))
            elif isinstance(part, (model.RangeOf, model.Bags, model.Subsets)) and id(part) not in spared:
                _long_domain(made, name, part, sink)


def _long_domain(
    made: model.Model, name: str, domain: model.RangeOf | model.Bags | model.Subsets, sink: Sink, hint: str = ""
) -> None:
    number = members_of(made, domain)
    if number is None or number <= MOST_MEMBERS:
        return
    title = f"`{name}` would visit {_many(number)} members"
    sink.add("E327", title, domain.span, f"at most {MOST_MEMBERS:,} can be visited", hint=hint)


def _moves(made: model.Model, action: model.Action, given: int, sink: Sink) -> None:
    """Report an action that, in every position, has too many moves to list.

    Args:
        given: The number of leading parameters for which every offer of the action supplies a value.
    """
    params = action.params[given:]
    opened: set[int] = set()
    for param in params:
        depends = {part.uid for part in model.parts(param) if isinstance(part, model.Var)} & opened
        if param.open or depends:
            opened.add(param.var.uid)
        elif isinstance(param.domain, (model.RangeOf, model.Bags, model.Subsets)):
            hint = f"write `open {param.var.name}: {param.domain.span.text}`"
            _long_domain(made, action.about.name, param.domain, sink, hint)
    tested = bool(action.needs or action.costs)
    if action.needs:  # the first need may exclude most moves, so ignore the parameters after those that the need tests
        asked = {part.uid for part in model.parts(action.needs[0].condition) if isinstance(part, model.Var)}
        places = [at for at, param in enumerate(params, 1) if param.var.uid in asked]
        params = params[: max(places, default=0)]
    number = 1
    for param in params:
        found = 1 if param.var.uid in opened else members_of(made, param.domain)
        if found is None or found > MOST_MEMBERS or param.where is not None:
            return  # the domain has a condition or an unknown size, or was already reported as too large
        number *= found
    if number > (MOST_WORK if tested else MOST_MOVES):
        title = f"`{action.about.name}` has {_many(number)} moves{' to be tested' if tested else ''}"
        sink.add("E327", title, action.about.span, f"at most {MOST_MOVES:,} can be listed",
                 hint="mark a parameter as `open`, or let the player choose it in a later step")  # fmt: skip


def _given(made: model.Model) -> dict[str, int]:
    """Return, for each action, the number of leading parameters for which every offer supplies a value.

    The result omits actions that no rule offers.
    """
    given = {action.about.name: 0 for action in made.actions.values() if action.anytime}
    for offer in made.those_in(model.Offer, *made.routines.values(), *made.actions.values(), *made.wakes):
        given[offer.action] = min(len(offer.bound), given.get(offer.action, len(offer.bound)))
    return given


def _many(number: int) -> str:
    return f"{number:,}" if number < 10**15 else "more than 1,000,000,000,000,000"


# ---------------------------------------------------------------- the least work


@dataclass(slots=True)
class _Least:
    """Computes the minimum number of domain members that a part visits.

    A part that the engine may skip counts as zero.
    """

    made: model.Model
    known: dict[int, int] = field(default_factory=dict)

    def of(self, part: object) -> int:
        if id(part) not in self.known:
            self.known[id(part)] = 0  # ends the recursion if calls form a cycle, which another check reports
            self.known[id(part)] = self._of(part)
        return self.known[id(part)]

    def all(self, parts: Iterable[object]) -> int:
        return sum(self.of(part) for part in parts if part is not None)

    def _of(self, part: object) -> int:
        match part:
            case model.AggregateExpr(how="any" | "all" | "first" | "last", domain=domain):
                return self.of(domain)
            case model.AggregateExpr(domain=domain, where=where, body=body):
                inner = (where,) if where is not None else (body,)
                return self.of(domain) + self._members(domain) * (1 + self.all(inner))
            case model.ForEach(domain=domain, where=where, body=body):
                done: tuple[object, ...] = () if where is not None or self._may_leave(body) else body
                return self.of(domain) + self._members(domain) * (1 + self.all((where, *done)))
            case model.Repeat(times=model.Const(value=times), condition=None, body=body):
                return 0 if self._may_leave(body) else max(0, times) * (1 + self.all(body))
            case model.And(left=left) | model.Or(left=left):
                return self.of(left)
            case model.If(when=when, then=then, otherwise=otherwise):
                return self.of(when) + min(self.of(then), self.of(otherwise))
            case model.IfDo(when=when, then=then, otherwise=otherwise):
                return self.of(when) + min(self.all(then), self.all(otherwise))
            case model.CallValue(name=name, args=args):
                return 1 + self.all(args) + _told(self.of(self.made.values.get(name)))
            case model.ValueRule(workings=workings, base=base, exceptions=exceptions):
                return self.all(expr for _, expr in workings) + (0 if exceptions else self.of(base))
            case model.Do(calls=calls):
                return sum(1 + self.all(args) + self._routine(name) for name, args in calls)
            case _ if isinstance(part, PLAIN):
                return self.all(getattr(part, spec.name) for spec in fields(part))
        return 0

    def _routine(self, name: str) -> int:
        body = self.made.routines[name].body if name in self.made.routines else ()
        return 0 if self._may_leave(body) else _told(self.all(body))

    def _members(self, domain: model.Expr) -> int:
        return members_of(self.made, domain) or 0

    def _may_leave(self, body: tuple[model.Statement, ...]) -> bool:
        """Return True if a body may wait for a decision or stop early.

        The passes of a loop around this body may belong to different decisions, so they are not counted.
        """
        seen: set[str] = set()
        waiting: list[object] = [body]
        while waiting:
            for part in model.parts(waiting.pop()):
                if isinstance(part, (*WAITS, model.Stop)):
                    return True
                for name, _ in part.calls if isinstance(part, model.Do) else ():
                    if name not in seen and name in self.made.routines:
                        seen.add(name)
                        waiting.append(self.made.routines[name].body)
        return False


def _told(number: int) -> int:
    return number if number <= MOST_WORK else 0
