"""Text to syntax tree: where a misspelt keyword or a missing bracket is found.

In: a `Source`. Out: declarations of `dsl.ast`, and a diagnostic for every block that could not be read. The grammar is
kept in `grammars/`. `parsing` lets lark read block by block, `from_tree` makes nodes of the result, `syntax_faults`
turns what lark refuses into sentences. Knows nothing of what a name means.
"""

from dsl.syntax.parsing import count_words, parse, parse_call, parse_expression
from dsl.syntax.reserved_words import BUILT_IN, HOLDING_WORDS, MAY_BE_NAMES, RESERVED, is_taken

__all__ = [
    "BUILT_IN", "HOLDING_WORDS", "MAY_BE_NAMES", "RESERVED", "count_words", "is_taken", "parse", "parse_call",
    "parse_expression",
]  # fmt: skip
