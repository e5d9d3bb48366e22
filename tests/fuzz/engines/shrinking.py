"""The smallest rulebook that still shows a defect.

It first drops files, blocks and lines. Then it drops parts of the syntax tree: list members, optional parts, and
expressions in favour of one of their operands. A rulebook that `check` rejects shows no defect, so types need no care.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from dsl import ast
from dsl.diagnostics import Sink
from dsl.printing.declarations import printed as declaration_text
from dsl.source import Source, Span
from dsl.syntax import parse
from tests.fuzz.engines.case import RULES, Case

Shows = Callable[[Case], bool]


def smallest(case: Case, shows: Shows, seconds: float) -> Case:
    """Remove parts of a case while it still shows the defect, for at most `seconds`."""
    end = time.monotonic() + seconds
    case = _without_files(case, shows, end)
    for _ in range(3):
        before = case
        for name in sorted(each for each in case.files if each.endswith(".rules")):
            case = _by_lines(case, name, shows, end)
            case = _by_syntax(case, name, shows, end)
        if case == before or time.monotonic() > end:
            break
    return case


def _without_files(case: Case, shows: Shows, end: float) -> Case:
    if case.variants and shows(smaller := replace(case, variants=())):
        case = smaller
    for name in [each for each in case.files if each != RULES]:
        smaller = replace(case, files={each: text for each, text in case.files.items() if each != name})
        if time.monotonic() < end and shows(smaller):
            case = smaller
    return case


def _by_lines(case: Case, name: str, shows: Shows, end: float) -> Case:
    """Remove lines, each with its indented block; many at once at first."""
    size = max(1, len(case.files[name].splitlines()) // 4)
    while size:
        lines, at, found = case.files[name].splitlines(), 0, False
        while at < len(lines) and time.monotonic() < end:
            until = min(len(lines), at + size)
            while until < len(lines) and _depth(lines[until]) > _depth(lines[at]):
                until += 1
            smaller = case.with_file(name, "\n".join(lines[:at] + lines[until:]) + "\n")
            if at > 0 and shows(smaller):
                case, found = smaller, True
                lines = case.files[name].splitlines()
            else:
                at += 1 if size == 1 else size
        size = size if found and size == 1 else size // 2
        if found and size == 0:
            break
    return case


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else 0


def _by_syntax(case: Case, name: str, shows: Shows, end: float) -> Case:
    """Leave out parts of the syntax tree, until none can be left out any more."""
    sink = Sink()
    declarations = parse(Source(name, case.files[name]), sink)
    if sink.errors:
        return case
    at = 0
    while at < len(declarations) and time.monotonic() < end:
        for smaller in reduced(declarations[at]):
            if time.monotonic() > end:
                break
            changed = (*declarations[:at], smaller, *declarations[at + 1 :])
            if (
                (text := printed(changed)) is not None
                and text != case.files[name]
                and shows(case.with_file(name, text))
            ):
                case, declarations = case.with_file(name, text), changed
                break
        else:
            at += 1
    return case


def printed(declarations: tuple[Any, ...]) -> str | None:
    """The text of declarations; None where a part is missing that the layout needs."""
    try:
        return "\n\n".join(declaration_text(each) for each in declarations) + "\n"
    except (AttributeError, AssertionError, IndexError, TypeError, KeyError):
        return None


def reduced(node: Any) -> Iterator[Any]:
    """Every node with one part less, the largest parts first."""
    for spec in fields(node):
        if spec.name in ("span", "name"):
            continue
        value = getattr(node, spec.name)
        if isinstance(value, tuple) and len(value) > 1:
            for at in range(len(value)):
                yield replace(node, **{spec.name: value[:at] + value[at + 1 :]})
        elif isinstance(value, tuple) and value and not isinstance(node, (ast.Block, ast.Rulebook)):
            yield replace(node, **{spec.name: ()})
        if isinstance(value, (ast.Node, str)) and value and _optional(spec.type) and not isinstance(node, ast.Rulebook):
            yield replace(node, **{spec.name: "" if isinstance(value, str) else None})
        if isinstance(value, ast.Expr):
            yield from (replace(node, **{spec.name: part}) for part in _smaller(value))
    for spec in fields(node):
        value = getattr(node, spec.name)
        if isinstance(value, ast.Node) and not isinstance(value, ast.Word):
            yield from (replace(node, **{spec.name: part}) for part in reduced(value))
        elif isinstance(value, tuple):
            for at, member in enumerate(value):
                if isinstance(member, ast.Node):
                    inner = [*_smaller(member), *()] if isinstance(member, ast.Expr) else []
                    inner += _bodies(member)
                    for part in (*inner, *reduced(member)):
                        parts = part if isinstance(part, tuple) else (part,)
                        yield replace(node, **{spec.name: value[:at] + parts + value[at + 1 :]})
                elif isinstance(member, tuple) and len(member) == 2 and isinstance(member[1], ast.Expr):
                    for part in (*_smaller(member[1]), *reduced(member[1])):
                        yield replace(node, **{spec.name: (*value[:at], (member[0], part), *value[at + 1 :])})


def _optional(type_: object) -> bool:
    return "None" in str(type_) or str(type_) == "str"


def _bodies(member: Any) -> list[tuple[Any, ...]]:
    """The lines of a statement's block in the place of the statement."""
    if not isinstance(member, ast.Statement):
        return []
    return [part.body for spec in fields(member) if isinstance(part := getattr(member, spec.name), ast.Block)]


def _smaller(expr: ast.Expr) -> Iterator[ast.Expr]:
    """Smaller expressions in the place of one: plain ones, and its own parts."""
    span: Span = expr.span
    if not isinstance(expr, (ast.Integer, ast.BooleanLiteral, ast.Name)):
        yield ast.Integer(span, 0)
        yield ast.Integer(span, 1)
        yield ast.BooleanLiteral(span, True)
        yield ast.BooleanLiteral(span, False)
        yield from (each for each in ast.children(expr) if isinstance(each, ast.Expr))
    if isinstance(expr, ast.Integer) and expr.value not in (0, 1):
        yield ast.Integer(span, 1)
        yield ast.Integer(span, expr.value // 2)
