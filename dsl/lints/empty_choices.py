"""Warns about secret choices from sets that may be empty, because such a choice would stop the game.

The rulebook should guard the choice with a test that there is something to choose. An earlier condition or choice that
reads the same field counts as a guard. An earlier line that adds to the field also counts as a guard.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.diagnostics import Sink


def empty_secret_choices(made: model.Model, sink: Sink) -> None:
    """Report secret choices from sets that may be empty, if no guard precedes them."""
    for routine in made.routines.values():
        _in_block(routine.body, (), made, sink)
    for wake in made.wakes:
        _in_block(wake.body, (wake.condition,), made, sink)
    for action in made.actions.values():
        _in_block(action.then, (action.needs, action.params), made, sink)


def _in_block(body: tuple[model.Statement, ...], asked: tuple[object, ...], made: model.Model, sink: Sink) -> None:
    for s in body:
        match s:
            case model.Secretly(everyone=everyone, domain=domain):
                _look_at(s, domain, None, (*asked, everyone), made, sink)
            case model.Choose(domain=domain, where=where, secret=True):
                _look_at(s, domain, where, asked, made, sink)
            case model.MovePieces(target=target) | model.Draw(target=target):
                asked = (*asked, target)
        for block, under in _blocks(s):
            _in_block(block, (*asked, *under), made, sink)


def _blocks(s: model.Statement) -> Iterator[tuple[tuple[model.Statement, ...], tuple[object, ...]]]:
    """Yield the inner blocks of a statement, each with the guards that the statement provides."""
    match s:
        case model.IfDo(when=when, then=then, otherwise=otherwise):
            yield then, (when,)
            yield otherwise, (when,)
        case model.Choose(then=then, otherwise=otherwise):
            yield then, ()
            yield otherwise, ()
        case model.ForEach(domain=domain, where=where, body=body) | model.Turn(domain=domain, where=where, body=body):
            yield body, (domain, where)
        case model.Repeat(condition=condition, body=body):
            yield body, (condition,)


def _look_at(
    s: model.Statement, domain: model.Expr, where: model.Expr | None, asked: tuple[object, ...], made: model.Model,
    sink: Sink,
) -> None:  # fmt: skip
    if where is None and _has_some(domain, made):
        return
    if fields_read(asked, made) & fields_read((domain, where), made):
        return
    sink.add("W413", "this secret choice may have no options", domain.span, "the game would then stop here",
             hint="test first: `if … .size > 0`; or let only players with options choose: "
                  "`everyone in {p in Player where …} secretly chooses …`")  # fmt: skip


def _has_some(e: model.Expr, made: model.Model) -> bool:
    """Return True if a domain always has a member."""
    match e:
        case model.Things(kind):
            return made.kinds[kind].size > 0
        case model.RangeOf(low, high):
            return _greatest(low) <= _least(high)
        case model.Listed(items):
            return bool(items)
        case model.Bags(within=within, least=least):
            return least is None or _greatest(least) <= 0 or within is None or _is_limited_by(least, within, made)
        case model.Subsets(of=of, least=least):
            return least is None or _greatest(least) <= 0 or _is_limited_by(least, of, made)
        case model.Clockwise(others=others):
            return not others or made.players > 1
        case model.FactValue(field=of):
            return all(fact != () for fact in of.values)
        case model.If(then=then, otherwise=otherwise):
            return _has_some(then, made) and _has_some(otherwise, made)
        case model.Joined(op="+", left=left, right=right):
            return _has_some(left, made) or _has_some(right, made)
        case model.CallValue(name) if name in made.values:
            rule = made.values[name]
            return all(_has_some(each, made) for each in (rule.base, *(case.value for case in rule.exceptions)))
    return False


def _is_limited_by(least: model.Expr, of: model.Expr, made: model.Model) -> bool:
    """Return True if a number is at most the size of a domain, as in `exactly min(2, you.hand.size)`."""
    match least:
        case model.Size(of=holder):
            return fields_read(holder, made) == fields_read(of, made)
        case model.Arith(op="min", left=left, right=right):
            return _is_limited_by(left, of, made) or _is_limited_by(right, of, made)
    return False


def _least(e: model.Expr) -> int:
    """Return the least number of a bound of a domain. The bounds of `flag` are constants."""
    return e.value if isinstance(e, model.Const) else e.type.low if isinstance(e.type, model.Int) else 0


def _greatest(e: model.Expr) -> int:
    return e.value if isinstance(e, model.Const) else e.type.high if isinstance(e.type, model.Int) else 1


def fields_read(node: object, made: model.Model) -> set[int]:
    """Return the `id` of each field that a node reads, directly or through computed values."""
    found: set[int] = set()
    waiting, seen = [node], set()
    while waiting:
        for part in model.parts(waiting.pop()):
            if isinstance(part, model.Slot):
                found.add(id(part.field))
            elif isinstance(part, model.CallValue) and part.name in made.values and part.name not in seen:
                seen.add(part.name)
                waiting.append(made.values[part.name])
    return found
