"""Tests that each operation of terms has one row, and that the row says what the engines do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from interpreter.optimizer.terms.constant_evaluation import MATHS
from interpreter.optimizer.terms.operations import (
    ARITHMETIC,
    COMPARED,
    COMPARISONS,
    COMPUTED,
    ROWS,
    Arithmetic,
    Comparison,
    Operation,
)
from interpreter.wasm import OPERATORS

ROOT = Path(__file__).resolve().parents[3] / "interpreter"
NUMBERS = range(-4, 5)
RANGES = [(low, high) for low in NUMBERS for high in NUMBERS if low <= high]
NO_NATIVE_BRANCH = {"interpreted", "bags", "table"}
"""Another engine takes over at `interpreted`. Only loops use `bags` and `table`, and the code for loops writes them."""


def strings(node: ast.AST) -> Iterator[str]:
    yield from (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))


def is_operation(node: ast.expr) -> bool:
    """Return True for an expression such as `term.op`; `e.op` is an operator of the rulebook."""
    return isinstance(node, ast.Attribute) and node.attr == "op" and ast.unparse(node.value) != "e"


def compared_in(folder: str) -> set[str]:
    """Return the strings with which the code in a folder compares the operation of a term."""
    found: set[str] = set()
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Compare(left=left) if is_operation(left):
                    found.update(text for other in node.comparators for text in strings(other))
                case ast.Match(subject=subject) if is_operation(subject):
                    found.update(text for case in node.cases for text in strings(case.pattern))
                case ast.Match(subject=ast.Name(id="op")):
                    found.update(text for case in node.cases for text in strings(case.pattern))
    return found


def written_in(*files: str) -> set[str]:
    """Return the operations for which a back end has a separate branch."""
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse((ROOT / file).read_text())):
            if isinstance(node, ast.match_case):
                found.update(strings(node.pattern))
            elif isinstance(node, ast.Compare):
                found.update(strings(node))
    return found


def test_every_operation_has_a_row() -> None:
    assert set(ROWS) == set(get_args(Operation))
    assert set(ARITHMETIC) == set(get_args(Arithmetic))
    assert set(COMPARISONS) == set(COMPARED) == set(get_args(Comparison))


@pytest.mark.parametrize("folder", ["optimizer", "codegen", "native"])
def test_no_code_asks_for_an_unknown_operation(folder: str) -> None:
    found = compared_in(folder)
    assert len(found) > 10
    assert found <= set(ROWS)


def test_the_python_engine_writes_every_operation() -> None:
    simple = {op for op, row in ROWS.items() if row.python or row.infix}
    written = written_in("codegen/expressions.py")
    assert simple | (written & set(ROWS)) == set(ROWS)


def test_the_native_engine_writes_every_operation() -> None:
    computed = {op for op in ROWS if op in COMPARED}
    written = written_in(
        "native/terms/expressions.py", "native/terms/sequences.py", "native/terms/steps.py", "native/functions.py"
    )
    assert set(ROWS) - computed - written == NO_NATIVE_BRANCH


def test_an_operation_that_reads_slots_depends_on_the_position() -> None:
    reading = [op for op, row in ROWS.items() if "slot" in row.reads]
    assert len(reading) == 5
    assert not any(ROWS[op].pure for op in reading)


def test_a_template_has_a_place_for_each_argument() -> None:
    for op, row in ROWS.items():
        if row.python:
            filled = row.python.format(*(f"<{form}>" for form in row.takes), data=("<data>", "<data>"))
            assert all(f"<{form}>" in filled for form in row.takes), op
        assert len(row.takes) == 2 or not row.infix or row.gives == "flag", op


def test_instructions_exist() -> None:
    for op, row in ROWS.items():
        assert not row.instruction or f"i32.{row.instruction}" in OPERATORS, op


def defined(op: Operation) -> Iterator[tuple[int, int]]:
    """Yield pairs of numbers for which an operation has a result."""
    yield from ((a, b) for a, b in product(NUMBERS, NUMBERS) if b or not ROWS[op].divides)


def test_python_text_computes_the_result() -> None:
    for op, row in COMPUTED.items():
        text = f"{{}} {row.infix} {{}}" if row.infix else row.python
        for a, b in defined(op):
            assert MATHS[op](a, b) == row.compute(a, b)
            if text:
                assert int(eval(text.format(f"({a})", f"({b})"))) == row.compute(a, b), (op, a, b)


@pytest.mark.parametrize("op", ARITHMETIC)
def test_bounds_contain_every_result(op: Arithmetic) -> None:
    row = ARITHMETIC[op]
    for one, other in product(RANGES, RANGES):
        low, high = row.bounds(one, other)
        for a, b in product(range(one[0], one[1] + 1), range(other[0], other[1] + 1)):
            if b or not row.divides:
                assert low <= row.compute(a, b) <= high, (one, other, a, b)


@pytest.mark.parametrize("op", COMPARISONS)
def test_opposite_and_turned_comparisons(op: Comparison) -> None:
    row = COMPARISONS[op]
    for a, b in product(NUMBERS, NUMBERS):
        assert row.compute(a, b) == 1 - COMPARISONS[row.opposite].compute(a, b)
        assert row.compute(a, b) == COMPARISONS[row.turned].compute(b, a)
