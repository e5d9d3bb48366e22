"""The printing stage, which turns syntax trees into text with the same layout for every rulebook.

Its input is declarations of `dsl.ast`, and their source text, which supplies the comments. Its output is text that
parses to the same tree. The formatter, the effective rulebook and every explanation that quotes a rule use this stage.
The stage ignores the meaning of the text.
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
