"""Readers for the rules of `statements.lark`, the grammar of statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lark import Token

from dsl import ast as a
from dsl.syntax.tree_reader import (
    RuleReader,
    TreeReader,
    constant,
    node,
    only,
    sentence,
    several,
    unquoted,
    with_lines,
    words_of_language,
)


def _block(r: TreeReader, meta: Any, cites: Any, *body: a.Statement) -> a.Block:
    return a.Block(r.at(meta), cites or (), body)


def _cited(r: TreeReader, meta: Any, statement: Callable[[tuple[a.Cite, ...]], a.Statement], cites: Any) -> a.Statement:
    return statement(cites or ())


def _for_each(r: TreeReader, meta: Any, statement: Callable[[tuple[a.Cite, ...]], a.Statement], binder: a.Binder,
              cites: Any) -> a.For:  # fmt: skip
    return a.For(r.at(meta), (), binder, _alone(r, meta, statement(cites or ())), None)


def _only_if(r: TreeReader, meta: Any, statement: Callable[[tuple[a.Cite, ...]], a.Statement], when: a.Expr,
             cites: Any) -> a.If:  # fmt: skip
    return a.If(r.at(meta), (), when, _alone(r, meta, statement(cites or ())), None)


def _alone(r: TreeReader, meta: Any, statement: a.Statement) -> a.Block:
    """Return the block of a single statement that shares the line of its heading."""
    return a.Block(statement.span, (), (statement,), brief=True)


def _cites(r: TreeReader, meta: Any, *tokens: Token) -> tuple[a.Cite, ...]:
    return tuple(a.Cite(r.word(token).span, str(token)) for token in tokens)


def _move(r: TreeReader, meta: Any, moved: Any, source: a.Expr, target: a.Expr, under: bool = False) -> Any:
    every = isinstance(moved, tuple)
    what = None if moved == "everything" else moved[0] if every else moved
    return MOVE(r, meta, what, source, target, under, every, None)


def _move_under(r: TreeReader, meta: Any, moved: Any, source: a.Expr, target: a.Expr) -> Any:
    return _move(r, meta, moved, source, target, True)


def _move_piece(r: TreeReader, meta: Any, _word: Any, position: a.Expr, source: a.Expr, target: a.Expr) -> Any:
    return MOVE(r, meta, None, source, target, False, False, position)


MOVE = sentence(a.MovePieces, "moved", "source", "target", "under", "every", "position")


def _may(r: TreeReader, meta: Any, who: a.Expr, offers: Any, times: Any, passing: a.Saying | None) -> Any:
    return MAY(r, meta, who, offers, *(times or (None, False)), passing)


def _must(r: TreeReader, meta: Any, who: a.Expr, offers: Any, times: Any) -> Any:
    return MUST(r, meta, who, offers, *(times or (None, False)))


def _must_or_pass(r: TreeReader, meta: Any, who: a.Expr, offers: Any, passing: a.Saying | None) -> Any:
    return MUST_OR_PASS(r, meta, who, offers, passing)


MAY = sentence(a.Act, "who", "offers", "times", "repeatedly", "passing", must=False)
MUST = sentence(a.Act, "who", "offers", "times", "repeatedly", must=True)
MUST_OR_PASS = sentence(a.Act, "who", "offers", "passing", must=True, times=None, repeatedly=False, or_pass=True)


def _chooses(r: TreeReader, meta: Any, who: a.Expr, binder: a.Binder, unless_one: Any, says: a.Saying | None) -> Any:
    return CHOOSES(r, meta, who, binder, bool(unless_one), says)


CHOOSES = sentence(a.Chooses, "who", "binder", "unless_one", "says")


def _must_go_on(r: TreeReader, meta: Any, who: a.Expr, offers: Any, until: a.Expr) -> Any:
    return MUST_GO_ON(r, meta, who, offers, None, until)


MUST_GO_ON = sentence(a.Act, "who", "offers", "times", "until", must=True, repeatedly=False, at_risk=True)


def _must_until(r: TreeReader, meta: Any, who: a.Expr, offers: Any, until: a.Expr, cites: Any, otherwise: Any) -> a.Act:
    return a.Act(r.at(meta), cites or (), who, True, offers, None, False, until, otherwise)


def _do(r: TreeReader, meta: Any, *calls: a.RoutineCall) -> Any:
    return DO(r, meta, calls)


DO = sentence(a.Do, "calls")


def _if(r: TreeReader, meta: Any, when: a.Expr, then: a.Block, *rest: Any) -> a.If:
    otherwise: a.Block | None = None
    for part in reversed(rest):
        if isinstance(part, a.Block):
            otherwise = part
        elif part is not None:
            span, elif_when, block = part
            inner = a.If(span, block.cites, elif_when, block, otherwise)
            otherwise = a.Block(span, (), (inner,))
    return a.If(r.at(meta), then.cites, when, then, otherwise)


def _elif(r: TreeReader, meta: Any, when: a.Expr, block: a.Block) -> Any:
    return r.at(meta), when, block


def _walks(r: TreeReader, meta: Any, who: a.Expr, name: Token, start: a.Expr, over: Token, where: Any, steps: Any,
           until: Any, says: Any, passing: Any, body: a.Block) -> Any:  # fmt: skip
    return WALKS(r, meta, who, name, start, over, where, *steps, until, says, passing, body)


WALKS = with_lines(
    a.Walks, "who", "name", "start", "over", "where", "steps", "exact", "until", "says", "passing", "body"
)


def _auction(r: TreeReader, meta: Any, name: Token, title: Any, cites: Any, bidders: a.Binder, bidders_cites: Any,
             bid: a.Expr, says: Any, passing: Any, bid_cites: Any, won: Any, unsold: Any) -> a.Auction:  # fmt: skip
    winner, price, block = won
    every = (cites or ()) + (bidders_cites or ()) + (bid_cites or ())
    return a.Auction(
        r.at(meta), every, r.word(name), unquoted(title), bidders, bid, winner, price, block, unsold, says, passing
    )


STATEMENTS: Mapping[str, RuleReader] = {
    **{rule: sentence(each.node, *each.names, **each.fixed) for rule, each in a.SENTENCES.items()},
    "block": _block,
    "cited": _cited,
    "for_each": _for_each,
    "then_one": _alone,
    "only_if": _only_if,
    "cites": _cites,
    "all_of": lambda r, meta, word, sort: (sort,),
    **words_of_language("wrapping", "clamped", "everything"),
    "move": _move,
    "move_under": _move_under,
    "move_piece": _move_piece,
    "reshuffling": only,
    "weighted": only,
    "may": _may,
    "must": _must,
    "must_or_pass": _must_or_pass,
    "or_pass": only,
    "must_go_on": _must_go_on,
    "must_until": _must_until,
    "offers": several,
    "at_most": lambda r, meta, number: (number, False),
    "repeatedly": constant((None, True)),
    "chooses": _chooses,
    "unless_one": constant(True),
    "window": sentence(a.Window, "binder", "offers", "passing"),
    "do": _do,
    "call": node(a.RoutineCall, "name", "args"),
    "args": several,
    "binder": node(a.Binder, "name", "domain", "where"),
    "if": _if,
    "elif": _elif,
    "else": only,
    "for": with_lines(a.For, "binder", "order_by", "body"),
    "any_order": only,
    "repeat": with_lines(a.Repeat, "times", "condition", "body"),
    "once": with_lines(a.Once, "scope", "seat", "body"),
    "once_only": only,
    "turn": with_lines(a.TurnOf, "binder", "body"),
    "may_choose": with_lines(
        a.MayChoose, "who", "binder", "once", "says", "passing", "then", "otherwise", lines="then"
    ),
    "may_choose_often": with_lines(
        a.MayChoose, "who", "binder", "times", "says", "passing", "then", "otherwise", lines="then"
    ),
    "walks": _walks,
    "steps_at_most": lambda r, meta, number: (number, False),
    "steps_exactly": lambda r, meta, number: (number, True),
    "auction": _auction,
    "won": several,
    "unsold": only,
}
"""Maps each grammar rule to the reader of its node."""
