"""Why a move is not allowed: the rules that forbid it, with values put in, and the nearest move that is allowed.

Produced by asking the walker again in the same position, so play pays nothing for it. An explanation is made for one
asker: a rule that reads what the asker may not see is named and no more is said of it. Reasons that are no needs or
costs have fixed names: `game_over`, `not_your_turn`, `not_offered`; a wrong parameter is named as the parameter is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dsl import model as m
from interpreter import flow as f
from interpreter.engine import OPEN, Row, Vector
from interpreter.evaluate import Env
from interpreter.faults import PlayFault
from interpreter.layout import OVER, PC
from interpreter.legality import Payment, kind_of, types_of
from interpreter.moves import Move, Plain, written
from interpreter.views import may_see
from interpreter.walker import Walker

if TYPE_CHECKING:
    from interpreter.tables import Table


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule that forbids a move. `text` is the rule in the author's words, `values` what its parts are worth now;
    `hidden` is set where the asker may not know more than the rule's name."""

    rule: str
    title: str
    cites: tuple[str, ...]
    place: str
    text: str
    values: tuple[str, ...]
    hidden: bool = False
    origin: str = ""

    @property
    def name(self) -> str:
        """The last part of the rule's name: `fare` of `open_city_branch.fare`."""
        return self.rule.rpartition(".")[2]

    def __str__(self) -> str:
        cites = f" [{', '.join(self.cites)}]" if self.cites else ""
        title = f", {self.title}" if self.title else ""
        head = f"{self.name}{title}{cites}: {self.text}" if self.text else f"{self.name}{title}{cites}"
        if self.hidden:
            return f"{self.name}{title}{cites}: this turns on something you may not see"
        return "\n".join([head, *(f"    {value}" for value in self.values)])

    def to_data(self) -> dict[str, object]:
        return {
            "rule": self.rule, "title": self.title, "cites": list(self.cites), "place": self.place, "text": self.text,
            "values": list(self.values), "hidden": self.hidden, "origin": self.origin,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is refused, in order of importance; `nearest` is a legal move that differs least, or None."""

    move: str
    reasons: tuple[Reason, ...]
    nearest: Move | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(reason.rule for reason in self.reasons)

    def __str__(self) -> str:
        lines = [f"not allowed: {self.move}"]
        for reason in self.reasons:
            lines += [f"  {line}" for line in str(reason).splitlines()]
        if self.nearest is not None:
            lines.append(f"  allowed instead: {self.nearest}")
        return "\n".join(lines)

    def to_data(self) -> dict[str, object]:
        return {
            "move": self.move, "reasons": [reason.to_data() for reason in self.reasons],
            "nearest": str(self.nearest) if self.nearest is not None else None,
        }  # fmt: skip


def explain_refusal(table: Table, v: Vector, move: Move, asker: int | None) -> Explanation:
    """Why a move that is not legal is not. `asker` None is a spectator."""
    told = Refusal(table, v, move, asker)
    reasons = tuple(told.reasons())
    return Explanation(str(move), reasons, told.nearest() if asker == move.seat else None)


@dataclass(slots=True)
class Refusal:
    """One refused move, looked at by one asker."""

    table: Table
    v: Vector
    move: Move
    asker: int | None

    @property
    def walker(self) -> Walker:
        return self.table.walker

    @property
    def node(self) -> f.AnyNode:
        return self.table.flow.nodes[self.v[PC]]

    def reasons(self) -> Iterator[Reason]:
        seats = self.table.flow.model.seats
        if self.v[OVER]:
            yield self.plain("game_over", "the game is over")
            return
        deciders = self.walker.deciders(self.v)
        if self.move.seat not in deciders:
            whose = " and ".join(seats[seat] for seat in deciders) or "chance"
            yield self.plain("not_your_turn", f"it is for {whose} to decide now")
            return
        node = self.node
        if isinstance(node, f.SecretChoice):
            if self.move.row[0] != node.kind:
                yield self.not_offered([self.table.flow.move_kinds[node.kind].name])
            else:
                yield self.outside(self.move.action, self.move.row[1])
            return
        assert isinstance(node, f.Choice)
        options = [option for option in node.options if kind_of(option) == self.move.row[0]]
        if not options:
            yield self.not_offered([self.table.flow.move_kinds[kind_of(option)].name for option in node.options])
            return
        option = self.walker.option_for(self.v, self.move.seat, self.move.row) or options[0]
        if isinstance(option, f.Pick):
            yield self.outside(self.move.action, self.move.row[1])
        elif isinstance(option, f.Play):
            yield from self.of_action(option)

    # ------------------------------------------------------------ kinds of reasons

    def plain(self, rule: str, text: str) -> Reason:
        about = self.node.phase
        return Reason(rule, "", (), str(about.span), text, ())

    def not_offered(self, offered: list[str]) -> Reason:
        about = self.node.phase
        words = " or ".join(dict.fromkeys(offered))
        step = f"{about.title or about.name}"
        text = f"in “{step}” it is only possible to {words}"
        return Reason("not_offered", "", about.cites, str(about.span), text, ())

    def outside(self, name: str, value: int) -> Reason:
        args = self.move.args
        shown = written(args.get(name, value))
        return Reason(name, "", (), str(self.node.span), f"{shown} is not among what can be chosen here", ())

    def of_action(self, option: f.Play) -> Iterator[Reason]:
        action, v = option.action, self.v
        env: Env = {action.you.uid: self.move.seat}
        bound = self.walker.bound_values(option, v)
        values = self.walker.rows.values(types_of(option), self.move.row[1:]) or []
        for at, (param, value) in enumerate(zip(action.params, values, strict=True)):
            env[param.var.uid] = value
            if at < len(bound) and bound[at] != value:
                here = written(self.plain_value(bound[at], param.var.type))
                yield self.of_param(action, param, value, f"here it can only be {here}")
                return
            if not self.inside(param, value, env):
                yield self.of_param(action, param, value, self.what_is_wanted(param))
                return
        yield from self.failing(action, env)

    def inside(self, param: m.Param, value: Any, env: Env) -> bool:
        return self.walker.allows(param, value, self.v, env)

    def of_param(self, action: m.Action, param: m.Param, value: Any, text: str) -> Reason:
        shown = written(self.plain_value(value, param.var.type))
        rule = f"{action.about.name}.{param.var.name}"
        text = f"{shown} cannot be chosen: {text}"
        return Reason(rule, "", (), str(param.domain.span), text, (), origin=action.about.origin)

    def what_is_wanted(self, param: m.Param) -> str:
        type_ = param.var.type
        if isinstance(param.domain, m.Things) and isinstance(type_, m.Ref):
            return f"a {type_.kind} is needed"
        return f"it must be one of `{param.domain.span.text}`"

    def failing(self, action: m.Action, env: Env) -> Iterator[Reason]:
        needs = {need.about.name: need for need in action.needs}
        try:
            for about in self.walker.failing(action, self.v, env):
                need = needs.get(about.name)
                if need is not None:
                    yield self.of_need(need, env)
                elif action.limit is not None and about is action.limit.about:
                    yield Reason(about.name, about.title, about.cites, str(about.span), about.span.text, ())
                else:
                    yield self.of_cost(action, about, env)
        except PlayFault:
            return  # a later test relied on an earlier one that does not hold: enough has been said

    # ------------------------------------------------------------ needs and costs, with values

    def of_need(self, need: m.Need, env: Env) -> Reason:
        about = need.about
        hidden = self.reads_hidden(need.condition, env)
        values = () if hidden else tuple(dict.fromkeys(self.values(need.condition, env)))
        text = "" if hidden else f"`{_one_line(need.condition.span.text)}` does not hold"
        return Reason(about.name, about.title, about.cites, str(about.span), text, values, hidden, about.origin)

    def reads_hidden(self, expr: m.Expr, env: Env) -> bool:
        """Whether working out an expression reads something that the asker may not see."""
        found = False

        def watch(part: m.Expr, _: object) -> None:
            nonlocal found
            if isinstance(part, m.Slot):
                found = found or not self.visible(part, env)

        self.walker.trace = watch
        try:
            self.walker.value(expr, self.v, env)
        finally:
            self.walker.trace = None
        return found

    def visible(self, slot: m.Slot, env: Env) -> bool:
        trace, self.walker.trace = self.walker.trace, None
        try:
            owner = self.walker.value(slot.owner, self.v, env) if slot.owner is not None else -1
            keys = tuple(self.walker.value(key, self.v, env) for key in slot.keys)
        except PlayFault:
            return slot.field.visibility == "open"
        finally:
            self.walker.trace = trace
        return may_see(slot.field, owner, keys, self.asker) == "all"

    def values(self, expr: m.Expr, env: Env) -> Iterator[str]:
        """What the parts of a condition that make it fail are worth."""
        walker = self.walker
        match expr:
            case m.And(left, right):
                parts = [left] if not walker.value(left, self.v, env) else [right]
                for part in parts:
                    yield from self.values(part, env)
            case m.Or(left, right):
                yield from self.values(left, env)
                yield from self.values(right, env)
            case m.Not(of):
                yield from self.values(of, env)
            case m.Compare(_, left, right):
                for side in (left, right):
                    yield from self.worth(side, env)
            case m.In(of, domain):
                yield from self.worth(of, env)
                members = walker.members(domain, self.v, env)
                kind = domain.type.of if isinstance(domain.type, m.Many) else None
                if kind is not None and len(members) <= 12:
                    names = ", ".join(written(self.plain_value(member, kind)) for member in members) or "nothing"
                    yield f"{_one_line(domain.span.text)} is {names}"
            case _:
                yield from self.worth(expr, env)

    def worth(self, expr: m.Expr, env: Env) -> Iterator[str]:
        if isinstance(expr, m.Const) or isinstance(expr.type, (m.Bag, m.Many, m.Holder)):
            return
        shown = written(self.plain_value(self.walker.value(expr, self.v, env), expr.type))
        text = _one_line(expr.span.text)
        if text != shown:
            yield f"{text} is {shown}"

    def of_cost(self, action: m.Action, about: m.Clauses, env: Env) -> Reason:
        payments = list(self.walker.payments(action, self.v, env))
        payment = next(found for found in payments if found.cost.about is about)
        hidden = not self.visible(payment.cost.source, env)
        text = "" if hidden else self.price(payment, payments)
        return Reason(about.name, about.title, about.cites, str(about.span), text, (), hidden, about.origin)

    def price(self, payment: Payment, payments: list[Payment]) -> str:
        """What a cost asks for, and what there is."""
        same = [found for found in payments if found.source == payment.source]
        before = same[: same.index(payment)]
        owner = _one_line(payment.cost.source.span.text)
        if payment.cost.form == "money":
            spent = sum(found.money for found in before)
            also = f", and {spent} for what comes first" if spent else ""
            money = self.table.flow.model.money
            have = self.v[payment.source.base]
            return f"it costs {payment.money} {money}{also}; there are {have}, {payment.money + spent - have} short"
        kind = payment.source.run.kind
        assert kind is not None
        parts = []
        for sort, number in payment.pieces.items():
            have = self.walker.contents.count(self.v, payment.source, sort)
            name = self.table.flow.model.thing_name(kind.name, sort) if kind.size > 1 else kind.name
            parts.append(f"{number} {name} (there are {have})")
        return f"it costs {' and '.join(parts)} from {owner}"

    def plain_value(self, value: Any, type_: m.Type) -> Plain:
        return self.table.notation.plain(value, type_)

    # ------------------------------------------------------------ the nearest legal move

    def nearest(self) -> Move | None:
        """The legal move of the same action that differs in the fewest parameters, then by the least; where the action
        has no legal move, the first legal one of another."""
        if self.v[OVER] or self.move.seat not in self.walker.deciders(self.v):
            return None
        try:
            rows = self.table.engine.moves(self.v, self.move.seat)
        except PlayFault:
            return None
        same = [row for row in rows if row[0] == self.move.row[0] and OPEN not in row]
        if same:
            return self.table.notation.move(self.move.seat, min(same, key=self.distance))
        others = [row for row in rows if OPEN not in row]
        return self.table.notation.move(self.move.seat, others[-1]) if others else None

    def distance(self, row: Row) -> tuple[int, int, Row]:
        pairs = list(zip(row[1:], self.move.row[1:], strict=True))
        return (sum(a != b for a, b in pairs), sum(abs(a - b) for a, b in pairs), row)


def _one_line(text: str) -> str:
    return " ".join(text.split())

