"""Creates mutants: rulebooks with one small mistake, such as a tired author might make.

The user documentation calls mutants slips.

`mutants` walks over a syntax tree. Each mutation omits a need, cost or statement, shifts a comparison by one, adds 1 to
a number, negates a condition, or swaps `raise` and `lower` or `most` and `least`. `interpreter.testing` plays the
scenarios of the game against each mutant. Some mutants are ill-typed, and the checker rejects them.

No mutant changes a title, a sentence, a citation, a parameter of a rule or value, a range, or the capacity of a
holder. Ranges and capacities only state limits that no position exceeds, so wider limits would change no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from dsl import ast
from dsl.printing import plain, statement_lines
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutant, with the source text of the mutated part before and after the mutation.

    If the mutation removes the part, `after` is "".
    """

    rule: str
    form: str
    span: Span
    before: str
    after: str
    declaration: ast.Declaration
    """The whole mutated declaration."""
    index: int = 0
    """The position of the mutated declaration in the list of declarations."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A mutated node, before the nodes that enclose it are rebuilt.

    `node` is None if the mutation removes the node.
    """

    node: ast.Node | None
    form: str
    span: Span
    before: str
    after: str
    rule: str = ""


Changes = Iterator[_Change]

LEAVABLE = (
    ast.Need, ast.Cost, ast.ValueException, ast.ScoreLine, ast.Skip, ast.Statement, ast.OrderKey, ast.Amendment,
)  # fmt: skip
"""Types of nodes that a mutation may remove from a list."""

OPTIONAL: dict[type[ast.Node], dict[str, str]] = {
    ast.Cost: {"when": "cost"}, ast.Action: {"limit": "limit"}, ast.Group: {"limit": "limit"},
    ast.Param: {"where": "condition"}, ast.Binder: {"where": "condition"}, ast.Repeat: {"condition": "condition"},
    ast.Walks: {"where": "condition", "until": "condition"}, ast.For: {"order_by": "order"},
    ast.Trigger: {"when": "condition"}, ast.Domain: {"at_most": "number"}, ast.Several: {"number": "number"},
    ast.Draw: {"reshuffling": "effect"}, ast.Field: {"refill": "effect"},
    ast.Amendment: {"when": "condition"},
}  # fmt: skip
"""Fields that a mutation may empty, by node type, with the form of the resulting mutant."""

UNTOUCHED: dict[type[ast.Node], tuple[str, ...]] = {
    ast.Field: ("keys", "domain"), ast.Value: ("params", "domain"), ast.Rule: ("params",), ast.Phase: ("params",),
    ast.Trigger: ("params",), ast.Kind: ("fields",), ast.Option: ("domain",), ast.Ruling: ("domain",),
    ast.Scoring: ("domain",), ast.Ranking: ("domain",), ast.Table: ("columns",), ast.Range: ("step",),
    ast.Amendment: ("target",), ast.Saying: ("imperative", "log"),
}  # fmt: skip
"""Fields that mutations leave alone, because their contents are not rules."""

KEPT = (ast.Rulebook, ast.Scenario, ast.Law, ast.Claim)
PLAIN_AMENDMENTS = ("applies", "requires", "excludes", "amends", "board")


def mutants(declarations: tuple[ast.Declaration, ...]) -> Iterator[Mutant]:
    """Yield every mutant of the declarations, in source order."""
    for index, decl in enumerate(declarations):
        if isinstance(decl, KEPT):
            continue
        for change in _changes(decl):
            if isinstance(change.node, ast.Declaration):
                rule = change.rule or decl.name.text
                yield Mutant(rule, change.form, change.span, change.before, change.after, change.node, index)


def _changes(node: ast.Node) -> Changes:
    """Yield every mutation of a node, followed by the mutations of its parts."""
    own = OWN.get(type(node))
    if own is not None:
        yield from own(node)
    for name, form in OPTIONAL.get(type(node), {}).items():
        if (part := getattr(node, name)) is not None and not _needed(node):
            yield _Change(_with(node, name, None), form, part.span, _told(part), "")
    if isinstance(node, ast.Amendment) and node.verb in PLAIN_AMENDMENTS:
        return
    for spec in fields(node):
        if spec.name in ("span", "name", "cites") or spec.name in UNTOUCHED.get(type(node), ()):
            continue
        value = getattr(node, spec.name)
        for change, changed in _inside(value):
            yield replace(change, node=_with(node, spec.name, changed), rule=_within(node, change.rule))


def _needed(node: ast.Node) -> bool:
    """Return True if a node is invalid without its condition."""
    if isinstance(node, ast.Trigger):
        return node.wake == "as soon as"
    return isinstance(node, ast.Amendment) and node.verb == "except"


def _with(node: ast.Node, name: str, value: Any) -> ast.Node:
    changed: dict[str, Any] = {name: value}
    return replace(node, **changed)


