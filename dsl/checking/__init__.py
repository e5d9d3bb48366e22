"""Syntax tree to model: every name resolved, every type and range known.

In: effective declarations, board data, a player count, options. Out: `Checked`, which holds the model if there is no
error, and the names by which scenarios and questions are read. `checker` goes through the declarations in rounds.
Expressions and statements have one function for each form, listed in `expressions` and `statements`. Knows nothing of
variants or of play.
"""

from dsl.checking.checker import Checked, check, kinds_of, of_type
from dsl.checking.declarations.kinds import KindTable
from dsl.checking.declarations.options import declared_options, fit_options, option_word
from dsl.checking.expressions.expressions import expression_checker
from dsl.checking.names import Names, Scope
from dsl.checking.statements.statements import statement_checker

__all__ = [
    "Checked", "KindTable", "Names", "Scope", "check", "declared_options", "expression_checker",
    "fit_options", "kinds_of", "of_type", "option_word", "statement_checker",
]  # fmt: skip
