"""The checking stage, which turns a syntax tree into a typed model.

In the model, every name is resolved and every type is known.

The stage takes the effective declarations, the board data, a player count and the options. The stage returns a
`Checked`. A `Checked` contains the names that scenarios and questions may use and, if there are no errors, the model.
`checker` processes the declarations in several passes, and `kinds` numbers the things of the game. Each form of
expression and statement has its own function, listed in `expressions` and `statements`. This stage knows nothing about
variants or about play.
"""

from dsl.checking.checker import Checked, Memo, check
from dsl.checking.declarations.options import declared_options, fit_options, option_word
from dsl.checking.declarations.places import declared_places
from dsl.checking.expressions.expressions import expression_checker
from dsl.checking.front import kinds_of, of_type
from dsl.checking.kinds import KindTable
from dsl.checking.names import Names, Scope
from dsl.checking.statements.statements import statement_checker

__all__ = [
    "Checked", "KindTable", "Memo", "Names", "Scope", "check", "declared_options", "declared_places",
    "expression_checker",    "fit_options", "kinds_of", "of_type", "option_word", "statement_checker",
]  # fmt: skip
