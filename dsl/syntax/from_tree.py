"""Converts lark's parse tree to syntax nodes.

A table assigns a reader function to each rule of the grammar.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax.from_tree_amendments import AMENDMENTS, SCENARIOS
from dsl.syntax.from_tree_declarations import DECLARATIONS
from dsl.syntax.from_tree_expressions import EXPRESSIONS
from dsl.syntax.from_tree_statements import STATEMENTS
from dsl.syntax.tree_reader import TreeReader

RULES = {**DECLARATIONS, **STATEMENTS, **EXPRESSIONS, **AMENDMENTS, **SCENARIOS}


def from_tree(tree: Tree[Token], source: Source, sink: Sink) -> Any:
    """Convert one parsed block to its syntax node. Report faults to the sink."""
    return TreeReader(source, sink, RULES).read(tree)
