"""The printing stage, which turns syntax trees into rulebook text with a uniform layout.

The stage takes the syntax tree of declarations, and their source text for the comments. The stage returns text that the
parser turns into the same tree. The formatter, the printed effective rulebook and all explanations that quote a rule
use this stage. This stage does not know what the rules mean.
"""

from dsl.printing.canonical import canonical
from dsl.printing.declarations import COLUMN, declaration_lines, field_line
from dsl.printing.expressions import plain
from dsl.printing.formatter import formatted
from dsl.printing.lines import ALIGN, set_line, set_lines, with_trailing
from dsl.printing.statements import statement_lines

__all__ = [
    "ALIGN",
    "COLUMN",
    "canonical",
    "declaration_lines",
    "field_line",
    "formatted",
    "plain",
    "set_line",
    "set_lines",
    "statement_lines",
    "with_trailing",
]  # fmt: skip
