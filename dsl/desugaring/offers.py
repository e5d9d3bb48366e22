"""Offers: spelled out as actions that another player answers.

`offer trade(partner: Player, open give: …) to partner, countered at most 2 times` becomes

- `trade`, which proposes: its needs must hold and each cost be payable, as far as who proposes can see it, but nothing
  is paid yet; then the partner must take one of the next three;
- `accept_trade`, with every term fixed: the needs are tested again, all costs are paid, and `then` happens;
- `decline_trade`, which does nothing;
- `counter_trade`, `counter_trade_2`, …: the same offer with new values for the `open` terms, for which the needs must
  hold again; then the other side must answer. After the last one there is only yes or no. What bounds a term and may
  not be seen by who names it is asked at acceptance.

In all of them `you` is who made the first offer, as the author wrote it; the answers carry him as `proposer`. A limit
counts proposals, agreed or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import pairwise
from typing import TypeVar

from dsl import ast
from dsl.diagnostics import Sink, wording
from dsl.source import Span

PROPOSER = "proposer"
ACCEPT, DECLINE, COUNTER = "Accept the offer", "Decline the offer", "Make a counter-offer"
"""What the answers are called at the table."""
MOST_COUNTERS = 9

N = TypeVar("N")


def spell_out_offers(declarations: Sequence[ast.Declaration], sink: Sink) -> list[ast.Declaration]:
    """The declarations with every offer turned into the actions it stands for."""
    found: list[ast.Declaration] = []
    for decl in declarations:
        if isinstance(decl, ast.Action) and decl.form == "offer":
            found += _Offer(decl, sink).actions()
        else:
            found.append(decl)
    return found


def renamed(node: N, old: str, new: str) -> N:
    """A syntax node with one name replaced by another wherever it is used."""
    if isinstance(node, ast.Name):
        return replace(node, text=new) if node.text == old else node
    if isinstance(node, tuple):
        return tuple(renamed(part, old, new) for part in node)  # type: ignore[return-value]
    if isinstance(node, ast.Node):
        parts = {spec.name: getattr(node, spec.name) for spec in fields(node)}
        changed = {name: renamed(part, old, new) for name, part in parts.items()}
        return type(node)(**changed)
    return node


class _Offer:
    """One offer. Its terms are all its parameters; the `open` ones come last and may be countered."""

    def __init__(self, decl: ast.Action, sink: Sink) -> None:
        self.decl, self.sink = decl, sink
        self.name, self.span = decl.name.text, decl.name.span
        self.counters = self._counters()
        self.sound = self._check_terms()

    def _counters(self) -> int:
        number = self.decl.counters
        if number is None:
            return 0
        if not isinstance(number, ast.Integer) or not 1 <= number.value <= MOST_COUNTERS:
            wording.plain_number_needed(self.sink, number.span, f"from 1 to {MOST_COUNTERS}")
            return 1
        return number.value

    def _check_terms(self) -> bool:
        before = len(self.sink.errors)
        params = self.decl.params
        fixed_after = [p for before, p in pairwise(params) if before.open and not p.open]
        if fixed_after:
            self.sink.add(
                "E330", "the open terms of an offer come last", fixed_after[0].span, "this one is fixed",
                hint="put it before the first `open` one",
            )  # fmt: skip
        if self.counters and not any(param.open for param in params):
            self.sink.add(
                "E330", f"nothing in `{self.name}` can be countered", self.span, "no term is `open`",
                hint="say which terms may change: `open fee: …`",
            )  # fmt: skip
        for cost in self.decl.costs:
            if isinstance(cost, ast.Accept) or any(isinstance(part, ast.Debt) for part in ast.walk(cost)):
                self.sink.add(
                    "E330", "the terms of an offer leave no choice", cost.span, "who agrees must know what is given",
                    hint="let a parameter say it: `give: bag of you.cart at most 2`",
                )  # fmt: skip
        for param in params:
            if param.name.text == PROPOSER:
                wording.reserved_word(self.sink, PROPOSER, param.name.span)
        return len(self.sink.errors) == before

    def actions(self) -> list[ast.Action]:
        if not self.sound:
            return [replace(self.decl, form="proposal", costs=(), then=None)]
        found = [self.proposal(), self.acceptance(), self.refusal()]
        return [*found, *(self.counter(number) for number in range(1, self.counters + 1))]

    # ------------------------------------------------------------ the actions

    def proposal(self) -> ast.Action:
        decl = self.decl
        assert decl.to is not None
        word = ast.Word(self.span, PROPOSER)
        named = ast.Let(self.span, (), word, ast.Name(self.span, "you"))  # in the answers, `you` is who answers
        answer = self.answer(decl.to, ast.Name(self.span, PROPOSER), 1)
        return replace(decl, form="proposal", then=self.block(named, answer))

    def acceptance(self) -> ast.Action:
        return replace(
            self._theirs(f"accept_{self.name}", self.decl.params, ACCEPT), form="action",
            needs=renamed(self.decl.needs, "you", PROPOSER), costs=self._paid_by_proposer(),
            then=renamed(self.decl.then, "you", PROPOSER),
        )  # fmt: skip

    def refusal(self) -> ast.Action:
        return replace(self._theirs(f"decline_{self.name}", (), DECLINE), form="action", needs=(), costs=(), then=None)

    def counter(self, number: int) -> ast.Action:
        """The counter-offer of that number; odd ones are made by the partner, even ones by the proposer."""
        assert self.decl.to is not None
        proposer = ast.Name(self.span, PROPOSER)
        other = proposer if number % 2 else renamed(self.decl.to, "you", PROPOSER)
        answer = self.answer(other, proposer, number + 1)
        return replace(
            self._theirs(self.counter_name(number), self.decl.params, COUNTER), form="proposal",
            params=self.counter_terms(number),
            needs=renamed(self.decl.needs, "you", PROPOSER), costs=self._paid_by_proposer(),
            then=self.block(answer),
        )  # fmt: skip

    # ------------------------------------------------------------ their parts

    def counter_name(self, number: int) -> str:
        return f"counter_{self.name}" if number == 1 else f"counter_{self.name}_{number}"

    def _theirs(self, name: str, params: tuple[ast.Param, ...], title: str) -> ast.Action:
        first = ast.Param(
            self.span, ast.Word(self.span, PROPOSER), ast.Domain(self.span, "members", ast.Name(self.span, "Player")),
            None, False,
        )  # fmt: skip
        terms = (first, *renamed(params, "you", PROPOSER)) if params else ()
        return replace(self.decl, name=ast.Word(self.span, name), title=title, params=terms, limit=None)

    def counter_terms(self, number: int) -> tuple[ast.Param, ...]:
        """The terms of a counter-offer. Bounds of open ones call who names the figure `you`: what he has is known
        to him, what the other has may not be."""
        first, *fixed = self._theirs("", self.decl.params, COUNTER).params
        terms = []
        for param, written in zip(fixed, self.decl.params, strict=True):
            if param.open and number % 2 == 0:
                param = written
            elif param.open and isinstance(self.decl.to, ast.Name):
                param = replace(renamed(param, self.decl.to.text, "you"), name=param.name)
            terms.append(param)
        return (first, *terms)

    def _paid_by_proposer(self) -> tuple[ast.Cost, ...]:
        """The costs; where no holder is named, the proposer pays, not who answers."""
        proposer = ast.Name(self.span, PROPOSER)
        costs = renamed(self.decl.costs, "you", PROPOSER)
        return tuple(replace(cost, payer=proposer) for cost in costs if isinstance(cost, ast.Cost))

    def answer(self, who: ast.Expr, proposer: ast.Name, counter: int) -> ast.Statement:
        """`who must accept or decline or counter`, with the terms handed on."""
        terms = tuple(ast.Name(param.name.span, param.name.text) for param in self.decl.params)
        fixed = tuple(term for term, param in zip(terms, self.decl.params, strict=True) if not param.open)
        calls = [self.call(f"accept_{self.name}", (proposer, *terms)), self.call(f"decline_{self.name}", ())]
        if counter <= self.counters:
            calls.append(self.call(self.counter_name(counter), (proposer, *fixed)))
        return ast.Act(self.span, (), who, True, tuple(calls), None, False)

    def call(self, name: str, args: tuple[ast.Expr, ...]) -> ast.RoutineCall:
        return ast.RoutineCall(self.span, ast.Word(self.span, name), args)

    def block(self, *statements: ast.Statement) -> ast.Block:
        span: Span = self.decl.span
        return ast.Block(span, (), statements)
