"""Prints statements, with one function for each form in `statements.lark`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dsl import ast
from dsl.printing.expressions import EXPR, POSTFIX, SIGNED, SOFT, SUM, binder, call, expression, members
from dsl.printing.lines import Line, deeper


def cited(cites: Iterable[ast.Cite]) -> tuple[str, ...]:
    return tuple(cite.clause for cite in cites)


def shared(cites: Sequence[ast.Cite], *parts: ast.Node) -> list[tuple[str, ...]]:
    """Divide citations between a heading and its parts.

    Each citation goes to the last part that precedes it in the file, or to the heading.
    """
    found: list[list[ast.Cite]] = [[] for _ in range(len(parts) + 1)]
    for cite in cites:
        here = [part.span.source is cite.span.source and part.span.start < cite.span.start for part in parts]
        found[sum(here)].append(cite)
    return [cited(each) for each in found]


def body(block: ast.Block) -> list[Line]:
    """Return the lines of a block, indented by one level."""
    return deeper(line for statement in block.body for line in statement_lines(statement))


def brief(block: ast.Block) -> Line | None:
    """Return the only line of a block that shares the line of its heading, or None for any other block."""
    lines = [line for statement in block.body for line in statement_lines(statement)] if block.brief else []
    return lines[0] if len(lines) == 1 else None


def statement_lines(statement: ast.Statement) -> list[Line]:
    if (compound := COMPOUND.get(type(statement))) is not None:
        return compound(statement)
    return [Line(0, SIMPLE[type(statement)](statement), cites=cited(statement.cites))]


def _holder(expr: ast.Expr) -> str:
    return expression(expr, POSTFIX)


def offered(calls: Iterable[ast.RoutineCall]) -> str:
    """Print the offered actions on one line."""
    return " or ".join(call(each) for each in calls)


# ---------------------------------------------------------------- single-line statements


LEVELS = {"": EXPR, "sum": SUM, "place": POSTFIX}
"""The lowest precedence of an expression that is printed without brackets, by the form of its part of a layout."""


def saying(s: ast.Saying) -> str:
    """Print the sentence of a move, and its log line."""
    sentences = [s.imperative] if s.log is None else [s.imperative, s.log]
    return " / ".join(f'"{each.text}"' for each in sentences)


def _said(says: ast.Saying | None, passing: ast.Saying | None = None) -> str:
    """Print the sentences of a choice and of its pass."""
    said = f", says {saying(says)}" if says is not None else ""
    return said + (f", pass {saying(passing)}" if passing is not None else "")


def _sentence(s: ast.Statement) -> str:
    """Print a statement in the first layout for its class whose fixed values it has."""
    layout = next(
        each.layout for each in ast.SENTENCES.values()
        if isinstance(s, each.node) and all(getattr(s, name) == value for name, value in each.fixed.items())
    )  # fmt: skip
    return "".join(_part(s, part) for part in ast.parts_of(layout))


def _part(s: ast.Statement, part: ast.Part) -> str:
    if part.optional:
        is_there = all(getattr(s, each.name) for each in part.optional if each.name)
        return "".join(_part(s, each) for each in part.optional) if is_there else ""
    if not part.name:
        return part.words.replace("~", SOFT)
    value = getattr(s, part.name)
    if isinstance(value, ast.Binder):
        return binder(value)
    if part.form == "members":
        return members(value)
    if isinstance(value, ast.Expr):
        return expression(value, LEVELS[part.form])
    if isinstance(value, ast.Saying):
        return saying(value)
    return value.text if isinstance(value, ast.Word) else str(value)


def _move(s: ast.MovePieces) -> str:
    if s.position is not None:
        return f"move piece {expression(s.position, SIGNED)} of {_holder(s.source)} to {_holder(s.target)}"
    if s.moved is None:
        moved = "everything"
    else:
        moved = f"all {_holder(s.moved)}" if s.every else expression(s.moved, SUM)
    return f"move {moved} from {_holder(s.source)} {'under' if s.under else 'to'} {_holder(s.target)}"


def _act(s: ast.Act) -> str:
    times = f", at most {expression(s.times, SUM)} times" if s.times is not None else ""
    times = ", repeatedly" if s.repeatedly else times
    goal = f"{SOFT}until {expression(s.until)}" if s.until is not None else ""
    promise = ", never stuck" if s.until is not None and not s.at_risk else ""
    passing = f", or else pass{f' {saying(s.passing)}' if s.passing is not None else ''}" if s.or_pass else ""
    rest = f"{times}{goal}{promise}{passing or _said(None, s.passing)}"
    return f"{_holder(s.who)} {'must' if s.must else 'may'} {offered(s.offers)}{rest}"


def _series(s: ast.Act) -> list[Line]:
    first = Line(0, _act(s), cites=cited(s.cites))
    return [first, *headed("else", s.otherwise)] if s.otherwise is not None else [first]


def _chooses(s: ast.Chooses) -> str:
    rest = ", unless there is only one" if s.unless_one else ""
    return f"{_holder(s.who)} {'secretly ' if s.secret else ''}chooses {binder(s.binder)}{rest}{_said(s.says)}"


def _window(s: ast.Window) -> str:
    return f"window for {binder(s.binder)}: {offered(s.offers)}{_said(None, s.passing)}"


def _do(s: ast.Do) -> str:
    return "do " + f",{SOFT}".join(call(each) for each in s.calls)


SIMPLE: Mapping[type[ast.Statement], Callable[[Any], str]] = {
    **dict.fromkeys((each.node for each in ast.SENTENCES.values()), _sentence),
    ast.MovePieces: _move, ast.Chooses: _chooses, ast.Window: _window, ast.Do: _do,
}  # fmt: skip


# ---------------------------------------------------------------- statements with a block


def headed(text: str, block: ast.Block, title: str = "") -> list[Line]:
    """Print a heading with the citations of its block, and then the block."""
    return [Line(0, text, title, cited(block.cites)), *body(block)]


def _is_brief(s: ast.If) -> bool:
    """Return True if the condition follows its statement on the same line."""
    return s.otherwise is None and brief(s.then) is not None


def _if(s: ast.If) -> list[Line]:
    if s.otherwise is None and (line := brief(s.then)) is not None:
        return [replace(line, text=f"{line.text} if {expression(s.when)}")]
    lines = headed(f"if {expression(s.when)}", s.then)
    rest = s.otherwise
    while rest is not None:
        inner = rest.body[0] if rest.body else None  # None if a mutant has lost its only statement
        if rest.cites or len(rest.body) != 1 or not isinstance(inner, ast.If) or _is_brief(inner):
            return lines + headed("else", rest)
        lines += headed(f"else if {expression(inner.when)}", inner.then)
        rest = inner.otherwise
    return lines


def _for(s: ast.For) -> list[Line]:
    if s.order_by is None and (line := brief(s.body)) is not None:
        return [replace(line, text=f"{line.text} for {binder(s.binder)}")]
    order = f", in any order by {_holder(s.order_by)}" if s.order_by is not None else ""
    return headed(f"for {binder(s.binder)}{order}", s.body)


def _repeat(s: ast.Repeat) -> list[Line]:
    condition = f" while {expression(s.condition)}" if s.condition is not None else ""
    return headed(f"repeat {expression(s.times, SUM)} times{condition}", s.body)


def _once(s: ast.Once) -> list[Line]:
    seat = f" for {_holder(s.seat)}" if s.seat is not None else ""
    return headed(f"once per {s.scope}{seat}", s.body)


def _turn(s: ast.TurnOf) -> list[Line]:
    return headed(f"turn of {binder(s.binder)}", s.body)


def _may_choose(s: ast.MayChoose) -> list[Line]:
    often = f", at most {expression(s.times, SUM)} times" if s.times is not None else ""
    often += f", once per {s.once}" if s.once else ""
    lines = headed(f"{_holder(s.who)} may choose {binder(s.binder)}{often}{_said(s.says, s.passing)}", s.then)
    return lines + headed("else", s.otherwise) if s.otherwise is not None else lines


def _walks(s: ast.Walks) -> list[Line]:
    where = f" where {expression(s.where)}" if s.where is not None else ""
    steps = f"{'exactly' if s.exact else 'at most'} {expression(s.steps, SUM)} steps"
    until = f" until {expression(s.until)}" if s.until is not None else ""
    walk = f"{_holder(s.who)} walks {s.name.text} from {_holder(s.start)} over {s.over.text}"
    return headed(f"{walk}{where}, {steps}{until}{_said(s.says, s.passing)}", s.body)


def _auction(s: ast.Auction) -> list[Line]:
    own, of_bidders, of_bid = shared(s.cites, s.bidders, s.bid)
    bid = f"bid {members(s.bid)}{_said(s.says, s.passing)}"
    inner = [Line(0, f"bidders {binder(s.bidders)}", cites=of_bidders), Line(0, bid, cites=of_bid)]
    inner += headed(f"won by {s.winner.text} at {s.price.text}", s.won)
    if s.unsold is not None:
        inner += headed("unsold", s.unsold)
    return [Line(0, f"auction {s.name.text}", s.title, own), *deeper(inner)]


COMPOUND: Mapping[type[ast.Statement], Callable[[Any], list[Line]]] = {
    ast.Act: _series, ast.If: _if, ast.For: _for, ast.Repeat: _repeat, ast.Once: _once, ast.TurnOf: _turn,
    ast.MayChoose: _may_choose, ast.Walks: _walks, ast.Auction: _auction,
}  # fmt: skip