def _inside(value: object) -> Iterator[tuple[_Change, Any]]:
    if isinstance(value, ast.Node):
        for change in _changes(value):
            yield change, change.node
    elif isinstance(value, tuple):
        for at, part in enumerate(value):
            if _may_go(part, len(value)):
                gone = _Change(None, _form(part), part.span, _told(part), "", _name(part))
                yield gone, (*value[:at], *value[at + 1 :])
            for change, changed in _inside(part):
                yield change, (*value[:at], changed, *value[at + 1 :])


def _may_go(part: object, number: int) -> bool:
    if isinstance(part, (ast.OrderKey, ast.RoutineCall)):
        return number > 1
    if isinstance(part, ast.Amendment):
        return part.verb not in PLAIN_AMENDMENTS
    return isinstance(part, LEAVABLE) and not isinstance(part, ast.Let)


def _within(node: ast.Node, rule: str) -> str:
    """Return the path of a rule in its declaration, such as `buy.room`."""
    if isinstance(node, ast.Amendment):
        return rule or (str(node.target) if node.target is not None else _name(node))
    if not isinstance(node, ast.Declaration) or isinstance(node, (ast.State, ast.Table)):
        return rule
    if isinstance(node, (ast.Scoring, ast.Ranking)):
        return f"{type(node).__name__.casefold()}{'.' if rule else ''}{rule}"
    return f"{node.name.text}.{rule}" if rule else node.name.text


def _name(part: ast.Node) -> str:
    if isinstance(part, ast.Amendment):
        return str(part.target) if part.target is not None else part.declaration.name.text if part.declaration else ""
    return part.name.text if isinstance(part, ast.Declaration) else ""


AMENDMENT = "amendment"
"""The form of a mutant that lacks a whole amendment."""

FORMS: dict[type[ast.Node], str] = {
    ast.Need: "need", ast.Cost: "cost", ast.ValueException: "exception", ast.ScoreLine: "scoring", ast.Skip: "skip",
    ast.OrderKey: "order", ast.Amendment: AMENDMENT, ast.RoutineCall: "offer",
}  # fmt: skip


def _form(part: ast.Node) -> str:
    return FORMS.get(type(part), "effect")


def _told(part: ast.Node) -> str:
    if isinstance(part, ast.Expr):
        return plain(part)
    if isinstance(part, ast.Statement):
        lines = [line.text for line in statement_lines(part)]
        return " ".join(lines[0].split()) + (" …" if len(lines) > 1 else "")
    return " ".join(part.span.text.split())


# ---------------------------------------------------------------- mutations of individual nodes


def _swapped(node: ast.Node, name: str, form: str, span: Span, **to: Any) -> _Change:
    changed = replace(node, **to)
    return _Change(changed, form, span, _told(node), _told(changed) if isinstance(node, ast.Expr) else name)


def _integer(e: ast.Integer) -> Changes:
    yield _swapped(e, "", "number", e.span, value=e.value + 1)


def _fraction(e: ast.Fraction) -> Changes:
    yield _swapped(e, "", "number", e.span, numerator=e.numerator + e.denominator)


def _truth(e: ast.BooleanLiteral) -> Changes:
    yield _swapped(e, "", "number", e.span, value=not e.value)


OTHER_SIGN = {"+": "-", "-": "+", "*": "+", "/ down": "/ up", "/ up": "/ down"}
OFF_BY_ONE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
TURNED = {"=": "!=", "!=": "="}


def _arithmetic(e: ast.Arithmetic) -> Changes:
    if e.op in OTHER_SIGN:
        yield _swapped(e, "", "number", e.span, op=OTHER_SIGN[e.op])


def _compare(e: ast.Compare) -> Changes:
    """Yield the mutants that negate a comparison or shift it by one.

    If the right side is a number, subtract 1 from it; otherwise, change the operator.
    """
    if e.op in TURNED:
        yield _swapped(e, "", "condition", e.span, op=TURNED[e.op])
    elif isinstance(e.right, ast.Integer):
        if e.right.value > 0:
            lower = replace(e.right, value=e.right.value - 1)
            yield _swapped(e, "", "condition", e.span, right=lower)
    else:
        yield _swapped(e, "", "condition", e.span, op=OFF_BY_ONE[e.op])


def _member(e: ast.Member) -> Changes:
    yield _swapped(e, "", "condition", e.span, negated=not e.negated)


def _not(e: ast.Not) -> Changes:
    yield _Change(e.of, "condition", e.span, plain(e), plain(e.of))


def _joined(e: ast.And | ast.Or) -> Changes:
    yield _Change(e.right, "condition", e.left.span, plain(e.left), "")
    yield _Change(e.left, "condition", e.right.span, plain(e.right), "")


def _application(e: ast.Call) -> Changes:
    other = {"min": "max", "max": "min"}.get(e.of.text if isinstance(e.of, ast.Name) else "")
    if other is not None and len(e.args) > 1:
        yield _swapped(e, "", "number", e.span, of=ast.Name(e.of.span, other))


def _gathering(e: ast.Aggregate) -> Changes:
    other = {"min": "max", "max": "min", "any": "all", "all": "any"}.get(e.gather.text)
    if other is not None and e.body is not None:
        yield _swapped(e, "", "condition", e.span, gather=ast.Word(e.gather.span, other))


