"""Tests that walking a model visits every part, because the fields that the walk skips contain no parts."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from dsl import ast
from dsl import model as m
from dsl.folder import read_folder
from dsl.model.walk import BESIDE
from dsl.source import Span
from interpreter.flow.analysis import statements, walk

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "docs" / "examples").iterdir())


def nodes_of(node: object) -> Iterator[ast.Node]:
    """Yield all syntax nodes inside a value at any depth, parents first."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes_of(part)
    elif isinstance(node, ast.Node):
        yield node
        for spec in fields(node):
            yield from nodes_of(getattr(node, spec.name))


def parts_of(node: object) -> Iterator[object]:
    """Yield all model parts inside a value at any depth, parents first.

    Sentences of moves and parts that are only referenced by name do not count.
    """
    if isinstance(node, tuple):
        for part in node:
            yield from parts_of(part)
    elif is_dataclass(node) and not isinstance(node, Span):
        yield node
        inner = () if isinstance(node, (m.StateField, m.StaticField)) else fields(node)
        for spec in inner:
            if spec.name not in ("type", "about", "cites", *BESIDE):
                yield from parts_of(getattr(node, spec.name))


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_every_node_is_met(folder: Path) -> None:
    read = read_folder(folder, scenarios=False)
    for decl in read.declarations:
        assert list(map(id, ast.walk(decl))) == list(map(id, nodes_of(decl)))
    assert read.rulebook is not None
    checked, _ = read.check(read.rulebook.most)
    assert checked is not None and checked.model is not None
    made = checked.model
    for rule in (*made.routines.values(), *made.actions.values(), *made.values.values(), *made.wakes):
        assert list(map(id, m.parts(rule))) == list(map(id, parts_of(rule)))
    for rule in made.routines.values():
        assert list(statements(rule.body)) == [part for part in walk(rule.body) if isinstance(part, m.Statement)]
