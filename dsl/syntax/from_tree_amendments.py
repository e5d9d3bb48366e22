"""Readers for the rules of `amendments.lark` and `scenarios.lark`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token

from dsl import ast as a
from dsl.syntax.from_tree_declarations import accept_of, cost_of
from dsl.syntax.tree_reader import (
    RuleReader,
    TreeReader,
    node,
    several,
    unquoted,
    with_lines,
    words_of_language,
)

# ---------------------------------------------------------------- variants


def _variant(
    r: TreeReader, meta: Any, name: Token, title: Token, game: Token, cites: Any, *parts: a.Amendment
) -> a.Variant:
    return a.Variant(r.at(meta), r.word(name), unquoted(title), cites or (), r.word(game), parts)


def _target(r: TreeReader, meta: Any, *parts: Any) -> a.Target:
    words = tuple(r.word(part) for part in parts if isinstance(part, Token))
    args = next((part for part in parts if isinstance(part, tuple)), ())
    return a.Target(r.at(meta), words, args)


def _amendment(verb: str, *names: str, **fixed: Any) -> RuleReader:
    return node(a.Amendment, *names, verb=verb, **fixed)


def _amendment_with_lines(verb: str, *names: str) -> RuleReader:
    return with_lines(a.Amendment, *names, lines="block", verb=verb)


def _amend_cells(r: TreeReader, meta: Any, target: a.Target, *parts: Any) -> Any:
    *given, title, cites = parts
    cells = r.cells(given)
    difference = _difference(cells)
    if difference is not None:
        return SET_VALUE(r, meta, target, difference, title, cites)
    return SET_CELLS(r, meta, target, cells, title, cites)


def _difference(cells: tuple[a.Cell, ...]) -> a.Expr | None:
    """Return cells such as `20 - 5` as a subtraction, or None for other cells.

    A space must follow the minus sign, because `20 -5` consists of two cells.
    """
    first, *others = cells
    expr = _plain(first)
    if not others or expr is None or any(not cell.span.text.startswith("- ") for cell in others):
        return None
    for cell in others:
        assert isinstance(cell.value, int)
        expr = a.Arithmetic(first.span.to(cell.span), "-", expr, a.Integer(cell.span, -cell.value))
    return expr


def _plain(cell: a.Cell) -> a.Expr | None:
    if not isinstance(cell.value, int):
        return None
    number = a.Integer(cell.span, abs(cell.value))
    return number if cell.value >= 0 else a.Negative(cell.span, number)


Link = tuple[str, a.Expr]
"""An operator and an operand, which continue an arithmetic expression."""


def _link(op: str) -> RuleReader:
    return lambda r, meta, number: (op, number)


def _from_cells(*, op: str = "") -> RuleReader:
    """Return a reader for arithmetic in a table cell, whose first numbers the parser takes for separate cells.

    Args:
        op: The operator before the remaining expression.
    """

    def read(r: TreeReader, meta: Any, *parts: Any) -> a.Expr:
        begun = [part for part in parts if isinstance(part, (a.Cell, Token))]
        links: list[Link] = [(op, part) if isinstance(part, a.Expr) else part for part in parts[len(begun) :]]
        cells = r.cells(begun)
        first = _plain(cells[0]) if len(cells) == 1 else _difference(cells)
        if first is None:
            r.sink.add(
                "E005", "this line mixes a row of cells with arithmetic", r.at(meta),
                "this could be a row or arithmetic",
                hint="for arithmetic, write a space after each minus sign; for a row, write only plain values",
            )  # fmt: skip
            return a.Integer(r.at(meta), 0)
        return _linked(first, links)

    return read


def _linked(expr: a.Expr, links: list[Link]) -> a.Expr:
    """Append operators and operands to an arithmetic expression.

    A leading factor or divisor applies only to the last number of a difference.
    """
    for op, number in links:
        if op not in "+-" and isinstance(expr, a.Arithmetic) and expr.op == "-":
            times = a.Arithmetic(expr.right.span.to(number.span), op, expr.right, number)
            expr = a.Arithmetic(expr.span.to(number.span), "-", expr.left, times)
        else:
            expr = a.Arithmetic(expr.span.to(number.span), op, expr, number)
    return expr


SET_CELLS = _amendment("set", "target", "cells", "title", "cites")
SET_VALUE = _amendment("set", "target", "value", "title", "cites")


def _amend_add_rule(r: TreeReader, meta: Any, name: Token, where: str, target: Any, *rest: Any) -> Any:
    if isinstance(target, a.Word):  # such as `round`, which has no declared name
        target = a.Target(target.span, (target,), ())
    return ADD_RULE(r, meta, name, where, target, *rest)


ADD_RULE = _amendment_with_lines("add rule", "name", "where", "target", "when", "title", "block")


def _amend_add_cost(r: TreeReader, meta: Any, name: Token, each: Any, target: a.Target, *parts: Any) -> a.Amendment:
    return _adds_line(r, meta, "add costs", target, cost_of(r, meta, name, each, *parts))


def _amend_add_accept(r: TreeReader, meta: Any, name: Token, target: a.Target, *parts: Any) -> a.Amendment:
    return _adds_line(r, meta, "add accepts", target, accept_of(r, meta, name, *parts))


def _amend_add_score(r: TreeReader, meta: Any, name: Token, value: a.Expr, title: Any, cites: Any) -> a.Amendment:
    target = a.Target(r.at(meta), (a.Word(r.word(name).span, "scoring"),), ())
    line = a.ScoreLine(r.at(meta), r.word(name), unquoted(title), cites or (), value)
    return _adds_line(r, meta, "add scoring", target, line)


def _adds_line(
    r: TreeReader, meta: Any, verb: str, target: a.Target, line: a.Cost | a.Accept | a.ScoreLine
) -> a.Amendment:
    return a.Amendment(r.at(meta), verb, target, line.name, declaration=line, title=line.title, cites=line.cites)


AMENDMENTS: Mapping[str, RuleReader] = {
    "variant": _variant,
    "target": _target,
    "applies_when": _amendment("applies", "when"),
    "requires": _amendment("requires", "name"),
    "excludes": _amendment("excludes", "name"),
    "amends": _amendment("amends", "name"),
    "adds_board": _amendment("board", "title"),
    "replaces_board": node(a.Amendment, "title", verb="board", where="instead"),
    "amend_cells": _amend_cells,
    "amend_flag": SET_VALUE,
    "amend_reckoned": SET_VALUE,
    "reckoned_from_cells": _from_cells(),
    "added_to_cells": _from_cells(op="+"),
    "taken_from_cells": _from_cells(op="-"),
    "times": _link("*"),
    "over_down": _link("/ down"),
    "over_up": _link("/ up"),
    "rest_of": _link("mod"),
    "plus": _link("+"),
    "minus": _link("-"),
    "amend_except_value": _amendment("except", "target", "name", "when", "value", "title", "cites"),
    "amend_except_rule": _amendment_with_lines("except", "target", "name", "when", "title", "block"),
    "amend_replace_rule": _amendment_with_lines("replace", "target", "when", "title", "block"),
    "amend_replace_value": _amendment("replace", "target", "when", "value", "title", "cites"),
    "amend_replace_limit": _amendment("replace", "target", "value", "where", "cites"),
    "amend_replace_whole": _amendment("replace", "declaration"),
    "amend_suspend": _amendment("suspend", "target", "when", "title", "cites"),
    "amend_add_rule": _amend_add_rule,
    **words_of_language("before", "after"),
    "amend_add_need": _amendment("add needs", "name", "target", "value", "title", "cites"),
    "amend_add_cost": _amend_add_cost,
    "amend_add_accept": _amend_add_accept,
    "amend_add_limit": _amendment("add limit", "value", "where", "target", "cites"),
    "amend_add_score": _amend_add_score,
    "amend_new": _amendment("new", "declaration"),
}
"""Maps each grammar rule to the reader of its node."""

# ---------------------------------------------------------------- scenarios


def _scenario(r: TreeReader, meta: Any, name: Token, title: Token, game: Any, cites: Any,
              *parts: a.ScenarioPart) -> a.Scenario:  # fmt: skip
    of = r.word(game) if game is not None else None
    return a.Scenario(r.at(meta), r.word(name), unquoted(title), cites or (), of, parts)


def _list_of(form: str, field: str) -> RuleReader:
    """Return a reader for a scenario part that is a list of words, moves or conditions."""

    def read(r: TreeReader, meta: Any, *parts: Any) -> a.ScenarioPart:
        filled: dict[str, Any] = {field: several(r, meta, *parts)}
        return a.ScenarioPart(r.at(meta), form, **filled)

    return read


def _with_option(r: TreeReader, meta: Any, name: Token, value: a.Expr) -> a.ScenarioPart:
    return a.ScenarioPart(r.at(meta), "option", (r.word(name),), value)


def _with_seed(r: TreeReader, meta: Any, number: Token) -> a.ScenarioPart:
    return a.ScenarioPart(r.at(meta), "seed", value=a.Integer(r.word(number).span, int(number)))


def _refused(r: TreeReader, meta: Any, seat: Token, call: a.RoutineCall, reason: Any, cites: Any) -> a.ScenarioPart:
    words = reason if isinstance(reason, tuple) else (r.word(reason),)
    played = (a.Played(r.at(meta), r.word(seat), call),)
    return a.ScenarioPart(r.at(meta), "refused", words, played=played, cites=cites or ())


def _allowed(r: TreeReader, meta: Any, seat: Token, call: a.RoutineCall, cites: Any) -> a.ScenarioPart:
    played = (a.Played(r.at(meta), r.word(seat), call),)
    return a.ScenarioPart(r.at(meta), "allowed", played=played, cites=cites or ())


def _sight(form: str) -> RuleReader:
    """Return a reader for a scenario part that tests whether a seat can see a value."""

    def read(r: TreeReader, meta: Any, what: a.Expr, seat: Token, cites: Any) -> a.ScenarioPart:
        return a.ScenarioPart(r.at(meta), form, (r.word(seat),), what, cites=cites or ())

    return read


SCENARIOS: Mapping[str, RuleReader] = {
    "scenario": _scenario,
    "who_plays": _list_of("players", "words"),
    "with_variants": _list_of("with", "words"),
    "with_option": _with_option,
    "with_seed": _with_seed,
    "from_setup": node(a.ScenarioPart, form="setup"),
    "given": _list_of("given", "statements"),
    "play": _list_of("play", "played"),
    "played_move": node(a.Played, "seat", "call", "cites"),
    "played_chance": node(a.Played, "chance", "outcome", "cites", seat=None, call=None),
    "expect": _list_of("expect", "expected"),
    "expected": lambda r, meta, condition, cites: (condition, cites or ()),
    "refused": _refused,
    "allowed": _allowed,
    "hidden_from": _sight("hidden"),
    "shown_to": _sight("shown"),
    "reason_of": several,
}
"""Maps each grammar rule to the reader of its node."""