def _braces(e: ast.Braces) -> Changes:
    for at, item in enumerate(e.items if len(e.items) > 1 else ()):
        yield _Change(replace(e, items=e.items[:at] + e.items[at + 1 :]), "number", item.span, plain(item), "")


def _order_key(k: ast.OrderKey) -> Changes:
    words = ("most", "least") if k.most else ("least", "most")
    yield _Change(replace(k, most=not k.most), "order", k.span, *(f"{word} {plain(k.by)}" for word in words))


def _set(s: ast.Set) -> Changes:
    if s.how:
        other = replace(s, how="remove" if s.how == "add" else "add")
        yield _Change(other, "effect", s.span, _told(s), _told(other))


def _raise(s: ast.Raise) -> Changes:
    words = ("lower", "raise") if s.down else ("raise", "lower")
    yield _Change(replace(s, down=not s.down), "effect", s.span, *(f"{word} {plain(s.target)}" for word in words))
    if s.bound:
        yield _Change(replace(s, bound=""), "effect", s.span, _told(s), _told(replace(s, bound="")))


def _act(s: ast.Act) -> Changes:
    if s.until is not None:  # do not swap `must` and `may`, because a series cannot be optional
        if s.at_risk:
            once = replace(s, until=None, at_risk=False)
            yield _Change(once, "offer", s.span, _told(s), _told(once))
        return
    free = replace(s, must=not s.must, or_pass=False)
    yield _Change(free, "offer", s.span, _told(s), _told(free))
    if s.repeatedly or s.times is not None:
        once = replace(s, repeatedly=False, times=None)
        yield _Change(once, "offer", s.span, _told(s), _told(once))


def _walks(s: ast.Walks) -> Changes:
    yield _Change(replace(s, exact=not s.exact), "number", s.span, _told(s), _told(replace(s, exact=not s.exact)))


def _action(d: ast.Action) -> Changes:
    if d.anytime:
        yield _Change(replace(d, anytime=False), "offer", d.span, "at any time", "", d.name.text)


def _field(d: ast.Field) -> Changes:
    if d.visibility not in ("", "open"):
        yield _Change(replace(d, visibility="open"), "visibility", d.span, d.visibility, "", d.name.text)
    if d.lifetime not in ("", "game"):
        yield _Change(replace(d, lifetime=""), "lifetime", d.span, f"per {d.lifetime}", "", d.name.text)


def _end(d: ast.End) -> Changes:
    slips = [replace(d, time="once" if d.time == "round" else "round", within=False)]
    if d.within:
        slips.append(replace(d, within=False))
    for slip in slips:
        yield _Change(slip, "end", d.span, _time_of(d), _time_of(slip), d.name.text)


def _time_of(d: ast.End) -> str:
    if d.time != "once":
        return f"of {d.time}"
    return "at once, even within actions" if d.within else "at once"


def _cell(c: ast.Cell) -> Changes:
    if isinstance(c.value, int):
        yield _Change(replace(c, value=c.value + 1), "number", c.span, str(c.value), str(c.value + 1))


def _condition_of(name: str) -> Callable[[Any], Changes]:
    """Return a function that yields a mutant with a negated condition.

    The function negates only conditions that consist of a single name, attribute, call or aggregate.
    """

    def turned(node: ast.Node) -> Changes:
        when = getattr(node, name)
        single = isinstance(when, (ast.Name, ast.Attribute, ast.Call)) or (
            isinstance(when, ast.Aggregate) and (when.body is None or when.gather.text not in ("any", "all"))
        )
        if single:
            other = ast.Not(when.span, when)
            yield _Change(_with(node, name, other), "condition", when.span, plain(when), plain(other))

    return turned


def _all_of(*makers: Callable[[Any], Changes]) -> Callable[[Any], Changes]:
    def changes(node: ast.Node) -> Changes:
        for maker in makers:
            yield from maker(node)

    return changes


OWN: dict[type[ast.Node], Callable[[Any], Changes]] = {
    ast.Integer: _integer, ast.Fraction: _fraction, ast.BooleanLiteral: _truth, ast.Arithmetic: _arithmetic,
    ast.Compare: _compare,
    ast.Member: _member, ast.Not: _not, ast.And: _joined, ast.Or: _joined, ast.Call: _application,
    ast.Aggregate: _gathering, ast.Braces: _braces, ast.OrderKey: _order_key, ast.Raise: _raise, ast.Set: _set,
    ast.Act: _act, ast.Walks: _walks, ast.Action: _action, ast.Field: _field, ast.Cell: _cell,
    ast.Need: _condition_of("condition"), ast.If: _condition_of("when"), ast.Conditional: _condition_of("when"),
    ast.Skip: _condition_of("when"), ast.ValueException: _condition_of("when"),
    ast.Cost: _condition_of("when"), ast.Binder: _condition_of("where"), ast.Param: _condition_of("where"),
    ast.End: _all_of(_end, _condition_of("when")), ast.Trigger: _condition_of("when"),
}  # fmt: skip
