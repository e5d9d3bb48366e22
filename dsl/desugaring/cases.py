"""Turns the cases of a value into exceptions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from dsl import ast
from dsl.desugaring.kept import Kept
from dsl.diagnostics import Sink, wording


def spell_out_cases(
    declarations: Sequence[ast.Declaration], sink: Sink, kept: Kept[ast.Declaration]
) -> list[ast.Declaration]:  # fmt: skip
    """Replace each case of a value with an exception that compares the subject of the value. Report repeated cases."""
    return kept.each(declarations, None, _with_exceptions, sink)


def _with_exceptions(decl: ast.Declaration, sink: Sink) -> ast.Declaration:
    if isinstance(decl, ast.Value) and decl.by is not None:
        return replace(decl, by=None, exceptions=tuple(_exceptions(decl, decl.by, sink)))
    return decl


def _exceptions(value: ast.Value, subject: ast.Expr, sink: Sink) -> Iterator[ast.ValueException]:
    seen: dict[str, ast.Name] = {}
    for line in value.exceptions:
        for case in line.cases:
            if case.text in seen:
                wording.declared_twice(sink, case.text, case.span, seen[case.text].span, "case ")
            seen.setdefault(case.text, case)
        if line.cases:
            tests: list[ast.Expr] = [ast.Compare(case.span, "=", subject, case) for case in line.cases]
            met = reduce(lambda one, other: ast.Or(line.span, one, other), tests)
            always = isinstance(line.when, ast.BooleanLiteral) and line.when.value
            line = replace(line, when=met if always else ast.And(line.span, met, line.when), cases=())
        yield line
