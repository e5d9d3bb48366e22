"""Syntax tree to text: one layout for every rulebook.

In: declarations of `dsl.ast`, and the text they were read from, for its comments. Out: text that reads back as the
same tree. The formatter, the effective rulebook and every explanation that quotes a rule print through this stage.
Knows nothing of what the text means.
"""

from dsl.printing.canonical import canonical
from dsl.printing.declarations import COLUMN, declaration_lines
from dsl.printing.expressions import plain
from dsl.printing.formatter import formatted
from dsl.printing.lines import ALIGN, set_line, set_lines, with_trailing
from dsl.printing.statements import statement_lines

__all__ = [
    "ALIGN",
    "COLUMN",
    "canonical",
    "declaration_lines",
    "formatted",
    "plain",
    "set_line",
    "set_lines",
    "statement_lines",
    "with_trailing",
]  # fmt: skip
