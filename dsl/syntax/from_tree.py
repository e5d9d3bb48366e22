"""From lark's parse to syntax nodes: one method for each rule of the grammar, named as the rule is."""

from __future__ import annotations

from dsl.syntax.from_tree_amendments import AmendmentReader
from dsl.syntax.from_tree_declarations import RulebookReader
from dsl.syntax.from_tree_expressions import ExpressionReader
from dsl.syntax.from_tree_statements import StatementReader


class FromTree(RulebookReader, StatementReader, ExpressionReader, AmendmentReader):
    """Builds `dsl.ast` nodes from the parse of one block of `source`; misreadings go to `sink`."""


for _keyword in ("if", "elif", "else", "for"):
    setattr(FromTree, _keyword, getattr(FromTree, _keyword + "_"))
