"""The syntax stage, which parses rulebooks into syntax trees.

The stage reports faults such as misspelt keywords and missing brackets.

The stage takes a `Source`. The stage returns a list of declarations, and reports a diagnostic for every block that
cannot be parsed. The grammar is in `grammars/`. `parsing` runs the lark parser on each block, `from_tree` converts the
parse tree to syntax nodes, and `syntax_faults` turns parse errors into readable messages. `built_in_words` lists the
functions, aggregates and values that exist in every game. This stage does not resolve
names.
"""

from dsl.syntax.built_in_words import (
    AGGREGATES,
    FUNCTIONS,
    HOLDINGS,
    MEMBERS,
    VALUES,
    Aggregate,
    Form,
    Function,
    meant_function,
)
from dsl.syntax.parsing import (
    FaultsOfBlocks,
    blocks,
    count_words,
    parse,
    parse_block,
    parse_call,
    parse_expression,
    parse_phrase,
    readable,
    words_after,
)
from dsl.syntax.reserved_words import RESERVED, is_taken

__all__ = [
    "AGGREGATES", "FUNCTIONS", "HOLDINGS", "MEMBERS", "RESERVED", "VALUES", "Aggregate", "FaultsOfBlocks", "Form",
    "Function", "blocks", "count_words", "is_taken", "meant_function", "parse", "parse_block", "parse_call",
    "parse_expression", "parse_phrase", "readable", "words_after",
]  # fmt: skip
