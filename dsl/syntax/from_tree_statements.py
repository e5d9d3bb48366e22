"""Reading statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token

from dsl import ast as a
from dsl.syntax.from_tree_base import TreeReader, unquoted


class StatementReader(TreeReader):
    """One method for each rule of `statements.lark`."""

    def block(self, meta: Any, cites: Any, *body: a.Statement) -> a.Block:
        return a.Block(self.at(meta), cites or (), body)

    def cited(self, meta: Any, statement: Callable[[tuple[a.Cite, ...]], a.Statement], cites: Any) -> a.Statement:
        return statement(cites or ())

    def let(self, meta: Any, name: Token, value: a.Expr) -> Any:
        return lambda cites: a.Let(self.at(meta), cites, self.word(name), value)

    def set(self, meta: Any, target: a.Expr, value: a.Expr) -> Any:
        return lambda cites: a.Set(self.at(meta), cites, target, value)

    def raise_(self, meta: Any, target: a.Expr, by: a.Expr, bound: Any) -> Any:
        return lambda cites: a.Raise(self.at(meta), cites, target, by, False, bound or "")

    def lower(self, meta: Any, target: a.Expr, by: a.Expr, bound: Any) -> Any:
        return lambda cites: a.Raise(self.at(meta), cites, target, by, True, bound or "")

    def wrapping(self, meta: Any) -> str:
        return "wrapping"

    def clamped(self, meta: Any) -> str:
        return "clamped"

    def everything(self, meta: Any) -> str:
        return "everything"

    def move(self, meta: Any, moved: Any, source: a.Expr, target: a.Expr) -> Any:
        what = None if moved == "everything" else moved
        return lambda cites: a.MovePieces(self.at(meta), cites, what, source, target)

    def draw(self, meta: Any, number: a.Expr, source: a.Expr, target: a.Expr, reshuffling: Any) -> Any:
        return lambda cites: a.Draw(self.at(meta), cites, number, source, target, reshuffling)

    def reshuffling(self, meta: Any, pile: a.Expr) -> a.Expr:
        return pile

    def shuffle(self, meta: Any, stack: a.Expr) -> Any:
        return lambda cites: a.Shuffle(self.at(meta), cites, stack)

    def random(self, meta: Any, target: a.Expr, domain: a.Expr) -> Any:
        return lambda cites: a.Random(self.at(meta), cites, target, domain)

    def reveal(self, meta: Any, what: a.Expr) -> Any:
        return lambda cites: a.Reveal(self.at(meta), cites, what)

    def pays(self, meta: Any, payer: a.Expr, amount: a.Expr, payee: a.Expr) -> Any:
        return lambda cites: a.Pays(self.at(meta), cites, payer, amount, payee)

    def may(self, meta: Any, who: a.Expr, offers: Any, times: Any) -> Any:
        number, repeatedly = times or (None, False)
        return lambda cites: a.Act(self.at(meta), cites, who, False, offers, number, repeatedly)

    def must(self, meta: Any, who: a.Expr, offers: Any, times: Any) -> Any:
        number, repeatedly = times or (None, False)
        return lambda cites: a.Act(self.at(meta), cites, who, True, offers, number, repeatedly)

    def offers(self, meta: Any, *calls: a.RoutineCall) -> tuple[a.RoutineCall, ...]:
        return calls

    def at_most(self, meta: Any, number: a.Expr) -> tuple[Any, bool]:
        return number, False

    def repeatedly(self, meta: Any) -> tuple[Any, bool]:
        return None, True

    def chooses(self, meta: Any, who: a.Expr, binder: a.Binder) -> Any:
        return lambda cites: a.Chooses(self.at(meta), cites, who, binder)

    def chooses_secretly(self, meta: Any, who: a.Expr, binder: a.Binder) -> Any:
        return lambda cites: a.Chooses(self.at(meta), cites, who, binder, True)

    def secretly(self, meta: Any, everyone: a.Expr, name: Token, domain: a.Expr) -> Any:
        return lambda cites: a.Secretly(self.at(meta), cites, everyone, self.word(name), domain)

    def window(self, meta: Any, binder: a.Binder, offers: Any) -> Any:
        return lambda cites: a.Window(self.at(meta), cites, binder, offers)

    def do(self, meta: Any, *calls: a.RoutineCall) -> Any:
        return lambda cites: a.Do(self.at(meta), cites, calls)

    def stop(self, meta: Any, scope: str) -> Any:
        return lambda cites: a.Stop(self.at(meta), cites, scope)

    def call(self, meta: Any, name: Token, args: Any) -> a.RoutineCall:
        return a.RoutineCall(self.at(meta), self.word(name), args or ())

    def args(self, meta: Any, *args: a.Expr) -> tuple[a.Expr, ...]:
        return args

    def binder(self, meta: Any, name: Token, domain: a.Expr, where: Any) -> a.Binder:
        return a.Binder(self.at(meta), self.word(name), domain, where)

    def if_(self, meta: Any, when: a.Expr, then: a.Block, *rest: Any) -> a.If:
        otherwise: a.Block | None = None
        for part in reversed(rest):
            if isinstance(part, a.Block):
                otherwise = part
            elif part is not None:
                span, elif_when, block = part
                inner = a.If(span, block.cites, elif_when, block, otherwise)
                otherwise = a.Block(span, (), (inner,))
        return a.If(self.at(meta), then.cites, when, then, otherwise)

    def elif_(self, meta: Any, when: a.Expr, block: a.Block) -> Any:
        return self.at(meta), when, block

    def else_(self, meta: Any, block: a.Block) -> a.Block:
        return block

    def for_(self, meta: Any, binder: a.Binder, order_by: Any, body: a.Block) -> a.For:
        return a.For(self.at(meta), body.cites, binder, body, order_by)

    def any_order(self, meta: Any, who: a.Expr) -> a.Expr:
        return who

    def repeat(self, meta: Any, times: a.Expr, condition: Any, body: a.Block) -> a.Repeat:
        return a.Repeat(self.at(meta), body.cites, times, condition, body)

    def once(self, meta: Any, scope: str, seat: Any, body: a.Block) -> a.Once:
        return a.Once(self.at(meta), body.cites, scope, seat, body)

    def once_only(self, meta: Any, scope: str) -> str:
        return scope

    def turn(self, meta: Any, binder: a.Binder, body: a.Block) -> a.TurnOf:
        return a.TurnOf(self.at(meta), body.cites, binder, body)

    def may_choose(self, meta: Any, who: a.Expr, binder: a.Binder, once: Any, then: a.Block,
                   otherwise: Any) -> a.MayChoose:  # fmt: skip
        return a.MayChoose(self.at(meta), then.cites, who, binder, then, otherwise, once or "")

    def walks(self, meta: Any, who: a.Expr, name: Token, start: a.Expr, over: Token, where: Any, steps: Any,
              until: Any, body: a.Block) -> a.Walks:  # fmt: skip
        number, exact = steps
        return a.Walks(
            self.at(meta),
            body.cites,
            who,
            self.word(name),
            start,
            self.word(over),
            where,
            number,
            exact,
            until,
            body,
        )

    def steps_at_most(self, meta: Any, number: a.Expr) -> tuple[a.Expr, bool]:
        return number, False

    def steps_exactly(self, meta: Any, number: a.Expr) -> tuple[a.Expr, bool]:
        return number, True

    def auction(self, meta: Any, name: Token, title: Any, cites: Any, binder: a.Binder, binder_cites: Any, bid: a.Expr,
                bid_cites: Any, won: Any, unsold: Any) -> a.Auction:  # fmt: skip
        winner, price, block = won
        every = (cites or ()) + (binder_cites or ()) + (bid_cites or ())
        return a.Auction(
            self.at(meta), every, self.word(name), unquoted(title), binder, bid, winner, price, block, unsold
        )

    def won(self, meta: Any, winner: Token, price: Token, block: a.Block) -> Any:
        return self.word(winner), self.word(price), block

    def unsold(self, meta: Any, block: a.Block) -> a.Block:
        return block
