"""Creates the rules that a pupil might have meant: one misconception put right, or one made.

`mutants` makes the slips of a tired author, one at a time, to test scenarios; their number must not depend on what
pupils do. The misconceptions here are the slips of learners, and each is made in both directions: the same list of
changes leads from right rules to a pupil's rules and back. Grading tries them on a pupil's answer, to find the smallest
edit that makes the answer right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from dsl import ast
from dsl.printing import declaration_lines, field_line, plain, statement_lines
from dsl.source import Span

Declarations = tuple[ast.Declaration, ...]


@dataclass(frozen=True, slots=True)
class Misconception:
    """Declarations in which one misconception is put right or made, with the source text of the changed part.

    If the change removes the part, `after` is "". If it adds a part, `before` is "". `form` names the misconception.
    """

    form: str
    span: Span
    before: str
    after: str
    declarations: Declarations


NUMBER, BOUNDARY, TURNED, CONNECTIVE, DIRECTION, BOUND, ORDER = (
    "number", "boundary", "turned", "connective", "direction", "bound", "order",
)  # fmt: skip
ALL_OR_EACH, WHO, PLACE, TIME, SEEN, TOO_MUCH, DUTY = (
    "all or each", "who", "place", "time", "seen", "too much", "may or must",
)  # fmt: skip

LIFETIMES = ("", "turn", "round", "phase")
VISIBILITIES = ("open", "secret", "counted", "hidden")
CLOSE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
SIGNS = ("+", "-", "*")
PLAYERS = ("you", "player")
TIMES = ("once", "turn", "round")


def misconceptions(declarations: Declarations, numbers: Collection[int]) -> Iterator[Misconception]:
    """Yield the rules with one misconception put right or made, in source order.

    Args:
        numbers: Numbers that may replace another number, such as the numbers of right rules.
    """
    for index, decl in enumerate(declarations):
        if isinstance(decl, (ast.Rulebook, ast.Scenario, ast.Law, ast.Kind)):
            continue
        for changed in _everywhere(decl, lambda node: _changes(node, numbers)):
            assert isinstance(changed.node, ast.Declaration)
            new = (*declarations[:index], changed.node, *declarations[index + 1 :])
            yield Misconception(changed.form, changed.span, changed.before, changed.after, new)
        if isinstance(decl, ast.Action):
            yield from _misplaced(declarations, index, decl)


@dataclass(frozen=True, slots=True)
class _Changed:
    node: ast.Node
    form: str
    span: Span
    before: str
    after: str


Operator = Callable[[ast.Node], Iterator[_Changed]]


def _everywhere(node: ast.Node, operator: Operator) -> Iterator[_Changed]:
    """Yield every change of a node and of its parts, each with the whole node rebuilt around it."""
    yield from operator(node)
    of: Any = type(node)
    for spec in fields(of):
        if spec.name in ("span", "name", "cites"):
            continue
        value = getattr(node, spec.name)
        if isinstance(value, ast.Node):
            for changed in _everywhere(value, operator):
                yield replace(changed, node=_with(node, spec.name, changed.node))
        elif isinstance(value, tuple):
            for at, part in enumerate(value):
                for changed in _everywhere(part, operator) if isinstance(part, ast.Node) else ():
                    yield replace(changed, node=_with(node, spec.name, (*value[:at], changed.node, *value[at + 1 :])))


def _with(node: ast.Node, name: str, value: object) -> ast.Node:
    changed: dict[str, Any] = {name: value}
    return replace(node, **changed)


def _text(node: ast.Node) -> str:
    return plain(node) if isinstance(node, ast.Expr) else " ".join(node.span.text.split())


def _to(node: ast.Node, form: str, **to: Any) -> _Changed:
    changed = replace(node, **to)
    return _Changed(changed, form, node.span, _text(node), _printed(changed))


def _printed(node: ast.Node) -> str:
    """Return the line of a changed node, or the first line of a declaration."""
    match node:
        case ast.Expr():
            return plain(node)
        case ast.Statement():
            return " ".join(" ".join(line.text.split()) for line in statement_lines(node))
        case ast.Field():
            return field_line(node).head
        case ast.Declaration():
            return declaration_lines(node)[0].head
        case ast.OrderKey(most=most, by=by):
            return f"{'most' if most else 'least'} {plain(by)}"
        case _:
            return " ".join(node.span.text.split())


def _instead(node: ast.Node, other: ast.Node, form: str) -> _Changed:
    return _Changed(other, form, node.span, _text(node), _text(other))


# ---------------------------------------------------------------- changes of one node


def _changes(node: ast.Node, numbers: Collection[int]) -> Iterator[_Changed]:
    """Yield the changes that one node can have."""
    match node:
        case ast.Integer(value=value):
            for other in sorted({*numbers, value + 1, value - 1} - {value}):
                if other >= 0:
                    yield _to(node, NUMBER, value=other)
        case ast.Compare(op=op, right=right):
            yield from _comparison(node, op, right)
        case ast.And() | ast.Or():
            joined = ast.Or if isinstance(node, ast.And) else ast.And
            yield _instead(node, joined(node.span, node.left, node.right), CONNECTIVE)
            yield _instead(node, node.left, TOO_MUCH)
            yield _instead(node, node.right, TOO_MUCH)
        case ast.Not(of=of):
            yield _instead(node, of, TURNED)
        case ast.Arithmetic(op=op) if op in SIGNS:
            for sign in SIGNS:
                if sign != op:
                    yield _to(node, DIRECTION, op=sign)
        case ast.Call():
            yield from _call(node)
        case ast.Conditional(then=then, otherwise=otherwise):
            yield _to(node, TURNED, then=otherwise, otherwise=then)
        case ast.Raise(down=down):
            yield _to(node, DIRECTION, down=not down)
        case ast.OrderKey(most=most):
            yield _to(node, DIRECTION, most=not most)
        case ast.Pays(payer=payer, payee=payee):
            yield _to(node, DIRECTION, payer=payee, payee=payer)
        case ast.Do(calls=calls):
            yield from _swapped(node, "calls", calls)
        case ast.Block(body=body):
            yield from _swapped(node, "body", body)
            yield from _unwrapped(node, body)
        case ast.Name(text=text) if text in PLAYERS:
            yield from (_to(node, WHO, text=other) for other in PLAYERS if other != text)
        case ast.Field(lifetime=lifetime, visibility=visibility):
            yield from (_to(node, TIME, lifetime=other) for other in LIFETIMES if other != lifetime)
            yield from (_to(node, SEEN, visibility=other) for other in VISIBILITIES if other != visibility)
        case ast.End(time=time):
            yield from (_to(node, TIME, time=other) for other in TIMES if other != time)
        case ast.Act(must=must):
            yield _to(node, DUTY, must=not must)


def _comparison(node: ast.Compare, op: str, right: ast.Expr) -> Iterator[_Changed]:
    if op in CLOSE:
        yield _to(node, BOUNDARY, op=CLOSE[op])
        yield _to(node, TURNED, op=NEGATED[op])
    if isinstance(right, ast.Integer):
        for value in (right.value - 1, right.value + 1):
            if value >= 0:
                yield _to(node, BOUNDARY, right=replace(right, value=value))
    yield _to(node, TURNED, op=OPPOSITE[op])


def _call(node: ast.Call) -> Iterator[_Changed]:
    """Yield calls without a bound or with the opposite bound, and the count of all sorts for the count of one."""
    if isinstance(node.of, ast.Name) and node.of.text in ("min", "max") and len(node.args) > 1:
        other = "max" if node.of.text == "min" else "min"
        yield _to(node, BOUND, of=replace(node.of, text=other))
        yield from (_instead(node, arg, BOUND) for arg in node.args)
    elif isinstance(node.of, ast.Attribute) and len(node.args) == 1:
        yield _instead(node, ast.Attribute(node.span, node.of, ast.Word(node.span, "size")), ALL_OR_EACH)


def _swapped(node: ast.Node, name: str, parts: tuple[ast.Node, ...]) -> Iterator[_Changed]:
    """Yield a list of steps with two neighbours exchanged."""
    for at in range(len(parts) - 1):
        one, two = parts[at], parts[at + 1]
        new = (*parts[:at], two, one, *parts[at + 2 :])
        yield _Changed(_with(node, name, new), ORDER, one.span, f"{_text(one)}, {_text(two)}",
                       f"{_text(two)}, {_text(one)}")  # fmt: skip


def _unwrapped(node: ast.Block, body: tuple[ast.Statement, ...]) -> Iterator[_Changed]:
    """Yield blocks in which a loop runs only for one player, or the body of an `if` runs always."""
    for at, part in enumerate(body):
        if isinstance(part, ast.For) and part.order_by is None:
            for player in PLAYERS:
                inner = _renamed(part.body.body, part.binder.name.text, player)
                new = replace(node, body=(*body[:at], *inner, *body[at + 1 :]))
                yield _Changed(new, WHO, part.span, _text(part), f"once, for {player}")
        if isinstance(part, ast.If) and part.otherwise is None:
            new = replace(node, body=(*body[:at], *part.then.body, *body[at + 1 :]))
            yield _Changed(new, TOO_MUCH, part.span, _text(part), "without the condition")


def _renamed(value: Any, name: str, to: str) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(part, name, to) for part in value)
    if isinstance(value, ast.Name) and value.text == name:
        return replace(value, text=to)
    if isinstance(value, ast.Node):
        of: Any = type(value)
        return replace(value, **{spec.name: _renamed(getattr(value, spec.name), name, to) for spec in fields(of)})
    return value


# ---------------------------------------------------------------- right things in a wrong place


def _misplaced(declarations: Declarations, index: int, action: ast.Action) -> Iterator[Misconception]:
    """Yield the rules with a need in another action, an `if` as a need, or a payment as a cost."""

    def changed(span: Span, before: str, after: str, new: dict[int, ast.Declaration]) -> Misconception:
        found = tuple(new.get(at, decl) for at, decl in enumerate(declarations))
        return Misconception(PLACE, span, before, after, found)

    for need in action.needs:
        left = replace(action, needs=tuple(each for each in action.needs if each is not need))
        for at, other in enumerate(declarations):
            if isinstance(other, ast.Action) and at != index:
                moved = replace(other, needs=(*other.needs, need))
                yield changed(need.span, _text(need), f"in `{other.name.text}`", {index: left, at: moved})
    for at, part in enumerate(action.then.body if action.then is not None else ()):
        assert action.then is not None
        body = action.then.body
        if isinstance(part, ast.If) and part.otherwise is None:
            then = replace(action.then, body=(*body[:at], *part.then.body, *body[at + 1 :]))
            need = ast.Need(part.span, ast.Word(part.span, "condition"), "", (), part.when)
            new = replace(action, needs=(*action.needs, need), then=then)
            yield changed(part.span, f"if {plain(part.when)}", f"needs {plain(part.when)}", {index: new})
        if isinstance(part, ast.Pays):
            then = replace(action.then, body=(*body[:at], *body[at + 1 :]))
            cost = ast.Cost(part.span, ast.Word(part.span, "price"), "", (), part.amount, None, part.payee, None)
            new = replace(action, costs=(*action.costs, cost), then=then if then.body else action.then)
            yield changed(part.span, _text(part), f"costs price: {plain(part.amount)}", {index: new})
