"""Converts lark's parse tree to syntax nodes.

A table assigns a reader function to each rule of the grammar.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from dsl import ast
from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax.from_tree_amendments import AMENDMENTS, SCENARIOS
from dsl.syntax.from_tree_declarations import DECLARATIONS
from dsl.syntax.from_tree_expressions import EXPRESSIONS
from dsl.syntax.from_tree_sayings import SAYINGS
from dsl.syntax.from_tree_statements import STATEMENTS
from dsl.syntax.tree_reader import TreeReader

RULES = {**DECLARATIONS, **STATEMENTS, **EXPRESSIONS, **AMENDMENTS, **SCENARIOS, **SAYINGS}


def from_tree(
    tree: Tree[Token], source: Source, sink: Sink, expression_at: Callable[[int, int], ast.Expr | None]
) -> Any:
    """Convert one parsed block to its syntax node. Report faults to the sink.

    `expression_at` parses the expressions in the quoted sentences of moves.
    """
    return TreeReader(source, sink, RULES, expression_at).read(tree)
